#!/bin/sh
# The browser of tests/browser: find it, else install Debian's, else say how.
set -eu

for name in ${CHROMIUM:-chromium chromium-browser google-chrome}; do
    if command -v "$name" >/dev/null 2>&1; then
        exit 0
    fi
done

if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "Installing chromium for the browser tests (apt-get)."
    export DEBIAN_FRONTEND=noninteractive
    mkdir -p .build
    { apt-get update && apt-get install --yes --no-install-recommends \
        chromium fonts-dejavu-core; } >.build/apt.log 2>&1 && exit 0
    tail -n 5 .build/apt.log
fi

cat <<'MESSAGE'
chromium was not found, so the browser tests are skipped. To have them, install
it (Debian: apt-get install chromium) or name one: CHROMIUM=/path/to/chromium
MESSAGE
