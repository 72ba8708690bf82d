#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Usage: bench_products.sh PROGRAM-FOLDER ROUNDS
set -eu
if [ ! -x "$1/bench_products" ]; then
    echo "not built: it needs oneDNN's headers and OpenMP (Debian's package libdnnl-dev); install them and run again"
    exit 0
fi
exec "$1/bench_products" "$(($2 * 7))"
