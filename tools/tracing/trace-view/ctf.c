// SPDX-License-Identifier: GPL-2.0
/* Packets of the Common Trace Format. */
#include "ctf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

#define CTF_MAGIC	0xc1fc1fc1U

/* A packet is written when it has as many bytes. */
#define CTF_PACKET	32768

/* What the packet that ctf_meta() declares begins with: header and context. */
#define CTF_HEAD	(2 * 4 + 6 * 8 + 2 * 4)

/* What each event begins with: number, time stamp, pid, flags, preemption count. */
#define CTF_EVENT_HEAD	(2 + 8 + 4 + 1 + 1)

/* CPUs beyond this one are not told apart. */
#define CTF_CPUS	65536

static bool ctf_grow(struct ctf_trace *trace, struct ctf_stream *stream, size_t len)
{
	size_t size = stream->size ? stream->size : 4096;
	uint8_t *buf;

	if (len <= stream->size - stream->used)
		return true;
	while (size - stream->used < len)
		size *= 2;
	buf = realloc(stream->buf, size);
	if (!buf) {
		trace->error = ENOMEM;
		return false;
	}
	stream->buf = buf;
	stream->size = size;
	return true;
}

static uint8_t *ctf_put_16(const struct ctf_trace *trace, uint8_t *to, uint16_t value)
{
	if (trace->swap)
		value = __builtin_bswap16(value);
	memcpy(to, &value, sizeof(value));
	return to + sizeof(value);
}

static uint8_t *ctf_put_32(const struct ctf_trace *trace, uint8_t *to, uint32_t value)
{
	if (trace->swap)
		value = __builtin_bswap32(value);
	memcpy(to, &value, sizeof(value));
	return to + sizeof(value);
}

static uint8_t *ctf_put_64(const struct ctf_trace *trace, uint8_t *to, uint64_t value)
{
	if (trace->swap)
		value = __builtin_bswap64(value);
	memcpy(to, &value, sizeof(value));
	return to + sizeof(value);
}

/* The name of a stream's file. The recording chose the buffer's name: not all of it is good. */
static void ctf_name(const struct ctf_stream *stream, char *name, size_t size)
{
	char buffer[64];
	size_t len = 0;

	for (const char *c = stream->buffer->name; *c && len < sizeof(buffer) - 1; c++) {
		bool good = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
			    (*c >= '0' && *c <= '9') || *c == '-';

		buffer[len++] = good ? *c : '_';
	}
	buffer[len] = '\0';
	snprintf(name, size, "stream_%u_%u%s%s", stream->buffer->nr, stream->cpu,
		 len ? "_" : "", buffer);
}

/*
 * Append the packet to its file. The file is not kept open: there may be more CPUs and
 * buffers than a process may have files.
 */
static void ctf_write(struct ctf_trace *trace, struct ctf_stream *stream)
{
	int flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_CREAT;
	const uint8_t *from = stream->buf;
	size_t len = stream->used;
	char name[128];
	int fd;

	if (trace->error)
		return;
	ctf_name(stream, name, sizeof(name));
	if (!stream->started)
		flags |= O_TRUNC | O_NOFOLLOW;
	fd = openat(trace->dir, name, flags, 0666);
	if (fd < 0) {
		trace->error = errno;
		return;
	}
	while (len && !trace->error) {
		ssize_t done = write(fd, from, len);

		if (done >= 0) {
			from += done;
			len -= done;
		} else if (errno != EINTR) {
			trace->error = errno;
		}
	}
	if (close(fd) < 0 && !trace->error)
		trace->error = errno;
	stream->started = true;
}

/* Fill in header and context, and write the packet. */
static void ctf_flush(struct ctf_trace *trace, struct ctf_stream *stream)
{
	uint8_t *to = stream->buf;

	if (!stream->used)
		return;
	to = ctf_put_32(trace, to, CTF_MAGIC);
	to = ctf_put_32(trace, to, 0);
	to = ctf_put_64(trace, to, stream->begin);
	to = ctf_put_64(trace, to, stream->last);
	to = ctf_put_64(trace, to, stream->used * 8);
	to = ctf_put_64(trace, to, stream->used * 8);
	to = ctf_put_64(trace, to, stream->discarded);
	to = ctf_put_64(trace, to, stream->gaps);
	to = ctf_put_32(trace, to, stream->cpu);
	ctf_put_32(trace, to, stream->buffer->nr);
	ctf_write(trace, stream);
	stream->used = 0;
}

/* Begin a packet unless there is one; ctf_flush() fills in what comes first. */
static bool ctf_packet(struct ctf_trace *trace, struct ctf_stream *stream, uint64_t ts)
{
	if (stream->used)
		return true;
	if (!ctf_grow(trace, stream, CTF_HEAD))
		return false;
	stream->used = CTF_HEAD;
	stream->begin = ts;
	return true;
}

/* Write a packet without events. */
static void ctf_empty(struct ctf_trace *trace, struct ctf_stream *stream, uint64_t ts)
{
	if (!ctf_packet(trace, stream, ts))
		return;
	stream->last = ts;
	ctf_flush(trace, stream);
}

/*
 * Records are missing: they are the difference between the counts of one packet and the next.
 * Readers say that they are missing between the ends of the two, so the second one is empty, and
 * ends here. Of a stream's first packet they cannot tell a difference: it is empty, too.
 */
static void ctf_missed(struct ctf_trace *trace, struct ctf_stream *stream, uint64_t ts,
		       uint64_t missed)
{
	ctf_flush(trace, stream);
	if (!stream->started)
		ctf_empty(trace, stream, ts);
	if (missed == VIEW_MISSED_UNKNOWN) {
		stream->discarded++;
		stream->gaps++;
	} else {
		stream->discarded += missed;
	}
	ctf_empty(trace, stream, ts);
}

/* An array with at least @nr elements, the new ones zero; NULL without memory. */
static void *ctf_array(void *array, unsigned int *size, unsigned int nr, size_t element)
{
	unsigned int more = *size ? *size : 4;
	char *new;

	while (more < nr)
		more *= 2;
	new = realloc(array, more * element);
	if (!new)
		return NULL;
	memset(new + *size * element, 0, (more - *size) * element);
	*size = more;
	return new;
}

static struct ctf_stream **ctf_slot(struct ctf_trace *trace, unsigned int nr, unsigned int cpu)
{
	struct ctf_buffer *buffer;
	void *more;

	if (nr >= trace->nr_buffers) {
		more = ctf_array(trace->buffers, &trace->nr_buffers, nr + 1, sizeof(*buffer));
		if (!more)
			return NULL;
		trace->buffers = more;
	}
	buffer = &trace->buffers[nr];
	if (cpu >= buffer->nr) {
		more = ctf_array(buffer->cpus, &buffer->nr, cpu + 1, sizeof(*buffer->cpus));
		if (!more)
			return NULL;
		buffer->cpus = more;
	}
	return &buffer->cpus[cpu];
}

static struct ctf_stream *ctf_stream(struct ctf_trace *trace, const struct view_record *record)
{
	unsigned int cpu = (unsigned int)record->cpu % CTF_CPUS;
	struct ctf_stream **slot = ctf_slot(trace, record->buffer->nr, cpu);

	if (slot && !*slot) {
		*slot = calloc(1, sizeof(**slot));
		if (*slot) {
			(*slot)->cpu = cpu;
			(*slot)->buffer = record->buffer;
		}
	}
	if (!slot || !*slot) {
		trace->error = ENOMEM;
		return NULL;
	}
	return *slot;
}

/* How a field is written; false if it is not, as it has no bytes. */
static bool ctf_field(struct ctf_field *to, const struct view_field *field)
{
	to->field = field;
	to->how = CTF_COPY;
	to->element = field->element;
	switch (field->type) {
	case VIEW_TYPE_STRING:
	case VIEW_TYPE_DYN_STRING:
		to->how = CTF_STRING;
		break;
	case VIEW_TYPE_DYN_ARRAY:
	case VIEW_TYPE_TAIL:
		to->how = CTF_SEQUENCE;
		break;
	default:
		if (!field->size)
			return false;
		break;
	}
	/* Elements of other sizes, such as structures, are bytes. */
	if (to->element != 1 && to->element != 2 && to->element != 4 && to->element != 8)
		to->element = 1;
	if (to->how == CTF_COPY && field->size % to->element)
		to->element = 1;
	return true;
}

/* The common fields that the context of each event has. */
static bool ctf_in_context(const struct view_field *field)
{
	static const char *const names[] = {
		"common_type", "common_flags", "common_preempt_count", "common_pid",
	};

	for (size_t i = 0; field->common && i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(field->name, names[i]))
			return true;
	return false;
}

static struct ctf_event *ctf_event(struct ctf_trace *trace, struct view_event *event)
{
	struct ctf_event *to;

	if (event->priv)
		return event->priv;
	if (trace->nr_events >= CTF_EVENTS) {
		trace->unwritten++;
		return NULL;
	}
	to = calloc(1, sizeof(*to) + event->nr_fields * sizeof(to->fields[0]));
	if (!to) {
		trace->error = ENOMEM;
		return NULL;
	}
	to->id = trace->nr_events++;
	to->event = event;
	for (unsigned int i = 0; i < event->nr_fields; i++)
		if (!ctf_in_context(&event->fields[i]) &&
		    ctf_field(&to->fields[to->nr], &event->fields[i]))
			to->nr++;
	if (!trace->last_event)
		trace->last_event = &trace->events;
	*trace->last_event = to;
	trace->last_event = &to->next;
	event->priv = to;
	return to;
}

/* Write a field for which the stream has enough memory, and return its end. */
static uint8_t *ctf_copy(const struct view_record *record, const struct view_field *field,
			 uint8_t *to)
{
	size_t len = 0;

	if (field->offset < record->size)
		len = record->size - field->offset;
	if (len > field->size)
		len = field->size;
	/* Half an integer is none. */
	if (len < field->size && field->type != VIEW_TYPE_ARRAY)
		len = 0;
	memcpy(to, (const char *)record->data + field->offset, len);
	memset(to + len, 0, field->size - len);
	return to + field->size;
}

static void ctf_fields(struct ctf_trace *trace, struct ctf_stream *stream,
		       const struct view_record *record, const struct ctf_event *event)
{
	for (unsigned int i = 0; i < event->nr; i++) {
		const struct ctf_field *field = &event->fields[i];
		unsigned int len = 0;
		const char *bytes = "";
		uint8_t *to;

		if (field->how != CTF_COPY)
			bytes = view_field_bytes(record, field->field, &len);
		if (!ctf_grow(trace, stream, field->field->size + 3 * (size_t)len + 4))
			return;
		to = stream->buf + stream->used;
		switch (field->how) {
		case CTF_COPY:
			to = ctf_copy(record, field->field, to);
			break;
		case CTF_STRING:
			to += text_utf8((char *)to, bytes, len);
			*to++ = '\0';
			break;
		case CTF_SEQUENCE:
			len -= len % field->element;
			to = ctf_put_32(trace, to, len / field->element);
			memcpy(to, bytes, len);
			to += len;
			break;
		}
		stream->used = to - stream->buf;
	}
}

void ctf_record(struct ctf_trace *trace, const struct view_record *record)
{
	struct ctf_stream *stream;
	struct ctf_event *event;
	uint64_t ts = record->ts;
	uint8_t *to;

	if (trace->error)
		return;
	stream = ctf_stream(trace, record);
	event = ctf_event(trace, record->event);
	if (!stream || !event)
		return;
	if (ts < stream->last) {
		ts = stream->last;
		trace->clamped++;
	}
	if (record->missed)
		ctf_missed(trace, stream, ts, record->missed);
	if (!ctf_packet(trace, stream, ts) || !ctf_grow(trace, stream, CTF_EVENT_HEAD))
		return;
	stream->last = ts;

	to = stream->buf + stream->used;
	to = ctf_put_16(trace, to, event->id);
	to = ctf_put_64(trace, to, ts);
	to = ctf_put_32(trace, to, record->pid);
	*to++ = record->flags;
	*to++ = record->preempt;
	stream->used = to - stream->buf;

	ctf_fields(trace, stream, record, event);
	if (stream->used >= CTF_PACKET)
		ctf_flush(trace, stream);
}

static void ctf_finish_buffer(struct ctf_trace *trace, struct ctf_buffer *buffer)
{
	for (unsigned int i = 0; i < buffer->nr; i++) {
		struct ctf_stream *stream = buffer->cpus[i];

		if (!stream)
			continue;
		ctf_flush(trace, stream);
		free(stream->buf);
		free(stream);
	}
	free(buffer->cpus);
}

void ctf_finish(struct ctf_trace *trace)
{
	for (unsigned int i = 0; i < trace->nr_buffers; i++)
		ctf_finish_buffer(trace, &trace->buffers[i]);
	free(trace->buffers);
	trace->buffers = NULL;
	trace->nr_buffers = 0;
}
