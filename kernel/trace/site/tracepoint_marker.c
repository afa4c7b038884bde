// SPDX-License-Identifier: GPL-2.0
/*
 * What tells a marker from other tracepoints: see <linux/marker.h>.
 */
#include <linux/export.h>
#include <linux/marker.h>

void marker_iterator(void)
{
}
EXPORT_SYMBOL_GPL(marker_iterator);
