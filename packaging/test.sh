#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds with the tests, runs every one; the last line is "N passed, N failed".
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    cat <<'END'
Usage: packaging/test.sh [CTEST-OPTION…]

Installs what is missing from Debian's packages (asking for root for apt only), builds Ridgepoint with its
tests under build/dev and runs every test. It ends with the ten slowest tests and the line "N passed, N failed"
(", N skipped" may follow); the exit status is 0 only when none failed. Options go to ctest, for example:
packaging/test.sh -R model
END
}

# attribute NAME FILE: the number of that name in the head of a JUnit report.
attribute() {
    sed -n "/<testsuite /,/>/ s/.*[[:space:]]$1=\"\([0-9][0-9]*\)\".*/\1/p" "$2" | head -n 1
}

# slowest FILE: the ten tests of a JUnit report that took longest, one a line, with their seconds.
slowest() {
    sed -n 's/.*<testcase name="\([^"]*\)".* time="\([^"]*\)".*/\2 \1/p' "$1" | LC_ALL=C sort -rg |
        LC_ALL=C awk 'NR <= 10 { printf "%8.1f s  %s\n", $1, $2 }'
}

finish() {
    local counts="$1 passed, $2 failed"
    if [ "$3" -gt 0 ]; then counts="$counts, $3 skipped"; fi
    say "$counts"
    [ "$2" -eq 0 ]
}

case "${1:-}" in -h | --help) usage; exit 0 ;; esac
refuse_sudo
trap 'warn "Stopped. Run it again to go on from here."; exit 130' INT
install_packages build-run test
if ! build dev; then
    say "The build failed, so no test ran; it is counted as one failure."
    finish 0 1 0
fi

if [ -z "$(cuda_compiler)" ]; then
    say "No CUDA toolkit (nvcc) was found: the GPU's kernels and their proofs are not built, everything else is tested."
fi
report="$root/build/dev/tests.xml"
rm -f "$report"
status=0
(cd "$root" && ctest --preset dev --parallel "$(nproc)" --output-junit "$report" "$@") || status=$?
if [ ! -s "$report" ]; then
    say "ctest ended with status $status and left no report at $report: no test was counted."
    finish 0 1 0
fi
all=$(attribute tests "$report")
failed=$(attribute failures "$report")
disabled=$(attribute disabled "$report")
skipped=$(($(attribute skipped "$report") + disabled))
if [ "$failed" -eq 0 ] && [ "$status" -ne 0 ]; then
    say "ctest ended with status $status although no test of its report failed."
    failed=1
    all=$((all + 1))
fi
say "The slowest tests:" "$(slowest "$report")"
finish "$((all - failed - skipped))" "$failed" "$skipped"
