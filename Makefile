# Two commands matter: `make report` and `make test`. Each sets everything up first; a second call finds it done.
.DEFAULT_GOAL := help
.PHONY: help setup report test check teeth same benches wheel lock clean
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
VENV   := .venv
READY  := $(VENV)/.ready
BIN    := $(VENV)/bin

help:                        ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 10

setup: $(READY)              ## .venv from the lock (hashes checked), paperkit installed in it

$(READY): requirements.lock pyproject.toml tools/setup-venv
	@tools/setup-venv $(PYTHON) $(VENV)
	@touch $@

report: $(READY)             ## reports/1H/main.pdf
	@$(BIN)/paperkit build reports/1H

test: $(READY)               ## the tests
	@$(BIN)/python -m pytest

check: $(READY)              ## what CI runs besides the tests: lint, types, the report's own check
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/paperkit check --strict reports/1H

teeth: $(READY)              ## change every marker, claim and cell in turn; fails when a check misses one
	@$(BIN)/paperkit mutate reports/1H

same: $(READY)               ## build what is committed twice elsewhere; fails where a byte differs, or main.pdf is older
	@$(BIN)/paperkit build --verify-reproducible reports/1H

benches: $(READY)            ## run the harnesses again and compare, byte for byte, with what is committed
	@$(BIN)/paperkit bench check

wheel: $(READY)              ## dist/paperkit-*.whl, to install elsewhere with pip
	@$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation -w dist .

lock: $(READY)               ## renew requirements.lock (needs the network)
	@tools/lock $(BIN)/python

clean:                       ## remove what the set-up and builds have made (not the report)
	rm -rf $(VENV) .paperkit dist .pytest_cache .mypy_cache .ruff_cache
