/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The built-in entries: records whose layout is not made by TRACE_EVENT().
 *
 * EVENT_ENTRIES below is the only list of them. It is expanded to enum trace_type,
 * to a structure per entry, and to the table from which builtin.c makes the events
 * and the files events/ftrace/NAME/format. Types, names, layouts and texts are ABI:
 * tools outside the kernel have them built in.
 *
 * ENTRY(name, TYPE, number, fields, print)
 *	struct event_name, of type TRACE_TYPE. The fields are, in order:
 *	F(type, name)			a field
 *	F_IN(type, name)		a field that belongs to a nested structure
 *	F_ARRAY(type, name, n, text)	type name[n]; the format file shows text for n
 *	F_TAIL(type, name)		type name[], up to the end of the record
 *	F_CALLERS(name)			return addresses up to the end of the record;
 *					the format file shows eight
 */
#ifndef _KERNEL_TRACE_EVENT_ENTRIES_H
#define _KERNEL_TRACE_EVENT_ENTRIES_H

#include <linux/stddef.h>
#include <linux/trace_events.h>
#include <linux/types.h>

#define EVENT_BRANCH_FUNC	30
#define EVENT_BRANCH_FILE	20
#define EVENT_BUILD_ID		20
#define EVENT_CALLERS_SHOWN	8	/* in the format text of a stack */

/*
 * A record of a function call may be longer than its fields: an option may append
 * words at the next multiple of sizeof(long). The last ones are this many argument
 * registers, in the order of the arguments.
 */
#define EVENT_ARGS		6

/* In a stack: stands for the addresses in an ftrace trampoline. */
#define EVENT_TRAMPOLINE	((unsigned long)INT_MAX)

#define EVENT_PRINT_SWITCH(arrow)					\
	"\"%u:%u:%u  " arrow " %u:%u:%u [%03u]\", "			\
	"REC->prev_pid, REC->prev_prio, REC->prev_state, "		\
	"REC->next_pid, REC->next_prio, REC->next_state, REC->next_cpu"

#define EVENT_PRINT_CALLERS						\
	"\"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" "			\
	"\"\\t=> %ps\\n\\t=> %ps\\n\\t=> %ps\\n\" "			\
	"\"\\t=> %ps\\n\\t=> %ps\\n\", "				\
	"(void *)REC->caller[0], (void *)REC->caller[1], "		\
	"(void *)REC->caller[2], (void *)REC->caller[3], "		\
	"(void *)REC->caller[4], (void *)REC->caller[5], "		\
	"(void *)REC->caller[6], (void *)REC->caller[7]"

#define EVENT_FIELDS_SWITCH						\
	F(unsigned int, prev_pid)					\
	F(unsigned int, next_pid)					\
	F(unsigned int, next_cpu)					\
	F(unsigned char, prev_prio)					\
	F(unsigned char, prev_state)					\
	F(unsigned char, next_prio)					\
	F(unsigned char, next_state)

#define EVENT_PRINT_EXIT_TIMES						\
	"\"<-- %ps (%d) (start: %llx  end: %llx) over: %d"
#define EVENT_PRINT_EXIT_ARGS						\
	"(void *)REC->func, REC->depth, REC->calltime, REC->rettime, "	\
	"REC->depth"

#ifdef CONFIG_FUNCTION_GRAPH_RETVAL
#define EVENT_FIELDS_RETVAL	F(unsigned long, retval)
#define EVENT_PRINT_EXIT						\
	EVENT_PRINT_EXIT_TIMES " retval: %lx\", "			\
	EVENT_PRINT_EXIT_ARGS ", REC->retval"
#else
#define EVENT_FIELDS_RETVAL
#define EVENT_PRINT_EXIT						\
	EVENT_PRINT_EXIT_TIMES "\", " EVENT_PRINT_EXIT_ARGS
#endif

#define EVENT_ENTRIES							\
	ENTRY(function, FN, 1,						\
		F(unsigned long, ip)					\
		F(unsigned long, parent_ip),				\
		"\" %ps <-- %ps\", "					\
		"(void *)REC->ip, (void *)REC->parent_ip")		\
	ENTRY(funcgraph_entry, GRAPH_ENT, 11,				\
		F(unsigned long, func)					\
		F(int, depth),						\
		"\"--> %ps (%d)\", (void *)REC->func, REC->depth")	\
	ENTRY(funcgraph_exit, GRAPH_RET, 10,				\
		F(unsigned long, func)					\
		EVENT_FIELDS_RETVAL					\
		F(int, depth)						\
		F(unsigned int, overrun)				\
		F(unsigned long long, calltime)				\
		F(unsigned long long, rettime),				\
		EVENT_PRINT_EXIT)					\
	ENTRY(context_switch, CTX, 2, EVENT_FIELDS_SWITCH,		\
		EVENT_PRINT_SWITCH("==>"))				\
	ENTRY(wakeup, WAKE, 3, EVENT_FIELDS_SWITCH,			\
		EVENT_PRINT_SWITCH("==+"))				\
	ENTRY(kernel_stack, STACK, 4,					\
		F(int, size)						\
		F_CALLERS(caller),					\
		EVENT_PRINT_CALLERS)					\
	ENTRY(user_stack, USER_STACK, 12,				\
		F(unsigned int, tgid)					\
		F_ARRAY(unsigned long, caller, EVENT_CALLERS_SHOWN, "8"), \
		EVENT_PRINT_CALLERS)					\
	ENTRY(bprint, BPRINT, 6,					\
		F(unsigned long, ip)					\
		F(const char *, fmt)					\
		F_TAIL(u32, buf),					\
		"\"%ps: %s\", (void *)REC->ip, REC->fmt")		\
	ENTRY(print, PRINT, 5,						\
		F(unsigned long, ip)					\
		F_TAIL(char, buf),					\
		"\"%ps: %s\", (void *)REC->ip, REC->buf")		\
	ENTRY(raw_data, RAW_DATA, 18,					\
		F(unsigned int, id)					\
		F_TAIL(char, buf),					\
		"\"id:%04x %08x\", REC->id, (int)REC->buf[0]")		\
	ENTRY(bputs, BPUTS, 14,						\
		F(unsigned long, ip)					\
		F(const char *, str),					\
		"\"%ps: %s\", (void *)REC->ip, REC->str")		\
	ENTRY(mmiotrace_rw, MMIO_RW, 7,					\
		F(resource_size_t, phys)				\
		F(unsigned long, value)					\
		F(unsigned long, pc)					\
		F(int, map_id)						\
		F(unsigned char, opcode)				\
		F(unsigned char, width),				\
		"\"%lx %lx %lx %d %x %x\", (unsigned long)REC->phys, "	\
		"REC->value, REC->pc, REC->map_id, "			\
		"REC->opcode, REC->width")				\
	ENTRY(mmiotrace_map, MMIO_MAP, 8,				\
		F(resource_size_t, phys)				\
		F(unsigned long, virt)					\
		F(unsigned long, len)					\
		F(int, map_id)						\
		F(unsigned char, opcode),				\
		"\"%lx %lx %lx %d %x\", (unsigned long)REC->phys, "	\
		"REC->virt, REC->len, REC->map_id, REC->opcode")	\
	ENTRY(branch, BRANCH, 9,					\
		F(unsigned int, line)					\
		F_ARRAY(char, func, EVENT_BRANCH_FUNC + 1, "31")	\
		F_ARRAY(char, file, EVENT_BRANCH_FILE + 1, "21")	\
		F(char, correct)					\
		F(char, constant),					\
		"\"%u:%s:%s (%u)%s\", REC->line, REC->func, REC->file, " \
		"REC->correct, REC->constant ? \" CONSTANT\" : \"\"")	\
	ENTRY(hwlat, HWLAT, 15,						\
		F(u64, duration)					\
		F(u64, outer_duration)					\
		F(u64, nmi_total_ts)					\
		F_IN(s64, tv_sec)					\
		F_IN(long, tv_nsec)					\
		F(unsigned int, nmi_count)				\
		F(unsigned int, seqnum)					\
		F(unsigned int, count),					\
		"\"cnt:%u\\tts:%010llu.%010lu\\tinner:%llu\\touter:%llu" \
		"\\tcount:%d\\tnmi-ts:%llu\\tnmi-count:%u\\n\", "	\
		"REC->seqnum, REC->tv_sec, REC->tv_nsec, REC->duration, " \
		"REC->outer_duration, REC->count, REC->nmi_total_ts, "	\
		"REC->nmi_count")					\
	ENTRY(func_repeats, FUNC_REPEATS, 19,				\
		F(unsigned long, ip)					\
		F(unsigned long, parent_ip)				\
		F(u16, count)						\
		F(u16, top_delta_ts)					\
		F(u32, bottom_delta_ts),				\
		"\" %ps <-%ps\\t(repeats:%u  delta: -%llu)\", "		\
		"(void *)REC->ip, (void *)REC->parent_ip, REC->count, "	\
		"(((u64)(REC)->top_delta_ts << 32) | (REC)->bottom_delta_ts)") \
	ENTRY(osnoise, OSNOISE, 16,					\
		F(u64, noise)						\
		F(u64, runtime)						\
		F(u64, max_sample)					\
		F(unsigned int, hw_count)				\
		F(unsigned int, nmi_count)				\
		F(unsigned int, irq_count)				\
		F(unsigned int, softirq_count)				\
		F(unsigned int, thread_count),				\
		"\"noise:%llu\\tmax_sample:%llu\\thw:%u\\tnmi:%u\\tirq:%u" \
		"\\tsoftirq:%u\\tthread:%u\\n\", REC->noise, "		\
		"REC->max_sample, REC->hw_count, REC->nmi_count, "	\
		"REC->irq_count, REC->softirq_count, REC->thread_count") \
	ENTRY(timerlat, TIMERLAT, 17,					\
		F(unsigned int, seqnum)					\
		F(int, context)						\
		F(u64, timer_latency),					\
		"\"seq:%u\\tcontext:%d\\ttimer_latency:%llu\\n\", "	\
		"REC->seqnum, REC->context, REC->timer_latency")	\
	ENTRY(user_mapping, USER_MAPPING, 20,				\
		F(unsigned int, tgid)					\
		F(unsigned int, parent)					\
		F(unsigned long, start)					\
		F(unsigned long, size)					\
		F(u64, offset)						\
		F(u64, ino)						\
		F(unsigned int, major)					\
		F(unsigned int, minor)					\
		F(unsigned char, build_id_size)				\
		F_ARRAY(unsigned char, build_id, EVENT_BUILD_ID, "20")	\
		F_TAIL(char, path),					\
		"\"tgid=%u parent=%u start=%lx size=%lx offset=%llx dev=%u:%u " \
		"ino=%llu build_id=%s path=%s\", REC->tgid, REC->parent, " \
		"REC->start, REC->size, REC->offset, REC->major, REC->minor, " \
		"REC->ino, __print_hex_str(REC->build_id, REC->build_id_size), " \
		"REC->path")

/* common_type, the first field of every record. Types of other events follow. */
#define ENTRY(_name, _type, _nr, _fields, _print)	TRACE_##_type = _nr,
enum trace_type {
	EVENT_ENTRIES
	TRACE_BLK = 13,		/* registered and printed by blktrace */
	TRACE_TYPE_BUILTIN_END = 21,
};

#undef ENTRY

/* struct event_function, struct event_print, ...: the records in the ring buffer. */
#define F(type, name)			type name;
#define F_IN(type, name)		type name;
#define F_ARRAY(type, name, n, text)	type name[n];
#define F_TAIL(type, name)		type name[];
#define F_CALLERS(name)			unsigned long name[];
#define ENTRY(_name, _type, _nr, _fields, _print)			\
	struct event_##_name {						\
		struct trace_entry ent;					\
		_fields							\
	};
EVENT_ENTRIES
#undef ENTRY
#undef F_CALLERS
#undef F_TAIL
#undef F_ARRAY
#undef F_IN
#undef F

#endif /* _KERNEL_TRACE_EVENT_ENTRIES_H */
