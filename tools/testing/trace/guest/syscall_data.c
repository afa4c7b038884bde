// SPDX-License-Identifier: GPL-2.0
/*
 * System calls with strings and buffers at known places, for syscall-data.sh. Their
 * results do not matter.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static char *pages(size_t bytes)
{
	char *mem = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (mem == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	return mem;
}

static void test_access(const char *path, int mode)
{
	syscall(SYS_access, path, mode);
}

/* Strings; the mode of each call is its number. */
static void strings(void)
{
	size_t page = sysconf(_SC_PAGESIZE);
	char *text = pages(2 * page), *longer = pages(2 * page), *absent = pages(page);

	test_access("/etc/hosts", 1);
	test_access("", 2);
	test_access("line\nquote\"\033\xc3\xa4", 3);
	memset(text, 'a', page);
	text[63] = 0;
	test_access(text, 4);
	text[63] = 'b';
	text[64] = 0;
	test_access(text, 5);
	text[64] = 'c';
	/* The last byte of a page, and the next one has not been touched. */
	text[page - 2] = 'd';
	text[page - 1] = 0;
	test_access(text + page - 2, 6);
	longer[page - 1] = 'e';
	test_access(longer + page - 1, 7);
	test_access(NULL, 8);
	test_access((void *)-4096L, 9);
	test_access(absent, 10);
	/* Now the page is there, and is full of zeros. */
	*(volatile char *)absent = 0;
	test_access(absent, 11);
	syscall(SYS_renameat2, -1, "old", -1, "new", 0x1000);
	syscall(SYS_symlinkat, "target", -1, NULL);
}

/* Buffers; the file is closed for writing. */
static void buffers(void)
{
	static char bytes[100];
	unsigned int i;

	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = 'A' + i % 26;
	syscall(SYS_write, 1000, "ok\n", 3);
	syscall(SYS_write, 1001, "a\0\xff\"", 4);
	syscall(SYS_write, 1002, bytes, 0);
	syscall(SYS_write, 1003, bytes, 63);
	syscall(SYS_write, 1004, bytes, 64);
	syscall(SYS_write, 1005, NULL, 5);
	syscall(SYS_pwrite64, 1006, bytes, 2, 0);
	/* A length below 0 is that of a long buffer. */
	syscall(SYS_setdomainname, bytes, -1);
}

int main(void)
{
	strings();
	buffers();
	return 0;
}
