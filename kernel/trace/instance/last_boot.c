// SPDX-License-Identifier: GPL-2.0
/*
 * What an instance with a persistent ring buffer knows of the boot before: where the
 * kernel and its modules were, so that addresses in the records of that boot can be
 * translated.
 *
 * The memory of the ring buffer has a table of the modules that are loaded now, for the
 * next boot. Its contents are copied at boot, and entries that make no sense are left
 * out: they are not trusted. modules.c keeps the table up to date.
 */
#include <linux/ctype.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <asm/sections.h>

#include "../ring/ring.h"
#include "internal.h"
#include "last_notes.h"

static_assert(INSTANCE_MODULE_NAME >= MODULE_NAME_LEN);

static bool last_boot_entry_is_valid(const struct instance_persist_module *entry)
{
	unsigned int i;

	if (!entry->base || !entry->bytes || entry->bytes > -entry->base ||
	    strnlen(entry->name, sizeof(entry->name)) == sizeof(entry->name))
		return false;
	for (i = 0; entry->name[i]; i++) {
		if (!isgraph(entry->name[i]))
			return false;
	}
	return i;
}

static void last_boot_copy(struct instance_last_boot *last,
			   const struct instance_persist_info *info, unsigned int max)
{
	struct instance_last_module *module;
	unsigned int i;

	last->missed = info->missed;
	for (i = 0; i < max; i++) {
		const struct instance_persist_module *entry = &info->modules[i];

		if (!last_boot_entry_is_valid(entry))
			continue;
		module = &last->modules[last->nr++];
		module->base = entry->base;
		module->bytes = entry->bytes;
		module->layout = entry->layout;
		strscpy(module->name, entry->name);
	}
}

/* Timestamps of the last boot and of this one can be compared with the same clock only. */
static void last_boot_select_clock(struct trace_array *tr,
				   const struct instance_persist_info *info)
{
	int clock = -EINVAL;

	if (strnlen(info->clock, sizeof(info->clock)) < sizeof(info->clock))
		clock = trace_clock_find(info->clock);
	if (clock >= 0)
		tr->clock = clock;
}

/**
 * instance_last_boot_save_clock - let the next boot select the clock of the instance
 * @tr: the instance
 *
 * Context: task; instance_lock held, except at boot.
 */
void instance_last_boot_save_clock(struct trace_array *tr)
{
	if (tr->last_boot)
		strscpy_pad(tr->last_boot->info->clock, trace_clock_table[tr->clock].name);
}

/**
 * instance_last_boot_create - find out about the boot before
 * @tr: the instance, whose ring buffer is persistent
 * @ring: the ring buffer
 *
 * The instance gets the clock that it had then. The persistent memory describes the
 * present boot afterwards, in which no module is loaded yet.
 *
 * Context: boot, may sleep.
 * Return: 0 or -ENOMEM.
 */
int instance_last_boot_create(struct trace_array *tr, struct trace_buffer *ring)
{
	struct instance_last_boot *last;
	size_t bytes;
	struct instance_persist_info *info = ring_buffer_info(ring, &bytes);
	unsigned int max = (bytes - sizeof(*info)) / sizeof(*info->modules);

	last = kvzalloc(struct_size(last, modules, max), GFP_KERNEL);
	if (!last)
		return -ENOMEM;
	last->text = (unsigned long)_text - ring_buffer_text_delta(ring);
	last->other = ring_buffer_last_boot_is_other(ring);
	last_boot_copy(last, info, max);
	last_boot_select_clock(tr, info);
	memset(info, 0, bytes);
	last->info = info;
	last->max = max;
	tr->last_boot = last;
	instance_last_boot_save_clock(tr);
	return 0;
}

/**
 * instance_last_boot_free - free what is known of the boot before
 * @tr: the instance
 *
 * Context: task.
 */
void instance_last_boot_free(struct trace_array *tr)
{
	if (tr->last_boot)
		instance_last_notes_free(tr->last_boot->notes);
	kvfree(tr->last_boot);
}

/**
 * instance_last_boot_addr - translate an address of the boot before in a module
 * @tr: the instance
 * @addr: the address
 *
 * Context: any.
 * Return: the address of the same instruction in this boot; 0 if @addr was not in the
 * text of a module, or that module is not loaded now.
 */
unsigned long instance_last_boot_addr(const struct trace_array *tr, unsigned long addr)
{
	const struct instance_last_boot *last = tr->last_boot;
	unsigned int i;

	for (i = 0; last && i < last->nr; i++) {
		const struct instance_last_module *module = &last->modules[i];
		unsigned long now = READ_ONCE(module->now);

		if (addr - module->base < module->bytes)
			return now ? now + (addr - module->base) : 0;
	}
	return 0;
}
