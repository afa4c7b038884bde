#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What bpftool, bpftrace and bcc as packaged by Debian find in the kernel: the features that
# they probe, and the fields of every tracepoint.
# guest: --smp 1 --mem 2048 --timeout 1800 --files REPO/tools/testing/trace/guest/clients:clients
# config: bpf
# prepare: debian
# compare: text
# nightly

. /guest/tap
. /clients
check "the disk is mounted" enter

echo "@@ bpftool feature probe"
debian 600 bpftool feature probe kernel
echo "@@ bpftrace --info"
debian 300 bpftrace --info
for place in /sys/kernel/tracing/events/*/; do
	system=$(basename "$place")
	[ "$system" != ftrace ] || continue
	echo "@@ bpftrace -lv $system"
	debian 300 bpftrace -lv "tracepoint:$system:*"
done
# tplist prints the events in the order of the directory.
echo "@@ tplist of sched"
debian 300 tplist-bpfcc -v 'sched:*' | sort
