#!/bin/sh
# Lint, format, types and layers; all are run, then the worst result is told.
set -u

bin=.venv/bin
failed=""

run() {
    name=$1
    shift
    if "$@" >".build/$name.log" 2>&1; then
        echo "$name: $(tail -n 1 ".build/$name.log")"
    else
        cat ".build/$name.log"
        failed="$failed $name"
    fi
}

mkdir -p .build
run ruff "$bin/ruff" check .
run format "$bin/ruff" format --check .
run mypy "$bin/mypy"
run layers env COLUMNS=80 "$bin/lint-imports" --no-cache
if [ -d labextension/node_modules ] && command -v node >/dev/null 2>&1; then
    PATH="$PWD/$bin:$PATH"
    export PATH
    run typescript sh -c 'cd labextension && jlpm lint:check'
    run protocol sh scripts/protocol.sh --check
fi

if [ -n "$failed" ]; then
    echo "Failed:$failed" >&2
    exit 1
fi
