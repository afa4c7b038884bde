// SPDX-License-Identifier: GPL-2.0
/*
 * Commands of the table: "FILE > TEXT" writes the text over the contents of the file,
 * "FILE >> TEXT" after them; "mkdir DIR", "rmdir DIR", "umount DIR", "mount DIR",
 * "chmod MODE FILE", "chown GROUP FILE", "load MODULE", "unload MODULE", "toggle FILE" (write
 * the other one of 0 and 1), and "sh COMMAND".
 */

static const char *command_module;
static char command_module_path[PATH_MAX];

static int command_module_visit(const char *path, const struct stat *st, int type,
				struct FTW *ftw)
{
	const char *x = path + ftw->base, *y = command_module;

	(void)st;
	(void)type;
	for (; *x && *y; x++, y++)
		if (*x != *y && !(*x == '-' && *y == '_'))
			return 0;
	if (*y || strcmp(x, ".ko"))
		return 0;
	snprintf(command_module_path, sizeof(command_module_path), "%s", path);
	return 1;
}

/* Open the file of a module. */
static int command_module_open(const char *name)
{
	command_module = name;
	if (nftw("/lib/modules", command_module_visit, 16, FTW_PHYS) != 1)
		return -1;
	return open(command_module_path, O_RDONLY);
}

static int command_load(const char *name)
{
	int fd = command_module_open(name), ret;

	if (fd < 0)
		return -1;
	ret = syscall(SYS_finit_module, fd, "", 0);
	close(fd);
	return ret;
}

/* The opposite of what a file contains, 0 or 1. Returns -1 on an error. */
static int command_opposite(const char *path)
{
	int fd = open(path, O_RDONLY);
	char value = 0;

	if (fd < 0)
		return -1;
	if (read(fd, &value, 1) != 1)
		value = 0;
	close(fd);
	return value == '0' ? '1' : value == '1' ? '0' : -1;
}

static int command_write(const char *path, const char *text, int flags)
{
	int fd = open(path, O_WRONLY | O_NONBLOCK | flags), ret;

	if (fd < 0)
		return -1;
	ret = write(fd, text, strlen(text)) < 0 ? -1 : 0;
	if (close(fd))
		ret = -1;
	return ret;
}

static int command_run(const char *command)
{
	char path[1024], value[2] = "";
	const char *redirect = strstr(command, " >");

	if (!strncmp(command, "sh ", 3))
		return system(command + 3);
	if (!strncmp(command, "mkdir ", 6))
		return mkdir(command + 6, 0755);
	if (!strncmp(command, "rmdir ", 6))
		return rmdir(command + 6);
	if (!strncmp(command, "umount ", 7))
		return umount(command + 7);
	if (!strncmp(command, "mount ", 6))
		return mount("none", command + 6, "tracefs", 0, NULL);
	if (!strncmp(command, "chmod ", 6))
		return chmod(strchr(command + 6, ' ') + 1, strtol(command + 6, NULL, 8));
	if (!strncmp(command, "chown ", 6))
		return chown(strchr(command + 6, ' ') + 1, -1, atoi(command + 6));
	if (!strncmp(command, "unload ", 7))
		return syscall(SYS_delete_module, command + 7, O_NONBLOCK);
	if (!strncmp(command, "load ", 5))
		return command_load(command + 5);
	if (!strncmp(command, "toggle ", 7)) {
		value[0] = command_opposite(command + 7);
		return command_write(command + 7, value, 0);
	}
	if (!redirect)
		return -1;
	snprintf(path, sizeof(path), "%.*s", (int)(redirect - command), command);
	redirect += 2;
	if (*redirect == '>')
		return command_write(path, redirect + 1 + (redirect[1] == ' '), O_APPEND);
	return command_write(path, redirect + (*redirect == ' '), O_TRUNC);
}

/* Run a list of commands. Returns whether one failed. */
static int commands(char * const *list)
{
	int ret = 0;

	for (; *list; list++)
		if (command_run(*list))
			ret = -1;
	return ret;
}
