// SPDX-License-Identifier: GPL-2.0
/*
 * The file last_boot_notes of an instance with a persistent ring buffer: what the kernel of
 * the last boot stored so that its records can be read. trace-view makes a file of it that
 * trace-cmd reads.
 *
 * The position of the file is 0 for the first line, else one more than that of a note.
 */
#include <linux/seq_file.h>

#include "files.h"

static const char *const last_boot_heads[INSTANCE_NOTE_KINDS] = {
	[INSTANCE_NOTE_KERNEL]	= "kernel",
	[INSTANCE_NOTE_FORMAT]	= "format",
	[INSTANCE_NOTE_SYMBOLS]	= "symbols",
	[INSTANCE_NOTE_TASKS]	= "tasks",
	[INSTANCE_NOTE_STRINGS]	= "strings",
};

/* The note at a position, or behind it. */
static void *last_boot_find(struct seq_file *m, loff_t *pos)
{
	struct tracing_seq *ts = m->private;
	const struct instance_note *note;
	size_t at = *pos - 1;

	if (!ring_buffer_holds_last_boot(ts->ctx.tr->ring))
		return NULL;
	note = instance_last_boot_note(ts->ctx.tr, &at);
	ts->data = (void *)at;
	return (void *)note;
}

static void *last_boot_start(struct seq_file *m, loff_t *pos)
{
	return *pos ? last_boot_find(m, pos) : SEQ_START_TOKEN;
}

static void *last_boot_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct tracing_seq *ts = m->private;

	*pos = v == SEQ_START_TOKEN ? 1 : (unsigned long)ts->data + 1;
	return last_boot_find(m, pos);
}

static void last_boot_stop(struct seq_file *m, void *v)
{
}

static int last_boot_show(struct seq_file *m, void *v)
{
	const struct trace_array *tr = ((struct tracing_seq *)m->private)->ctx.tr;
	const struct instance_note *note = v;

	if (v == SEQ_START_TOKEN) {
		if (!ring_buffer_holds_last_boot(tr->ring))
			seq_puts(m, "# Current\n");
		else
			seq_puts(m, instance_last_boot_is_other(tr) ? "# another kernel\n" :
								      "# this kernel\n");
		return 0;
	}
	if (note->kind == INSTANCE_NOTE_FORMAT)
		seq_printf(m, "[%s %u]\n", last_boot_heads[note->kind], note->type);
	else
		seq_printf(m, "[%s]\n", last_boot_heads[note->kind]);
	seq_write(m, note->text, note->bytes);
	return 0;
}

static const struct seq_operations last_boot_seq_ops = {
	.start	= last_boot_start,
	.next	= last_boot_next,
	.stop	= last_boot_stop,
	.show	= last_boot_show,
};

static int last_boot_open(struct inode *inode, struct file *file)
{
	return tracing_seq_open(inode, file, &last_boot_seq_ops, NULL);
}

const struct tracing_seq_ops tracing_last_boot_notes_ops = {
	.open		= last_boot_open,
	.release	= tracing_seq_release,
};
