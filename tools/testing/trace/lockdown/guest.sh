#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The guest of ./run: print the matrix of this kernel. Arguments: those of lockdown.c.

mount -t securityfs securityfs /sys/kernel/security 2> /dev/null
cat /sys/kernel/security/lockdown | sed 's/^/# /'
cat /proc/cmdline | sed 's/^/# /'
lockdown "$@" || exit 1
dmesg | grep -c 'WARNING:\|BUG:' | sed 's/^/kernel reports: /'
echo "complete"
