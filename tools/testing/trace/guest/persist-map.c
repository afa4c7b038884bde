// SPDX-License-Identifier: GPL-2.0
/*
 * Read the mapped ring buffer FILE, and print the text of all records: persist-map FILE.
 * Each sub-buffer is written to the standard output as far as it is in use.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <linux/trace_mmap.h>

#define PAGE	4096UL

int main(int argc, char **argv)
{
	struct trace_buffer_meta *meta;
	unsigned long commit, seen = 0, id = -1UL;
	char *data;
	int fd;

	fd = open(argv[argc - 1], O_RDONLY | O_NONBLOCK);
	meta = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
	if (meta == MAP_FAILED) {
		printf("%s\n", strerrorname_np(errno));
		return 0;
	}
	data = mmap(NULL, PAGE * meta->nr_subbufs, PROT_READ, MAP_SHARED, fd, PAGE);
	if (data == MAP_FAILED)
		return 1;
	for (;;) {
		if (ioctl(fd, TRACE_MMAP_IOCTL_GET_READER))
			return 1;
		if (id != meta->reader.id)
			seen = 0;
		id = meta->reader.id;
		commit = *(unsigned long *)(data + PAGE * id + 8) & 0xfffff;
		if (commit <= seen)
			break;
		if (meta->reader.lost_events)
			printf("\nlost %llu\n", (unsigned long long)meta->reader.lost_events);
		fflush(stdout);
		if (write(1, data + PAGE * id + 16 + seen, commit - seen) < 0)
			return 1;
		seen = commit;
	}
	printf("\nmapped\n");
	munmap(data, PAGE * meta->nr_subbufs);
	munmap(meta, PAGE);
	return 0;
}
