// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments by the description of types that the kernel carries for BPF (BTF):
 *
 *	vfs_read(file=0xffff888003a1c000, buf=0x7ffc1a2b, count=832, pos=0x0)
 *
 * To find a function there is a walk through a hundred thousand types, so each
 * open file remembers those that it has met.
 */
#include <linux/bits.h>
#include <linux/btf.h>
#include <linux/hash.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "internal.h"

#define PROTO_BITS	8

/**
 * struct output_proto - what is known of a function
 * @ip: its site; 0: nothing was asked yet
 * @btf: whose @type is; there is a reference
 * @type: its parameters, or NULL: it is not described
 */
struct output_proto {
	unsigned long		ip;
	struct btf		*btf;
	const struct btf_type	*type;
};

static void proto_forget(struct output_proto *proto)
{
	if (proto->btf)
		btf_put(proto->btf);
	*proto = (struct output_proto) {};
}

static void proto_learn(struct output_proto *proto, unsigned long ip)
{
	const struct btf_type *func, *type;
	char name[KSYM_NAME_LEN] = "";
	s32 id;

	proto_forget(proto);
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

static struct output_proto *proto_find(struct view *v, unsigned long ip)
{
	struct output_proto *proto;

	if (!v->protos && !v->atomic)
		v->protos = kvcalloc(BIT(PROTO_BITS), sizeof(*v->protos),
				     GFP_KERNEL);
	if (!v->protos)
		return NULL;
	proto = &v->protos[hash_long(ip, PROTO_BITS)];
	if (proto->ip != ip)
		proto_learn(proto, ip);
	return proto->type ? proto : NULL;
}

/* The reader goes. Context: task, may sleep. */
void output_protos_free(struct view *v)
{
	for (int i = 0; v->protos && i < BIT(PROTO_BITS); i++)
		proto_forget(&v->protos[i]);
	kvfree(v->protos);
}

static const char *arg_enumerator(const struct btf *btf,
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

static int arg_put_number(char *p, size_t room, const struct btf *btf,
			  const struct btf_type *type, u64 value)
{
	unsigned int top = type->size * BITS_PER_BYTE - 1;
	const char *name;

	value &= GENMASK_ULL(top, 0);
	if (btf_is_any_enum(type)) {
		name = arg_enumerator(btf, type, value);
		if (name)
			return scnprintf(p, room, "%s", name);
	} else if (!btf_type_is_signed_int(type)) {
		return scnprintf(p, room, "%llu", value);
	}
	return scnprintf(p, room, "%lld", sign_extend64(value, top));
}

/* How many registers hold it; 0: it is on the stack. */
static unsigned int arg_words(const struct btf_type *type)
{
	if (btf_type_is_ptr(type))
		return 1;
	if (type->size > 2 * sizeof(long))
		return 0;
	return DIV_ROUND_UP(type->size, sizeof(long));
}

static int arg_put(char *p, size_t room, const struct btf *btf,
		   const struct btf_type *type, const unsigned long *reg)
{
	if (btf_type_is_ptr(type))
		return scnprintf(p, room, "0x%lx", reg[0]);
	if (arg_words(type) == 2)
		return scnprintf(p, room, "{0x%lx, 0x%lx}", reg[0], reg[1]);
	if (btf_type_is_int(type) || btf_is_any_enum(type))
		return arg_put_number(p, room, btf, type, reg[0]);
	return scnprintf(p, room, "{0x%lx}", reg[0]);
}

/**
 * output_btf_args - print the arguments of a call by their names
 * @p: where to
 * @end: where the text has to end
 * @iter: the reader
 * @func: the function
 * @args: EVENT_ARGS registers
 *
 * Context: as output_line().
 * Return: the place behind the text, or NULL: nothing is known of @func.
 */
char *output_btf_args(char *p, char *end, struct trace_iterator *iter,
		      unsigned long func, const unsigned long *args)
{
	struct output_proto *proto = proto_find(output_of(iter), func);
	const struct btf_param *param;
	unsigned int used = 0;

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
		/* The last one of a function with as many as one likes. */
		if (!param->type || btf_type_is_void(type)) {
			p += scnprintf(p, end - p, "...");
			break;
		}
		if (!str_is_empty(name))
			p += scnprintf(p, end - p, "%s=", name);
		words = arg_words(type);
		if (!words || used + words > EVENT_ARGS) {
			p += scnprintf(p, end - p, "?");
			continue;
		}
		p += arg_put(p, end - p, proto->btf, type, args + used);
		used += words;
	}
	return p;
}
