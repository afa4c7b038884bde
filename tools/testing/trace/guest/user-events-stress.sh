#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# User events while their processes fork, exec, exit and unmap memory: see
# user_events_stress.c.
# guest: --smp 2 --mem 512 --timeout 600
# guest: --program REPO/tools/testing/trace/guest/user_events_stress.c
# config: check

user_events_stress "${SECONDS:-20}"
