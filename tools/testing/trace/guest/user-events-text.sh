#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# User events: definitions, good and bad ones, what dynamic_events shows of them, and their
# format files. See user_events.c.
# guest: --smp 2 --program REPO/tools/testing/trace/guest/user_events.c
# compare: text

exec user_events definitions
