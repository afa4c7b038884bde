/* SPDX-License-Identifier: GPL-2.0 */
/* Where functions and data of the running program are in its file. */
#ifndef _TOOLS_TRACE_GUEST_UPROBE_PLACES_H
#define _TOOLS_TRACE_GUEST_UPROBE_PLACES_H

#include <fcntl.h>
#include <linux/elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

/* A function that stays a function, with the arguments that it is declared with. */
#define UPROBE_PLACE	__attribute__((noipa))

/* A counter of those who watch a place, in the section where static probes have theirs. */
#define UPROBE_SEMAPHORE(name)						\
	asm(".pushsection .probes, \"aw\", @progbits\n.balign 2\n.globl " #name "\n" \
	    #name ": .short 0\n.popsection");				\
	extern volatile unsigned short name

/* The beginning of the file, which is mapped with the program. */
extern const char __ehdr_start[];

/* The offset in the file of what is at an address of the program, or -1. */
static inline long uprobe_offset_of(const volatile void *at)
{
	const struct elf64_hdr *file = (const void *)__ehdr_start;
	const struct elf64_phdr *head = (const void *)(__ehdr_start + file->e_phoff);
	uintptr_t start = (uintptr_t)__ehdr_start, address = (uintptr_t)at;
	int i;

	/* The addresses in the file of a program that can be anywhere begin at 0. */
	if (file->e_type == ET_DYN)
		address -= start;
	for (i = 0; i < file->e_phnum; i++) {
		if (head[i].p_type == PT_LOAD && address >= head[i].p_vaddr &&
		    address < head[i].p_vaddr + head[i].p_filesz)
			return address - head[i].p_vaddr + head[i].p_offset;
	}
	return -1;
}

/* Whether the text at an address is not that of the file. */
static inline bool uprobe_is_trapped(const volatile void *at)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	unsigned char byte = 0;
	bool differs;

	differs = fd < 0 || pread(fd, &byte, 1, uprobe_offset_of(at)) != 1 ||
		  *(const volatile unsigned char *)at != byte;
	close(fd);
	return differs;
}

#endif /* _TOOLS_TRACE_GUEST_UPROBE_PLACES_H */
