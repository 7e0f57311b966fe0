# Every routine command of the project. `make` alone lists them. `HIGHS=build make ..` compiles HiGHS, also where one could be
# taken (`.ci/highs`); `make wheel` and `make dist` always do, in folders of their own.

# One profile serves all of them, so that HiGHS, where it is compiled, is compiled once.
CARGO = cargo
RELEASE = --release --locked

# The grid that `make demo` solves.
DEMO = instances/demo.txt

# The tests run with the checks of a debug build, but only in our own packages: another profile, or checks in
# all of them, would compile HiGHS again.
CHECKED = minclue minclue-branch-and-cut minclue-campaign minclue-catalog minclue-cli minclue-core minclue-engine \
          minclue-engines minclue-interop minclue-lp minclue-native minclue-published minclue-puzzles minclue-report minclue-solver \
          minclue-studies minclue-teaching minclue-verifier minclue-web
CHECKS = $(foreach package,$(CHECKED),\
         --config 'profile.release.package.$(package).debug-assertions=true' \
         --config 'profile.release.package.$(package).overflow-checks=true')

# CBC, the second ILP solver, is left out of a build unless it is asked for. The tests and all that runs their program have it.
CBC = --features cbc

# The programs that `make test` has compiled. The whole workspace is selected, since a build of the root alone has other
# features of the crates below, and would compile all of them once more.
PROGRAMS = --workspace --bin minclue --bin minclue-attack

.PHONY: help prepare demo gate long test test-long quick lint bench notebooks tables models wheel sdist python pictures attack \
        test-clusters fuzz deny book version programs container dist publishable web test-web test-firefox

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

prepare: ## install the system packages that a build and the tests need, or name them
	@sh .ci/prepare tests

# Seconds for each engine. The first needs one or two, the second a few; on a slow machine the bounds that they have proven by
# then are shown, and exit code 4 says just that.
DEMO_LIMIT = 120

# The chain of tjusila-2023: inequalities by a no-good loop, linear programs in a tree, the follower's program, all by HiGHS.
CHAIN = --engine bilevel --source ilp --max-sets 100 --lp-solver highs --follower highs --cross-check

demo: ## build, solve one 9x9 grid with two engines that share no search, and one of 6x6 by integer programs as in tjusila-2023
	@sh .ci/prepare
	$(CARGO) build $(RELEASE)
	$(CARGO) run --quiet $(RELEASE) -- solve --independent --time-limit $(DEMO_LIMIT) $(DEMO) || [ $$? -eq 4 ]
	head -n 2 instances/6x6.txt | $(CARGO) run --quiet $(RELEASE) -- solve $(CHAIN) --time-limit $(DEMO_LIMIT) || [ $$? -eq 4 ]

# The steps, their times and the table of seconds stand in one script, which CI runs.
gate: ## what every change has to pass: lint, test and tables, with the seconds of each
	@sh .ci/run gate

long: ## what takes long: test-long, attack, fuzz, notebooks, python, test-clusters and test-web, with the seconds of each
	@sh .ci/run long

test: prepare ## every test, with debug assertions and overflow checks
	$(CARGO) test $(RELEASE) --workspace $(CBC) $(CHECKS)

# What takes many seconds: whole searches that no smaller instance stands for, and more instances of what `make test` asks of a
# few. Each is ignored for the reason "long", and its name ends with this; `tests/house` holds them.
LONG = at_length

test-long: prepare ## the tests that take long, each some seconds to a minute
	$(CARGO) test $(RELEASE) --workspace $(CBC) $(CHECKS) --lib --test program --test library --test proofs -- --ignored $(LONG)

test-clusters: prepare ## campaigns on Slurm and GNU parallel that are killed at work; takes minutes, and Slurm wants root
	@sh .ci/prepare tests clusters
	$(CARGO) test $(RELEASE) --workspace $(CBC) $(CHECKS) --test clusters -- --ignored --test-threads 1 --nocapture

# What `make quick` leaves out beside `tests/library`: each takes longer than all tests of most files. `tests/house` holds the names.
SLOW = no_setting_changes_a_minimum a_stopped_run_goes_on_from_its_state orbit_and_stabilizer \
       a_budget_is_kept_in_a_family_of_more_sets_than_rows \
       on_nine_by_nine_no_work_is_lost an_integer_program_may_be_the_follower a_signal_leaves_a_state \
       on_nine_by_nine_an_answer_comes_before_the_bounds_meet

quick: prepare ## what says something of a change within two minutes, once it is built
	$(CARGO) test $(RELEASE) --workspace $(CBC) $(CHECKS) --lib --bins --test house --test program --test cases -- $(addprefix --skip ,$(SLOW))

# What is left out of a build without HiGHS and CBC stands in two crates. The product stands without `papers/` and `farm/`.
lint: prepare ## words, names, formatting, lints and documentation, with and without solvers in C; warnings are errors
	@sh .ci/words
	@sh .ci/names
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(RELEASE) --workspace --all-targets $(CBC) -- -D warnings
	$(CARGO) clippy $(RELEASE) -p minclue-lp -p minclue-solver --lib -- -D warnings
	for features in "" cli cli,farm cli,papers; do \
		$(CARGO) clippy $(RELEASE) -p minclue --no-default-features --features "$$features" -- -D warnings || exit 1; \
	done
	RUSTDOCFLAGS=-Dwarnings $(CARGO) doc $(RELEASE) --workspace --no-deps $(CBC)

# The engine of the page is a program like any other, for the system interface WASI, with vectors of 128 bits.
WASM = wasm32-wasip1
ENGINE = target/$(WASM)/web/minclue-web.wasm

web: ## the page with the engine inside, one file: target/web/minclue.html
	@sh .ci/prepare page
	rustup target add $(WASM)
	CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="-C target-feature=+simd128" \
		$(CARGO) build --profile web --locked --target $(WASM) --package minclue-web
	web/assemble $(ENGINE) target/web/minclue.html

# It answers as the program does, which the tests ask too: that of `make test`.
test-web: web ## the page and worksheets in a real browser without a window, by what is said and by what is seen
	@sh .ci/prepare tests page browser
	$(CARGO) build $(RELEASE) $(PROGRAMS) $(CBC) $(CHECKS)
	python3 -B web/tests/test_page.py
	python3 -B web/tests/test_worksheet.py

test-firefox: web ## the page in Firefox, shorter
	@sh .ci/prepare page firefox
	python3 -B web/tests/test_firefox.py

bench: prepare ## the benchmarks
	$(CARGO) bench --locked

# What the notebooks are tried on: two grids of 4x4 and three of 6x6, and some puzzles, made anew each time. The program is
# that of `make test`, and so is what the Python package is built from.
STUDY = $(CURDIR)/target/study
CLASSIC = $(CURDIR)/target/classic
VENV = target/notebooks

notebooks: ## every notebook, headless, those of studies on a small one
	@sh .ci/prepare tests notebooks
	$(CARGO) build $(RELEASE) $(PROGRAMS) $(CBC) $(CHECKS)
	$(MAKE) $(PYTHON_TOOLS)/installed
	rm -rf $(VENV)/wheel
	$(MATURIN) $(CHECKS) --features tested --auditwheel skip --out $(VENV)/wheel
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --requirement notebooks/requirements.txt
	$(VENV)/bin/pip install --quiet --disable-pip-version-check --no-index --force-reinstall $(VENV)/wheel/*.whl
	rm -rf "$(STUDY)" "$(CLASSIC)"
	grep -hE '^(4x4-001|4x4-003|6x6-0[123]) ' instances/4x4.txt instances/6x6.txt | target/release/minclue study inequalities \
		--counts 5,20,any --sources complete,ilp --leaves lp,auto --relaxation full --time-limit 5 -o "$(STUDY)" - || [ $$? -eq 4 ]
	target/release/minclue study classic --puzzles 20 --group-puzzles 4 --density-puzzles 200 -o "$(CLASSIC)"
	export MINCLUE_STUDY="$(STUDY)" MINCLUE_CLASSIC="$(CLASSIC)" MINCLUE="$(CURDIR)/target/release/minclue"; \
		$(VENV)/bin/python notebooks/run.py notebooks/*.ipynb

# What makes wheels and tables, and what the tests of the package need.
PYTHON = target/python
PYTHON_TOOLS = $(PYTHON)/tools
MATURIN = $(PYTHON_TOOLS)/bin/maturin build --manifest-path python/Cargo.toml

$(PYTHON_TOOLS)/installed: python/requirements.txt
	python3 -m venv $(PYTHON_TOOLS)
	$(PYTHON_TOOLS)/bin/pip install --quiet --disable-pip-version-check --requirement python/requirements.txt
	touch $@

# `git diff --exit-code results` behind it says whether the committed ones are what the records say. It searches nothing, and needs
# Python alone. Where the results of the paper are not at hand (MINCLUE_DATA), the folders that show them are left as they are.
tables: $(PYTHON_TOOLS)/installed ## every table and figure of results/ anew, from its records
	PYTHONPATH=python $(PYTHON_TOOLS)/bin/python -m minclue.analysis results

models: ## the benchmark of bilevel programs in models/bench anew, from its list and its bounds
	$(CARGO) build $(RELEASE)
	models/bench/make

# A release holds HiGHS: it is compiled, in a folder of its own, and without the path of another one. ARCH names
# architectures of Linux, x86_64 or aarch64 or, for `make wheel` and `make dist`, both; without it that of this machine is meant.
# ZIG=yes makes wheels for older Linux.
ARCH =
export ZIG

wheel: ## the Python package, module and program, in target/wheels, tried without a compiler
	@sh .ci/prepare python static
	$(MAKE) $(PYTHON_TOOLS)/installed
	@sh .ci/wheel $(ARCH)

# With SDIST=try it is also built as pip builds it, which takes as long as a first build.
SDIST =

sdist: ## the source distribution of the Python package, in target/wheels
	@sh .ci/prepare python
	$(MAKE) $(PYTHON_TOOLS)/installed
	@sh .ci/sdist $(SDIST)

# The wheel is built with the checks, the features and the HiGHS of `make test`, so that only its own crate is compiled, and it finds
# HiGHS where that lies. It goes into a fresh environment, with the
# packages that its tests need: what it needs itself is nothing.
python: ## the tests, the examples and the types of the Python package, on a fresh installation
	@sh .ci/prepare python
	$(MAKE) $(PYTHON_TOOLS)/installed
	rm -rf $(PYTHON)/wheel $(PYTHON)/fresh
	$(MATURIN) $(CHECKS) --features tested --auditwheel skip --out $(PYTHON)/wheel
	python3 -m venv $(PYTHON)/fresh
	$(PYTHON)/fresh/bin/pip install --quiet --disable-pip-version-check --requirement python/requirements.txt
	$(PYTHON)/fresh/bin/pip install --quiet --disable-pip-version-check --no-index $(PYTHON)/wheel/*.whl
	$(PYTHON)/fresh/bin/pytest -p no:cacheprovider
	$(PYTHON)/fresh/bin/mypy --cache-dir $(PYTHON)/mypy python/minclue
	$(PYTHON)/fresh/bin/stubtest --mypy-config-file pyproject.toml minclue._native

# Pictures of the page, of reports and of sheets are taken in a real browser.
pictures: web ## every picture in docs/: the crates, grids and sets by the library, pages and reports in a browser
	@sh .ci/prepare tests page browser
	$(CARGO) test $(RELEASE) --workspace $(CBC) $(CHECKS) --test house -- --ignored write_the_picture
	$(CARGO) build $(RELEASE) $(PROGRAMS) $(CBC) $(CHECKS)
	grep fig1b instances/papers.txt | target/release/minclue sets --max-size 4 --format svg - >docs/sets.svg
	python3 -B web/tests/look.py target/web/minclue.html docs

# Seconds in which new random questions are asked; the seed fixes what they are. The program is that of `make test`.
ATTACK_SECONDS = 60
ATTACK_SEED = 1

attack: prepare ## random small questions to the built program, against brute force
	$(CARGO) build $(RELEASE) $(PROGRAMS) $(CBC) $(CHECKS)
	target/release/minclue-attack --seconds $(ATTACK_SECONDS) --seed $(ATTACK_SEED)

# Seconds of fuzzing for all targets together, two at once.
FUZZ_SECONDS = 120

fuzz: prepare ## every reader of foreign files with libFuzzer
	CARGO="$(CARGO)" sh crates/fuzz/run $(FUZZ_SECONDS)

# The database of advisories is on GitHub. With DENY=licenses (and bans, sources) nothing is looked up.
DENY = advisories bans licenses sources

deny: ## licenses, sources and known advisories of all packages; needs cargo-deny
	@$(CARGO) deny --version >/dev/null 2>&1 || { echo "cargo-deny is missing: cargo install cargo-deny --locked" >&2; exit 1; }
	$(CARGO) deny --locked check $(DENY)

book: ## docs/ and the results as pages to click through, in target/book; needs mdbook
	@mdbook --version >/dev/null 2>&1 || { echo "mdbook is missing: cargo install mdbook --locked" >&2; exit 1; }
	@sh .ci/book

version: ## writes VERSION=X.Y.Z, the next version, into every file that names it
	@sh .ci/version $(VERSION)

# Another profile is for trying the scripts: everything is compiled anew for static programs.
PROFILE = dist

programs: ## programs that need no library of the system, with manual pages and licenses, in target/programs
	@sh .ci/prepare static $(ARCH)
	@sh .ci/programs $(PROFILE) $(ARCH)

container: ## the image minclue, of the static programs; needs podman, buildah or docker
	@sh .ci/container

publishable: ## whether every crate could be published: packed, and compiled from its package
	@sh .ci/prepare
	$(CARGO) publish --workspace --dry-run --locked $(PUBLISH)

dist: ## everything that a release has, in target/dist-out; needs cargo-cyclonedx. docs/releasing.md
	@sh .ci/prepare dist python page $(ARCH)
	@sh .ci/dist $(PROFILE) $(ARCH)
