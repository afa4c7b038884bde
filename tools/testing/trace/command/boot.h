/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What fuzz_boot.c needs to include the files that handle boot parameters: __setup()
 * registers the handlers, and functions of components that are left out do nothing.
 */
#ifndef _TOOLS_TRACE_COMMAND_BOOT_H
#define _TOOLS_TRACE_COMMAND_BOOT_H

#include "../../../../kernel/trace/instance/internal.h"

#define BOOT_SETUPS	64

static struct boot_setup {
	const char *name;
	int (*fn)(char *text);
} boot_setups[BOOT_SETUPS];

static unsigned int boot_setups_nr;

#undef __setup
#define __setup(_name, _fn)						\
	static void __attribute__((constructor(400))) _fn##_add(void)	\
	{								\
		assert(boot_setups_nr < BOOT_SETUPS);			\
		boot_setups[boot_setups_nr++] =				\
			(struct boot_setup){ .name = _name, .fn = _fn };	\
	}

struct tracefs_node { int unused; };
#define ring_buffer_change_overwrite(ring, on)	((void)(ring), (void)(on))
#define CONFIG_TRACER_SNAPSHOT
#define late_initcall_sync(fn)	late_initcall(fn)
#define panic(...)		abort()
#define memparse(text, end)	strtoull(text, end, 0)

/* Persistent memory cannot be mapped. */
#define linux_banner		"host"
#define siphash(p, len, key)	((void)(p), (void)(key), 0ULL)
#define _text			((char *)0x1000)
#define _etext			((char *)0x2000)
#define _end			((char *)0x3000)
#define PAGE_MASK		(~(PAGE_SIZE - 1))
#define PAGE_ALIGN(n)		ALIGN(n, PAGE_SIZE)
#define MEMREMAP_WB		1
#define memremap(start, bytes, how)	NULL
#define memunmap(mem)		((void)(mem))
#define check_add_overflow(a, b, sum)	__builtin_add_overflow(a, b, sum)
#undef cpu_possible_mask
#define cpu_possible_mask	((struct cpumask *)NULL)
#define ring_persist_alloc(mem, bytes, flags, key, base, kept)		\
	((void)(key), (void)(kept), (struct trace_buffer *)NULL)
#define instance_last_boot_create(tr, ring)	((void)(tr), (void)(ring), -ENOMEM)
#define instance_last_boot_notes(tr, ring)	((void)(tr), (void)(ring), -ENOMEM)
#define instance_crash_start(tr)	((void)(tr))
#define instance_last_boot_free(tr)	((void)(tr))
#define ring_persist_allow_map(ring)	((void)(ring))
#define ring_buffer_free(ring)		((void)(ring))
#define ring_buffer_size(ring, cpu)	0UL
#define ring_buffer_save_type_hash(ring, type, hash)	((void)(ring))
#define reserve_mem_find_by_name(name, start, bytes)			\
	(*(start) = 0x1000, *(bytes) = 0x1000, !strcmp(name, "mem"))

typedef struct { u64 key[2]; } siphash_key_t;

/* The event file of the first event. */
static inline struct trace_event_file *boot_event_file(void)
{
	return list_entry(instance_global.files.next, struct trace_event_file, list);
}

#endif /* _TOOLS_TRACE_COMMAND_BOOT_H */
