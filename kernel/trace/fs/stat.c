// SPDX-License-Identifier: GPL-2.0
/*
 * The directory trace_stat, for whoever has counted something.
 */
#include <linux/init.h>

#include "internal.h"

/* NULL: it could not be made. Context: initcalls. */
struct dentry * __init tracing_stat_dir(void)
{
	static struct dentry *dir __initdata;

	if (!dir)
		dir = tracefs_create_dir("trace_stat", NULL);
	return IS_ERR(dir) ? NULL : dir;
}
