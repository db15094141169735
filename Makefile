# Each target does its own set-up into .venv/; `make help` lists them.

SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
WORDS := squarescores/translations

# The first of these that is new enough; looked for only when .venv/ is made.
PYTHON3 = $(firstword $(foreach name,$(PYTHON) python3.14 python3.13 python3.12 python3.11,$(shell $(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))

# What Python has compiled is kept: each of the tests' programs would begin with seconds of it.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test test-postgres check audit format bench bench-seed matrix soak crash faults fuzz lighthouse shots lock words clean
.DEFAULT_GOAL := help

help: ## List what make can do
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1|\2/' | awk -F '|' '{ printf "make %-13s %s\n", $$1, $$2 }'

run: $(VENV)/run.stamp ## Start the app and print its addresses
	exec $(BIN)/squarescores serve

# What touches the store in ways of its own; the store's own tests are on both anyhow.
STORED := brought deletion live own people sessions
MEET := bids breaks corrections crowds entries hosts matches presses seats

test: $(VENV)/test.stamp ## Run every test, browsers and the built wheel included
	tests/setup.sh
	# Many of these wait, for a server, a clock or a half-sent line; file after file, as each folder has its own servers.
	$(BIN)/python -m pytest -q -m "not browser" -n 4 --dist loadfile --no-loadscope-reorder
	# On PostgreSQL, where phones meet over two servers; `make test-postgres` is all of it.
	ROUNDS=4 $(BIN)/python -m pytest -q --store postgresql -n 2 --dist loadfile \
		$(MEET:%=tests/together/test_%.py) $(STORED:%=tests/web/test_%.py)
	# These look at seconds: what a busy moment of the machine failed is looked at once more, with nothing beside it.
	$(BIN)/python -m pytest -q tests/browser -n 3 --dist worksteal || $(BIN)/python -m pytest -q tests/browser --last-failed --last-failed-no-failures none

test-postgres: $(VENV)/test.stamp ## Run every test of pages, permissions and phones that meet, on PostgreSQL
	tests/setup.sh
	$(BIN)/python -m pytest -q --store postgresql -n 2 --dist loadfile tests/web tests/matrix tests/together tests/words

check: $(VENV)/test.stamp ## Format, lint and types, changing nothing
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

audit: $(VENV)/test.stamp ## Ask which pinned packages have known holes
	@$(BIN)/python -m tests.audit

format: $(VENV)/test.stamp ## Put the code in its one format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/test.stamp ## Measure how fast the app is on this machine, beside floors; ROWS="entry sheet" for some
	tests/setup.sh
	$(BIN)/python -m tests.bench $(ROWS)

bench-seed: $(VENV)/test.stamp ## Fill a store with 100,000 tables, once, that make bench compares an empty one with
	$(BIN)/python -m tests.bench.seed

matrix: $(VENV)/test.stamp ## Print who is answered what, route by route, and keep it in docs/
	$(BIN)/python -m tests.matrix | tee docs/matrix.md

crash: $(VENV)/test.stamp ## Kill the server hundreds of times while four tables write
	tests/setup.sh
	$(BIN)/python -m tests.crash

faults: $(VENV)/test.stamp ## Take away and bring back everything that two servers need while six tables write
	tests/setup.sh
	FAULTS=1 $(BIN)/python -m pytest -q tests/many
	$(BIN)/python -m tests.faults

fuzz: $(VENV)/test.stamp ## Play thousands of random evenings, then ask twenty thousand strange things: no error, no trace
	EVENINGS=$${EVENINGS:-3000} $(BIN)/python -m pytest -q tests/pedro/test_acts_machine.py
	$(BIN)/python -m tests.fuzz

soak: $(VENV)/test.stamp ## Let two phones meet hundreds of times, then break every connection for ten minutes
	ROUNDS=$${ROUNDS:-200} $(BIN)/python -m pytest -q tests/together
	$(BIN)/python -m tests.soak

lighthouse: $(VENV)/test.stamp ## Let Lighthouse judge home, the sheet and the board on a phone
	tests/setup.sh
	@command -v npm >/dev/null || { echo "Lighthouse needs npm: install it first (on Debian: sudo apt-get install npm)." >&2; exit 1; }
	npm install --prefix .lighthouse --no-save --no-audit --no-fund --loglevel=error lighthouse@12.2.3
	$(BIN)/python -m tests.lighthouse

shots: $(VENV)/test.stamp ## Play a match and save pictures of every page in shots/
	tests/setup.sh
	$(BIN)/python -m tests.shots

PIN := env -u UV_INDEX_URL -u UV_EXTRA_INDEX_URL -u UV_FIND_LINKS $(BIN)/uv pip compile --quiet --universal \
	--python-version 3.11 --generate-hashes --no-header --no-annotate \
	--extra postgres --extra redis --group build pyproject.toml

lock: $(VENV)/test.stamp ## Pin the newest packages that fit, with their hashes
	$(PIN) --upgrade --output-file requirements.lock
	$(PIN) --upgrade --group test --constraint requirements.lock --output-file requirements-test.lock
	@! grep -nE '://|file:|--(extra-)?index|--find-links' requirements.lock requirements-test.lock

words: $(VENV)/test.stamp ## Collect the sentences, update and compile the translations
	$(BIN)/pybabel --quiet extract --mapping-file pyproject.toml --keyword lazy_gettext --no-location \
		--sort-output --project squarescores --output-file translations.pot .
	$(BIN)/pybabel --quiet update --input-file translations.pot --output-dir $(WORDS) --no-wrap \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel --quiet compile --directory $(WORDS)

clean: ## Remove what make made; the instance folder stays
	rm -rf $(VENV) .lighthouse shots dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis translations.pot
	find squarescores tests -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON3)" || { echo "Python 3.11 or newer is needed; none was found." >&2; exit 1; }
	$(PYTHON3) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# The project itself is installed last, without asking for anything that is not in the lock.
$(VENV)/run.stamp: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/test.stamp: requirements-test.lock $(VENV)/run.stamp
	$(PIP) install --require-hashes -r requirements-test.lock
	@touch $@
