#!/bin/sh
# Prepare this checkout: `setup.sh run` for the product, `setup.sh test` for the tests and measurements as well.
# Needs Python 3.11 or newer. A second run only compares stamps.
set -eu
cd "$(dirname "$0")/.."
purpose=${1:-run}

say() { printf '%s\n' "-- $*"; }
stop() { printf '%s\n' "$*" >&2; exit 1; }

# Run a verbose program; show the end of its output only when it fails.
quietly() {
    log=$(mktemp)
    if ! "$@" >"$log" 2>&1; then
        tail -n 30 "$log" >&2
        rm -f "$log"
        stop "Failed: $*"
    fi
    rm -f "$log"
}

# Install Debian packages: directly as root, otherwise print one line with what to install.
install_debian() {
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
        stop "Please install: apt-get install $*"
    fi
    say "Installing Debian packages: $*"
    export DEBIAN_FRONTEND=noninteractive
    quietly apt-get update -q
    quietly apt-get install -yq --no-install-recommends "$@"
}

find_python() {
    for name in "${PYTHON:-python3.11}" python3 python; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
}

make_environment() {
    [ -x .venv/bin/pip ] && .venv/bin/python -c '' 2>/dev/null && return
    python=$(find_python)
    [ -n "$python" ] || stop "Please install Python 3.11 or newer: apt-get install python3.11 python3.11-venv"
    say "Making the virtual environment .venv with $("$python" --version)"
    if ! "$python" -c 'import ensurepip' 2>/dev/null; then
        install_debian "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    fi
    "$python" -m venv .venv
}

# Install a lock file once; its hash is remembered inside the environment it went into. Every downloaded file must have a
# hash that the lock names, and no build script is run: what that fetches would have none.
install_requirements() {
    stamp=.venv/.installed-$1
    sum=$(sha256sum "$1" | cut -d ' ' -f 1)
    [ "$(cat "$stamp" 2>/dev/null || true)" = "$sum" ] && return
    say "Installing $1 (a few minutes the first time)"
    # A pip before 24.2 knows its own authorities only: behind a proxy that looks into TLS it needs this machine's.
    if [ -f /etc/ssl/certs/ca-certificates.crt ] && ! .venv/bin/python -m pip config list 2>/dev/null | grep -q '\.cert='; then
        export PIP_CERT=/etc/ssl/certs/ca-certificates.crt
    fi
    quietly .venv/bin/python -m pip install --disable-pip-version-check --no-input --no-compile \
        --only-binary :all: --require-hashes -r "$1"
    printf '%s' "$sum" >"$stamp"
    installed=yes
}

# Install the OpenID provider of the tests once, exactly as its lock says; its hash is remembered beside it.
install_openid_provider() {
    stamp=tests/openid_provider/node_modules/.installed
    sum=$(sha256sum tests/openid_provider/package-lock.json | cut -d ' ' -f 1)
    [ "$(cat "$stamp" 2>/dev/null || true)" = "$sum" ] && return
    say "Installing the OpenID provider of the tests"
    (cd tests/openid_provider && PATH="$PWD/../../.venv/bin:$PATH" quietly npm ci --ignore-scripts --no-audit --no-fund)
    printf '%s' "$sum" >"$stamp"
}

# Compile what was installed on every core: pip would do it on one. Like pip, pass over files not for this Python.
compile_packages() {
    .venv/bin/python -m compileall -qq -j 0 .venv/lib >/dev/null 2>&1 || true
}

install_test_programs() {
    missing=''
    command -v chromium-headless-shell >/dev/null 2>&1 || [ -n "${CHROMIUM:-}" ] || missing="$missing chromium-headless-shell"
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing="$missing postgresql-15"
    command -v redis-server >/dev/null 2>&1 || missing="$missing redis-server"
    command -v espeak-ng >/dev/null 2>&1 || missing="$missing espeak-ng"
    command -v pdftotext >/dev/null 2>&1 || missing="$missing poppler-utils"
    # Free equivalents of the fonts on real devices: pages are drawn in these until their own fonts have loaded.
    ls /usr/share/fonts/truetype/liberation* >/dev/null 2>&1 || missing="$missing fonts-liberation"
    # shellcheck disable=SC2086
    [ -z "$missing" ] || install_debian $missing
    install_engines
}

# The other engines of tests/browsers: Firefox, and WebKit on a screen in memory with what encodes sound in it. Where they
# cannot be had, their tests are skipped and say so.
install_engines() {
    missing=''
    command -v firefox-esr >/dev/null 2>&1 || missing="$missing firefox-esr"
    command -v WebKitWebDriver >/dev/null 2>&1 || missing="$missing webkit2gtk-driver"
    command -v Xvfb >/dev/null 2>&1 || missing="$missing xvfb"
    for part in plugins-base plugins-good plugins-bad libav; do
        [ -e "/usr/share/doc/gstreamer1.0-$part" ] || missing="$missing gstreamer1.0-$part"
    done
    # shellcheck disable=SC2086
    [ -z "$missing" ] || (install_debian $missing) || say "Without these the tests in Firefox or WebKit are skipped:$missing"
}

installed=''
make_environment
if [ "$purpose" = test ]; then
    install_test_programs &
    programs=$!
fi
install_requirements requirements.txt
if [ "$purpose" = test ]; then
    install_requirements requirements-dev.txt
    install_openid_provider
fi
[ -z "$installed" ] || compile_packages
[ "$purpose" != test ] || wait "$programs"
