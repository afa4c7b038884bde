/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trace events: the layout of their records, and how records are written, printed
 * and counted.
 *
 * TRACE_EVENT() (see <trace/define_trace.h>) generates a struct trace_event_class
 * and a struct trace_event_call, which the tracing subsystem, perf and BPF use.
 */
#ifndef _LINUX_TRACE_EVENTS_H
#define _LINUX_TRACE_EVENTS_H

#include <linux/bits.h>
#include <linux/hardirq.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/ring_buffer.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint.h>

struct bpf_prog;
struct bpf_prog_array;
struct bpf_raw_tp_link;
struct bpf_run_ctx;
struct dentry;
struct event_filter;
struct eventfs_inode;
struct ring_buffer_event;
struct trace_array;
struct ring_writer;
struct trace_buffer;
struct tracer;
union bpf_attr;

/**
 * struct trace_entry - the common fields at the start of every record
 * @type: type of the record, see trace_event.type
 * @flags: enum trace_flag_type
 * @preempt_count: nesting of preempt_disable() (lower four bits) and
 *	migrate_disable() (upper four bits)
 * @pid: pid of the task
 */
struct trace_entry {
	unsigned short		type;
	unsigned char		flags;
	unsigned char		preempt_count;
	int			pid;
};

/* The highest type of a record. */
#define TRACE_EVENT_TYPE_MAX						\
	((1 << (sizeof_field(struct trace_entry, type) * 8)) - 1)

enum trace_flag_type {
	TRACE_FLAG_IRQS_OFF		= 0x01,
	TRACE_FLAG_NEED_RESCHED_LAZY	= 0x02,
	TRACE_FLAG_NEED_RESCHED		= 0x04,
	TRACE_FLAG_HARDIRQ		= 0x08,
	TRACE_FLAG_SOFTIRQ		= 0x10,
	TRACE_FLAG_PREEMPT_RESCHED	= 0x20,
	TRACE_FLAG_NMI			= 0x40,
	TRACE_FLAG_BH_OFF		= 0x80,
};

/* Printing records. */

enum print_line_t {
	TRACE_TYPE_PARTIAL_LINE	= 0,	/* The text did not fit: retry */
	TRACE_TYPE_HANDLED	= 1,
	TRACE_TYPE_UNHANDLED	= 2,	/* To be printed by another function */
	TRACE_TYPE_NO_CONSUME	= 3,	/* Handled, but keep the record */
};

/**
 * struct trace_iterator - the state of a reader
 * @ent: the current record
 * @ent_size: size of the record in bytes
 * @cpu: CPU on which the record was written
 * @ts: timestamp of the record, in units of the instance's clock
 * @lost_events: number of lost records before this one on @cpu, ~0UL if unknown
 * @tr: the instance
 * @trace: tracer of the instance when the file was opened
 * @idx: number of records before this one
 * @pos: the same as a file position
 * @iter_flags: enum trace_iter_flags
 * @cpu_file: the CPU that is read, or RING_BUFFER_ALL_CPUS
 * @started: CPUs of which a record was shown
 * @temp: buffer for a copy of a record that may be overwritten in the ring buffer
 * @temp_size: size of @temp in bytes
 * @fmt: buffer for a format that was rewritten to be safe
 * @fmt_size: size of @fmt in bytes
 * @private: private data of the tracer for this reader
 * @reader: the struct output_reader that contains the iterator
 * @tmp_seq: strings that are needed until the line is printed
 * @seq: output of print functions; the last member, because iterators may be
 *	allocated without the end of its buffer
 *
 * The members that print functions of events may use are the first ones.
 */
struct trace_iterator {
	struct trace_entry	*ent;
	int			ent_size;
	int			cpu;
	u64			ts;
	unsigned long		lost_events;
	struct trace_array	*tr;
	const struct tracer	*trace;
	long			idx;
	loff_t			pos;
	unsigned long		iter_flags;

	int			cpu_file;
	cpumask_var_t		started;
	void			*temp;
	unsigned int		temp_size;
	char			*fmt;
	unsigned int		fmt_size;
	void			*private;
	void			*reader;
	struct trace_seq	*tmp_seq;
	struct trace_seq	seq;
};

enum trace_iter_flags {
	TRACE_FILE_LAT_FMT	= BIT(0),	/* The latency format */
	TRACE_FILE_ANNOTATE	= BIT(1),	/* Mark the start of a CPU's buffer */
	TRACE_FILE_TIME_IN_NS	= BIT(2),
};

struct trace_event;

typedef enum print_line_t (*trace_print_func)(struct trace_iterator *iter,
					      int flags,
					      struct trace_event *event);

/**
 * struct trace_event_functions - print functions of an event
 * @trace: text for people
 * @raw: fields as numbers (option raw), or NULL
 * @hex: bytes in hexadecimal (option hex), or NULL
 * @binary: bytes (option bin), or NULL
 */
struct trace_event_functions {
	trace_print_func	trace;
	trace_print_func	raw;
	trace_print_func	hex;
	trace_print_func	binary;
};

/**
 * struct trace_event - a type of records
 * @node: private to event/: marks events that are part of a struct trace_event_call
 * @type: the type; 0 lets register_trace_event() allocate one
 * @funcs: functions that print records of the type
 */
struct trace_event {
	struct hlist_node		node;
	int				type;
	struct trace_event_functions	*funcs;
};

int register_trace_event(struct trace_event *event);
int unregister_trace_event(struct trace_event *event);

enum print_line_t trace_handle_return(struct trace_seq *s);
int trace_raw_output_prep(struct trace_iterator *iter,
			  struct trace_event *event);
__printf(3, 4)
int trace_output_call(struct trace_iterator *iter, char *name, char *fmt, ...);
__printf(2, 3)
void trace_event_printf(struct trace_iterator *iter, const char *fmt, ...);

/*
 * Implementation of __print_flags() and similar macros of TP_printk(). Each function
 * appends a string, NUL included, to @p and returns its start.
 */
const char *trace_print_flags_seq(struct trace_seq *p, const char *delim,
				  unsigned long flags,
				  const struct trace_print_flags *flag_array);
const char *trace_print_symbols_seq(struct trace_seq *p, unsigned long val,
				    const struct trace_print_flags *symbols);
#if BITS_PER_LONG == 32
const char *trace_print_flags_seq_u64(struct trace_seq *p, const char *delim,
				      unsigned long long flags,
				      const struct trace_print_flags_u64 *flag_array);
const char *trace_print_symbols_seq_u64(struct trace_seq *p,
					unsigned long long val,
					const struct trace_print_flags_u64 *symbols);
#endif
const char *trace_print_bitmask_seq(struct trace_seq *p, void *bitmask_ptr,
				    unsigned int bitmask_size);
const char *trace_print_bitmask_iter(struct trace_iterator *iter, void *bitmask_ptr,
				     unsigned int bitmask_size);
const char *trace_print_hex_seq(struct trace_seq *p, const unsigned char *buf,
				int buf_len, bool concatenate);
const char *trace_print_array_seq(struct trace_seq *p, const void *buf,
				  int count, size_t el_size);
const char *trace_print_hex_dump_seq(struct trace_seq *p,
				     const char *prefix_str, int prefix_type,
				     int rowsize, int groupsize,
				     const void *buf, size_t len, bool ascii);

/* Fields of an event. */

/* How filters treat a field. */
enum {
	FILTER_OTHER = 0,
	FILTER_STATIC_STRING,
	FILTER_DYN_STRING,
	FILTER_RDYN_STRING,
	FILTER_PTR_STRING,
	FILTER_TRACE_FN,
	FILTER_CPUMASK,
	FILTER_COMM,
	FILTER_CPU,
	FILTER_STACKTRACE,
};

/* The longest string a filter compares, NUL included. */
#define MAX_FILTER_STR_VAL	256U

/**
 * struct trace_event_fields - one row of an event's table of fields
 * @type: text of the type, as the format file shows it; NULL ends the table
 * @name: name of the field
 * @size: size in bytes
 * @align: alignment in bytes
 * @len: number of elements if the field is an array, else 0
 * @is_signed: the type, or the type of the elements, is signed
 * @filter_type: one of FILTER_*; FILTER_OTHER to derive it from @type
 *
 * Rows are in the order of the fields in the record, after struct trace_entry.
 */
struct trace_event_fields {
	const char		*type;
	const char		*name;
	unsigned short		size;
	unsigned short		align;
	unsigned short		len;
	bool			is_signed;
	unsigned char		filter_type;
};

struct trace_event_call;
struct trace_event_file;

/* Operations of trace_event_class.reg. */
enum trace_reg {
	TRACE_REG_REGISTER,
	TRACE_REG_UNREGISTER,
#ifdef CONFIG_PERF_EVENTS
	TRACE_REG_PERF_REGISTER,
	TRACE_REG_PERF_UNREGISTER,
	TRACE_REG_PERF_OPEN,
	TRACE_REG_PERF_CLOSE,
	/* These return 1 if the class keeps track of the counter itself. */
	TRACE_REG_PERF_ADD,
	TRACE_REG_PERF_DEL,
#endif
};

/**
 * struct trace_event_class - data that events with the same fields share
 * @system: name of the system, a directory in events/
 * @probe: probe for instances; its data is a struct trace_event_file
 * @perf_probe: probe for perf; its data is the struct trace_event_call
 * @reg: connects and disconnects the probes, see enum trace_reg
 * @fields_array: table of fields, ended by a row without a type; or NULL
 * @get_fields: NULL; or returns the list of fields of an event, if the events of
 *	the class have different ones
 * @fields: list of fields that trace_define_field() added
 * @raw_init: initializes an event of the class when it is added
 */
struct trace_event_class {
	const char			*system;
	void				*probe;
	void				*perf_probe;
	int (*reg)(struct trace_event_call *call, enum trace_reg type,
		   void *data);
	const struct trace_event_fields	*fields_array;
	struct list_head *(*get_fields)(struct trace_event_call *call);
	struct list_head		fields;
	int (*raw_init)(struct trace_event_call *call);
};

/* trace_event_call.flags */
enum {
	TRACE_EVENT_FL_CAP_ANY		= BIT(0),	/* perf: for any user */
	TRACE_EVENT_FL_NO_SET_FILTER	= BIT(1),	/* refuses filters */
	TRACE_EVENT_FL_IGNORE_ENABLE	= BIT(2),	/* cannot be enabled */
	TRACE_EVENT_FL_TRACEPOINT	= BIT(3),	/* ->tp is valid, not ->name */
	TRACE_EVENT_FL_DYNAMIC		= BIT(4),	/* dynamic event, ->refcnt */
	TRACE_EVENT_FL_KPROBE		= BIT(5),
	TRACE_EVENT_FL_UPROBE		= BIT(6),
	TRACE_EVENT_FL_EPROBE		= BIT(7),
	TRACE_EVENT_FL_FPROBE		= BIT(8),
	TRACE_EVENT_FL_CUSTOM		= BIT(9),	/* custom event (no ->tp yet) */
	TRACE_EVENT_FL_TEST_STR		= BIT(10),	/* check pointers of strings */
};

#define TRACE_EVENT_FL_UKPROBE	(TRACE_EVENT_FL_KPROBE | TRACE_EVENT_FL_UPROBE)

/**
 * struct trace_event_call - a trace event
 * @list: entry in the list of all events; protected by event_mutex
 * @class: the class of the event
 * @name: name of an event without a tracepoint (<linux/syscalls.h> relies on this
 *	union following @class)
 * @tp: the tracepoint, if @flags has TRACE_EVENT_FL_TRACEPOINT
 * @event: type and print functions
 * @print_fmt: text of the format file after "print fmt: "
 * @module: module of the event, if @flags lacks TRACE_EVENT_FL_DYNAMIC
 * @refcnt: number of references, if @flags has TRACE_EVENT_FL_DYNAMIC
 * @data: private data of the event's owner
 * @flags: TRACE_EVENT_FL_*
 * @by_name: node in the hash of all events by name; protected by event_mutex
 * @files: event files of all instances, by trace_event_file.in_call; protected by
 *	event_mutex
 * @perf_refcount: number of open counters; protected by event_mutex
 * @perf_events: per CPU, the counters that are added there
 * @prog_array: BPF programs attached to the event
 * @perf_perm: NULL, or returns an errno if a counter may not be opened
 */
struct trace_event_call {
	struct list_head		list;
	struct trace_event_class	*class;
	union {
		const char		*name;
		struct tracepoint	*tp;
	};
	struct trace_event		event;
	const char			*print_fmt;
	union {
		void			*module;
		atomic_t		refcnt;
	};
	void				*data;
	int				flags;
	struct hlist_node		by_name;
	struct hlist_head		files;
#ifdef CONFIG_PERF_EVENTS
	int				perf_refcount;
	struct hlist_head __percpu	*perf_events;
	struct bpf_prog_array __rcu	*prog_array;
	int (*perf_perm)(struct trace_event_call *call,
			 struct perf_event *p_event);
#endif
};

/**
 * trace_event_name - get the name of a trace event
 * @call: the event
 *
 * Context: any.
 * Return: the name; NULL for an event whose tracepoint is not known.
 */
static inline const char *trace_event_name(struct trace_event_call *call)
{
	if (call->flags & TRACE_EVENT_FL_CUSTOM)
		return call->name;
	if (call->flags & TRACE_EVENT_FL_TRACEPOINT)
		return call->tp ? call->tp->name : NULL;
	return call->name;
}

static inline struct list_head *
trace_get_fields(struct trace_event_call *event_call)
{
	if (event_call->class->get_fields)
		return event_call->class->get_fields(event_call);
	return &event_call->class->fields;
}

bool trace_event_dyn_try_get_ref(struct trace_event_call *call);
void trace_event_dyn_put_ref(struct trace_event_call *call);
bool trace_event_dyn_busy(struct trace_event_call *call);

static inline bool trace_event_try_get_ref(struct trace_event_call *call)
{
	if (call->flags & TRACE_EVENT_FL_DYNAMIC)
		return trace_event_dyn_try_get_ref(call);
	return try_module_get(call->module);
}

static inline void trace_event_put_ref(struct trace_event_call *call)
{
	if (call->flags & TRACE_EVENT_FL_DYNAMIC)
		trace_event_dyn_put_ref(call);
	else
		module_put(call->module);
}

int trace_event_raw_init(struct trace_event_call *call);
int trace_event_reg(struct trace_event_call *event, enum trace_reg type,
		    void *data);
int trace_event_get_offsets(struct trace_event_call *call);
int trace_define_field(struct trace_event_call *call, const char *type,
		       const char *name, int offset, int size, int is_signed,
		       int filter_type);
int trace_add_event_call(struct trace_event_call *call);
int trace_remove_event_call(struct trace_event_call *call);

/* @set: 1 enables, 0 disables events. @system and @event: NULL for all. */
int trace_set_clr_event(const char *system, const char *event, int set);
int trace_array_set_clr_event(struct trace_array *tr, const char *system,
			      const char *event, bool enable);

/* Event files: a trace event in an instance. */

/*
 * trace_event_file.flags. A record that is just written needs no other test than
 * that of this word against EVENT_FILE_FL_SLOW.
 */
enum {
	EVENT_FILE_FL_ENABLED		= BIT(0),	/* probe is connected */
	EVENT_FILE_FL_RECORDED_CMD	= BIT(1),	/* counted: comms are recorded */
	EVENT_FILE_FL_RECORDED_TGID	= BIT(2),	/* counted: tgids are recorded */
	EVENT_FILE_FL_FILTERED		= BIT(3),	/* ->filter is set */
	EVENT_FILE_FL_NO_SET_FILTER	= BIT(4),	/* refuses filters */
	EVENT_FILE_FL_SOFT_MODE		= BIT(5),	/* connected for triggers */
	EVENT_FILE_FL_SOFT_DISABLED	= BIT(6),	/* connected, records nothing */
	EVENT_FILE_FL_TRIGGER_MODE	= BIT(7),	/* has triggers */
	EVENT_FILE_FL_TRIGGER_COND	= BIT(8),	/* triggers need the record */
	EVENT_FILE_FL_PID_FILTER	= BIT(9),	/* set_event_pid is in use */
	EVENT_FILE_FL_WAS_ENABLED	= BIT(10),	/* clear on module unload */
	EVENT_FILE_FL_FREED		= BIT(11),	/* removed, still referenced */
	EVENT_FILE_FL_OUTPUT		= BIT(12),	/* exports, tp_printk, stacks */
};

#define EVENT_FILE_FL_SLOW						\
	(EVENT_FILE_FL_FILTERED | EVENT_FILE_FL_SOFT_DISABLED |		\
	 EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_TRIGGER_COND |	\
	 EVENT_FILE_FL_PID_FILTER | EVENT_FILE_FL_OUTPUT)

/**
 * struct trace_event_file - an event file: a trace event in an instance
 * @flags: EVENT_FILE_FL_*; changed atomically, by event_file_flags()
 * @writers: trace_buffer.writers of @buffer
 * @type: type of the event's records
 * @event_call: the trace event
 * @tr: the instance
 * @filter: filter of the records, or NULL; changed with event_mutex held
 * @triggers: list of triggers, RCU; changed with event_mutex held
 * @list: entry in the list of the instance; protected by event_mutex
 * @ei: the directory of the event
 * @system: the system of the event in the instance, a struct instance_system
 * @in_system: entry in the list of @system; protected by event_mutex
 * @in_call: entry in the list of @event_call; protected by event_mutex
 * @buffer: ring buffer of @tr
 * @ref: number of open files and other references
 * @sm_ref: number of users in soft mode, which only need the probe to be called
 * @tm_ref: number of triggers
 *
 * The members that writing a record needs are the first ones.
 */
struct trace_event_file {
	unsigned long			flags;
	struct ring_writer		* __percpu *writers;
	int				type;
	struct trace_event_call		*event_call;
	struct trace_array		*tr;
	struct event_filter __rcu	*filter;
	struct list_head		triggers;
	struct list_head		list;
	struct eventfs_inode		*ei;
	void				*system;
	struct list_head		in_system;
	struct hlist_node		in_call;
	struct trace_buffer		*buffer;
	refcount_t			ref;
	atomic_t			sm_ref;
	atomic_t			tm_ref;
};

/**
 * struct trace_event_buffer - a record between reserve and commit
 * @entry: the record
 * @event: the event of the ring buffer; NULL while the record is in scratch
 * @buffer: the ring buffer
 * @trace_file: the event file
 * @trace_ctx: flags and preempt_count, as tracing_gen_ctx() packs them
 * @regs: NULL, or registers at which a stack trace of the record begins
 *
 * Filled in by trace_event_buffer_reserve() and trace_event_buffer_commit().
 */
struct trace_event_buffer {
	void				*entry;
	struct ring_buffer_event	*event;
	struct trace_buffer		*buffer;
	struct trace_event_file		*trace_file;
	unsigned int			trace_ctx;
	struct pt_regs			*regs;
};

void *trace_event_buffer_reserve(struct trace_event_buffer *fbuffer,
				 struct trace_event_file *trace_file,
				 unsigned long len);

void trace_event_buffer_commit(struct trace_event_buffer *fbuffer);

bool trace_event_ignore_this_pid(struct trace_event_file *trace_file);

bool __trace_trigger_soft_disabled(struct trace_event_file *file);

/**
 * trace_trigger_soft_disabled - check event file flags before a record is reserved
 * @file: the event file
 *
 * Runs the triggers that do not need the record. For probes that do not call
 * trace_event_buffer_reserve(), which includes this check.
 *
 * Context: any, preemption disabled.
 * Return: true if nothing is to be recorded.
 */
static __always_inline bool
trace_trigger_soft_disabled(struct trace_event_file *file)
{
	if (likely(!(READ_ONCE(file->flags) &
		     (EVENT_FILE_FL_TRIGGER_MODE | EVENT_FILE_FL_SOFT_DISABLED |
		      EVENT_FILE_FL_PID_FILTER))))
		return false;
	return __trace_trigger_soft_disabled(file);
}

int filter_match_preds(struct event_filter *filter, void *rec);

/* Events that kernel code creates and writes at run time: see events.rst. */

/**
 * trace_get_event_file - find an event file and take a reference
 * @instance: name of the instance, NULL for the global one
 * @system: system of the event
 * @event: name of the event
 *
 * Neither event nor instance can be removed until trace_put_event_file().
 *
 * Context: task, may sleep.
 * Return: the event file; ERR_PTR(-ENODEV) without such an instance, ERR_PTR(-EINVAL)
 * without such an event, ERR_PTR(-EBUSY) if the event is being removed.
 */
struct trace_event_file *trace_get_event_file(const char *instance,
					      const char *system,
					      const char *event);
void trace_put_event_file(struct trace_event_file *file);

/* Size of a buffer for any command that these functions build. */
#define MAX_DYNEVENT_CMD_LEN	2048

enum dynevent_type {
	DYNEVENT_TYPE_SYNTH = 1,
	DYNEVENT_TYPE_KPROBE,
	DYNEVENT_TYPE_NONE,
};

struct dynevent_cmd;

typedef int (*dynevent_create_fn_t)(struct dynevent_cmd *cmd);

/**
 * struct dynevent_cmd - a command to create a dynamic event, built piece by piece
 * @buf: text of the command, ended by NUL
 * @size: size of @buf in bytes
 * @len: length of the text in bytes
 * @name: name of the event
 * @n_fields: number of fields added
 * @type: kind of the event
 * @run: runs the command
 * @private: private data of the kind of event
 */
struct dynevent_cmd {
	char			*buf;
	unsigned int		size;
	unsigned int		len;
	const char		*name;
	unsigned int		n_fields;
	enum dynevent_type	type;
	dynevent_create_fn_t	run;
	void			*private;
};

int dynevent_create(struct dynevent_cmd *cmd);

/**
 * struct synth_field_desc - a field of a synthetic event that is to be created
 * @type: text of the type, as written to synthetic_events
 * @name: name of the field
 */
struct synth_field_desc {
	const char *type;
	const char *name;
};

int synth_event_create(const char *name, struct synth_field_desc *fields,
		       unsigned int n_fields, struct module *mod);
int synth_event_delete(const char *name);

void synth_event_cmd_init(struct dynevent_cmd *cmd, char *buf, int maxlen);
int __synth_event_gen_cmd_start(struct dynevent_cmd *cmd, const char *name,
				struct module *mod, ...);
int synth_event_gen_cmd_array_start(struct dynevent_cmd *cmd, const char *name,
				    struct module *mod,
				    struct synth_field_desc *fields,
				    unsigned int n_fields);
int synth_event_add_field(struct dynevent_cmd *cmd, const char *type,
			  const char *name);
int synth_event_add_field_str(struct dynevent_cmd *cmd, const char *type_name);
int synth_event_add_fields(struct dynevent_cmd *cmd,
			   struct synth_field_desc *fields,
			   unsigned int n_fields);

/* Pairs of type and name follow @mod. */
#define synth_event_gen_cmd_start(cmd, name, mod, ...)			\
	__synth_event_gen_cmd_start(cmd, name, mod, ## __VA_ARGS__, NULL)
#define synth_event_gen_cmd_end(cmd)	dynevent_create(cmd)

struct synth_event;

/**
 * struct synth_event_trace_state - a synthetic event that is being written
 * @fbuffer: state of the record between reserve and commit
 * @event: the synthetic event
 * @entry: the record; NULL if nothing is recorded
 * @disabled: the event is not enabled
 * @cur_field: index of the next field
 * @add_next: synth_event_add_next_val() was used
 * @add_name: synth_event_add_val() was used
 */
struct synth_event_trace_state {
	struct trace_event_buffer	fbuffer;
	struct synth_event		*event;
	void				*entry;
	bool				disabled;
	unsigned int			cur_field;
	bool				add_next;
	bool				add_name;
};

int synth_event_trace(struct trace_event_file *file, unsigned int n_vals, ...);
int synth_event_trace_array(struct trace_event_file *file, u64 *vals,
			    unsigned int n_vals);
int synth_event_trace_start(struct trace_event_file *file,
			    struct synth_event_trace_state *trace_state);
int synth_event_add_next_val(u64 val,
			     struct synth_event_trace_state *trace_state);
int synth_event_add_val(const char *field_name, u64 val,
			struct synth_event_trace_state *trace_state);
int synth_event_trace_end(struct synth_event_trace_state *trace_state);

void kprobe_event_cmd_init(struct dynevent_cmd *cmd, char *buf, int maxlen);
int __kprobe_event_gen_cmd_start(struct dynevent_cmd *cmd, bool kretprobe,
				 const char *name, const char *loc, ...);
int __kprobe_event_add_fields(struct dynevent_cmd *cmd, ...);
int kprobe_event_delete(const char *name);

/* Fields, as written to kprobe_events, follow @loc. */
#define kprobe_event_gen_cmd_start(cmd, name, loc, ...)			\
	__kprobe_event_gen_cmd_start(cmd, false, name, loc,		\
				     ## __VA_ARGS__, NULL)
#define kretprobe_event_gen_cmd_start(cmd, name, loc, ...)		\
	__kprobe_event_gen_cmd_start(cmd, true, name, loc,		\
				     ## __VA_ARGS__, NULL)
#define kprobe_event_add_fields(cmd, ...)				\
	__kprobe_event_add_fields(cmd, ## __VA_ARGS__, NULL)
#define kprobe_event_add_field(cmd, field)				\
	__kprobe_event_add_fields(cmd, field, NULL)
#define kprobe_event_gen_cmd_end(cmd)		dynevent_create(cmd)
#define kretprobe_event_gen_cmd_end(cmd)	dynevent_create(cmd)

/* Recorded for a string that is NULL. */
#define EVENT_NULL_STR		"(null)"

/* Maximal size of a string that __vstring() records, NUL included. */
#define TRACE_EVENT_STR_MAX	512

/* perf and BPF. */

/* Maximal size of a record for perf. */
#define PERF_MAX_TRACE_SIZE	8192

#ifdef CONFIG_PERF_EVENTS

struct perf_event;

DECLARE_PER_CPU(struct pt_regs, perf_trace_regs);

int perf_trace_init(struct perf_event *event);
void perf_trace_destroy(struct perf_event *event);
int perf_trace_add(struct perf_event *event, int flags);
void perf_trace_del(struct perf_event *event, int flags);
int ftrace_profile_set_filter(struct perf_event *event, int event_id,
			      char *filter_str);
void ftrace_profile_free_filter(struct perf_event *event);
int perf_event_set_bpf_prog(struct perf_event *event, struct bpf_prog *prog,
			    u64 bpf_cookie);
void perf_event_free_bpf_prog(struct perf_event *event);

#ifdef CONFIG_KPROBE_EVENTS
int perf_kprobe_init(struct perf_event *event, bool is_retprobe);
void perf_kprobe_destroy(struct perf_event *event);
int bpf_get_kprobe_info(const struct perf_event *event, u32 *fd_type,
			const char **symbol, u64 *probe_offset,
			u64 *probe_addr, unsigned long *missed,
			bool perf_type_tracepoint);
#endif

#ifdef CONFIG_UPROBE_EVENTS
int perf_uprobe_init(struct perf_event *event, unsigned long ref_ctr_offset,
		     bool is_retprobe);
void perf_uprobe_destroy(struct perf_event *event);
int bpf_get_uprobe_info(const struct perf_event *event, u32 *fd_type,
			const char **filename, u64 *probe_offset,
			u64 *probe_addr, bool perf_type_tracepoint);
#endif

void *perf_trace_buf_alloc(int size, struct pt_regs **regs, int *rctxp);
void perf_trace_buf_update(void *record, u16 type);

void perf_tp_event(u16 event_type, u64 count, void *record, int entry_size,
		   struct pt_regs *regs, struct hlist_head *head, int rctx,
		   struct task_struct *task);
void perf_trace_run_bpf_submit(void *raw_data, int size, int rctx,
			       struct trace_event_call *call, u64 count,
			       struct pt_regs *regs, struct hlist_head *head,
			       struct task_struct *task);

static inline void perf_trace_buf_submit(void *raw_data, int size, int rctx,
					 u16 type, u64 count,
					 struct pt_regs *regs, void *head,
					 struct task_struct *task)
{
	perf_tp_event(type, count, raw_data, size, regs, head, rctx, task);
}

#endif /* CONFIG_PERF_EVENTS */

#ifdef CONFIG_BPF_EVENTS

unsigned int trace_call_bpf(struct trace_event_call *call, void *ctx);
int perf_event_attach_bpf_prog(struct perf_event *event, struct bpf_prog *prog,
			       u64 bpf_cookie);
void perf_event_detach_bpf_prog(struct perf_event *event);
int perf_event_query_prog_array(struct perf_event *event, void __user *info);
int bpf_probe_register(struct bpf_raw_event_map *btp,
		       struct bpf_raw_tp_link *link);
int bpf_probe_unregister(struct bpf_raw_event_map *btp,
			 struct bpf_raw_tp_link *link);
struct bpf_raw_event_map *bpf_get_raw_tracepoint(const char *name);
void bpf_put_raw_tracepoint(struct bpf_raw_event_map *btp);
int bpf_get_perf_event_info(const struct perf_event *event, u32 *prog_id,
			    u32 *fd_type, const char **buf, u64 *probe_offset,
			    u64 *probe_addr, unsigned long *missed);
int bpf_kprobe_multi_link_attach(const union bpf_attr *attr,
				 struct bpf_prog *prog);
int bpf_uprobe_multi_link_attach(const union bpf_attr *attr,
				 struct bpf_prog *prog);

/* Run a program on the arguments of a tracepoint, each as an u64. */
void bpf_trace_run1(struct bpf_raw_tp_link *link, u64 arg1);
void bpf_trace_run2(struct bpf_raw_tp_link *link, u64 arg1, u64 arg2);
void bpf_trace_run3(struct bpf_raw_tp_link *link, u64 arg1, u64 arg2,
		    u64 arg3);
void bpf_trace_run4(struct bpf_raw_tp_link *link, u64 arg1, u64 arg2,
		    u64 arg3, u64 arg4);
void bpf_trace_run5(struct bpf_raw_tp_link *link, u64 arg1, u64 arg2,
		    u64 arg3, u64 arg4, u64 arg5);
void bpf_trace_run6(struct bpf_raw_tp_link *link, u64 arg1, u64 arg2,
		    u64 arg3, u64 arg4, u64 arg5, u64 arg6);
void bpf_trace_run7(struct bpf_raw_tp_link *link, u64 arg1, u64 arg2,
		    u64 arg3, u64 arg4, u64 arg5, u64 arg6, u64 arg7);
void bpf_trace_run8(struct bpf_raw_tp_link *link, u64 arg1, u64 arg2,
		    u64 arg3, u64 arg4, u64 arg5, u64 arg6, u64 arg7,
		    u64 arg8);
void bpf_trace_run9(struct bpf_raw_tp_link *link, u64 arg1, u64 arg2,
		    u64 arg3, u64 arg4, u64 arg5, u64 arg6, u64 arg7,
		    u64 arg8, u64 arg9);
void bpf_trace_run10(struct bpf_raw_tp_link *link, u64 arg1, u64 arg2,
		     u64 arg3, u64 arg4, u64 arg5, u64 arg6, u64 arg7,
		     u64 arg8, u64 arg9, u64 arg10);
void bpf_trace_run11(struct bpf_raw_tp_link *link, u64 arg1, u64 arg2,
		     u64 arg3, u64 arg4, u64 arg5, u64 arg6, u64 arg7,
		     u64 arg8, u64 arg9, u64 arg10, u64 arg11);
void bpf_trace_run12(struct bpf_raw_tp_link *link, u64 arg1, u64 arg2,
		     u64 arg3, u64 arg4, u64 arg5, u64 arg6, u64 arg7,
		     u64 arg8, u64 arg9, u64 arg10, u64 arg11, u64 arg12);

static inline bool bpf_prog_array_valid(struct trace_event_call *call)
{
	/*
	 * Only a hint: the function that runs the programs reads the pointer
	 * again, under RCU.
	 */
	return !!READ_ONCE(call->prog_array);
}

#else /* !CONFIG_BPF_EVENTS */

static inline unsigned int trace_call_bpf(struct trace_event_call *call,
					  void *ctx)
{
	return 1;
}

static inline int perf_event_attach_bpf_prog(struct perf_event *event,
					     struct bpf_prog *prog,
					     u64 bpf_cookie)
{
	return -EOPNOTSUPP;
}

static inline void perf_event_detach_bpf_prog(struct perf_event *event)
{
}

static inline int perf_event_query_prog_array(struct perf_event *event,
					      void __user *info)
{
	return -EOPNOTSUPP;
}

static inline int bpf_probe_register(struct bpf_raw_event_map *btp,
				     struct bpf_raw_tp_link *link)
{
	return -EOPNOTSUPP;
}

static inline int bpf_probe_unregister(struct bpf_raw_event_map *btp,
				       struct bpf_raw_tp_link *link)
{
	return -EOPNOTSUPP;
}

static inline struct bpf_raw_event_map *bpf_get_raw_tracepoint(const char *name)
{
	return NULL;
}

static inline void bpf_put_raw_tracepoint(struct bpf_raw_event_map *btp)
{
}

static inline
int bpf_get_perf_event_info(const struct perf_event *event, u32 *prog_id,
			    u32 *fd_type, const char **buf, u64 *probe_offset,
			    u64 *probe_addr, unsigned long *missed)
{
	return -EOPNOTSUPP;
}

static inline int bpf_kprobe_multi_link_attach(const union bpf_attr *attr,
					       struct bpf_prog *prog)
{
	return -EOPNOTSUPP;
}

static inline int bpf_uprobe_multi_link_attach(const union bpf_attr *attr,
					       struct bpf_prog *prog)
{
	return -EOPNOTSUPP;
}

static inline bool bpf_prog_array_valid(struct trace_event_call *call)
{
	return false;
}

#endif /* CONFIG_BPF_EVENTS */

/*
 * Custom events are further events on the tracepoint of an existing event. As for
 * TRACE_EVENT(), the macros expand to code only in the .c file that defines
 * CREATE_CUSTOM_TRACE_EVENTS.
 */
#define DECLARE_CUSTOM_EVENT_CLASS(name, proto, args, tstruct, assign, print)
#define DEFINE_CUSTOM_EVENT(template, name, proto, args)
#define TRACE_CUSTOM_EVENT(name, proto, args, tstruct, assign, print)

#endif /* _LINUX_TRACE_EVENTS_H */
