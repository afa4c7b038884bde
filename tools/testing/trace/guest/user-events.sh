#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# User events: definitions and what the files show of them, records, arguments of the
# ioctls, lifetimes. See user_events.c.
# guest: --smp 2 --timeout 600 --program REPO/tools/testing/trace/guest/user_events.c
# compare: text

for part in parse write abi life; do
	echo "@@@ $part"
	user_events $part 2>&1
done
exit 0
