// SPDX-License-Identifier: GPL-2.0
/*
 * Streams of pages, from files and from live instances. libtraceevent's kbuffer decodes
 * them; it follows every length that it finds, so each page is checked before.
 */
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>
#include <traceevent/kbuffer.h>

#include "input.h"

#define PAGE_SLACK		16	/* kbuffer may read the count behind the data */
#define PAGE_COMMIT_BITS	0x07ffffff
#define PAGE_MISSED		(1U << 31)
#define PAGE_MISSED_STORED	(1U << 30)
#define PAGE_TYPE_LEN_MAX	28
#define PAGE_TYPE_PADDING	29

static uint32_t page_word(const struct stream *stream, unsigned int at)
{
	uint32_t word;

	memcpy(&word, stream->page + at, sizeof(word));
	return stream->input->machine->swap ? __builtin_bswap32(word) : word;
}

static uint64_t page_long(const struct stream *stream, unsigned int at)
{
	uint64_t word;

	if (stream->input->machine->long_size == 4)
		return page_word(stream, at);
	memcpy(&word, stream->page + at, sizeof(word));
	return stream->input->machine->swap ? __builtin_bswap64(word) : word;
}

/* Bytes of the event at @at, its header included; 0 if that is beyond @end. */
static unsigned int page_event(const struct stream *stream, unsigned int at, unsigned int end)
{
	bool big = stream->input->machine->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	uint32_t word = page_word(stream, at);
	uint32_t type = big ? word >> 27 : word & 31;
	uint32_t delta = big ? word & 0x07ffffff : word >> 5;
	uint32_t len;

	if (type == PAGE_TYPE_PADDING && !delta)
		return end - at;
	if (type > 0 && type <= PAGE_TYPE_LEN_MAX) {
		len = 4 + 4 * type;
	} else if (type > PAGE_TYPE_PADDING) {
		len = 8;
	} else {
		if (end - at < 8)
			return 0;
		len = page_word(stream, at + 4);
		if (len < 4 || len > end - at - 4)
			return 0;
		len = 4 + ((len + 3) & ~3U);
	}
	return len <= end - at ? len : 0;
}

/*
 * Check a page; what follows a damaged event is cut off. The word with the length is
 * written anew, so that kbuffer sees what was checked.
 */
static void page_check(struct stream *stream)
{
	unsigned int long_size = stream->input->machine->long_size;
	unsigned int head = 8 + long_size, end, at;
	uint64_t commit = page_long(stream, 8);
	unsigned int len;

	end = head + (commit & PAGE_COMMIT_BITS);
	stream->page_missed = commit & PAGE_MISSED ? VIEW_MISSED_UNKNOWN : 0;
	stream->page_broken = end > stream->input->page_size;
	if (stream->page_broken)
		end = head;
	if (stream->page_missed && commit & PAGE_MISSED_STORED &&
	    end + long_size <= stream->input->page_size)
		stream->page_missed = page_long(stream, end);
	for (at = head; at < end; at += len) {
		len = end - at >= 4 ? page_event(stream, at, end) : 0;
		if (!len) {
			stream->page_broken = true;
			break;
		}
	}
	commit = at - head;
	if (long_size == 8) {
		if (stream->input->machine->swap)
			commit = __builtin_bswap64(commit);
		memcpy(stream->page + 8, &commit, 8);
	} else {
		uint32_t word = commit;

		if (stream->input->machine->swap)
			word = __builtin_bswap32(word);
		memcpy(stream->page + 8, &word, 4);
	}
}

int source_page_init(struct stream *stream)
{
	const struct view_machine *machine = stream->input->machine;
	bool big = machine->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);

	stream->page = calloc(1, stream->input->page_size + PAGE_SLACK);
	stream->kbuf = kbuffer_alloc(machine->long_size == 8 ? KBUFFER_LSIZE_8 : KBUFFER_LSIZE_4,
				     big ? KBUFFER_ENDIAN_BIG : KBUFFER_ENDIAN_LITTLE);
	stream->next = source_page_next;
	return stream->page && stream->kbuf ? 0 : -1;
}

void source_page_free(struct stream *stream)
{
	if (stream->kbuf)
		kbuffer_free(stream->kbuf);
	free(stream->page);
	free(stream->chunk);
}

/* The first record of the next page that has one, or NULL. */
static void *page_next(struct stream *stream, unsigned long long *ts)
{
	uint64_t missed = 0;
	void *data;

	do {
		if (stream->page_broken) {
			source_broke(stream, stream->page_at, "the page there is damaged");
			return NULL;
		}
		if (stream->more(stream) <= 0)
			return NULL;
		page_check(stream);
		if (stream->page_missed)
			missed = stream->page_missed;
		kbuffer_load_subbuffer(stream->kbuf, stream->page);
		data = kbuffer_read_event(stream->kbuf, ts);
	} while (!data);
	stream->missed = missed;
	return data;
}

int source_page_next(struct stream *stream)
{
	unsigned long long ts = 0;
	void *data;
	long len, at;

	if (source_limited(stream, stream->page_at))
		return 0;
	stream->missed = 0;
	data = stream->data ? kbuffer_next_event(stream->kbuf, &ts) : NULL;
	if (!data)
		data = page_next(stream, &ts);
	stream->data = data;
	if (!data)
		return 0;
	/* The check before makes this true; it costs little to be sure. */
	at = (char *)data - stream->page;
	len = kbuffer_event_size(stream->kbuf);
	if (at < 0 || len < 0 || at + len > (long)stream->input->page_size) {
		source_broke(stream, stream->page_at, "a record does not fit into its page");
		stream->data = NULL;
		return 0;
	}
	stream->size = len;
	stream->ts = ts;
	stream->records++;
	return 1;
}
