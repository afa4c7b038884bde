#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Print how many records the library of KernelShark reads from a file of trace-cmd."""

import ctypes
import sys

shark = ctypes.CDLL("libkshark.so.2")
shark.kshark_load_entries.restype = ctypes.c_ssize_t
context = ctypes.c_void_p()
rows = ctypes.c_void_p()
if not shark.kshark_instance(ctypes.byref(context)):
    sys.exit("libkshark has no context")
stream = shark.kshark_open(context, sys.argv[1].encode())
if stream < 0:
    sys.exit(f"libkshark does not open {sys.argv[1]}: {stream}")
print(shark.kshark_load_entries(context, stream, ctypes.byref(rows)))
