#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The base tree's own ftrace selftests, unmodified, on an architecture. The arguments of the
# script are directories or files below test.d; without them, it runs the tests of direct calls.
# arch: arm64
# guest: --mem 1024 --files BASE/tools/testing/selftests/ftrace:ftrace
# guest: --files REPO/tools/testing/trace/guest/selftests:selftests

exec /selftests "${@:-direct}"
