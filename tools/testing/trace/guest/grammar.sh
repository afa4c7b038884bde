#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The grammar fuzzer: four processes on two CPUs write commands to the control files as
# tools/testing/trace/grammar/syntax describes them, one of five of them changed at random,
# while instances, modules, CPUs and mounts come and go. First each control file has to have
# a syntax, and the operations that once caused a report run. SEED=n in the environment sets
# the seed, OPERATIONS=n their number for each process.
# guest: --smp 2 --mem 1024 --timeout 1200
# guest: --program REPO/tools/testing/trace/grammar/grammar.c
# guest: --files REPO/tools/testing/trace/grammar/syntax:syntax
# guest: --files REPO/tools/testing/trace/grammar/corpus:corpus
# guest: --files REPO/tools/testing/trace/grammar/guest:fuzz
# config: check
# long
# nightly-also: threads-kasan

. /guest/tap
. /fuzz

fuzz_syntax
fuzz_corpus
fuzz_run "${SEED:-17}" -n "${OPERATIONS:-50}"
fuzz_end
