#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The KUnit suites of dynamic events on a kernel with BTF, which ran while this guest booted.
# guest: --append kunit.enable=1 --timeout 600
# guest: --files REPO/tools/testing/trace/guest/kunit.sh:kunit.sh
# config: btf
# nightly

. /kunit.sh
