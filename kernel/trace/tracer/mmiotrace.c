// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer mmiotrace: records accesses to device registers, which
 * arch/x86/mm/mmio-mod.c detects by page faults. The format of the lines is
 * described in Documentation/trace/mmiotrace.rst and parsed by programs, so no
 * other lines are printed.
 *
 * Each access is recorded in all instances that have this tracer. The page faults
 * are enabled as long as there is such an instance.
 */
#include <linux/init.h>
#include <linux/math64.h>
#include <linux/mmiotrace.h>
#include <linux/pci.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "../instance/instance.h"
#include "../output/output.h"

#define MMIOTRACE_TEXT_MAX	512	/* of mmiotrace_printk() */

static LIST_HEAD(mmiotrace_users);	/* RCU; written under instance_lock */

#define mmiotrace_for_each_user(user)	instance_for_each_tracer_user(user, &mmiotrace_users)

/*
 * Recording: called by mmio-mod.c in a page fault or a debug trap; for mappings and
 * remarks in task context.
 */

static void mmiotrace_record_rw(struct instance_tracer_user *user, const struct mmiotrace_rw *rw,
				unsigned int context)
{
	struct trace_buffer *ring = user->tr->ring;
	struct ring_buffer_event *event;
	struct event_mmiotrace_rw *rec;

	rec = event_emit_begin(ring, TRACE_MMIO_RW, sizeof(*rec), context,
			       &event);
	if (!rec) {
		atomic_inc(&user->lost);
		return;
	}
	rec->phys = rw->phys;
	rec->value = rw->value;
	rec->pc = rw->pc;
	rec->map_id = rw->map_id;
	rec->opcode = rw->opcode;
	rec->width = rw->width;
	event_emit_end(ring);
}

/**
 * mmio_trace_rw - record an access to a register
 * @rw: the access
 *
 * Context: any.
 */
void mmio_trace_rw(struct mmiotrace_rw *rw)
{
	unsigned int context = event_context();
	struct instance_tracer_user *user;

	preempt_disable_notrace();
	mmiotrace_for_each_user(user)
		mmiotrace_record_rw(user, rw, context);
	preempt_enable_notrace();
}

static void mmiotrace_record_map(struct instance_tracer_user *user,
				 const struct mmiotrace_map *map,
				 unsigned int context)
{
	struct trace_buffer *ring = user->tr->ring;
	struct ring_buffer_event *event;
	struct event_mmiotrace_map *rec;

	rec = event_emit_begin(ring, TRACE_MMIO_MAP, sizeof(*rec), context,
			       &event);
	if (!rec) {
		atomic_inc(&user->lost);
		return;
	}
	rec->phys = map->phys;
	rec->virt = map->virt;
	rec->len = map->len;
	rec->map_id = map->map_id;
	rec->opcode = map->opcode;
	event_emit_end(ring);
}

/**
 * mmio_trace_mapping - record that registers were mapped or unmapped
 * @map: the mapping
 *
 * Context: any.
 */
void mmio_trace_mapping(struct mmiotrace_map *map)
{
	unsigned int context = event_context();
	struct instance_tracer_user *user;

	preempt_disable_notrace();
	mmiotrace_for_each_user(user)
		mmiotrace_record_map(user, map, context);
	preempt_enable_notrace();
}

/**
 * mmio_trace_printk - record a remark
 * @fmt: format as for printk(), with a newline at its end
 * @args: arguments of @fmt
 *
 * Context: any.
 * Return: length of the remark in bytes.
 */
int mmio_trace_printk(const char *fmt, va_list args)
{
	char text[MMIOTRACE_TEXT_MAX];
	struct instance_tracer_user *user;
	int len;

	len = vscnprintf(text, sizeof(text), fmt, args);
	preempt_disable_notrace();
	mmiotrace_for_each_user(user)
		instance_print(user->tr, 0, text, len);
	preempt_enable_notrace();
	return len;
}

/*
 * The tracer.
 */

static int mmiotrace_start(struct trace_array *tr)
{
	bool first = list_empty(&mmiotrace_users);
	int ret = instance_tracer_user_add(&mmiotrace_users, tr);

	if (ret)
		return ret;
	if (first)
		enable_mmiotrace();
	return 0;
}

static void mmiotrace_stop(struct trace_array *tr)
{
	instance_tracer_user_del(tr);
	if (list_empty(&mmiotrace_users))
		disable_mmiotrace();
	if (instance_tracer_user_free(tr) || ring_buffer_overruns(tr->ring))
		pr_warn("mmiotrace has lost events\n");
}

/*
 * Reading. A reader of trace_pipe gets the version of the format and the list of
 * devices before its first line. If the list does not fit into the sequence, the
 * rest is printed before the following lines.
 */

/**
 * struct mmiotrace_reader - state of a reader of trace_pipe
 * @version: the version was printed
 * @dev: next device to print, with a reference; NULL after the last one
 */
struct mmiotrace_reader {
	bool		version;
	struct pci_dev	*dev;
};

/* Maximum length of the line of a device, and of a record. */
#define MMIOTRACE_LINE_MAX	512

static void mmiotrace_pipe_open(struct trace_iterator *iter)
{
	struct mmiotrace_reader *reader = kzalloc(sizeof(*reader), GFP_KERNEL);

	if (reader)
		reader->dev = pci_get_device(PCI_ANY_ID, PCI_ANY_ID, NULL);
	iter->private = reader;
}

static void mmiotrace_pipe_close(struct trace_iterator *iter)
{
	struct mmiotrace_reader *reader = iter->private;

	if (reader)
		pci_dev_put(reader->dev);
	kfree(reader);
	iter->private = NULL;
}

/*
 * The format is that of /proc/bus/pci/devices; a resource of one byte has length 0.
 */
static void mmiotrace_device_line(struct trace_seq *s, const struct pci_dev *dev)
{
	const struct pci_driver *driver = pci_dev_driver(dev);

	trace_seq_printf(s, "PCIDEV %02x%02x %04x%04x %x", dev->bus->number,
			 dev->devfn, dev->vendor, dev->device, dev->irq);
	for (int i = 0; i <= PCI_ROM_RESOURCE; i++)
		trace_seq_printf(s, " %llx", dev->resource[i].start |
				 (dev->resource[i].flags & PCI_REGION_FLAG_MASK));
	for (int i = 0; i <= PCI_ROM_RESOURCE; i++)
		trace_seq_printf(s, " %llx",
				 dev->resource[i].start < dev->resource[i].end ?
				 resource_size(&dev->resource[i]) : 0);
	trace_seq_printf(s, " %s\n", driver ? driver->name : "");
}

static void mmiotrace_reader_start(struct trace_iterator *iter)
{
	struct mmiotrace_reader *reader = iter->private;
	struct trace_seq *s = &iter->seq;

	if (!reader)
		return;
	if (!reader->version)
		trace_seq_puts(s, "VERSION 20070824\n");
	reader->version = true;
	while (reader->dev &&
	       s->seq.size - s->seq.len > 2 * MMIOTRACE_LINE_MAX) {
		mmiotrace_device_line(s, reader->dev);
		reader->dev = pci_get_device(PCI_ANY_ID, PCI_ANY_ID, reader->dev);
	}
}

/* Start of all lines: the keyword and the timestamp. */
static void mmiotrace_line_begin(struct trace_iterator *iter, const char *keyword)
{
	u64 usecs = div_u64(iter->ts + NSEC_PER_USEC / 2, NSEC_PER_USEC);
	u32 rest;

	usecs = div_u64_rem(usecs, USEC_PER_SEC, &rest);
	trace_seq_printf(&iter->seq, "%s %llu.%06u ", keyword, usecs, rest);
}

static void mmiotrace_rw_line(struct trace_iterator *iter)
{
	const struct event_mmiotrace_rw *rec = (void *)iter->ent;
	unsigned long long phys = rec->phys;
	struct trace_seq *s = &iter->seq;
	char keyword[8];

	if (rec->opcode == MMIO_UNKNOWN_OP) {
		/* The value has the first bytes of the instruction. */
		mmiotrace_line_begin(iter, "UNKNOWN");
		trace_seq_printf(s, "%d 0x%llx %02lx,%02lx,%02lx 0x%lx %d\n",
				 rec->map_id, phys, (rec->value >> 16) & 0xff,
				 (rec->value >> 8) & 0xff, rec->value & 0xff,
				 rec->pc, 0);
		return;
	}
	snprintf(keyword, sizeof(keyword), "%c %u",
		 rec->opcode == MMIO_READ ? 'R' : 'W', rec->width);
	mmiotrace_line_begin(iter, keyword);
	trace_seq_printf(s, "%d 0x%llx 0x%lx 0x%lx %d\n", rec->map_id, phys,
			 rec->value, rec->pc, 0);
}

static void mmiotrace_map_line(struct trace_iterator *iter)
{
	const struct event_mmiotrace_map *rec = (void *)iter->ent;
	unsigned long long phys = rec->phys;
	struct trace_seq *s = &iter->seq;

	if (rec->opcode == MMIO_PROBE) {
		mmiotrace_line_begin(iter, "MAP");
		trace_seq_printf(s, "%d 0x%llx 0x%lx 0x%lx 0x%lx %d\n",
				 rec->map_id, phys, rec->virt, rec->len, 0UL, 0);
	} else {
		mmiotrace_line_begin(iter, "UNMAP");
		trace_seq_printf(s, "%d 0x%lx %d\n", rec->map_id, 0UL, 0);
	}
}

static enum print_line_t mmiotrace_line(struct trace_iterator *iter)
{
	const struct event_print *print = (void *)iter->ent;

	mmiotrace_reader_start(iter);
	switch (iter->ent->type) {
	case TRACE_MMIO_RW:
		mmiotrace_rw_line(iter);
		break;
	case TRACE_MMIO_MAP:
		mmiotrace_map_line(iter);
		break;
	case TRACE_PRINT:
		mmiotrace_line_begin(iter, "MARK");
		trace_seq_printf(&iter->seq, "%.*s", iter->ent_size -
				 (int)offsetof(struct event_print, buf),
				 print->buf);
		break;
	default:
		return TRACE_TYPE_HANDLED;
	}
	return trace_handle_return(&iter->seq);
}

static struct tracer mmiotrace_tracer = {
	.entry = { .name = "mmiotrace" },
	.start = mmiotrace_start,
	.stop = mmiotrace_stop,
	.print_line = mmiotrace_line,
	.pipe_open = mmiotrace_pipe_open,
	.pipe_close = mmiotrace_pipe_close,
};

static int __init mmiotrace_init(void)
{
	return instance_tracer_register(&mmiotrace_tracer);
}
device_initcall(mmiotrace_init);
