#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Times the 33-step map (k 1..1024, 1..128 Mi floats) full and adaptive, and compares their labels.
# Usage: bench_maps.sh PROGRAM-FOLDER TOOL-FOLDER [ROUNDS]   (folders of ridgepoint-bench and of bench_agreement)
set -eu
bench=$1/ridgepoint-bench
agreement=$2/bench_agreement
rounds=${3:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# timed NAME ARGUMENT…: one map into NAME.ridge; its wall time in seconds goes to NAME.seconds.
timed() {
    local name=$1 began ended
    shift
    began=$(date +%s%N)
    "$bench" sweep --device cpu --ops 1..1024:33 --size 1..128Mi:33 "$@" -o "$work/$name.ridge" >"$work/$name.log" 2>&1 ||
        { cat "$work/$name.log"; exit 1; }
    ended=$(date +%s%N)
    awk -v t="$((ended - began))" 'BEGIN { printf "%.2f\n", t / 1e9 }' >"$work/$name.seconds"
}
median() { sort -g | awk '{ v[NR] = $1 } END { if (NR) printf "%.4g\n", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
row() { printf '%-58s %s\n' "$1" "$2"; }

# Adaptive maps lie between full ones in time, so that a drift of the machine touches both.
for round in $(seq "$rounds"); do
    timed "full-$round-a" --full --budget 60s
    timed "quick-$round" --adaptive --budget 2s
    timed "adaptive-$round" --adaptive --budget 6s
    timed "full-$round-b" --full --budget 60s
    "$agreement" "$work/full-$round-a.ridge" "$work/full-$round-b.ridge" "$work/adaptive-$round.ridge" "$work/quick-$round.ridge" >"$work/$round.agreement"
done
# column KIND FIELD: that field of the agreement lines of all rounds.
column() { cat "$work"/*.agreement | awk -v kind="/$1-" -v field="$2" 'index($1, kind) { print $field }'; }

row "full map, seconds" "$(cat "$work"/full-*.seconds | median)"
row "adaptive map, seconds" "$(cat "$work"/adaptive-*.seconds | median)"
row "adaptive map, cells measured" "$(column adaptive 2 | median) of $(column adaptive 3 | head -n 1)"
row "adaptive map with a budget of 2 s, seconds" "$(cat "$work"/quick-*.seconds | median)"
row "adaptive map with a budget of 2 s, cells measured" "$(column quick 2 | median)"
row "two full maps, labels that agree" "$(column full 4 | median)"
row "adaptive with full, labels that agree" "$(column adaptive 4 | median)"
row "adaptive at 2 s with full, labels that agree" "$(column quick 4 | median)"
row "cells compared (neither marked nor ambiguous in either)" "$(column full 5 | median), $(column adaptive 5 | median), $(column quick 5 | median)"
