/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _TOOLS_TRACE_COMMAND_CALLS_H
#define _TOOLS_TRACE_COMMAND_CALLS_H

#include "world.h"

/* Return: true if all is well; else what is wrong was printed. */
bool calls_test(void);

#endif /* _TOOLS_TRACE_COMMAND_CALLS_H */
