#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Uprobe events on an architecture: the script of x86, with other registers.
# arch: arm64
# config: arm64=arm64-test
# guest: --timeout 900 --program REPO/tools/testing/trace/guest/uprobe_prog.c
# guest: --files REPO/tools/testing/trace/guest/uprobe.sh:uprobe.sh
# compare: text

sed 's/%di\>/%x0/g; s/%si\>/%x1/g; s/%dx\>/%x2/g; s/%cx\>/%x3/g; s/%r8\>/%x4/g; s/%r9\>/%x5/g
	s/%ax\>/%x8/g; s/%ip\>/%pc/g; s/%cs\>/%x9/g; s/%ss\>/%x10/g; s/%flags\>/%pstate/g' \
	/uprobe.sh > /tmp/uprobe.sh
exec sh /tmp/uprobe.sh
