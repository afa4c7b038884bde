# SPDX-License-Identifier: GPL-2.0
#
# Start with 'make run' or 'make test'; 'make help' lists the other targets.

export O CONFIG KERNEL_SRC TARGET SCRIPT V W C JOBS METRIC PEERS RT CACHE FLAVOUR \
	MODULES STOCK KERNEL UM_STOCK UM_KERNEL PEERS_STOCK PEERS_KERNEL RT_STOCK RT_KERNEL

T := scripts/tracing

# The configuration of another architecture has its name, and the list of the packages that
# it needs in addition as well; scripts/tracing/architectures.py is the table of them.
ifneq ($(wildcard configs/$(ARCH).config),)
CONFIG := $(or $(CONFIG),$(ARCH))
endif

.PHONY: help setup tree kernel stock run test check-model stress soak coverage mutants bench deb debian \
	debian-shell series layers clean
.DEFAULT_GOAL := help

help:
	@cat $(T)/help

setup:
	@$(T)/setup$(if $(wildcard $(T)/$(ARCH)-packages),-arch $(ARCH))

tree: setup
	@$(T)/tree

kernel: tree
	@$(T)/build

stock: tree
	@$(T)/tree base
	@$(T)/build stock

# The demonstration uses a small kernel; CONFIG=test boots the test kernel instead.
# ARCH=arm64, i386 or riscv boots the kernel of that architecture.
run: export CONFIG := $(or $(CONFIG),run)
run: tree
	@$(T)/build
	@$(T)/run

# TESTS="scripts selftests" runs only these groups.
# ARCH=arm64, i386 or riscv runs the tests of tools/testing/trace/arch on the kernel of that architecture.
test: setup
	@$(T)/test $(TESTS)

# The complete verification that Documentation/trace/ring-proof.rst describes; takes
# some minutes.
check-model: setup
	@O="$(abspath $(or $(O),build))/check-model" tools/testing/trace/ring/check-model

# Stress test of the ring buffer on CONFIG's kernel: concurrent writers, readers and
# configuration changes, for ROUNDS rounds. The list of our functions selects the data
# races to report.
stress: kernel
	@k="$(or $(O),build)/$(or $(CONFIG),test)"; \
	$(T)/functions "$$k" >"$$k/functions"; \
	$(T)/guest --smp $(or $(SMP),4) --mem 1024 --timeout 36000 --append log_buf_len=16M \
		--files "$$k/functions:functions" --program tools/testing/trace/stress/stress.c \
		"$$k" tools/testing/trace/stress/stress.sh $(or $(ROUNDS),20)

# All of tracing at once on CONFIG's kernel, by default the one for real threads with KASAN,
# for SOAK seconds (3600): at the end no record is missing and memory is as before.
soak: export CONFIG := $(or $(CONFIG),threads-kasan)
soak: kernel
	@$(T)/guest --smp $(or $(SMP),2) --mem 1536 --timeout 360000 \
		--append log_buf_len=4M \
		$(if $(SOAK),--env SOAK=$(SOAK)) \
		--program tools/testing/trace/stress/stress.c \
		--program tools/testing/trace/guest/soak_perf.c \
		"$(or $(O),build)/$(CONFIG)" tools/testing/trace/guest/soak.sh

# Which code the tests execute: lcov's page in O/coverage/html, and a summary.
# TESTS="kunit upstream" runs only these groups again, TESTS=report none.
coverage: setup
	@$(T)/coverage $(TESTS)

# Change one place of the code at a time: does a test fail? SEED=n, MUTANTS=n (500).
mutants: setup
	@$(T)/mutants

# METRIC='event* glob' measures only these rows. A figure never fails the run.
bench: setup
	@$(T)/bench

# Debian's kernel of this tree, as packages.
deb: export CONFIG :=
deb:
	@$(T)/setup $(T)/deb-packages
	@$(T)/tree
	@$(T)/deb

# A Debian with the packages of 'make deb', from its disk; debian-shell has a shell in it.
# BOOTS=10 only boots it, ten times.
debian: setup
	@$(T)/system $(if $(BOOTS),--boot $(BOOTS))

debian-shell: setup
	@$(T)/system --shell

series: setup
	@$(T)/series

layers:
	@$(T)/layers

# Remove the build products, but not the cache of the base in the home directory. A
# directory without the lock file of a build is not removed.
clean:
	@d="$(or $(O),build)"; \
	if [ -e "$$d/.lock" ]; then rm -rf "$$d"; \
	elif [ -e "$$d" ]; then echo "error: $$d was not made by this Makefile" >&2; exit 1; fi
