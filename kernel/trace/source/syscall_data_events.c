// SPDX-License-Identifier: GPL-2.0
/*
 * User data in the events sys_enter_*: the system calls with such data, and the fields
 * that describe it.
 *
 * While no instance has a syscall_user_buf_size other than 0, the events, their records
 * and their format files have no sign of user data. The first size other than 0 changes
 * all of them, in all instances and for perf, until the next boot: programs find the data
 * by the format file, which exists once for all instances. Only how much is copied is
 * the choice of each instance.
 *
 * Locking: event_mutex.
 */
#include <linux/init.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <trace/syscall.h>

#include "../event/event.h"
#include "syscalls.h"

#define STRING_1(_name, _a)						\
	{ .name = _name, .strings = BIT(_a) }
#define STRING_2(_name, _a, _b)						\
	{ .name = _name, .strings = BIT(_a) | BIT(_b) }
#define STRING_3(_name, _a, _b, _c)					\
	{ .name = _name, .strings = BIT(_a) | BIT(_b) | BIT(_c) }
#define BUFFER(_name, _buf, _len)					\
	{ .name = _name, .bytes = BIT(_buf), .len = (_len) }

/*
 * Numbers are those of the arguments, from 0. A buffer that the system call only writes to
 * is not listed: at the entry it has old contents.
 */
static const struct syscall_data_rule syscall_data_rules[] = {
	STRING_1("access", 0),
	STRING_1("acct", 0),
	STRING_2("add_key", 0, 1),
	STRING_1("chdir", 0),
	STRING_1("chmod", 0),
	STRING_1("chown", 0),
	STRING_1("chroot", 0),
	STRING_1("creat", 0),
	STRING_1("delete_module", 0),
	STRING_1("execve", 0),
	STRING_1("execveat", 1),
	STRING_1("faccessat", 1),
	STRING_1("faccessat2", 1),
	STRING_1("fanotify_mark", 4),
	STRING_1("fchmodat", 1),
	STRING_1("fchmodat2", 1),
	STRING_1("fchownat", 1),
	STRING_1("fgetxattr", 1),
	STRING_1("finit_module", 1),
	STRING_1("fremovexattr", 1),
	STRING_1("fsetxattr", 1),
	STRING_1("fsopen", 0),
	STRING_1("fspick", 1),
	STRING_1("futimesat", 1),
	STRING_2("getxattr", 0, 1),
	STRING_1("init_module", 2),
	STRING_1("inotify_add_watch", 1),
	STRING_1("lchown", 0),
	STRING_2("lgetxattr", 0, 1),
	STRING_2("link", 0, 1),
	STRING_2("linkat", 1, 3),
	STRING_1("listxattr", 0),
	STRING_1("llistxattr", 0),
	STRING_2("lremovexattr", 0, 1),
	STRING_2("lsetxattr", 0, 1),
	STRING_1("memfd_create", 0),
	STRING_1("mkdir", 0),
	STRING_1("mkdirat", 1),
	STRING_1("mknod", 0),
	STRING_1("mknodat", 1),
	STRING_3("mount", 0, 1, 2),
	STRING_1("mount_setattr", 1),
	STRING_2("move_mount", 1, 3),
	STRING_1("mq_open", 0),
	BUFFER("mq_timedsend", 1, 2),
	STRING_1("mq_unlink", 0),
	STRING_1("name_to_handle_at", 1),
	STRING_1("newfstatat", 1),
	STRING_1("newlstat", 0),
	STRING_1("newstat", 0),
	STRING_1("open", 0),
	STRING_1("open_tree", 1),
	STRING_1("openat", 1),
	STRING_1("openat2", 1),
	STRING_2("pivot_root", 0, 1),
	BUFFER("pwrite64", 1, 2),
	STRING_1("quotactl", 1),
	STRING_1("readlink", 0),
	STRING_1("readlinkat", 1),
	STRING_2("removexattr", 0, 1),
	STRING_2("rename", 0, 1),
	STRING_2("renameat", 1, 3),
	STRING_2("renameat2", 1, 3),
	STRING_3("request_key", 0, 1, 2),
	STRING_1("rmdir", 0),
	BUFFER("sendto", 1, 2),
	BUFFER("setdomainname", 0, 1),
	BUFFER("sethostname", 0, 1),
	STRING_2("setxattr", 0, 1),
	STRING_1("statfs", 0),
	STRING_1("statx", 1),
	STRING_1("swapoff", 0),
	STRING_1("swapon", 0),
	STRING_2("symlink", 0, 1),
	STRING_2("symlinkat", 0, 2),
	STRING_1("truncate", 0),
	STRING_1("umount", 0),
	STRING_1("unlink", 0),
	STRING_1("unlinkat", 1),
	STRING_1("utime", 0),
	STRING_1("utimensat", 1),
	STRING_1("utimes", 0),
	BUFFER("write", 1, 2),
};

/**
 * source_syscall_data_rule - find out what the event of a system call copies
 * @name: name of the system call, with "sys_"
 *
 * Context: any.
 * Return: the rule; NULL if the system call is not listed.
 */
const struct syscall_data_rule *source_syscall_data_rule(const char *name)
{
	unsigned int i;

	name += str_has_prefix(name, "sys_");
	for (i = 0; i < ARRAY_SIZE(syscall_data_rules); i++) {
		if (!strcmp(syscall_data_rules[i].name, name))
			return &syscall_data_rules[i];
	}
	return NULL;
}

/* What describes arguments with data in the print format; without @rule no argument has. */

static bool syscall_data_is_string(const struct syscall_data_rule *rule, unsigned int arg)
{
	return rule && rule->strings & BIT(arg);
}

static bool syscall_data_is_bytes(const struct syscall_data_rule *rule, unsigned int arg)
{
	return rule && rule->bytes & BIT(arg);
}

/* Print the format like snprintf(); only compute its length if @buf is NULL. */
static size_t syscall_data_put_fmt(char *buf, size_t size, const struct syscall_metadata *meta,
				   const struct syscall_data_rule *rule)
{
	size_t at = 0;
	int i;

#define PUT(...) (at += snprintf(buf ? buf + at : NULL, buf ? size - at : 0, __VA_ARGS__))
	PUT("\"");
	for (i = 0; i < meta->nb_args; i++) {
		PUT("%s%s: 0x%%0%zulx", i ? ", " : "", meta->args[i], sizeof(unsigned long));
		if (syscall_data_is_string(rule, i))
			PUT(" \\\"%%s\\\"");
		if (syscall_data_is_bytes(rule, i))
			PUT(" (%%s)");
	}
	PUT("\"");
	for (i = 0; i < meta->nb_args; i++) {
		const char *name = meta->args[i];

		PUT(", ((unsigned long)(REC->%s))", name);
		if (syscall_data_is_string(rule, i))
			PUT(", __get_str(__%s_val)", name);
		if (syscall_data_is_bytes(rule, i))
			PUT(", __print_hex(__get_dynamic_array(__%s_val), %s(__%s_val))",
			    name, "__get_dynamic_array_len", name);
	}
#undef PUT
	return at + 1;
}

/**
 * source_syscall_data_print_fmt - make the print format of an event sys_enter_*
 * @meta: the system call
 * @rule: which arguments have data; NULL if none has
 *
 * Context: task, may sleep.
 * Return: the text, to be freed with kfree(); NULL without memory.
 */
char *source_syscall_data_print_fmt(const struct syscall_metadata *meta,
				    const struct syscall_data_rule *rule)
{
	size_t size = syscall_data_put_fmt(NULL, 0, meta, rule);
	char *fmt = kmalloc(size, GFP_KERNEL);

	if (fmt)
		syscall_data_put_fmt(fmt, size, meta, rule);
	return fmt;
}

/* Fields of an argument's data: "__data_loc char[] __filename_val". */
static int syscall_data_define_arg(struct trace_event_call *call, bool string, const char *arg,
				   unsigned int offset)
{
	const char *type = string ? "__data_loc char[]" : "__data_loc u8[]";
	char *name = kasprintf(GFP_KERNEL, "__%s_val", arg);
	struct event_field field;
	int ret;

	if (!name)
		return -ENOMEM;
	if (event_field_find(call, name, &field)) {
		kfree(name);
		return 0;
	}
	/* These events are never removed: the name stays. */
	ret = event_field_append(call, type, name, offset);
	if (ret)
		kfree(name);
	return ret;
}

/* Can be repeated if it fails. */
static int syscall_data_define(struct trace_event_call *call)
{
	struct syscall_metadata *meta = call->data;
	const struct syscall_data_rule *rule = meta->data;
	unsigned long which = rule->strings | rule->bytes;
	unsigned int offset = syscall_enter_size(meta->nb_args);
	unsigned int arg;
	char *old, *fmt;
	int ret;

	for_each_set_bit(arg, &which, BITS_PER_BYTE) {
		ret = syscall_data_define_arg(call, rule->strings & BIT(arg), meta->args[arg],
					      offset);
		if (ret)
			return ret;
		offset += sizeof(u32);
	}
	fmt = source_syscall_data_print_fmt(meta, rule);
	if (!fmt)
		return -ENOMEM;
	old = (char *)call->print_fmt;
	event_print_fmt_replace(call, fmt);
	kvfree_rcu_mightsleep(old);
	return 0;
}

static bool syscall_data_done = CONFIG_TRACE_SYSCALL_BUF_SIZE_DEFAULT;

/* The class of the events sys_enter_*, set when the first is initialized. */
static const struct trace_event_class *syscall_data_class;

/* @define: add the fields; else only have records written with their data. */
static int syscall_data_each(bool define)
{
	struct trace_event_call *call;
	int ret;

	list_for_each_entry(call, &event_calls, list) {
		struct syscall_metadata *meta = call->data;

		if (call->class != syscall_data_class)
			continue;
		if (!define)
			WRITE_ONCE(meta->data, source_syscall_data_rule(meta->name));
		ret = define && meta->data ? syscall_data_define(call) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Filters, histograms and readers use a field as soon as it is defined, and the words of
 * it as soon as format shows it. So all probes that write records without it have to end
 * before. If there is no memory for a field, the next request defines the others;
 * records with data that is not described do no harm.
 */
static int syscall_data_begin(void)
{
	int ret;

	lockdep_assert_held(&event_mutex);

	if (syscall_data_done)
		return 0;
	syscall_data_each(false);
	synchronize_rcu();
	ret = syscall_data_each(true);
	if (!ret)
		syscall_data_done = true;
	return ret;
}

/**
 * source_syscall_data_init - have an event copy data if that is what the kernel begins with
 * @call: the event, which is being initialized; its other fields are defined
 *
 * Context: task, may sleep; event_mutex held.
 * Return: 0 or -ENOMEM.
 */
int source_syscall_data_init(struct trace_event_call *call)
{
	struct syscall_metadata *meta = call->data;

	syscall_data_class = call->class;
	if (!syscall_data_done)
		return 0;
	meta->data = source_syscall_data_rule(meta->name);
	return meta->data ? syscall_data_define(call) : 0;
}

static struct instance_listener syscall_data_listener = {
	.syscall_data = syscall_data_begin,
};

static int __init syscall_data_register(void)
{
	return instance_listener_register(&syscall_data_listener);
}
core_initcall(syscall_data_register);
