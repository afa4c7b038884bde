// SPDX-License-Identifier: GPL-2.0
/* Columns of numbers and strings, written as base64. See html_data.h. */
#include "html_data.h"
#include "hash.h"

#include <stdlib.h>

#include "sizes.h"

struct html_buffer {
	uint64_t size;		/* of the whole column */
	uint64_t last;		/* for differences */
	unsigned int used;
	unsigned char *bytes;	/* sizes.chunk of them */
};

struct html_known {
	uint32_t hash;
	uint32_t offset;	/* in known_bytes */
	uint32_t len;
	uint32_t index_plus_1;	/* 0: the slot is empty */
};

struct html_known_head {
	struct html_head head;
	uint32_t index_plus_1;	/* 0: the slot is empty */
};

struct html_data {
	struct out *out;
	struct html_buffer columns[HTML_NR_COLUMNS];
	unsigned char *column_bytes;	/* of all columns */
	struct html_known *known;	/* sizes.strings, open addressing; emptied when full */
	char *known_bytes;		/* sizes.string_bytes */
	uint32_t nr_known;
	uint32_t used_bytes;
	uint32_t nr_strings;
	struct html_known_head *heads;	/* sizes.heads, by hash; the latest one of a hash */
	uint32_t nr_heads;
};

static const char *const html_names[HTML_NR_COLUMNS] = {
	[HTML_META] = "meta",
	[HTML_STRING_SIZE] = "string.size",
	[HTML_STRING_BYTES] = "string.bytes",
	[HTML_RECORD_TIME] = "record.time",
	[HTML_RECORD_HEAD] = "record.head",
	[HTML_RECORD_SIZE] = "record.size",
	[HTML_RECORD_BYTES] = "record.bytes",
	[HTML_HEAD_EVENT] = "head.event",
	[HTML_HEAD_PLACE] = "head.place",
	[HTML_HEAD_PID] = "head.pid",
	[HTML_HEAD_FLAGS] = "head.flags",
	[HTML_HEAD_TASK] = "head.task",
	[HTML_RUN_TASK] = "run.task",
	[HTML_RUN_PLACE] = "run.place",
	[HTML_RUN_END] = "run.end",
	[HTML_RUN_TIME] = "run.time",
	[HTML_RUN_PRIO] = "run.prio",
	[HTML_RUN_STATE] = "run.state",
	[HTML_RUN_WAIT] = "run.wait",
	[HTML_SLICE_TASK] = "slice.task",
	[HTML_SLICE_NAME] = "slice.name",
	[HTML_SLICE_KIND] = "slice.kind",
	[HTML_SLICE_END] = "slice.end",
	[HTML_SLICE_TIME] = "slice.time",
	[HTML_SLICE_INNER] = "slice.inner",
	[HTML_SLICE_PLACE] = "slice.place",
	[HTML_COUNTER_TIME] = "counter.time",
	[HTML_COUNTER_NAME] = "counter.name",
	[HTML_COUNTER_TASK] = "counter.task",
	[HTML_COUNTER_PLACE] = "counter.place",
	[HTML_COUNTER_VALUE] = "counter.value",
	[HTML_LATENCY_TIME] = "latency.time",
	[HTML_LATENCY_NAME] = "latency.name",
	[HTML_LATENCY_TASK] = "latency.task",
	[HTML_LATENCY_PLACE] = "latency.place",
	[HTML_LATENCY_NS] = "latency.ns",
	[HTML_LOST_TIME] = "lost.time",
	[HTML_LOST_PLACE] = "lost.place",
	[HTML_LOST_MISSED] = "lost.missed",
	[HTML_STACK_RECORD] = "stack.record",
	[HTML_STACK_HEAD] = "stack.head",
	[HTML_STACK_FRAMES] = "stack.frames",
};

static void html_free(struct html_data *data)
{
	free(data->column_bytes);
	free(data->known);
	free(data->known_bytes);
	free(data->heads);
	free(data);
}

struct html_data *html_data_new(struct out *out)
{
	struct html_data *data = calloc(1, sizeof(*data));

	if (!data)
		return NULL;
	data->out = out;
	data->column_bytes = malloc((size_t)HTML_NR_COLUMNS * sizes.chunk);
	data->known = calloc(sizes.strings, sizeof(*data->known));
	data->known_bytes = malloc(sizes.string_bytes);
	data->heads = calloc(sizes.heads, sizeof(*data->heads));
	if (!data->column_bytes || !data->known || !data->known_bytes || !data->heads) {
		html_free(data);
		return NULL;
	}
	for (unsigned int i = 0; i < HTML_NR_COLUMNS; i++)
		data->columns[i].bytes = data->column_bytes + (size_t)i * sizes.chunk;
	return data;
}

static char *html_base64_group(char *to, const unsigned char *from)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t bits = (uint32_t)from[0] << 16 | from[1] << 8 | from[2];

	*to++ = digits[bits >> 18];
	*to++ = digits[bits >> 12 & 63];
	*to++ = digits[bits >> 6 & 63];
	*to++ = digits[bits & 63];
	return to;
}

static void html_flush(struct html_data *data, enum html_column column)
{
	struct html_buffer *buffer = &data->columns[column];
	unsigned int rest = buffer->used % 3, whole = buffer->used - rest;
	char *begin, *to;

	if (!buffer->used)
		return;
	out_str(data->out, "<script type=\"application/octet-stream\" data-column=\"");
	out_str(data->out, html_names[column]);
	out_str(data->out, "\">");
	begin = out_space(data->out, sizes.chunk / 3 * 4);
	to = begin;
	for (unsigned int i = 0; i < whole; i += 3)
		to = html_base64_group(to, buffer->bytes + i);
	if (rest) {
		unsigned char last[3] = { buffer->bytes[whole] };

		if (rest == 2)
			last[1] = buffer->bytes[whole + 1];
		to = html_base64_group(to, last);
		to[-1] = '=';
		if (rest == 1)
			to[-2] = '=';
	}
	out_used(data->out, to - begin);
	out_str(data->out, "</script>\n");
	buffer->used = 0;
}

void html_data_free(struct html_data *data)
{
	for (unsigned int i = 0; i < HTML_NR_COLUMNS; i++)
		html_flush(data, i);
	html_free(data);
}

void html_put(struct html_data *data, enum html_column column, uint64_t value)
{
	struct html_buffer *buffer = &data->columns[column];

	do {
		if (buffer->used == sizes.chunk)
			html_flush(data, column);
		buffer->bytes[buffer->used++] = (value & 127) | (value > 127 ? 128 : 0);
		buffer->size++;
		value >>= 7;
	} while (value);
}

void html_put_time(struct html_data *data, enum html_column column, uint64_t value)
{
	struct html_buffer *buffer = &data->columns[column];

	html_put_signed(data, column, (int64_t)(value - buffer->last));
	buffer->last = value;
}

void html_put_bytes(struct html_data *data, enum html_column column, const void *bytes,
		    size_t len)
{
	struct html_buffer *buffer = &data->columns[column];
	const unsigned char *from = bytes;

	buffer->size += len;
	while (len) {
		size_t part = sizes.chunk - buffer->used;

		if (!part) {
			html_flush(data, column);
			part = sizes.chunk;
		}
		if (part > len)
			part = len;
		memcpy(buffer->bytes + buffer->used, from, part);
		buffer->used += part;
		from += part;
		len -= part;
	}
}

void html_put_json(struct html_data *data, enum html_column column, const char *str, size_t len)
{
	html_put_text(data, column, "\"");
	for (size_t i = 0; i < len; i++) {
		static const char hex[] = "0123456789abcdef";
		unsigned char c = str[i];
		char escaped[6] = { '\\', 'u', '0', '0', hex[c >> 4], hex[c & 15] };

		if (c < ' ' || c == '"' || c == '\\')
			html_put_bytes(data, column, escaped, 6);
		else
			html_put_bytes(data, column, str + i, 1);
	}
	html_put_text(data, column, "\"");
}

uint64_t html_column_size(const struct html_data *data, enum html_column column)
{
	return data->columns[column].size;
}

uint32_t html_string(struct html_data *data, const char *str, size_t len)
{
	uint32_t hash, slot;
	struct html_known *known;

	if (len > HTML_STRING_MAX)
		len = HTML_STRING_MAX;
	hash = hash_bytes(str, len);
	if (data->nr_known >= sizes.strings / 2 ||
	    data->used_bytes + len > sizes.string_bytes) {
		memset(data->known, 0, sizes.strings * sizeof(*data->known));
		data->nr_known = 0;
		data->used_bytes = 0;
	}
	for (slot = hash;; slot++) {
		known = &data->known[slot & (sizes.strings - 1)];
		if (!known->index_plus_1)
			break;
		if (known->hash == hash && known->len == len &&
		    !memcmp(data->known_bytes + known->offset, str, len))
			return known->index_plus_1 - 1;
	}
	memcpy(data->known_bytes + data->used_bytes, str, len);
	known->hash = hash;
	known->offset = data->used_bytes;
	known->len = len;
	known->index_plus_1 = ++data->nr_strings;
	data->used_bytes += len;
	data->nr_known++;
	html_put(data, HTML_STRING_SIZE, len);
	html_put_bytes(data, HTML_STRING_BYTES, str, len);
	return data->nr_strings - 1;
}

uint32_t html_head(struct html_data *data, const struct html_head *head)
{
	uint32_t hash = hash_bytes(head, sizeof(*head));
	struct html_known_head *known = &data->heads[hash & (sizes.heads - 1)];

	if (known->index_plus_1 && !memcmp(&known->head, head, sizeof(*head)))
		return known->index_plus_1 - 1;
	known->head = *head;
	known->index_plus_1 = ++data->nr_heads;
	html_put(data, HTML_HEAD_EVENT, head->event);
	html_put(data, HTML_HEAD_PLACE, head->place);
	html_put_signed(data, HTML_HEAD_PID, head->pid);
	html_put(data, HTML_HEAD_FLAGS, head->flags);
	html_put(data, HTML_HEAD_TASK, head->task);
	return data->nr_heads - 1;
}
