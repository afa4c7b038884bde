/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fprobe events and tracepoint probes: definitions shared by fprobe*.c and tprobe.c.
 *
 * A function is looked up when its event is created, by its name in the symbol table;
 * only a glob is compared with all symbols. Its fprobe is registered, by address, when the
 * event is enabled for the first time: creating an event patches nothing, and takes the
 * same time whatever the number of functions and events is. When the event is disabled,
 * the fprobe is, too, but it stays registered until the event is removed.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_FPROBE_H
#define _KERNEL_TRACE_DYNEVENT_FPROBE_H

#include <linux/fprobe.h>
#include <linux/module.h>

#include "trace_probe.h"

#define FPROBE_SYSTEM	"fprobes"
#define TPROBE_SYSTEM	"tracepoints"
#define FPROBE_LOG_NAME	"trace_fprobe"

/**
 * struct trace_fprobe - a function whose entry or return fires an fprobe event
 * @tp: what it shares with other dynamic events
 * @fp: registered since the event was first enabled, while the function exists
 * @symbol: name of the function, or a glob
 * @returns: the event fires when the function returns
 * @detached: fprobe_detach() was called for @fp, which is removed
 * @in_module: a function of that name is, or was, in a module
 * @nr: number of functions of that name that exist
 * @sites: their patch sites. Lock: dynevent_lock and event_mutex
 */
struct trace_fprobe {
	struct trace_probe	tp;
	struct fprobe		fp;
	char			*symbol;
	bool			returns;
	bool			detached;
	bool			in_module;
	unsigned int		nr;
	unsigned long		*sites;
};

/**
 * fprobe_event_of - get the trace_fprobe of a trace_probe
 * @tp: the trace_probe, of an fprobe event
 *
 * Context: any.
 * Return: the trace_fprobe.
 */
static inline struct trace_fprobe *fprobe_event_of(const struct trace_probe *tp)
{
	return container_of(tp, struct trace_fprobe, tp);
}

/*
 * Whether a function can be probed: a module that is being unloaded, and the part of
 * one that is freed after its initialization, is left alone. Context: task.
 */
static inline bool fprobe_module_usable(unsigned long address)
{
#ifdef CONFIG_MODULES
	struct module *mod;

	guard(preempt)();
	mod = __module_address(address);
	return !mod || (mod->state != MODULE_STATE_GOING &&
			!within_module_init(address, mod));
#else
	return true;
#endif
}

/* fprobe_location.c */
int fprobe_location_split(const struct dynevent_head *head, char **name, bool *returns);
int fprobe_location_maxactive(const struct dynevent_head *head, int *nr);
void fprobe_location_event_name(const struct trace_fprobe *tf, char *name);
char *fprobe_location_text(const struct trace_probe *tp);
bool fprobe_location_same(const struct trace_probe *a, const struct trace_probe *b);
int fprobe_location_resolve(struct trace_fprobe *tf);
bool fprobe_location_is_in(const struct trace_fprobe *tf, const struct module *mod);
void fprobe_location_forget(struct trace_fprobe *tf, const struct module *mod);

/* fprobe_hit.c */
int fprobe_hit_entry(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
		     struct pt_regs *regs, void *data);
int fprobe_hit_save(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
		    struct pt_regs *regs, void *data);
void fprobe_hit_return(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
		       struct pt_regs *regs, void *data);

#endif /* _KERNEL_TRACE_DYNEVENT_FPROBE_H */
