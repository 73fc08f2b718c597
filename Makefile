# `make play` sets everything up and starts the box; `make test` sets everything up and runs every check.
# `make help` lists the rest.

PYTHON ?= python3
VENV := .venv$(if $(NEWEST),-newest)
BIN := $(VENV)/bin
ARGS ?=
SHELL := /bin/bash
BEGUN := $(shell date +%s)

.PHONY: help play test test-all lock check-python film films looks boards board-films board-parts pretend-boards train clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(VENV)/ready ## set everything up and start the box (ARGS="--game backgammon")
	MALLOC_ARENA_MAX=1 $(BIN)/charkoni play --board-camera auto $(ARGS)

test: $(VENV)/ready-dev packages ## set everything up and run every check (NEWEST=1: not with the locked packages)
	BIN=$(BIN) PYTHON=$(PYTHON) BEGUN=$(BEGUN) bash tests/check.sh

test-all: test ## what is slower as well, and the checks with what the package index has today
	$(if $(NEWEST),,$(MAKE) test NEWEST=1)
	@bash tests/apt.sh all
	$(BIN)/python -m pytest -q -o faulthandler_timeout=3600 -m "slow" tests
	$(BIN)/python -m pytest -q -c vision/training/pyproject.toml vision/training/tests

lock: ## renew requirements.lock and the lists of an installed box
	$(PYTHON) -m venv --clear build/.venv-lock
	build/.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check "uv>=0.9,<1"
	PATH="$(CURDIR)/build/.venv-lock/bin:$$PATH" build/.venv-lock/bin/python systemd/lock.py

check-python:
	@$(PYTHON) systemd/needs.py

# On a Pi with a Pi camera, camera, OpenCV, numpy and pins come from apt, and pip brings pure packages only.
$(VENV)/ready: pyproject.toml requirements.lock systemd/needs.py systemd/environment.sh systemd/pure.txt | check-python
	bash systemd/environment.sh $(PYTHON) $(VENV) $(if $(NEWEST),newest)
	touch $@

PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
$(VENV)/ready-dev: $(VENV)/ready
	$(if $(NEWEST),$(PIP_INSTALL) --upgrade --group dev,$(PIP_INSTALL) --no-deps --require-hashes \
		-r <(sed '1,/^# What the checks/d' requirements.lock))
	touch $@

.PHONY: packages
packages:
	@bash tests/apt.sh

.PHONY: golden
golden: $(VENV)/ready-dev ## record what this version does into tests/golden (ARGS="v0.1.0 --overwrite")
	PYTHONPATH=.:tests/support $(BIN)/python -m recordings.record $(ARGS)

.PHONY: bench
bench: $(VENV)/ready ## measure this machine (ARGS="eye looks"; without ARGS: a list of all benches)
	@$(BIN)/python -m tests.bench $(ARGS)

# $(call environment,GROUP OR LIST) makes the environment that the target lies in; pip reads groups since 25.1.
define environment
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check "pip>=25.1"
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check $(1)
	touch $@
endef

vision/training/.venv/ready: vision/training/pyproject.toml
	$(call environment,--group $<:render)

film: vision/training/.venv/ready ## make the built-in film anew (Blender from pip; about half an hour)
	cd vision/training && .venv/bin/python -m render.film --out $(CURDIR)/device/film

vision/training/.venv-train/ready: vision/training/pyproject.toml
	$(call environment,--group $<:train)

vision/training/.venv-films/ready: vision/training/pyproject.toml
	$(call environment,--group $<:films)

looks: build/.venv-boards/ready ## path-trace the held-out looks that the bench judges by (an hour on a core)
	build/.venv-boards/bin/python -m tests.bench.eye.looks --folder build/looks $(ARGS)

build/.venv-boards/ready: tests/bench/board/tracing/requirements.txt
	$(call environment,-r $<)

boards: build/.venv-boards/ready ## path-trace the held-out boards that the bench judges by (about two and a half hours on a core)
	build/.venv-boards/bin/python -m tests.bench.board.tracing --folder build/boards $(ARGS)

FILM_LOOKS := "wood on wood" "tournament leather, rust and black" "five by five, cloth" "five by five, printed card" \
	"felt cross, evening" "sewn cross, indigo"

board-films: build/.venv-boards/ready ## path-trace the boards in parts that the bench of following films (half an hour on a core)
	build/.venv-boards/bin/python -m tests.bench.board.tracing.parts --folder build/board-parts --look $(FILM_LOOKS) --view overhead $(ARGS)
	build/.venv-boards/bin/python -m tests.bench.board.tracing.parts --folder build/board-parts --look $(FILM_LOOKS) --view slanted $(ARGS)
	build/.venv-boards/bin/python -m tests.bench.board.tracing.parts --folder build/board-parts --look $(FILM_LOOKS) --view steep $(ARGS)

pretend-boards: build/.venv-boards/ready ## path-trace the boards in parts that the box shows by itself (ten minutes on a core)
	build/.venv-boards/bin/python -m tests.bench.board.tracing.parts --folder device/pretend/boards $(ARGS)

board-parts: vision/training/.venv/ready vision/training/.venv-train/ready ## make the training pictures of boards (an hour and a half on a core)
	cd vision/training && .venv/bin/python -m render.pieces --count 400
	cd vision/training && .venv/bin/python -m render.pieces --first 9000 --count 30
	cd vision/training && .venv-train/bin/python -m compose.boards --kind column --count 100000
	cd vision/training && .venv-train/bin/python -m compose.boards --kind square --count 60000
	cd vision/training && .venv-train/bin/python -m compose.boards --kind column --count 5000 --held
	cd vision/training && .venv-train/bin/python -m compose.boards --kind square --count 3000 --held

films: vision/training/.venv-films/ready ## make the films of throws anew (ARGS="--keep": those of tests/films; 10 minutes)
	cd vision/training && .venv-films/bin/python -m films.make $(ARGS)

train: board-parts ## train the eye anew, from seeds (eleven hours on one core)
	cd vision/training && .venv/bin/python -m render.parts --count 1515
	cd vision/training && .venv/bin/python -m render.parts --first 1515 --count 1200 --kind die
	cd vision/training && .venv/bin/python -m render.parts --first 9000 --count 260
	cd vision/training && .venv/bin/python -m render.parts --first 20000 --count 2000
	cd vision/training && .venv/bin/python -m render.parts --first 29000 --count 200
	cd vision/training && .venv/bin/python -m render.parts --first 24000 --count 1200 --kind cowrie
	cd vision/training && .venv/bin/python -m render.parts --first 26000 --count 1200 --kind cowrie
	cd vision/training && .venv/bin/python -m render.pairs --count 900
	cd vision/training && .venv/bin/python -m render.pairs --first 3000 --count 900
	PATH="$(CURDIR)/vision/training/.venv-train/bin:$$PATH" bash vision/training/train.sh

.PHONY: screenshots
screenshots: $(VENV)/ready-dev packages ## take the pages in all languages, light and dark, into build/screenshots
	PYTHONPATH=tests/support $(BIN)/python tests/screenshots.py $(ARGS)

.PHONY: contact-sheets
contact-sheets: $(VENV)/ready-dev packages ## take sixty states of the page, as sheets, into build/contact
	PYTHONPATH=.:tests/support $(BIN)/python tests/contact_sheets.py $(ARGS)

.PHONY: catalogues
catalogues: $(VENV)/ready-dev ## collect the page's sentences into the catalogues of all languages, and compile them
	$(BIN)/python -m web.build.catalogues

FONTS := $(addsuffix @5.3.0,$(addprefix @fontsource-variable/,noto-serif noto-serif-devanagari noto-serif-kannada))

.PHONY: fonts
fonts: $(VENV)/ready-dev ## make the page's fonts and their stylesheet anew (npm brings what they are cut from)
	npm install --silent --no-save --prefix build/fonts $(FONTS)
	$(BIN)/python -m web.build.fonts build/fonts/node_modules

.PHONY: icons
icons: $(VENV)/ready ## draw the icons for home screens anew
	$(BIN)/python -m web.build.icons

clean: ## remove what was made here
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
