#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The grammar fuzzer as in grammar.sh, for an hour, with a seed that is printed. A run of
# ten minutes begins with the state of a new machine as far as files can establish it; then
# the next seed follows. SEED=n and SECONDS=n in the environment set the first seed and the
# duration.
# guest: --smp 2 --mem 1536 --timeout 9000
# guest: --program REPO/tools/testing/trace/grammar/grammar.c
# guest: --files REPO/tools/testing/trace/grammar/syntax:syntax
# guest: --files REPO/tools/testing/trace/grammar/corpus:corpus
# guest: --files REPO/tools/testing/trace/grammar/guest:fuzz
# config: threads-kasan
# nightly-also: threads-kcsan
# nightly

. /guest/tap
. /fuzz

seed=${SEED:-$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')}
left=${SECONDS:-3600}
fuzz_syntax
fuzz_corpus
while [ "$left" -gt 0 ] && [ ! -e /tmp/found ]; do
	part=$((left < 600 ? left : 600))
	fuzz_run "$seed" -t $part
	seed=$((seed + 1))
	left=$((left - part))
done
fuzz_end
