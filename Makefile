# Every routine command of the project. `make` alone lists them.

# One profile serves all of them, so that HiGHS, which takes minutes, is compiled once.
CARGO = cargo
RELEASE = --release --locked

# The grid that `make demo` solves.
DEMO = instances/demo.txt

# The tests run with the checks of a debug build, but only in our own package: another profile, or checks in every
# package, would compile HiGHS again.
CHECKS = --config 'profile.release.package.minclue.debug-assertions=true' \
         --config 'profile.release.package.minclue.overflow-checks=true'

.PHONY: help prepare demo test lint bench

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

prepare: ## install the system packages that a build needs, or name them
	@sh .ci/prepare

# Seconds for each engine. The native one needs a few; the linear programs need minutes, and what they have proven when
# the time is over is shown beside it. Exit code 4 says just that.
DEMO_LIMIT = 120

demo: prepare ## build, and solve one 9x9 grid with both engines
	$(CARGO) build $(RELEASE)
	$(CARGO) run --quiet $(RELEASE) -- solve --engine both --time-limit $(DEMO_LIMIT) $(DEMO) || [ $$? -eq 4 ]

test: prepare ## every test, with debug assertions and overflow checks
	$(CARGO) test $(RELEASE) $(CHECKS)

lint: prepare ## formatting, lints and documentation, with and without CBC; warnings are errors
	$(CARGO) fmt --check
	$(CARGO) clippy $(RELEASE) --all-targets -- -D warnings
	$(CARGO) clippy $(RELEASE) --all-targets --no-default-features -- -D warnings
	RUSTDOCFLAGS=-Dwarnings $(CARGO) doc $(RELEASE) --no-deps

bench: prepare ## the benchmarks
	$(CARGO) bench --locked
