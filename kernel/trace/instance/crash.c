// SPDX-License-Identifier: GPL-2.0
/*
 * What the running kernel stores beside the records of a persistent ring buffer, so that
 * another kernel can read them.
 *
 * The formats of events are stored when they are enabled. Which symbols, tasks and strings
 * the records refer to is only known when they are read: so the records are walked when the
 * machine is going down, by panic or by a reboot. Nothing is done when a record is written.
 *
 * At a panic this code may run in any context, an NMI included, with the other CPUs stopped
 * while they held any lock. It allocates nothing, and recording has ended, so that the
 * records stay what they are.
 */
#include <linux/buildid.h>
#include <linux/hash.h>
#include <linux/jhash.h>
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/panic_notifier.h>
#include <linux/reboot.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include <asm/sections.h>

#include "internal.h"
#include "last_notes.h"

#define CRASH_RECENT_BITS	8

/* Longer strings are not stored. */
#define CRASH_STRING_MAX	128

/**
 * struct instance_crash - what is stored of a persistent ring buffer
 * @next: the next one in crash_list
 * @tr: the instance
 * @notes: where it is stored
 * @ring: the ring buffer
 * @iters: iterators by CPU, NULL for CPUs without a ring
 * @seen_bits: size of @seen, as a power of two
 * @nr_seen: number of entries in use
 * @seen: hash table of what is stored: see crash_is_new()
 * @recent: addresses that were looked up, by their hash
 * @line: the line that is being stored
 * @name: name of the symbol in it
 *
 * Changed under event_mutex, and at a panic by the only CPU that is left.
 */
struct instance_crash {
	struct instance_crash	*next;
	struct trace_array	*tr;
	struct instance_notes	notes;
	struct trace_buffer	*ring;
	struct ring_buffer_iter	**iters;
	unsigned int		seen_bits;
	unsigned int		nr_seen;
	u64			*seen;
	u64			recent[1 << CRASH_RECENT_BITS];
	char			line[KSYM_NAME_LEN + MODULE_NAME_LEN + 64];
	char			name[KSYM_NAME_LEN];
};

/* Instances with persistent ring buffers are created at boot and never removed. */
static struct instance_crash *crash_list;

/* Part of instance_crash.seen for each kind of a note. */
static u64 crash_key(enum instance_note_kind kind, u64 value, u64 more)
{
	u64 key = value << 3 ^ more << 32 ^ more >> 32 ^ kind;

	return key ?: 1;
}

/*
 * Test whether something was not stored yet, and note that it is. The table gets filled to
 * three quarters only: then everything counts as stored.
 */
static bool crash_is_new(struct instance_crash *c, u64 key)
{
	unsigned int mask = (1U << c->seen_bits) - 1;
	unsigned int i = hash_64(key, c->seen_bits);

	for (; c->seen[i]; i = (i + 1) & mask) {
		if (c->seen[i] == key)
			return false;
	}
	if (c->nr_seen >= mask - mask / 4)
		return false;
	c->seen[i] = key;
	c->nr_seen++;
	return true;
}

/* The word after the one at @at, from the record @rec of @bytes; false at the end. */
static bool crash_word(const void *rec, unsigned int bytes, unsigned int *at, u64 *word)
{
	unsigned long value;

	if (*at + sizeof(value) > bytes)
		return false;
	memcpy(&value, rec + *at, sizeof(value));
	*at += sizeof(u32);
	*word = value;
	return true;
}

/* Test whether an address was looked up lately. */
static bool crash_is_recent(struct instance_crash *c, u64 addr)
{
	u64 *recent = &c->recent[hash_64(addr, CRASH_RECENT_BITS)];

	if (*recent == addr)
		return true;
	*recent = addr;
	return false;
}

static bool crash_is_text(unsigned long addr)
{
	if (addr >= (unsigned long)_stext && addr < (unsigned long)_etext)
		return true;
	if (addr >= (unsigned long)_sinittext && addr < (unsigned long)_einittext)
		return true;
	return addr >= PAGE_OFFSET && is_module_text_address(addr);
}

static void crash_symbol(struct instance_crash *c, unsigned long addr)
{
	unsigned long size, offset;
	const char *name;
	char *module = NULL;
	int len;

	name = kallsyms_lookup(addr, &size, &offset, &module, c->name);
	if (!name || !crash_is_new(c, crash_key(INSTANCE_NOTE_SYMBOLS, addr - offset, 0)))
		return;
	len = scnprintf(c->line, sizeof(c->line), "%lx %lx %s%s%s\n", addr - offset, size, name,
			module ? " " : "", module ?: "");
	instance_note_line(&c->notes, INSTANCE_NOTE_SYMBOLS, c->line, len);
}

/* Store the symbols of all words of a record that are addresses of functions. */
static void crash_symbols(struct instance_crash *c, const void *rec, unsigned int bytes, u64 ts)
{
	unsigned int at = sizeof(struct trace_entry);
	u64 word;

	while (crash_word(rec, bytes, &at, &word)) {
		if (word >= PAGE_OFFSET && !crash_is_recent(c, word) && crash_is_text(word))
			crash_symbol(c, word);
	}
}

/* Write the line of a string to c->line; 0 if it is not a string. */
static int crash_string_line(struct instance_crash *c, const char *str)
{
	int len = scnprintf(c->line, sizeof(c->line), "%lx ", (unsigned long)str);
	const char *end = str + CRASH_STRING_MAX;

	for (; str < end && *str; str++) {
		if (*str == '\n' || *str == '\t' || *str == '\\')
			c->line[len++] = '\\';
		if (*str != '\n' && *str != '\t' && (*str < ' ' || *str > '~'))
			return 0;
		c->line[len++] = *str == '\n' ? 'n' : *str == '\t' ? 't' : *str;
	}
	if (str == end || end - str == CRASH_STRING_MAX)
		return 0;
	c->line[len++] = '\n';
	return len;
}

/* Store the constant strings of the kernel to which the words of a record point. */
static void crash_strings(struct instance_crash *c, const void *rec, unsigned int bytes, u64 ts)
{
	unsigned int at = sizeof(struct trace_entry);
	u64 word;
	int len;

	while (crash_word(rec, bytes, &at, &word)) {
		const char *str = (const char *)(unsigned long)word;

		if (str < __start_rodata || str + CRASH_STRING_MAX >= __end_rodata ||
		    crash_is_recent(c, word))
			continue;
		len = crash_string_line(c, str);
		if (len && crash_is_new(c, crash_key(INSTANCE_NOTE_STRINGS, word, 0)))
			instance_note_line(&c->notes, INSTANCE_NOTE_STRINGS, c->line, len);
	}
}

/* Store the name that the task of a record had at that time. */
static void crash_task(struct instance_crash *c, const void *rec, unsigned int bytes, u64 ts)
{
	const struct trace_entry *entry = rec;
	struct trace_comm task;
	u64 until;
	int len;
	char *p;

	if (bytes < sizeof(*entry) || entry->pid <= 0)
		return;
	/* The CPU that holds the lock of the names may have been stopped. */
	if (oops_in_progress && trace_comm_is_locked())
		return;
	until = trace_comm_find_at(entry->pid, instance_comm_clock(c->tr), ts, &task);
	if (!crash_is_new(c, crash_key(INSTANCE_NOTE_TASKS, entry->pid, until)))
		return;
	for (p = task.comm; *p; p++) {
		if (*p < ' ' || *p > '~')
			*p = '?';
	}
	len = scnprintf(c->line, sizeof(c->line), "%d %llu %s\n", entry->pid, until, task.comm);
	if (p > task.comm)
		instance_note_line(&c->notes, INSTANCE_NOTE_TASKS, c->line, len);
}

typedef void (*crash_record_fn)(struct instance_crash *c, const void *rec, unsigned int bytes,
				u64 ts);

/* Call a function for each record of this boot. */
static void crash_walk(struct instance_crash *c, crash_record_fn fn)
{
	struct ring_buffer_event *event;
	struct ring_buffer_iter *iter;
	unsigned int cpu;
	u64 ts;

	memset(c->recent, 0, sizeof(c->recent));
	for (cpu = 0; cpu < nr_cpu_ids; cpu++) {
		iter = c->iters[cpu];
		if (!iter)
			continue;
		ring_buffer_iter_reset(iter);
		while ((event = ring_buffer_iter_peek(iter, &ts))) {
			if (!ring_buffer_iter_is_last_boot(iter))
				fn(c, ring_buffer_event_data(event),
				   ring_buffer_event_length(event), ts);
			ring_buffer_iter_advance(iter);
		}
	}
	instance_note_end(&c->notes);
}

static void crash_store(struct instance_crash *c)
{
	crash_walk(c, crash_symbols);
	crash_walk(c, crash_task);
	crash_walk(c, crash_strings);
}

static int crash_panic(struct notifier_block *nb, unsigned long event, void *data)
{
	struct instance_crash *c;

	for (c = crash_list; c; c = c->next) {
		ring_buffer_record_off(c->ring);
		/* The panic may have come while a format was stored. */
		c->notes.at = 0;
		crash_store(c);
	}
	return NOTIFY_DONE;
}

static struct notifier_block crash_panic_nb = {
	.notifier_call = crash_panic,
	.priority = INT_MAX,
};

static int crash_reboot(struct notifier_block *nb, unsigned long event, void *data)
{
	struct instance_crash *c;

	/* A task that holds the lock may be what a reboot is to get rid of. */
	if (!mutex_trylock(&event_mutex))
		return NOTIFY_DONE;
	for (c = crash_list; c; c = c->next)
		crash_store(c);
	mutex_unlock(&event_mutex);
	return NOTIFY_DONE;
}

static struct notifier_block crash_reboot_nb = {
	.notifier_call = crash_reboot,
	.priority = INT_MAX,
};

/**
 * instance_format_text - get the text that a note has of an event
 * @call: the event
 * @text: where to write it, INSTANCE_NOTE_MAX bytes
 *
 * Context: task; event_mutex held.
 * Return: its length in bytes; 0 if it is too long.
 */
size_t instance_format_text(struct trace_event_call *call, char *text)
{
	struct seq_file m = { .buf = text, .size = INSTANCE_NOTE_MAX };

	seq_printf(&m, "%s\n", event_system(call));
	event_format_show(&m, call);
	return seq_has_overflowed(&m) ? 0 : m.count;
}

/* Formats use half of the memory: the rest is for what they cannot do without. */
static void crash_store_format(struct instance_crash *c, unsigned int type, const char *text,
			       size_t bytes)
{
	struct instance_notes *notes = &c->notes;

	if (!bytes || notes->used + instance_note_space(bytes) > notes->bytes / 2)
		return;
	if (crash_is_new(c, crash_key(INSTANCE_NOTE_FORMAT, type, jhash(text, bytes, 0))))
		instance_note_add(notes, INSTANCE_NOTE_FORMAT, type, text, bytes);
}

/**
 * instance_crash_event - store the format of an event that is being enabled
 * @tr: the instance
 * @call: the event
 *
 * Without memory, or space in the notes, it is not stored.
 *
 * Context: task, may sleep; event_mutex held.
 */
void instance_crash_event(struct trace_array *tr, struct trace_event_call *call)
{
	struct instance_crash *c = tr->last_boot ? tr->last_boot->crash : NULL;
	char *text;

	lockdep_assert_held(&event_mutex);
	if (!c)
		return;
	text = kvmalloc(INSTANCE_NOTE_MAX, GFP_KERNEL);
	if (text)
		crash_store_format(c, call->event.type, text, instance_format_text(call, text));
	kvfree(text);
}

/* Records of tracers and marks have the formats of the system ftrace. */
static void crash_store_builtin(struct trace_array *tr)
{
	struct trace_event_call *call;

	list_for_each_entry(call, &event_calls, list) {
		if (call->event.type < TRACE_TYPE_BUILTIN_END)
			instance_crash_event(tr, call);
	}
}

static void crash_store_kernel(struct instance_crash *c)
{
	unsigned char id[BUILD_ID_SIZE_MAX] = {};
	int len = scnprintf(c->line, sizeof(c->line), "%s", linux_banner);

	instance_note_line(&c->notes, INSTANCE_NOTE_KERNEL, c->line, len);
	if (!build_id_parse_buf(&__start_notes, id, &__stop_notes - &__start_notes)) {
		len = scnprintf(c->line, sizeof(c->line), "build-id: %*phN\n",
				BUILD_ID_SIZE_MAX, id);
		instance_note_line(&c->notes, INSTANCE_NOTE_KERNEL, c->line, len);
	}
	instance_note_end(&c->notes);
}

static void crash_free(struct instance_crash *c)
{
	unsigned int cpu;

	for (cpu = 0; c->iters && cpu < nr_cpu_ids; cpu++) {
		if (c->iters[cpu])
			ring_buffer_read_finish(c->iters[cpu]);
	}
	kfree(c->iters);
	kvfree(c->seen);
	kvfree(c);
}

static int crash_alloc(struct instance_crash *c)
{
	unsigned int cpu;

	c->seen_bits = max(ilog2(c->notes.bytes / 32), 4);
	c->seen = kvcalloc(1 << c->seen_bits, sizeof(*c->seen), GFP_KERNEL);
	c->iters = kcalloc(nr_cpu_ids, sizeof(*c->iters), GFP_KERNEL);
	if (!c->seen || !c->iters)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		c->iters[cpu] = ring_buffer_read_start(c->ring, cpu, GFP_KERNEL);
		if (!c->iters[cpu])
			return -ENOMEM;
	}
	return 0;
}

/* Formats of the last boot are kept, because the ring buffer may have records of these events. */
static void crash_keep_formats(struct instance_crash *c, const struct instance_last_boot *last)
{
	unsigned int i;

	if (!last->notes || last->other)
		return;
	for (i = 0; i < last->notes->nr_events; i++) {
		const struct instance_note *note = last->notes->events[i].note;

		crash_store_format(c, note->type, note->text, note->bytes);
	}
}

/**
 * instance_crash_start - begin to store what describes the records of an instance
 * @tr: the instance, which has a persistent ring buffer and is never removed
 *
 * Without enough memory, the next boot finds no notes.
 *
 * Context: boot, may sleep.
 */
void instance_crash_start(struct trace_array *tr)
{
	struct instance_crash *c;
	size_t bytes;
	void *mem = ring_buffer_notes(tr->ring, &bytes);

	if (!mem)
		return;
	memset(mem, 0, bytes);
	c = kvzalloc(sizeof(*c), GFP_KERNEL);
	if (!c)
		return;
	c->tr = tr;
	c->ring = tr->ring;
	c->notes.mem = mem;
	c->notes.bytes = bytes;
	if (crash_alloc(c)) {
		crash_free(c);
		return;
	}
	crash_store_kernel(c);
	crash_keep_formats(c, tr->last_boot);
	tr->last_boot->crash = c;
	c->next = crash_list;
	/* A panic goes through the list. */
	smp_store_release(&crash_list, c);
}

static int __init crash_init(void)
{
	struct instance_crash *c;

	if (!crash_list)
		return 0;
	mutex_lock(&event_mutex);
	for (c = crash_list; c; c = c->next)
		crash_store_builtin(c->tr);
	mutex_unlock(&event_mutex);
	atomic_notifier_chain_register(&panic_notifier_list, &crash_panic_nb);
	return register_reboot_notifier(&crash_reboot_nb);
}
fs_initcall(crash_init);
