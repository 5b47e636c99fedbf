#!/bin/sh
# Make the virtual environment $1 with the first Python that is new enough.
set -eu

venv=$1
new_enough='import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'

if [ -x "$venv/bin/python" ] && "$venv/bin/python" -c 'import pip' 2>/dev/null; then
    echo "Using $("$venv/bin/python" --version) in $venv."
    exit 0
fi

for python in ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
    if "$python" -c "$new_enough" 2>/dev/null; then
        echo "Creating $venv with $("$python" --version)."
        exec "$python" -m venv "$venv"
    fi
done

cat >&2 <<'MESSAGE'
No Python from 3.11 on with the modules venv and ensurepip was found.
Install one (Debian, Ubuntu: apt-get install python3 python3-venv), or name it:
    make lab PYTHON=/path/to/python3.12
MESSAGE
exit 1
