/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clocks that records can be stamped with.
 *
 * All of them may be called in any context, NMI included, and are notrace.
 */
#ifndef _LINUX_TRACE_CLOCK_H
#define _LINUX_TRACE_CLOCK_H

#include <linux/compiler.h>
#include <linux/types.h>

#include <asm/trace_clock.h>

/**
 * trace_clock_local - nanoseconds, the fastest clock there is
 *
 * Context: any.
 * Return: never goes backwards on one CPU; CPUs may drift apart.
 */
u64 notrace trace_clock_local(void);

/**
 * trace_clock - nanoseconds, of medium cost
 *
 * Context: any.
 * Return: at most a jiffy apart between CPUs.
 */
u64 notrace trace_clock(void);

/**
 * trace_clock_jiffies - time since boot in units of USER_HZ
 *
 * Context: any.
 */
u64 notrace trace_clock_jiffies(void);

/**
 * trace_clock_global - nanoseconds, one order over all CPUs
 *
 * Context: any; CPUs wait for each other, except in NMI.
 */
u64 notrace trace_clock_global(void);

/**
 * trace_clock_counter - not a time but an order: one more at each call
 *
 * Context: any.
 */
u64 notrace trace_clock_counter(void);

#endif /* _LINUX_TRACE_CLOCK_H */
