// SPDX-License-Identifier: GPL-2.0
/*
 * Let each allocation and each copy from or to user space fail once, in each operation of
 * a table: with /proc/self/fail-nth, n = 1, 2, ... until the operation runs through. After
 * each attempt the operation must either have failed with an error that says so and have
 * changed nothing, or have succeeded with the same result as without a failure, and the
 * kernel must not have reported anything.
 *
 *   failnth [-k ROWS] [-s SEED] [-m MAX] [-r TEXT] [-c NR/OF] [-ln] TABLE
 *
 *   -k ROWS    run that many rows, chosen by the seed; 0: only look for missing rows
 *   -m MAX     at most that many failures for each row, evenly spread
 *   -r TEXT    run the rows that contain the text
 *   -c NR/OF   run each OF-th row, beginning with row NR
 *   -l         list the rows
 *   -S         print the stack of each failure once: "# stack NAME NAME ..."
 *   -n         only run the operations, and let nothing fail
 *
 * The table is described at its head. The program prints TAP.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <linux/types.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failnth/failnth.h"
#include "number.h"
#include "report.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

static struct row rows[FAILNTH_ROWS];
static int nr_rows;
static char *table_files[FAILNTH_FILES];	/* patterns of lines "file" */
static int nr_table_files;
static char *guest_files[FAILNTH_FILES];	/* files of the guest */
static int nr_guest_files;

static void die(const char *what, const char *on)
{
	printf("Bail out! %s %s: %s\n", what, on, strerror(errno));
	exit(2);
}

#include "failnth/files.c"
#include "failnth/table.c"
#include "failnth/command.c"
#include "failnth/inject.c"
#include "failnth/op.c"

static char why[8192];		/* what went wrong in the current row */

static void complain(const char *format, ...)
{
	size_t used = strlen(why);
	va_list args;

	va_start(args, format);
	vsnprintf(why + used, sizeof(why) - used, format, args);
	va_end(args);
}

/* What one row found. */
struct result {
	long injected;
	long failed;		/* attempts that returned an error */
	long points;		/* allocations and copies in one run */
};

/* The result of an operation without failures, and the states before and after it. */
struct expected {
	struct outcome out;
	struct state before, after;
	char which[FAILNTH_FILES];	/* the files that are read for this row */
	char changed[FAILNTH_FILES];	/* those of them that the operation changes */
};

/* Print the stack of an attempt that went wrong, by repeating it. */
static void explain(const struct row *row, long n)
{
	struct outcome out;

	inject_verbose(2 + inject_stacks);
	commands(row->each);
	op_run(row, n, &out);
	inject_messages(why, sizeof(why));
	inject_verbose(1 + inject_stacks);
}

/* Check one attempt that met a failure. Returns 0 if it is as it should be. */
static int attempt_check(const struct row *row, const struct expected *want,
			 const struct outcome *out, const struct state *now, long n)
{
	char what[2048];

	if (out->result < 0 && out->result != want->out.result) {
		if (!op_error_allowed(row, -out->result)) {
			complain("# failure %ld: unexpected error %s\n", n,
				 op_error_name(-out->result));
			return -1;
		}
		if (!row->partial && state_differs(&want->before, now, what, sizeof(what))) {
			complain("# failure %ld: %s is returned, but the state has changed: %s\n",
				 n, op_error_name(-out->result), what);
			return -1;
		}
		return 0;
	}
	if (row->tolerates)
		return 0;
	if (out->result != want->out.result && !(row->changes && out->result >= 0)) {
		complain("# failure %ld: result %ld instead of %ld\n", n, out->result,
			 want->out.result);
		return -1;
	}
	if (!row->changes && out->sum != want->out.sum) {
		complain("# failure %ld: other data is read\n", n);
		return -1;
	}
	if (state_differs(&want->after, now, what, sizeof(what))) {
		complain("# failure %ld: success is returned, but the state is another one: %s\n",
			 n, what);
		return -1;
	}
	return 0;
}

/* Undo what an attempt changed; if that fails, everything is done again. */
static void restore(const struct row *row, const struct expected *want)
{
	static struct state now;

	commands(row->undo);
	state_read(&now, want->changed);
	if (!state_differs(&want->before, &now, NULL, 0))
		return;
	commands(row->after);
	commands(row->before);
}

/* Let failure @n happen. Returns 0, 1 if the operation ended before it, -1 on a failure. */
static int attempt(const struct row *row, const struct expected *want, long n,
		   struct result *found)
{
	static struct state now;
	struct outcome out;
	int injected, bad;

	if (commands(row->each))
		complain("# failure %ld: a command before it failed\n", n);
	op_run(row, n, &out);
	if (out.unprepared)
		complain("# failure %ld: the operation cannot be prepared\n", n);
	injected = !out.left;
	bad = inject_messages(why, sizeof(why));
	state_read(&now, want->changed);
	if (bad)
		complain("# failure %ld: the kernel reports an error\n", n);
	if (attempt_check(row, want, &out, &now, n))
		bad = 1;
	if (out.result >= 0 || state_differs(&want->before, &now, NULL, 0))
		restore(row, want);
	if (bad) {
		explain(row, n);
		restore(row, want);
	}
	found->injected += injected;
	found->failed += injected && out.result < 0;
	if (bad)
		return -1;
	return !injected;
}

/* Complain if the state is not the one before the operation. */
static void row_restored(const struct row *row, const struct expected *want, const char *when)
{
	static struct state now;
	char what[2048];

	state_read(&now, want->which);
	if (!state_differs(&want->before, &now, what, sizeof(what)))
		return;
	complain("# the state is not restored %s: %s\n", when, what);
	restore(row, want);
}

/* Compare the whole state with that at the start. Returns the number of failures. */
static int whole_state(const struct state *start, int test)
{
	static struct state now;
	char what[2048];

	state_read(&now, NULL);
	if (state_differs(start, &now, what, sizeof(what))) {
		printf("not ok %d the whole state is as before\n# %s\n", test, what);
		return 1;
	}
	printf("ok %d the whole state is as before\n", test);
	return 0;
}

/* Run one row. Returns whether it passed. */
static int row_run(const struct row *row, long max, struct result *found)
{
	static struct expected want;
	long n, step = 1;
	int ret, bad = 0;

	why[0] = '\0';
	memset(found, 0, sizeof(*found));
	if (commands(row->before) || commands(row->each))
		complain("# a command before the operation failed\n");
	state_choose(row, want.which);
	state_read(&want.before, want.which);
	op_run(row, INJECT_NEVER, &want.out);
	found->points = INJECT_NEVER - want.out.left;
	if (want.out.unprepared)
		complain("# the operation cannot be prepared: %s\n", strerror(errno));
	else if (!op_result_allowed(row, want.out.result))
		complain("# without a failure: %s\n", op_error_name(-want.out.result));
	if (inject_messages(why, sizeof(why)))
		complain("# without a failure: the kernel reports an error\n");
	state_read(&want.after, want.which);
	memcpy(want.changed, want.which, sizeof(want.changed));
	state_narrow(&want.before, &want.after, row->file, want.changed);
	commands(row->undo);
	row_restored(row, &want, "without a failure");

	if (max && found->points > max)
		step = found->points / max;
	for (n = 1; bad < 4 && strlen(why) < sizeof(why) / 2; n += step) {
		ret = attempt(row, &want, n, found);
		if (ret > 0)
			break;
		bad += ret < 0;
		if (n > found->points + 1000) {
			complain("# there is no end of failures\n");
			break;
		}
	}
	row_restored(row, &want, "after all failures");
	if (commands(row->after))
		complain("# a command after the operation failed\n");
	return !why[0];
}

/* Only run the operation of a row, without failures. Returns whether it succeeded. */
static int row_try(const struct row *row)
{
	struct outcome out;
	int bad;

	why[0] = '\0';
	bad = commands(row->before) || commands(row->each);
	if (bad)
		complain("# a command before the operation failed\n");
	op_run(row, INJECT_NEVER, &out);
	if (out.unprepared)
		complain("# the operation cannot be prepared: %s\n", strerror(errno));
	else if (!op_result_allowed(row, out.result))
		complain("# without a failure: %s\n", op_error_name(-out.result));
	if (inject_messages(why, sizeof(why)))
		complain("# the kernel reports an error\n");
	if (out.result >= 0 && commands(row->undo))
		complain("# a command that undoes it failed\n");
	if (commands(row->after))
		complain("# a command after the operation failed\n");
	return !why[0];
}

/* The command line. */
static struct {
	long rows;		/* -k, or -1 */
	long max;		/* -m, or 0 */
	unsigned int seed;
	int nr, of;		/* -c */
	int list, dry;
	const char *text;	/* -r */
} choice = { .rows = -1, .seed = 1 };

static int choice_read(int argc, char **argv)
{
	int opt;

	while ((opt = getopt(argc, argv, "k:s:m:r:c:lnS")) != -1) {
		if (opt == 'k')
			choice.rows = atol(optarg);
		else if (opt == 's')
			choice.seed = atol(optarg);
		else if (opt == 'm')
			choice.max = atol(optarg);
		else if (opt == 'r')
			choice.text = optarg;
		else if (opt == 'l')
			choice.list = 1;
		else if (opt == 'n')
			choice.dry = 1;
		else if (opt == 'S')
			inject_stacks = 1;
		else if (opt != 'c' || sscanf(optarg, "%d/%d", &choice.nr, &choice.of) != 2)
			return -1;
	}
	return optind < argc ? 0 : -1;
}

/* Whether a row was chosen on the command line. */
static int chosen(int i)
{
	__u64 x = (i + 1) * 0x9e3779b97f4a7c15ull ^ choice.seed * 0xbf58476d1ce4e5b9ull;

	if (choice.text && !strstr(row_name(&rows[i]), choice.text))
		return 0;
	if (choice.of && i % choice.of != choice.nr)
		return 0;
	if (choice.rows < 0)
		return 1;
	x = (x ^ x >> 30) * 0x94d049bb133111ebull;
	return (long)((x >> 20) % nr_rows) < choice.rows;
}

static int tests;		/* number of the last test */

static int row_report(int i, struct result *total)
{
	struct result found = {};
	int ok;

	ok = choice.dry ? row_try(&rows[i]) : row_run(&rows[i], choice.max, &found);
	printf("%sok %d %s\n%s", ok ? "" : "not ", ++tests, row_name(&rows[i]), why);
	if (!choice.dry)
		printf("# row%d: %ld points, %ld failures injected, %ld returned\n", i,
		       found.points, found.injected, found.failed);
	total->injected += found.injected;
	total->failed += found.failed;
	return !ok;
}

/* How often the whole state is compared. */
#define WHOLE_STATE_ROWS	32

static int rows_run(void)
{
	static struct state start;
	struct result total = {};
	int i, run = 0, bad = 0;
	char name[16];

	state_read(&start, NULL);
	for (i = 0; i < nr_rows; i++) {
		if (!chosen(i))
			continue;
		snprintf(name, sizeof(name), "row%d", i);
		prctl(PR_SET_NAME, name);
		bad += row_report(i, &total);
		if (++run % WHOLE_STATE_ROWS == 0)
			bad += whole_state(&start, ++tests);
	}
	bad += whole_state(&start, ++tests);
	if (choice.dry)
		return bad;
	if (!total.injected) {
		printf("not ok %d there were failures\n", ++tests);
		bad++;
	}
	bad += inject_leaks(++tests);
	printf("# %d operations: %ld failures, %ld of them returned as errors\n", run,
	       total.injected, total.failed);
	printf("# %ld of slabs, %ld of pages, %ld of user copies, %ld without a message\n",
	       inject_kinds[0], inject_kinds[1], inject_kinds[2],
	       total.injected - inject_kinds[0] - inject_kinds[1] - inject_kinds[2]);
	return bad;
}

int main(int argc, char **argv)
{
	cpu_set_t first;
	int i, bad;

	if (choice_read(argc, argv))
		return 2;
	/* The rows that read the records of CPU 0 write one before. */
	CPU_ZERO(&first);
	CPU_SET(0, &first);
	if (sched_setaffinity(0, sizeof(first), &first))
		die("sched_setaffinity", "CPU 0");
	setvbuf(stdout, NULL, _IOLBF, 0);
	files_find();
	table_read(argv[optind]);
	bad = table_complete(++tests);
	printf("# %d rows, seed %u\n", nr_rows, choice.seed);
	for (i = 0; choice.list && i < nr_rows; i++)
		printf("# %d: %s\n", i, row_name(&rows[i]));
	inject_init();
	mlockall(MCL_CURRENT | MCL_FUTURE);
	if (!choice.list)
		bad += rows_run();
	printf("1..%d\n", tests);
	return !!bad;
}
