#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# User events: long definitions, commands, records, arguments of the ioctls, lifetimes. See
# user_events.c; user-events-text.sh has the definitions. Known failures: the stock kernel
# checks other limits and names, and has other answers to a few wrong arguments. It cannot
# remove some of the events that it accepts, so that all sections which follow differ.
# nightly
# guest: --smp 2 --timeout 600 --program REPO/tools/testing/trace/guest/user_events.c
# compare: text

for part in parse write abi life; do
	echo "@@@ $part"
	user_events $part 2>&1
done
exit 0
