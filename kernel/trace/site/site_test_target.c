// SPDX-License-Identifier: GPL-2.0
/*
 * Functions for site_test.c to trace: they are the only ones in this directory
 * that have sites.
 */

#include <linux/compiler.h>
#include <linux/linkage.h>

#include <asm/ibt.h>

#include "site_test.h"

noinline int site_test_plain(int x)
{
	OPTIMIZER_HIDE_VAR(x);
	return x + 1;
}

noinline int site_test_other(int x)
{
	OPTIMIZER_HIDE_VAR(x);
	return x + 2;
}

noinline int site_test_patched(int x)
{
	OPTIMIZER_HIDE_VAR(x);
	return x + 1000;
}

unsigned long site_test_direct_hits;

/* A direct call: counts, and returns into the traced function. */
asm(".pushsection .text, \"ax\"\n"
	".type site_test_direct, @function\n"
	".globl site_test_direct\n"
	"site_test_direct:\n"
	ASM_ENDBR
	"	lock incq site_test_direct_hits(%rip)\n"
	ASM_RET
	".size site_test_direct, .-site_test_direct\n"
	".popsection\n");
