#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The selftests of what the stock kernel does not have, as the base's ftracetest runs
# them: tools/testing/selftests/ftrace/test.d of this repository, laid beside those of
# the base as it is in a tree that was put together.
# guest: --smp 2 --mem 512 --timeout 900 --files BASE/tools/testing/selftests/ftrace:ftrace
# guest: --files REPO/tools/testing/selftests/ftrace:ftrace
# guest: --files REPO/tools/testing/selftests/ftrace/test.d:here
# guest: --files REPO/tools/testing/trace/guest/selftests:selftests

cd /here || exit 1
# shellcheck disable=SC2046
exec /selftests $(find . -name '*.tc' | sed 's/^\.\///' | sort)
