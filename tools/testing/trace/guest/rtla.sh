#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# rtla as packaged by Debian: its timerlat and osnoise commands run concurrently for ten
# seconds, each in an instance of its own.
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
check "rtla timerlat counted activations on both CPUs" awk '/^count:/ { good = $2 > 100 && $4 > 100 }
	END { exit !good }' /tmp/hist
check "rtla osnoise top" test $top = 0
check "rtla osnoise counted periods on both CPUs" awk '$1 ~ /^[01]$/ {
	count = substr($2, 2) + 0; n += count >= 5 && $3 >= (count - 1) * 1000000
	} END { exit n != 2 }' /tmp/top
tail -n 99 osnoise/*_us osnoise/cpus osnoise/options osnoise/print_stack > /tmp/after
check "rtla restored the settings of osnoise" cmp /tmp/before /tmp/after
check "rtla removed its instances" test -z "$(ls instances)"
echo "1..$n"
