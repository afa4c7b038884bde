/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histogram triggers: definitions shared by the files of this directory.
 *
 * A command is split into its parts (struct hist_spec), and a struct hist is built
 * from them: values fetched from a record (keys, sums, variables), a map from keys
 * to elements, and actions. fire.c runs for every record.
 *
 * Calls go downward only: hist.c > build.c > action_parse.c > value.c > vars.c >
 * field.c, spec.c > error.c, and fire.c > action_run.c > eval.c, map.c, poll.c.
 */
#ifndef _KERNEL_TRACE_TRIGGER_HIST_H
#define _KERNEL_TRACE_TRIGGER_HIST_H

#include <linux/bitops.h>
#include <linux/hash.h>
#include <linux/seq_file.h>

#include "../trigger.h"

#define HIST_KEYS_MAX		3
#define HIST_VALS_MAX		3	/* hitcount included */
#define HIST_VARS_MAX		16
#define HIST_REFS_MAX		32
#define HIST_SORTS_MAX		2
#define HIST_ACTIONS_MAX	8
#define HIST_PARAMS_MAX		64
#define HIST_SAVES_MAX		16
#define HIST_OPERATORS_MAX	3

#define HIST_STR_MAX		256
#define HIST_STACK_MAX		16
#define HIST_STACK_TRACING	16	/* maximum number of tracing's own frames */

#define HIST_BITS_DEFAULT	11
#define HIST_BITS_MIN		7
#define HIST_BITS_MAX		17

struct hist;
struct hist_value;

/* Errors: error.c */

enum hist_error {
	HIST_ERR_EMPTY_ASSIGN,
	HIST_ERR_BAD_ASSIGN,
	HIST_ERR_NO_FIELD,
	HIST_ERR_BAD_MODIFIER,
	HIST_ERR_NO_VAR,
	HIST_ERR_VAR_NOT_UNIQUE,
	HIST_ERR_VAR_EXISTS,
	HIST_ERR_MANY_VARS,
	HIST_ERR_MANY_OPERATORS,
	HIST_ERR_UNARY,
	HIST_ERR_NUMBER,
	HIST_ERR_DIV_ZERO,
	HIST_ERR_TIME_UNITS,
	HIST_ERR_STR_OPERAND,
	HIST_ERR_HITCOUNT_ONLY,
	HIST_ERR_SORT_FIELD,
	HIST_ERR_SORT_EMPTY,
	HIST_ERR_SORT_MANY,
	HIST_ERR_SORT_MODIFIER,
	HIST_ERR_NAME_MISMATCH,
	HIST_ERR_EXISTS,
	HIST_ERR_ABSENT,
	HIST_ERR_CLOCK,
	HIST_ERR_NO_PAREN,
	HIST_ERR_NO_ACTION,
	HIST_ERR_BAD_PARAM,
	HIST_ERR_NO_SUBSYS,
	HIST_ERR_BAD_EVENT,
	HIST_ERR_NO_SYNTH,
	HIST_ERR_PARAM_COUNT,
	HIST_ERR_PARAM_TYPE,
	HIST_ERR_NO_PARAM,
	HIST_ERR_FIELD_VAR,
	HIST_ERR_NO_MATCHING,
	HIST_ERR_HANDLER_VAR,
	HIST_ERR_NO_HANDLER_VAR,
	HIST_ERR_HANDLER_ACTION,
	HIST_ERR_MANY_SAVES,
	HIST_ERR_FIELD_VAR_CREATE,
	HIST_ERR_REF_KEY,
};

/**
 * struct hist_log - context of the error messages of a command
 * @file: event file that the command was written for
 * @command: text of the command
 */
struct hist_log {
	struct trace_event_file	*file;
	const char		*command;
};

void hist_error(const struct hist_log *log, enum hist_error error,
		const char *at);

/* The parts of a command: spec.c */

/**
 * struct hist_assignment - "NAME=EXPRESSION"
 * @name: name of the variable
 * @expr: the expression
 */
struct hist_assignment {
	char *name;
	char *expr;
};

/**
 * struct hist_spec - the parts of a command
 * @log: context of error messages
 * @text: copy of the command that all parts point into
 * @filter: the filter after "if", or NULL
 * @keys: text between "keys=" and the next colon
 * @vals: text between "vals=" and the next colon, or NULL
 * @sort: text between "sort=" and the next colon, or NULL
 * @name: name of a named histogram, or NULL
 * @clock: name of the clock, or NULL
 * @actions: text of each action, from "onmatch(" and the like to the next colon
 * @nr_actions: number of @actions
 * @vars: variables, "NAME=EXPRESSION"
 * @nr_vars: number of @vars
 * @bits: binary logarithm of the number of elements
 * @pause: create the histogram paused, or pause an existing one
 * @cont: resume a paused histogram
 * @clear: clear the elements of an existing histogram
 * @nohitcount: do not show the hitcount
 * @compare_only: the histogram is built to be compared with existing ones only: it
 *	gets neither actions nor a map
 * @existing: the command refers to an existing histogram, whose variables it may
 *	define again
 * @create_field_hist: creates a histogram on another event that keeps one of its
 *	fields in a variable; returns NULL if the event file has such a variable
 */
struct hist_spec {
	struct hist_log		log;
	char			*text;
	char			*filter;
	char			*keys;
	char			*vals;
	char			*sort;
	char			*name;
	char			*clock;
	char			*actions[HIST_ACTIONS_MAX];
	unsigned int		nr_actions;
	struct hist_assignment	vars[HIST_VARS_MAX];
	unsigned int		nr_vars;
	unsigned int		bits;
	bool			pause;
	bool			cont;
	bool			clear;
	bool			nohitcount;
	bool			compare_only;
	bool			existing;
	struct trigger *(*create_field_hist)(struct hist *h, struct trace_event_file *file,
					     const char *field);
};

int hist_spec_parse(struct hist_spec *spec, struct trigger_command *command,
		    struct trace_event_file *file);
void hist_spec_done(struct hist_spec *spec);

/* Values: field.c, value.c */

/* How a value is computed from a record. */

enum hist_op {
	HIST_CONST,
	HIST_U8, HIST_S8, HIST_U16, HIST_S16, HIST_U32, HIST_S32, HIST_U64,
	HIST_COUNT,
	HIST_CPU,
	HIST_CGROUP,
	HIST_NS_PID,
	HIST_TIME,
	HIST_TIME_US,
	HIST_LOG2,
	HIST_BUCKET,
	HIST_STRING,		/* this one to HIST_STACKTRACE evaluate to an address */
	HIST_DYN_STRING,
	HIST_REL_STRING,
	HIST_COMM,
	HIST_DYN_STACK,
	HIST_STACKTRACE,
	HIST_REF,
	HIST_SELF,
	HIST_NEG, HIST_ADD, HIST_SUB, HIST_MUL, HIST_DIV,
};

/* How a value is printed. */
enum hist_show {
	HIST_SHOW_NUMBER,
	HIST_SHOW_HEX,
	HIST_SHOW_SYM,
	HIST_SHOW_SYM_OFFSET,
	HIST_SHOW_EXECNAME,
	HIST_SHOW_SYSCALL,
	HIST_SHOW_LOG2,
	HIST_SHOW_BUCKET,
	HIST_SHOW_USECS,
	HIST_SHOW_PERCENT,
	HIST_SHOW_GRAPH,
	HIST_SHOW_STACK,
	HIST_SHOW_STRING,
};

/**
 * struct hist_value - a value that is computed from a record
 * @op: how the value is computed
 * @show: how the value is printed
 * @offset: offset of the field in the record; index of the reference of HIST_REF;
 *	word in the element of HIST_SELF
 * @size: size of the field in bytes
 * @is_signed: the field is signed
 * @timed: the value depends on timestamps
 * @usecs: the value is in microseconds
 * @unshown: sums of the value have no column
 * @literal: the number of HIST_CONST, or the width of HIST_BUCKET
 * @a: first operand, or NULL
 * @b: second operand, or NULL
 * @type: C type of the field
 * @name: name of the column
 * @text: the expression as the trigger file shows it, modifiers included
 */
struct hist_value {
	enum hist_op		op;
	enum hist_show		show;
	unsigned int		offset;
	unsigned int		size;
	bool			is_signed;
	bool			timed;
	bool			usecs;
	bool			unshown;
	u64			literal;
	struct hist_value	*a;
	struct hist_value	*b;
	char			*type;
	char			*name;
	char			*text;
};

/**
 * hist_is_string - test whether a value evaluates to the address of a string
 * @value: the value
 *
 * Context: any.
 * Return: true if it does.
 */
static inline bool hist_is_string(const struct hist_value *value)
{
	switch (value->op) {
	case HIST_STRING:
	case HIST_DYN_STRING:
	case HIST_REL_STRING:
	case HIST_COMM:
		return true;
	default:
		return value->show == HIST_SHOW_STRING;
	}
}

/**
 * hist_is_pointer - test whether a value is a pointer to a string
 * @value: the value
 *
 * The record has the address only, and the string may have been freed since.
 *
 * Context: any.
 * Return: true if it is.
 */
static inline bool hist_is_pointer(const struct hist_value *value)
{
	return !hist_is_string(value) && strstr(value->type, "char *");
}

/**
 * hist_is_stack - test whether a value evaluates to the address of a stack trace
 * @value: the value
 *
 * Context: any.
 * Return: true if it does.
 */
static inline bool hist_is_stack(const struct hist_value *value)
{
	return value->op == HIST_STACKTRACE || value->op == HIST_DYN_STACK ||
	       value->show == HIST_SHOW_STACK;
}

/* What a value is parsed for. */
enum hist_use { HIST_USE_KEY, HIST_USE_VAL, HIST_USE_VAR, HIST_USE_SAVE };

struct hist_value *hist_value_parse(struct hist *h, const struct hist_spec *spec,
				    const char *text, enum hist_use use);
void hist_value_free(struct hist_value *value);
bool hist_value_has_var(const struct hist_value *value);
struct hist_value *hist_value_alloc(enum hist_op op, const char *name,
				    const char *type, unsigned int size);

struct hist_value *hist_field_value(struct trace_event_file *file,
				    const char *name);

/* The map from keys to elements: map.c */

/**
 * struct hist_elt - what a histogram stores for a key
 * @set: bit mask of the variables that have a value
 * @comm: name of the task that was the first with this key
 * @words: the key, followed by sums, variables, and copies of strings and stacks. Aligned for
 *	atomic accesses, which 32-bit CPUs need for sums and variables
 */
struct hist_elt {
	unsigned long	set;
	char		comm[TASK_COMM_LEN];
	aligned_u64	words[];
};

/**
 * hist_word_read - read a sum or a variable
 * @word: an element of hist_elt.words
 *
 * Other CPUs may change it meanwhile. On a 32-bit CPU, READ_ONCE() could read half of the new
 * value.
 *
 * Context: any.
 * Return: the value.
 */
static __always_inline u64 hist_word_read(const u64 *word)
{
	return atomic64_read((const atomic64_t *)word);
}

/**
 * hist_word_set - set a sum or a variable
 * @word: an element of hist_elt.words
 * @val: the value
 *
 * Context: any.
 */
static __always_inline void hist_word_set(u64 *word, u64 val)
{
	atomic64_set((atomic64_t *)word, val);
}

/* hist_map.has_poller; GCC compares with 1 in one instruction less than with 0. */
#define HIST_HAS_POLLER	1U

/**
 * struct hist_map - a map from keys to elements
 * @slots: hash table: hash << 32 | index of the element + 1; 0 if the slot is free
 * @elts: array of elements
 * @bits: binary logarithm of the number of elements; there are twice as many slots
 * @shift: a hash shifted right by this is the index of its first slot
 * @mask: index of the last slot
 * @key_words: length of a key in words
 * @elt_size: size of an element in bytes
 * @has_poller: HIST_HAS_POLLER if a task polls for hits in this map, else 0
 * @next: number of elements that were allocated
 * @spare: index + 1 of an element that was allocated but not used; or 0
 * @drops: number of records that found no free element
 * @users: number of histograms that share the map
 */
struct hist_map {
	atomic64_t	*slots;
	void		*elts;
	unsigned int	bits;
	unsigned int	shift;
	unsigned int	mask;
	unsigned int	key_words;
	unsigned int	elt_size;
	unsigned int	has_poller;
	atomic_t	next;
	atomic_t	spare;
	atomic64_t	drops;
	refcount_t	users;
};

struct hist_map *hist_map_alloc(unsigned int bits, unsigned int key_words,
				unsigned int words);
void hist_map_put(struct hist_map *map);
void hist_map_clear(struct hist_map *map);
struct hist_elt *hist_map_insert(struct hist_map *map, const u64 *key, u32 hash);

/**
 * hist_map_hash - compute the hash of a key
 * @key: the key
 * @words: its length in words
 *
 * Multiplicative hashing (Knuth, "The Art of Computer Programming", 6.4): the upper
 * bits are the best ones.
 *
 * Context: any.
 * Return: the hash.
 */
static __always_inline u32 hist_map_hash(const u64 *key, unsigned int words)
{
	u64 hash = key[0] * GOLDEN_RATIO_64;
	unsigned int i;

	for (i = 1; i < words; i++)
		hash = (rol64(hash, 29) ^ key[i]) * GOLDEN_RATIO_64;
	return hash >> 32;
}

/**
 * hist_map_elt - get the element of a slot
 * @map: the map
 * @slot: the contents of a slot that is not free
 *
 * Context: any.
 * Return: the element.
 */
static __always_inline struct hist_elt *hist_map_elt(const struct hist_map *map,
						     u64 slot)
{
	return map->elts + (unsigned long)((u32)slot - 1) * map->elt_size;
}

/**
 * hist_map_slot - look up a key
 * @map: the map
 * @key: the key
 * @words: its length in words, a constant where possible
 * @hash: hash of @key
 *
 * Context: any; @map must not be freed meanwhile.
 * Return: the slot, for hist_map_elt(); 0 if there is none. Unlike the address of
 * an element it need not be compared again: the compiler knows that it is not 0.
 */
static __always_inline u64
hist_map_slot(const struct hist_map *map, const u64 *key, unsigned int words,
	      u32 hash)
{
	unsigned int i = hash >> map->shift;
	struct hist_elt *elt;
	unsigned int w;
	u64 slot;

	for (; (slot = atomic64_read(&map->slots[i])); i = (i + 1) & map->mask) {
		if (slot >> 32 != hash)
			continue;
		elt = hist_map_elt(map, slot);
		for (w = 0; w < words && elt->words[w] == key[w]; w++)
			;
		if (w == words)
			return slot;
	}
	return 0;
}

/**
 * hist_map_find - look up the element of a key
 * @map: the map
 * @key: the key
 * @words: its length in words
 * @hash: hash of @key
 *
 * Context: as hist_map_slot().
 * Return: the element, or NULL.
 */
static __always_inline struct hist_elt *
hist_map_find(const struct hist_map *map, const u64 *key, unsigned int words,
	      u32 hash)
{
	u64 slot = hist_map_slot(map, key, words, hash);

	return slot ? hist_map_elt(map, slot) : NULL;
}

/* Histograms */

/**
 * struct hist_var - a variable, or a field that save() saves
 * @name: name of the variable
 * @value: the value
 * @expr: the expression as the trigger file shows it
 * @word: index in hist_elt.words
 * @text: index in hist_elt.words of the copy of the string or stack, or 0
 */
struct hist_var {
	char			*name;
	struct hist_value	*value;
	char			*expr;
	unsigned int		word;
	unsigned int		text;
};

/**
 * struct hist_ref - a reference to a variable of another histogram
 * @hist: the other histogram, or NULL if it was removed together with its event; it
 *	cannot be removed otherwise
 * @var: index of the variable
 * @clear_on_use: the variable has no value any more after it was read
 */
struct hist_ref {
	struct hist	*hist;
	unsigned int	var;
	bool		clear_on_use;
};

/**
 * struct hist_key - a part of the key
 * @value: the value
 * @word: index of its first word in the key
 * @words: its length in words
 */
struct hist_key {
	struct hist_value	*value;
	unsigned int		word;
	unsigned int		words;
};

/**
 * struct hist_sort - a sort key
 * @key: sort by a key, not by a sum
 * @nr: index of the key or sum
 * @descending: sort in descending order
 */
struct hist_sort {
	bool		key;
	unsigned int	nr;
	bool		descending;
};

enum hist_handler { HIST_ONMATCH, HIST_ONMAX, HIST_ONCHANGE };
enum hist_action_kind { HIST_TRACE, HIST_SAVE, HIST_SNAPSHOT };

/**
 * struct hist_action - a handler and its action
 * @handler: when the action runs
 * @kind: what the action does
 * @text: the action as it was written
 * @system: HIST_ONMATCH: system of the matching event
 * @event: HIST_ONMATCH: name of the matching event
 * @var: HIST_ONMAX, HIST_ONCHANGE: index of the variable in this histogram
 * @var_text: the variable as it was written
 * @tracked: index in hist_elt.words of the value that the action ran for last
 * @synth: HIST_TRACE: the synthetic event
 * @params: HIST_TRACE: values of the fields of @synth
 * @nr_params: number of @params
 * @pointers: bit mask of the @params that are pointers to strings
 * @saves: HIST_SAVE: the values to save
 * @nr_saves: number of @saves
 * @lock: protects the members that follow
 * @taken: a snapshot was taken
 * @value: value of the variable when the snapshot was taken
 * @key: key of the element when the snapshot was taken
 */
struct hist_action {
	enum hist_handler	handler;
	enum hist_action_kind	kind;
	char			*text;
	char			*system;
	char			*event;
	unsigned int		var;
	char			*var_text;
	unsigned int		tracked;
	struct event_synth	*synth;
	struct hist_value	*params[HIST_PARAMS_MAX];
	unsigned int		nr_params;
	u64			pointers;
	struct hist_var		saves[HIST_SAVES_MAX];
	unsigned int		nr_saves;
	raw_spinlock_t		lock;	/* protects the following members */
	bool			taken;
	u64			value;
	u64			*key;
};

/**
 * struct hist - a histogram trigger
 * @list: node in hist_all. Lock: event_mutex
 * @trigger: the trigger
 * @file: the event file
 * @map: the elements; shared by histograms of the same name
 * @keys: parts of the key
 * @nr_keys: number of @keys
 * @vals: values that are summed; the first is the hitcount
 * @nr_vals: number of @vals
 * @vars: variables
 * @nr_vars: number of @vars
 * @refs: references to variables of other histograms
 * @nr_refs: number of @refs
 * @sorts: sort keys
 * @nr_sorts: number of @sorts
 * @actions: actions
 * @nr_actions: number of @actions
 * @field_hists: histograms on other events that keep fields for @actions
 * @nr_field_hists: number of @field_hists
 * @name: name of a named histogram, or NULL
 * @clock: name of the clock, or NULL
 * @filter: text of the filter, or NULL
 * @bits: binary logarithm of the number of elements
 * @key_words: length of the key in words
 * @words: length of an element in words
 * @val_word: index of the first sum in hist_elt.words
 * @nr_var_refs: number of references to variables of this histogram. Lock:
 *	event_mutex
 * @plain: keys and sums are plain numbers, and there is nothing else
 * @single: @plain, with one key and no sum but the hitcount
 * @timed: a value depends on timestamps
 * @snapshot_armed: the instance has a snapshot buffer for @actions
 * @pinned: the instance is pinned for the variables
 * @nohitcount: do not show the hitcount
 */
struct hist {
	struct list_head	list;
	struct trigger		*trigger;
	struct trace_event_file	*file;
	struct hist_map		*map;
	struct hist_key		keys[HIST_KEYS_MAX];
	unsigned int		nr_keys;
	struct hist_value	*vals[HIST_VALS_MAX];
	unsigned int		nr_vals;
	struct hist_var		vars[HIST_VARS_MAX];
	unsigned int		nr_vars;
	struct hist_ref		refs[HIST_REFS_MAX];
	unsigned int		nr_refs;
	struct hist_sort	sorts[HIST_SORTS_MAX];
	unsigned int		nr_sorts;
	struct hist_action	*actions[HIST_ACTIONS_MAX];
	unsigned int		nr_actions;
	struct trigger		*field_hists[HIST_PARAMS_MAX];
	unsigned int		nr_field_hists;
	char			*name;
	char			*clock;
	char			*filter;
	unsigned int		bits;
	unsigned int		key_words;
	unsigned int		words;
	unsigned int		val_word;
	unsigned int		nr_var_refs;
	bool			plain;
	bool			single;
	bool			timed;
	bool			snapshot_armed;
	bool			pinned;
	bool			nohitcount;
};

/* All histograms. Lock: event_mutex */
extern struct list_head hist_all;

/* Variables: vars.c */
struct hist *hist_var_find(struct trace_event_file *file, const char *name,
			   unsigned int *nr);
struct hist_value *hist_var_ref(struct hist *h, const struct hist_log *log,
				const char *system, const char *event,
				const char *name, bool self);
void hist_refs_put(struct hist *h);
void hist_refs_invalidate(struct hist *removed);
bool hist_keys_match(const struct hist *a, const struct hist *b);

/* Evaluation: eval.c, action_run.c, fire.c */

/**
 * struct hist_run - the evaluation of a histogram for one record
 * @rec: what the trigger was called with
 * @record: the record
 * @elt: the element of its key, once it is known
 * @refs: values of the referenced variables
 * @stack: buffer for a stack trace: number of entries, then the entries. The number
 *	is 0 until the stack trace is taken
 * @rec_stack: the same for a stack trace that is a field of the record
 * @text: buffer for a string of the record without a terminating NUL
 */
struct hist_run {
	const struct trigger_record	*rec;
	const void			*record;
	struct hist_elt			*elt;
	u64				refs[HIST_REFS_MAX];
	unsigned long			stack[1 + HIST_STACK_TRACING + HIST_STACK_MAX];
	unsigned long			rec_stack[HIST_STACK_MAX + 1];
	char				text[HIST_STR_MAX];
};

u64 hist_eval_slow(const struct hist_value *value, struct hist_run *run);

/**
 * hist_load - load a numeric field
 * @value: the value
 * @record: the record
 * @val: set to the number
 *
 * Context: any.
 * Return: true if @value is a numeric field, as most values are.
 */
static __always_inline bool hist_load(const struct hist_value *value,
				      const void *record, u64 *val)
{
	const void *at = record + value->offset;

	switch (value->op) {
	case HIST_U64:
		*val = *(const u64 *)at;
		return true;
	case HIST_U32:
		*val = *(const u32 *)at;
		return true;
	case HIST_S32:
		*val = *(const s32 *)at;
		return true;
	case HIST_U16:
		*val = *(const u16 *)at;
		return true;
	case HIST_S16:
		*val = *(const s16 *)at;
		return true;
	case HIST_U8:
		*val = *(const u8 *)at;
		return true;
	case HIST_S8:
		*val = *(const s8 *)at;
		return true;
	default:
		return false;
	}
}

/**
 * hist_eval - compute a value
 * @value: the value
 * @run: the record, and the element if @value needs it
 *
 * Context: any, preemption off.
 * Return: as hist_eval_slow().
 */
static __always_inline u64 hist_eval(const struct hist_value *value,
				     struct hist_run *run)
{
	u64 val;

	if (likely(hist_load(value, run->record, &val)))
		return val;
	return hist_eval_slow(value, run);
}

void hist_var_store(const struct hist_var *var, struct hist_run *run);
void hist_fire(struct trigger *trigger, const struct trigger_record *rec);
void hist_fire_single(struct trigger *trigger, const struct trigger_record *rec);

void hist_actions_run(struct hist *h, struct hist_run *run, const u64 *key);

/* Polling of the hist files: poll.c */

extern struct wait_queue_head hist_poll_queue;

void hist_poll_arm(struct hist_map *map);
void hist_poll_wake(void);
void hist_poll_notify(struct hist_map *map);
u64 hist_poll_count(const struct hist *h);

/**
 * hist_poll_counted - wake up the tasks that poll for hits in a map
 * @map: the map; the last write to it was an atomic addition
 *
 * Context: any, preemption off.
 */
static __always_inline void hist_poll_counted(struct hist_map *map)
{
	/* HIST(counted:A) pairs with HIST(arm:B) */
	smp_mb__after_atomic();
	/* READ_ONCE() would keep the compiler from comparing in memory. */
	if (unlikely(data_race(map->has_poller) == HIST_HAS_POLLER))
		hist_poll_notify(map);
}

/* Parsing of actions: action_parse.c */
int hist_action_parse(struct hist *h, struct hist_spec *spec, char *text);
void hist_action_free(struct hist_action *action);

/* Building a histogram from a command: build.c */
struct hist *hist_build(struct hist_spec *spec, struct trace_event_file *file);
void hist_release(struct hist *h);
void hist_free(struct hist *h);

/* Printing: print.c */
void hist_command_show(struct seq_file *m, const struct hist *h);
int hist_print(struct seq_file *m, struct hist *h);

#endif /* _KERNEL_TRACE_TRIGGER_HIST_H */
