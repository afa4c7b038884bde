/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the line printers need of the kernel and of the rooms below. The host
 * tests in tools/testing/trace/view put a file of their own in its place.
 */
#ifndef _KERNEL_TRACE_VIEW_DEPS_H
#define _KERNEL_TRACE_VIEW_DEPS_H

#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/types.h>

#include "view.h"

#endif /* _KERNEL_TRACE_VIEW_DEPS_H */
