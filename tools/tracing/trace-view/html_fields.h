/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fields of a record as bytes of the HTML page's column HTML_RECORD_BYTES.
 *
 * Each own field of the event, in its order, is written by its type:
 *
 *	unsigned	a number
 *	time		of function_graph: the difference from the record's time, zigzag-encoded
 *	signed		a zigzag-encoded number
 *	pointer		what html_put_address() writes
 *	strings		the index of a string
 *	arrays		the number of bytes, and so many bytes, which are in the byte order of
 *			the machine that was recorded
 */
#ifndef TRACE_VIEW_HTML_FIELDS_H
#define TRACE_VIEW_HTML_FIELDS_H

#include "html_data.h"
#include "record.h"

/* Bytes of an array that the page shows. */
#define HTML_ARRAY_MAX	256

/**
 * html_put_address() - append an address, with its symbol if there is one
 * @data: from html_data_new()
 * @column: column to append to
 * @machine: machine that the symbols are of; NULL for addresses without symbols
 * @addr: address
 *
 * Writes the index of the symbol's name plus 1, and the offset from the symbol's begin;
 * without a symbol, 0 and the address.
 */
void html_put_address(struct html_data *data, enum html_column column,
		      struct view_machine *machine, uint64_t addr);

/**
 * html_put_fields() - append the own fields of a record
 * @data: from html_data_new()
 * @record: the record
 */
void html_put_fields(struct html_data *data, const struct view_record *record);

/**
 * html_put_event() - append an event as a JSON object
 * @data: from html_data_new()
 * @event: the event
 */
void html_put_event(struct html_data *data, const struct view_event *event);

#endif /* TRACE_VIEW_HTML_FIELDS_H */
