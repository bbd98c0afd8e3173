# `make play` and `make test` need Python 3.11 or later and nothing else; the rest goes into .venv.

VENV := .venv
BIN  := $(VENV)/bin
PIP  := $(BIN)/python -m pip --disable-pip-version-check --no-input -qq
game := tomb

# The first Python that is new enough; `make dist` tries the pins on these, so they come first.
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3.14 python3 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)

# Stamps: an installation is repeated only when the packaging or the pins have changed.
BASE := $(VENV)/.installed
FAST := $(VENV)/.installed-fast
DEV  := $(VENV)/.installed-dev

# A .venv whose Python is gone or another one, or whose folder had another name, is made again.
INTACT := import pathlib, pip, sys; home = pathlib.Path(sys.prefix); \
	sys.exit(sys.version_info < (3, 11) or str(home) not in (home / "bin/activate").read_text())
STALE := $(shell test ! -d $(VENV) || $(BIN)/python -c '$(INTACT)' 2>/dev/null || echo stale)

.PHONY: stale help play terminal test packages check nightly format rules fast bench docs pictures dist clean
.NOTPARALLEL:
.DELETE_ON_ERROR:

help:
	@sed -n 's/^\([a-z]*\):.*## /make \1	/p' $(MAKEFILE_LIST)

play: $(BASE)  ## open the table in the browser
	@$(BIN)/undercroft serve

terminal: $(BASE)  ## play in the terminal; another game with game=tin
	@$(BIN)/undercroft play $(game)

test: $(DEV) packages check  ## install what is needed, then check

packages: # what the tests need from the system; they run without it, too, and say what was left out
	@tools/install-system-packages.sh || true

check: | $(if $(STALE),$(DEV),$(if $(wildcard $(BIN)/lint-imports),,$(DEV)))  ## format, lint, types, import direction, tests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/pytest -n auto

nightly: $(DEV) packages  ## what takes hours: thousands of plays, new examples, other browsers, bare Debians
	UNDERCROFT_EXAMPLES=new $(BIN)/pytest -n auto -m "nightly or not nightly"
	@tools/engines.sh
	@if [ "$$(id -u)" = 0 ] && command -v debootstrap >/dev/null; then tools/bare.sh; \
		else echo "Not tried on bare Debian systems: that needs root and debootstrap."; fi

format: | $(if $(STALE),$(DEV),$(if $(wildcard $(BIN)/ruff),,$(DEV)))  ## format the code and mend what lint can mend
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

rules: $(DEV)  ## renew all that a new rules_version drags along: game=tin; raise=yes raises it
	@nice $(BIN)/python tools/new_rules.py $(if $(filter command line,$(origin game)),$(game)) \
		$(if $(raise),--raise) $(addprefix --step ,$(step))

fast: $(FAST)  ## compile the rules for studies and searches; one game with game=tin
	@PYTHON=$(BIN)/python tools/install-system-packages.sh compiler || true
	@nice $(BIN)/python -m undercroft.fast $(if $(filter command line,$(origin game)),$(game))

bench: $(DEV)  ## measure everything in a quarter of an hour, into build/bench; `make fast` first
	@$(BIN)/python -m benchmarks.report

docs: $(DEV)  ## build the site into build/site
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q
	@echo "The site is in build/site. To read it with search, which a browser allows no folder:"
	@echo "$(BIN)/python -m http.server --bind 127.0.0.1 -d build/site 8080, then http://127.0.0.1:8080"

pictures: $(DEV)  ## take every picture of the documents anew
	@tools/install-system-packages.sh
	@$(BIN)/python tools/draw_layers.py
	@$(BIN)/python tools/pictures.py

dist: $(DEV)  ## build packages, one with the compiled rules, and try each where nothing else is
	@PYTHON=$(BIN)/python tools/install-system-packages.sh compiler || true
	@$(BIN)/python tools/dist.py

clean:  ## remove all that these commands have made, .venv too
	@rm -rf $(VENV) build dist src/undercroft_direct* .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -prune -exec rm -rf {} +

$(BASE): pyproject.toml constraints.txt $(STALE) | $(BIN)/python
	@echo "Installing Undercroft into $(VENV) ..."
	@$(PIP) install -c constraints.txt -e '.[web,terminal]'
	@touch $@

$(FAST): pyproject.toml constraints.txt $(STALE) | $(BIN)/python
	@echo "Installing Undercroft and what compiles its rules into $(VENV) ..."
	@$(PIP) install -c constraints.txt -e '.[web,terminal,fast]'
	@touch $(BASE) $@

$(DEV): pyproject.toml constraints.txt $(STALE) | $(BIN)/python
	@echo "Installing Undercroft and its development tools into $(VENV) ..."
	@$(PIP) install -c constraints.txt -e '.[web,terminal,research,lab,cluster,docs,dev,dev-web]'
	@touch $(BASE) $(FAST) $@

$(BIN)/python: $(STALE)
	@test -n "$(PYTHON)" || { echo "Undercroft needs Python 3.11 or later, and found none." \
		"Install one, or name it: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || $(PYTHON) -m virtualenv -q --clear $(VENV) || { \
		rm -rf $(VENV); echo "$(PYTHON) cannot make a virtual environment: install its venv module" \
		"(Debian, Ubuntu: python3-venv) or virtualenv, and try again." >&2; exit 1; }
