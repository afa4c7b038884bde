/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The macros that event headers use in TP_fast_assign() and TP_printk().
 *
 * In both, __entry is a pointer to the record. In TP_printk(), p is a struct trace_seq
 * for temporary strings.
 *
 * <trace/stages/schema.h> undefines the macros of TP_printk(), whose text becomes the
 * "print fmt" of the format file.
 */
#include <trace/stages/undef.h>

/* Some headers use the variable directly. */
#define __entry	entry

#undef TP_fast_assign
#define TP_fast_assign(args...)	args

/* The location of dynamic data */

#define __get_dynamic_array(field)					\
	((void *)__entry + (__entry->__data_loc_##field & 0xffff))
#define __get_dynamic_array_len(field)					\
	((__entry->__data_loc_##field >> 16) & 0xffff)
#define __get_rel_dynamic_array(field)					\
	((void *)__entry + offsetofend(typeof(*__entry), __rel_loc_##field) + \
	 (__entry->__rel_loc_##field & 0xffff))
#define __get_rel_dynamic_array_len(field)				\
	((__entry->__rel_loc_##field >> 16) & 0xffff)

#define __get_str(field)	((char *)__get_dynamic_array(field))
#define __get_rel_str(field)	((char *)__get_rel_dynamic_array(field))
#define __get_sockaddr(field)						\
	((struct sockaddr *)__get_dynamic_array(field))
#define __get_rel_sockaddr(field)					\
	((struct sockaddr *)__get_rel_dynamic_array(field))

/* Filling in dynamic data */

#undef __assign_str
#define __assign_str(dst)						\
	__event_copy_string(__get_str(dst), __src_##dst,		\
			    __get_dynamic_array_len(dst))
#undef __assign_rel_str
#define __assign_rel_str(dst)						\
	__event_copy_string(__get_rel_str(dst), __src_##dst,		\
			    __get_rel_dynamic_array_len(dst))

#undef __assign_vstr
#define __assign_vstr(dst, fmt, va)					\
	__event_vprintf(__get_str(dst), __get_dynamic_array_len(dst),	\
			fmt, va)

#undef __assign_bitmask
#define __assign_bitmask(dst, src, nr_bits)				\
	memcpy(__get_dynamic_array(dst), (src),				\
	       BITS_TO_LONGS(nr_bits) * sizeof(long))
#undef __assign_rel_bitmask
#define __assign_rel_bitmask(dst, src, nr_bits)				\
	memcpy(__get_rel_dynamic_array(dst), (src),			\
	       BITS_TO_LONGS(nr_bits) * sizeof(long))

#undef __assign_cpumask
#define __assign_cpumask(dst, src)					\
	memcpy(__get_dynamic_array(dst), (src),				\
	       __get_dynamic_array_len(dst))
#undef __assign_rel_cpumask
#define __assign_rel_cpumask(dst, src)					\
	memcpy(__get_rel_dynamic_array(dst), (src),			\
	       __get_rel_dynamic_array_len(dst))

#undef __assign_sockaddr
#define __assign_sockaddr(dst, src, len)				\
	memcpy(__get_dynamic_array(dst), (src), (len))
#undef __assign_rel_sockaddr
#define __assign_rel_sockaddr(dst, src, len)				\
	memcpy(__get_rel_dynamic_array(dst), (src), (len))

/* Only perf probes use the values: see <trace/perf.h>. */
#undef __perf_count
#define __perf_count(c)		(__count = (c))
#undef __perf_task
#define __perf_task(t)		(__task = (t))

/* Printing */

#define __get_bitmask(field)						\
	trace_print_bitmask_iter(iter, __get_dynamic_array(field),	\
				 __get_dynamic_array_len(field))
#define __get_rel_bitmask(field)					\
	trace_print_bitmask_iter(iter, __get_rel_dynamic_array(field),	\
				 __get_rel_dynamic_array_len(field))
#define __get_cpumask(field)		__get_bitmask(field)
#define __get_rel_cpumask(field)	__get_rel_bitmask(field)

#define __get_buf(len)		trace_seq_acquire(p, (len))

#define __print_flags(flag, delim, flag_array...)			\
({									\
	static const struct trace_print_flags __names[] = {		\
		flag_array, { -1, NULL }				\
	};								\
									\
	trace_print_flags_seq(p, delim, flag, __names);			\
})
#define __print_symbolic(value, symbol_array...)			\
({									\
	static const struct trace_print_flags __names[] = {		\
		symbol_array, { -1, NULL }				\
	};								\
									\
	trace_print_symbols_seq(p, value, __names);			\
})

#if BITS_PER_LONG == 32
#define __print_flags_u64(flag, delim, flag_array...)			\
({									\
	static const struct trace_print_flags_u64 __names[] = {		\
		flag_array, { -1, NULL }				\
	};								\
									\
	trace_print_flags_seq_u64(p, delim, flag, __names);		\
})
#define __print_symbolic_u64(value, symbol_array...)			\
({									\
	static const struct trace_print_flags_u64 __names[] = {		\
		symbol_array, { -1, NULL }				\
	};								\
									\
	trace_print_symbols_seq_u64(p, value, __names);			\
})
#else
#define __print_flags_u64(flag, delim, flag_array...)			\
	__print_flags(flag, delim, flag_array)
#define __print_symbolic_u64(value, symbol_array...)			\
	__print_symbolic(value, symbol_array)
#endif

#define __print_hex(buf, buf_len)					\
	trace_print_hex_seq(p, buf, buf_len, false)
#define __print_hex_str(buf, buf_len)					\
	trace_print_hex_seq(p, buf, buf_len, true)

#define __print_array(array, count, el_size)				\
({									\
	BUILD_BUG_ON(el_size != 1 && el_size != 2 &&			\
		     el_size != 4 && el_size != 8);			\
	trace_print_array_seq(p, array, count, el_size);		\
})
#define __print_dynamic_array(array, el_size)				\
	__print_array(__get_dynamic_array(array),			\
		      __get_dynamic_array_len(array) / (el_size), (el_size))

#define __print_hex_dump(prefix_str, prefix_type, rowsize, groupsize,	\
			 buf, len, ascii)				\
	trace_print_hex_dump_seq(p, prefix_str, prefix_type, rowsize,	\
				 groupsize, buf, len, ascii)

#define __print_ns_to_secs(value)					\
	div_u64((u64)(value), NSEC_PER_SEC)
#define __print_ns_without_secs(value)					\
({									\
	u32 __ns;							\
									\
	div_u64_rem((u64)(value), NSEC_PER_SEC, &__ns);			\
	__ns;								\
})
