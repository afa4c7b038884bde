// SPDX-License-Identifier: GPL-2.0
/*
 * Reads symbols from ELF files of this machine's byte order. The file is mapped; each offset,
 * size and number in it is compared with the bytes that there are.
 */
#include "elf_symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define ELF_LITTLE	(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define ELF_NATIVE	(ELF_LITTLE ? ELFDATA2LSB : ELFDATA2MSB)

/* A segment or section of either class. */
struct elf_part {
	uint32_t type, flags, link;
	uint64_t offset, size, addr, memory, entry;
};

struct elf_function {
	uint64_t addr, size;
	const char *name;
};

struct elf_symbols {
	const unsigned char *bytes;
	uint64_t size;
	bool wide;			/* ELFCLASS64 */
	struct elf_part *segments;
	unsigned int nr_segments;
	struct elf_function *functions;
	uint64_t nr_functions;
};

/* Bytes of the file, or NULL if it does not have as many. */
static const void *elf_at(const struct elf_symbols *elf, uint64_t offset, uint64_t size)
{
	if (offset > elf->size || size > elf->size - offset)
		return NULL;
	return elf->bytes + offset;
}

static bool elf_segment(const struct elf_symbols *elf, uint64_t at, struct elf_part *part)
{
	Elf64_Phdr wide;
	Elf32_Phdr small;
	const void *from = elf_at(elf, at, elf->wide ? sizeof(wide) : sizeof(small));

	if (!from)
		return false;
	if (elf->wide) {
		memcpy(&wide, from, sizeof(wide));
		*part = (struct elf_part){ wide.p_type, wide.p_flags, 0, wide.p_offset,
			wide.p_filesz, wide.p_vaddr, wide.p_memsz, 0 };
	} else {
		memcpy(&small, from, sizeof(small));
		*part = (struct elf_part){ small.p_type, small.p_flags, 0, small.p_offset,
			small.p_filesz, small.p_vaddr, small.p_memsz, 0 };
	}
	return true;
}

static bool elf_section(const struct elf_symbols *elf, uint64_t at, struct elf_part *part)
{
	Elf64_Shdr wide;
	Elf32_Shdr small;
	const void *from = elf_at(elf, at, elf->wide ? sizeof(wide) : sizeof(small));

	if (!from)
		return false;
	if (elf->wide) {
		memcpy(&wide, from, sizeof(wide));
		*part = (struct elf_part){ wide.sh_type, 0, wide.sh_link, wide.sh_offset,
			wide.sh_size, wide.sh_addr, 0, wide.sh_entsize };
	} else {
		memcpy(&small, from, sizeof(small));
		*part = (struct elf_part){ small.sh_type, 0, small.sh_link, small.sh_offset,
			small.sh_size, small.sh_addr, 0, small.sh_entsize };
	}
	return true;
}

/* The note is in a segment: a file with debug information only may have it in a section only. */
static bool elf_note_is(const struct elf_symbols *elf, const struct elf_part *part,
			const uint8_t *id, unsigned int id_size)
{
	uint64_t at = part->offset, end = part->offset + part->size, desc, next;

	if (!elf_at(elf, part->offset, part->size))
		return false;
	while (end - at >= sizeof(Elf64_Nhdr)) {
		Elf64_Nhdr head;

		memcpy(&head, elf->bytes + at, sizeof(head));
		desc = at + sizeof(head) + (((uint64_t)head.n_namesz + 3) & ~3ULL);
		next = desc + (((uint64_t)head.n_descsz + 3) & ~3ULL);
		if (desc + head.n_descsz > end)
			return false;
		if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 &&
		    !memcmp(elf->bytes + at + sizeof(head), "GNU", 4))
			return head.n_descsz == id_size && !memcmp(elf->bytes + desc, id, id_size);
		if (next > end)
			return false;
		at = next;
	}
	return false;
}

static void elf_functions(struct elf_symbols *elf, const struct elf_part *table,
			  const struct elf_part *names)
{
	uint64_t step = elf->wide ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym), nr = table->size / step;
	const char *text = elf_at(elf, names->offset, names->size);
	const unsigned char *from = elf_at(elf, table->offset, table->size);

	/* The last name has an end, too. */
	if (!from || !text || !names->size || text[names->size - 1])
		return;
	elf->functions = calloc(nr ? nr : 1, sizeof(*elf->functions));
	for (uint64_t i = 0; elf->functions && i < nr; i++, from += step) {
		struct elf_function *to = &elf->functions[elf->nr_functions];
		Elf64_Sym symbol;
		Elf32_Sym small;

		if (elf->wide) {
			memcpy(&symbol, from, sizeof(symbol));
		} else {
			memcpy(&small, from, sizeof(small));
			symbol = (Elf64_Sym){ small.st_name, small.st_info, small.st_other,
				small.st_shndx, small.st_value, small.st_size };
		}
		if ((ELF64_ST_TYPE(symbol.st_info) != STT_FUNC &&
		     ELF64_ST_TYPE(symbol.st_info) != STT_GNU_IFUNC) ||
		    symbol.st_shndx == SHN_UNDEF || symbol.st_name >= names->size ||
		    !text[symbol.st_name])
			continue;
		to->addr = symbol.st_value;
		to->size = symbol.st_size;
		to->name = text + symbol.st_name;
		elf->nr_functions++;
	}
}

/* By address; of several names of one address, the order is that of the names. */
static int elf_compare(const void *left, const void *right)
{
	const struct elf_function *a = left, *b = right;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	return strcmp(b->name, a->name);
}

/* What the header says of the tables of segments and sections. */
struct elf_tables {
	uint64_t segments, sections;
	unsigned int segment_size, section_size, nr_segments, nr_sections;
};

static bool elf_header(struct elf_symbols *elf, struct elf_tables *tables)
{
	const unsigned char *ident = elf_at(elf, 0, EI_NIDENT);
	Elf64_Ehdr wide;
	Elf32_Ehdr small;

	if (!ident || memcmp(ident, ELFMAG, SELFMAG) || ident[EI_DATA] != ELF_NATIVE)
		return false;
	elf->wide = ident[EI_CLASS] == ELFCLASS64;
	if (!elf_at(elf, 0, elf->wide ? sizeof(wide) : sizeof(small)))
		return false;
	if (elf->wide) {
		memcpy(&wide, ident, sizeof(wide));
		*tables = (struct elf_tables){ wide.e_phoff, wide.e_shoff, wide.e_phentsize,
			wide.e_shentsize, wide.e_phnum, wide.e_shnum };
	} else {
		memcpy(&small, ident, sizeof(small));
		*tables = (struct elf_tables){ small.e_phoff, small.e_shoff, small.e_phentsize,
			small.e_shentsize, small.e_phnum, small.e_shnum };
	}
	return true;
}

/* Read the segments. True if one has the build-id. */
static bool elf_segments(struct elf_symbols *elf, const struct elf_tables *tables,
			 const uint8_t *id, unsigned int id_size)
{
	bool found = false;

	elf->segments = calloc(tables->nr_segments + 1, sizeof(*elf->segments));
	for (unsigned int i = 0; elf->segments && i < tables->nr_segments; i++) {
		struct elf_part *part = &elf->segments[elf->nr_segments];
		uint64_t at = tables->segments + (uint64_t)i * tables->segment_size;

		if (at < tables->segments || !elf_segment(elf, at, part))
			break;
		if (part->type == PT_LOAD)
			elf->nr_segments++;
		else if (part->type == PT_NOTE && elf_note_is(elf, part, id, id_size))
			found = true;
	}
	return found;
}

/* Read the functions. True if a section has the build-id. */
static bool elf_sections(struct elf_symbols *elf, const struct elf_tables *tables,
			 const uint8_t *id, unsigned int id_size)
{
	struct elf_part part, names, table = { 0 };
	bool found = false;

	for (unsigned int i = 0; i < tables->nr_sections; i++) {
		uint64_t at = tables->sections + (uint64_t)i * tables->section_size;

		if (at < tables->sections || !elf_section(elf, at, &part))
			break;
		if (part.type == SHT_NOTE && elf_note_is(elf, &part, id, id_size))
			found = true;
		if (part.type == SHT_SYMTAB || (part.type == SHT_DYNSYM && !table.type))
			table = part;
	}
	if (table.type && table.link < tables->nr_sections &&
	    elf_section(elf, tables->sections + (uint64_t)table.link * tables->section_size,
			&names))
		elf_functions(elf, &table, &names);
	return found;
}

static bool elf_read(struct elf_symbols *elf, const uint8_t *id, unsigned int id_size)
{
	struct elf_tables tables;
	bool found;

	if (!elf_header(elf, &tables))
		return false;
	found = elf_segments(elf, &tables, id, id_size);
	if (elf_sections(elf, &tables, id, id_size))
		found = true;
	if (!found || !elf->nr_functions)
		return false;
	qsort(elf->functions, elf->nr_functions, sizeof(*elf->functions), elf_compare);
	return true;
}

static struct elf_symbols *elf_open(const char *path, const uint8_t *id, unsigned int id_size)
{
	struct elf_symbols *elf;
	struct stat info;
	int fd;

	/* The path is from a recording. Opening a device may have an effect. */
	if (stat(path, &info) || !S_ISREG(info.st_mode))
		return NULL;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return NULL;
	elf = calloc(1, sizeof(*elf));
	if (elf && !fstat(fd, &info) && S_ISREG(info.st_mode) && info.st_size > 0) {
		elf->bytes = mmap(NULL, info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (elf->bytes == MAP_FAILED)
			elf->bytes = NULL;
		else
			elf->size = info.st_size;
	}
	close(fd);
	if (elf && elf->bytes && elf_read(elf, id, id_size))
		return elf;
	elf_symbols_close(elf);
	return NULL;
}

void elf_symbols_close(struct elf_symbols *elf)
{
	if (!elf)
		return;
	if (elf->bytes)
		munmap((void *)elf->bytes, elf->size);
	free(elf->segments);
	free(elf->functions);
	free(elf);
}

/* The directory of debuginfod's clients, or "" if it is not known. */
static void elf_cache(char *path, size_t size)
{
	const char *from;

	path[0] = '\0';
	from = getenv("DEBUGINFOD_CACHE_PATH");
	if (from && *from) {
		snprintf(path, size, "%s", from);
		return;
	}
	from = getenv("XDG_CACHE_HOME");
	if (from && *from) {
		snprintf(path, size, "%s/debuginfod_client", from);
		return;
	}
	from = getenv("HOME");
	if (from && *from)
		snprintf(path, size, "%s/.cache/debuginfod_client", from);
}

struct elf_symbols *elf_symbols_open(const char *path, const uint8_t *id, unsigned int id_size)
{
	char hex[2 * 64 + 1] = "", cache[PATH_MAX], name[PATH_MAX + 256];
	static const char *const kinds[] = { "debuginfo", "executable" };
	struct elf_symbols *elf = NULL;

	if (!id_size || id_size > 64)
		return NULL;
	for (unsigned int i = 0; i < id_size; i++)
		sprintf(hex + 2 * i, "%02x", id[i]);
	elf_cache(cache, sizeof(cache));
	for (size_t i = 0; *cache && !elf && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		snprintf(name, sizeof(name), "%s/%s/%s", cache, hex, kinds[i]);
		elf = elf_open(name, id, id_size);
	}
	if (!elf) {
		snprintf(name, sizeof(name), "/usr/lib/debug/.build-id/%.2s/%s.debug", hex,
			 hex + 2);
		elf = elf_open(name, id, id_size);
	}
	if (!elf && path[0] == '/')
		elf = elf_open(path, id, id_size);
	return elf;
}

/*
 * The address of a place in the file. The offsets of segments of a file that has debug
 * information only may differ from those of the mapped file; its executable segment, if there is
 * one only, is the one that is mapped.
 */
static bool elf_address(const struct elf_symbols *elf, uint64_t start, uint64_t delta,
			uint64_t *addr)
{
	const struct elf_part *code = NULL;
	uint64_t at = start + delta, page = 4095;

	for (unsigned int i = 0; i < elf->nr_segments; i++) {
		const struct elf_part *part = &elf->segments[i];

		if (!(part->flags & PF_X))
			continue;
		if (at >= part->offset && at - part->offset < part->size) {
			*addr = at - part->offset + part->addr;
			return true;
		}
		if (code)
			return false;
		code = part;
	}
	if (!code || delta >= (code->addr & page) + code->memory)
		return false;
	*addr = (code->addr & ~page) + delta;
	return true;
}

const char *elf_symbols_find(const struct elf_symbols *elf, uint64_t start, uint64_t delta,
			     uint64_t *offset)
{
	uint64_t addr, low = 0, high = elf->nr_functions;
	const struct elf_function *found;

	if (!elf_address(elf, start, delta, &addr))
		return NULL;
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (elf->functions[middle].addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return NULL;
	found = &elf->functions[low - 1];
	/* Code that was written in assembly often has no size: it reaches to the next function. */
	if (found->size && addr - found->addr >= found->size)
		return NULL;
	*offset = addr - found->addr;
	return found->name;
}
