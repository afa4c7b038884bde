/* SPDX-License-Identifier: GPL-2.0 */
/* Tracing that the boot configuration defines: shared by boottime.c and boot_hist.c. */
#ifndef _KERNEL_TRACE_CONTROL_BOOTTIME_H
#define _KERNEL_TRACE_CONTROL_BOOTTIME_H

struct xbc_node;

int boot_hist_text(struct xbc_node *hist, char *text, size_t size);

#endif /* _KERNEL_TRACE_CONTROL_BOOTTIME_H */
