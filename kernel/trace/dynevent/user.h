/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User events: definitions shared by user*.c.
 *
 * User events are trace events that processes define and write. See
 * Documentation/trace/user_events.rst for the interface.
 *
 * Locks: dynevent_lock > event_mutex > user_mm_lock > mmap_lock. dynevent_lock protects
 * the set of events, user_mm_lock the enablers: the bits in user memory that show
 * whether an event is in use. A page of user memory is never faulted in while one of
 * these locks is held.
 */
#ifndef _KERNEL_TRACE_DYNEVENT_USER_H
#define _KERNEL_TRACE_DYNEVENT_USER_H

#include <linux/user_events.h>

#include "dynevent.h"

struct iov_iter;

/* Maximum size of a definition in bytes, NUL included. */
#define USER_EVENT_TEXT_MAX	4096

/* Who uses an event: bits of user_event::users. */
#define USER_EVENT_BY_FTRACE	BIT(0)
#define USER_EVENT_BY_PERF	BIT(1)

/**
 * struct user_type - a type of fields that are numbers
 * @name: name of the type
 * @size: size of the number in bytes
 * @format: printf format
 */
struct user_type {
	const char	*name;
	unsigned char	size;
	const char	*format;
};

/**
 * struct user_check - a field of variable size, which is checked in each record
 * @offset: offset in the record of the word that locates the contents
 * @relative: the word is relative to its own end, not to the record
 * @string: the contents must end with a NUL
 */
struct user_check {
	unsigned short	offset;
	bool		relative;
	bool		string;
};

/**
 * struct user_def - the parsed definition of a user event
 * @text: the definition, split into the texts of the name and the fields
 * @name: name of the event, within @text
 * @rows: the fields, terminated by one without a type; their texts are in @text
 * @nr: number of fields
 * @size: minimum size of the fields in bytes, common fields not included
 * @checks: the fields of variable size
 * @nr_checks: number of elements of @checks
 */
struct user_def {
	char			*text;
	const char		*name;
	struct event_field	*rows;
	unsigned int		nr;
	unsigned int		size;
	struct user_check	*checks;
	unsigned int		nr_checks;
};

/**
 * struct user_event - a user event
 * @ev: the event in the list of dynamic events
 * @dcall: the trace event
 * @def: name and fields
 * @call_name: name of the trace event: that of @def, or NAME.N
 * @print_fmt: text after "print fmt: "
 * @flags: USER_EVENT_REG_* of the registration that created the event
 * @users: USER_EVENT_BY_*; changed with event_mutex and user_mm_lock held
 * @refs: number of references by open files, enablers and @users; 0: the event is
 *	removed soon unless it is persistent. Lock: user_ref_lock
 * @reap: node in the list of events to be removed. Lock: user_ref_lock
 * @enablers: list of struct user_enabler. Lock: user_mm_lock
 * @by_name: node in the hash of user events by their name. Lock: dynevent_lock
 */
struct user_event {
	struct dynevent		ev;
	struct dynevent_call	dcall;
	struct user_def		def;
	char			*call_name;
	char			*print_fmt;
	unsigned int		flags;
	unsigned int		users;
	unsigned int		refs;
	struct list_head	reap;
	struct list_head	enablers;
	struct hlist_node	by_name;
};

/**
 * user_event_of - get the user event of a dynamic event
 * @ev: the dynamic event
 *
 * Context: any.
 * Return: the user event.
 */
static inline struct user_event *user_event_of(struct dynevent *ev)
{
	return container_of(ev, struct user_event, ev);
}

/* user_parse.c */
int user_def_parse(struct user_def *def, const char *text);
void user_def_free(struct user_def *def);
bool user_def_same_fields(const struct user_def *a, const struct user_def *b);
bool user_def_same_words(const struct user_def *def, int argc, const char **argv);
const struct user_type *user_type_find(const char *name);

/* user_check.c */
int user_event_check(const struct user_def *def, const void *fields, size_t len);

/* user_print.c */
void user_def_show(struct seq_file *m, const struct user_def *def);
char *user_def_print_fmt(const struct user_def *def);

/* user.c */
struct user_event *user_event_register(const char *text, unsigned int flags);
int user_event_delete(const char *name);
struct user_event *user_event_from(struct dynevent *ev);

/* user_ref.c */
void user_event_get(struct user_event *user);
void user_event_put(struct user_event *user);
bool user_event_referenced(struct user_event *user);
void user_event_forget(struct user_event *user);
void user_event_set_reap(int (*remove)(struct user_event *user));

/* user_mm.c */

/**
 * struct user_bit - a bit in user memory
 * @addr: address of the number that has the bit, naturally aligned
 * @size: size of the number in bytes: 4 or 8
 * @bit: the bit
 */
struct user_bit {
	unsigned long	addr;
	unsigned char	size;
	unsigned char	bit;
};

int user_mm_add(struct user_event *user, const struct user_bit *bit);
int user_mm_del(unsigned long addr, unsigned int bit);
void user_mm_set_users(struct user_event *user, unsigned int by, bool on);

/* user_write.c */
int user_event_write(struct user_event *user, const void __user *buf, size_t len);
int user_event_write_iter(struct user_event *user, struct iov_iter *iter);

#endif /* _KERNEL_TRACE_DYNEVENT_USER_H */
