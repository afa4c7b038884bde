// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions of what host.h declares.
 */
#include "host.h"
#include "../../../../kernel/trace/event/internal.h"

unsigned int host_warnings, host_barriers, host_notifiers;
const char *host_message, *host_bad_user;
struct host_cpu pcpu_hot = { .preempt_count = PREEMPT_NEED_RESCHED };
void (*host_interrupt)(void);
bool host_contended, host_tainted;
int host_spinning;
int pid_max = 1000;
int host_perf_context, host_perf_allowed;
struct pt_regs __perf_regs[4];

/* An interrupt happens once. */
void host_at_barrier(void)
{
	void (*interrupt)(void) = host_interrupt;

	__asm__ __volatile__("" : : : "memory");
	host_barriers++;
	host_interrupt = NULL;
	if (interrupt)
		interrupt();
}

int host_end(int failed)
{
	assert(pcpu_hot.preempt_count == PREEMPT_NEED_RESCHED);
	assert(!host_spinning && !event_mutex.held && !host_ring.open);
	return failed;
}

/* Text */

int seq_write(struct seq_file *m, const void *data, size_t len)
{
	if (m->count + len >= m->size)
		return -1;
	host_put(m->buf, m->size, &m->count, data, len);
	return 0;
}

/* Seeking beyond 1000 fails. */
loff_t seq_lseek(struct file *file, loff_t offset, int whence)
{
	loff_t pos = whence == SEEK_CUR ? file->f_pos + offset : offset;

	if ((whence != SEEK_CUR && whence != SEEK_SET) || pos > 1000)
		return -EINVAL;
	file->f_pos = pos;
	return pos;
}

int kstrtoul_from_user(const char *s, size_t count, unsigned int base, unsigned long *res)
{
	char text[65] = "";

	if (s == host_bad_user)
		return -EFAULT;
	assert(count < sizeof(text));
	memcpy(text, s, count);
	return kstrtoul(text, base, res);
}

void seq_buf_init(struct seq_buf *s, char *buf, unsigned int size)
{
	*s = (struct seq_buf){ .buffer = buf, .size = size };
}

int seq_buf_vprintf(struct seq_buf *s, const char *fmt, va_list args)
{
	size_t left = s->size - s->len;
	int n = 0;

	if (s->len < s->size) {
		n = vsnprintf(s->buffer + s->len, left, fmt, args);
		if (n < (int)left) {
			s->len += n;
			return 0;
		}
	}
	s->len = s->size + 1;
	return -1;
}

static int __attribute__((format(printf, 2, 3)))
host_seq_buf_printf(struct seq_buf *s, const char *fmt, ...)
{
	va_list args;
	int ret;

	va_start(args, fmt);
	ret = seq_buf_vprintf(s, fmt, args);
	va_end(args);
	return ret;
}

/* The words are numbers. */
int seq_buf_bprintf(struct seq_buf *s, const char *fmt, const u32 *binary)
{
	return host_seq_buf_printf(s, "%s%u", fmt, *binary);
}

int seq_buf_putmem_hex(struct seq_buf *s, const void *mem, unsigned int len)
{
	const u8 *bytes = mem;
	unsigned int i;

	for (i = 0; i < len; i++) {
		if (host_seq_buf_printf(s, "%02x", bytes[i]))
			return -1;
	}
	return host_seq_buf_printf(s, " ");
}

int seq_buf_path(struct seq_buf *s, const struct path *path, const char *esc)
{
	assert(!strcmp(esc, "\n"));
	return host_seq_buf_printf(s, "%s", path->dentry->d_name.name);
}

int seq_buf_hex_dump(struct seq_buf *s, const char *prefix_str, int prefix_type,
		     int rowsize, int groupsize, const void *buf, size_t len, bool ascii)
{
	if (!len)
		return 0;
	return host_seq_buf_printf(s, "%s%d,%d,%d,%d %.*s", prefix_str, prefix_type, rowsize,
				   groupsize, ascii, (int)len, (const char *)buf);
}

int seq_buf_to_user(struct seq_buf *s, char *ubuf, size_t start, int cnt)
{
	size_t used = seq_buf_used(s);

	if (ubuf == host_bad_user)
		return -EFAULT;
	if (start >= used)
		return -EBUSY;
	cnt = min((size_t)cnt, used - start);
	memcpy(ubuf, s->buffer + start, cnt);
	return cnt;
}

unsigned int host_header_lines = 1;

static void host_header(struct trace_seq *s, const char *name)
{
	unsigned int i;

	for (i = 0; i < host_header_lines; i++)
		trace_seq_printf(s, "%s %u\n", name, i);
}

void ring_buffer_print_page_header(struct trace_buffer *ring, struct trace_seq *s)
{
	assert(ring == &host_buffer);
	host_header(s, "page");
}

void ring_buffer_print_entry_header(struct trace_seq *s)
{
	host_header(s, "entry");
}

/* Modules */

static struct notifier_block *host_notified[8];

int register_module_notifier(struct notifier_block *nb)
{
	assert(host_notifiers < ARRAY_SIZE(host_notified));
	host_notified[host_notifiers++] = nb;
	return 0;
}

int host_module(unsigned long state, struct module *mod)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < host_notifiers; i++)
		ret = ret << 8 | host_notified[i]->notifier_call(host_notified[i], state, mod);
	return ret;
}

/* The ring buffer */

struct host_ring host_ring = { .on = true };
struct trace_buffer host_buffer;
char host_steps[512];

void host_step(const char *name)
{
	size_t len = strlen(host_steps);

	assert(len + strlen(name) + 16 < sizeof(host_steps));
	sprintf(host_steps + len, "%s%u ", name, pcpu_hot.preempt_count & PREEMPT_MASK);
}

struct ring_buffer_event *host_reserve(struct ring_writer *rw, unsigned int len)
{
	host_no_preempt();
	assert(rw == ring_this_writer(&host_buffer) && len <= HOST_RECORD_MAX);
	if (!host_ring.on || host_ring.full) {
		host_step("refuse");
		return NULL;
	}
	host_step("reserve");
	assert(host_ring.open < ARRAY_SIZE(host_ring.recs));
	host_ring.lens[host_ring.open] = len;
	return host_ring.recs[host_ring.open++] = malloc(len);
}

/* The last reserved record is the first that is committed. */
static void host_close(void)
{
	unsigned int at = --host_ring.open;

	host_ring.last_len = host_ring.lens[at];
	memcpy(host_ring.last, host_ring.recs[at], host_ring.last_len);
	free(host_ring.recs[at]);
}

void host_commit(struct ring_writer *rw)
{
	host_no_preempt();
	assert(rw == ring_this_writer(&host_buffer) && host_ring.open);
	host_step("commit");
	host_ring.commits++;
	host_close();
}

struct ring_buffer_event *ring_buffer_lock_reserve(struct trace_buffer *ring,
						   unsigned long len)
{
	struct ring_buffer_event *event;

	preempt_disable_notrace();
	event = ring_reserve(ring, len);
	if (!event)
		preempt_enable_notrace();
	return event;
}

void ring_buffer_discard_commit(struct trace_buffer *ring, struct ring_buffer_event *event)
{
	assert(ring == &host_buffer && host_ring.open);
	assert(ring_buffer_event_data(event) == host_ring.recs[host_ring.open - 1]);
	host_step("discard");
	host_close();
	preempt_enable_notrace();
}

unsigned int ring_buffer_event_length(struct ring_buffer_event *event)
{
	assert(ring_buffer_event_data(event) == host_ring.recs[host_ring.open - 1]);
	return host_ring.lens[host_ring.open - 1];
}
