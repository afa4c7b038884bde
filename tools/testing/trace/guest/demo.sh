#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What 'make run' shows, one result per check.
# guest: --files REPO/samples/trace_marker/demo.sh:bin/demo.sh

demo.sh | awk '
/^  ok: /	{ sub(/^  ok: /, ""); print "ok " ++n " " $0 }
/^  WRONG: /	{ sub(/^  WRONG: /, ""); print "not ok " ++n " " $0; print rest }
		{ if (++shown < 40) rest = rest "# " $0 "\n" }
/^===/		{ rest = ""; shown = 0 }
END		{ print "1.." (n < 15 ? 15 : n) }'
