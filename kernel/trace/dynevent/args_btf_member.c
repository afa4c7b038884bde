// SPDX-License-Identifier: GPL-2.0
/*
 * Fetch arguments: members of structures and unions according to BTF, and the fetch types
 * of what they are.
 */
#include <linux/btf.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/string.h>

#include "args_btf.h"

/* Structures and unions without a name may be nested as deep as this. */
#define ARGS_BTF_DEPTH_MAX	8

/**
 * struct args_btf_member - a member that has been found
 * @id: its type
 * @offset: its offset in the structure or union that was searched, in bits
 * @bits: width of a bit field; 0 if it is none
 */
struct args_btf_member {
	u32		id;
	unsigned int	offset;
	unsigned int	bits;
};

/**
 * dynevent_btf_error - write an error about the body of an argument into error_log
 * @p: the parser
 * @error: the error
 * @at: position in @p->body
 * @ret: an errno
 *
 * Context: task, may sleep.
 * Return: @ret.
 */
int dynevent_btf_error(const struct dynevent_arg_parser *p, enum dynevent_error error,
		       const char *at, int ret)
{
	dynevent_arg_error(p, error, at);
	return ret;
}

/* Cut a name off the operator behind it. Return: '>' for "->", '.', 0 at the end. */
static int args_btf_cut(struct dynevent_arg_parser *p, char *text, char **next)
{
	char *end = strpbrk(text, "-."), operator;

	*next = NULL;
	if (!end)
		return 0;
	operator = *end;
	if (operator == '-' && end[1] != '>')
		return dynevent_arg_error(p, DYNEVENT_BAD_HYPHEN, end);
	*end++ = '\0';
	if (operator == '-') {
		operator = '>';
		end++;
	}
	*next = end;
	return operator;
}

/**
 * dynevent_btf_split - cut a variable off its members
 * @p: the parser
 * @text: "VARIABLE[->MEMBER...]"; the text after the name is cut off
 * @member: set to the first member, or to NULL
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL or -EOPNOTSUPP, error_log has the reason.
 */
int dynevent_btf_split(struct dynevent_arg_parser *p, char *text, char **member)
{
	int operator = args_btf_cut(p, text, member);

	/* A structure is not passed in one register. */
	if (operator == '.')
		return dynevent_btf_error(p, DYNEVENT_NOSUP_DAT_ARG, *member, -EOPNOTSUPP);
	return min(operator, 0);
}

/* Types */

/* The type of a character, signed or not. */
static bool args_btf_is_char(const struct btf *btf, u32 id)
{
	const struct btf_type *type = btf_type_skip_modifiers(btf, id, NULL);

	return type && btf_type_is_int(type) && type->size == 1;
}

static const char *args_btf_int_name(const struct btf_type *type)
{
	static const char * const names[][2] = {
		{ "u8", "s8" }, { "u16", "s16" }, { "u32", "s32" }, { "u64", "s64" },
	};

	if (!is_power_of_2(type->size) || type->size > sizeof(u64))
		return NULL;
	return names[ilog2(type->size)][btf_type_is_signed_int(type)];
}

/* The fetch type of a type; NULL if it is as wide as a register and has no sign. */
static const char *args_btf_type_name(const struct btf_type *type)
{
	if (btf_type_is_int(type))
		return args_btf_int_name(type);
	if (btf_is_enum(type))
		return "s32";
	return btf_is_enum64(type) ? "s64" : NULL;
}

static enum dynevent_btf_text args_btf_text(const struct btf *btf,
					    const struct btf_type *type)
{
	if (btf_type_is_ptr(type))
		return args_btf_is_char(btf, type->type) ? DYNEVENT_BTF_TEXT_POINTER :
							   DYNEVENT_BTF_NO_TEXT;
	if (btf_type_is_array(type))
		return args_btf_is_char(btf, btf_array(type)->type) ?
		       DYNEVENT_BTF_TEXT_ARRAY : DYNEVENT_BTF_NO_TEXT;
	return DYNEVENT_BTF_NO_TEXT;
}

/* Describe the value of the last step. */
static void args_btf_describe(struct dynevent_arg_parser *p, const struct btf *btf, u32 id)
{
	const struct btf_type *type = btf_type_skip_modifiers(btf, id, NULL);

	p->value = (struct dynevent_btf_value) {
		.type = sizeof(long) == sizeof(u64) ? "x64" : "x32",
	};
	if (!type)
		return;
	p->value.type = args_btf_type_name(type) ?: p->value.type;
	p->value.text = args_btf_text(btf, type);
}

/* Members */

static bool args_btf_find_member(const struct btf *btf, const struct btf_type *type,
				 const char *name, unsigned int depth,
				 struct args_btf_member *found)
{
	const struct btf_member *member;
	const struct btf_type *inner;
	const char *own;
	unsigned int i;

	for_each_member(i, type, member) {
		found->id = member->type;
		found->offset = __btf_member_bit_offset(type, member);
		found->bits = __btf_member_bitfield_size(type, member);
		own = btf_name_by_offset(btf, member->name_off);
		if (!str_is_empty(own)) {
			if (!strcmp(own, name))
				return true;
			continue;
		}
		/* The members of a member without a name. */
		inner = btf_type_skip_modifiers(btf, member->type, NULL);
		if (depth && inner && btf_type_is_struct(inner)) {
			unsigned int offset = found->offset;

			if (args_btf_find_member(btf, inner, name, depth - 1, found)) {
				found->offset += offset;
				return true;
			}
		}
	}
	return false;
}

/*
 * Cut the name of a member off the operator behind it, and find the member.
 * Return: as args_btf_cut(); -ENOENT if there is no such member.
 */
static int args_btf_get_member(struct dynevent_arg_parser *p, const struct btf *btf,
			       const struct btf_type *type, char *name, char **next,
			       struct args_btf_member *found)
{
	int operator = args_btf_cut(p, name, next);

	if (operator < 0)
		return operator;
	if (!btf_type_is_struct(type))
		return dynevent_arg_error(p, DYNEVENT_BAD_BTF_TID, name);
	if (!args_btf_find_member(btf, type, name, ARGS_BTF_DEPTH_MAX, found))
		return dynevent_btf_error(p, DYNEVENT_NO_BTF_FIELD, name, -ENOENT);
	return operator;
}

/* Append the step that reads a member by a pointer; its offset is set later. */
static int args_btf_push_read(struct dynevent_arg_parser *p, const char *member)
{
	if (!dynevent_arg_push(p, FETCH_READ, 0))
		return dynevent_arg_error(p, DYNEVENT_TOO_MANY_OPS, member);
	return 0;
}

/* Describe a member, and set the offset of the step that reads it. */
static void args_btf_finish(struct dynevent_arg_parser *p, const struct btf *btf,
			    const struct args_btf_member *member, unsigned int offset,
			    long base)
{
	const struct btf_type *type = btf_type_skip_modifiers(btf, member->id, NULL);
	unsigned int byte = offset / BITS_PER_BYTE, bit = offset % BITS_PER_BYTE;

	args_btf_describe(p, btf, member->id);
	if (member->bits) {
		/* A bit field does not cross a boundary of its type. */
		if (bit + member->bits > type->size * BITS_PER_BYTE) {
			byte = round_down(byte, type->size);
			bit = offset - byte * BITS_PER_BYTE;
		}
		p->value.bit = bit;
		p->value.bits = member->bits;
	}
	p->step[p->nr - 1].value = byte - base;
}

/**
 * dynevent_btf_parse_members_of - parse "MEMBER[.MEMBER|->MEMBER...]"
 * @p: the parser; the last step yields an address
 * @btf: the BTF that has @type
 * @type: a structure or union
 * @member: the text after "->"; modified
 * @base: offset of the address in @type, in bytes
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL or -ENOENT, error_log has the reason.
 */
int dynevent_btf_parse_members_of(struct dynevent_arg_parser *p, const struct btf *btf,
				  const struct btf_type *type, char *member, long base)
{
	struct args_btf_member found;
	unsigned int offset = 0;
	int operator, ret;
	char *next;

	ret = args_btf_push_read(p, member);
	while (!ret) {
		operator = args_btf_get_member(p, btf, type, member, &next, &found);
		if (operator < 0)
			return operator;
		offset += found.offset;
		if (!operator)
			break;
		member = next;
		type = btf_type_skip_modifiers(btf, found.id, NULL);
		if (operator == '.')
			continue;
		if (!btf_type_is_ptr(type))
			return dynevent_arg_error(p, DYNEVENT_NO_PTR_STRCT, member);
		p->step[p->nr - 1].value = offset / BITS_PER_BYTE - base;
		type = btf_type_skip_modifiers(btf, type->type, NULL);
		offset = 0;
		base = 0;
		ret = args_btf_push_read(p, member);
	}
	if (!ret)
		args_btf_finish(p, btf, &found, offset, base);
	return ret;
}

/**
 * dynevent_btf_parse_members - parse the members after a variable
 * @p: the parser; the last step yields the variable
 * @btf: the BTF that has its type
 * @id: its type
 * @member: the text after "->"; modified; or NULL
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL or -ENOENT, error_log has the reason.
 */
int dynevent_btf_parse_members(struct dynevent_arg_parser *p, const struct btf *btf,
			       u32 id, char *member)
{
	const struct btf_type *type = btf_type_skip_modifiers(btf, id, NULL);

	if (!member) {
		args_btf_describe(p, btf, id);
		return 0;
	}
	if (!btf_type_is_ptr(type))
		return dynevent_arg_error(p, DYNEVENT_NO_PTR_STRCT, member);
	type = btf_type_skip_modifiers(btf, type->type, NULL);
	return dynevent_btf_parse_members_of(p, btf, type, member, 0);
}

/**
 * dynevent_btf_parse_offset - get the offset of "MEMBER[.MEMBER...]"
 * @p: the parser
 * @btf: the BTF that has @type
 * @type: a structure or union
 * @member: the text; modified
 * @offset: set to the offset in bytes
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL or -ENOENT, error_log has the reason.
 */
int dynevent_btf_parse_offset(struct dynevent_arg_parser *p, const struct btf *btf,
			      const struct btf_type *type, char *member, long *offset)
{
	struct args_btf_member found;
	unsigned int bits = 0;
	char *next;
	int operator;

	do {
		operator = args_btf_get_member(p, btf, type, member, &next, &found);
		if (operator < 0)
			return operator;
		/* What a pointer points to is no part of the structure. */
		if (operator == '>' || found.bits)
			return dynevent_btf_error(p, DYNEVENT_NO_BTF_FIELD, member, -ENOENT);
		bits += found.offset;
		type = btf_type_skip_modifiers(btf, found.id, NULL);
		member = next;
	} while (operator);
	*offset = bits / BITS_PER_BYTE;
	return 0;
}
