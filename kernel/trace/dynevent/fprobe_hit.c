// SPDX-License-Identifier: GPL-2.0
/*
 * Fprobe events: what runs at a hit.
 *
 * Handlers of fprobes are called with preemption off, in any context.
 */
#include <linux/kprobes.h>

#include "fprobe.h"

static nokprobe_inline const struct trace_fprobe *fprobe_hit_of(struct fprobe *fp)
{
	return container_of(fp, struct trace_fprobe, fp);
}

/**
 * fprobe_hit_entry - fprobe::entry_handler of events at the entry of a function
 * @fp: the fprobe
 * @ip: address of the patch site
 * @ret_ip: return address of the function
 * @regs: registers at the entry
 * @data: not used
 *
 * Context: any, preemption off.
 * Return: 0.
 */
int fprobe_hit_entry(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
		     struct pt_regs *regs, void *data)
{
	struct dynevent_source src = { .regs = regs };

	trace_probe_write(&fprobe_hit_of(fp)->tp, &ip, &src);
	return 0;
}

NOKPROBE_SYMBOL(fprobe_hit_entry);

/**
 * fprobe_hit_save - fprobe::entry_handler of events at the return: save arguments
 * @fp: the fprobe
 * @ip: address of the patch site
 * @ret_ip: return address of the function
 * @regs: registers at the entry
 * @data: where the arguments are saved, fprobe::entry_data_size bytes
 *
 * Context: any, preemption off.
 * Return: 0, to be called at the return.
 */
int fprobe_hit_save(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
		    struct pt_regs *regs, void *data)
{
	dynevent_args_save_entry(&fprobe_hit_of(fp)->tp.args, data, regs);
	return 0;
}

NOKPROBE_SYMBOL(fprobe_hit_save);

/**
 * fprobe_hit_return - fprobe::exit_handler
 * @fp: the fprobe
 * @ip: address of the patch site
 * @ret_ip: address that the function returns to
 * @regs: registers at the return
 * @data: what fprobe_hit_save() has saved
 *
 * Context: any, preemption off.
 */
void fprobe_hit_return(struct fprobe *fp, unsigned long ip, unsigned long ret_ip,
		       struct pt_regs *regs, void *data)
{
	struct dynevent_source src = { .regs = regs, .entry = data };
	unsigned long ips[] = { ip, ret_ip };

	trace_probe_write(&fprobe_hit_of(fp)->tp, ips, &src);
}

NOKPROBE_SYMBOL(fprobe_hit_return);
