/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The data of the HTML page: columns of numbers, one column per property of a record, run,
 * slice and so on.
 *
 * A column is a sequence of bytes. Numbers are little-endian base-128 ("varint"); signed
 * numbers are zigzag-encoded first. Times are nanoseconds since the first record, and most
 * of them are stored as the difference from the previous time of the same column. Strings
 * are stored once, in two columns of their own, and are referred to by their position.
 *
 * A column never grows in memory: when its buffer is full, the bytes are written to the
 * page as base64 in a script element of a type that no browser runs, named after the
 * column. The page joins the elements of each column. html/decode.js is the other side.
 */
#ifndef TRACE_VIEW_HTML_DATA_H
#define TRACE_VIEW_HTML_DATA_H

#include "out.h"

/* The comment says what one element is; "index" counts from 0. */
enum html_column {
	HTML_META,		/* JSON: machines, tasks, events, places, losses, counts */
	HTML_STRING_SIZE,	/* bytes of each string */
	HTML_STRING_BYTES,
	HTML_RECORD_TIME,	/* difference */
	HTML_RECORD_HEAD,	/* index of a head: what many records have in common */
	HTML_RECORD_SIZE,	/* bytes of the fields */
	HTML_RECORD_BYTES,	/* the fields, as html_fields.h says */
	HTML_HEAD_EVENT,	/* index into the events of the JSON */
	HTML_HEAD_PLACE,	/* index into the places: a buffer and a CPU */
	HTML_HEAD_PID,		/* signed */
	HTML_HEAD_FLAGS,	/* common_flags, and common_preempt_count shifted by 8 */
	HTML_HEAD_TASK,		/* of an instant: index of its task, plus 1; else 0 */
	HTML_RUN_TASK,
	HTML_RUN_PLACE,
	HTML_RUN_END,		/* difference */
	HTML_RUN_TIME,		/* ns that it ran */
	HTML_RUN_PRIO,		/* signed */
	HTML_RUN_STATE,		/* signed */
	HTML_RUN_WAIT,		/* ns from wakeup to run, plus 1; 0 if unknown */
	HTML_SLICE_TASK,
	HTML_SLICE_NAME,	/* index of a string */
	HTML_SLICE_KIND,	/* enum timeline_what, plus 8 if it was cut, plus 16 times depth */
	HTML_SLICE_END,		/* difference */
	HTML_SLICE_TIME,	/* ns from begin to end */
	HTML_SLICE_INNER,	/* ns of that within inner slices */
	HTML_SLICE_PLACE,
	HTML_COUNTER_TIME,	/* difference */
	HTML_COUNTER_NAME,	/* index of a string */
	HTML_COUNTER_TASK,	/* index of a task plus 1, or 0 */
	HTML_COUNTER_PLACE,
	HTML_COUNTER_VALUE,	/* signed */
	HTML_LATENCY_TIME,	/* difference */
	HTML_LATENCY_NAME,	/* index of a string */
	HTML_LATENCY_TASK,	/* index of a task plus 1, or 0 */
	HTML_LATENCY_PLACE,
	HTML_LATENCY_NS,
	HTML_LOST_TIME,		/* difference */
	HTML_LOST_PLACE,
	HTML_LOST_MISSED,	/* number of records plus 1, or 0 if unknown */
	HTML_STACK_RECORD,	/* difference of indexes of the record that it belongs to */
	HTML_STACK_HEAD,	/* frames times 2, plus 1 if of user space */
	HTML_STACK_FRAMES,	/* per frame what html_put_address() writes */
	HTML_NR_COLUMNS,
};

/* Longer strings are cut. */
#define HTML_STRING_MAX	4096

struct html_data;

/**
 * html_data_new() - start the columns
 * @out: where the page is written to
 *
 * Return: the columns, or NULL without memory.
 */
struct html_data *html_data_new(struct out *out);

/**
 * html_data_free() - write what the columns hold, and free them
 * @data: from html_data_new()
 */
void html_data_free(struct html_data *data);

/**
 * html_put() - append an unsigned number to a column
 * @data: from html_data_new()
 * @column: column to append to
 * @value: number
 */
void html_put(struct html_data *data, enum html_column column, uint64_t value);

/* Append a signed number. */
static inline void html_put_signed(struct html_data *data, enum html_column column,
				   int64_t value)
{
	html_put(data, column, ((uint64_t)value << 1) ^ (uint64_t)(value >> 63));
}

/**
 * html_put_time() - append the difference from the column's previous number
 * @data: from html_data_new()
 * @column: column to append to
 * @value: number, which the next difference starts from
 */
void html_put_time(struct html_data *data, enum html_column column, uint64_t value);

void html_put_bytes(struct html_data *data, enum html_column column, const void *bytes,
		    size_t len);

/* Append text without a NUL. */
static inline void html_put_text(struct html_data *data, enum html_column column,
				 const char *text)
{
	html_put_bytes(data, column, text, strlen(text));
}

/**
 * html_put_json() - append a JSON string with its quotes
 * @data: from html_data_new()
 * @column: column to append to
 * @str: any bytes; the page shows what is no UTF-8 as U+FFFD
 * @len: number of bytes
 */
void html_put_json(struct html_data *data, enum html_column column, const char *str, size_t len);

/**
 * html_column_size() - the bytes that were appended to a column until now
 * @data: from html_data_new()
 * @column: the column
 *
 * Return: their number.
 */
uint64_t html_column_size(const struct html_data *data, enum html_column column);

/**
 * html_string() - store a string, unless it was stored a short time ago
 * @data: from html_data_new()
 * @str: any bytes
 * @len: number of bytes
 *
 * The table of known strings is bounded. It starts anew when it is full, so a string may be
 * stored more than once in recordings with very many different strings.
 *
 * Return: the index of the string.
 */
uint32_t html_string(struct html_data *data, const char *str, size_t len);

/**
 * struct html_head - what many records have in common
 * @event: index into the events of the JSON
 * @place: index into the places
 * @pid: common_pid
 * @flags: common_flags, and common_preempt_count shifted by 8
 * @task: of an instant: index of its task plus 1, else 0
 */
struct html_head {
	uint32_t event;
	uint32_t place;
	int32_t pid;
	uint32_t flags;
	uint32_t task;
};

/**
 * html_head() - store a head, unless it was stored a short time ago
 * @data: from html_data_new()
 * @head: the head
 *
 * Return: the index of the head.
 */
uint32_t html_head(struct html_data *data, const struct html_head *head);

#endif /* TRACE_VIEW_HTML_DATA_H */
