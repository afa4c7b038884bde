// SPDX-License-Identifier: GPL-2.0
/*
 * Preloaded into a user-mode kernel (ARCH=um). Linux 6.12 has space for 2,696 bytes of
 * extended registers (up to AVX-512), but a host with AMX rejects PTRACE_SETREGSET with
 * less than its whole 11 KB. This wrapper sets the registers beyond 2,696 bytes to the
 * values that the process already has.
 */
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>

typedef long (*ptrace_t)(int request, pid_t pid, void *at, void *data);

/* A user-mode kernel calls ptrace() from one thread only. */
static char whole[65536];

static long set_xstate(ptrace_t next, pid_t pid, void *at, const struct iovec *part)
{
	struct iovec all = { .iov_base = whole, .iov_len = sizeof(whole) };

	if (next(PTRACE_GETREGSET, pid, at, &all) < 0)
		return -1;
	if (part->iov_len > all.iov_len)
		return next(PTRACE_SETREGSET, pid, at, (void *)part);
	memcpy(whole, part->iov_base, part->iov_len);
	return next(PTRACE_SETREGSET, pid, at, &all);
}

long ptrace(enum __ptrace_request request, ...)
{
	static ptrace_t next;
	va_list args;
	pid_t pid;
	void *at, *data;

	va_start(args, request);
	pid = va_arg(args, pid_t);
	at = va_arg(args, void *);
	data = va_arg(args, void *);
	va_end(args);
	if (!next)
		next = (ptrace_t)dlsym(RTLD_NEXT, "ptrace");
	if (request == PTRACE_SETREGSET && (unsigned long)at == NT_X86_XSTATE)
		return set_xstate(next, pid, at, data);
	return next(request, pid, at, data);
}
