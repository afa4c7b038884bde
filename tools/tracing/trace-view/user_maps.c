// SPDX-License-Identifier: GPL-2.0
/*
 * The mappings of processes. A mapping counts until a later one overlaps it. A process that was
 * forked has those that its parent had then, and its own.
 */
#include "user_maps.h"

#include "elf_symbols.h"
#include "hash.h"

#include <stdlib.h>
#include <string.h>

#define USER_BUCKETS	1024
#define USER_ID		20
#define USER_DEPTH	64	/* parents of parents that are followed */
#define USER_MAPS	1000000	/* of one machine: more are not known */

struct user_file {
	struct user_file *next;
	struct elf_symbols *symbols;
	bool tried;
	unsigned int id_size;
	uint8_t id[USER_ID];
	char path[];
};

struct user_map {
	uint64_t start, size, offset;
	struct user_file *file;		/* NULL for memory without a file */
};

/**
 * struct user_process - a process
 * @next: of the same hash, the last one first
 * @tgid: its id, which another one had before or has later
 * @parent: the process from which it has its first mappings, or NULL
 * @inherited: number of @parent's mappings that it has
 * @nr: number of its own mappings
 * @maps: its own mappings, the oldest one first
 */
struct user_process {
	struct user_process *next;
	uint32_t tgid;
	struct user_process *parent;
	uint32_t inherited;
	uint32_t nr;
	struct user_map *maps;
};

struct user_maps {
	struct user_process *processes[USER_BUCKETS];
	struct user_file *files[USER_BUCKETS];
	unsigned int nr;
};

/* In the order of the table of events. */
enum { USER_TGID, USER_PARENT, USER_START, USER_SIZE, USER_OFFSET, USER_ID_SIZE, USER_BUILD_ID,
	USER_PATH };

static struct user_process *user_find(const struct user_maps *maps, uint32_t tgid)
{
	struct user_process *process = maps->processes[hash_number(tgid) % USER_BUCKETS];

	while (process && process->tgid != tgid)
		process = process->next;
	return process;
}

static struct user_process *user_add(struct user_maps *maps, uint32_t tgid)
{
	struct user_process **head = &maps->processes[hash_number(tgid) % USER_BUCKETS];
	struct user_process *process;

	if (maps->nr >= USER_MAPS)
		return NULL;
	process = calloc(1, sizeof(*process));
	if (!process)
		return NULL;
	maps->nr++;
	process->tgid = tgid;
	process->next = *head;
	*head = process;
	return process;
}

static void user_fork(struct user_maps *maps, uint32_t tgid, uint32_t parent_tgid)
{
	struct user_process *parent = user_find(maps, parent_tgid);
	struct user_process *process = user_add(maps, tgid);

	if (!process || !parent)
		return;
	process->parent = parent;
	process->inherited = parent->nr;
}

static struct user_file *user_file(struct user_maps *maps, const struct view_record *record)
{
	const struct view_field *const *role = record->event->roles;
	unsigned int len, id_len, id_size = view_field_number(record, role[USER_ID_SIZE]);
	const char *path = view_field_bytes(record, role[USER_PATH], &len);
	const uint8_t *id = view_field_bytes(record, role[USER_BUILD_ID], &id_len);
	struct user_file **head, *file;

	len = strnlen(path, len);
	if (!len)
		return NULL;
	if (id_size > USER_ID || id_size > id_len)
		id_size = 0;
	head = &maps->files[hash_bytes(path, len) % USER_BUCKETS];
	for (file = *head; file; file = file->next)
		if (file->id_size == id_size && !memcmp(file->id, id, id_size) &&
		    strlen(file->path) == len && !memcmp(file->path, path, len))
			return file;
	file = calloc(1, sizeof(*file) + len + 1);
	if (!file)
		return NULL;
	file->id_size = id_size;
	memcpy(file->id, id, id_size);
	memcpy(file->path, path, len);
	file->next = *head;
	*head = file;
	return file;
}

static void user_map(struct user_maps *maps, struct user_process *process,
		     const struct user_map *map)
{
	struct user_map *bigger;

	if (maps->nr >= USER_MAPS)
		return;
	/* There is space for the next power of two. */
	if (!(process->nr & (process->nr - 1))) {
		bigger = realloc(process->maps, (process->nr ? 2 * process->nr : 1) *
				 sizeof(*bigger));
		if (!bigger)
			return;
		process->maps = bigger;
	}
	process->maps[process->nr++] = *map;
	maps->nr++;
}

static const struct user_map *user_lookup(const struct user_process *process, uint64_t addr)
{
	uint32_t nr = process ? process->nr : 0;

	for (unsigned int depth = 0; process && depth < USER_DEPTH; depth++) {
		while (nr--) {
			const struct user_map *map = &process->maps[nr];

			if (addr >= map->start && addr - map->start < map->size)
				return map;
		}
		nr = process->inherited;
		process = process->parent;
	}
	return NULL;
}

void user_maps_record(const struct view_record *record)
{
	const struct view_field *const *role = record->event->roles;
	struct view_machine *machine = record->event->machine;
	uint32_t tgid = view_field_number(record, role[USER_TGID]);
	uint32_t parent = view_field_number(record, role[USER_PARENT]);
	struct user_process *process;
	const struct user_map *known;
	struct user_map map;

	if (!machine->user_maps)
		machine->user_maps = calloc(1, sizeof(*machine->user_maps));
	if (!machine->user_maps)
		return;
	if (parent) {
		user_fork(machine->user_maps, tgid, parent);
		return;
	}
	process = user_find(machine->user_maps, tgid) ?: user_add(machine->user_maps, tgid);
	if (!process)
		return;
	map = (struct user_map){
		.start = view_field_number(record, role[USER_START]),
		.size = view_field_number(record, role[USER_SIZE]),
		.offset = view_field_number(record, role[USER_OFFSET]),
		.file = user_file(machine->user_maps, record),
	};
	/* Several buffers may have the same record. */
	known = user_lookup(process, map.start);
	if (!known || known->start != map.start || known->size != map.size ||
	    known->offset != map.offset || known->file != map.file)
		user_map(machine->user_maps, process, &map);
}

static const char *user_function(struct user_file *file, const struct user_map *map,
				 uint64_t addr, uint64_t *offset)
{
	if (!file->tried && file->id_size)
		file->symbols = elf_symbols_open(file->path, file->id, file->id_size);
	file->tried = true;
	if (!file->symbols)
		return NULL;
	return elf_symbols_find(file->symbols, map->offset, addr - map->start, offset);
}

bool user_symbol(const struct view_record *record, uint64_t addr, bool caller,
		 struct user_symbol *symbol)
{
	const struct view_field *const *role = record->event->roles;
	const struct user_maps *maps = record->event->machine->user_maps;
	const struct user_map *map = NULL;
	const char *slash;

	if (maps && role[1])
		map = user_lookup(user_find(maps, view_field_number(record, role[1])),
				  addr - caller);
	if (!map || !map->file)
		return false;
	symbol->name = user_function(map->file, map, addr - caller, &symbol->offset);
	symbol->function = symbol->name;
	if (symbol->name) {
		symbol->offset += caller;
		return true;
	}
	slash = strrchr(map->file->path, '/');
	symbol->name = slash ? slash + 1 : map->file->path;
	symbol->offset = addr - map->start + map->offset;
	return true;
}

static void user_process_free(struct user_process *process)
{
	struct user_process *next;

	for (; process; process = next) {
		next = process->next;
		free(process->maps);
		free(process);
	}
}

static void user_file_free(struct user_file *file)
{
	struct user_file *next;

	for (; file; file = next) {
		next = file->next;
		elf_symbols_close(file->symbols);
		free(file);
	}
}

void user_maps_close(struct view_machine *machine)
{
	struct user_maps *maps = machine->user_maps;

	for (unsigned int i = 0; maps && i < USER_BUCKETS; i++) {
		user_process_free(maps->processes[i]);
		user_file_free(maps->files[i]);
	}
	free(maps);
	machine->user_maps = NULL;
}
