#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# What gpu-check.sh reads from the files of ridgepoint-bench. Sourced by it. One JSON object without line breaks inside of
# names: what follows an id up to the next brace is enough.
# shellcheck disable=SC2154 # here, device, folder … are gpu-check.sh's.

# pieces FILE: one line a brace; nothing where there is no such file.
pieces() { if [ -s "$folder/$1" ]; then tr '{' '\n' <"$folder/$1"; fi; }

# fact NAME: what devices.json tells of the device under that name; nothing where it does not.
fact() {
    pieces devices.json | awk -v id="\"id\":\"$device\"" -v name="\"$1\":" '
        index($0, id) && match($0, name "(\"[^\"]*\"|[-+0-9.eE]+)") {
            value = substr($0, RSTART + length(name), RLENGTH - length(name)); gsub(/"/, "", value); print value; exit }'
}

# roof ID [FILE]: the value of a roof; nothing where it was not measured.
roof() {
    pieces "${2:-roofs.json}" | awk -v id="\"id\":\"$1\"" '
        index($0, id) && match($0, /"value":[-+0-9.eE]+/) { print substr($0, RSTART + 8, RLENGTH - 8); exit }'
}

# clock ID: the clock in Hz that a compute roof was measured at, as its method tells; 0 where it does not.
clock() {
    pieces roofs.json | awk -v id="\"id\":\"$1\"" '
        index($0, id) && match($0, /, at [0-9]+ MHz/) { found = 1; print substr($0, RSTART + 5, RLENGTH - 9) * 1e6; exit }
        END { if (!found) print 0 }'
}

# fared ID: how the GPU fared meanwhile, as far as the method and the flags of a roof tell: "at 1755 MHz, 692 W, 61 °C,
# clocks held back by power cap; throttled".
fared() {
    pieces roofs.json | awk -v id="\"id\":\"$1\"" '
        index($0, id) {
            if (match($0, /, at [0-9]+ MHz[^"]*/)) words = substr($0, RSTART + 2, RLENGTH - 2)
            if (match($0, /"flags":"[^"]+"/)) words = words (words == "" ? "" : "; ") substr($0, RSTART + 9, RLENGTH - 10)
            print words
            exit
        }'
}

# lack ID [FILE]: why a roof was not measured.
lack() {
    local reason
    reason=$(pieces "${2:-roofs.json}" | awk -v id="\"id\":\"$1\"" '
        index($0, id) && match($0, /"reason":"[^"]*"/) { print substr($0, RSTART + 10, RLENGTH - 11); exit }')
    say "${reason:-it was not measured}"
}

# scaled VALUE SCALE UNIT: "4.25 TB/s".
scaled() { awk -v value="$1" -v scale="$2" -v unit="$3" 'BEGIN { printf "%.4g %s\n", value / scale, unit }'; }

# is CONDITION NAME=VALUE…: whether it is so, of numbers.
is() {
    local condition=$1 values=() value
    shift
    for value in "$@"; do values+=(-v "$value"); done
    awk "${values[@]}" "BEGIN { exit !($condition) }"
}

# expect PART AIM LOW HIGH VALUE SCALE UNIT [WORDS]: a line for a number that an H200 is known for; VALUE may be empty, and WORDS
# then say why.
expect() {
    local found
    if [ -z "$5" ]; then unasked "$1" "$2" "${8:-it was not measured}"; return; fi
    found="$(scaled "$5" "$6" "$7")${8:+ ($8)}"
    if [ "$is_h200" = no ]; then row "$asked. $1" "known of the H200 only" "$found" "could not be asked: this is no H200"; return; fi
    is "v >= low * (1 - 1e-9) && v <= high * (1 + 1e-9)" v="$5" low="$3" high="$4"
    row "$asked. $1" "$2" "$found" "$(verdict $?)"
}

# figure PART ID AIM LOW HIGH SCALE UNIT [HERTZ]: the same of a roof. With HERTZ the expectation is for that clock, and
# follows the one that the roof was measured at.
figure() {
    local value low=$4 high=$5 aim=$3 at
    value=$(roof "$2")
    if [ -z "$value" ]; then unasked "$1" "$aim" "$(lack "$2")"; return; fi
    at=$(clock "$2")
    if [ -n "${8:-}" ] && is "at > 0" at="$at"; then
        low=$(awk -v v="$low" -v at="$at" -v of="$8" 'BEGIN { print v * at / of }')
        high=$(awk -v v="$high" -v at="$at" -v of="$8" 'BEGIN { print v * at / of }')
        aim+=" at 1980 MHz ($(scaled "$low" "$6" "$7") at least at this clock)"
    fi
    expect "$1" "$aim" "$low" "$high" "$value" "$6" "$7" "$(fared "$2")"
}

# told PART EXPECTED LINE: a line of the table whose LINE is "found<TAB>verdict", as the awk programs print it; empty where
# what they read is not there.
told() {
    if [ -z "$3" ]; then unasked "$1" "$2" "${why:-nothing was measured}"; return; fi
    row "$asked. ${1:-${questions[asked - 1]}}" "$2" "${3%%$'\t'*}" "${3#*$'\t'}"
}

# table NAME=VALUE…: what table.awk answers from CSV files.
table() {
    local values=() value
    for value in "$@"; do values+=(-v "$value"); done
    awk "${values[@]}" -f "$here/gpu-check/equations.awk" -f "$here/gpu-check/table.awk" </dev/null
}
