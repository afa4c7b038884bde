/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of <linux/btf.h> that output/btf.c uses, for the types that the test
 * defines. Constants have their values of the BTF format.
 */
#ifndef _TOOLS_TRACE_OUTPUT_BTF_H
#define _TOOLS_TRACE_OUTPUT_BTF_H

#include "host.h"

#define KSYM_NAME_LEN		512
#define DIV_ROUND_UP(n, d)	(roundup(n, d) / (d))
#define GENMASK_ULL(h, l)	(~0ULL >> (63 - (h)) & ~0ULL << (l))
#define kvcalloc(n, size, gfp)	kvzalloc((n) * (size), gfp)

#define BTF_KIND_INT		1
#define BTF_KIND_PTR		2
#define BTF_KIND_STRUCT		4
#define BTF_KIND_ENUM		6
#define BTF_KIND_FUNC		12
#define BTF_KIND_FUNC_PROTO	13
#define BTF_KIND_ENUM64		19

struct btf {
	int users;
};

struct btf_param {
	u32 name_off;
	u32 type;
};

struct btf_enum {
	u32 name_off;
	s32 val;
};

struct btf_type {
	u32 info;		/* kind << 24 | number of members or parameters */
	union {
		u32 size;
		u32 type;
	};
};

static inline s64 sign_extend64(u64 value, int top)
{
	return (s64)(value << (63 - top)) >> (63 - top);
}

static inline int btf_kind(const struct btf_type *t)
{
	return t->info >> 24;
}

static inline int btf_type_vlen(const struct btf_type *t)
{
	return t->info & 0xffff;
}

#define btf_type_is_ptr(t)		(btf_kind(t) == BTF_KIND_PTR)
#define btf_type_is_int(t)		(btf_kind(t) == BTF_KIND_INT)
#define btf_type_is_enum(t)		(btf_kind(t) == BTF_KIND_ENUM)
#define btf_type_is_func_proto(t)	(btf_kind(t) == BTF_KIND_FUNC_PROTO)
#define btf_type_is_void(t)		(!btf_kind(t))
#define btf_params(t)			((const struct btf_param *)((t) + 1))
#define btf_enum(t)			((const struct btf_enum *)((t) + 1))

static inline bool btf_is_any_enum(const struct btf_type *t)
{
	return btf_type_is_enum(t) || btf_kind(t) == BTF_KIND_ENUM64;
}

static inline bool btf_type_is_signed_int(const struct btf_type *t)
{
	return btf_type_is_int(t) && *(const u32 *)(t + 1);
}

static inline bool str_is_empty(const char *s)
{
	return !s || !*s;
}

void btf_put(struct btf *btf);
s32 bpf_find_btf_id(const char *name, u32 kind, struct btf **btf);
const struct btf_type *btf_type_by_id(const struct btf *btf, u32 id);
const struct btf_type *btf_type_skip_modifiers(const struct btf *btf, u32 id,
					       u32 *res_id);
const char *btf_name_by_offset(const struct btf *btf, u32 offset);

#endif /* _TOOLS_TRACE_OUTPUT_BTF_H */
