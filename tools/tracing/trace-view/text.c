// SPDX-License-Identifier: GPL-2.0
/* The value of a field as text. */
#include "text.h"
#include "user_maps.h"

#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>
#include <traceevent/trace-seq.h>

#include "sizes.h"

/* The longest element of an array, with its comma and what ends an array that is cut. */
#define TEXT_ELEMENT	32

struct text *text_new(void)
{
	return calloc(1, sizeof(struct text) + sizes.text);
}

unsigned int text_utf8_len(const char *str, size_t len)
{
	const unsigned char *c = (const unsigned char *)str;
	unsigned char low = 0x80;
	unsigned char high = 0xbf;
	unsigned int more;

	if (c[0] < 0x80)
		return 1;
	if (c[0] < 0xc2 || c[0] > 0xf4)
		return 0;
	more = c[0] < 0xe0 ? 1 : c[0] < 0xf0 ? 2 : 3;
	if (len <= more)
		return 0;

	/* No form that is too long, no surrogate, nothing beyond U+10FFFF. */
	if (c[0] == 0xe0)
		low = 0xa0;
	else if (c[0] == 0xed)
		high = 0x9f;
	else if (c[0] == 0xf0)
		low = 0x90;
	else if (c[0] == 0xf4)
		high = 0x8f;
	if (c[1] < low || c[1] > high)
		return 0;

	for (unsigned int i = 2; i <= more; i++)
		if (c[i] < 0x80 || c[i] > 0xbf)
			return 0;
	return more + 1;
}

size_t text_utf8(char *to, const char *str, size_t len)
{
	char *begin = to;
	size_t i = 0;

	while (i < len) {
		unsigned int more = text_utf8_len(str + i, len - i);

		if (more) {
			memcpy(to, str + i, more);
			to += more;
			i += more;
		} else {
			memcpy(to, "\xef\xbf\xbd", 3);
			to += 3;
			i++;
		}
	}
	return to - begin;
}

void text_string(struct text *text, const char *str, size_t len)
{
	size_t most = (sizes.text - text->len) / 3;

	text->len += text_utf8(text->bytes + text->len, str, len < most ? len : most);
}

static void text_dec(struct text *text, uint64_t value, bool is_signed)
{
	char digits[24];
	char *end = digits + sizeof(digits);
	char *begin = end;
	bool negative = is_signed && (int64_t)value < 0;

	if (negative)
		value = -value;
	do {
		*--begin = '0' + value % 10;
		value /= 10;
	} while (value);
	if (negative)
		*--begin = '-';
	text_string(text, begin, end - begin);
}

void text_hex(struct text *text, uint64_t value)
{
	char digits[24];
	char *end = digits + sizeof(digits);
	char *begin = end;

	do {
		*--begin = "0123456789abcdef"[value & 15];
		value >>= 4;
	} while (value);
	*--begin = 'x';
	*--begin = '0';
	text_string(text, begin, end - begin);
}

void text_symbol(struct text *text, struct view_machine *machine, uint64_t addr)
{
	uint64_t start = 0;
	const char *name = view_symbol(machine, addr, &start);

	if (!name) {
		text_hex(text, addr);
		return;
	}
	text_string(text, name, strlen(name));
	if (addr != start) {
		text_string(text, "+", 1);
		text_hex(text, addr - start);
	}
}

void text_user_symbol(struct text *text, const struct view_record *record, uint64_t addr,
		      bool caller)
{
	struct user_symbol symbol;

	if (!user_symbol(record, addr, caller, &symbol)) {
		text_hex(text, addr);
		return;
	}
	text_string(text, symbol.name, strlen(symbol.name));
	if (symbol.offset) {
		text_string(text, "+", 1);
		text_hex(text, symbol.offset);
	}
}

/* A number of up to 8 bytes, of either byte order. */
static uint64_t text_number(const unsigned char *bytes, unsigned int size, bool big, bool is_signed)
{
	uint64_t value = 0;

	for (unsigned int i = 0; i < size; i++)
		value = value << 8 | bytes[big ? i : size - 1 - i];
	if (is_signed && size < 8 && value >> (8 * size - 1))
		value |= ~0ULL << (8 * size);
	return value;
}

static bool text_is_big(const struct view_record *record)
{
	return (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != record->event->machine->swap;
}

static void text_array(struct text *text, const struct view_record *record,
		       const struct view_field *field)
{
	bool big = text_is_big(record);
	unsigned int size = field->element;
	unsigned int len;
	const unsigned char *bytes = view_field_bytes(record, field, &len);

	if (!size || size > 8)
		size = 1;
	text_string(text, "{", 1);
	for (unsigned int i = 0; i + size <= len; i += size) {
		uint64_t value = text_number(bytes + i, size, big, field->is_signed);

		if (i)
			text_string(text, ",", 1);
		if (text->len > sizes.text - 3 * TEXT_ELEMENT) {
			text_string(text, "...", 3);
			break;
		}
		if (field->is_signed)
			text_dec(text, value, true);
		else
			text_hex(text, value);
	}
	text_string(text, "}", 1);
}

void text_field(struct text *text, const struct view_record *record,
		const struct view_field *field)
{
	unsigned int len;
	const char *bytes;

	switch (field->type) {
	case VIEW_TYPE_UNSIGNED:
	case VIEW_TYPE_SIGNED:
		text_dec(text, view_field_number(record, field), field->is_signed);
		break;
	case VIEW_TYPE_POINTER:
		text_symbol(text, record->event->machine, view_field_number(record, field));
		break;
	case VIEW_TYPE_STRING:
	case VIEW_TYPE_DYN_STRING:
		bytes = view_field_bytes(record, field, &len);
		text_string(text, bytes, len);
		break;
	case VIEW_TYPE_ARRAY:
	case VIEW_TYPE_DYN_ARRAY:
	case VIEW_TYPE_TAIL:
		text_array(text, record, field);
		break;
	}
}

bool text_is_message(const struct view_record *record)
{
	switch (record->event->kind) {
	case VIEW_KIND_PRINT:
	case VIEW_KIND_BPRINT:
	case VIEW_KIND_BPUTS:
		return true;
	default:
		return false;
	}
}

/* The text of a record whose format is in the kernel. */
static void text_formatted(struct text *text, const struct view_record *record)
{
	struct tep_record tep = {
		.ts = record->ts,
		.size = record->size,
		.data = (void *)record->data,
		.cpu = record->cpu,
	};
	struct trace_seq seq;
	const char *message;

	trace_seq_init(&seq);
	tep_print_event(record->event->machine->tep, &seq, &tep, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(&seq);
	if (seq.buffer && seq.state == TRACE_SEQ__GOOD) {
		/* The name of the function comes first. */
		message = strstr(seq.buffer, ": ");
		message = message ? message + 2 : seq.buffer;
		text_string(text, message, strlen(message));
	}
	trace_seq_destroy(&seq);
}

void text_message(struct text *text, const struct view_record *record)
{
	const struct view_event *event = record->event;
	unsigned int begin = text->len;

	if (event->kind == VIEW_KIND_PRINT)
		text_field(text, record, event->roles[0]);
	else
		text_formatted(text, record);
	while (text->len > begin && text->bytes[text->len - 1] == '\n')
		text->len--;
}

const char *text_state(int64_t state, char *letters)
{
	/* The bits of prev_state, lowest first; 0x100 is a task that was preempted. */
	static const char names[] = "SDTtXZPI";
	unsigned int len = 0;

	for (unsigned int i = 0; i < sizeof(names) - 1 && len < 12; i++) {
		if (!(state >> i & 1))
			continue;
		if (len)
			letters[len++] = '|';
		letters[len++] = names[i];
	}
	if (!len)
		letters[len++] = 'R';
	if (state & 0x100)
		letters[len++] = '+';
	letters[len] = '\0';
	return letters;
}
