// SPDX-License-Identifier: GPL-2.0
/*
 * The bytes of an input are the choices by which differ.c builds a filter and records:
 * the compiled filter must agree with the evaluator of the tree.
 */
#include "event.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	host_srand(size);
	host_rand_from(data, size);
	differ(1, 4);
	host_rand_from(NULL, 0);
	return 0;
}
