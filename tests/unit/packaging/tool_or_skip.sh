#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Runs an outside tool, or ends with the status by which ctest calls a test skipped.
set -u
if ! command -v "$1" >/dev/null 2>&1; then
    echo "skipped: $1 is not installed"
    exit 77
fi
exec "$@"
