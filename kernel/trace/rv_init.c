// SPDX-License-Identifier: GPL-2.0
/*
 * The start of runtime verification (rv/), which is a part of the base: the directory
 * rv/ must exist before the monitors of the kernel are registered by device_initcall().
 */
#include <linux/init.h>

#include "trace.h"

fs_initcall(rv_init_interface);
