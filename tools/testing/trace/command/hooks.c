// SPDX-License-Identifier: GPL-2.0
/*
 * Fprobes and tracepoints that a program of user space can hit, some of them in a module
 * that can be loaded and unloaded.
 */
#include <fnmatch.h>

#include "world.h"

#define MAX_HOOKS	64

/* Fprobes */

static struct fprobe *hooks_fprobes[MAX_HOOKS];
static unsigned int hooks_fprobes_nr;

int register_fprobe_ips(struct fprobe *fp, unsigned long *addrs, int num)
{
	int i;

	assert(!fp->host_nr && num > 0);
	for (i = 0; i < num; i++) {
		/* No function of a module that is not loaded. */
		assert(core_kernel_text(addrs[i]) || find_module("gone"));
	}
	if (hooks_fprobes_nr == MAX_HOOKS)
		return -ENOSPC;
	fp->host_sites = kmalloc_array(num, sizeof(*addrs), GFP_KERNEL);
	if (!fp->host_sites)
		return -ENOMEM;
	memcpy(fp->host_sites, addrs, num * sizeof(*addrs));
	fp->host_nr = num;
	hooks_fprobes[hooks_fprobes_nr++] = fp;
	return 0;
}

int fprobe_detach(struct fprobe *fp)
{
	unsigned int i;

	for (i = 0; i < hooks_fprobes_nr && hooks_fprobes[i] != fp; i++)
		;
	assert(i < hooks_fprobes_nr);
	hooks_fprobes[i] = hooks_fprobes[--hooks_fprobes_nr];
	fp->host_nr = 0;
	return 0;
}

void fprobe_release(struct fprobe *fp)
{
	assert(!fp->host_nr);
	kfree(fp->host_sites);
}

int unregister_fprobe(struct fprobe *fp)
{
	int ret = fprobe_detach(fp);

	fprobe_release(fp);
	return ret;
}

static void hooks_call(struct fprobe *fp, unsigned long site, struct pt_regs *regs)
{
	/* With its exact size, so that ASan detects accesses beyond it. */
	void *data = fp->entry_data_size ? malloc(fp->entry_data_size) : NULL;

	if (fp->entry_handler)
		assert(!fp->entry_handler(fp, site, 0x10020, regs, data));
	if (fp->exit_handler)
		fp->exit_handler(fp, site, 0x10020, regs, data);
	free(data);
}

int kallsyms_on_each_symbol(int (*fn)(void *data, const char *name, unsigned long addr),
			    void *data)
{
	static const char * const names[] = { "schedule", "untraced", "twice" };
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < ARRAY_SIZE(names); i++)
		ret = fn(data, names[i], i == 1 ? HOST_UNTRACED : 0x10000 + 64 * i);
	return ret;
}

unsigned long ftrace_location(unsigned long address)
{
	return address == HOST_UNTRACED ? 0 : address;
}

bool glob_match(const char *pattern, const char *text)
{
	return !fnmatch(pattern, text, 0);
}

/* Tracepoints: one of the kernel, and one of the module. */

static struct tracepoint hooks_tracepoints[] = {
	{ "point", (void *)0x10100 },
	{ "gonepoint", (void *)0x30100 },
};

struct hooks_probe {
	struct tracepoint	*tp;
	void (*func)(void *data, unsigned long a, unsigned long b, unsigned long c,
		     unsigned long d, unsigned long e);
	void			*data;
};

static struct hooks_probe hooks_probes[MAX_HOOKS];
static unsigned int hooks_probes_nr;

struct module *__module_address(unsigned long address)
{
	if (address == HOST_GONE_FUNCTION || address == (unsigned long)&hooks_tracepoints[1])
		return find_module("gone");
	return NULL;
}

static struct hooks_probe *hooks_find(struct tracepoint *tp, void *probe, void *data)
{
	unsigned int i;

	for (i = 0; i < hooks_probes_nr; i++) {
		if (hooks_probes[i].tp == tp && hooks_probes[i].func == probe &&
		    hooks_probes[i].data == data)
			return &hooks_probes[i];
	}
	return NULL;
}

int tracepoint_probe_register(struct tracepoint *tp, void *probe, void *data)
{
	assert(!hooks_find(tp, probe, data));
	assert(tp == &hooks_tracepoints[0] || find_module("gone"));
	if (hooks_probes_nr == MAX_HOOKS)
		return -ENOMEM;
	hooks_probes[hooks_probes_nr++] = (struct hooks_probe){ tp, probe, data };
	return 0;
}

int tracepoint_probe_unregister(struct tracepoint *tp, void *probe, void *data)
{
	struct hooks_probe *found = hooks_find(tp, probe, data);

	assert(found);
	*found = hooks_probes[--hooks_probes_nr];
	return 0;
}

void for_each_kernel_tracepoint(void (*fct)(struct tracepoint *tp, void *priv), void *priv)
{
	fct(&hooks_tracepoints[0], priv);
}

void for_each_module_tracepoint(void (*fct)(struct tracepoint *tp, struct module *mod,
					    void *priv), void *priv)
{
	if (find_module("gone"))
		fct(&hooks_tracepoints[1], find_module("gone"), priv);
}

/* After a module was unloaded, nothing refers to it. */
void world_hooks_check_unloaded(void)
{
	unsigned int i;
	int j;

	for (i = 0; i < hooks_probes_nr; i++)
		assert(hooks_probes[i].tp == &hooks_tracepoints[0]);
	for (i = 0; i < hooks_fprobes_nr; i++) {
		for (j = 0; j < hooks_fprobes[i]->host_nr; j++)
			assert(core_kernel_text(hooks_fprobes[i]->host_sites[j]));
	}
}

/* Hit each fprobe that is registered, and each tracepoint. */
void world_hooks_hit(struct pt_regs *regs)
{
	unsigned int i;
	int j;

	for (i = 0; i < hooks_fprobes_nr; i++) {
		for (j = 0; j < hooks_fprobes[i]->host_nr && !hooks_fprobes[i]->flags; j++)
			hooks_call(hooks_fprobes[i], hooks_fprobes[i]->host_sites[j], regs);
	}
	for (i = 0; i < hooks_probes_nr; i++)
		hooks_probes[i].func(hooks_probes[i].data, regs->r[0], regs->r[1], regs->r[2],
				     regs->r[3], regs->r[5]);
}
