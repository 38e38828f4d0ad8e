#!/bin/sh
# All checks and tests: the static checks, and every test, on SQLite and on PostgreSQL, browser tests included.
set -eu
cd "$(dirname "$0")/.."

case " $* " in
*" --quick "*)
    quick=yes
    processes=2 # nothing waits, so a third would only load everything once more
    printf '%s\n' "-- Style (ruff); --quick leaves out types, PostgreSQL, browsers, builds, engines and long walks"
    ;;
*)
    quick=
    processes=4 # twice the cores that it is meant for: browser tests wait for each other then, and not for the machine
    printf '%s\n' "-- Style (ruff); the other checks run beside the tests, and are shown after them"
    ;;
esac
.venv/bin/ruff check --quiet .
.venv/bin/ruff format --quiet --check .

# Slow checks use the time that browser tests wait; not with `nice`, or on two busy cores they end after the tests.
# `timeout` makes one process group of them, to stop them together.
if [ -z "$quick" ]; then
    log=$(mktemp)
    TEST_SUMMARY=$(mktemp)
    export TEST_SUMMARY
    timeout 3600 sh scripts/lint.sh >"$log" 2>&1 &
    checks=$!
    trap 'kill "$checks" 2>/dev/null || true; rm -f "$log" "$TEST_SUMMARY"' EXIT
    trap 'exit 130' INT TERM HUP
fi

# Many processes start during the tests: none compiles the same sources again, whatever this machine prefers.
unset PYTHONDONTWRITEBYTECODE
printf '%s\n' "-- Tests"
status=0
.venv/bin/python -m pytest --numprocesses $processes "$@" || status=$?

if [ -z "$quick" ]; then
    wait "$checks" || status=1
    cat "$log" "$TEST_SUMMARY"
fi
exit "$status"
