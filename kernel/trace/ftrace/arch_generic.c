// SPDX-License-Identifier: GPL-2.0
/*
 * Patch sites of architectures that implement <linux/ftrace_arch.h>.
 *
 * The architecture has one function to make a call of a nop, one to make a nop of a call, and
 * one to change what is called. Each checks the text of the site first. They are called for one
 * site after the other, by ftrace_modify_all_code(), which the architecture calls in its own
 * way: directly if the text may be changed while other CPUs execute it, else in stop_machine().
 *
 * All sites call the trampolines of the architecture. With DYNAMIC_FTRACE_WITH_CALL_OPS, the
 * site has a pointer to the ops whose callback the trampoline is to call: that of the only ops
 * of the site, if nothing is to be checked before its callback, or ftrace_list_ops, whose
 * callback is the list function. Without, the trampoline calls the list function.
 *
 * A site that cannot be patched is reported by ftrace_bug(), and function tracing stops: the
 * sites that were changed before are correct, because callees that are called too often or too
 * early check whether they are to do anything.
 */

#include <linux/ftrace.h>
#include <linux/stop_machine.h>
#include <linux/uaccess.h>

#include <asm/sections.h>

#include "internal.h"

struct ftrace_ops ftrace_list_ops = {
	.func	= ftrace_ops_list_func,
	.flags	= FTRACE_OPS_FL_STUB,
};

struct ftrace_ops ftrace_nop_ops = {
	.func	= ftrace_stub,
	.flags	= FTRACE_OPS_FL_STUB,
};

struct ftrace_ops *function_trace_op __read_mostly = &ftrace_list_ops;

/* The ops that was found last, which often traces the next site, too. Lock: ftrace_lock */
static struct ftrace_ops *arch_ftrace_last_ops;

struct ftrace_ops *ftrace_find_unique_ops(struct dyn_ftrace *rec)
{
	struct ftrace_ops *ops = arch_ftrace_last_ops;
	struct ftrace_selection sel;

	if (ops) {
		ftrace_selection_active(ops, &sel);
		if (ftrace_selection_has(&sel, rec->ip))
			return ops;
	}
	arch_ftrace_last_ops = ftrace_sole_ops(rec->ip);
	return arch_ftrace_last_ops;
}

void ftrace_bug(int failed, struct dyn_ftrace *rec)
{
	u8 text[MCOUNT_INSN_SIZE];

	if (rec) {
		bool readable = !copy_from_kernel_nofault(text, (void *)rec->ip, sizeof(text));

		pr_err("ftrace: error %d while changing %pS from calling %pS to calling %pS\n",
		       failed, (void *)rec->ip,
		       (void *)ftrace_get_addr_curr(rec),
		       (void *)ftrace_site_target(rec));
		if (readable)
			pr_err("ftrace: found there: %*ph\n", (int)sizeof(text), text);
		else
			pr_err("ftrace: the text there cannot be read\n");
		ftrace_failure_add(rec->ip, FTRACE_FAILURE_MODIFIED);
	}
	ftrace_fatal("a patch site could not be changed");
}

/* Change the text of a site from calling rec->was to calling rec->callee. */
static int arch_ftrace_change_site(struct dyn_ftrace *rec)
{
	unsigned long was = ftrace_get_addr_curr(rec);
	unsigned long callee = ftrace_site_target(rec);

	if (!callee)
		return ftrace_make_nop(NULL, rec, was);
	if (!was)
		return ftrace_make_call(rec, callee);
	return ftrace_modify_call(rec, was, callee);
}

/**
 * ftrace_replace_code - change the text of the sites
 * @enable: unused
 *
 * An architecture whose functions for single sites are for modules only defines this function
 * itself.
 *
 * Context: from ftrace_modify_all_code().
 */
void __weak ftrace_replace_code(int enable)
{
	struct dyn_ftrace *rec = NULL;
	int ret;

	while ((rec = ftrace_site_next(rec))) {
		ret = arch_ftrace_change_site(rec);
		if (ret) {
			ftrace_bug(ret, rec);
			return;
		}
	}
}

void ftrace_modify_all_code(int command)
{
	int ret = 0;

	if (command & FTRACE_UPDATE_TRACE_FUNC)
		ret = ftrace_update_ftrace_func(ftrace_ops_list_func);
	if (ret) {
		ftrace_bug(ret, NULL);
		return;
	}
	if (!(command & FTRACE_UPDATE_CALLS))
		return;
	/* It may have been freed since. */
	arch_ftrace_last_ops = NULL;
	ftrace_replace_code(1);
}

static int arch_ftrace_change_stopped(void *data)
{
	ftrace_modify_all_code(*(int *)data);
	return 0;
}

/**
 * arch_ftrace_update_code - call ftrace_modify_all_code() where no other CPU executes the text
 * @command: its argument
 *
 * An architecture that can change text which other CPUs execute defines this function itself.
 *
 * Context: task, may sleep; ftrace_lock held; takes cpus_read_lock().
 */
void __weak arch_ftrace_update_code(int command)
{
	stop_machine(arch_ftrace_change_stopped, &command, NULL);
}

/**
 * ftrace_arch_code_modify_prepare - called before arch_ftrace_update_code()
 *
 * Context: task, may sleep; ftrace_lock held. May take text_mutex.
 */
void __weak ftrace_arch_code_modify_prepare(void)
{
}

/**
 * ftrace_arch_code_modify_post_process - called after arch_ftrace_update_code()
 *
 * Context: task, may sleep; ftrace_lock held.
 */
void __weak ftrace_arch_code_modify_post_process(void)
{
}

/**
 * ftrace_dyn_arch_init - called before the first site is changed
 *
 * Context: boot.
 * Return: 0, or an errno if function tracing is not possible.
 */
int __weak __init ftrace_dyn_arch_init(void)
{
	return 0;
}

void arch_ftrace_update(void)
{
	/* The call in ftrace_caller() is the same from the first change on. */
	static bool function_set;
	int command = FTRACE_UPDATE_CALLS;

	if (!function_set)
		command |= FTRACE_UPDATE_TRACE_FUNC;
	function_set = true;
	ftrace_arch_code_modify_prepare();
	arch_ftrace_update_code(command);
	ftrace_arch_code_modify_post_process();
}

int arch_ftrace_init_site(struct module *mod, struct dyn_ftrace *site)
{
	return ftrace_need_init_nop() ? ftrace_init_nop(mod, site) : 0;
}

/**
 * arch_ftrace_init - prepare the architecture for changes of sites
 *
 * Context: boot.
 */
void __init arch_ftrace_init(void)
{
	if (ftrace_dyn_arch_init())
		ftrace_fatal("the architecture cannot patch functions");
}
