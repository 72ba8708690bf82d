#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Usage: bench_maps.sh PROGRAM-FOLDER ROUNDS
set -eu
exec "$1/bench_maps" "$2"
