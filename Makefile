# `make check` is what CI runs. Everything uses the tools of the active virtual environment.

PYTHON ?= python
# a git revision whose clients must not break, in place of proto/baseline.binpb; or `none`
BREAKING_BASE ?=
# all GDScript but what is generated, from clients/godot
GDSCRIPT = $(filter-out %/messages.gd %/services.gd,$(patsubst clients/godot/%,%,$(wildcard \
	$(addprefix clients/godot/,addons/npc_dialogue/*.gd addons/npc_dialogue/admin/*.gd addons/npc_dialogue/balloon/*.gd addons/npc_dialogue/dock/*.gd demo/*.gd examples/*/*.gd tests/*.gd tests/unit/*.gd))))
export PYTHONPATH := $(CURDIR):$(CURDIR)/clients/python

.PHONY: check static figures unit changed test test-all soak soak-hour trust trust-whole lint types types-here types-windows imports protos docs-check format proto docs engines image-script portable lock vulnerabilities cluster cluster-test release site pictures version conformance conformance-mutations bench bench-commands bench-evidence bench-floor bench-godot bench-intents bench-minds bench-overload bench-questions bench-replay bench-restarts bench-rumours bench-scenes bench-secrets bench-streams bench-studio bench-talk bench-trees bench-visibility bench-wire

check: static test

# what runs no server; side by side, the slowest begin
static: types lint imports protos docs-check

lint:
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) clients/godot/uid.py --check
	$(PYTHON) clients/unity/meta.py --check
	hadolint deploy/image/Dockerfile
	cd clients/godot && gdlint $(GDSCRIPT) && gdformat --check --line-length 100 $(GDSCRIPT)

# what ships is checked a second time, as Windows has it: Python lacks names there
SHIPPED = npcserver npcmodels npcscenes npctools npctown npceval npcstudio clients/python/npcclient

types: types-here types-windows

types-here:
	$(PYTHON) -m mypy

types-windows:
	$(PYTHON) -m mypy --platform win32 --cache-dir .mypy_cache/win32 $(SHIPPED)

imports:
	lint-imports

protos:
	buf lint proto
	buf format proto --diff --exit-code
	BREAKING_BASE="$(BREAKING_BASE)" .ci/breaking
	$(PYTHON) -m proto.generate --check
	$(PYTHON) -m proto.generate_csharp --check
	$(PYTHON) -m proto.generate_gdscript --check
	$(PYTHON) -m proto.generate_typescript --check

docs-check:
	$(PYTHON) -m docs.generate --check

# Side by side; four at most, since each worker starts a PostgreSQL of its own.
WORKERS ?= -n auto --maxprocesses 4 --dist worksteal

test:
	$(PYTHON) -m pytest $(WORKERS)

# what CI prints besides: languages and characters without a model, as they are met
figures:
	$(PYTHON) -m tests.benchmarks.languages
	$(PYTHON) -m tests.benchmarks.first_questions
	$(PYTHON) -m tests.benchmarks.tells --json

# the steps of the image without containers, from an empty folder to a first line (docs/deploy.md)
image-script:
	PYTHON="$(PYTHON)" deploy/image/first_line.sh

# a folder with Python and the server, for a game to put beside itself (docs/engines.md)
portable:
	rm -rf dist/npcserver dist/npcserver.zip
	$(PYTHON) deploy/portable/build.py dist/npcserver

# three servers behind HAProxy on one PostgreSQL, on this machine (docs/deploy.md)
cluster:
	$(PYTHON) -m tests.benchmarks.cluster --serve 1 --model $(or $(MODEL),offline)

# the same under talks, while one server is killed every five seconds
cluster-test:
	$(PYTHON) -m tests.benchmarks.cluster

# the exact packages of the image, with their hashes; UPGRADE=--upgrade takes newer ones
lock:
	deploy/image/lock.sh

# known vulnerabilities of the locked packages; exit code 2 where no database can be reached
vulnerabilities:
	$(PYTHON) deploy/image/vulnerabilities.py

# what a release offers to each shop, in dist/VERSION; uploads nothing (docs/releases.md)
release:
	$(PYTHON) -m release.build $(VERSION)

# the docs as pages in dist/site, with a search that needs no server; fails on a broken link
site:
	$(PYTHON) -m sphinx -q -W --keep-going -b html -c docs/site . dist/site

# takes the pictures of Godot, of the town and of the studio that shops and pages show; look at them before you commit
pictures:
	NPCSERVER_SHOTS=1 NPCSERVER_TEST_VARIANTS=whole $(PYTHON) -m pytest -n 0 \
		tests/engines/test_godot_web.py tests/engines/test_godot_nodes.py -k "demo or editor"
	$(PYTHON) -m tests.engines.town_pictures
	$(PYTHON) -m tests.engines.studio_pictures

# writes the version into every part that names one; pyproject.toml is the one that counts
version:
	$(PYTHON) -m release.build $(VERSION) --set

# what needs no server, database or engine, for use while working
unit:
	$(PYTHON) -m pytest $(WORKERS) tests/unit tests/property tests/architecture

# the tests near to what changed since BASE
BASE ?= main

changed:
	$(PYTHON) -m tests.changed $(BASE) -- $(WORKERS)

# what the tests of the clients run in; without one they are skipped with a reason
engines:
	$(PYTHON) -m tests.engines.provision

# every client plays every case, and all must see the same (docs/conformance.md)
conformance:
	$(PYTHON) -m tests.conformance

# breaks the clients one way after the other, in a copy of the tree, and sees that each is found
conformance-mutations:
	$(PYTHON) -m tests.conformance.mutations

# as `test`, with the suites that CI shortens at their whole length
test-all soak:
	NPCSERVER_TEST_KILLS=20 NPCSERVER_TEST_DAYS=1 NPCSERVER_TEST_TREES=1000 \
	NPCSERVER_TEST_INTENT_RUNS=500 NPCSERVER_TEST_RUMOURS=20 NPCSERVER_TEST_PLANTED=50 \
	NPCSERVER_TEST_REPLAYED_TURNS=200 NPCSERVER_TEST_RESTARTED_TALKS=50 NPCSERVER_TEST_SCENES=1000 \
	NPCSERVER_TEST_CLUSTER_SECONDS=300 NPCSERVER_TEST_FAULT_SECONDS=20 NPCSERVER_TEST_WEB_PLAYER=1 \
	NPCSERVER_TEST_BARGE_INS=1000 NPCSERVER_TEST_OBSERVATIONS=36000 \
	NPCSERVER_TEST_CONFORMANCE=whole NPCSERVER_TEST_SPOILED_CALLS=400 \
	NPCSERVER_TEST_CROWD=1 NPCSERVER_TEST_EXAMPLES=whole NPCSERVER_TEST_VARIANTS=whole \
	$(PYTHON) -m pytest $(WORKERS)

# runs the tests that the docs name for their promises, and prints promise, test and figure
trust:
	$(PYTHON) -m tests.trust

# the same with what CI shortens at its whole length, and the soak; takes hours
trust-whole:
	NPCSERVER_TEST_KILLS=100 NPCSERVER_TEST_RESTARTED_TALKS=50 NPCSERVER_TEST_BARGE_INS=1000 \
	NPCSERVER_TEST_OUTAGE_SECONDS=60 NPCSERVER_TEST_EXAMPLES=whole NPCSERVER_TEST_VARIANTS=whole \
	$(PYTHON) -m tests.trust
	$(MAKE) soak-hour

# 50 talks for an hour: resident memory stays, and nothing fails (docs/reliability.md)
soak-hour:
	$(PYTHON) -m tests.benchmarks.soak --out soak.csv

format:
	$(PYTHON) -m ruff format .
	$(PYTHON) -m ruff check --fix .
	buf format proto --write

proto:
	$(PYTHON) -m proto.generate
	$(PYTHON) -m proto.generate_csharp
	$(PYTHON) -m proto.generate_gdscript
	$(PYTHON) -m proto.generate_typescript
	$(PYTHON) -m tests.conformance.vectors
	$(PYTHON) clients/godot/uid.py

docs:
	$(PYTHON) -m docs.generate

bench:
	npcserver bench recall
	npcserver bench observe
	npcserver bench turn
	npcserver bench day
	npcserver bench saves
	npcserver bench start
	npcserver bench ticks

# what commands cost that need no server
bench-commands:
	$(PYTHON) -m tests.benchmarks.commands --json

# how long the pages of the studio take, with 100,000 memories and 1,000 timelines
bench-studio:
	$(PYTHON) -m tests.benchmarks.studio

# random trees of play beside an oracle that copies everything
bench-trees:
	$(PYTHON) -m tests.benchmarks.trees --steps 1000 --json

# how much of a recorded day is news, how talks end, and what spoiled answers leave behind
bench-minds:
	$(PYTHON) -m tests.benchmarks.replayed_day --json
	$(PYTHON) -m tests.benchmarks.prefixes --json
	$(PYTHON) -m tests.benchmarks.talks --meetings 100 --json
	$(PYTHON) -m tests.benchmarks.spoiled_days --calls 10000 --json

# what becomes of more turns than the server can take (docs/reliability.md)
bench-overload:
	$(PYTHON) -m tests.benchmarks.overload --json

# what players see of a rolling restart, on SQLite and PostgreSQL (docs/reliability.md)
bench-restarts:
	$(PYTHON) -m tests.benchmarks.restarts --json

# what a thousand idle streams cost, and what is left of a thousand turns that are cut off
bench-streams:
	$(PYTHON) -m tests.benchmarks.idle_streams --json
	$(PYTHON) -m tests.benchmarks.barge_ins --json

# whether hostile questions bring any secret into a prompt where it may not be
bench-secrets:
	$(PYTHON) -m tests.benchmarks.secrets --json

# how many deeds are remembered that did not happen
bench-intents:
	$(PYTHON) -m tests.benchmarks.intents --json

# which way facts go from mouth to mouth, and whether the way of each can be shown
bench-rumours:
	$(PYTHON) -m tests.benchmarks.rumours --json
	$(PYTHON) -m tests.benchmarks.town_news --json

# of the turns that answer a question, how many come to mind (docs/retrieval.md)
bench-evidence:
	$(PYTHON) -m tests.benchmarks.evidence --json

# a session in which everything goes wrong, replayed again and again; mistakes that persona tests flag
bench-replay:
	$(PYTHON) -m tests.benchmarks.replays --turns 1000 --times 100 --json
	$(PYTHON) -m tests.benchmarks.planted_faults --json

# how often it is said rightly who speaks next in a circle, and how long that takes (docs/circles.md)
bench-floor:
	$(PYTHON) -m tests.benchmarks.floor --json

# what a newcomer asks first, of characters without a language model
bench-questions:
	$(PYTHON) -m tests.benchmarks.first_questions
	$(PYTHON) -m tests.benchmarks.tells --json --json

# the four stories to their ends, and what memory, group chat and summaries are for (docs/scenes.md)
bench-scenes:
	$(PYTHON) -m tests.benchmarks.scenes --json

# whether anybody in a scene is shown what is not for them, or not shown what is
bench-visibility:
	$(PYTHON) -m tests.benchmarks.visibility --scenes 1000 --json

# what the HTTP listener adds to native gRPC (docs/engines.md)
bench-wire:
	$(PYTHON) -m tests.benchmarks.wire --json

# what a hundred characters that talk at once cost a Godot game in each frame (clients/godot)
bench-godot:
	$(PYTHON) -m tests.benchmarks.godot_frames --json

# what real models say in a hundred written turns (docs/models.md); hours on a small machine, and goes
# on where it stopped
bench-talk:
	$(PYTHON) -m tests.models.provision
	for file in $$($(PYTHON) -c 'from tests.models.home import MODELS; print(*(m.path for m in MODELS.values()))'); do \
		npcserver bench talk --model local:$$file --out bench-talk/$$(basename $$file .gguf).jsonl \
			--transcripts bench-talk/transcripts --markdown || exit 1; \
	done
