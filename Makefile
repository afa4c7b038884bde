# SPDX-License-Identifier: GPL-2.0
#
# The common: 'make run', 'make test', and 'make help' for the rest.

export O CONFIG KERNEL_SRC TARGET SCRIPT V W C JOBS METRIC PEERS \
	STOCK KERNEL UM_STOCK UM_KERNEL PEERS_STOCK

T := scripts/tracing

.PHONY: help setup tree kernel stock run test check-model stress soak bench series layers clean
.DEFAULT_GOAL := help

help:
	@cat $(T)/help

setup:
	@$(T)/setup

tree: setup
	@$(T)/tree

kernel: tree
	@$(T)/build

stock: tree
	@$(T)/tree base
	@$(T)/build stock

# The demonstration has a small kernel of its own; CONFIG=test boots another one.
run: export CONFIG := $(or $(CONFIG),run)
run: tree
	@$(T)/build
	@$(T)/run

# TESTS="common selftests": those groups only.
test: setup
	@$(T)/test $(TESTS)

# What Documentation/trace/ring-proof.rst tells of, whole. Some minutes.
check-model: setup
	@O="$(abspath $(or $(O),build))/check-model" tools/testing/trace/ring/check-model

# Writers, readers and changes of a ring, all at once, on CONFIG's kernel; ROUNDS
# says for how long. It is told which functions are ours, and remembers all reports.
stress: kernel
	@k="$(or $(O),build)/$(or $(CONFIG),test)"; \
	$(T)/functions "$$k" >"$$k/functions"; \
	$(T)/guest --smp 4 --mem 1024 --timeout 3600 --append log_buf_len=16M \
		--files "$$k/functions:functions" --program tools/testing/trace/stress/stress.c \
		"$$k" tools/testing/trace/stress/stress.sh $(or $(ROUNDS),20)

# Markers that fire while all about them changes, for SOAK seconds, on CONFIG's kernel.
soak: kernel
	@$(T)/guest --smp 4 --timeout 36000 --env SOAK=$(or $(SOAK),600) \
		"$(or $(O),build)/$(or $(CONFIG),test)" \
		tools/testing/trace/guest/markers-stress.sh

# METRIC='event* glob': those rows only. It never fails on a figure.
bench: setup
	@$(T)/bench

series: setup
	@$(T)/series

layers:
	@$(T)/layers

# What was built goes; the base's cache in the home directory stays. A directory
# that nothing of ours was built in is left alone.
clean:
	@d="$(or $(O),build)"; \
	if [ -e "$$d/.lock" ]; then rm -rf "$$d"; \
	elif [ -e "$$d" ]; then echo "error: $$d was not made by this Makefile" >&2; exit 1; fi
