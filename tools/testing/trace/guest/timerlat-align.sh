#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The option TIMERLAT_ALIGN of osnoise: the threads of timerlat are activated at multiples of the
# period, each CPU later than the one before it by osnoise/timerlat_align_us.
# guest: --smp 2 --timeout 300

. /guest/tap
cd /sys/kernel/tracing || exit 1
explain() { tail -n 20 trace; }

# activations CPU: the time of each activation, in microseconds
activations() {
	sed -n "s/.*\[00$1\].* \([0-9]*\)\.\([0-9]*\): .* context *irq timer_latency *\([0-9]*\) ns.*/\1 \2 \3/p" trace |
		awk '{ print $1 * 1000000 + $2 - int($3 / 1000) }'
}

# aligned CPU PHASE: some activation is at this time of the period, or less than 10 ms later, which
# is the time that the interrupt may take from measuring its latency to recording it
aligned() {
	activations "$1" | awk -v phase="$2" '{ after = ($1 + 100000 - phase) % 100000
		n++; good += after < 10000 || after > 99990 } END { print n, good; exit !good }'
}

enough() { [ "$(activations 0 | wc -l)" -gt 4 ] && [ "$(activations 1 | wc -l)" -gt 4 ]; }

# run NAME PHASE0 PHASE1: the tracer with the present settings
run() {
	echo > trace
	echo timerlat > current_tracer
	check "timerlat runs on both CPUs, $1" await enough
	check "CPU 0 is activated at $2 us, $1" aligned 0 "$2"
	check "CPU 1 is activated at $3 us, $1" aligned 1 "$3"
	echo nop > current_tracer
}

is "the option is off" NO_TIMERLAT_ALIGN grep -o NO_TIMERLAT_ALIGN osnoise/options
is "the distance is 0" 0 cat osnoise/timerlat_align_us
echo mono > trace_clock
echo 100000 > osnoise/timerlat_period_us
echo TIMERLAT_ALIGN > osnoise/options
run "without a distance" 0 0
echo 30000 > osnoise/timerlat_align_us
run "30 ms apart" 0 30000
echo 250000 > osnoise/timerlat_align_us
run "more than a period apart" 0 50000
echo 1 > osnoise/cpus
echo > trace
echo timerlat > current_tracer
alone() { [ "$(activations 1 | wc -l)" -gt 4 ]; }
check "timerlat runs on CPU 1 alone" await alone
check "the first CPU in osnoise/cpus has no distance" aligned 1 0
echo 40000 > osnoise/timerlat_align_us
echo 0-1 > osnoise/cpus
sleep 0.3
echo > trace
check "timerlat runs on both CPUs again" await enough
check "CPU 1 has the distance of now" aligned 1 40000
echo nop > current_tracer

for value in -1 1000001 18446744073709551616 abc ""; do
	check "refused: '$value'" eval "! echo '$value' > osnoise/timerlat_align_us"
done
is "the distance is as before" 40000 cat osnoise/timerlat_align_us
check "the largest distance" eval 'echo 1000000 > osnoise/timerlat_align_us'
echo DEFAULTS > osnoise/options
is "DEFAULTS clears the option" NO_TIMERLAT_ALIGN grep -o NO_TIMERLAT_ALIGN osnoise/options
check "no report in the kernel log" eval '! dmesg | grep -E "BUG:|WARNING:|KASAN"'
echo "1..$n"
