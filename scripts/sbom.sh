#!/bin/sh
# Write the software bill of materials (CycloneDX) of what is locked: of the Python packages, and of the npm packages the
# pages are built from. `sbom.sh DIRECTORY` writes elsewhere than in var/sbom.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"
directory=${1:-var/sbom}
mkdir -p "$directory"

python -W ignore -m cyclonedx_py requirements requirements.txt --pyproject pyproject.toml --output-reproducible \
    --output-file "$directory/python.cdx.json"

# npm names a bill after the directory and needs a version, which the pages' own package.json has not.
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
mkdir "$pages/spraakrapport-pages"
cp reflex.lock/package.json reflex.lock/package-lock.json "$pages/spraakrapport-pages"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
(cd "$pages/spraakrapport-pages" && npm --loglevel error pkg set "version=$version" name=spraakrapport-pages)
npm --loglevel error --prefix "$pages/spraakrapport-pages" sbom --package-lock-only --legacy-peer-deps \
    --sbom-format cyclonedx --sbom-type application >"$directory/npm.cdx.json"
printf '%s\n' "-- Written: $directory/python.cdx.json, $directory/npm.cdx.json"
