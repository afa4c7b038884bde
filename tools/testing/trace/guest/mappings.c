// SPDX-License-Identifier: GPL-2.0
/*
 * User stacks in mappings of several kinds: mappings CASE [PATH [PATH]].
 *
 * Each case calls the system call getpriority(1, NUMBER) in a function whose mapping is known,
 * with a number of its own, and prints a line "NUMBER PID PLACE". PLACE is how the option
 * sym-userobj prints the address: the path of the mapping and the offset in it, as in
 * /proc/self/maps, or the address.
 *
 * The function is copied to other addresses, and is called in mappings of copies of this
 * program.
 */
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define ELSEWHERE	((char *)0x200000000)

/* The mapping of this program's text. */
static unsigned long text_start, text_size, text_offset;

static long number;

/* Position independent: returns the address behind the system call. */
static __attribute__((noinline, noclone)) unsigned long leaf(long nr)
{
	unsigned long at, result = 140;	/* getpriority */

	asm volatile("syscall\n"
		     "1:	lea 1b(%%rip), %0\n"
		     : "=&r" (at), "+a" (result)
		     : "D" (1L), "S" (nr)
		     : "rcx", "r11", "memory");
	return at;
}

typedef unsigned long (*leaf_fn)(long nr);

static void place_print(unsigned long addr)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512], path[256];
	unsigned long start, end;

	while (maps && fgets(line, sizeof(line), maps)) {
		path[0] = '\0';
		if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %255s", &start, &end, path) >= 2 &&
		    addr >= start && addr < end) {
			if (path[0] == '/')
				printf("%s[+0x%lx]\n", path, addr - start);
			else
				printf(" <%016lx>\n", addr);
		}
	}
	if (maps)
		fclose(maps);
	fflush(stdout);
}

static void call(leaf_fn fn)
{
	unsigned long at = fn(++number);

	printf("%ld %d ", number, getpid());
	place_print(at);
}

static leaf_fn at_base(char *base)
{
	return (leaf_fn)(base + ((unsigned long)leaf - text_start));
}

static void find_text(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512];
	unsigned long start, end, offset;

	while (maps && fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%lx-%lx %*s %lx", &start, &end, &offset) == 3 &&
		    (unsigned long)leaf >= start && (unsigned long)leaf < end) {
			text_start = start;
			text_size = end - start;
			text_offset = offset;
		}
	}
	if (!text_size)
		exit(2);
	fclose(maps);
}

static void map_text(const char *path)
{
	int fd = open(path, O_RDONLY);

	if (fd < 0 || mmap(ELSEWHERE, text_size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED,
			   fd, text_offset) != ELSEWHERE)
		exit(3);
	close(fd);
}

/* The mapping becomes executable later, and only in part. */
static void map_protect(const char *path)
{
	unsigned long at = (unsigned long)at_base(ELSEWHERE) & -4096;
	int fd = open(path, O_RDONLY);

	if (fd < 0 || mmap(ELSEWHERE, text_size, PROT_READ, MAP_PRIVATE | MAP_FIXED,
			   fd, text_offset) != ELSEWHERE ||
	    mprotect((void *)at, 8192, PROT_READ | PROT_EXEC))
		exit(4);
	close(fd);
}

static void map_memory(void)
{
	if (mmap(ELSEWHERE, text_size, PROT_READ | PROT_WRITE | PROT_EXEC,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != ELSEWHERE)
		exit(5);
	memcpy(ELSEWHERE, (void *)text_start, text_size);
}

static void in_child(leaf_fn fn)
{
	pid_t pid = fork();
	int status;

	if (!pid) {
		call(fn);
		exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
		exit(6);
	number++;
}

/* A child that shares the memory: what it changes there is seen here. */
static void in_vfork(leaf_fn fn)
{
	static unsigned long at;
	int status;
	pid_t pid;

	number++;
	pid = vfork();
	if (!pid) {
		at = fn(number);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
		exit(7);
	printf("%ld %d ", number, pid);
	place_print(at);
}

static void cases(const char *first, const char *second)
{
	call(leaf);
	in_child(leaf);
	map_text(first);
	call(at_base(ELSEWHERE));
	in_child(at_base(ELSEWHERE));
	in_vfork(at_base(ELSEWHERE));
	munmap(ELSEWHERE, text_size);
	map_text(second);
	call(at_base(ELSEWHERE));
	in_child(at_base(ELSEWHERE));
	munmap(ELSEWHERE, text_size);
	map_protect(first);
	call(at_base(ELSEWHERE));
	map_memory();
	call(at_base(ELSEWHERE));
	munmap(ELSEWHERE, text_size);
	map_text(first);
	call(at_base(ELSEWHERE));
}

/* Print the build-id of this program, whose addresses are those it was linked to. */
static int build_id(void)
{
	const Elf64_Phdr *phdr = (void *)getauxval(AT_PHDR);
	unsigned long i, n = getauxval(AT_PHNUM);

	for (i = 0; i < n; i++) {
		const char *note = (char *)phdr[i].p_vaddr, *end = note + phdr[i].p_filesz;

		if (phdr[i].p_type != PT_NOTE)
			continue;
		while (note < end) {
			const Elf64_Nhdr *head = (void *)note;
			const unsigned char *desc;
			unsigned int j;

			desc = (void *)(note + sizeof(*head) + (head->n_namesz + 3) / 4 * 4);
			if (head->n_type == NT_GNU_BUILD_ID) {
				for (j = 0; j < head->n_descsz; j++)
					printf("%02x", desc[j]);
				printf("\n");
				return 0;
			}
			note = (char *)desc + (head->n_descsz + 3) / 4 * 4;
		}
	}
	return 1;
}

/* Many short-lived processes: mappings many COUNT PATH. */
static int many(int count, const char *path)
{
	int status, failed = 0;

	while (count--) {
		pid_t pid = fork();

		if (!pid) {
			map_text(path);
			at_base(ELSEWHERE)(1000);
			_exit(0);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid || status)
			failed = 1;
	}
	return failed;
}

/* One process maps a file again and again, so that its mappings have different lengths. */
static int churn(int count, const char *path)
{
	int fd = open(path, O_RDONLY);

	while (fd >= 0 && count--) {
		size_t size = 4096 * (1 + count % 3);

		if (mmap(ELSEWHERE, size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, fd,
			 0) != ELSEWHERE)
			return 1;
	}
	return fd < 0;
}

int main(int argc, char **argv)
{
	find_text();
	if (argc == 4 && !strcmp(argv[1], "cases")) {
		cases(argv[2], argv[3]);
	} else if (argc == 2 && !strcmp(argv[1], "wait")) {
		call(leaf);
		pause();
	} else if (argc == 3 && !strcmp(argv[1], "exec")) {
		number = 100;
		call(leaf);
		execl(argv[2], argv[2], "executed", NULL);
	} else if (argc == 2 && !strcmp(argv[1], "executed")) {
		number = 101;
		call(leaf);
	} else if (argc == 2 && !strcmp(argv[1], "build-id")) {
		return build_id();
	} else if (argc == 4 && !strcmp(argv[1], "many")) {
		return many(atoi(argv[2]), argv[3]);
	} else if (argc == 4 && !strcmp(argv[1], "churn")) {
		return churn(atoi(argv[2]), argv[3]);
	} else {
		return 1;
	}
	return 0;
}
