// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer mmiotrace: accesses to registers of devices, as the page faults see
 * them that arch/x86/mm/mmio-mod.c provokes. Documentation/trace/mmiotrace.rst has
 * the format of its lines, which programs read: nothing else is printed.
 *
 * All instances that have it get all accesses: who looks does not change what the
 * faults see, and they are provoked as long as anybody looks.
 */
#include <linux/init.h>
#include <linux/math64.h>
#include <linux/mmiotrace.h>
#include <linux/pci.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "../instance/instance.h"
#include "../output/output.h"

#define MMIO_TEXT_MAX	512	/* of mmiotrace_printk() */

static LIST_HEAD(mmio_users);	/* RCU; written under instance_lock */

#define mmio_for_each_user(user)	instance_for_each_user(user, &mmio_users)

/*
 * Accesses. Who calls these is mmio-mod.c, in a fault or a debug trap; for mappings
 * and texts in a task.
 */

static void mmio_record_rw(struct instance_user *user, const struct mmiotrace_rw *rw,
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
 * mmio_trace_rw - a register was read or written
 * @rw: which, and what
 *
 * Context: any.
 */
void mmio_trace_rw(struct mmiotrace_rw *rw)
{
	unsigned int context = event_context();
	struct instance_user *user;

	preempt_disable_notrace();
	mmio_for_each_user(user)
		mmio_record_rw(user, rw, context);
	preempt_enable_notrace();
}

static void mmio_record_map(struct instance_user *user,
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
 * mmio_trace_mapping - registers were mapped or unmapped
 * @map: which
 *
 * Context: any.
 */
void mmio_trace_mapping(struct mmiotrace_map *map)
{
	unsigned int context = event_context();
	struct instance_user *user;

	preempt_disable_notrace();
	mmio_for_each_user(user)
		mmio_record_map(user, map, context);
	preempt_enable_notrace();
}

/**
 * mmio_trace_printk - a remark between accesses
 * @fmt: as of printk(), a newline at its end
 * @args: for it
 *
 * Context: any.
 * Return: characters of the remark.
 */
int mmio_trace_printk(const char *fmt, va_list args)
{
	char text[MMIO_TEXT_MAX];
	struct instance_user *user;
	int len;

	len = vscnprintf(text, sizeof(text), fmt, args);
	preempt_disable_notrace();
	mmio_for_each_user(user)
		instance_print(user->tr, 0, text, len);
	preempt_enable_notrace();
	return len;
}

/*
 * The tracer.
 */

static int mmio_start(struct trace_array *tr)
{
	bool first = list_empty(&mmio_users);
	int ret = instance_user_add(&mmio_users, tr);

	if (ret)
		return ret;
	if (first)
		enable_mmiotrace();
	return 0;
}

static void mmio_stop(struct trace_array *tr)
{
	instance_user_del(tr);
	if (list_empty(&mmio_users))
		disable_mmiotrace();
	if (instance_user_free(tr) || ring_buffer_overruns(tr->ring))
		pr_warn("mmiotrace has lost events\n");
}

/*
 * Reading. Before its first line, a reader of trace_pipe is told of the format and
 * of the devices. Where there are more than a line has room for, the others come
 * before the lines that follow.
 */

/**
 * struct mmio_reader - how far a reader of trace_pipe has been told
 * @version: it knows the version
 * @dev: the next device; a reference
 */
struct mmio_reader {
	bool		version;
	struct pci_dev	*dev;
};

/* The longest line that tells of a device, and one for a record. */
#define MMIO_LINE_MAX	512

static void mmio_pipe_open(struct trace_iterator *iter)
{
	struct mmio_reader *reader = kzalloc(sizeof(*reader), GFP_KERNEL);

	if (reader)
		reader->dev = pci_get_device(PCI_ANY_ID, PCI_ANY_ID, NULL);
	iter->private = reader;
}

static void mmio_pipe_close(struct trace_iterator *iter)
{
	struct mmio_reader *reader = iter->private;

	if (reader)
		pci_dev_put(reader->dev);
	kfree(reader);
	iter->private = NULL;
}

/* As in /proc/bus/pci/devices, where what is one byte long has no length. */
static void mmio_device_line(struct trace_seq *s, const struct pci_dev *dev)
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

static void mmio_reader_tell(struct trace_iterator *iter)
{
	struct mmio_reader *reader = iter->private;
	struct trace_seq *s = &iter->seq;

	if (!reader)
		return;
	if (!reader->version)
		trace_seq_puts(s, "VERSION 20070824\n");
	reader->version = true;
	while (reader->dev &&
	       s->seq.size - s->seq.len > 2 * MMIO_LINE_MAX) {
		mmio_device_line(s, reader->dev);
		reader->dev = pci_get_device(PCI_ANY_ID, PCI_ANY_ID, reader->dev);
	}
}

/* "4 1234.567890 1 " and the like: what all lines begin with. */
static void mmio_line_begin(struct trace_iterator *iter, const char *keyword)
{
	u64 usecs = div_u64(iter->ts + NSEC_PER_USEC / 2, NSEC_PER_USEC);
	u32 rest;

	usecs = div_u64_rem(usecs, USEC_PER_SEC, &rest);
	trace_seq_printf(&iter->seq, "%s %llu.%06u ", keyword, usecs, rest);
}

static void mmio_rw_line(struct trace_iterator *iter)
{
	const struct event_mmiotrace_rw *rec = (void *)iter->ent;
	unsigned long long phys = rec->phys;
	struct trace_seq *s = &iter->seq;
	char keyword[8];

	if (rec->opcode == MMIO_UNKNOWN_OP) {
		/* The instruction's first bytes are its value. */
		mmio_line_begin(iter, "UNKNOWN");
		trace_seq_printf(s, "%d 0x%llx %02lx,%02lx,%02lx 0x%lx %d\n",
				 rec->map_id, phys, (rec->value >> 16) & 0xff,
				 (rec->value >> 8) & 0xff, rec->value & 0xff,
				 rec->pc, 0);
		return;
	}
	snprintf(keyword, sizeof(keyword), "%c %u",
		 rec->opcode == MMIO_READ ? 'R' : 'W', rec->width);
	mmio_line_begin(iter, keyword);
	trace_seq_printf(s, "%d 0x%llx 0x%lx 0x%lx %d\n", rec->map_id, phys,
			 rec->value, rec->pc, 0);
}

static void mmio_map_line(struct trace_iterator *iter)
{
	const struct event_mmiotrace_map *rec = (void *)iter->ent;
	unsigned long long phys = rec->phys;
	struct trace_seq *s = &iter->seq;

	if (rec->opcode == MMIO_PROBE) {
		mmio_line_begin(iter, "MAP");
		trace_seq_printf(s, "%d 0x%llx 0x%lx 0x%lx 0x%lx %d\n",
				 rec->map_id, phys, rec->virt, rec->len, 0UL, 0);
	} else {
		mmio_line_begin(iter, "UNMAP");
		trace_seq_printf(s, "%d 0x%lx %d\n", rec->map_id, 0UL, 0);
	}
}

static enum print_line_t mmio_line(struct trace_iterator *iter)
{
	const struct event_print *print = (void *)iter->ent;

	mmio_reader_tell(iter);
	switch (iter->ent->type) {
	case TRACE_MMIO_RW:
		mmio_rw_line(iter);
		break;
	case TRACE_MMIO_MAP:
		mmio_map_line(iter);
		break;
	case TRACE_PRINT:
		mmio_line_begin(iter, "MARK");
		trace_seq_printf(&iter->seq, "%.*s", iter->ent_size -
				 (int)offsetof(struct event_print, buf),
				 print->buf);
		break;
	default:
		return TRACE_TYPE_HANDLED;
	}
	return trace_handle_return(&iter->seq);
}

static struct tracer mmio_tracer = {
	.entry = { .name = "mmiotrace" },
	.start = mmio_start,
	.stop = mmio_stop,
	.print_line = mmio_line,
	.pipe_open = mmio_pipe_open,
	.pipe_close = mmio_pipe_close,
};

static int __init mmio_init(void)
{
	return instance_tracer_register(&mmio_tracer);
}
device_initcall(mmio_init);
