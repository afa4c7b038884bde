// SPDX-License-Identifier: GPL-2.0
/*
 * Text that a record only points at, in the kernel or in user space: copied to
 * where it can't change or vanish while it is compared.
 *
 * A filter runs in every context, so each CPU has as many places as contexts can
 * interrupt one another. They are allocated with the first filter that wants one,
 * and stay.
 */
#include "internal.h"

#define ROOM_SIZE	1024
#define ROOM_NESTING	4

/**
 * struct filter_room - a CPU's places
 * @depth: how many of @text are in use
 * @text: one for each context
 */
struct filter_room {
	int depth;
	char text[ROOM_NESTING][ROOM_SIZE];
};

static struct filter_room __percpu *filter_rooms;

/**
 * filter_strings_alloc - have places for text ready
 *
 * Context: task, may sleep; may be called more than once, and at once.
 * Return: 0 or -ENOMEM.
 */
int filter_strings_alloc(void)
{
	struct filter_room __percpu *rooms;

	if (READ_ONCE(filter_rooms))
		return 0;
	rooms = alloc_percpu(struct filter_room);
	if (!rooms)
		return -ENOMEM;
	/* Full barrier: who sees the address sees zeroes. */
	if (cmpxchg(&filter_rooms, NULL, rooms))
		free_percpu(rooms);
	return 0;
}

/**
 * filter_string_get - copy a text
 * @from: where it is
 * @user: in user space
 * @len: set to its bytes, those that fit
 *
 * Context: any, preemption off until filter_string_put().
 * Return: the copy; NULL if it can't be read, and nothing is to be put.
 */
const char *filter_string_get(const void *from, bool user, unsigned int *len)
{
	struct filter_room *room = this_cpu_ptr(filter_rooms);
	char *text;
	long ret;

	if (room->depth >= ROOM_NESTING)
		return NULL;
	/* Whoever interrupts us here leaves the depth as it was. */
	text = room->text[room->depth++];
	barrier();
	if (user)
		ret = strncpy_from_user_nofault(text,
						(const void __user *)from,
						ROOM_SIZE);
	else
		ret = strncpy_from_kernel_nofault(text, from, ROOM_SIZE);
	if (ret <= 0) {
		filter_string_put();
		return NULL;
	}
	*len = ret - 1;
	return text;
}

/* The copy that was made last is not needed any more. */
void filter_string_put(void)
{
	barrier();
	this_cpu_ptr(filter_rooms)->depth--;
}
