# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Memory-mapped ring buffers with odd offsets, fork, mremap, mprotect: see class_mmap.c.

for i in $(seq "$(amount 1 5)"); do
	relay class_mmap /sys/kernel/tracing/instances/mapped "$(amount 12 2000)"
done
