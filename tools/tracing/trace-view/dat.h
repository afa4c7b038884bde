/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The records of the last boot of a persistent ring buffer, as a file of trace-cmd.
 */
#ifndef TRACE_VIEW_DAT_H
#define TRACE_VIEW_DAT_H

/**
 * dat_main() - the subcommand dat
 * @argc: of the command line, which begins with "dat"
 * @argv: of the command line
 *
 * Return: the exit status.
 */
int dat_main(int argc, char **argv);

#endif /* TRACE_VIEW_DAT_H */
