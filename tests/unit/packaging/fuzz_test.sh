#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Drives tests/fuzz.sh with a made-up clang and cmake; nothing is built.
# Usage: fuzz_test.sh SOURCE-FOLDER
set -u
source_folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
mkdir -p "$work/bin" "$work/tree/packaging" "$work/tree/tests/samples/import"
cp "$source_folder/packaging/common.sh" "$work/tree/packaging"
cp "$source_folder/tests/fuzz.sh" "$work/tree/tests"
printf '#!/bin/bash\n' >"$work/bin/clang++"
# cmake notes how it was called and "builds" a fuzzer that does.
cat >"$work/bin/cmake" <<END
#!/bin/bash
echo "cmake \$*" >>"$work/calls"
mkdir -p build/fuzz/bin
printf '#!/bin/bash\necho "fuzz_import \$* reader=\$RIDGEPOINT_FUZZ_FORMAT \$UBSAN_OPTIONS" >>"%s"\n' "$work/calls" >build/fuzz/bin/fuzz_import
chmod +x build/fuzz/bin/fuzz_import
END
chmod +x "$work/bin/clang++" "$work/bin/cmake"

# expect TITLE STATUS WORDS ARGUMENT…: runs the script; WORDS stand in what it says or in a call.
expect() {
    local title=$1 wanted=$2 words=$3 output status
    shift 3
    rm -f "$work/calls"
    output=$(cd / && PATH="$work/bin:/usr/bin:/bin" "$work/tree/tests/fuzz.sh" "$@" 2>&1 </dev/null)
    status=$?
    output+=$'\n'$(cat "$work/calls" 2>/dev/null)
    if [ "$status" -ne "$wanted" ] || ! grep -qF -- "$words" <<<"$output"; then
        failures=$((failures + 1))
        printf 'FAILED: %s: exit status %s, output:\n%s\n' "$title" "$status" "$output"
    fi
}

fuzz=$work/tree/build/fuzz
expect "a million inputs, and the samples stay as they are" 0 \
    "fuzz_import $fuzz/corpus $work/tree/tests/samples/import -runs=1000000 "
expect "faults end it" 0 "reader= halt_on_error=1"
expect "with clang's sanitizers" 0 "--preset clang -B $fuzz -DRIDGEPOINT_FUZZ=ON -DRIDGEPOINT_SANITIZE=address,undefined"
expect "the fuzzer alone is built" 0 "--build $fuzz --target fuzz_import"
expect "so many" 0 "-runs=5000 " 5000
expect "one reader" 0 "reader=perf-stat " --reader perf-stat
expect "options of libFuzzer are passed on" 0 "-artifact_prefix=$fuzz/ -max_total_time=600" -max_total_time=600
expect "no number" 2 "many is no number of inputs" many
expect "none" 2 "0 is no number of inputs" 0
expect "no reader" 2 "--reader needs a format" --reader
expect "help" 0 "Usage: tests/fuzz.sh" --help
mv "$work/bin/clang++" "$work/bin/clang"
if ! PATH=/usr/bin:/bin command -v clang++ >/dev/null 2>&1; then expect "no clang" 2 "clang++ is missing"; fi

[ "$failures" -eq 0 ]
