// SPDX-License-Identifier: GPL-2.0
/*
 * Fprobe events: the head of a definition, "f[MAXACTIVE]:... FUNC[%return]", and the
 * functions of that name.
 */
#include <linux/ctype.h>
#include <linux/ftrace.h>
#include <linux/glob.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "fprobe.h"

/* Maximum of fprobe::nr_maxactive. */
#define FPROBE_MAXACTIVE_MAX	4096

/**
 * fprobe_location_split - split a location into a name and "%return"
 * @head: the definition
 * @name: set to the name, to be freed by kfree() even if this fails
 * @returns: set if the location ends with "%return"
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, error_log has the reason; -ENOMEM.
 */
int fprobe_location_split(const struct dynevent_head *head, char **name, bool *returns)
{
	char *suffix;

	*name = dynevent_head_location(head);
	if (!*name)
		return -ENOMEM;
	suffix = strchr(*name, '%');
	*returns = suffix;
	if (!suffix)
		return 0;
	if (strcmp(suffix, "%return"))
		return dynevent_error(&head->def, DYNEVENT_BAD_ADDR_SUFFIX,
				      head->location + (suffix - *name));
	*suffix = '\0';
	return 0;
}

/**
 * fprobe_location_maxactive - parse the number in "f10:"
 * @head: the definition
 * @nr: set to the number; 0 if there is none
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL, error_log has the reason.
 */
int fprobe_location_maxactive(const struct dynevent_head *head, int *nr)
{
	const char *at = head->options;
	size_t len = strcspn(at, ": ");
	char number[8];

	*nr = 0;
	if (!isdigit(*at))
		return 0;
	if (len >= sizeof(number))
		return dynevent_error(&head->def, DYNEVENT_BAD_MAXACT, at);
	memcpy(number, at, len);
	number[len] = '\0';
	if (kstrtoint(number, 0, nr) || !*nr)
		return dynevent_error(&head->def, DYNEVENT_BAD_MAXACT, at);
	if (*nr > FPROBE_MAXACTIVE_MAX)
		return dynevent_error(&head->def, DYNEVENT_MAXACT_TOO_BIG, at);
	return 0;
}

/**
 * fprobe_location_event_name - derive the name of an event from its location
 * @tf: the trace_fprobe
 * @name: buffer of DYNEVENT_NAME_MAX bytes
 *
 * Context: any.
 */
void fprobe_location_event_name(const struct trace_fprobe *tf, char *name)
{
	snprintf(name, DYNEVENT_NAME_MAX, "%s__%s", tf->symbol,
		 tf->returns ? "exit" : "entry");
	/* Of the characters of a glob, only some are replaced. */
	for (name++; *name; name++) {
		if (strchr(":.*", *name))
			*name = '_';
	}
}

/**
 * fprobe_location_text - trace_probe_type::location
 * @tp: the trace_probe
 *
 * Context: task, may sleep.
 * Return: the location, to be freed by kfree(); NULL if out of memory.
 */
char *fprobe_location_text(const struct trace_probe *tp)
{
	const struct trace_fprobe *tf = fprobe_event_of(tp);

	return kasprintf(GFP_KERNEL, "%s%s", tf->symbol, tf->returns ? "%return" : "");
}

/**
 * fprobe_location_same - trace_probe_type::same
 * @a: a trace_probe
 * @b: another trace_probe, of the same type
 *
 * Context: any.
 * Return: true if both have the same location.
 */
bool fprobe_location_same(const struct trace_probe *a, const struct trace_probe *b)
{
	return !strcmp(fprobe_event_of(a)->symbol, fprobe_event_of(b)->symbol);
}

/* Looking up functions */

/**
 * struct fprobe_location_scan - the functions of a name that have been found
 * @name: the name, or a glob
 * @glob: @name is a glob
 * @in_module: one of the functions is in a module
 * @nr: number of functions that can be probed
 * @sites: their patch sites, allocated
 */
struct fprobe_location_scan {
	const char	*name;
	bool		glob;
	bool		in_module;
	unsigned int	nr;
	unsigned long	*sites;
};

/* Make space for one more function: it doubles, as a glob may match thousands. */
static int fprobe_location_scan_grow(struct fprobe_location_scan *scan)
{
	unsigned long *sites;

	if (scan->nr & (scan->nr - 1))
		return 0;
	sites = krealloc_array(scan->sites, scan->nr ? 2 * scan->nr : 1, sizeof(*sites),
			       GFP_KERNEL);
	if (!sites)
		return -ENOMEM;
	scan->sites = sites;
	return 0;
}

static int fprobe_location_scan_add(void *data, unsigned long address)
{
	struct fprobe_location_scan *scan = data;
	unsigned long site = ftrace_location(address);
	int ret;

	if (!site || !fprobe_module_usable(address))
		return 0;
	ret = fprobe_location_scan_grow(scan);
	if (ret)
		return ret;
	scan->sites[scan->nr++] = site;
	scan->in_module |= !core_kernel_text(address);
	return 0;
}

static int fprobe_location_scan_name(void *data, const char *name, unsigned long address)
{
	const struct fprobe_location_scan *scan = data;

	if (scan->glob ? !glob_match(scan->name, name) : strcmp(scan->name, name))
		return 0;
	return fprobe_location_scan_add(data, address);
}

/* Find the functions of the kernel, then those of modules. */
static int fprobe_location_scan(struct fprobe_location_scan *scan)
{
	int ret;

	if (scan->glob)
		ret = kallsyms_on_each_symbol(fprobe_location_scan_name, scan);
	else
		ret = kallsyms_on_each_match_symbol(fprobe_location_scan_add, scan->name,
						    scan);
	if (ret == -ENOMEM || !IS_ENABLED(CONFIG_MODULES))
		return ret == -ENOMEM ? ret : 0;
	return module_kallsyms_on_each_symbol(NULL, fprobe_location_scan_name, scan);
}

/**
 * fprobe_location_resolve - look up the functions of an fprobe event
 * @tf: the trace_fprobe; on success its @sites are set
 *
 * Context: task, may sleep; dynevent_lock and event_mutex held.
 * Return: 0; -EINVAL if there is no function of that name, or none that can be probed;
 * -ENOMEM.
 */
int fprobe_location_resolve(struct trace_fprobe *tf)
{
	struct fprobe_location_scan scan = {
		.name = tf->symbol,
		.glob = strpbrk(tf->symbol, "*?["),
	};
	int ret;

	lockdep_assert_held(&dynevent_lock);
	lockdep_assert_held(&event_mutex);

	ret = fprobe_location_scan(&scan);
	if (!ret && !scan.nr)
		ret = -EINVAL;
	if (ret) {
		kfree(scan.sites);
		return ret;
	}
	kfree(tf->sites);
	tf->sites = scan.sites;
	tf->nr = scan.nr;
	tf->in_module |= scan.in_module;
	return 0;
}

/**
 * fprobe_location_is_in - test whether functions of an fprobe event are in a module
 * @tf: the trace_fprobe
 * @mod: the module
 *
 * Context: task; dynevent_lock held.
 * Return: true if there are such functions.
 */
bool fprobe_location_is_in(const struct trace_fprobe *tf, const struct module *mod)
{
	unsigned int i;

	for (i = 0; i < tf->nr; i++) {
		if (within_module(tf->sites[i], mod))
			return true;
	}
	return false;
}

/**
 * fprobe_location_forget - forget the functions that are in a module
 * @tf: the trace_fprobe, whose fprobe is not registered
 * @mod: the module
 *
 * Context: task; dynevent_lock and event_mutex held.
 */
void fprobe_location_forget(struct trace_fprobe *tf, const struct module *mod)
{
	unsigned int i, nr = 0;

	lockdep_assert_held(&event_mutex);

	for (i = 0; i < tf->nr; i++) {
		if (!within_module(tf->sites[i], mod))
			tf->sites[nr++] = tf->sites[i];
	}
	tf->nr = nr;
}
