// SPDX-License-Identifier: GPL-2.0
/*
 * Modules that are loaded and unloaded, for the persistent ring buffers: the table for
 * the next boot, and the present addresses of the modules of the boot before.
 *
 * An entry of the table is in use while its base is not 0. The base is stored last, so
 * that a reset of the machine at any time leaves entries that are either complete or not
 * in use.
 *
 * The table has a fixed size. A module that finds no free entry is counted. Functions
 * of such a module are printed as numbers after the next boot, as those of a module
 * that is not loaded are.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/string.h>

#include "../ring/ring.h"
#include "internal.h"

static struct instance_persist_module *
modules_entry_find(struct instance_last_boot *last, u64 base)
{
	unsigned int i;

	for (i = 0; i < last->max; i++) {
		if (last->info->modules[i].base == base)
			return &last->info->modules[i];
	}
	return NULL;
}

static void modules_entry_add(struct instance_last_boot *last,
			      const struct instance_persist_module *now)
{
	struct instance_persist_module *entry = modules_entry_find(last, 0);

	if (!entry) {
		last->info->missed++;
		return;
	}
	entry->bytes = now->bytes;
	entry->layout = now->layout;
	strscpy(entry->name, now->name);
	/* The next boot uses the entry if the base is not 0. */
	barrier();
	WRITE_ONCE(entry->base, now->base);
}

/* The size alone does not tell builds of a module apart: it is in whole pages. */
static bool modules_is_same(const struct instance_last_module *module,
			    const struct instance_persist_module *now)
{
	return module->bytes == now->bytes && module->layout == now->layout &&
	       !strcmp(module->name, now->name);
}

/*
 * Records that are older than this boot stay until they are overwritten, but the next
 * boot only knows the modules of this one. It must not use a module for the addresses
 * of another one that was there before.
 */
static bool modules_clashes(const struct instance_last_module *module,
			    const struct instance_persist_module *now)
{
	if (module->base == now->base && modules_is_same(module, now))
		return false;
	return module->base < now->base + now->bytes &&
	       now->base < module->base + module->bytes;
}

/**
 * instance_module_coming - note that a module is loaded
 * @tr: an instance with a persistent ring buffer
 * @now: the module, as the next boot has to find it
 *
 * Context: task; instance_lock held.
 */
void instance_module_coming(struct trace_array *tr, const struct instance_persist_module *now)
{
	struct instance_last_boot *last = tr->last_boot;
	unsigned int i;

	for (i = 0; i < last->nr; i++) {
		struct instance_last_module *module = &last->modules[i];

		if (!last->other && modules_is_same(module, now))
			WRITE_ONCE(module->now, now->base);
		if (modules_clashes(module, now))
			ring_buffer_save_clash(tr->ring);
	}
	modules_entry_add(last, now);
}

/**
 * instance_module_going - note that a module is unloaded
 * @tr: an instance with a persistent ring buffer
 * @base: address of the text of the module
 *
 * Context: task; instance_lock held.
 */
void instance_module_going(struct trace_array *tr, unsigned long base)
{
	struct instance_last_boot *last = tr->last_boot;
	struct instance_persist_module *entry = modules_entry_find(last, base);
	unsigned int i;

	if (entry)
		WRITE_ONCE(entry->base, 0);
	else if (last->info->missed)
		last->info->missed--;
	for (i = 0; i < last->nr; i++) {
		if (last->modules[i].now == base)
			WRITE_ONCE(last->modules[i].now, 0);
	}
}

static int modules_notify(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *mod = data;
	const struct module_memory *text = &mod->mem[MOD_TEXT];
	struct instance_persist_module now = {
		.base = (unsigned long)text->base,
		.bytes = text->size,
	};
	struct trace_array *tr;

	if (!text->size || (state != MODULE_STATE_COMING && state != MODULE_STATE_GOING))
		return NOTIFY_DONE;
	now.layout = instance_module_layout(mod);
	strscpy(now.name, mod->name);
	guard(mutex)(&instance_lock);
	instance_for_each(tr) {
		if (!tr->last_boot)
			continue;
		if (state == MODULE_STATE_COMING)
			instance_module_coming(tr, &now);
		else
			instance_module_going(tr, now.base);
	}
	return NOTIFY_DONE;
}

static struct notifier_block modules_nb = {
	.notifier_call = modules_notify,
};

static int __init modules_init(void)
{
	return register_module_notifier(&modules_nb);
}
early_initcall(modules_init);
