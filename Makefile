# The commands of this project. Each does the set-up it needs; a second run is quick.

.DEFAULT_GOAL := help
.PHONY: run test bench lint format lock sbom screenshots help

PYTHON_ENV = .venv/bin/python

# Node knows the authorities in its own list only. Behind a proxy that looks into TLS this machine has another one, which
# every npm here needs: for the pages, the tests' OpenID provider, the audit and Lighthouse.
CERTIFICATES = $(wildcard /etc/ssl/certs/ca-certificates.crt)
ifneq ($(CERTIFICATES),)
export NODE_EXTRA_CA_CERTS ?= $(CERTIFICATES)
endif

run: ## Start the product (http://localhost:8000, or PORT)
	@sh scripts/setup.sh run
	@exec $(PYTHON_ENV) scripts/serve.py

test: ## Run all checks and tests; ARGS goes to pytest
	@sh scripts/setup.sh test
	@exec sh scripts/test.sh $(ARGS)

lint: ## Run the checks alone: style, types, known unsafe code
	@sh scripts/setup.sh test
	@exec sh scripts/lint.sh

format: ## Put the code in the project's style
	@sh scripts/setup.sh test
	@.venv/bin/ruff check --fix .
	@.venv/bin/ruff format .

lock: ## Compile the lock files; ARGS="-P NAME" raises a package
	@sh scripts/setup.sh test
	@for name in requirements requirements-dev; do .venv/bin/uv pip compile --quiet $(ARGS) $$name.in -o $$name.txt || exit 1; done

sbom: ## Write the bill of materials (CycloneDX) to var/sbom
	@sh scripts/setup.sh test
	@sh scripts/sbom.sh

bench: ## Run the measurements; ONLY=page for one of them
	@sh scripts/setup.sh test
	@exec $(PYTHON_ENV) -m bench $(ONLY)

screenshots: ## Take the pictures in docs/screenshots again
	@sh scripts/setup.sh test
	@exec $(PYTHON_ENV) scripts/screenshots.py

help: ## List these commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1 \t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 18
