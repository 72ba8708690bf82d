#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# The tree without the CUDA backend, however many toolkits this machine has: configures it with RIDGEPOINT_CUDA=OFF in a
# folder of its own and builds what stands in for the backend, and the sources of ridgepoint-bench that ask it.
# shellcheck disable=SC2016,SC2034 # The checks are expanded later on purpose.
# Usage: without_cuda_test.sh CMAKE SOURCE-FOLDER CXX-COMPILER
set -u
cmake=$1
source_folder=$2
compiler=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "${work:?}"' EXIT
failures=0

check() {
    if eval "$2"; then return; fi
    failures=$((failures + 1))
    printf 'FAILED: %s; output:\n%s\n' "$1" "$output"
}

output=$("$cmake" -S "$source_folder" -B "$work" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DRIDGEPOINT_CUDA=OFF \
    -DRIDGEPOINT_DESKTOP=OFF -DRIDGEPOINT_TESTS=OFF -DCMAKE_CXX_FLAGS=-O0 2>&1)
status=$?
check "it is configured" '[ "$status" -eq 0 ]'
check "the configuration says what is left out" 'grep -q "CUDA backend: not built: RIDGEPOINT_CUDA is OFF" <<<"$output"'
check "there are rules to build by" '[ -s "$work/build.ninja" ]'
check "nothing of a toolkit is in them" '! grep -qiE "nvcc|cudart|[.]cu[ .:]" "$work/build.ninja"'
output=$("$cmake" --build "$work" --target ridgepoint_gpu app/bench/CMakeFiles/ridgepoint_bench_program.dir/{devices_command,device_catalogue}.cpp.o 2>&1)
status=$?
check "the stub and what asks it are built" '[ "$status" -eq 0 ]'
check "the stub is there" '[ -n "$(find "$work" -name "libridgepoint_gpu.a")" ]'

if [ "$failures" -gt 0 ]; then exit 1; fi
echo "all checks passed"
