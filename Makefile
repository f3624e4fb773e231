# make run · make test · make check · make soak · make bench · make demo · make pins
# HOST and PORT say where make run serves; PYTHON which Python makes the environment.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test check soak bench demo pins clean lint

run: $(VENV)/.run
	@exec $(BIN)/python manage.py up --host $(HOST) --port $(PORT)

test: $(VENV)/.dev
	@$(BIN)/python tests/run.py

check: lint test

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	HTTPS=1 $(BIN)/python manage.py check --deploy --fail-level WARNING

soak: $(VENV)/.dev
	@$(BIN)/python tests/run.py --soak

bench: $(VENV)/.dev
	@$(BIN)/python benchmarks/run.py

demo: $(VENV)/.run
	@$(BIN)/python manage.py demo

$(VENV)/.run: requirements.txt | $(VENV)/bin/pip
	@$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.run
	@$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt -r requirements-dev.txt
	@touch $@

$(VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Companion needs Python 3.11 or newer; name one with: make PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "Python has no venv here; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)

# The pins are computed for every Python from 3.11 on; uv is needed for this alone.
pins: $(VENV)/bin/pip
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --no-header --no-emit-index-url requirements.in -o requirements.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --no-header --no-emit-index-url requirements-dev.in -o requirements-dev.txt

clean:
	rm -rf $(VENV) var out .mypy_cache .ruff_cache .pytest_cache .hypothesis
