/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fields of an event, as data for the preprocessor.
 *
 * TP_STRUCT__entry() is a list of macros without commas: __field(int, a)
 * __string(b, src). Each macro expands to a tuple in parentheses, whose first
 * element is one of four kinds:
 *
 *	(evk_field, type, item, text, filter type, is signed)
 *	(evk_array, type, item, text, length)
 *	(evk_dyn, item, text, is signed, source, bytes)
 *	(evk_rel, item, text, is signed, source, bytes)
 *
 * The data of evk_dyn follows the fixed part of the record; __data_loc_ITEM has its
 * length and offset. For evk_rel the offset is relative to the end of __rel_loc_ITEM.
 * "text" is the type as the format file shows it. "bytes" may use __src_ITEM, the
 * value of "source".
 *
 * EVENT_EACH(OP, fields) expands the list to C code, one of these per field:
 *
 *	EVENT_MEMBER	a member of the record
 *	EVENT_SIZE	a declaration that computes the size of dynamic data
 *	EVENT_LOC	a statement that stores the location of dynamic data
 *	EVENT_ROW	a row of the table of fields
 */

/*
 * Iterate over a list of tuples: the macro A expands one tuple and is followed by B,
 * which expands the next one and is followed by A. After the last tuple, _END is
 * pasted to the remaining A or B, which expands to nothing.
 */
#undef EVENT_EACH
#define EVENT_EACH(op, fields)		__EVENT_END(op##_A fields)
#undef __EVENT_END
#define __EVENT_END(...)		__EVENT_PASTE_END(__VA_ARGS__)
#undef __EVENT_PASTE_END
#define __EVENT_PASTE_END(...)		__VA_ARGS__##_END

#undef EVENT_MEMBER_A
#define EVENT_MEMBER_A(kind, ...)					\
	EVENT_MEMBER_##kind(__VA_ARGS__) EVENT_MEMBER_B
#undef EVENT_MEMBER_B
#define EVENT_MEMBER_B(kind, ...)					\
	EVENT_MEMBER_##kind(__VA_ARGS__) EVENT_MEMBER_A
#undef EVENT_MEMBER_A_END
#define EVENT_MEMBER_A_END
#undef EVENT_MEMBER_B_END
#define EVENT_MEMBER_B_END

#undef EVENT_SIZE_A
#define EVENT_SIZE_A(kind, ...)	EVENT_SIZE_##kind(__VA_ARGS__) EVENT_SIZE_B
#undef EVENT_SIZE_B
#define EVENT_SIZE_B(kind, ...)	EVENT_SIZE_##kind(__VA_ARGS__) EVENT_SIZE_A
#undef EVENT_SIZE_A_END
#define EVENT_SIZE_A_END
#undef EVENT_SIZE_B_END
#define EVENT_SIZE_B_END

#undef EVENT_LOC_A
#define EVENT_LOC_A(kind, ...)	EVENT_LOC_##kind(__VA_ARGS__) EVENT_LOC_B
#undef EVENT_LOC_B
#define EVENT_LOC_B(kind, ...)	EVENT_LOC_##kind(__VA_ARGS__) EVENT_LOC_A
#undef EVENT_LOC_A_END
#define EVENT_LOC_A_END
#undef EVENT_LOC_B_END
#define EVENT_LOC_B_END

#undef EVENT_ROW_A
#define EVENT_ROW_A(kind, ...)	EVENT_ROW_##kind(__VA_ARGS__) EVENT_ROW_B
#undef EVENT_ROW_B
#define EVENT_ROW_B(kind, ...)	EVENT_ROW_##kind(__VA_ARGS__) EVENT_ROW_A
#undef EVENT_ROW_A_END
#define EVENT_ROW_A_END
#undef EVENT_ROW_B_END
#define EVENT_ROW_B_END

/* Members */

#undef EVENT_MEMBER_evk_field
#define EVENT_MEMBER_evk_field(type, item, ...)	type item;
#undef EVENT_MEMBER_evk_array
#define EVENT_MEMBER_evk_array(type, item, text, len)	type item[len];
#undef EVENT_MEMBER_evk_dyn
#define EVENT_MEMBER_evk_dyn(item, ...)		u32 __data_loc_##item;
#undef EVENT_MEMBER_evk_rel
#define EVENT_MEMBER_evk_rel(item, ...)		u32 __rel_loc_##item;

/* Sizes; __event_place() is in <trace/trace_events.h>. */

#undef EVENT_SIZE_evk_field
#define EVENT_SIZE_evk_field(...)
#undef EVENT_SIZE_evk_array
#define EVENT_SIZE_evk_array(...)
#undef EVENT_SIZE_evk_dyn
#define EVENT_SIZE_evk_dyn(item, text, sign, source, bytes)		\
	const char *__src_##item __maybe_unused = source;		\
	const u32 __loc_##item =					\
		__event_place(&__data_size,				\
			      offsetof(typeof(*entry), __data), bytes);
#undef EVENT_SIZE_evk_rel
#define EVENT_SIZE_evk_rel	EVENT_SIZE_evk_dyn

/* Locations */

#undef EVENT_LOC_evk_field
#define EVENT_LOC_evk_field(...)
#undef EVENT_LOC_evk_array
#define EVENT_LOC_evk_array(...)
#undef EVENT_LOC_evk_dyn
#define EVENT_LOC_evk_dyn(item, ...)					\
	entry->__data_loc_##item = __loc_##item;
#undef EVENT_LOC_evk_rel
#define EVENT_LOC_evk_rel(item, ...)					\
	entry->__rel_loc_##item =					\
		__loc_##item - offsetofend(typeof(*entry), __rel_loc_##item);

/* Rows */

#undef EVENT_ALIGN
#define EVENT_ALIGN(type)	__alignof__(struct { type b; })

#undef EVENT_ROW_evk_field
#define EVENT_ROW_evk_field(_type, item, text, filter, sign)		\
	{ .type = text, .name = #item, .size = sizeof(_type),		\
	  .align = EVENT_ALIGN(_type), .is_signed = sign,		\
	  .filter_type = filter },
#undef EVENT_ROW_evk_array
#define EVENT_ROW_evk_array(_type, item, text, _len)			\
	{ .type = text, .name = #item, .size = sizeof(_type[_len]),	\
	  .align = EVENT_ALIGN(_type), .len = _len,			\
	  .is_signed = is_signed_type(_type) },
#undef EVENT_ROW_evk_dyn
#define EVENT_ROW_evk_dyn(item, text, sign, ...)			\
	{ .type = "__data_loc " text, .name = #item, .size = 4,		\
	  .align = 4, .is_signed = sign },
#undef EVENT_ROW_evk_rel
#define EVENT_ROW_evk_rel(item, text, sign, ...)			\
	{ .type = "__rel_loc " text, .name = #item, .size = 4,		\
	  .align = 4, .is_signed = sign },

/* The macros of event headers */

#undef TP_STRUCT__entry
#define TP_STRUCT__entry(args...)	args

/* A type that is a macro (pgoff_t) is shown expanded. */
#undef __field
#define __field(type, item)						\
	__field_ext(type, item, FILTER_OTHER)
#undef __field_ext
#define __field_ext(type, item, filter)					\
	(evk_field, type, item, #type, filter, is_signed_type(type))
#undef __field_struct
#define __field_struct(type, item)					\
	__field_struct_ext(type, item, FILTER_OTHER)
#undef __field_struct_ext
#define __field_struct_ext(type, item, filter)				\
	(evk_field, type, item, #type, filter, false)

#undef __array
#define __array(type, item, len)					\
	(evk_array, type, item, #type "[" __stringify(len) "]", len)

#undef __dynamic_array
#define __dynamic_array(type, item, len)				\
	(evk_dyn, item, #type "[]", is_signed_type(type), NULL,		\
	 (len) * sizeof(type))
#undef __rel_dynamic_array
#define __rel_dynamic_array(type, item, len)				\
	(evk_rel, item, #type "[]", is_signed_type(type), NULL,		\
	 (len) * sizeof(type))

#undef __string
#define __string(item, src)						\
	(evk_dyn, item, "char[]", is_signed_type(char),			\
	 __event_string((const char *)(src)), strlen(__src_##item) + 1)
#undef __rel_string
#define __rel_string(item, src)						\
	(evk_rel, item, "char[]", is_signed_type(char),			\
	 __event_string((const char *)(src)), strlen(__src_##item) + 1)

#undef __string_len
#define __string_len(item, src, len)					\
	(evk_dyn, item, "char[]", is_signed_type(char),			\
	 (const char *)(src), __event_string_len(__src_##item, len) + 1)
#undef __rel_string_len
#define __rel_string_len(item, src, len)				\
	(evk_rel, item, "char[]", is_signed_type(char),			\
	 (const char *)(src), __event_string_len(__src_##item, len) + 1)

#undef __vstring
#define __vstring(item, fmt, ap)					\
	(evk_dyn, item, "char[]", is_signed_type(char), NULL,		\
	 __event_vstring_len(fmt, ap) + 1)

#undef __bitmask
#define __bitmask(item, nr_bits)					\
	(evk_dyn, item, "unsigned long[]", false, NULL,			\
	 BITS_TO_LONGS(nr_bits) * sizeof(long))
#undef __rel_bitmask
#define __rel_bitmask(item, nr_bits)					\
	(evk_rel, item, "unsigned long[]", false, NULL,			\
	 BITS_TO_LONGS(nr_bits) * sizeof(long))

#undef __cpumask
#define __cpumask(item)							\
	(evk_dyn, item, "cpumask_t", false, NULL,			\
	 BITS_TO_LONGS(nr_cpumask_bits) * sizeof(long))
#undef __rel_cpumask
#define __rel_cpumask(item)						\
	(evk_rel, item, "cpumask_t", false, NULL,			\
	 BITS_TO_LONGS(nr_cpumask_bits) * sizeof(long))

#undef __sockaddr
#define __sockaddr(item, len)						\
	(evk_dyn, item, "u8[]", false, NULL, len)
#undef __rel_sockaddr
#define __rel_sockaddr(item, len)					\
	(evk_rel, item, "u8[]", false, NULL, len)
