#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# The questions of gpu-check.sh that sweeps answer: the sixth, the seventh and the tenth. Sourced by it.
# shellcheck disable=SC2034,SC2154 # bench, device, folder … are gpu-check.sh's, watching is running.sh's.

# budget SECONDS: of a sweep.
budget() { if [ "$quick" = yes ]; then say "3s"; else say "${1}s"; fi; }

# A graph holds a chain of passes: of a graph of one, what handing it over costs would pass for the cost of a node. RRZE's held 10000.
which_equation() {
    local mode words chain handed expected
    for mode in queued graph; do
        words=$mode chain=() handed=1 expected="max(submit, work + device), or work + t where submitting is as fast"
        if [ "$mode" = graph ]; then words="graph of 64 passes" chain=(--chain 64) handed=0 expected="work + t"; fi
        sweep "size-$mode" 22 "Sizes of 16 Ki to 64 Mi elements, $words" --size 16Ki..64Mi:25 ${chain[@]+"${chain[@]}"} --launch "$mode" --full --budget "$(budget 8)"
        told "Sizes, $words" "$expected: median <= 5 %, worst <= 25 %, and no worse than the others" \
            "$(table ask=equations file="$folder/size-$mode.csv" handed="$handed")"
    done
}

what_is_the_ridge() {
    local part="Spread operands, 20 to 200 operations" uuid dram fma
    local expected="at the clock of each sample >= 75 % of the lower roof within an octave of the ridge, >= 95 % beyond"
    uuid=$(fact uuid) dram=$(roof bandwidth.dram) fma=$(roof compute.fp32.fma)
    # Meanwhile, for the ridge is where power matters; half a second between two looks disturbs less than the program's own.
    if command -v nvidia-smi >/dev/null; then
        nvidia-smi ${uuid:+-i "$uuid"} --query-gpu=power.draw,clocks.sm,temperature.gpu --format=csv,noheader,nounits -lms 500 \
            </dev/null >"$folder/ridge-power.csv" 2>>"$folder/log.txt" &
        watching=$!
    fi
    sweep ridge 18 "The ridge: 20 to 200 operations an element over 1 GiB" --ops 20,30,40,50,56,62,68,80,100,130,160,200 --size 256Mi \
        --launch queued --full --budget "$(budget 8)"
    unwatch
    if [ -s "$folder/ridge.csv" ] && { [ -z "$dram" ] || [ -z "$fma" ]; }; then
        unasked "$part" "$expected" "the roofs that it is held against were not measured"
    else
        told "$part" "$expected" \
            "$(table ask=ridge file="$folder/ridge.csv" power="$folder/ridge-power.csv" elements=268435456 dram="$dram" fma="$fma" at="$(clock compute.fp32.fma)")"
    fi
    attempt extra 12 "The same product over a constant and over spread numbers" predictable.txt \
        "$bench" experiment predictable-data --device "$device" --param size=4096 --budget "$(budget 6)" -o "$folder/predictable.csv"
    told "Constant against spread operands" "alike, or where a power cap holds the clock back the constant is faster" \
        "$(table ask=predictable file="$folder/predictable.csv")"
}

# settled NAME: how a map ended, from its run's own summary.
settled() {
    sed -nE '/^cells:/ { s/^cells: +//; s/; the budget.*/, ended by the budget/; p; }' "$folder/$1.txt" 2>/dev/null
}

do_maps_agree() {
    local ranges=(--ops 1..1024:33 --size 1Ki..1Gi:33 --launch queued) expected="the same regime in >= 95 % of the cells that are clear in both"
    sweep map 10 "Map in 1 s: operations by size up to 1 Gi elements" "${ranges[@]}" --adaptive --budget 1s
    sweep map-again 10 "The same map again" "${ranges[@]}" --adaptive --budget 1s
    told "Maps in 1 s, twice" "$expected" "$(table ask=agree file="$folder/map.csv" other="$folder/map-again.csv" words="$(settled map); again $(settled map-again)")"
    if [ "$quick" = yes ]; then
        leave 45
        unasked "A map in 1 s against the whole one" "$expected" "left out by --quick"
        return
    fi
    sweep map-whole 45 "The whole map: every cell measured" "${ranges[@]}" --full --budget 30s
    told "A map in 1 s against the whole one" "$expected" "$(table ask=agree file="$folder/map.csv" other="$folder/map-whole.csv" words="$(settled map-whole)")"
}
