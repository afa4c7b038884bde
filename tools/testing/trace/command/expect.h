/* SPDX-License-Identifier: GPL-2.0 */
/* For host programs that print each condition that does not hold, and go on. */
#ifndef _TOOLS_TRACE_COMMAND_EXPECT_H
#define _TOOLS_TRACE_COMMAND_EXPECT_H

#include <stdio.h>

static int expect_failed;	/* of the source that includes this file */

#define expect(what)							\
	do {								\
		if (!(what)) {						\
			printf("%s:%d: %s\n", __FILE__, __LINE__, #what);	\
			expect_failed = 1;				\
		}							\
	} while (0)

#endif /* _TOOLS_TRACE_COMMAND_EXPECT_H */
