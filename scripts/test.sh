#!/bin/sh
# Run all tests: TypeScript where node is, then Python with the browser.
set -u

failed=""
if [ -d labextension/node_modules ] && command -v node >/dev/null 2>&1; then
    PATH="$PWD/.venv/bin:$PATH"
    export PATH
    (cd labextension && jlpm test) || failed="$failed typescript"
else
    echo "TypeScript tests are left out: there is no node on this machine."
fi
.venv/bin/python -m pytest -rs -m "not soak" || failed="$failed python"

if [ -n "$failed" ]; then
    echo "Failed:$failed" >&2
    exit 1
fi
