#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Usage: bench_operators.sh PROGRAM-FOLDER ROUNDS
set -eu
exec "$1/bench_operators" "$(($2 * 3))"
