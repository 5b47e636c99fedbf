#!/bin/sh
# Install exactly what the lock file $1 names, hashes checked, and say so.
set -eu

lock=$1
python=.venv/bin/python
list() { "$python" -m pip list --format=freeze 2>/dev/null | sort; }

mkdir -p .build
list >.build/before.txt
echo "Installing the $(grep -c '^[a-zA-Z0-9].*==' "$lock") packages of $lock (once; a few minutes when cold)."
"$python" -m pip install --quiet --require-hashes --no-deps --requirement "$lock"
list >.build/after.txt

new=$(comm -13 .build/before.txt .build/after.txt)
if [ -n "$new" ]; then
    echo "$new" | paste -s -d ' ' | fold -s -w 88
    echo "$(echo "$new" | wc -l) packages were installed or changed."
else
    echo "All of them were there already."
fi
rm -f .build/before.txt .build/after.txt
