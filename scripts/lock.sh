#!/bin/sh
# Write requirements/*.lock from pyproject.toml: exact versions with hashes, for
# every platform, naming no host. UPGRADE=1 takes the newest versions.
set -eu
cd "$(dirname "$0")/.."

uv=${UV:-.venv/bin/uv}
export UV_CUSTOM_COMPILE_COMMAND="make lock"
upgrade=${UPGRADE:+--upgrade}

compile() {
    # shellcheck disable=SC2086
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-annotate --no-emit-index-url --no-emit-find-links $upgrade "$@" >/dev/null
}

# The larger one first; the smaller one takes the same versions.
compile pyproject.toml --all-extras --group build --group lint --group test \
    --output-file requirements/test.lock
compile pyproject.toml --all-extras --group build \
    --constraints requirements/test.lock --output-file requirements/lab.lock

if grep -nE 'https?://|file:|index-url|find-links' requirements/*.lock; then
    echo "A lock file names a host or a path; see above." >&2
    exit 1
fi
wc -l requirements/*.lock
