/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The mappings of processes, from records of ftrace:user_mapping, and names of functions in
 * user stacks.
 */
#ifndef TRACE_VIEW_USER_MAPS_H
#define TRACE_VIEW_USER_MAPS_H

#include "record.h"

/**
 * struct user_symbol - what is at an address of a process
 * @name: the function; or the last part of the path of the mapped file
 * @offset: bytes from the begin of the function, or of the file
 * @function: @name is a function
 */
struct user_symbol {
	const char *name;
	uint64_t offset;
	bool function;
};

/**
 * user_maps_record() - add a mapping, or a new process
 * @record: of VIEW_KIND_USER_MAPPING
 *
 * What the record says is not trusted. Without memory, the mapping is not known later.
 */
void user_maps_record(const struct view_record *record);

/**
 * user_symbol() - find what is at an address of a user stack
 * @record: of VIEW_KIND_USER_STACK
 * @addr: address in the stack
 * @caller: it is a return address: the function is that of the byte before
 * @symbol: filled in; valid as long as the machine
 *
 * Symbols are read when the first address of a file is looked up, from the first of these files
 * that exists and has the build-id that was recorded: those of the cache of debuginfod
 * ($DEBUGINFOD_CACHE_PATH, $XDG_CACHE_HOME/debuginfod_client or ~/.cache/debuginfod_client),
 * /usr/lib/debug/.build-id/xx/yyyy.debug, and the path. Without a build-id there are none.
 *
 * Return: true if a mapping of a file is known.
 */
bool user_symbol(const struct view_record *record, uint64_t addr, bool caller,
		 struct user_symbol *symbol);

/**
 * user_maps_close() - forget the mappings of a machine
 * @machine: the machine
 */
void user_maps_close(struct view_machine *machine);

#endif /* TRACE_VIEW_USER_MAPS_H */
