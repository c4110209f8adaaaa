# Every command of the project. `make help` lists them.
SHELL := /bin/bash
BIN := node_modules/.bin
NODE := $(BIN)/node --disable-warning=ExperimentalWarning
# Ten threads that allocate hardly anything once they run share a heap of malloc: what a closed build or a thread that died leaves in it is
# used again by any other. Its limits are fixed, since malloc would raise them with the first large block that is freed.
SERVE := MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=16777216 NODE_COMPILE_CACHE=node_modules/.cache/compiled $(NODE) dist/main.js
# A blank setting counts as not set, as in the programs.
DATA_DIR := $(or $(DATA_DIR),data)
SCALE := $(or $(SCALE),small)

export DATA_DIR SCALE

.DEFAULT_GOAL := help
.PHONY: help setup runtime demo probe draft ingest worker analyse compile inspect verify builds rollback prune dev serve static static-serve key admin check check-data sql corpus catalogue docs ground test cases eval faults soak bench shots

help: ## list these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 22

NPM_CI := npm ci --no-audit --no-fund --loglevel=error

# What runs needs two thirds of what is installed; a complete installation serves both.
node_modules/.complete: package.json package-lock.json
	$(NPM_CI)
	@touch $@ node_modules/.runtime

node_modules/.runtime: package.json package-lock.json
	$(NPM_CI) --omit=dev
	@touch $@

# The server and its pages are bundled again when a source has changed.
dist/main.js: node_modules/.runtime $(shell find builds datasets engine server static storage -type f)
	@$(NODE) server/bundle/cli.ts
	@touch $@

setup: node_modules/.complete dist/main.js ## install all dependencies, including Node 22 and what checks and tests need

runtime: node_modules/.runtime dist/main.js ## install what runs alone, and bundle the server

demo: runtime ## install, ingest the synthetic corpus, serve it on 127.0.0.1:8080 and print a curl command with a working key
	@$(NODE) server/process/check_ports.ts
	@SCALE=small $(NODE) test/corpus/cli.ts
	@MIRROR="$(DATA_DIR)/corpus/small" MIRROR_MAP= SOURCES= $(NODE) pipeline/cli.ts
	@key=$$(NAME=demo TIER=enterprise $(NODE) server/admin/make_key.ts 2>/dev/null) && \
	printf '\nThe data is synthetic. Stop the server with Ctrl-C. In another terminal:\n\n' && \
	printf "  curl -H 'X-API-Key: %s' 'http://%s:%s/api/v1/contracts?vendor=north&limit=2'\n\n" \
	  "$$key" "$${HOST:-127.0.0.1}" "$${PORT:-8080}" && \
	exec env $(SERVE)

probe: runtime ## look at the head of every publisher's file, before an ingest: [SOURCES=a,b] [MIRROR=dir] [MIRROR_MAP=file]
	@$(NODE) pipeline/probe_cli.ts

draft: runtime ## propose the file of a new city from its portal's address: URL= [DATASET=permits|zoning] [SLUG=name] [OUT=dir]
	@$(NODE) pipeline/draft_cli.ts

ingest: runtime ## fetch, normalise, check and publish: [SOURCES=a,b] [MIRROR=dir] [MIRROR_MAP=file]
	@$(NODE) pipeline/cli.ts

worker: runtime ## work on the ingests that `make ingest` plans with the same QUEUE_URL and PUBLISH_TO, until SIGTERM
	@exec $(NODE) pipeline/worker_cli.ts

analyse: runtime ## summarise bills with a language model; needs ANALYSE_URL and ANALYSE_MODEL
	@$(NODE) pipeline/analyse_cli.ts

compile: runtime ## recompile the index of the current build
	@$(NODE) engine/cli/compile_current.ts

inspect: runtime ## print the sizes of the index by dataset and by source, or the sections of one: [DATASET=contracts]
	@$(NODE) engine/cli/inspect.ts

verify: runtime ## read a whole build against its hashes and checksums, and its signature, and say how fast: [BUILD=id] [KEY=public key]
	@$(NODE) engine/cli/verify.ts

builds: runtime ## list the builds in the bucket of PUBLISH_TO
	@$(NODE) storage/cli.ts list

rollback: runtime ## make an earlier build in the bucket current: BUILD=id
	@$(NODE) storage/cli.ts rollback

prune: runtime ## remove old builds from the bucket, and objects that no build names: KEEP=n
	@$(NODE) storage/cli.ts prune

dev: setup ## serve the current build, and bundle, restart and reload pages when a source changes
	@$(NODE) server/bundle/dev.ts

serve: runtime ## serve the current build on HOST:PORT
	@$(SERVE)

static: runtime ## write the current build as a site without a server, for any host of files: OUT=dir [ORIGIN=https://...] [PUBLISH_TO=s3://...]
	@$(NODE) static/cli.ts

static-serve: runtime ## serve the site of `make static` on HOST:PORT: OUT=dir
	@exec $(NODE) static/serve_cli.ts

key: ## print a new API key and nothing else: [TIER=free|developer|pro|enterprise] [NAME=x]
	@$(MAKE) -s runtime >&2
	@$(NODE) server/admin/make_key.ts

admin: ## manage accounts as the operator: ARGS="account list"; ARGS=--help lists the commands
	@$(MAKE) -s runtime >&2
	@server/admin/fpd-admin $(ARGS)

check: setup ## check lint rules, format and types
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm run -s check

check-data: runtime ## run every data check on the current build
	@$(NODE) pipeline/check_cli.ts

sql: runtime ## print the plan and ten rows of a statement over the current build: FILE=datasets/derived/vendors.sql
	@$(NODE) pipeline/sql_cli.ts

corpus: runtime ## generate the synthetic corpus: [SCALE=small|national] [SEED=n] [OUT=dir]
	@$(NODE) test/corpus/cli.ts

catalogue: runtime ## rewrite the DuckDB catalogue of the current build after its folder has moved
	@$(NODE) engine/cli/catalogue.ts "$(DATA_DIR)/current"

docs: setup ## regenerate docs/ and the generated tables of README.md
	@$(NODE) server/docs/write.ts
	@$(NODE) test/faults/write_table.ts

ground: setup ## make the ground of the map again, from Debian's gmt-gshhg-high and netcdf-bin: [GSHHG=folder]
	@$(NODE) ground/make.ts

test: setup ## run every test
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(NODE) $(BIN)/vitest run --config test/vitest.config.ts

cases: runtime ## run labelled cases of what is one record and what is several, and list the wrong ones: [CASES=dir]
	@$(NODE) test/cases_runner/cli.ts

eval: setup ## ask the tools the questions of journalists over the current build, and list wrong answers: [EVAL_URL= EVAL_MODEL= [EVAL_KEY=] asks a model, too] [EVAL_OUT=file]
	@$(NODE) test/eval/run.ts

faults: setup ## kill it, cut its power, damage its files, and check every promise of docs/RELIABILITY.md: [KINDS=a,b] [N=cases] [SEED=n] [MINUTES=n] [CASE=name] [MATCH=text] [PROVE=1] [RECORD=1]
	@NODE_COMPILE_CACHE=node_modules/.cache/compiled $(NODE) test/faults/run.ts

soak: setup ## serve small builds under mixed load while builds, Redis and threads change and fail: [MINUTES=60] [RATE=300] [SWITCH_S=60] [FAULT_S=120] [SEED=n]; report in DATA_DIR/soak
	@$(NODE) test/soak/run.ts

bench: setup ## run the benchmarks of docs/BENCHMARKS.md: [BENCH=ingest,queries,...] [BENCH_SCALE=smallest]; BENCH=answers,queries,export BENCH_BEFORE=<checkout> compares with another checkout
	@$(NODE) test/bench/run.ts

shots: setup ## take pictures of every kind of page into data/shots: [SITE_URL=http://127.0.0.1:8080] [ONLY=list,record]
	@$(NODE) test/shots/run.ts
