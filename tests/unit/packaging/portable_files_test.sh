#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# A file of packaging/portable.sh must start where glibc is 2.28: it needs libc and its kin alone, no name of theirs from
# after that, and it measures with every instruction set that was compiled; the one for aarch64 under an emulator, as
# several processors. Skipped where it was not built.
# Usage: portable_files_test.sh FOLDER x86_64|aarch64
set -u
folder=$1
architecture=$2
file="$folder/ridgepoint-bench-$architecture"
skip() { echo "skipped: $1"; exit 77; }
failures=0
fail() { echo "FAILED: $1"; failures=$((failures + 1)); }

if [ ! -x "$file" ]; then skip "there is no $file; packaging/portable.sh builds it"; fi
if ! command -v readelf >/dev/null; then skip "readelf is missing (Debian: binutils)"; fi
export LC_ALL=C

newest=$(readelf --version-info --wide "$file" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
if [ -z "$newest" ] || [ "$(printf '%s\n' GLIBC_2.28 "$newest" | sort -V | tail -n 1)" != GLIBC_2.28 ]; then
    fail "needs ${newest:-no glibc at all}: $(readelf --dyn-syms --wide "$file" | grep -F "@$newest" | awk '{ print $8 }' | tr '\n' ' ')"
fi
others=$(readelf --dynamic --wide "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
    grep -vE '^(libc|libm|libdl|librt|libpthread|ld-linux-x86-64|ld-linux-aarch64)\.so' | tr '\n' ' ')
if [ -n "$others" ]; then fail "needs other libraries than libc's own: $others"; fi
# A function that glibc 2.28 has in a library of its own is found there only where that library is named.
for library in libpthread.so.0 libdl.so.2; do
    if ! readelf --dynamic --wide "$file" | grep -qF "[$library]"; then fail "does not name $library"; fi
done

# as_processor PROCESSOR COMMAND…: here, or emulated.
as_processor() {
    local processor=$1
    shift
    if [ "$processor" = here ]; then "$@"; else qemu-aarch64-static -L /usr/aarch64-linux-gnu -cpu "$processor" "$@"; fi
}
case "$architecture" in
    "$(uname -m)") processors=(here) ;;
    aarch64)
        if ! command -v qemu-aarch64-static >/dev/null; then
            if [ "$failures" -gt 0 ]; then exit 1; fi
            skip "needs $newest, which is right; not started: qemu-aarch64-static is missing (Debian: qemu-user-static)"
        fi
        processors=(max cortex-a57 neoverse-n1 a64fx) ;;
    *) skip "needs $newest; a file for $architecture is not started here" ;;
esac
if [ "$architecture" = aarch64 ]; then sets=(NEON SCALAR); else sets=(SCALAR); fi

# tried TITLE PROCESSOR COMMAND…: fails with what it printed.
tried() {
    local title=$1 words
    shift
    words=$(as_processor "$@" 2>"$home/errors") || { fail "$title ends with status $?: $(cat "$home/errors") $(tail -n 5 <<<"$words")"; return; }
    echo "$title: $(tail -n 1 <<<"$words")"
}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export XDG_STATE_HOME="$home" # measured roofs are kept there
for processor in "${processors[@]}"; do
    tried "version as $processor" "$processor" "$file" --version
    for set in "${sets[@]}"; do
        RIDGEPOINT_ISA="$set" tried "roofs of $set as $processor" "$processor" "$file" roofs --device cpu --threads 1 \
            --only compute.fp32.fma,bandwidth.l1
    done
done
# Every set that the processor has is in it, whichever would be chosen.
tried "self-test as ${processors[0]}" "${processors[0]}" "$file" selftest --device cpu
if [ "$failures" -gt 0 ]; then exit 1; fi
echo "needs $newest or newer"
