#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Proves and measures one NVIDIA GPU with the one file ridgepoint-bench, and leaves a folder with everything.
# Needs bash, awk, grep and coreutils only, so that it can be copied to another machine together with that file.
set -eu

say() { printf '%s\n' "$*"; }

# stop STATUS LINE…: ends the script with an explanation.
stop() {
    local status=$1
    shift
    printf '%s\n' "$@" >&2
    exit "$status"
}

usage() {
    cat <<'END_OF_USAGE'
Usage: packaging/gpu-check.sh [--bench FILE] [--device cuda:N] [--quick] [FOLDER]

Checks every kernel of a GPU against its reference, then measures: devices, roofs, three sweeps (operations per
element, size, fusion depth) and a cube. It takes a few minutes; --quick takes one.

  --bench FILE      the ridgepoint-bench to run (default: beside this script, or build/release/bin/ridgepoint-bench)
  --device cuda:N   which GPU (default: cuda:0)
  FOLDER            where results go (default: ridgepoint-gpu-DATE-TIME in the current folder)

The folder then holds devices.json, selftest.txt, roofs.json, roofs.txt, a session (.ridge) and a CSV for each sweep,
and summary.txt. Open the sessions in Ridgepoint, or draw them with: ridgepoint render FILE.ridge --chart map -o map.pdf

Exit status: 0 done; 2 bad usage; 3 no usable GPU (the reason is printed), or the GPU failed; 4 interrupted.
END_OF_USAGE
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
bench=""
device=cuda:0
folder=""
quick=no
while [ "$#" -gt 0 ]; do
    case "$1" in
        -h | --help) usage; exit 0 ;;
        --bench | --device)
            if [ "$#" -lt 2 ]; then stop 2 "$1 needs a value; see packaging/gpu-check.sh --help"; fi
            if [ "$1" = --bench ]; then bench=$2; else device=$2; fi
            shift 2 ;;
        --quick) quick=yes; shift ;;
        -*) stop 2 "There is no option $1; see packaging/gpu-check.sh --help" ;;
        *)
            if [ -n "$folder" ]; then stop 2 "Name one folder, not two: $folder and $1"; fi
            folder=$1
            shift ;;
    esac
done

if [ -z "$bench" ]; then
    for candidate in "$here/ridgepoint-bench" "$here/../build/release/bin/ridgepoint-bench"; do
        if [ -x "$candidate" ]; then bench=$candidate; break; fi
    done
fi
if [ -z "$bench" ]; then
    stop 2 "ridgepoint-bench was not found. Build it (cmake --preset release && cmake --build --preset release), or name it" \
        "with --bench FILE."
fi
if [ ! -f "$bench" ] || [ ! -x "$bench" ]; then stop 2 "$bench is no program that can be run; name ridgepoint-bench with --bench FILE."; fi
case "$device" in
    cuda:[0-9] | cuda:[0-9][0-9]) ;;
    *) stop 2 "The device is cuda:0, cuda:1 and so on, not '$device'." ;;
esac

# No GPU: the reason, as the program gives it, and nothing left behind.
line=$("$bench" devices | grep "^$device " || true)
if [ -z "$line" ]; then stop 3 "There is no $device on this machine. It has:" "$("$bench" devices)"; fi
case "$line" in
    *"not available: "*) stop 3 "$device cannot be used: ${line#*not available: }" ;;
esac

folder=${folder:-ridgepoint-gpu-$(date +%Y%m%d-%H%M%S)}
if ! mkdir -p "$folder" 2>/dev/null || [ ! -w "$folder" ]; then stop 2 "The folder $folder cannot be written; name another."; fi
folder=$(cd "$folder" && pwd -P)
trap 'stop 4 "Stopped. What was measured so far is in $folder"' INT
began=$SECONDS

# step TITLE FILE ARGUMENT…: runs a subcommand, its results into FILE; ends the script when it fails.
step() {
    local title=$1 file=$2 status=0 started=$SECONDS
    shift 2
    say "$title"
    "$bench" "$@" >"$folder/$file" || status=$?
    if [ "$status" -eq 4 ]; then stop 4 "Stopped. What was measured so far is in $folder"; fi
    if [ "$status" -ne 0 ]; then
        stop "$status" "That failed (exit status $status): $bench $*" "What was written so far is in $folder"
    fi
    say "  $((SECONDS - started)) s"
}

# sweep NAME TITLE BUDGET ARGUMENT…: a session, a CSV and the run's own summary.
sweep() {
    local name=$1 title=$2 budget=$3
    shift 3
    step "$title" "$name.txt" sweep --device "$device" --budget "$budget" -o "$folder/$name.ridge" --csv "$folder/$name.csv" "$@"
    rm -f "$folder/$name.txt" # with -o nothing is printed
}

line_budget=15s
cube_budget=60s
if [ "$quick" = yes ]; then
    line_budget=3s
    cube_budget=10s
fi

say "$line"
step "Devices" devices.json devices --json
step "Self-test: every kernel against its float64 reference" selftest.txt selftest --device "$device"
tail -n 1 "$folder/selftest.txt"
if [ "$quick" = yes ]; then
    step "Roofs (a few)" roofs.json roofs --device "$device" --json \
        --only bandwidth.l2,bandwidth.dram,bandwidth.dram.copy,compute.fp32.fma,launch.wait_each,launch.queued,launch.graph,launch.fixed
else
    step "Roofs: bandwidths, compute rates (burst, and kept up for 2 s each), launch costs" roofs.json roofs --device "$device" --json
fi
sweep ops "Sweep: 1 to 1024 operations per element" "$line_budget" --ops 1..1024:33 --launch queued --full
sweep size "Sweep: 1 to 1 Gi elements, every launch waited for" "$line_budget" --size 1..1Gi:31 --launch wait-each --full
sweep depth "Sweep: a chain of 64 operations, fused 1 to 64 deep, as a graph" "$line_budget" --chain 64 --depth 1..64:7 --launch graph --full
sweep cube "Cube: operations by depth by size, adaptive" "$cube_budget" \
    --ops 1..1024:17 --chain 16 --depth 1..16:5 --size 1Ki..256Mi:19 --launch graph --adaptive

# roof ID: "value low high" of a roof in roofs.json, empty where it was not measured. One object, no line breaks inside
# of names: what follows the id up to the next one is enough.
roof() {
    tr '{' '\n' <"$folder/roofs.json" | awk -v id="\"id\":\"$1\"" '
        index($0, id) && match($0, /"value":[-+0-9.eE]+/) { print substr($0, RSTART + 8, RLENGTH - 8); exit }'
}

# figure TITLE ID SCALE UNIT: one line of the table of roofs.
figure() {
    local value
    value=$(roof "$2")
    if [ -z "$value" ]; then
        printf '%-44s %14s\n' "$1" "not measured"
    else
        awk -v title="$1" -v value="$value" -v scale="$3" -v unit="$4" 'BEGIN { printf "%-44s %14.4g %s\n", title, value / scale, unit }'
    fi
}

# swept NAME: samples, flags, rates, and how the measured times lie to the predicted ones, from a CSV by its column names.
swept() {
    awk -F, -v name="$1" '
        NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
        $column["provenance"] == "measured" && $column["flags"] !~ /interpolated/ {
            ++samples
            if ($column["flags"] ~ /throttled/) ++throttled
            if ($column["flop_per_s"] + 0 > flops) flops = $column["flop_per_s"] + 0
            if ($column["byte_per_s"] + 0 > bytes) bytes = $column["byte_per_s"] + 0
            ++regimes[$column["regime"]]
            if ($column["time_predicted_s"] + 0 > 0) {
                share = $column["time_predicted_s"] / $column["time_s"]
                if (least == "" || share < least) least = share
            }
        }
        END {
            printf "%-8s %7d samples  %10.4g GFLOP/s  %10.4g GB/s", name, samples, flops / 1e9, bytes / 1e9
            if (least != "") printf "  slowest at %.0f %% of its roofs", least * 100
            if (throttled) printf "  %d throttled", throttled
            for (regime in regimes) if (regime != "") printf "  %s %d", regime, regimes[regime]
            printf "\n"
        }' "$folder/$1.csv"
}

{
    say "Ridgepoint GPU check, $(date -u '+%Y-%m-%d %H:%M UTC'), $("$bench" --version)"
    say "$line"
    tail -n 1 "$folder/selftest.txt"
    say ""
    say "Roofs (measured; the range and the method of each are in roofs.json)"
    figure "DRAM, in-place update" bandwidth.dram 1e9 GB/s
    figure "DRAM, copy" bandwidth.dram.copy 1e9 GB/s
    figure "L2, in-place update" bandwidth.l2 1e9 GB/s
    figure "host to device, page-locked" bandwidth.h2d.pinned 1e9 GB/s
    figure "device to host, page-locked" bandwidth.d2h.pinned 1e9 GB/s
    figure "FP32 fma" compute.fp32.fma 1e12 TFLOP/s
    figure "FP32 fma, kept up" compute.fp32.fma.sustained 1e12 TFLOP/s
    figure "FP64 fma" compute.fp64.fma 1e12 TFLOP/s
    figure "FP16 fma" compute.fp16.fma 1e12 TFLOP/s
    figure "BF16 matrix, 8192 x 8192" compute.bf16.matrix 1e12 TFLOP/s
    figure "FP8 matrix, 8192 x 8192" compute.fp8.matrix 1e12 TFLOP/s
    figure "launch, each waited for" launch.wait_each 1e-6 us
    figure "launch, queued" launch.queued 1e-6 us
    figure "launch, per node of a graph of 1024" launch.graph 1e-6 us
    say ""
    say "Sweeps (measured samples; interpolated cells are left out)"
    for name in ops size depth cube; do swept "$name"; done
    say ""
    say "The whole took $((SECONDS - began)) s."
} >"$folder/summary.txt"
say ""
cat "$folder/summary.txt"
say "Everything is in $folder"
