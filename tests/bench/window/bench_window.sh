#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# First paint, first sample, input under load, the live probe, a cube under the slider, opening, the list of own kernels, memory, drawing, and roofs with the window open beside headless ones.
# Usage: bench_window.sh PROGRAM-FOLDER ROUNDS   (draws offscreen unless QT_QPA_PLATFORM says otherwise)
set -eu
programs=$1
rounds=$2
bench=$programs/ridgepoint-bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen} XDG_RUNTIME_DIR=$work LC_ALL=C.UTF-8
chmod 700 "$work"

window() { "$programs/bench_window" "$@" 2>>"$work/log" || { cat "$work/log" >&2; exit 1; }; }
median() { sort -g | awk '{ v[NR] = $1 } END { if (NR) printf "%.4g", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

for ((round = 0; round < 3 * rounds; round++)); do
    BENCH_STARTED_NS=$(date +%s%N) window first-paint "$bench" >>"$work/first-paint"
done
echo "first paint from the process's start, ms: $(median <"$work/first-paint") (median of $((3 * rounds)))"
for ((round = 0; round < rounds; round++)); do window first-sample "$bench" >>"$work/first-sample"; done
echo "first sample after Run, ms: arrived $(cut -d ' ' -f 1 "$work/first-sample" | median), painted $(cut -d ' ' -f 2 "$work/first-sample" | median)"
for ((round = 0; round < rounds; round++)); do
    echo "keys while samples arrive: $(window latency "$programs/fake_bench --endless --rate 1000")"
done
for ((round = 0; round < rounds; round++)); do echo "live probe: $(window probe "$bench")"; done
window write-session "$work/cube.ridge" 7623
for ((round = 0; round < rounds; round++)); do
    echo "slider over the slices of a 33 x 33 x 7 cube: $(window slider "$work/cube.ridge" "$programs/fake_bench")"
done
window write-session "$work/large.ridge" 100000
for ((round = 0; round < rounds; round++)); do echo "opening a session: $(window open "$work/large.ridge" "$programs/fake_bench")"; done
for ((round = 0; round < rounds; round++)); do echo "own kernels: $(window kernels "$programs/fake_bench")"; done
echo "memory: $(window memory "$work/large.ridge" "$bench")"
"$programs/bench_charts"

# Roofs of the window's child and of the program alone, in turn; rates only, since a launch cost is better when smaller.
for ((round = 0; round < rounds; round++)); do
    "$bench" roofs --device cpu --json | tr '{' '\n' | sed -n 's/^"id":"\([^"]*\)".*"value":\([0-9.e+-]*\).*/\1 \2/p' | sort >"$work/alone"
    window roofs "$bench" | sort >"$work/open"
    join "$work/alone" "$work/open" | awk '$1 !~ /^launch/ { print $1, $3 / $2 }' >>"$work/ratios"
done
echo "roofs with the window open, over headless (median of $rounds):"
cut -d ' ' -f 1 "$work/ratios" | sort -u | while read -r id; do
    echo "  $id $(awk -v id="$id" '$1 == id { print $2 }' "$work/ratios" | median)"
done
echo "  all rates: $(cut -d ' ' -f 2 "$work/ratios" | median)"
