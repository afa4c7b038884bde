/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kprobe events: definitions shared by kprobe*.c.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_KPROBE_H
#define _KERNEL_TRACE_DYNEVENT_KPROBE_H

#include <linux/kprobes.h>
#include <linux/module.h>

#include "trace_probe.h"

#define KPROBE_SYSTEM	"kprobes"
#define KPROBE_LOG_NAME	"trace_kprobe"

/**
 * struct trace_kprobe - a location in the kernel that fires a kprobe event
 * @tp: what it shares with event probes
 * @rp: the registered kretprobe; only @rp.kp unless @returns
 * @returns: the event fires when the function returns
 * @symbol: "[MOD:]SYM" if the location is given by a symbol, or NULL
 * @address: address of @symbol if it is one of the kernel, which stays where it is: a
 *	lookup takes longer than all else that an event needs. Otherwise 0
 * @registered: the kprobe is registered. Lock: dynevent_lock, as loading a module
 *	may register it again
 * @hits: number of hits
 */
struct trace_kprobe {
	struct trace_probe	tp;
	struct kretprobe	rp;
	bool			returns;
	char			*symbol;
	unsigned long		address;
	bool			registered;
	unsigned long __percpu	*hits;
};

/**
 * kprobe_event_of - get the trace_kprobe of a trace_probe
 * @tp: the trace_probe, of a kprobe event
 *
 * Context: any.
 * Return: the trace_kprobe.
 */
static inline struct trace_kprobe *kprobe_event_of(const struct trace_probe *tp)
{
	return container_of(tp, struct trace_kprobe, tp);
}

/**
 * kprobe_event_missed - count the hits that a location has missed
 * @kp: the trace_kprobe
 *
 * Context: any.
 * Return: number of hits that were nested in another kprobe, or found no free instance at
 * the entry of the function.
 */
static inline unsigned long kprobe_event_missed(const struct trace_kprobe *kp)
{
	return kp->rp.kp.nmissed + (kp->returns ? kp->rp.nmissed : 0);
}

/* kprobe_location.c */

int kprobe_location_parse(struct trace_kprobe *kp,
			  const struct dynevent_head *head);

void kprobe_location_event_name(const struct trace_kprobe *kp, char *name);

char *kprobe_location_text(const struct trace_probe *tp);
bool kprobe_location_same(const struct trace_probe *a, const struct trace_probe *b);

/* kprobe_hit.c */
int kprobe_hit(struct kprobe *p, struct pt_regs *regs);
int kprobe_hit_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int kprobe_hit_return(struct kretprobe_instance *ri, struct pt_regs *regs);

/* Whether the module @name is loaded. Context: task. */
static inline bool kprobe_module_loaded(const char *name)
{
#ifdef CONFIG_MODULES
	guard(preempt)();
	return find_module(name);
#else
	return false;
#endif
}

/* kprobe.c */
int kprobe_event_create(const char *command);
int kprobe_event_delete_cmd(const char *command);
void kprobe_event_enable_all(void);

struct trace_kprobe *trace_kprobe_alloc(void);
void trace_kprobe_set_handlers(struct trace_kprobe *kp);

#endif /* _KERNEL_TRACE_DYNEVENT_KPROBE_H */
