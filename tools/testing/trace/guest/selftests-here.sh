#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The selftests of features that the stock kernel does not have, run by the base's
# ftracetest: the files in tools/testing/selftests/ftrace/test.d of this repository,
# added to those of the base as in an assembled tree.
# guest: --smp 2 --mem 512 --timeout 900 --files BASE/tools/testing/selftests/ftrace:ftrace
# guest: --files REPO/tools/testing/selftests/ftrace:ftrace
# guest: --files REPO/tools/testing/selftests/ftrace/test.d:here
# guest: --files REPO/tools/testing/trace/guest/selftests:selftests

cd /here || exit 1
# shellcheck disable=SC2046
exec /selftests $(find . -name '*.tc' | sed 's/^\.\///' | sort)
