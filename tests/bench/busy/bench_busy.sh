#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Usage: bench_busy.sh PROGRAM-FOLDER ROUNDS
set -eu
exec "$1/bench_busy" "$1/ridgepoint-bench" "$2"
