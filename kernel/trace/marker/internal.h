/* SPDX-License-Identifier: GPL-2.0 */
/*
 * marker/: kernel markers.
 *
 * Owns:     the markers of the kernel and of its modules, sorted by name; the
 *           probes that wait for them; the event that each of them is.
 * Never:    touches the sites' text or their lists of probes: a marker is a
 *           tracepoint, and kernel/tracepoint.c does that.
 * Floor:    5, may use event, site, base. The kernel sees <linux/marker.h>.
 * Contexts: control in task context, may sleep; record.c anywhere.
 * Locks:    that of modules with tracepoints, under which markers come and go
 *           > event_mutex > marker_lock > those of tracepoints.
 *
 * Who calls whom: modules.c (markers come and go) -> event.c (an event for each)
 * -> sites.c (entries, their sites and probes) -> schema.c (what a format says).
 * probes.c and iter.c are what modules call.
 */
#ifndef _KERNEL_TRACE_MARKER_INTERNAL_H
#define _KERNEL_TRACE_MARKER_INTERNAL_H

#include <linux/limits.h>
#include <linux/list.h>
#include <linux/marker.h>
#include <linux/mutex.h>
#include <linux/trace_events.h>

/* Where a record's strings end at most: a field tells place and length in 16 bits. */
#define MARKER_TEXT_MAX		(U16_MAX - MARKER_ARGS_MAX)

/* What is shown of a string that cannot be read. */
#define MARKER_FAULT	"(fault)"

/* Room for a specifier such as %-08.4llx. */
#define MARKER_SPEC_LEN		16

/**
 * struct marker_arg - an argument of a format
 * @name: of the field
 * @type: as the format file shows it
 * @lead: what stands before the value in a line, a C string
 * @spec: how the value is printed
 * @size: bytes in the record
 * @is_signed: the integer
 * @is_string: what the argument points to is kept, behind the fields
 * @offset: in the record
 * @limit: the most characters of a string that are printed
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
 * struct marker_schema - what a format says
 * @nr: arguments
 * @strings: how many of them are strings
 * @limit: the most characters of the first one that are kept
 * @string: which they are
 * @string_offset: where their fields are in the record
 * @size: bytes of a record without its strings
 * @args: the arguments
 * @tail: what stands behind the last value
 * @print_fmt: the text behind "print fmt: "
 * @text: room for names and what stands between values
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

/* schema.c. ERR_PTR(-EINVAL): @name's format makes no sense, the log says why. */
struct marker_schema *marker_schema_parse(const char *name, const char *format);
void marker_schema_free(struct marker_schema *schema);
bool marker_name_ok(const char *name);

/**
 * struct marker_probe - a probe of an entry
 * @node: place in the entry's list
 * @func: called with @private
 * @private: given to @func
 * @always: connected whether the marker is armed or not: that of an event
 */
struct marker_probe {
	struct list_head	node;
	marker_probe_func	*func;
	void			*private;
	bool			always;
};

/**
 * struct marker_entry - all that has one name
 * @node: place in marker_entries
 * @sites: struct marker.in_entry; changes while modules with tracepoints are
 *	locked, and under marker_lock
 * @probes: struct marker_probe.node
 * @armed: how often
 * @schema: what @format says
 * @event: the event; changes while modules with tracepoints are locked
 * @format: of the sites and of the probes
 * @name: of the marker
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
extern struct list_head marker_entries;		/* by name */

/* sites.c. All with marker_lock held. */
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
 * struct marker_event - a marker as an event
 * @call: the event
 * @class: its class
 * @fields: its fields, ended by an empty row
 * @entry: the marker
 */
struct marker_event {
	struct trace_event_call		call;
	struct trace_event_class	class;
	struct trace_event_fields	fields[MARKER_ARGS_MAX + 1];
	struct marker_entry		*entry;
};

/* event.c. Context: modules with tracepoints are locked. */
int marker_event_add(struct marker_entry *entry);
void marker_event_forget(struct marker_entry *entry);
const char *marker_text_find(const void *rec, unsigned int size, u32 loc);

/* record.c: a probe for a struct trace_event_file, and one for the event. */
marker_probe_func *marker_record(const struct marker_schema *schema);
marker_probe_func marker_record_perf;

#endif /* _KERNEL_TRACE_MARKER_INTERNAL_H */
