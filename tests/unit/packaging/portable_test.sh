#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# The one file must run on other machines: it needs libc and its kin alone, and none of their functions from after 2.35,
# which is what Ubuntu 22.04 has. Skipped where the build's own glibc puts newer names into every program (after 2.36).
# Usage: portable_test.sh RIDGEPOINT-BENCH
set -u
bench=$1
if [ ! -x "$bench" ]; then echo "FAILED: $bench is no program"; exit 1; fi
if ! command -v objdump >/dev/null; then echo "skipped: objdump is missing (Debian: binutils)"; exit 77; fi
if objdump -T "$bench" | grep -q __asan_init; then echo "skipped: built with a sanitizer"; exit 77; fi
here=$(getconf GNU_LIBC_VERSION | awk '{ print $2 }')
if [ "$(printf '%s\n' 2.36 "$here" | sort -V | tail -n 1)" != 2.36 ]; then
    echo "skipped: glibc $here is newer than 2.36"
    exit 77
fi
status=0
newest=$(objdump -T "$bench" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
if [ "$(printf '%s\n' GLIBC_2.35 "$newest" | sort -V | tail -n 1)" != GLIBC_2.35 ]; then
    echo "FAILED: needs $newest:"
    objdump -T "$bench" | grep "$newest"
    status=1
fi
others=$(objdump -p "$bench" | awk '$1 == "NEEDED" { print $2 }' | grep -vE '^(libc|libm|libdl|librt|libpthread|ld-linux-x86-64)\.so' || true)
if [ -n "$others" ]; then
    echo "FAILED: needs other libraries than libc's own: $others"
    status=1
fi
if [ "$status" -eq 0 ]; then echo "needs $newest or newer"; fi
exit "$status"
