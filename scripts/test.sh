#!/bin/sh
# All checks and tests: the static checks, then every test, on SQLite and on PostgreSQL, browser tests included.
set -eu
cd "$(dirname "$0")/.."

case " $* " in
*" --quick "*)
    printf '%s\n' "-- Style (ruff); --quick leaves out types, PostgreSQL, browsers, builds and the long walks"
    .venv/bin/ruff check --quiet .
    .venv/bin/ruff format --quiet --check .
    ;;
*)
    sh scripts/lint.sh
    ;;
esac
# Many processes start during the tests: none compiles the same sources again, whatever this machine prefers.
unset PYTHONDONTWRITEBYTECODE
printf '%s\n' "-- Tests"
exec .venv/bin/python -m pytest --numprocesses 3 --dist loadgroup --no-loadscope-reorder "$@"
