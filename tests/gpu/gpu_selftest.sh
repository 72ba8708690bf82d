#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Runs the self-test of cuda:0, or ends with the status by which ctest calls a test skipped, and says why.
# Usage: gpu_selftest.sh RIDGEPOINT-BENCH
set -u
line=$("$1" devices | grep '^cuda:0 ')
case "$line" in
    *"not available: "*)
        echo "skipped: cuda:0 cannot be used: ${line#*not available: }"
        exit 77 ;;
esac
exec "$1" selftest --device cuda:0
