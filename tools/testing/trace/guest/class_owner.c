// SPDX-License-Identifier: GPL-2.0
/*
 * Owners, groups and modes of tracing files, and what users can open.
 *
 *	class_owner matrix PATH...	each user opens each path in each way; the result has
 *					to be what the modes of the path and of the
 *					directories above it say
 *	class_owner race ROUNDS		while the group and the mode of the tree change and
 *					instances come and go, a user who is never permitted
 *					opens files
 *
 * Prints "ok NAME" or "not ok NAME".
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define TOP	"/sys/kernel/tracing"
#define GROUP	1001
#define LEVELS	16
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

struct user {
	const char	*name;
	uid_t		uid;
	gid_t		gid, extra;
	bool		has_caps;
};

static const struct user users[] = {
	{ "root", 0, 0, 0, true },
	{ "root without capabilities", 0, 0, 0, false },
	{ "user 1000", 1000, 1000, 0, false },
	{ "user 1000 in the group", 1000, 1000, GROUP, false },
	{ "user 1001 of the group", 1001, GROUP, 0, false },
	{ "user 1000 in group 0", 1000, 0, 0, false },
};

static void become(const struct user *user)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[2] = {};

	if (setgroups(user->extra ? 1 : 0, &user->extra) ||
	    setresgid(user->gid, user->gid, user->gid) ||
	    setresuid(user->uid, user->uid, user->uid) ||
	    (!user->has_caps && syscall(SYS_capset, &head, none))) {
		perror("become");
		_exit(9);
	}
}

/* What the mode says: read 4, write 2, search 1. */
static bool permits(const struct user *user, const struct stat *st, unsigned int want)
{
	unsigned int mode = st->st_mode;

	if (user->has_caps)
		return true;
	if (user->uid == st->st_uid)
		mode >>= 6;
	else if (user->gid == st->st_gid || (user->extra && user->extra == st->st_gid))
		mode >>= 3;
	return (mode & want) == want;
}

/* A path and the directories above it, as the parent sees them: it can stat each of them. */
struct chain {
	struct stat	of[LEVELS];
	int		nr;
};

static void look_up(const char *path, struct chain *chain)
{
	char part[PATH_MAX];
	char *slash;

	snprintf(part, sizeof(part), "%s", path);
	chain->nr = 0;
	do {
		if (chain->nr == LEVELS || stat(part, &chain->of[chain->nr])) {
			chain->nr = 0;
			return;
		}
		chain->nr++;
		slash = strrchr(part, '/');
		*slash = '\0';
	} while (slash > part);
}

static bool expected(const struct user *user, const struct chain *chain, unsigned int want)
{
	int i;

	for (i = 1; i < chain->nr; i++) {
		if (!permits(user, &chain->of[i], 1))
			return false;
	}
	return chain->nr && permits(user, &chain->of[0], want);
}

struct result {
	int	tried, refused, permitted, wrong;
};

static void matrix_user(const struct user *user, char **paths, const struct chain *chains, int nr,
			struct result *result)
{
	static const int flags[] = { O_RDONLY, O_WRONLY, O_RDWR };
	static const unsigned int wants[] = { 4, 2, 6 };
	bool *good = calloc(nr * 3, sizeof(*good)), *tried = calloc(nr * 3, sizeof(*tried));
	int i, way, pid, fd;

	for (i = 0; i < nr * 3; i++) {
		const struct chain *chain = &chains[i / 3];

		good[i] = expected(user, chain, wants[i % 3]);
		/* open(2) reports EISDIR before it checks the permission to write. */
		tried[i] = i % 3 == 0 || !chain->nr || !S_ISDIR(chain->of[0].st_mode);
		result->tried += tried[i];
	}
	pid = fork();
	if (!pid) {
		become(user);
		for (i = 0; i < nr * 3; i++) {
			way = i % 3;
			if (!tried[i])
				continue;
			fd = open(paths[i / 3], flags[way] | O_NONBLOCK);
			/* Other errors mean that the permissions were sufficient. */
			bool got = fd >= 0 || errno != EACCES;

			if (got != good[i]) {
				printf("# %s, %s, way %d: %s, expected %s\n", user->name,
				       paths[i / 3], way, got ? "permitted" : "refused",
				       good[i] ? "permitted" : "refused");
				result->wrong++;
			}
			result->permitted += got;
			result->refused += !got;
			close(fd);
		}
		fflush(stdout);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	free(good);
	free(tried);
}

static int matrix(unsigned int nr, char **paths)
{
	struct result *result = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct chain *chains = calloc(nr, sizeof(*chains));
	unsigned int i;

	for (i = 0; i < nr; i++)
		look_up(paths[i], &chains[i]);
	for (i = 0; i < ARRAY_SIZE(users); i++)
		matrix_user(&users[i], paths, chains, nr, result);
	free(chains);
	printf("# %d opens permitted, %d refused, %d wrong\n", result->permitted,
	       result->refused, result->wrong);
	return result->wrong || result->permitted + result->refused != result->tried ||
	       result->tried < (int)nr * 6;
}

/* Changes of the group and opens at the same time */

static void remount(const char *options)
{
	if (mount(NULL, TOP, NULL, MS_REMOUNT, options))
		perror("remount");
}

static void walk(const char *path, int depth, struct result *result)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int fd;

	if (!dir) {
		result->refused++;
		return;
	}
	while ((entry = readdir(dir))) {
		char below[PATH_MAX];

		if (*entry->d_name == '.')
			continue;
		snprintf(below, sizeof(below), "%s/%s", path, entry->d_name);
		if (depth && entry->d_type == DT_DIR) {
			walk(below, depth - 1, result);
			continue;
		}
		fd = open(below, O_RDONLY | O_NONBLOCK);
		if (fd >= 0) {
			result->permitted++;
			close(fd);
		} else {
			result->refused++;
		}
	}
	closedir(dir);
}

static int race(int rounds)
{
	struct result *results = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	static const char * const paths[] = {
		TOP "/options", TOP "/events/sched", TOP "/instances", TOP "/instances/raced",
		TOP "/per_cpu/cpu0",
	};
	volatile bool *over = (volatile bool *)(results + 8);
	int i, pids[4];

	for (i = 0; i < 4; i++) {
		pids[i] = fork();
		if (pids[i])
			continue;
		/* Two users outside the group, two members of it. */
		become(&users[i & 1 ? 3 : 2]);
		do {
			size_t n;

			for (n = 0; n < ARRAY_SIZE(paths); n++)
				walk(paths[n], 1, &results[i]);
			sched_yield();
		} while (!*over);
		_exit(0);
	}
	for (i = 0; i < rounds; i++) {
		remount(i & 1 ? "gid=0,mode=0700" : "gid=1001,mode=0750");
		if (chown(TOP "/instances", -1, i & 2 ? GROUP : 0))
			perror("chown");
		if (i & 1)
			mkdir(TOP "/instances/raced", 0755);
		else
			rmdir(TOP "/instances/raced");
		usleep(2000);
	}
	*over = true;
	for (i = 0; i < 4; i++)
		waitpid(pids[i], NULL, 0);
	remount("gid=0,mode=0700");
	rmdir(TOP "/instances/raced");
	printf("# outside the group: %d permitted, %d refused; members: %d permitted, %d refused\n",
	       results[0].permitted + results[2].permitted,
	       results[0].refused + results[2].refused,
	       results[1].permitted + results[3].permitted,
	       results[1].refused + results[3].refused);
	return results[0].permitted || results[2].permitted || !results[0].refused;
}

int main(int argc, char **argv)
{
	umask(0);
	if (argc > 2 && !strcmp(argv[1], "matrix"))
		return matrix(argc - 2, argv + 2);
	if (argc > 2 && !strcmp(argv[1], "race"))
		return race(atoi(argv[2]));
	return 2;
}
