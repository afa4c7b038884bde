// SPDX-License-Identifier: GPL-2.0
/*
 * The format of a page, which is a sequence of records, and the functions that
 * walk it. The format is ABI: libtraceevent parses the same pages by the texts
 * at the end of this file.
 */
#include "internal.h"

static bool ring_page_event_ends_page(struct ring_buffer_event *event)
{
	return event->type_len == RINGBUF_TYPE_PADDING && !event->time_delta;
}

/**
 * ring_event_bytes - get the size of a record
 * @event: the record
 *
 * Context: any.
 * Return: bytes, including the header.
 */
unsigned int ring_event_bytes(struct ring_buffer_event *event)
{
	switch (event->type_len) {
	case RINGBUF_TYPE_TIME_EXTEND:
	case RINGBUF_TYPE_TIME_STAMP:
		return 2 * sizeof(u32);
	case RINGBUF_TYPE_PADDING:
	case 0:
		return event->array[0] + sizeof(u32);
	default:
		return (event->type_len + 1) * sizeof(u32);
	}
}

/* The 59 bits of a time extend or an absolute timestamp. */
static u64 ring_page_event_time(struct ring_buffer_event *event)
{
	return event->time_delta | (u64)event->array[0] << RING_DELTA_BITS;
}

/*
 * An absolute timestamp lacks the upper 5 bits. They follow from the preceding
 * time.
 */
static u64 ring_page_event_full_time(u64 stamp, u64 before)
{
	u64 upper = before >> RING_EXTEND_BITS << RING_EXTEND_BITS;

	stamp |= upper;
	if (upper && stamp < before)
		stamp += BIT_ULL(RING_EXTEND_BITS);
	return stamp;
}

/**
 * ring_cursor_set - set a cursor to the first record of a page
 * @c: the cursor
 * @block: the page
 * @end: bytes of records in the page
 *
 * Context: any.
 */
void ring_cursor_set(struct ring_cursor *c, struct ring_block *block,
		     unsigned int end)
{
	c->data = block->data;
	c->off = 0;
	c->end = end;
	c->ts = READ_ONCE(block->time_stamp);
}

/**
 * ring_cursor_peek - find the next data record
 * @c: the cursor, which is advanced over padding and time records
 * @ts: set to the timestamp of the record, unless NULL
 *
 * Context: any.
 * Return: the record, or NULL at the end. A record with an invalid length ends
 * the page.
 */
struct ring_buffer_event *ring_cursor_peek(struct ring_cursor *c, u64 *ts)
{
	struct ring_buffer_event *event;
	unsigned int bytes;

	while (c->off + 2 * sizeof(u32) <= c->end) {
		event = (struct ring_buffer_event *)(c->data + c->off);
		/* Fast path for short data records, which are the most frequent. */
		bytes = (event->type_len + 1) * sizeof(u32);
		if (likely(event->type_len - 1U < RINGBUF_TYPE_DATA_TYPE_LEN_MAX &&
			   bytes <= c->end - c->off)) {
			if (ts)
				*ts = c->ts + event->time_delta;
			return event;
		}
		if (ring_page_event_ends_page(event))
			break;
		bytes = ring_event_bytes(event);
		if (bytes < 2 * sizeof(u32) || bytes > c->end - c->off ||
		    bytes % sizeof(u32))
			break;
		switch (event->type_len) {
		case RINGBUF_TYPE_PADDING:
			c->ts += event->time_delta;
			break;
		case RINGBUF_TYPE_TIME_EXTEND:
			c->ts += ring_page_event_time(event);
			break;
		case RINGBUF_TYPE_TIME_STAMP:
			c->ts = ring_page_event_full_time(ring_page_event_time(event), c->ts);
			break;
		default:
			if (ts)
				*ts = c->ts + event->time_delta;
			return event;
		}
		c->off += bytes;
	}
	c->off = c->end;
	return NULL;
}

/**
 * ring_cursor_advance - advance a cursor over a record
 * @c: the cursor
 * @event: the record that ring_cursor_peek() has just returned
 *
 * Context: any.
 */
void ring_cursor_advance(struct ring_cursor *c, struct ring_buffer_event *event)
{
	c->ts += event->time_delta;
	c->off += ring_event_bytes(event);
}

/**
 * ring_block_sum - validate a page of unknown content and sum it up
 * @block: the page
 * @end: bytes in use
 * @at: offset that has to be the start of a record, or @end
 * @sum: result
 *
 * The delta of padding that replaces a discarded record may be one unit too many, which an
 * absolute timestamp or the following record makes up for: see ring_write_discard_pad().
 *
 * Context: any.
 * Return: true if records fill the page up to @end exactly, a record starts at
 * @at, and timestamps do not decrease.
 */
bool ring_block_sum(struct ring_block *block, unsigned int end, unsigned int at,
		    struct ring_block_sum *sum)
{
	struct ring_cursor c;
	bool met = false;

	ring_cursor_set(&c, block, end);
	*sum = (struct ring_block_sum) { .first = c.ts, .last = c.ts };
	for (;;) {
		struct ring_buffer_event *event = (void *)(c.data + c.off);
		unsigned int bytes;

		if (c.off == at) {
			met = true;
			sum->before = sum->entries;
			sum->time = c.ts;
		}
		if (c.off == end) {
			sum->end = c.ts;
			return met;
		}
		if (end - c.off < 2 * sizeof(u32) || ring_page_event_ends_page(event))
			return false;
		bytes = ring_event_bytes(event);
		if (bytes < 2 * sizeof(u32) || bytes % sizeof(u32) ||
		    bytes > end - c.off)
			return false;
		if (event->type_len == RINGBUF_TYPE_TIME_EXTEND)
			c.ts += ring_page_event_time(event);
		else if (event->type_len == RINGBUF_TYPE_TIME_STAMP)
			c.ts = ring_page_event_full_time(ring_page_event_time(event), c.ts);
		else
			c.ts += event->time_delta;
		c.off += bytes;
		if (event->type_len == RINGBUF_TYPE_PADDING)
			continue;
		if (c.ts < sum->last)
			return false;
		sum->last = c.ts;
		if (event->type_len < RINGBUF_TYPE_PADDING)
			sum->entries++;
	}
}

/**
 * ring_buffer_event_length - get the length of a record's payload
 * @event: the record
 *
 * The length is that of the reservation, rounded up to whole words.
 *
 * Context: any.
 * Return: bytes.
 */
unsigned int ring_buffer_event_length(struct ring_buffer_event *event)
{
	unsigned int bytes = ring_event_bytes(event) - sizeof(u32);

	return event->type_len ? bytes : bytes - sizeof(u32);
}
EXPORT_SYMBOL_GPL(ring_buffer_event_length);

/**
 * ring_buffer_event_data - get the payload of a record
 * @event: the record
 *
 * Context: any.
 * Return: start of the payload.
 */
void *ring_buffer_event_data(struct ring_buffer_event *event)
{
	return event->type_len ? event->array : event->array + 1;
}
EXPORT_SYMBOL_GPL(ring_buffer_event_data);

static const struct {
	const char	*text;
	int		type;
} ring_bits[] = {
	{ "type_len",	5 },
	{ "time_delta",	27 },
	{ "array",	32 },
}, ring_types[] = {
	{ "padding     : type",		RINGBUF_TYPE_PADDING },
	{ "time_extend : type",		RINGBUF_TYPE_TIME_EXTEND },
	{ "time_stamp : type",		RINGBUF_TYPE_TIME_STAMP },
	{ "data max type_len ",		RINGBUF_TYPE_DATA_TYPE_LEN_MAX },
};

/**
 * ring_buffer_print_entry_header - print the header format of a record
 * @s: sequence to print to
 *
 * This is the text of the file events/header_event.
 *
 * Context: any.
 * Return: 0 if the text did not fit, otherwise 1.
 */
int ring_buffer_print_entry_header(struct trace_seq *s)
{
	unsigned int i;

	trace_seq_puts(s, "# compressed entry header\n");
	for (i = 0; i < ARRAY_SIZE(ring_bits); i++)
		trace_seq_printf(s, "\t%-12s:%5d bits\n", ring_bits[i].text,
				 ring_bits[i].type);
	trace_seq_putc(s, '\n');
	for (i = 0; i < ARRAY_SIZE(ring_types); i++)
		trace_seq_printf(s, "\t%s == %d\n", ring_types[i].text,
				 ring_types[i].type);
	return !trace_seq_has_overflowed(s);
}

static void ring_page_print_field(struct trace_seq *s, const char *field,
				  size_t offset, size_t size, bool is_signed)
{
	trace_seq_printf(s, "\tfield: %s;\toffset:%zu;\tsize:%zu;\tsigned:%d;\n",
			 field, offset, size, is_signed);
}

/**
 * ring_buffer_print_page_header - print the header format of a page
 * @buffer: the buffer
 * @s: sequence to print to
 *
 * This is the text of the file events/header_page.
 *
 * Context: any.
 * Return: 0 if the text did not fit, otherwise 1.
 */
int ring_buffer_print_page_header(struct trace_buffer *buffer, struct trace_seq *s)
{
	const size_t commit = offsetof(struct ring_block, commit);

	ring_page_print_field(s, "u64 timestamp", 0, sizeof(u64), false);
	ring_page_print_field(s, "local_t commit", commit, sizeof(local_t), true);
	ring_page_print_field(s, "int overwrite", commit, 1, true);
	ring_page_print_field(s, "char data", RING_BLOCK_HEADER,
			      ring_data_bytes(READ_ONCE(ring_owner_of(buffer)->order)),
			      is_signed_type(char));
	return !trace_seq_has_overflowed(s);
}
