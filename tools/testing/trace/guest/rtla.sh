#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# rtla, as Debian builds it: timerlat and osnoise for ten seconds, both at once, each
# in its own instance.
# guest: --smp 2 --timeout 600 --host rtla

. /guest/tap
explain() { tail -n 20 /tmp/hist /tmp/top; }

if ! rtla osnoise -h 2>&1 | grep -q osnoise; then
	echo "1..0 # SKIP rtla is not installed on the host"
	exit 0
fi
cd /sys/kernel/tracing || exit 1
tail -n 99 osnoise/*_us osnoise/cpus osnoise/options osnoise/print_stack > /tmp/before
rtla timerlat hist -d 10s -c 0-1 > /tmp/hist 2>&1 &
hist=$!
sleep 1
ls instances > /tmp/instances
rtla osnoise top -d 10s -q > /tmp/top 2>&1
top=$?
wait $hist
hist=$?

check "rtla timerlat hist" test $hist = 0
check "it found activations of both CPUs" awk '/^count:/ { good = $2 > 500 && $4 > 500 }
	END { exit !good }' /tmp/hist
check "rtla osnoise top" test $top = 0
check "it found periods of both CPUs" awk '$1 ~ /^[01]$/ && $2 ~ /^#[5-9]|^#1[01]/ &&
	$3 > 5000000 { n++ } END { exit n != 2 }' /tmp/top
tail -n 99 osnoise/*_us osnoise/cpus osnoise/options osnoise/print_stack > /tmp/after
check "settings are what they were" cmp /tmp/before /tmp/after
check "no instance stays" test -z "$(ls instances)"
echo "1..$n"
