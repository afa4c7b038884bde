/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The BTF of the running kernel: the numbers of its types by their names.
 */
#ifndef _TOOLS_TRACE_GUEST_KERNEL_BTF_H
#define _TOOLS_TRACE_GUEST_KERNEL_BTF_H

#include <fcntl.h>
#include <linux/btf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The BTF of the kernel. */
static const struct btf_header *btf;

static inline int btf_read(void)
{
	int fd = open("/sys/kernel/btf/vmlinux", O_RDONLY);
	ssize_t got, at = 0;
	struct stat st;
	char *text;

	if (fd < 0 || fstat(fd, &st))
		return -1;
	text = malloc(st.st_size);
	for (; text && at < st.st_size; at += got) {
		got = read(fd, text + at, st.st_size - at);
		if (got <= 0)
			break;
	}
	close(fd);
	btf = (void *)text;
	return text && at == st.st_size && btf->magic == BTF_MAGIC ? 0 : -1;
}

/* Size of what follows a type. */
static inline size_t btf_extra(const struct btf_type *type)
{
	switch (BTF_INFO_KIND(type->info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return sizeof(uint32_t);
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return BTF_INFO_VLEN(type->info) * sizeof(struct btf_member);
	case BTF_KIND_ENUM:
		return BTF_INFO_VLEN(type->info) * sizeof(struct btf_enum);
	case BTF_KIND_ENUM64:
		return BTF_INFO_VLEN(type->info) * 3 * sizeof(uint32_t);
	case BTF_KIND_FUNC_PROTO:
		return BTF_INFO_VLEN(type->info) * sizeof(struct btf_param);
	case BTF_KIND_DATASEC:
		return BTF_INFO_VLEN(type->info) * sizeof(struct btf_var_secinfo);
	default:
		return 0;
	}
}

/* The number of the type of a kind and a name, or 0. */
static inline unsigned int btf_find(const char *name, unsigned int kind)
{
	const char *start = (const char *)btf + btf->hdr_len, *at = start + btf->type_off;
	const char *end = at + btf->type_len, *strings = start + btf->str_off;
	const struct btf_type *type;
	unsigned int id;

	for (id = 1; at < end; id++) {
		type = (const void *)at;
		if (BTF_INFO_KIND(type->info) == kind && !strcmp(strings + type->name_off, name))
			return id;
		at += sizeof(*type) + btf_extra(type);
	}
	return 0;
}

#endif /* _TOOLS_TRACE_GUEST_KERNEL_BTF_H */
