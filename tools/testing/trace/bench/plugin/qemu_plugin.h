/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The part of QEMU's plugin interface, version 1, that lines.c uses. Debian 12 has no package
 * with the header of this version. A QEMU that does not support the version refuses to load
 * the plugin and says so.
 */
#ifndef BENCH_QEMU_PLUGIN_H
#define BENCH_QEMU_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLUGIN_EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;

struct qemu_info;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

/* Whether a callback reads or writes the registers of the guest. */
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };

enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_RW = 3 };

typedef void (*qemu_plugin_simple_cb_t)(qemu_plugin_id_t id);
typedef void (*qemu_plugin_udata_cb_t)(qemu_plugin_id_t id, void *data);
typedef void (*qemu_plugin_tb_trans_cb_t)(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void (*qemu_plugin_vcpu_udata_cb_t)(unsigned int cpu, void *data);
typedef void (*qemu_plugin_vcpu_mem_cb_t)(unsigned int cpu, qemu_plugin_meminfo_t info,
					  uint64_t address, void *data);

void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, qemu_plugin_udata_cb_t call, void *data);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, qemu_plugin_tb_trans_cb_t call);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    qemu_plugin_vcpu_udata_cb_t call,
					    enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      qemu_plugin_vcpu_mem_cb_t call,
				      enum qemu_plugin_cb_flags flags,
				      enum qemu_plugin_mem_rw rw, void *data);

/* Remove all callbacks and translations, then call @call, which adds callbacks again. */
void qemu_plugin_reset(qemu_plugin_id_t id, qemu_plugin_simple_cb_t call);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
unsigned int qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);

#endif
