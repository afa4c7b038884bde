// SPDX-License-Identifier: GPL-2.0
/*
 * Tracepoint probes: "t[:[GRP/][EVENT]] TRACEPOINT [ARGS]".
 *
 * While the event is enabled, one function is connected to the tracepoint for each
 * of its probes. This function has parameters for as many arguments as are passed
 * in registers, whatever the prototype of the tracepoint is; further ones are
 * fetched from the stack. Records have the address of the stub that each tracepoint
 * has, __probestub_NAME(), for users to see which tracepoint was hit.
 *
 * The tracepoint may be in a module, which need not be loaded: the probe is connected
 * whenever the tracepoint exists and the event is enabled.
 *
 * Locking: dynevent_lock; event_mutex, nested in it, where probes are connected.
 */
#define pr_fmt(fmt)	"trace_fprobe: " fmt

#include <linux/ctype.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_recursion.h>
#include <linux/tracepoint.h>

#include "fprobe.h"
#include "tprobe_regs.h"

/**
 * struct trace_tprobe - a tracepoint that fires an event
 * @tp: what it shares with other dynamic events
 * @name: name of the tracepoint
 * @tracepoint: the tracepoint, or NULL while it does not exist. Lock: dynevent_lock
 *	and event_mutex
 * @ip: address in the records
 * @connected: the probe is connected. Lock: event_mutex
 * @disconnected: the state of RCU when the probe was last disconnected. Lock: event_mutex
 * @used: the probe may have run since it was last waited for. Lock: event_mutex
 */
struct trace_tprobe {
	struct trace_probe	tp;
	char			*name;
	struct tracepoint	*tracepoint;
	unsigned long		ip;
	bool			connected;
	unsigned long		disconnected;
	bool			used;
};

static struct trace_tprobe *tprobe_of(const struct trace_probe *tp)
{
	return container_of(tp, struct trace_tprobe, tp);
}

/* Writing records */

static __always_inline void tprobe_write(const struct trace_tprobe *tt,
					 const unsigned long *words,
					 struct pt_regs *regs)
{
	struct dynevent_source src = { .regs = regs, .entry = words };
	int bit;

	/* Fetching arguments may hit the tracepoints of page faults. */
	bit = ftrace_test_recursion_trylock(tt->ip, 0);
	if (bit < 0)
		return;
	trace_probe_write(&tt->tp, &tt->ip, &src);
	ftrace_test_recursion_unlock(bit);
}

/*
 * The probe of all tracepoints, whatever their prototypes are. Parameters that a
 * tracepoint does not have are garbage, which is recorded if a user asks for it. No
 * parameter may be passed on the stack: the compiler may store something else there,
 * but the space belongs to the caller.
 */
static void tprobe_hit(void *data, TPROBE_PARAMS)
{
	const unsigned long words[DYNEVENT_TRACEPOINT_WORDS] = TPROBE_WORDS;
	const struct trace_tprobe *tt = data;
	struct pt_regs regs;

	tprobe_fetch_regs(&regs, tt->ip);
	tprobe_write(tt, words, &regs);
}

/* Tracepoints */

/**
 * struct tprobe_scan - search for a tracepoint
 * @name: its name
 * @tracepoint: the tracepoint, or NULL
 */
struct tprobe_scan {
	const char		*name;
	struct tracepoint	*tracepoint;
};

static void tprobe_scan_kernel(struct tracepoint *tracepoint, void *data)
{
	struct tprobe_scan *scan = data;

	if (!strcmp(tracepoint->name, scan->name))
		scan->tracepoint = tracepoint;
}

static void tprobe_scan_module(struct tracepoint *tracepoint, struct module *mod,
			       void *data)
{
	if (fprobe_module_usable((unsigned long)tracepoint))
		tprobe_scan_kernel(tracepoint, data);
}

/* Look up the tracepoint. Context: event_mutex not held. */
static struct tracepoint *tprobe_find(const char *name)
{
	struct tprobe_scan scan = { .name = name };

	for_each_kernel_tracepoint(tprobe_scan_kernel, &scan);
	if (!scan.tracepoint)
		for_each_module_tracepoint(tprobe_scan_module, &scan);
	return scan.tracepoint;
}

static void tprobe_set_tracepoint(struct trace_tprobe *tt, struct tracepoint *tracepoint)
{
	unsigned long stub = (unsigned long)tracepoint->probestub;

	lockdep_assert_held(&event_mutex);

	tt->tracepoint = tracepoint;
	tt->ip = ftrace_location(stub) ?: stub;
}

/*
 * An event that is enabled while it gets another probe may have connected it already.
 */
static int tprobe_connect(struct trace_tprobe *tt)
{
	int ret;

	if (!tt->tracepoint || tt->connected)
		return 0;
	ret = security_locked_down(LOCKDOWN_KPROBES);
	if (!ret)
		ret = tracepoint_probe_register(tt->tracepoint, tprobe_hit, tt);
	if (ret)
		return ret;
	tt->connected = true;
	tt->used = true;
	return 0;
}

static void tprobe_disconnect(struct trace_tprobe *tt)
{
	if (!tt->connected)
		return;
	tracepoint_probe_unregister(tt->tracepoint, tprobe_hit, tt);
	tt->disconnected = get_state_synchronize_rcu();
	tt->connected = false;
}

/* The operations of the type */

static int tprobe_reg(struct trace_probe *tp, const struct dynevent_head *head)
{
	struct trace_tprobe *tt = tprobe_of(tp);
	struct tracepoint *tracepoint;
	int ret;

	ret = dynevent_args_resolve(&tp->args) ?:
	      security_locked_down(LOCKDOWN_KPROBES);
	if (ret)
		return trace_probe_reg_error(head, ret);
	tracepoint = tprobe_find(tt->name);
	if (!tracepoint)
		return 0;
	guard(mutex)(&event_mutex);
	tprobe_set_tracepoint(tt, tracepoint);
	return 0;
}

static void tprobe_unreg(struct trace_probe *tp)
{
	const struct trace_tprobe *tt = tprobe_of(tp);

	if (tt->used)
		cond_synchronize_rcu_expedited(tt->disconnected);
}

static int tprobe_enable(struct trace_probe *tp)
{
	return tprobe_connect(tprobe_of(tp));
}

static void tprobe_disable(struct trace_probe *tp)
{
	tprobe_disconnect(tprobe_of(tp));
}

static char *tprobe_location(const struct trace_probe *tp)
{
	return kstrdup(tprobe_of(tp)->name, GFP_KERNEL);
}

static bool tprobe_same(const struct trace_probe *a, const struct trace_probe *b)
{
	return !strcmp(tprobe_of(a)->name, tprobe_of(b)->name);
}

static void tprobe_free(struct trace_probe *tp)
{
	struct trace_tprobe *tt = tprobe_of(tp);

	kfree(tt->name);
	kfree(tt);
}

static struct dynevent_kind tprobe_kind;

static const struct trace_probe_type tprobe_type = {
	.kind		= &tprobe_kind,
	.flags		= TRACE_EVENT_FL_FPROBE,
	.ips		= { "__probe_ip" },
	.head		= "(%lx)",
	.head_args	= "REC->__probe_ip",
	.print		= trace_probe_print_entry,
	.reg		= tprobe_reg,
	.unreg		= tprobe_unreg,
	.enable		= tprobe_enable,
	.disable	= tprobe_disable,
	.location	= tprobe_location,
	.same		= tprobe_same,
	.free		= tprobe_free,
};

/* Creating a tracepoint probe */

/*
 * Parse the name of the tracepoint, which has no "%return", and no number before it. There
 * is no return value among the arguments.
 */
static int tprobe_parse_location(struct trace_tprobe *tt, const struct dynevent_head *head)
{
	const char *at = head->location, *end, *retval;
	bool returns;
	int ret, nr;

	ret = fprobe_location_maxactive(head, &nr) ?:
	      fprobe_location_split(head, &tt->name, &returns);
	if (ret)
		return ret;
	end = at + strlen(tt->name);
	while (isalnum(*at) || *at == '_')
		at++;
	if (at != end)
		return dynevent_error(&head->def, DYNEVENT_BAD_TP_NAME, at);
	if (returns)
		return dynevent_error(&head->def, DYNEVENT_BAD_ADDR_SUFFIX, end);
	retval = dynevent_args_find_retval(head->args);
	if (retval)
		return dynevent_error(&head->def, DYNEVENT_RETVAL_ON_PROBE, retval);
	return nr ? dynevent_error(&head->def, DYNEVENT_BAD_MAXACT_TYPE, head->options) : 0;
}

static int tprobe_parse(struct trace_probe *tp, struct dynevent_head *head)
{
	struct trace_tprobe *tt = tprobe_of(tp);
	char name[DYNEVENT_NAME_MAX];
	int ret;

	ret = tprobe_parse_location(tt, head);
	if (ret)
		return ret;
	snprintf(name, sizeof(name), "%s%s", isdigit(*tt->name) ? "_" : "", tt->name);
	ret = dynevent_head_names(head, TPROBE_SYSTEM, name);
	head->def.func = tt->name;
	return ret ?: dynevent_args_parse(&tp->args, &head->def, head->args,
					  DYNEVENT_AT_TRACEPOINT, NULL);
}

static int tprobe_add(struct dynevent_head *head)
{
	struct trace_tprobe *tt;

	/* The kernel checks the types of functions. */
	if (!tprobe_any_prototype())
		return -EOPNOTSUPP;
	tt = kzalloc(sizeof(*tt), GFP_KERNEL);
	if (!tt)
		return -ENOMEM;
	tt->tp.type = &tprobe_type;
	return trace_probe_create(&tt->tp, head, tprobe_parse);
}

/* Modules */

/* Connect the probe to a module that is loaded. */
static void tprobe_module_load(struct dynevent *ev, struct module *mod)
{
	struct trace_probe *tp = trace_probe_of(ev);
	struct trace_tprobe *tt = tprobe_of(tp);
	struct tracepoint *tracepoint;
	int ret;

	if (tt->tracepoint)
		return;
	tracepoint = tprobe_find(tt->name);
	if (!tracepoint)
		return;
	guard(mutex)(&event_mutex);
	tprobe_set_tracepoint(tt, tracepoint);
	ret = dynevent_args_resolve(&tp->args);
	if (!ret && trace_probe_is_enabled(tp))
		ret = tprobe_connect(tt);
	if (ret)
		pr_warn("Failed to register probe %s on %s: %d\n", tp->tpe->name,
			module_name(mod), ret);
}

/* Disconnect the probe from a module that is unloaded. */
static void tprobe_module_unload(struct dynevent *ev, struct module *mod)
{
	struct trace_tprobe *tt = tprobe_of(trace_probe_of(ev));

	if (!within_module((unsigned long)tt->tracepoint, mod))
		return;
	guard(mutex)(&event_mutex);
	tprobe_disconnect(tt);
	tt->tracepoint = NULL;
}

static int tprobe_create(const char *command)
{
	return dynevent_head_run(command, "t", FPROBE_LOG_NAME, tprobe_add);
}

static int tprobe_show(struct seq_file *m, struct dynevent *ev)
{
	seq_putc(m, 't');
	trace_probe_show(m, trace_probe_of(ev));
	return 0;
}

static struct dynevent_kind tprobe_kind = {
	.entry.name	= "tprobe",
	.create		= tprobe_create,
	.show		= tprobe_show,
	.busy		= trace_probe_busy,
	.match		= trace_probe_match,
	.remove		= trace_probe_remove,
	.module_load	= tprobe_module_load,
	.module_unload	= tprobe_module_unload,
};

static int __init tprobe_init(void)
{
	return dynevent_kind_register(&tprobe_kind);
}
core_initcall(tprobe_init);
