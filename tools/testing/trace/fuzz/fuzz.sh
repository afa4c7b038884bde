# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2034,SC2154
# Functions for the host suites that have fuzz targets. A suite is a directory with a
# file "build" that is read like this one; its function build_fuzzers() creates
#
#	$out/fuzz-TARGET	the program: libFuzzer, ASan, UBSan
#	$out/seeds-TARGET/	initial inputs, one per file; may be missing
#
# A file "words" of the suite, if there is one, is the dictionary of its targets.
# $trace is tools/testing/trace, $out the directory of the programs.

# Flags for the objects of fuzz targets; -fsanitize=fuzzer links a program. The kernel
# is compiled with -fno-strict-overflow, which defines arithmetic on any pointer.
fuzz_flags="-O2 -gline-tables-only -fsanitize=fuzzer-no-link -fno-sanitize=pointer-overflow"

# Print the path of a clang that has libFuzzer.
fuzz_clang() {
	clang=$(command -v clang) || return 1
	echo 'int LLVMFuzzerTestOneInput(const char *p, unsigned long n) { return 0; }' \
		> "$out/none.c"
	"$clang" -fsanitize=fuzzer -o "$out/none" "$out/none.c" > "$out/log" 2>&1 &&
		echo "$clang"
}

# Print the targets of a suite, or of all: fuzz_targets [SUITE]
fuzz_targets() {
	awk -v suite="$1" '$1 == "target" && (suite == "" || $3 == suite) { print $2 }' \
		"$trace/fuzz/targets"
}

# Print a column of the row of a target: fuzz_column TARGET COLUMN
fuzz_column() {
	awk -v name="$1" -v column="$2" '$1 == "target" && $2 == name { print $column }' \
		"$trace/fuzz/targets"
}

# Print an input as a comment, so that it can become a seed: fuzz_input FILE
fuzz_input() {
	echo "# input $(basename "$1"), in hexadecimal and as text:"
	od -A d -t x1z -v "$1" | sed 's/^/# /'
}

# Run a target, and print comments: fuzz_run TARGET RUNS. Status 0: nothing was found.
# SEED selects the sequence of inputs. Few frames per allocation and a small quarantine
# double the number of inputs per second; both only matter for reports of errors. The names
# of new functions are not printed, because libFuzzer starts a symbolizer for each.
fuzz_run() {
	rm -f "$out/$1"-*
	words=$trace/$(fuzz_column "$1" 3)/words
	[ -e "$words" ] || words=
	seeds=$(find "$out/seeds-$1" -type f 2> /dev/null | sort | paste -s -d ,)
	ASAN_OPTIONS=malloc_context_size=2:quarantine_size_mb=8 \
	LSAN_OPTIONS=suppressions=$trace/fuzz/leaks \
	"$out/fuzz-$1" -runs="$2" -max_len="$(fuzz_column "$1" 4)" -seed="${SEED:-1}" \
		-timeout=20 -rss_limit_mb=1024 -print_final_stats=1 -print_funcs=0 \
		-artifact_prefix="$out/$1-" ${seeds:+"-seed_inputs=$seeds"} \
		${words:+"-dict=$words"} > "$out/log-$1" 2>&1
	fuzz_status=$?
	if [ "$fuzz_status" = 0 ]; then
		awk '/^#[0-9]+\tDONE/ { at = $4 }
			/number_of_executed_units/ { n = $2 }
			/average_exec_per_sec/ { rate = $2 }
			END { print "# " n " inputs, " rate " per second, " at " edges" }' \
			"$out/log-$1"
		return 0
	fi
	grep -v '^#[0-9]' "$out/log-$1" | tail -n 60 | sed 's/^/# /'
	for input in "$out/$1"-*; do
		[ -e "$input" ] && fuzz_input "$input"
	done
	return "$fuzz_status"
}
