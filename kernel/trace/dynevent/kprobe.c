// SPDX-License-Identifier: GPL-2.0
/*
 * Kprobe events: how they come, are connected, and go; modules that do; the files
 * kprobe_events and kprobe_profile.
 *
 * Locking: dynevent_lock, and event_mutex inside it where points are connected.
 */
#define pr_fmt(fmt)	"trace_kprobe: " fmt

#include <linux/ctype.h>
#include <linux/ftrace.h>
#include <linux/init.h>
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kprobe.h"

/* The most returns that may be waited for at a time. */
#define KPROBE_ACTIVE_MAX	4096

/* Registering */

/*
 * Functions without a site are those that tracing itself needs: a probe there may
 * never come back.
 */
static bool is_notrace(struct kprobe *p)
{
	unsigned long addr = (unsigned long)p->addr, size, offset;

	if (!IS_ENABLED(CONFIG_DYNAMIC_FTRACE))
		return false;
	if (p->symbol_name)
		addr = kallsyms_lookup_name(p->symbol_name) + p->offset;
	if (!addr || !kallsyms_lookup_size_offset(addr, &size, &offset))
		return false;
	addr -= offset;
	if (!size || ftrace_location_range(addr, addr + size - 1))
		return false;
	pr_warn("Could not probe notrace function %ps\n", (void *)addr);
	return true;
}

static int kprobe_register(struct kprobe_point *kp)
{
	struct kprobe *p = &kp->rp.kp;
	int ret;

	if (is_notrace(p))
		return -EINVAL;
	/* It was looked up when it was registered before. */
	if (kp->symbol)
		p->addr = NULL;
	p->flags = trace_probe_used(&kp->pt) ? 0 : KPROBE_FLAG_DISABLED;
	ret = kp->returns ? register_kretprobe(&kp->rp) :
				     register_kprobe(p);
	kp->registered = !ret;
	return ret;
}

static void kprobe_close(struct trace_probe *pt)
{
	struct kprobe_point *kp = kprobe_point_of(pt);

	if (!kp->registered)
		return;
	if (kp->returns)
		unregister_kretprobe(&kp->rp);
	else
		unregister_kprobe(&kp->rp.kp);
	kp->registered = false;
}

static int kprobe_open(struct trace_probe *pt, const struct dynevent_head *head)
{
	struct kprobe_point *kp = kprobe_point_of(pt);
	int ret;

	ret = dynevent_args_resolve(&pt->args);
	if (ret) {
		if (head)
			dynevent_error(&head->cmd, ret == -ENOENT ?
				       DYNEVENT_BAD_PROBE_ADDR : DYNEVENT_FAIL_REG_PROBE,
				       head->place);
		return ret;
	}
	ret = kprobe_register(kp);
	if (!head || !ret)
		return ret;
	if (ret == -ENOENT) {
		pr_warn("This probe might be able to register after target module is loaded. Continue.\n");
		return 0;
	}
	if (ret == -EILSEQ)
		dynevent_error(&head->cmd, DYNEVENT_BAD_INSN_BNDRY, head->place);
	else if (ret != -ENOMEM)
		dynevent_error(&head->cmd, DYNEVENT_FAIL_REG_PROBE, head->place);
	return ret;
}

int kprobe_event_renew(struct kprobe_point *kp)
{
	lockdep_assert_held(&dynevent_lock);

	guard(mutex)(&event_mutex);
	kprobe_close(&kp->pt);
	/* What it has fetched may have moved, too. */
	return dynevent_args_resolve(&kp->pt.args) ?: kprobe_register(kp);
}

/* Where there is nothing to be hit, nothing needs to be done. */
static bool kprobe_is_there(struct kprobe_point *kp)
{
	return kp->registered && !kprobe_gone(&kp->rp.kp);
}

static int kprobe_connect(struct trace_probe *pt)
{
	struct kprobe_point *kp = kprobe_point_of(pt);

	return kprobe_is_there(kp) ? enable_kprobe(&kp->rp.kp) : 0;
}

static void kprobe_disconnect(struct trace_probe *pt)
{
	struct kprobe_point *kp = kprobe_point_of(pt);

	if (kprobe_is_there(kp))
		disable_kprobe(&kp->rp.kp);
}

static void kprobe_free(struct trace_probe *pt)
{
	struct kprobe_point *kp = kprobe_point_of(pt);

	free_percpu(kp->hits);
	kfree(kp->symbol);
	kfree(kp);
}

static struct dynevent_kind kprobe_kind;

#define KPROBE_POINT_TYPE(_print, _head, _head_args, ...) {		\
	.kind		= &kprobe_kind,					\
	.flags		= TRACE_EVENT_FL_KPROBE,			\
	.ips		= { __VA_ARGS__ },				\
	.head		= _head,					\
	.head_args	= _head_args,					\
	.print		= _print,					\
	.open		= kprobe_open,					\
	.close		= kprobe_close,					\
	.connect	= kprobe_connect,				\
	.disconnect	= kprobe_disconnect,				\
	.place		= kprobe_place_text,				\
	.same		= kprobe_place_same,				\
	.free		= kprobe_free,					\
}

static const struct trace_probe_type kprobe_entry_type =
	KPROBE_POINT_TYPE(kprobe_print_entry, "(%lx)", "REC->__probe_ip",
			  "__probe_ip");

static const struct trace_probe_type kprobe_return_type =
	KPROBE_POINT_TYPE(kprobe_print_return, "(%lx <- %lx)",
			  "REC->__probe_func, REC->__probe_ret_ip",
			  "__probe_func", "__probe_ret_ip");

/* Making one */

struct kprobe_point *kprobe_event_alloc(void)
{
	struct kprobe_point *kp = kzalloc(sizeof(*kp), GFP_KERNEL);

	if (!kp)
		return NULL;
	kp->hits = alloc_percpu(unsigned long);
	if (!kp->hits) {
		kfree(kp);
		return NULL;
	}
	return kp;
}

/* "r10:": how many returns may be waited for at a time. */
static int read_active(struct kprobe_point *kp, const struct dynevent_head *head)
{
	const char *at = head->mark;
	char number[8];
	size_t len = strcspn(at, ": ");

	if (!isdigit(*at))
		return 0;
	if (!kp->returns)
		return dynevent_error(&head->cmd, DYNEVENT_BAD_MAXACT_TYPE, at);
	if (len >= sizeof(number))
		return dynevent_error(&head->cmd, DYNEVENT_BAD_MAXACT, at);
	memcpy(number, at, len);
	number[len] = '\0';
	if (kstrtoint(number, 0, &kp->rp.maxactive) || !kp->rp.maxactive)
		return dynevent_error(&head->cmd, DYNEVENT_BAD_MAXACT, at);
	if (kp->rp.maxactive > KPROBE_ACTIVE_MAX)
		return dynevent_error(&head->cmd, DYNEVENT_MAXACT_TOO_BIG, at);
	return 0;
}

void kprobe_event_free(struct kprobe_point *kp)
{
	dynevent_args_free(&kp->pt.args);
	kprobe_free(&kp->pt);
}

void kprobe_event_ready(struct kprobe_point *kp)
{
	struct kretprobe *rp = &kp->rp;

	kp->pt.type = kp->returns ? &kprobe_return_type : &kprobe_entry_type;
	if (!kp->returns) {
		rp->kp.pre_handler = kprobe_hit;
		return;
	}
	rp->handler = kprobe_hit_return;
	rp->data_size = dynevent_args_entry_size(&kp->pt.args);
	if (rp->data_size)
		rp->entry_handler = kprobe_hit_entry;
}

/* All that needs no lock. */
static int kprobe_read(struct kprobe_point *kp, struct dynevent_head *head)
{
	char name[DYNEVENT_NAME_MAX];
	int ret, place;

	ret = read_active(kp, head);
	if (ret)
		return ret;
	place = kprobe_place_read(kp, head);
	if (place < 0)
		return place;
	kprobe_place_name(kp, name);
	ret = dynevent_head_names(head, KPROBE_SYSTEM, name);
	if (ret)
		return ret;
	ret = dynevent_args_parse(&kp->pt.args, &head->cmd, head->args, place, NULL);
	if (!ret)
		kprobe_event_ready(kp);
	return ret;
}

static int kprobe_make(struct dynevent_head *head)
{
	struct kprobe_point *kp = kprobe_event_alloc();
	int ret;

	if (!kp)
		return -ENOMEM;
	kp->returns = dynevent_head_letter(head) == 'r';
	ret = kprobe_read(kp, head);
	if (!ret) {
		mutex_lock(&dynevent_lock);
		ret = trace_probe_add(&kp->pt, head);
		mutex_unlock(&dynevent_lock);
	}
	if (ret)
		kprobe_event_free(kp);
	return ret;
}

/* "PATH:OFFSET"? */
static bool is_of_program(const char *place)
{
	const char *end = strchrnul(place, ' ');

	return memchr(place, '/', end - place) && memchr(place, ':', end - place);
}

/**
 * kprobe_create - make a kprobe event, or another point of one
 * @command: as written to kprobe_events
 *
 * Context: task, may sleep; takes dynevent_lock.
 * Return: 0; -ECANCELED: it is no such command; else error_log says why, unless
 * it is -ENOMEM.
 */
int kprobe_create(const char *command)
{
	struct dynevent_head head;
	int ret;

	command = skip_spaces(command);
	if (*command != 'p' && *command != 'r')
		return -ECANCELED;
	ret = dynevent_head_open(&head, KPROBE_WHERE, command);
	if (!ret && is_of_program(head.place))
		ret = -ECANCELED;
	if (!ret)
		ret = kprobe_make(&head);
	dynevent_head_close(&head);
	return ret;
}

static int kprobe_show(struct seq_file *m, struct dynevent *ev)
{
	struct kprobe_point *kp = kprobe_point_of(trace_probe_of(ev));

	seq_putc(m, kp->returns ? 'r' : 'p');
	if (kp->rp.maxactive)
		seq_printf(m, "%d", kp->rp.maxactive);
	return trace_probe_show(m, &kp->pt);
}

static int kprobe_profile(struct seq_file *m, struct dynevent *ev)
{
	struct kprobe_point *kp = kprobe_point_of(trace_probe_of(ev));
	unsigned long hits = 0, missed = kp->rp.kp.nmissed;
	int cpu;

	for_each_possible_cpu(cpu)
		hits += *per_cpu_ptr(kp->hits, cpu);
	if (kp->returns)
		missed += kp->rp.nmissed;
	seq_printf(m, "  %-44s %15lu %15lu\n", kp->pt.multi->name, hits, missed);
	return 0;
}

static struct dynevent_kind kprobe_kind = {
	.entry.name	= "kprobe",
	.create		= kprobe_create,
	.show		= kprobe_show,
	.profile	= kprobe_profile,
	.busy		= trace_probe_busy,
	.match		= trace_probe_match,
	.remove		= trace_probe_remove,
};

struct kprobe_point *kprobe_event_of_file(struct dynevent *ev)
{
	return ev->kind == &kprobe_kind ? kprobe_point_of(trace_probe_of(ev)) :
					  NULL;
}

int kprobe_delete(const char *command)
{
	return dynevent_delete(command, &kprobe_kind);
}

void __init kprobe_enable_all(void)
{
	struct dynevent_multi *multi;
	struct dynevent *ev;

	guard(mutex)(&dynevent_lock);
	dynevent_for_each(ev) {
		if (ev->kind != &kprobe_kind)
			continue;
		multi = trace_probe_of(ev)->multi;
		if (trace_set_clr_event(multi->system, multi->name, 1))
			pr_warn("Failed to enable event: %s\n", multi->name);
	}
}

static int __init kprobe_init(void)
{
	int ret = dynevent_kind_register(&kprobe_kind);

	if (ret)
		return ret;
	dynevent_files_create(&kprobe_kind, "kprobe_events", "kprobe_profile");
	return 0;
}
fs_initcall(kprobe_init);
