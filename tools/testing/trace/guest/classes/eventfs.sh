# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Lifetime of directories and files of events: see class_eventfs.c.

relay class_eventfs "$(amount 12 2000)"
