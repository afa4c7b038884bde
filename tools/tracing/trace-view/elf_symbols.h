/* SPDX-License-Identifier: GPL-2.0 */
/* The functions of an ELF file, found by its build-id. */
#ifndef TRACE_VIEW_ELF_SYMBOLS_H
#define TRACE_VIEW_ELF_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

struct elf_symbols;

/**
 * elf_symbols_open() - find a file with symbols
 * @path: path of the mapped file
 * @id: its build-id
 * @id_size: bytes of @id, not 0
 *
 * See user_symbol() for the files that are tried. Their contents are not trusted.
 *
 * Return: the symbols, or NULL if there is no such file with symbols.
 */
struct elf_symbols *elf_symbols_open(const char *path, const uint8_t *id, unsigned int id_size);

/**
 * elf_symbols_find() - find a function
 * @symbols: from elf_symbols_open()
 * @start: offset in the file of the begin of the mapping
 * @delta: bytes from there
 * @offset: set to the bytes from the begin of the function
 *
 * Return: its name, valid until elf_symbols_close(); NULL if there is none.
 */
const char *elf_symbols_find(const struct elf_symbols *symbols, uint64_t start, uint64_t delta,
			     uint64_t *offset);

/**
 * elf_symbols_close() - free symbols
 * @symbols: from elf_symbols_open(), or NULL
 */
void elf_symbols_close(struct elf_symbols *symbols);

#endif /* TRACE_VIEW_ELF_SYMBOLS_H */
