/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms: what the files hist*.c share with each other and with nobody else.
 *
 * A command is cut into its parts (struct hist_spec), out of which a struct hist
 * is built: values that are fetched from a record (keys, sums, variables), a map
 * from keys to elements, and actions. hist_fire.c is what runs for a record.
 *
 * Files call downward: hist.c > hist_make > hist_action > hist_value > hist_vars >
 * hist_field, hist_spec > hist_error, and hist_fire > hist_act > hist_eval,
 * hist_map, hist_poll.
 */
#ifndef _KERNEL_TRACE_TRIGGER_HIST_H
#define _KERNEL_TRACE_TRIGGER_HIST_H

#include <linux/bitops.h>
#include <linux/hash.h>
#include <linux/seq_file.h>

#include "../trigger.h"

#define HIST_KEYS_MAX		3
#define HIST_VALS_MAX		3	/* the count of hits among them */
#define HIST_VARS_MAX		16
#define HIST_REFS_MAX		32
#define HIST_SORTS_MAX		2
#define HIST_ACTIONS_MAX	8
#define HIST_PARAMS_MAX		64
#define HIST_SAVES_MAX		16
#define HIST_OPERATORS_MAX	3

#define HIST_STR_MAX		256
#define HIST_STACK_MAX		16
#define HIST_STACK_OURS		16	/* frames of tracing, at most */

#define HIST_BITS_DEFAULT	11
#define HIST_BITS_MIN		7
#define HIST_BITS_MAX		17

struct hist;
struct hist_value;

/* Errors */

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
 * struct hist_log - where errors of a command go
 * @file: the event
 * @command: what was written
 */
struct hist_log {
	struct trace_event_file	*file;
	const char		*command;
};

/*
 * The caret stands below the first place of the command where @at occurs, or
 * below its start.
 */
void hist_error(const struct hist_log *log, enum hist_error error,
		const char *at);

/* The command, cut into parts: hist_spec.c */

struct hist_assignment {
	char *name;
	char *expr;
};

/**
 * struct hist_spec - the parts of a command
 * @log: for errors
 * @text: what all parts point into
 * @filter: what follows "if", or NULL
 * @keys: between "keys=" and the next colon
 * @vals: the same, or NULL
 * @sort: the same, or NULL
 * @name: of a named histogram, or NULL
 * @clock: or NULL
 * @actions: from "onmatch(" and its like to the next colon
 * @nr_actions: how many
 * @vars: NAME=EXPRESSION
 * @nr_vars: how many
 * @bits: binary logarithm of the size
 * @pause: begin without counting
 * @cont: go on counting
 * @clear: forget what was counted
 * @nohitcount: do not show the count of hits
 * @compare: only to be compared with others: nothing is taken hold of
 * @known: its variables may be those of one that is there
 * @helper: makes a histogram with a variable for a field of another event
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
	bool			compare;
	bool			known;
	struct trigger *(*helper)(struct hist *h, struct trace_event_file *file,
				  const char *field);
};

/* 0, -EINVAL or -ENOMEM; hist_spec_done() in any case. */
int hist_spec_parse(struct hist_spec *spec, struct trigger_command *command,
		    struct trace_event_file *file);
void hist_spec_done(struct hist_spec *spec);

/* Values: hist_field.c, hist_value.c */

enum hist_op {
	HIST_CONST,
	HIST_U8, HIST_S8, HIST_U16, HIST_S16, HIST_U32, HIST_S32, HIST_U64,
	HIST_COUNT,
	HIST_CPU,
	HIST_TIME,
	HIST_TIME_US,
	HIST_LOG2,
	HIST_BUCKET,
	HIST_STRING,		/* all of these give an address */
	HIST_DYN_STRING,
	HIST_REL_STRING,
	HIST_DYN_STACK,
	HIST_STACKTRACE,
	HIST_REF,
	HIST_SELF,
	HIST_NEG, HIST_ADD, HIST_SUB, HIST_MUL, HIST_DIV,
};

/* How a value is shown. */
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
 * struct hist_value - something that a record gives
 * @op: how it is found
 * @show: how it is shown
 * @offset: of the field in the record; which reference or variable
 * @size: of the field
 * @is_signed: of the field
 * @timed: it has to do with time
 * @usecs: in microseconds
 * @unshown: sums of it have no column
 * @literal: of HIST_CONST, or the width of HIST_BUCKET
 * @a: operand
 * @b: second operand
 * @type: of the field
 * @name: what a column is called
 * @text: how it was written, modifiers included
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

/* What it gives is the address of a text, in whatever way that is shown. */
static inline bool hist_is_string(const struct hist_value *value)
{
	switch (value->op) {
	case HIST_STRING:
	case HIST_DYN_STRING:
	case HIST_REL_STRING:
		return true;
	default:
		return value->show == HIST_SHOW_STRING;
	}
}

/* A number, by itself: what it points to may be in a program, or be gone. */
static inline bool hist_is_pointer(const struct hist_value *value)
{
	return !hist_is_string(value) && strstr(value->type, "char *");
}

static inline bool hist_is_stack(const struct hist_value *value)
{
	return value->op == HIST_STACKTRACE || value->op == HIST_DYN_STACK ||
	       value->show == HIST_SHOW_STACK;
}

enum hist_use { HIST_USE_KEY, HIST_USE_VAL, HIST_USE_VAR, HIST_USE_SAVE };

/* Expressions: NULL-safe free; ERR_PTR(-EINVAL) after an error was written. */
struct hist_value *hist_value_parse(struct hist *h, const struct hist_spec *spec,
				    const char *text, enum hist_use use);
void hist_value_free(struct hist_value *value);
bool hist_value_has_var(const struct hist_value *value);
struct hist_value *hist_value_alloc(enum hist_op op, const char *name,
				    const char *type, unsigned int size);

/* A field of an event, by name alone; ERR_PTR(-ENOENT): no such. */
struct hist_value *hist_field(struct trace_event_file *file, const char *name);

/* The map: hist_map.c */

/**
 * struct hist_elt - what is kept for a key
 * @set: which variables have a value
 * @comm: the task that came first with this key
 * @words: the key, sums, variables, texts
 */
struct hist_elt {
	unsigned long	set;
	char		comm[TASK_COMM_LEN];
	u64		words[];
};

/* Not 0, with which GCC compares by one instruction more. */
#define HIST_AWAITED	1U

/**
 * struct hist_map - from keys to elements
 * @slots: hash << 32 | index of the element + 1; 0: free
 * @elts: the elements
 * @bits: log2 of the number of elements; there are twice as many slots
 * @shift: a hash, shifted so far to the right, is the number of a slot
 * @mask: the last slot
 * @key_words: length of a key, in words
 * @elt_size: bytes of an element
 * @awaited: HIST_AWAITED if somebody polls for what is counted here, or 0
 * @next: elements that were given out
 * @spare: one that was given out in vain, + 1; or 0
 * @drops: records that could not
 * @users: histograms that share it
 */
struct hist_map {
	u64		*slots;
	void		*elts;
	unsigned int	bits;
	unsigned int	shift;
	unsigned int	mask;
	unsigned int	key_words;
	unsigned int	elt_size;
	unsigned int	awaited;
	atomic_t	next;
	atomic_t	spare;
	atomic64_t	drops;
	refcount_t	users;
};

struct hist_map *hist_map_alloc(unsigned int bits, unsigned int key_words,
				unsigned int words);
void hist_map_put(struct hist_map *map);
void hist_map_clear(struct hist_map *map);
struct hist_elt *hist_map_make(struct hist_map *map, const u64 *key, u32 hash);

/* Multiplicative (Knuth, 6.4): the upper bits are the good ones. */
static __always_inline u32 hist_map_hash(const u64 *key, unsigned int words)
{
	u64 hash = key[0] * GOLDEN_RATIO_64;
	unsigned int i;

	for (i = 1; i < words; i++)
		hash = (rol64(hash, 29) ^ key[i]) * GOLDEN_RATIO_64;
	return hash >> 32;
}

static __always_inline struct hist_elt *hist_map_elt(const struct hist_map *map,
						     u64 slot)
{
	return map->elts + (unsigned long)((u32)slot - 1) * map->elt_size;
}

/**
 * hist_map_slot - look a key up
 * @map: the map
 * @key: as many words as its keys have
 * @words: the same number, a constant where that is known
 * @hash: of @key
 *
 * Context: any; the map stays.
 * Return: the slot, for hist_map_elt(); 0: there is none. Unlike an element's address
 * it need not be tested once more: the compiler knows that a slot is not 0.
 */
static __always_inline u64
hist_map_slot(const struct hist_map *map, const u64 *key, unsigned int words,
	      u32 hash)
{
	unsigned int i = hash >> map->shift;
	struct hist_elt *elt;
	unsigned int w;
	u64 slot;

	for (; (slot = READ_ONCE(map->slots[i])); i = (i + 1) & map->mask) {
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

/* The element of a key, or NULL. Otherwise as hist_map_slot(). */
static __always_inline struct hist_elt *
hist_map_find(const struct hist_map *map, const u64 *key, unsigned int words,
	      u32 hash)
{
	u64 slot = hist_map_slot(map, key, words, hash);

	return slot ? hist_map_elt(map, slot) : NULL;
}

/* Histograms */

struct hist_var {
	char			*name;
	struct hist_value	*value;
	char			*expr;		/* how it is shown */
	unsigned int		word;		/* in hist_elt.words */
	unsigned int		text;		/* the same for its text, or 0 */
};

/**
 * struct hist_ref - a variable of another histogram
 * @hist: that histogram; it can't go
 * @var: which of its variables
 * @once: who has used it has used it up
 */
struct hist_ref {
	struct hist	*hist;
	unsigned int	var;
	bool		once;
};

struct hist_key {
	struct hist_value	*value;
	unsigned int		word;		/* where it begins in the key */
	unsigned int		words;
};

struct hist_sort {
	bool		key;
	unsigned int	nr;
	bool		descending;
};

enum hist_handler { HIST_ONMATCH, HIST_ONMAX, HIST_ONCHANGE };
enum hist_do { HIST_TRACE, HIST_SAVE, HIST_SNAPSHOT };

/**
 * struct hist_action - a handler and what it does
 * @handler: when
 * @act: what
 * @text: how it was written
 * @system: of the matching event
 * @event: the matching event
 * @var: of HIST_ONMAX and HIST_ONCHANGE: variable of this histogram
 * @var_text: how that was written
 * @tracked: word of the element that has the value which was acted upon last
 * @synth: what to write
 * @params: with these values
 * @nr_params: how many
 * @pointers: bits of those that are pointers to texts
 * @saves: what to save
 * @nr_saves: how many
 * @lock: for the rest
 * @taken: there is a snapshot
 * @value: what it was taken for
 * @key: the same
 */
struct hist_action {
	enum hist_handler	handler;
	enum hist_do		act;
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
	raw_spinlock_t		lock;	/* for what follows */
	bool			taken;
	u64			value;
	u64			*key;
};

/**
 * struct hist - a histogram on an event
 * @list: place among all of them
 * @trigger: the trigger
 * @file: the event in the instance
 * @map: what was counted
 * @keys: of the map
 * @vals: what is summed; the first is the count of hits
 * @vars: variables
 * @refs: variables of others
 * @sorts: the order in which it is shown
 * @actions: what else is done
 * @helpers: histograms made on other events for fields of those
 * @name: of a named one, or NULL
 * @clock: or NULL
 * @filter: text of the filter
 * @bits: log2 of its size
 * @key_words: length of the key
 * @words: length of an element
 * @val_word: where the sums begin in an element
 * @used: how many references there are to its variables
 * @plain: nothing but numbers as keys and sums
 * @single: plain, and there is one key and no sum
 * @timed: it has to do with time
 * @armed: it may take snapshots
 * @kept: it has a reference to the instance, for its variables
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
	struct trigger		*helpers[HIST_PARAMS_MAX];
	unsigned int		nr_helpers;
	char			*name;
	char			*clock;
	char			*filter;
	unsigned int		bits;
	unsigned int		key_words;
	unsigned int		words;
	unsigned int		val_word;
	unsigned int		used;
	bool			plain;
	bool			single;
	bool			timed;
	bool			armed;
	bool			kept;
	bool			nohitcount;
};

/* All of them. Context: event_mutex held. */
extern struct list_head hist_all;

/* hist_vars.c */
struct hist *hist_var_find(struct trace_event_file *file, const char *name,
			   unsigned int *nr);
struct hist_value *hist_var_ref(struct hist *h, const struct hist_log *log,
				const char *system, const char *event,
				const char *name, bool self);
void hist_refs_drop(struct hist *h);
void hist_var_gone(struct hist *gone);
bool hist_keys_match(const struct hist *a, const struct hist *b);

/* Running: hist_eval.c, hist_act.c, hist_fire.c */

/**
 * struct hist_run - a histogram at work
 * @rec: what set it off
 * @record: the record
 * @elt: the element of its key
 * @refs: values of the references
 * @stack: room for a stack: how many, and the addresses; [0] is 0 until taken
 * @found: the same for one that lies in the record
 * @text: room for a text of the record that has no NUL at its end
 */
struct hist_run {
	const struct trigger_record	*rec;
	const void			*record;
	struct hist_elt			*elt;
	u64				refs[HIST_REFS_MAX];
	unsigned long			stack[1 + HIST_STACK_OURS + HIST_STACK_MAX];
	unsigned long			found[HIST_STACK_MAX + 1];
	char				text[HIST_STR_MAX];
};

u64 hist_eval_slow(const struct hist_value *value, struct hist_run *run);

/* The fields of a record that are a number: most of all values. */
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

/* Who polls the file hist: hist_poll.c */

extern struct wait_queue_head hist_poll_queue;

void hist_poll_arm(struct hist_map *map);
void hist_poll_wake(void);
void hist_poll_tell(struct hist_map *map);
u64 hist_poll_count(const struct hist *h);

/**
 * hist_poll_counted - a record was counted in a map
 * @map: the map; the last thing done to it was to add atomically
 *
 * Context: any, preemption off.
 */
static __always_inline void hist_poll_counted(struct hist_map *map)
{
	/* HIST(counted:A) pairs with HIST(arm:B) */
	smp_mb__after_atomic();
	/* READ_ONCE() would not let the compiler compare in memory. */
	if (unlikely(data_race(map->awaited) == HIST_AWAITED))
		hist_poll_tell(map);
}

/* Reading actions: hist_action.c */
int hist_action_parse(struct hist *h, struct hist_spec *spec, char *text);
void hist_action_free(struct hist_action *action);

/* Making one: hist_make.c */
struct hist *hist_make(struct hist_spec *spec, struct trace_event_file *file);
void hist_free(struct hist *h);

/* hist_print.c */
void hist_command_show(struct seq_file *m, const struct hist *h);
int hist_print(struct seq_file *m, struct hist *h);

#endif /* _KERNEL_TRACE_TRIGGER_HIST_H */
