# make lab    JupyterLab with jupyter_ctx and the first demo notebook
# make test   everything that must hold, as CI runs it
# make check  lint, types, layers
# make bench  the figures of the benchmark
# make soak   the long random and kill campaigns
# make lock   write requirements/*.lock anew (UPGRADE=1: newest versions)

SHELL := /bin/sh
VENV  := .venv
BIN   := $(VENV)/bin
STAMP := .build

# What `make lab` may be told: MODEL=0.5b|1.5b|none, PORT=8888
MODEL ?=
PORT  ?= 8888

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
PIP := $(BIN)/python -m pip install --quiet

EXTENSION := $(shell find labextension -type f \
	-not -path '*/node_modules/*' -not -path '*/lib/*' -not -name '*.tsbuildinfo')

.PHONY: lab test check bench soak lock format clean

lab: $(STAMP)/lab
	@$(BIN)/python scripts/lab.py --model "$(MODEL)" --port "$(PORT)"

test: $(STAMP)/test check
	@sh scripts/test.sh

check: $(STAMP)/test
	@sh scripts/check.sh

bench: $(STAMP)/test
	@$(BIN)/jupyter ctx bench overhead
	@$(BIN)/jupyter ctx bench

soak: $(STAMP)/test
	@$(BIN)/python -m pytest -m soak --timeout 3600

lock: $(STAMP)/test
	@sh scripts/lock.sh

format: $(STAMP)/test
	@$(BIN)/ruff check --fix . && $(BIN)/ruff format .

# Keeps .jupyter-lab/, where a person's notebooks are.
clean:
	rm -rf $(STAMP) dist jupyter_ctx/labextension labextension/lib \
		labextension/*.tsbuildinfo

# A stamp says that what it is named after is installed. test.lock holds all of
# lab.lock at the same versions, so either may come first.
$(STAMP)/venv:
	@sh scripts/venv.sh $(VENV)
	@mkdir -p $(STAMP) && touch $@

$(STAMP)/lab-packages: requirements/lab.lock $(STAMP)/venv
	@sh scripts/install.sh requirements/lab.lock
	@touch $@

$(STAMP)/test-packages: requirements/test.lock $(STAMP)/venv
	@sh scripts/install.sh requirements/test.lock
	@touch $@ $(STAMP)/lab-packages

$(STAMP)/labextension: $(EXTENSION) | $(STAMP)/lab-packages
	@sh scripts/labextension.sh
	@touch $@

# Editable, so only the metadata and the labextension ask for a new install.
$(STAMP)/package: pyproject.toml scripts/shared_data.py $(STAMP)/labextension
	@SKIP_JUPYTER_BUILDER=1 $(PIP) --no-deps --no-build-isolation --editable .
	@# pip compiles what it installs, but not an editable package.
	@$(BIN)/python -m compileall -q jupyter_ctx
	@$(BIN)/python -c 'import importlib.metadata as m; \
		print("jupyter_ctx", m.version("jupyter_ctx"), "is installed in $(VENV)")'
	@touch $@

$(STAMP)/lab: $(STAMP)/lab-packages $(STAMP)/package
	@touch $@

$(STAMP)/test: $(STAMP)/test-packages $(STAMP)/package
	@sh scripts/chromium.sh
	@touch $@
