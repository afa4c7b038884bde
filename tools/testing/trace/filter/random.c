// SPDX-License-Identifier: GPL-2.0
/*
 * Compare random filters with the simple evaluator in differ.c.
 *
 * usage: random FILTERS SEED
 */
#include "event.h"

int main(int argc, char **argv)
{
	unsigned int filters = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000;
	unsigned long passed = 0;

	host_srand(argc > 2 ? strtoul(argv[2], NULL, 0) : 1);
	for (unsigned int i = 0; i < filters; i++)
		passed += differ(i, 20);
	printf("%u filters, 20 records each: %lu passed, %lu did not\n", filters,
	       passed, 20UL * filters - passed);
	printf("%lu rejected by prefilters\n", prefiltered);
	/* A run in which nearly all or no records pass is not significant. */
	return prefiltered < 2UL * filters || passed < 2UL * filters || passed > 18UL * filters;
}
