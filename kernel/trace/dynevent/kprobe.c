// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: creation and removal, registration and enabling, modules, and the
 * files kprobe_events and kprobe_profile.
 *
 * Locking: dynevent_lock; event_mutex, nested in it, where kprobes are enabled.
 */
#define pr_fmt(fmt)	"trace_kprobe: " fmt

#include <linux/ctype.h>
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kprobe.h"

/* Maximum of kretprobe::maxactive. */
#define KPROBE_MAXACTIVE_MAX	4096

/* Registering and enabling */

/*
 * Functions without a patch site are used by tracing itself: a kprobe there may
 * recurse endlessly.
 */
static bool kprobe_event_is_notrace(const struct kprobe *p)
{
	unsigned long addr = (unsigned long)p->addr, size, offset;

	if (!IS_ENABLED(CONFIG_DYNAMIC_FTRACE) ||
	    IS_ENABLED(CONFIG_KPROBE_EVENTS_ON_NOTRACE))
		return false;
	if (p->symbol_name)
		addr = kallsyms_lookup_name(p->symbol_name);
	addr += p->offset;
	if (!addr || !kallsyms_lookup_size_offset(addr, &size, &offset))
		return false;
	addr -= offset;
	if (!size || ftrace_location_range(addr, addr + size - 1))
		return false;
	pr_warn("Could not probe notrace function %ps\n", (void *)addr);
	return true;
}

/*
 * The kprobe of an event that was removed may still be registered. If another one is registered
 * at the same address, a list of kprobes replaces both of them for ever.
 */
static void kprobe_event_wait_removed(const struct kprobe *p)
{
	bool taken, entry;

	if (!p->addr)
		return;
	scoped_guard(preempt)
		taken = get_kprobe(arch_adjust_kprobe_addr((unsigned long)p->addr, p->offset,
							   &entry));
	if (taken)
		trace_probe_wait_removed();
}

static int kprobe_event_register(struct trace_kprobe *kp, bool on)
{
	struct kprobe *p = &kp->rp.kp;
	int ret;

	/* An earlier registration has set the address. */
	if (kp->symbol)
		p->addr = (kprobe_opcode_t *)kp->address;
	p->symbol_name = kp->address ? NULL : kp->symbol;
	if (kprobe_event_is_notrace(p))
		return -EINVAL;
	/* Files that were opened earlier, perf and modules get here after a lockdown. */
	ret = security_locked_down(LOCKDOWN_KPROBES);
	if (ret)
		return ret;
	kprobe_event_wait_removed(p);
	p->flags = on ? 0 : KPROBE_FLAG_DISABLED;
	ret = kp->returns ? register_kretprobe(&kp->rp) : register_kprobe(p);
	kp->registered = !ret;
	return ret;
}

static void kprobe_event_unreg(struct trace_probe *tp)
{
	struct trace_kprobe *kp = kprobe_event_of(tp);

	if (!kp->registered)
		return;
	if (kp->returns)
		unregister_kretprobe(&kp->rp);
	else
		unregister_kprobe(&kp->rp.kp);
	kp->registered = false;
}

/* Number of kprobes for which one grace period is waited. */
#define KPROBE_UNREG_MAX	256

/**
 * struct kprobe_unreg - kprobes and kretprobes that are to be unregistered
 * @kps: the kprobes
 * @nr_kps: number of @kps
 * @rps: the kretprobes
 * @nr_rps: number of @rps
 */
struct kprobe_unreg {
	struct kprobe		*kps[KPROBE_UNREG_MAX];
	unsigned int		nr_kps;
	struct kretprobe	*rps[KPROBE_UNREG_MAX];
	unsigned int		nr_rps;
};

static void kprobe_event_unreg_batch(struct kprobe_unreg *batch)
{
	unregister_kprobes(batch->kps, batch->nr_kps);
	unregister_kretprobes(batch->rps, batch->nr_rps);
	batch->nr_kps = 0;
	batch->nr_rps = 0;
}

static void kprobe_event_unreg_many(struct list_head *probes)
{
	static struct kprobe_unreg batch;	/* there is one caller at a time */
	struct trace_kprobe *kp;
	struct trace_probe *tp;

	list_for_each_entry(tp, probes, ev.list) {
		kp = kprobe_event_of(tp);
		if (!kp->registered)
			continue;
		kp->registered = false;
		if (kp->returns)
			batch.rps[batch.nr_rps++] = &kp->rp;
		else
			batch.kps[batch.nr_kps++] = &kp->rp.kp;
		if (batch.nr_kps == KPROBE_UNREG_MAX || batch.nr_rps == KPROBE_UNREG_MAX)
			kprobe_event_unreg_batch(&batch);
	}
	kprobe_event_unreg_batch(&batch);
}

/* Whether a location that was not found can be that of a module that is not loaded yet. */
static bool kprobe_event_waits(const struct trace_kprobe *kp)
{
	const char *colon = kp->symbol ? strchr(kp->symbol, ':') : NULL;
	char name[MODULE_NAME_LEN];

	if (!colon || colon - kp->symbol >= (ptrdiff_t)sizeof(name))
		return false;
	strscpy(name, kp->symbol, colon - kp->symbol + 1);
	return !kprobe_module_loaded(name);
}

static int kprobe_event_reg(struct trace_probe *tp,
			    const struct dynevent_head *head)
{
	struct trace_kprobe *kp = kprobe_event_of(tp);
	int ret;

	ret = dynevent_args_resolve(&tp->args);
	if (ret)
		return trace_probe_reg_error(head, ret);
	ret = kprobe_event_register(kp, false);
	if (!head || !ret)
		return ret;
	if (ret == -ENOENT && kprobe_event_waits(kp)) {
		pr_warn("This probe might be able to register after target module is loaded. Continue.\n");
		return 0;
	}
	if (ret == -EILSEQ)
		dynevent_error(&head->def, DYNEVENT_BAD_INSN_BNDRY, head->location);
	else if (ret != -ENOMEM)
		dynevent_error(&head->def, DYNEVENT_FAIL_REG_PROBE, head->location);
	return ret;
}

static int kprobe_event_reregister(struct trace_kprobe *kp)
{
	lockdep_assert_held(&dynevent_lock);

	guard(mutex)(&event_mutex);
	kprobe_event_unreg(&kp->tp);
	/* Symbols in fetch arguments may have other addresses, too. */
	return dynevent_args_resolve(&kp->tp.args) ?:
	       kprobe_event_register(kp, trace_probe_is_enabled(&kp->tp));
}

/* Whether there is a kprobe to enable: its module may not be loaded. */
static bool kprobe_event_is_armable(struct trace_kprobe *kp)
{
	return kp->registered && !kprobe_gone(&kp->rp.kp);
}

static int kprobe_event_enable(struct trace_probe *tp)
{
	struct trace_kprobe *kp = kprobe_event_of(tp);

	return kprobe_event_is_armable(kp) ? enable_kprobe(&kp->rp.kp) : 0;
}

static void kprobe_event_disable(struct trace_probe *tp)
{
	struct trace_kprobe *kp = kprobe_event_of(tp);

	if (kprobe_event_is_armable(kp))
		disable_kprobe(&kp->rp.kp);
}

static void kprobe_event_free(struct trace_probe *tp)
{
	struct trace_kprobe *kp = kprobe_event_of(tp);

	free_percpu(kp->hits);
	kfree(kp->symbol);
	kfree(kp);
}

static struct dynevent_kind kprobe_kind;

#define KPROBE_EVENT_TYPE(_print, _head, _head_args, ...) {		\
	.kind		= &kprobe_kind,					\
	.flags		= TRACE_EVENT_FL_KPROBE,			\
	.ips		= { __VA_ARGS__ },				\
	.head		= _head,					\
	.head_args	= _head_args,					\
	.print		= _print,					\
	.reg		= kprobe_event_reg,				\
	.unreg		= kprobe_event_unreg,				\
	.unreg_many	= kprobe_event_unreg_many,			\
	.enable		= kprobe_event_enable,				\
	.disable	= kprobe_event_disable,				\
	.location	= kprobe_location_text,				\
	.same		= kprobe_location_same,				\
	.free		= kprobe_event_free,				\
}

static const struct trace_probe_type kprobe_entry_type =
	KPROBE_EVENT_TYPE(trace_probe_print_entry, "(%lx)", "REC->__probe_ip",
			  "__probe_ip");

static const struct trace_probe_type kprobe_return_type =
	KPROBE_EVENT_TYPE(trace_probe_print_return, "(%lx <- %lx)",
			  "REC->__probe_func, REC->__probe_ret_ip",
			  "__probe_func", "__probe_ret_ip");

/* Creating a kprobe event */

/**
 * trace_kprobe_alloc - allocate a trace_kprobe
 *
 * Context: task, may sleep.
 * Return: the trace_kprobe, with nothing set but its counter of hits and a type, for
 * trace_probe_discard(); NULL if out of memory.
 */
struct trace_kprobe *trace_kprobe_alloc(void)
{
	struct trace_kprobe *kp = kzalloc(sizeof(*kp), GFP_KERNEL);

	if (!kp)
		return NULL;
	kp->hits = alloc_percpu(unsigned long);
	if (!kp->hits) {
		kfree(kp);
		return NULL;
	}
	kp->tp.type = &kprobe_entry_type;
	return kp;
}

/* Parse the number in "r10:", kretprobe::maxactive. */
static int kprobe_event_read_maxactive(struct trace_kprobe *kp,
				       const struct dynevent_head *head)
{
	const char *at = head->options;
	char number[8];
	size_t len = strcspn(at, ": ");

	if (!isdigit(*at))
		return 0;
	if (!kp->returns)
		return dynevent_error(&head->def, DYNEVENT_BAD_MAXACT_TYPE, at);
	if (len >= sizeof(number))
		return dynevent_error(&head->def, DYNEVENT_BAD_MAXACT, at);
	memcpy(number, at, len);
	number[len] = '\0';
	if (kstrtoint(number, 0, &kp->rp.maxactive) || !kp->rp.maxactive)
		return dynevent_error(&head->def, DYNEVENT_BAD_MAXACT, at);
	if (kp->rp.maxactive > KPROBE_MAXACTIVE_MAX)
		return dynevent_error(&head->def, DYNEVENT_MAXACT_TOO_BIG, at);
	return 0;
}

/**
 * trace_kprobe_set_handlers - set the type of a return, and the kprobe handlers
 * @kp: the trace_kprobe; its arguments are set
 *
 * Context: any.
 */
void trace_kprobe_set_handlers(struct trace_kprobe *kp)
{
	struct kretprobe *rp = &kp->rp;

	if (!kp->returns) {
		rp->kp.pre_handler = kprobe_hit;
		return;
	}
	kp->tp.type = &kprobe_return_type;
	rp->handler = kprobe_hit_return;
	rp->data_size = dynevent_args_entry_size(&kp->tp.args);
	if (rp->data_size)
		rp->entry_handler = kprobe_hit_entry;
}

/* "PATH:OFFSET" defines a uprobe event. */
static bool kprobe_event_is_uprobe(const char *location)
{
	const char *end = strchrnul(location, ' ');

	return memchr(location, '/', end - location) &&
	       memchr(location, ':', end - location);
}

/* Parse the definition; no lock is needed. */
static int kprobe_event_parse(struct trace_probe *tp, struct dynevent_head *head)
{
	struct trace_kprobe *kp = kprobe_event_of(tp);
	char name[DYNEVENT_NAME_MAX];
	int ret, context;

	ret = kprobe_event_read_maxactive(kp, head);
	if (ret)
		return ret;
	if (kprobe_event_is_uprobe(head->location))
		return -ECANCELED;
	context = kprobe_location_parse(kp, head);
	if (context < 0)
		return context;
	kprobe_location_event_name(kp, name);
	ret = dynevent_head_names(head, KPROBE_SYSTEM, name);
	if (ret)
		return ret;
	head->def.func = kp->symbol;
	ret = dynevent_args_parse(&tp->args, &head->def, head->args, context, NULL);
	if (!ret)
		trace_kprobe_set_handlers(kp);
	return ret;
}

static int kprobe_event_add(struct dynevent_head *head)
{
	struct trace_kprobe *kp = trace_kprobe_alloc();

	if (!kp)
		return -ENOMEM;
	kp->returns = dynevent_head_letter(head) == 'r';
	return trace_probe_create(&kp->tp, head, kprobe_event_parse);
}

/**
 * kprobe_event_create - create a kprobe event, or add a location to one
 * @command: the definition, as written to kprobe_events
 *
 * Context: task, may sleep; takes dynevent_lock.
 * Return: 0; -ECANCELED if @command does not define a kprobe event; -ENOMEM; else
 * an errno whose reason is in error_log.
 */
int kprobe_event_create(const char *command)
{
	return dynevent_head_run(skip_spaces(command), "pr", KPROBE_LOG_NAME,
				 kprobe_event_add);
}

static int kprobe_event_show(struct seq_file *m, struct dynevent *ev)
{
	struct trace_kprobe *kp = kprobe_event_of(trace_probe_of(ev));

	seq_putc(m, kp->returns ? 'r' : 'p');
	if (kp->rp.maxactive)
		seq_printf(m, "%d", kp->rp.maxactive);
	trace_probe_show(m, &kp->tp);
	return 0;
}

static int kprobe_event_profile(struct seq_file *m, struct dynevent *ev)
{
	struct trace_kprobe *kp = kprobe_event_of(trace_probe_of(ev));
	unsigned long hits = 0;
	int cpu;

	for_each_possible_cpu(cpu)
		hits += *per_cpu_ptr(kp->hits, cpu);
	seq_printf(m, "  %-44s %15lu %15lu\n", kp->tp.tpe->name, hits,
		   kprobe_event_missed(kp));
	return 0;
}

static bool kprobe_event_is_in_module(const struct trace_kprobe *kp,
				      struct module *mod)
{
	const char *name = module_name(mod);
	size_t len = strlen(name);

	return kp->symbol && !strncmp(kp->symbol, name, len) &&
	       kp->symbol[len] == ':';
}

/*
 * Kprobe events may be created before the module that they are in is loaded.
 * Kprobes itself disarms those in a module that is unloaded.
 */
static void kprobe_event_module_load(struct dynevent *ev, struct module *mod)
{
	struct trace_kprobe *kp = kprobe_event_of(trace_probe_of(ev));
	int ret;

	if (!kprobe_event_is_in_module(kp, mod))
		return;
	ret = kprobe_event_reregister(kp);
	if (ret)
		pr_warn("Failed to re-register probe %s on %s: %d\n",
			kp->tp.tpe->name, module_name(mod), ret);
}

static struct dynevent_kind kprobe_kind = {
	.entry.name	= "kprobe",
	.create		= kprobe_event_create,
	.show		= kprobe_event_show,
	.profile	= kprobe_event_profile,
	.busy		= trace_probe_busy,
	.match		= trace_probe_match,
	.remove		= trace_probe_remove,
	.flush		= trace_probe_flush,
	.module_load	= kprobe_event_module_load,
};

/**
 * kprobe_event_delete_cmd - execute a command that deletes kprobe events
 * @command: "-:[SYSTEM/]EVENT [LOCATION ARGS]"
 *
 * Context: task, may sleep; takes dynevent_lock.
 * Return: as dynevent_delete().
 */
int kprobe_event_delete_cmd(const char *command)
{
	return dynevent_delete(command, &kprobe_kind);
}

/**
 * kprobe_event_enable_all - enable all kprobe events in the global instance
 *
 * Context: task, may sleep; takes dynevent_lock.
 */
void __init kprobe_event_enable_all(void)
{
	struct trace_probe_event *tpe;
	struct dynevent *ev;

	guard(mutex)(&dynevent_lock);
	dynevent_for_each(ev) {
		if (ev->kind != &kprobe_kind)
			continue;
		tpe = trace_probe_of(ev)->tpe;
		if (trace_set_clr_event(tpe->system, tpe->name, 1))
			pr_warn("Failed to enable event: %s\n", tpe->name);
	}
}

static int __init kprobe_event_init(void)
{
	return dynevent_kind_register(&kprobe_kind);
}
core_initcall(kprobe_event_init);

static int __init kprobe_event_init_files(void)
{
	dynevent_files_create(&kprobe_kind, "kprobe_events", "kprobe_profile");
	return 0;
}
fs_initcall(kprobe_event_init_files);
