# SPDX-License-Identifier: GPL-2.0
#
# The house: see 'make help'.

export O CONFIG KERNEL_SRC TARGET SCRIPT V JOBS

T := scripts/tracing

.PHONY: help tree kernel stock
.DEFAULT_GOAL := help

help:
	@cat $(T)/help

tree:
	@$(T)/tree

kernel: tree
	@$(T)/build

stock:
	@$(T)/tree base
	@$(T)/build stock
