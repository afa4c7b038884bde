/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-ins for the parts of the kernel that fprobe events and tracepoint probes need:
 * fprobes, tracepoints, and a module that has some of both. See hooks.c.
 */
#ifndef _TOOLS_TRACE_COMMAND_HOST_HOOKS_H
#define _TOOLS_TRACE_COMMAND_HOST_HOOKS_H

#define nokprobe_inline		inline

/* Functions */

/* The function of the module "gone". */
#define HOST_GONE_FUNCTION	0x30000UL

struct pt_regs;
struct fprobe;

typedef int (*fprobe_entry_cb)(struct fprobe *fp, unsigned long entry_ip, unsigned long ret_ip,
			       struct pt_regs *regs, void *entry_data);
typedef void (*fprobe_exit_cb)(struct fprobe *fp, unsigned long entry_ip, unsigned long ret_ip,
			       struct pt_regs *regs, void *entry_data);

struct fprobe {
	size_t		entry_data_size;
	int		nr_maxactive;
	fprobe_entry_cb	entry_handler;
	fprobe_exit_cb	exit_handler;
	unsigned int	flags;
	unsigned long	*host_sites;
	int		host_nr;
};

int register_fprobe_ips(struct fprobe *fp, unsigned long *addrs, int num);
int unregister_fprobe(struct fprobe *fp);
int fprobe_detach(struct fprobe *fp);
void fprobe_release(struct fprobe *fp);
#define fprobe_is_registered(fp)	((fp)->host_nr)
#define disable_fprobe(fp)		((void)((fp)->flags = 1))
#define enable_fprobe(fp)		((void)((fp)->flags = 0))
unsigned long ftrace_location(unsigned long address);
#define core_kernel_text(address)	((address) < HOST_GONE_FUNCTION)

int kallsyms_on_each_symbol(int (*fn)(void *data, const char *name, unsigned long addr),
			    void *data);
bool glob_match(const char *pattern, const char *text);

/* Modules */

#undef within_module
#define within_module(address, mod)	(__module_address(address) == (mod))
#define within_module_init(address, mod)	((void)(address), (void)(mod), false)
struct module *__module_address(unsigned long address);

/* Tracepoints */

struct tracepoint {
	const char	*name;
	void		*probestub;
};

int tracepoint_probe_register(struct tracepoint *tp, void *probe, void *data);
int tracepoint_probe_unregister(struct tracepoint *tp, void *probe, void *data);
void for_each_kernel_tracepoint(void (*fct)(struct tracepoint *tp, void *priv), void *priv);
void for_each_module_tracepoint(void (*fct)(struct tracepoint *tp, struct module *mod,
					    void *priv), void *priv);

#define ftrace_test_recursion_trylock(ip, parent)	((void)(ip), 0)
#define ftrace_test_recursion_unlock(bit)		((void)(bit))
#define perf_fetch_caller_regs(regs)			((void)(regs))
#define instruction_pointer_set(regs, ip)		((regs)->r[6] = (ip))

#endif /* _TOOLS_TRACE_COMMAND_HOST_HOOKS_H */
