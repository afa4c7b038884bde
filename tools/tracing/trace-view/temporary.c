// SPDX-License-Identifier: GPL-2.0
/* Temporary files. See temporary.h. */
#include "temporary.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>

int temporary_open(void)
{
	const char *dir = getenv("TMPDIR") ?: "/tmp";
	int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	return fd >= 0 ? fd : memfd_create("trace-view", MFD_CLOEXEC);
}
