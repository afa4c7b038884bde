/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The value of a field as text, for the outputs that have no type of their own for it.
 */
#ifndef TRACE_VIEW_TEXT_H
#define TRACE_VIEW_TEXT_H

#include <stddef.h>

#include "record.h"

/**
 * struct text - a text that is being put together
 * @len: bytes that are used
 * @bytes: the text, UTF-8, without a NUL: sizes.text bytes
 */
struct text {
	unsigned int len;
	char bytes[];
};

/**
 * text_new() - an empty text
 *
 * Return: the text, for free(), or NULL without memory.
 */
struct text *text_new(void);

/**
 * text_utf8_len() - the length of a character
 * @str: bytes
 * @len: at least one
 *
 * Return: the bytes of the first character of @str, or 0 if it is no UTF-8 (RFC 3629).
 */
unsigned int text_utf8_len(const char *str, size_t len);

/**
 * text_utf8() - copy bytes, with U+FFFD for each that is no UTF-8
 * @to: 3 * @len bytes
 * @str: any bytes
 * @len: their number
 *
 * Return: the bytes written.
 */
size_t text_utf8(char *to, const char *str, size_t len);

/**
 * text_string() - append any bytes as UTF-8
 * @text: the text
 * @str: any bytes
 * @len: their number
 */
void text_string(struct text *text, const char *str, size_t len);

/**
 * text_hex() - append a number as "0x..."
 * @text: the text
 * @value: number
 */
void text_hex(struct text *text, uint64_t value);

/**
 * text_symbol() - append an address, as "function+0xoffset" if a function covers it
 * @text: the text
 * @machine: whose address it is
 * @addr: address
 */
void text_symbol(struct text *text, struct view_machine *machine, uint64_t addr);

/**
 * text_user_symbol() - append an address of a user stack
 * @text: the text
 * @record: the record of the stack
 * @addr: address
 * @caller: it is a return address
 *
 * It is "function+0xoffset", or "file+0xoffset" if no symbols of the file are found, or the
 * address if no mapping is known.
 */
void text_user_symbol(struct text *text, const struct view_record *record, uint64_t addr,
		      bool caller);

/**
 * text_field() - append the value of a field
 * @text: the text
 * @record: the record to read from
 * @field: of @record's event
 *
 * Integers are decimal, addresses are symbols, arrays are "{0x1,0x2}" as the kernel's
 * __print_array() has them, decimal if their elements are signed.
 */
void text_field(struct text *text, const struct view_record *record,
		const struct view_field *field);

/**
 * text_is_message() - is a record made of a text?
 * @record: any record
 *
 * Return: true if text_message() has a text.
 */
bool text_is_message(const struct view_record *record);

/**
 * text_message() - append what trace_marker or trace_printk() wrote, without its last newline
 * @text: the text
 * @record: one for which text_is_message() is true
 *
 * A text whose format is in the kernel is formatted by libtraceevent, which takes longer than
 * everything else.
 */
void text_message(struct text *text, const struct view_record *record);

/**
 * text_state() - the letters of a task's state
 * @state: prev_state of sched_switch
 * @letters: 16 bytes for the text: "S", "R+", "D|Z"
 *
 * Return: @letters.
 */
const char *text_state(int64_t state, char *letters);

#endif /* TRACE_VIEW_TEXT_H */
