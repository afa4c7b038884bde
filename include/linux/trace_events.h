/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Trace events: a tracepoint, a schema for its records, and how they are
 * written, printed and counted.
 *
 * TRACE_EVENT() (see <trace/define_trace.h>) generates a struct
 * trace_event_class and a struct trace_event_call from what stands here; perf,
 * BPF and the tracing subsystem itself use both.
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
struct trace_buffer;
struct tracer;
union bpf_attr;

/**
 * struct trace_entry - how every record begins
 * @type: id of the event, see trace_event.type
 * @flags: enum trace_flag_type
 * @preempt_count: depth of preemption (low four bits) and of migration disabling
 * @pid: the task
 */
struct trace_entry {
	unsigned short		type;
	unsigned char		flags;
	unsigned char		preempt_count;
	int			pid;
};

/* Ids are 16 bits wide. */
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
	TRACE_TYPE_PARTIAL_LINE	= 0,	/* It did not fit, try again later */
	TRACE_TYPE_HANDLED	= 1,
	TRACE_TYPE_UNHANDLED	= 2,	/* Not mine, ask somebody else */
	TRACE_TYPE_NO_CONSUME	= 3,	/* Handled, but keep the record */
};

/**
 * struct trace_iterator - the state of a reader
 * @ent: the record
 * @ent_size: its bytes
 * @cpu: where it was written
 * @ts: when, in units of the instance's clock
 * @lost_events: how many records before it on @cpu were lost, ~0UL for unknown
 * @tr: the instance
 * @trace: its tracer when the reader came
 * @idx: how many records went before
 * @pos: the same as a file position
 * @iter_flags: enum trace_iter_flags
 * @cpu_file: one CPU, or RING_BUFFER_ALL_CPUS
 * @started: CPUs of which something was shown
 * @temp: room for a record that must outlive its place in the buffer
 * @temp_size: bytes in @temp
 * @fmt: room for a format that was rewritten to be safe
 * @fmt_size: bytes in @fmt
 * @private: the reader's own
 * @view: view/'s own
 * @tmp_seq: strings that live until the line is printed
 * @seq: print functions write here; the last, since not all of it may be there
 *
 * What generated and hand-written print functions may touch comes first.
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
	void			*view;
	struct trace_seq	*tmp_seq;
	struct trace_seq	seq;
};

enum trace_iter_flags {
	TRACE_FILE_LAT_FMT	= BIT(0),	/* The latency format */
	TRACE_FILE_ANNOTATE	= BIT(1),	/* Say where a CPU's buffer begins */
	TRACE_FILE_TIME_IN_NS	= BIT(2),
};

struct trace_event;

typedef enum print_line_t (*trace_print_func)(struct trace_iterator *iter,
					      int flags,
					      struct trace_event *event);

/**
 * struct trace_event_functions - how records of an event become text
 * @trace: for people
 * @raw: numbers, or NULL
 * @hex: or NULL
 * @binary: or NULL
 */
struct trace_event_functions {
	trace_print_func	trace;
	trace_print_func	raw;
	trace_print_func	hex;
	trace_print_func	binary;
};

/**
 * struct trace_event - who prints the records of a type
 * @node: event/'s own: whether this is part of a struct trace_event_call
 * @type: the id; 0 asks register_trace_event() to choose one
 * @funcs: how
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
 * What __print_flags() and its kin in TP_printk() call. Each writes a NUL ended
 * string to @p and returns its start.
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
const char *trace_print_hex_seq(struct trace_seq *p, const unsigned char *buf,
				int buf_len, bool concatenate);
const char *trace_print_array_seq(struct trace_seq *p, const void *buf,
				  int count, size_t el_size);
const char *trace_print_hex_dump_seq(struct trace_seq *p,
				     const char *prefix_str, int prefix_type,
				     int rowsize, int groupsize,
				     const void *buf, size_t len, bool ascii);

/* The schema of an event. */

/* How the filter looks at a field. */
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

/* The longest string a filter compares; room for a symbol's name. */
#define MAX_FILTER_STR_VAL	256U

/**
 * struct trace_event_fields - one row of an event's table of fields
 * @type: text of the type, as the format file shows it; NULL ends the table
 * @name: of the field
 * @size: in bytes
 * @align: in bytes; a field begins at the next multiple of it
 * @len: elements if the field is an array, else 0
 * @is_signed: of the type or of its elements
 * @filter_type: FILTER_OTHER to derive it from @type
 *
 * Rows stand in the order of the record, behind struct trace_entry.
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

/* What trace_event_class.reg is asked to do. */
enum trace_reg {
	TRACE_REG_REGISTER,
	TRACE_REG_UNREGISTER,
#ifdef CONFIG_PERF_EVENTS
	TRACE_REG_PERF_REGISTER,
	TRACE_REG_PERF_UNREGISTER,
	TRACE_REG_PERF_OPEN,
	TRACE_REG_PERF_CLOSE,
	/* These answer true to say that perf need not queue the event itself. */
	TRACE_REG_PERF_ADD,
	TRACE_REG_PERF_DEL,
#endif
};

/**
 * struct trace_event_class - what events of one schema share
 * @system: the directory under events/
 * @probe: connected to the tracepoint, its data a struct trace_event_file
 * @perf_probe: connected for perf, its data the struct trace_event_call
 * @reg: switches the event on or off, see enum trace_reg
 * @fields_array: the table of fields, ended by a row without a type; or NULL
 * @get_fields: NULL, or finds the list of an event's fields where events of
 *	one class have different ones
 * @fields: the list of fields, when the event was made known
 * @raw_init: prepares an event of the class, before it is made known
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
	TRACE_EVENT_FL_CAP_ANY		= BIT(0),	/* any user of perf may */
	TRACE_EVENT_FL_NO_SET_FILTER	= BIT(1),	/* refuses filters */
	TRACE_EVENT_FL_IGNORE_ENABLE	= BIT(2),	/* cannot be enabled */
	TRACE_EVENT_FL_TRACEPOINT	= BIT(3),	/* ->tp rather than ->name */
	TRACE_EVENT_FL_DYNAMIC		= BIT(4),	/* made at run time, counted */
	TRACE_EVENT_FL_KPROBE		= BIT(5),
	TRACE_EVENT_FL_UPROBE		= BIT(6),
	TRACE_EVENT_FL_EPROBE		= BIT(7),
	TRACE_EVENT_FL_FPROBE		= BIT(8),
	TRACE_EVENT_FL_CUSTOM		= BIT(9),	/* on another's tracepoint */
	TRACE_EVENT_FL_TEST_STR		= BIT(10),	/* prints by pointer: check */
};

#define TRACE_EVENT_FL_UKPROBE	(TRACE_EVENT_FL_KPROBE | TRACE_EVENT_FL_UPROBE)

/**
 * struct trace_event_call - an event
 * @list: place in the list of all events
 * @class: what it shares with its like
 * @name: of an event without a tracepoint (<linux/syscalls.h> counts on this
 *	union to follow @class)
 * @tp: its tracepoint, if @flags has TRACE_EVENT_FL_TRACEPOINT
 * @event: id and print functions
 * @print_fmt: the text behind "print fmt: "
 * @module: whose event it is, if @flags lacks TRACE_EVENT_FL_DYNAMIC
 * @refcnt: how many use it, if @flags has TRACE_EVENT_FL_DYNAMIC
 * @data: the event's own
 * @flags: TRACE_EVENT_FL_*
 * @perf_refcount: how many perf events are open on it
 * @perf_events: per CPU, the perf events that want its records
 * @prog_array: BPF programs that want them
 * @perf_perm: NULL or may refuse a perf event
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
#ifdef CONFIG_PERF_EVENTS
	int				perf_refcount;
	struct hlist_head __percpu	*perf_events;
	struct bpf_prog_array __rcu	*prog_array;
	int (*perf_perm)(struct trace_event_call *call,
			 struct perf_event *p_event);
#endif
};

/**
 * trace_event_name - the name of an event
 * @call: the event
 *
 * Context: any.
 * Return: the name; NULL for a custom event before its tracepoint was found.
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

/* @set: 1 enables, 0 disables; @system and @event: NULL for all. */
int trace_set_clr_event(const char *system, const char *event, int set);
int trace_array_set_clr_event(struct trace_array *tr, const char *system,
			      const char *event, bool enable);

/* An event in an instance. */

/*
 * trace_event_file.flags. A writer tests the whole word against
 * EVENT_FILE_FL_SLOW once; nothing else is looked at for a record that is just
 * to be written.
 */
enum {
	EVENT_FILE_FL_ENABLED		= BIT(0),	/* connected to its site */
	EVENT_FILE_FL_RECORDED_CMD	= BIT(1),	/* counted in comm recording */
	EVENT_FILE_FL_RECORDED_TGID	= BIT(2),	/* and in tgid recording */
	EVENT_FILE_FL_FILTERED		= BIT(3),	/* ->filter says which */
	EVENT_FILE_FL_NO_SET_FILTER	= BIT(4),	/* refuses filters */
	EVENT_FILE_FL_SOFT_MODE		= BIT(5),	/* connected for triggers */
	EVENT_FILE_FL_SOFT_DISABLED	= BIT(6),	/* connected, records nothing */
	EVENT_FILE_FL_TRIGGER_MODE	= BIT(7),	/* triggers listen */
	EVENT_FILE_FL_TRIGGER_COND	= BIT(8),	/* and look at the record */
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
 * struct trace_event_file - an event in an instance
 * @flags: EVENT_FILE_FL_*, written under event_mutex
 * @buffer: where records go, that of @tr
 * @type: id of the event, for its records
 * @event_call: the event
 * @tr: the instance
 * @filter: which records are wanted, NULL for all
 * @triggers: what else a record sets off, RCU list
 * @list: place in the instance's list
 * @ei: the directory, tracefs' own
 * @system: the event's system in the instance: struct instance_system
 * @in_system: place in the list of that
 * @ref: open files and other users
 * @sm_ref: users that want the event connected in soft mode
 * @tm_ref: triggers
 *
 * What the writing of a record looks at comes first.
 */
struct trace_event_file {
	unsigned long			flags;
	struct trace_buffer		*buffer;
	int				type;
	struct trace_event_call		*event_call;
	struct trace_array		*tr;
	struct event_filter __rcu	*filter;
	struct list_head		triggers;
	struct list_head		list;
	struct eventfs_inode		*ei;
	void				*system;
	struct list_head		in_system;
	refcount_t			ref;
	atomic_t			sm_ref;
	atomic_t			tm_ref;
};

/**
 * struct trace_event_buffer - a record between reserve and commit
 * @entry: the record
 * @event: its frame in the ring
 * @buffer: the ring
 * @trace_file: for whom it is written
 * @trace_ctx: flags and preempt_count, as tracing_gen_ctx() packs them
 * @regs: NULL, or where a stack trace of the record begins
 *
 * trace_event_buffer_reserve() fills all of it.
 */
struct trace_event_buffer {
	void				*entry;
	struct ring_buffer_event	*event;
	struct trace_buffer		*buffer;
	struct trace_event_file		*trace_file;
	unsigned int			trace_ctx;
	struct pt_regs			*regs;
};

/**
 * trace_event_buffer_reserve - begin a record
 * @fbuffer: the record's state
 * @trace_file: the event in the instance
 * @len: bytes of the whole record
 *
 * Tests @trace_file->flags once. Triggers that need no record run here.
 *
 * Context: any, preemption off until trace_event_buffer_commit().
 * Return: the record with its struct trace_entry filled in, to be given to
 * trace_event_buffer_commit(); NULL if nothing is to be recorded.
 */
void *trace_event_buffer_reserve(struct trace_event_buffer *fbuffer,
				 struct trace_event_file *trace_file,
				 unsigned long len);

/**
 * trace_event_buffer_commit - the record is complete
 * @fbuffer: the record's state
 *
 * A filter may drop it here; triggers that look at the record run.
 *
 * Context: as trace_event_buffer_reserve().
 */
void trace_event_buffer_commit(struct trace_event_buffer *fbuffer);

/* Must a record of @trace_file be dropped because of the current task? */
bool trace_event_ignore_this_pid(struct trace_event_file *trace_file);

/**
 * trace_trigger_soft_disabled - run the triggers that need no record
 * @file: the event in the instance
 *
 * For hand-written probes; trace_event_buffer_reserve() includes it.
 *
 * Context: any, preemption off.
 * Return: true if nothing is to be recorded.
 */
bool __trace_trigger_soft_disabled(struct trace_event_file *file);

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

/* Events that kernel code makes and writes at run time: see events.rst. */

/**
 * trace_get_event_file - find an event of an instance and keep it
 * @instance: name of the instance, NULL for the global one
 * @system: of the event
 * @event: its name
 *
 * Neither the event nor the instance can go until trace_put_event_file().
 *
 * Context: task, may sleep.
 * Return: the event in the instance; ERR_PTR(-ENODEV): no such instance;
 * -EINVAL: no such event; -EBUSY: it is about to go.
 */
struct trace_event_file *trace_get_event_file(const char *instance,
					      const char *system,
					      const char *event);
void trace_put_event_file(struct trace_event_file *file);

/* Room for the longest command that these calls put together. */
#define MAX_DYNEVENT_CMD_LEN	2048

enum dynevent_type {
	DYNEVENT_TYPE_SYNTH = 1,
	DYNEVENT_TYPE_KPROBE,
	DYNEVENT_TYPE_NONE,
};

struct dynevent_cmd;

typedef int (*dynevent_create_fn_t)(struct dynevent_cmd *cmd);

/**
 * struct dynevent_cmd - a command that is put together piece by piece
 * @buf: the text so far, NUL ended
 * @size: bytes in @buf
 * @len: bytes of the text
 * @name: of the event
 * @n_fields: how many fields were added
 * @type: whose command it is
 * @run: carries it out
 * @private: of the kind of event
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
 * struct synth_field_desc - a field of a synthetic event to be made
 * @type: text of its type, as written to synthetic_events
 * @name: its name
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
 * struct synth_event_trace_state - a synthetic event being written
 * @fbuffer: its record
 * @event: the event
 * @entry: the record; NULL: nothing is recorded now
 * @disabled: nobody has the event on
 * @cur_field: the field that comes next
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

/* "(null)" stands for a string that is not there. */
#define EVENT_NULL_STR		"(null)"

/* The longest string that __vstring() records. */
#define TRACE_EVENT_STR_MAX	512

/* perf and BPF. */

/* The longest record that perf takes. */
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

/**
 * perf_trace_buf_alloc - begin a record for perf
 * @size: bytes, sizeof(u64) * n + sizeof(u32)
 * @regs: set to room for the caller's registers
 * @rctxp: set to the recursion context that submitting gives back
 *
 * Context: any, preemption off until the record is submitted.
 * Return: the record, or NULL.
 */
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
	 * A hint, not a promise: the array is looked at again, under RCU, by
	 * who runs the programs.
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
 * Custom events record from somebody else's tracepoint; like TRACE_EVENT() in
 * an event header, the words mean something in the one .c file only that
 * defines CREATE_CUSTOM_TRACE_EVENTS.
 */
#define DECLARE_CUSTOM_EVENT_CLASS(name, proto, args, tstruct, assign, print)
#define DEFINE_CUSTOM_EVENT(template, name, proto, args)
#define TRACE_CUSTOM_EVENT(name, proto, args, tstruct, assign, print)

#endif /* _LINUX_TRACE_EVENTS_H */
