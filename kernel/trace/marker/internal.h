/* SPDX-License-Identifier: GPL-2.0 */
/*
 * marker/: kernel markers. The rest of the kernel uses <linux/marker.h>.
 *
 * Owns:     the markers of the kernel and of its modules, sorted by name; the
 *           probes that are registered for them; the trace event of each marker.
 * Never:    patches code or changes the lists of probes of a site: the site of a
 *           marker is a tracepoint, and kernel/tracepoint.c does that.
 * Layer:    5, may use event/, tracepoint/, lib/.
 * Contexts: task, may sleep; functions of record.c: any.
 * Locks:    the lock of modules with tracepoints (held while marker sites are added
 *           and removed) > event_mutex > marker_lock > locks of tracepoints.
 *
 * Calls: modules.c (markers of modules) -> sites.c (adds and removes markers) ->
 * event.c (the trace event of a marker) -> entry.c (entries, their sites and
 * probes) -> schema.c (parses formats). probes.c and iter.c implement
 * <linux/marker.h>.
 */
#ifndef _KERNEL_TRACE_MARKER_INTERNAL_H
#define _KERNEL_TRACE_MARKER_INTERNAL_H

#include <linux/limits.h>
#include <linux/list.h>
#include <linux/marker.h>
#include <linux/mutex.h>
#include <linux/trace_events.h>

/* Maximal end of a string in a record: its field has 16 bits for the offset. */
#define MARKER_TEXT_MAX		(U16_MAX - MARKER_ARGS_MAX)

/* Replaces a string that cannot be read. */
#define MARKER_FAULT	"(fault)"

/* Size of a conversion specification such as %-08.4llx, its NUL included. */
#define MARKER_SPEC_LEN		16

/**
 * struct marker_arg - an argument of a format, and its field in the record
 * @name: name of the field
 * @type: C type of the field, as the format file shows it
 * @lead: text between the previous value and this one
 * @spec: printf() conversion specification of the value
 * @size: size of the field in bytes
 * @is_signed: the field is a signed integer
 * @is_string: the argument is a string, which is copied to the end of the record
 * @offset: offset of the field in the record
 * @limit: maximal number of characters of a string (its precision)
 */
struct marker_arg {
	const char		*name;
	const char		*type;
	const char		*lead;
	char			spec[MARKER_SPEC_LEN];
	unsigned char		size;
	bool			is_signed;
	bool			is_string;
	unsigned short		offset;
	unsigned int		limit;
};

/**
 * struct marker_schema - a parsed format
 * @nr: number of arguments
 * @strings: number of arguments that are strings
 * @limit: maximal number of characters of the first string in a record
 * @string: indices of the string arguments
 * @string_offset: offsets of their fields in the record
 * @size: size of a record without its strings, in bytes
 * @args: the arguments
 * @tail: text after the last value
 * @print_fmt: the print format of the trace event
 * @text: memory of the names and of the text between values
 */
struct marker_schema {
	int			nr;
	int			strings;
	unsigned int		limit;
	unsigned char		string[MARKER_ARGS_MAX];
	unsigned short		string_offset[MARKER_ARGS_MAX];
	unsigned int		size;
	struct marker_arg	args[MARKER_ARGS_MAX];
	const char		*tail;
	char			*print_fmt;
	char			*text;
};

/* schema.c */
struct marker_schema *marker_schema_parse(const char *name, const char *format);
void marker_schema_free(struct marker_schema *schema);
bool marker_name_ok(const char *name);

/**
 * struct marker_probe - a probe of a marker
 * @node: entry in marker_entry.probes; protected by marker_lock
 * @func: the probe
 * @private: data passed to @func
 * @always: connected even if the marker is not armed, as the probe of an event is
 */
struct marker_probe {
	struct list_head	node;
	marker_probe_func	*func;
	void			*private;
	bool			always;
};

/**
 * struct marker_entry - a marker: all sites and probes of one name
 * @node: entry in marker_entries; protected by marker_lock
 * @sites: sites, linked by struct marker.in_entry; changed with both the lock of
 *	modules with tracepoints and marker_lock held
 * @probes: struct marker_probe.node; protected by marker_lock
 * @armed: number of marker_arm() without marker_disarm(); protected by marker_lock
 * @schema: the parsed @format
 * @event: the trace event; protected by the lock of modules with tracepoints
 * @format: format of the sites and the probes
 * @name: name of the marker
 */
struct marker_entry {
	struct list_head	node;
	struct list_head	sites;
	struct list_head	probes;
	unsigned int		armed;
	struct marker_schema	*schema;
	struct marker_event	*event;
	char			*format;
	char			name[];
};

extern struct mutex marker_lock;
extern struct list_head marker_entries;		/* sorted by name */

/* entry.c; marker_lock held */
struct marker_entry *marker_entry_find(const char *name);
struct marker_entry *marker_entry_get(const char *name, const char *format);
void marker_entry_put(struct marker_entry *entry);
int marker_entry_arm(struct marker_entry *entry);
void marker_entry_disarm(struct marker_entry *entry);
struct marker_probe *marker_probe_find(struct marker_entry *entry,
				       marker_probe_func *func, void *private);
int marker_probe_add(struct marker_entry *entry, marker_probe_func *func,
		     void *private, bool always);
void marker_probe_del(struct marker_entry *entry, struct marker_probe *probe);
void marker_site_add(struct marker *site, struct module *mod);
void marker_site_del(struct marker *site);

/**
 * struct marker_event - the trace event of a marker
 * @call: the trace event
 * @class: class of this event only
 * @fields: fields of the event, ended by an empty row
 * @entry: the marker
 */
struct marker_event {
	struct trace_event_call		call;
	struct trace_event_class	class;
	struct trace_event_fields	fields[MARKER_ARGS_MAX + 1];
	struct marker_entry		*entry;
};

/* sites.c */
void marker_sites_add(tracepoint_ptr_t *first, tracepoint_ptr_t *end, struct module *mod);
void marker_sites_del(tracepoint_ptr_t *first, tracepoint_ptr_t *end);
void marker_sites_events_add(void);

/* event.c; lock of modules with tracepoints held */
int marker_event_add(struct marker_entry *entry);
void marker_event_forget(struct marker_entry *entry);
const char *marker_text_find(const void *rec, unsigned int size, u32 loc);

/* record.c */
marker_probe_func *marker_record(const struct marker_schema *schema);
marker_probe_func marker_record_perf;

#endif /* _KERNEL_TRACE_MARKER_INTERNAL_H */
