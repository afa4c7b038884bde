// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the arguments of a call according to the kernel's BTF type information:
 *
 *	vfs_read(file=0xffff888003a1c000, buf=0x7ffc1a2b, count=832, pos=0x0)
 *
 * The lookup of a function searches about a hundred thousand types, so each reader
 * has a cache of prototypes, indexed by a hash of the address.
 */
#include <linux/bits.h>
#include <linux/btf.h>
#include <linux/hash.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "internal.h"

#define BTF_PROTO_BITS	8

/**
 * struct output_proto - cached prototype of a function
 * @ip: address of the function; 0 if the entry is unused
 * @btf: BTF that @type belongs to, with a reference, or NULL
 * @type: the prototype, or NULL if BTF does not have it
 */
struct output_proto {
	unsigned long		ip;
	struct btf		*btf;
	const struct btf_type	*type;
};

static void btf_proto_clear(struct output_proto *proto)
{
	if (proto->btf)
		btf_put(proto->btf);
	*proto = (struct output_proto) {};
}

static void btf_proto_lookup(struct output_proto *proto, unsigned long ip)
{
	const struct btf_type *func, *type;
	char name[KSYM_NAME_LEN] = "";
	s32 id;

	btf_proto_clear(proto);
	proto->ip = ip;
	if (!kallsyms_lookup(ip, NULL, NULL, NULL, name))
		return;
	id = bpf_find_btf_id(name, BTF_KIND_FUNC, &proto->btf);
	if (id <= 0) {
		proto->btf = NULL;
		return;
	}
	func = btf_type_by_id(proto->btf, id);
	type = func ? btf_type_by_id(proto->btf, func->type) : NULL;
	if (type && btf_type_is_func_proto(type))
		proto->type = type;
}

static struct output_proto *btf_proto_find(struct output_reader *r, unsigned long ip)
{
	struct output_proto *proto;

	if (!r->protos && !r->atomic)
		r->protos = kvcalloc(BIT(BTF_PROTO_BITS), sizeof(*r->protos),
				     GFP_KERNEL);
	if (!r->protos)
		return NULL;
	proto = &r->protos[hash_long(ip, BTF_PROTO_BITS)];
	if (proto->ip != ip)
		btf_proto_lookup(proto, ip);
	return proto->type ? proto : NULL;
}

/**
 * output_protos_free - free the cache of prototypes
 * @r: the reader
 *
 * Context: task, may sleep.
 */
void output_protos_free(struct output_reader *r)
{
	for (int i = 0; r->protos && i < BIT(BTF_PROTO_BITS); i++)
		btf_proto_clear(&r->protos[i]);
	kvfree(r->protos);
}

static const char *btf_arg_enumerator(const struct btf *btf,
				      const struct btf_type *type, int value)
{
	const struct btf_enum *each = btf_enum(type);

	if (!btf_type_is_enum(type))
		return NULL;
	for (int i = 0; i < btf_type_vlen(type); i++) {
		if (each[i].val == value)
			return btf_name_by_offset(btf, each[i].name_off);
	}
	return NULL;
}

static int btf_arg_put_number(char *p, size_t size, const struct btf *btf,
			      const struct btf_type *type, u64 value)
{
	unsigned int top = type->size * BITS_PER_BYTE - 1;
	const char *name;

	value &= GENMASK_ULL(top, 0);
	if (btf_is_any_enum(type)) {
		name = btf_arg_enumerator(btf, type, value);
		if (name)
			return scnprintf(p, size, "%s", name);
	} else if (!btf_type_is_signed_int(type)) {
		return scnprintf(p, size, "%llu", value);
	}
	return scnprintf(p, size, "%lld", sign_extend64(value, top));
}

/* Number of registers that hold an argument; 0 if it is passed on the stack. */
static unsigned int btf_arg_words(const struct btf_type *type)
{
	if (btf_type_is_ptr(type))
		return 1;
	if (type->size > 2 * sizeof(long))
		return 0;
	return DIV_ROUND_UP(type->size, sizeof(long));
}

static int btf_arg_put(char *p, size_t size, const struct btf *btf,
		       const struct btf_type *type, const unsigned long *reg)
{
	if (btf_type_is_ptr(type))
		return scnprintf(p, size, "0x%lx", reg[0]);
	if (btf_arg_words(type) == 2)
		return scnprintf(p, size, "{0x%lx, 0x%lx}", reg[0], reg[1]);
	if (btf_type_is_int(type) || btf_is_any_enum(type))
		return btf_arg_put_number(p, size, btf, type, reg[0]);
	return scnprintf(p, size, "{0x%lx}", reg[0]);
}

/**
 * output_btf_args - write the arguments of a call with their names
 * @p: where to write
 * @end: end of the space for the text
 * @iter: the reader
 * @func: address of the called function
 * @args: the EVENT_ARGS registers that hold arguments, in the order of arguments
 *
 * Context: as output_line().
 * Return: end of the text, or NULL if there is no prototype of @func.
 */
char *output_btf_args(char *p, char *end, struct trace_iterator *iter,
		      unsigned long func, const unsigned long *args)
{
	struct output_reader *r = output_reader_of(iter);
	struct output_proto *proto = NULL;
	const struct btf_param *param;
	unsigned int used = 0;

	/* The BTF of another kernel is not known. */
	if (!output_is_other(r))
		proto = btf_proto_find(r, func);
	if (!proto)
		return NULL;
	param = btf_params(proto->type);
	for (int i = 0; i < btf_type_vlen(proto->type); i++, param++) {
		const char *name = btf_name_by_offset(proto->btf,
						      param->name_off);
		const struct btf_type *type =
			btf_type_skip_modifiers(proto->btf, param->type, NULL);
		unsigned int words;

		p += scnprintf(p, end - p, "%s", i ? ", " : "");
		/* A variadic function has a last parameter without a type. */
		if (!param->type || btf_type_is_void(type)) {
			p += scnprintf(p, end - p, "...");
			break;
		}
		if (!str_is_empty(name))
			p += scnprintf(p, end - p, "%s=", name);
		words = btf_arg_words(type);
		if (!words || used + words > EVENT_ARGS) {
			p += scnprintf(p, end - p, "?");
			continue;
		}
		p += btf_arg_put(p, end - p, proto->btf, type, args + used);
		used += words;
	}
	return p;
}
