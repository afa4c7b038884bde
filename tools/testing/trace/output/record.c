// SPDX-License-Identifier: GPL-2.0
/*
 * What record.h declares.
 */
#include "record.h"

static const struct tracer host_tracer;
struct trace_array host_tr = { .tracer = &host_tracer };
static struct trace_seq host_tmp;
struct output_reader host_reader;
struct trace_iterator *const iter = &host_reader.iter;

/* Functions of iter.c */

bool output_next_ts(struct output_reader *r, u64 *ts)
{
	*ts = r->iter.ts + 150000;
	return true;
}

unsigned long output_skipped(struct trace_iterator *iter, int cpu)
{
	return 0;
}

/* Events */

static enum print_line_t host_print_fields(struct trace_iterator *it, int flags,
					   struct trace_event *event)
{
	int ret = trace_raw_output_prep(it, event);
	const u8 *rec = (void *)it->ent;

	if (ret != TRACE_TYPE_HANDLED)
		return ret;
	trace_event_printf(it, "a=%d b=%-6u c=%#x d=%016lx e=%s %c%% f=%5.2s\n",
			   rec[9], rec[10], rec[11], 77UL, "text", 'c', "xyz");
	return trace_handle_return(&it->seq);
}

static struct trace_event_functions host_funcs = { .trace = host_print_fields };
static struct trace_event_call host_call = {
	.event = { .type = 40, .funcs = &host_funcs },
	.name = "host_event",
};

const char * const moved_image = "told in time";

static enum print_line_t moved_print(struct trace_iterator *it, int flags,
				     struct trace_event *event)
{
	int ret = trace_raw_output_prep(it, event);
	char *str = *(char **)((void *)it->ent + 16);

	if (ret != TRACE_TYPE_HANDLED)
		return ret;
	trace_event_printf(it, "%s, %s\n", str, moved_image);
	return trace_handle_return(&it->seq);
}

static struct trace_event_functions moved_funcs = { .trace = moved_print };
static struct trace_event_call moved_call = {
	.event = { .type = 41, .funcs = &moved_funcs },
	.name = "moved",
};

static enum print_line_t words_print(struct trace_iterator *it, int flags,
				     struct trace_event *event)
{
	int ret = trace_raw_output_prep(it, event);
	const void *ent = it->ent;

	if (ret != TRACE_TYPE_HANDLED)
		return ret;
	trace_event_printf(it, "text=%s dyn=%s rel=%s\n", ent + 24,
			   ent + *(u16 *)(ent + 32),
			   ent + 40 + *(u16 *)(ent + 36));
	return trace_handle_return(&it->seq);
}

static struct trace_event_functions words_funcs = { .trace = words_print };
static struct trace_event_call words_call = {
	.event = { .type = 42, .funcs = &words_funcs },
	.name = "words",
};

/*
 * Prints a number of elements that is in the record; trusted in a record of this
 * boot.
 */
static enum print_line_t counts_print(struct trace_iterator *it, int flags,
				      struct trace_event *event)
{
	int ret = trace_raw_output_prep(it, event);
	int count;

	if (ret != TRACE_TYPE_HANDLED)
		return ret;
	memcpy(&count, (void *)it->ent + 12, sizeof(count));
	if (count % 2)
		trace_print_array_seq(it->tmp_seq, it->ent + 2, count, 8);
	else
		trace_print_hex_seq(it->tmp_seq, (void *)(it->ent + 2), count, true);
	trace_seq_puts(&it->seq, "counted\n");
	return trace_handle_return(&it->seq);
}

static struct trace_event_functions counts_funcs = { .trace = counts_print };
static struct trace_event_call counts_call = {
	.event = { .type = 43, .funcs = &counts_funcs },
	.name = "counts",
};

/**
 * record_init - register the events
 */
void record_init(void)
{
	host_init();
	register_trace_event(&host_call.event);
	register_trace_event(&moved_call.event);
	register_trace_event(&words_call.event);
	register_trace_event(&counts_call.event);
	iter->tr = &host_tr;
	iter->trace = &host_tracer;
	iter->tmp_seq = &host_tmp;
}

/**
 * record_free - release the memory of the reader
 */
void record_free(void)
{
	output_symbols_free(&host_reader);
	free(host_reader.copy.mem);
	free(iter->fmt);
}

/* Valid values for pointers that are dereferenced in a record of this boot. */
static void record_pointers(u8 *rec, int type, int size)
{
	if (type == TRACE_BPRINT && size >= (int)sizeof(struct event_bprint))
		((struct event_bprint *)rec)->fmt = "a format\n";
	if (type == TRACE_BPUTS && size >= (int)sizeof(struct event_bputs))
		((struct event_bputs *)rec)->str = "a string\n";
}

/* Make the pointers of a record of this boot valid, and its count 0. */
static void record_repair(u8 *rec, int type, int size)
{
	record_pointers(rec, type, size);
	/* The event "moved" dereferences a pointer, "counts" trusts a number. */
	if (type == moved_call.event.type && size >= 24)
		memcpy(rec + 16, &(const char *){ "pointer" }, 8);
	if (type == counts_call.event.type && size >= 16)
		memset(rec + 12, 0, 4);
}

/**
 * record_print - print a record
 * @how: how to print it
 * @rec: the record, of any contents; of this boot's, the pointers are replaced
 * @size: its size in bytes
 */
void record_print(const struct record_how *how, const void *rec, unsigned int size)
{
	/* With its exact size, so that ASan reports reads beyond its end. */
	u8 *copy = memcpy(malloc(max(size, 1)), rec, size);

	if (size >= sizeof(struct trace_entry))
		((struct trace_entry *)copy)->pid &= 0x7fffffff;
	host_reader.last_boot = how->boot & 1;
	host_reader.text_delta = how->boot & 2 ? MOVE : 0;
	host_reader.rec_delta = how->boot & 1 ? host_reader.text_delta : 0;
	host_reader.types_epoch = how->boot >> 2 & 1;
	if (!host_reader.last_boot && size >= sizeof(struct trace_entry))
		record_repair(copy, ((struct trace_entry *)copy)->type, size);
	host_tr.options = (how->options ^ DEFAULTS) & (BIT_ULL(INSTANCE_OPTION_COUNT) - 1);
	iter->ent = (void *)copy;
	iter->ent_size = size;
	iter->iter_flags = how->flags & 7;
	iter->ts = how->ts;
	iter->cpu = how->cpu % 300;
	iter->lost_events = how->lost;
	trace_seq_init(&iter->seq);
	iter->seq.seq.len = how->filled % TRACE_SEQ_BUFFER_SIZE;
	output_line(iter);
	host_reader.last_boot = false;
	free(copy);
}

bool record_input(struct record_how *how, const u8 *data, size_t size)
{
	static bool ready;

	if (size < sizeof(*how))
		return false;
	if (!ready) {
		record_init();
		host_image[0] = (unsigned long)host_format;
		host_image[1] = host_image[0] + strlen(host_format) + 1;
		ready = true;
	}
	memcpy(how, data, sizeof(*how));
	return true;
}
