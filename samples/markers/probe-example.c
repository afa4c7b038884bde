// SPDX-License-Identifier: GPL-2.0
/*
 * Probes for the markers of marker-example, which may be loaded before or after this
 * module: one prints its arguments to the kernel log, the other one counts calls.
 */
#include <linux/marker.h>
#include <linux/module.h>

static void probe_open(const struct marker *marker, void *private,
		       const char *format, ...)
{
	const char *comm;
	va_list args;
	int pid;

	va_start(args, format);
	pid = va_arg(args, int);
	comm = va_arg(args, const char *);
	va_end(args);
	pr_info("probe-example: %s pid %d comm %s\n", marker->tp.name, pid, comm);
}

static atomic_t rounds = ATOMIC_INIT(0);

static void probe_round(const struct marker *marker, void *private,
			const char *format, ...)
{
	atomic_inc(private);
}

/**
 * struct probe_row - a probe and its marker
 * @name: name of the marker
 * @format: format that the probe expects
 * @probe: function to call when the marker fires
 * @private: argument for @probe
 */
static const struct probe_row {
	const char *name;
	const char *format;
	marker_probe_func *probe;
	void *private;
} probe_rows[] = {
	{ "example_open", "pid %d comm %s", probe_open, NULL },
	{ "example_round", "number %d half %hhu", probe_round, &rounds },
};

static void probe_remove(int count)
{
	while (count--)
		marker_probe_unregister(probe_rows[count].name,
					probe_rows[count].probe,
					probe_rows[count].private);
	marker_synchronize_unregister();
}

static int __init probe_init(void)
{
	int i, ret;

	for (i = 0; i < ARRAY_SIZE(probe_rows); i++) {
		const struct probe_row *row = &probe_rows[i];

		ret = marker_probe_register(row->name, row->format, row->probe,
					    row->private);
		if (ret) {
			probe_remove(i);
			return ret;
		}
		ret = marker_arm(row->name);
		if (ret) {
			probe_remove(i + 1);
			return ret;
		}
	}
	return 0;
}
module_init(probe_init);

static void __exit probe_exit(void)
{
	probe_remove(ARRAY_SIZE(probe_rows));
	pr_info("probe-example: %d rounds\n", atomic_read(&rounds));
}
module_exit(probe_exit);

MODULE_DESCRIPTION("Probes for the markers of marker-example");
MODULE_LICENSE("GPL");
