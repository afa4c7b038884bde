#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The long form of threads.sh: three hundred changes of the text.
# nightly
# guest: --smp 2 --mem 1024 --timeout 36000
# guest: --program REPO/tools/testing/trace/guest/threads.c
# guest: --files REPO/tools/testing/trace/guest/threads.sh:threads.sh
# config: threads-kasan

export ROUNDS=${ROUNDS:-50}
exec sh /threads.sh
