#!/bin/sh
# Static checks, which do not run our code: style, types, known unsafe constructions, known vulnerabilities.
set -eu
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"

say() { printf '%s\n' "-- $*"; }

# Run a check that prints only when it fails.
quietly() {
    log=$(mktemp)
    if ! "$@" >"$log" 2>&1; then
        cat "$log"
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# Known vulnerabilities: a finding fails; an unreachable service is reported, but does not fail.
audit() {
    name=$1
    shift
    log=$(mktemp)
    status=0
    timeout --foreground 120 "$@" >"$log" 2>&1 || status=$?
    if grep -qE '^Found [0-9]+ known|[1-9][0-9]* (low|moderate|high|critical)' "$log"; then
        cat "$log"
        rm -f "$log"
        return 1
    elif [ "$status" != 0 ] || grep -q 'could not be audited' "$log"; then
        say "$name: not done, its service does not answer here"
    else
        say "$name: nothing known"
    fi
    rm -f "$log"
}

say "Style (ruff)"
ruff check --quiet .
ruff format --check --quiet .
say "Types (basedpyright)"
quietly basedpyright --level error
say "Unsafe constructions (bandit)"
quietly bandit --quiet --configfile pyproject.toml --recursive voice_report scripts --severity-level medium
say "Known vulnerabilities (pip-audit, npm audit)"
audit pip-audit pip-audit --disable-pip --no-deps --progress-spinner off -r requirements.txt
if [ -f reflex.lock/package-lock.json ]; then
    audit 'npm audit' npm --prefix reflex.lock audit --omit=dev --package-lock-only
fi
