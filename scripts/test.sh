#!/bin/sh
# All tests, and the figures that a person pays: TypeScript where node is, then
# Python that needs no process of its own (with coverage), then live kernels,
# models, notebooks and the browser. Tests run on all processors; CTX_TEST_PROCESSES
# names another number (0: in this process, as a debugger wants it).
set -u

bin=.venv/bin
began=$(date +%s)
failed=""
processes=${CTX_TEST_PROCESSES:-logical}
# Live tests of one file share a kernel, so they stay together and in order.
spread="-n $processes --maxprocesses 4 --dist"
outside="live browser warm notebooks gateway bench architecture"

rm -rf .build/coverage
mkdir -p .build/coverage

if [ -d labextension/node_modules ] && command -v node >/dev/null 2>&1; then
    if (cd labextension && PATH="$PWD/../$bin:$PATH" jlpm test) \
        >.build/typescript-tests.log 2>&1; then
        echo "typescript: $(sed -n 's/^# pass/passed/p' .build/typescript-tests.log)"
    else
        cat .build/typescript-tests.log
        failed="$failed typescript"
    fi
else
    echo "typescript: left out, there is no node on this machine"
fi

# What takes real processes or measures time can lose to a busy machine. What
# fails twice has failed; what passes now is named, for it wants mending too.
again() {
    echo "Unsteady or broken, so run once more:"
    "$bin/python" -m pytest -v --last-failed --last-failed-no-failures none "$@"
}

within=""
slow=""
for folder in tests/*/; do
    name=$(basename "$folder")
    ls "$folder"test_*.py >/dev/null 2>&1 || continue
    case " $outside " in
        *" $name "*) slow="$slow tests/$name" ;;
        *) within="$within tests/$name" ;;
    esac
done

# shellcheck disable=SC2086
if ! "$bin/python" -m pytest -q $spread worksteal --cov --cov-report= $within; then
    again $within || failed="$failed python"
fi
"$bin/python" -m coverage report --include='jupyter_ctx/core/*,jupyter_ctx/code/*' ||
    failed="$failed coverage"

# shellcheck disable=SC2086
if ! "$bin/python" -m pytest -q $spread loadfile --durations=10 $slow; then
    # shellcheck disable=SC2086
    again $slow ||
        failed="$failed live"
fi

"$bin/jupyter" ctx bench overhead --repeats 3 || echo "(figures are printed, not judged, here)"

echo "make test took $(($(date +%s) - began)) seconds."
if [ -n "$failed" ]; then
    echo "Failed:$failed" >&2
    exit 1
fi
