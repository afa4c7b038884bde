// SPDX-License-Identifier: GPL-2.0
/*
 * Fprobe events: "f[MAXACTIVE][:[GRP/][EVENT]] FUNC[%return] [ARGS]". This file
 * creates and removes them, enables and disables them, and follows modules.
 *
 * Locking: dynevent_lock; event_mutex, nested in it, where fprobes are registered.
 */
#define pr_fmt(fmt)	"trace_fprobe: " fmt

#include <linux/init.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../fgraph/fgraph.h"
#include "fprobe.h"

/* Registering and enabling */

/*
 * Without a function, its module is not loaded. The fprobe is registered if the event was
 * enabled before. Context: event_mutex held.
 */
static int fprobe_event_register(struct trace_fprobe *tf)
{
	int ret;

	enable_fprobe(&tf->fp);
	if (!tf->nr || fprobe_is_registered(&tf->fp))
		return 0;
	ret = security_locked_down(LOCKDOWN_KPROBES);
	return ret ?: register_fprobe_ips(&tf->fp, tf->sites, tf->nr);
}

static void fprobe_event_unregister(struct trace_fprobe *tf)
{
	if (fprobe_is_registered(&tf->fp))
		WARN_ON_ONCE(unregister_fprobe(&tf->fp));
}

static int fprobe_event_enable(struct trace_probe *tp)
{
	return fprobe_event_register(fprobe_event_of(tp));
}

/*
 * The functions stay patched until the event is removed: the fprobe of an event that is
 * enabled again could be registered only after a wait for grace periods, with event_mutex
 * held.
 */
static void fprobe_event_disable(struct trace_probe *tp)
{
	disable_fprobe(&fprobe_event_of(tp)->fp);
}

/* Check that the event could be enabled. */
static int fprobe_event_reg(struct trace_probe *tp, const struct dynevent_head *head)
{
	int ret;

	guard(mutex)(&event_mutex);
	ret = dynevent_args_resolve(&tp->args) ?:
	      fprobe_location_resolve(fprobe_event_of(tp)) ?:
	      security_locked_down(LOCKDOWN_KPROBES);
	return ret ? trace_probe_reg_error(head, ret) : 0;
}

static void fprobe_event_unreg(struct trace_probe *tp)
{
	struct trace_fprobe *tf = fprobe_event_of(tp);

	if (fprobe_is_registered(&tf->fp))
		tf->detached = !WARN_ON_ONCE(fprobe_detach(&tf->fp));
}

static void fprobe_event_release(struct trace_probe *tp)
{
	struct trace_fprobe *tf = fprobe_event_of(tp);

	if (tf->detached)
		fprobe_release(&tf->fp);
}

static void fprobe_event_free(struct trace_probe *tp)
{
	struct trace_fprobe *tf = fprobe_event_of(tp);

	kfree(tf->sites);
	kfree(tf->symbol);
	kfree(tf);
}

static struct dynevent_kind fprobe_kind;

#define FPROBE_EVENT_TYPE(_print, _head, _head_args, ...) {		\
	.kind		= &fprobe_kind,					\
	.flags		= TRACE_EVENT_FL_FPROBE,			\
	.ips		= { __VA_ARGS__ },				\
	.head		= _head,					\
	.head_args	= _head_args,					\
	.print		= _print,					\
	.reg		= fprobe_event_reg,				\
	.unreg		= fprobe_event_unreg,				\
	.release	= fprobe_event_release,				\
	.enable		= fprobe_event_enable,				\
	.disable	= fprobe_event_disable,				\
	.location	= fprobe_location_text,				\
	.same		= fprobe_location_same,				\
	.free		= fprobe_event_free,				\
}

static const struct trace_probe_type fprobe_entry_type =
	FPROBE_EVENT_TYPE(trace_probe_print_entry, "(%lx)", "REC->__probe_ip",
			  "__probe_ip");

static const struct trace_probe_type fprobe_return_type =
	FPROBE_EVENT_TYPE(trace_probe_print_return, "(%lx <- %lx)",
			  "REC->__probe_func, REC->__probe_ret_ip",
			  "__probe_func", "__probe_ret_ip");

/* Creating an fprobe event */

static void fprobe_event_set_handlers(struct trace_fprobe *tf)
{
	struct fprobe *fp = &tf->fp;

	if (!tf->returns) {
		fp->entry_handler = fprobe_hit_entry;
		return;
	}
	tf->tp.type = &fprobe_return_type;
	fp->exit_handler = fprobe_hit_return;
	fp->entry_data_size = dynevent_args_entry_size(&tf->tp.args);
	if (fp->entry_data_size)
		fp->entry_handler = fprobe_hit_save;
}

/* Parse the definition; no lock is needed. */
static int fprobe_event_parse(struct trace_probe *tp, struct dynevent_head *head)
{
	struct trace_fprobe *tf = fprobe_event_of(tp);
	char name[DYNEVENT_NAME_MAX];
	int ret;

	ret = fprobe_location_maxactive(head, &tf->fp.nr_maxactive) ?:
	      fprobe_location_split(head, &tf->symbol, &tf->returns);
	if (ret)
		return ret;
	/* An fprobe event that has the return value among its arguments is at the return. */
	tf->returns |= !!dynevent_args_find_retval(head->args);
	if (tf->fp.nr_maxactive && !tf->returns)
		return dynevent_error(&head->def, DYNEVENT_BAD_MAXACT_TYPE, head->options);
	fprobe_location_event_name(tf, name);
	ret = dynevent_head_names(head, FPROBE_SYSTEM, name);
	if (ret)
		return ret;
	head->def.func = tf->symbol;
	ret = dynevent_args_parse(&tp->args, &head->def, head->args, tf->returns ?
				  DYNEVENT_AT_FPROBE_RETURN : DYNEVENT_AT_FPROBE, NULL);
	if (!ret)
		fprobe_event_set_handlers(tf);
	return ret;
}

static int fprobe_event_add(struct dynevent_head *head)
{
	struct trace_fprobe *tf = kzalloc(sizeof(*tf), GFP_KERNEL);

	if (!tf)
		return -ENOMEM;
	/* The type of an event at the return is set when that is known. */
	tf->tp.type = &fprobe_entry_type;
	return trace_probe_create(&tf->tp, head, fprobe_event_parse);
}

static int fprobe_event_create(const char *command)
{
	return dynevent_head_run(command, "f", FPROBE_LOG_NAME, fprobe_event_add);
}

static int fprobe_event_show(struct seq_file *m, struct dynevent *ev)
{
	struct trace_probe *tp = trace_probe_of(ev);

	seq_putc(m, 'f');
	if (tp->type == &fprobe_return_type && fprobe_event_of(tp)->fp.nr_maxactive)
		seq_printf(m, "%d", fprobe_event_of(tp)->fp.nr_maxactive);
	trace_probe_show(m, tp);
	return 0;
}

/* A command that deletes the event of a return has the name of the function alone. */
static bool fprobe_event_match(struct dynevent *ev, const char *system,
			       const char *event, int argc, const char **argv)
{
	struct trace_probe *tp = trace_probe_of(ev);
	const char *name = argc ? argv[0] : NULL;
	bool same;

	if (!name || tp->type != &fprobe_return_type)
		return trace_probe_match(ev, system, event, argc, argv);
	if (strcmp(name, fprobe_event_of(tp)->symbol))
		return false;
	argv[0] = tp->location;
	same = trace_probe_match(ev, system, event, argc, argv);
	argv[0] = name;
	return same;
}

/* Modules */

/* Register the fprobe again, as the functions have changed. */
static void fprobe_event_reregister(struct trace_fprobe *tf, struct module *mod)
{
	int ret;

	if (!trace_probe_is_enabled(&tf->tp))
		return;
	ret = fprobe_event_register(tf);
	if (ret)
		pr_warn("Failed to re-register probe %s on %s: %d\n", tf->tp.tpe->name,
			module_name(mod), ret);
}

/* A module with a function of an event may come back. */
static void fprobe_event_module_load(struct dynevent *ev, struct module *mod)
{
	struct trace_probe *tp = trace_probe_of(ev);
	struct trace_fprobe *tf = fprobe_event_of(tp);

	if (!tf->in_module)
		return;
	guard(mutex)(&event_mutex);
	fprobe_event_unregister(tf);
	/* Symbols in fetch arguments may have other addresses, too. */
	if (!dynevent_args_resolve(&tp->args))
		fprobe_location_resolve(tf);
	fprobe_event_reregister(tf, mod);
}

/* The patch sites of the module still exist. */
static void fprobe_event_module_unload(struct dynevent *ev, struct module *mod)
{
	struct trace_fprobe *tf = fprobe_event_of(trace_probe_of(ev));

	if (!tf->in_module || !fprobe_location_is_in(tf, mod))
		return;
	guard(mutex)(&event_mutex);
	fprobe_event_unregister(tf);
	fprobe_location_forget(tf, mod);
	fprobe_event_reregister(tf, mod);
}

static struct dynevent_kind fprobe_kind = {
	.entry.name	= "fprobe",
	.create		= fprobe_event_create,
	.show		= fprobe_event_show,
	.busy		= trace_probe_busy,
	.match		= fprobe_event_match,
	.remove		= trace_probe_remove,
	.module_load	= fprobe_event_module_load,
	.module_unload	= fprobe_event_module_unload,
};

static int __init fprobe_event_init(void)
{
	return dynevent_kind_register(&fprobe_kind);
}
core_initcall(fprobe_event_init);
