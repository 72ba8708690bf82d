#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzzer of imported files with clang's sanitizers and runs it over the samples.
# Usage: tests/fuzz.sh [--reader FORMAT] [INPUTS] [-LIBFUZZER-OPTION=…]…
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../packaging/common.sh"

usage() {
    cat <<'END'
Usage: tests/fuzz.sh [--reader FORMAT] [INPUTS] [-LIBFUZZER-OPTION=…]…

Builds fuzz_import under build/fuzz with clang (Debian's packages clang and libclang-rt-dev) and gives it so many inputs
(1000000 unless told), beginning with tests/samples/import. Every reader takes every input; with --reader only the one of
that format (an id of `ridgepoint-bench import --help`), which is many times as fast. Inputs that led to new code stay in
build/fuzz/corpus, and the next run begins with them too. The first fault ends it: its input is left in build/fuzz, and
build/fuzz/bin/fuzz_import FILE shows it again. Options of libFuzzer are passed on, such as -max_total_time=600.
END
}

inputs=1000000
reader=""
options=()
while [ "$#" -gt 0 ]; do
    case "$1" in
        -h | --help) usage; exit 0 ;;
        --reader)
            reader=${2:-}
            if [ -z "$reader" ]; then stop 2 "--reader needs a format, as in: tests/fuzz.sh --reader perf-stat"; fi
            shift 2 ;;
        -[a-z]*=*) options+=("$1"); shift ;;
        *)
            if ! [ "$1" -ge 1 ] 2>/dev/null; then stop 2 "$1 is no number of inputs; as in: tests/fuzz.sh 1000000"; fi
            inputs=$1
            shift ;;
    esac
done

if ! command -v clang++ >/dev/null 2>&1; then
    stop 2 "clang++ is missing, which libFuzzer comes with: apt-get install clang libclang-rt-dev"
fi
folder=$root/build/fuzz
mkdir -p "$folder/corpus"
cd "$root"
logged "$folder/configure.log" Configuring cmake --preset clang -B "$folder" -DRIDGEPOINT_FUZZ=ON \
    -DRIDGEPOINT_SANITIZE=address,undefined -DRIDGEPOINT_CUDA=OFF
logged "$folder/build.log" Building cmake --build "$folder" --target fuzz_import -- -j "$(jobs_for_build)"
# New inputs go into the first folder, so that the samples stay as they are.
RIDGEPOINT_FUZZ_FORMAT=$reader UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
    exec "$folder/bin/fuzz_import" "$folder/corpus" "$root/tests/samples/import" -runs="$inputs" -timeout=25 \
    -print_final_stats=1 -artifact_prefix="$folder/" "${options[@]}"
