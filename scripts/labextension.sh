#!/bin/sh
# Build the labextension where node is to be had; say so where it is not.
set -eu

if ! command -v node >/dev/null 2>&1; then
    cat <<'MESSAGE'
node was not found, so the labextension is not built. %%assist, its buttons and
%ctx work without it; what is missing in JupyterLab are the sidebar, Fix and
Explain under errors, and Stop and arrow keys in the buttons of an answer.
To have it: install node 20 or later, then `make clean` and make again.
MESSAGE
    exit 0
fi

PATH="$PWD/.venv/bin:$PATH"
export PATH
# A build for development left here would be packed; begin with nothing.
rm -rf jupyter_ctx/labextension labextension/lib labextension/*.tsbuildinfo
cd labextension
echo "Building the labextension (fetches its tools once)."
jlpm install --immutable >../.build/jlpm.log 2>&1 || { cat ../.build/jlpm.log >&2; exit 1; }
jlpm build:prod >>../.build/jlpm.log 2>&1 || { cat ../.build/jlpm.log >&2; exit 1; }
echo "The labextension is built: $(cat ../jupyter_ctx/labextension/static/*.js | wc -c) bytes of script."
