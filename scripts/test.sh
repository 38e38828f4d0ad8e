#!/bin/sh
# All checks and tests: the static checks, then every test, on SQLite and on PostgreSQL, browser tests included.
set -eu
cd "$(dirname "$0")/.."

sh scripts/lint.sh
printf '%s\n' "-- Tests"
exec .venv/bin/python -m pytest --numprocesses 3 --dist loadgroup --no-loadscope-reorder "$@"
