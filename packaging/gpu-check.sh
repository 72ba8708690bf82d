#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Proves and measures one NVIDIA GPU with the one file ridgepoint-bench, and leaves a folder with everything.
# Needs bash, awk, grep and coreutils only, so that it can be copied to another machine together with that file.
set -eu
export LC_ALL=C # numbers with points, for awk

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
Usage: packaging/gpu-check.sh [--bench FILE] [--device cuda:N] [--quick] [--limit S] [FOLDER]

Checks every kernel of a GPU against its reference, then measures: devices, roofs, three sweeps (operations per
element, size, fusion depth), a map and a cube. It takes a few minutes; --quick takes one. A step that fails, or does
not end, is told and the others are carried out all the same, as long as the GPU is there. However it ends, the folder
holds what was measured until then, with a summary.

  --bench FILE      the ridgepoint-bench to run (default: beside this script, or build/release/bin/ridgepoint-bench)
  --device cuda:N   which GPU (default: cuda:0)
  --limit S         the longest that one step may take, in seconds, before it is ended (default: 600)
                    also how long the list of devices may take (without it: RIDGEPOINT_GPU_START_S, 120 if unset, and 60 more)
  FOLDER            where results go (default: ridgepoint-gpu-DATE-TIME in the current folder)

The folder then holds devices.json, selftest.txt, roofs.json, roofs.txt, a session (.ridge) and a CSV for each sweep,
map.txt, summary.txt, and log.txt with every warning. Open the sessions in Ridgepoint, or draw them with: ridgepoint render FILE.ridge --chart map -o map.pdf

Exit status: 0 done; 2 bad usage; 3 no usable GPU (the reason is printed), or the GPU failed; 4 interrupted.
END_OF_USAGE
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
bench=""
device=cuda:0
folder=""
quick=no
limit=600 limit_named=no
while [ "$#" -gt 0 ]; do
    case "$1" in
        -h | --help) usage; exit 0 ;;
        --bench | --device | --limit)
            if [ "$#" -lt 2 ]; then stop 2 "$1 needs a value; see packaging/gpu-check.sh --help"; fi
            case "$1" in
                --bench) bench=$2 ;;
                --device) device=$2 ;;
                --limit) limit=$2 limit_named=yes ;;
            esac
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

case "$limit" in
    "" | 0 | *[!0-9]* | ??????*) stop 2 "The limit is a number of seconds from 1 to 99999, not '$limit'." ;;
esac

# A driver without its persistence daemon starts anew for each step, on a machine with many GPUs for a minute or two.
case "${RIDGEPOINT_GPU_START_S:-}" in
    "" | *[!0-9.]* | .* | *.*.* | ?????*) export RIDGEPOINT_GPU_START_S=120 ;;
esac
patience=$((10#${RIDGEPOINT_GPU_START_S%%.*} + 60))
if [ "$limit_named" = yes ] && [ "$limit" -lt "$patience" ]; then patience=$limit; fi
if ! version=$("$bench" --version 2>&1); then
    stop 2 "$bench does not run on this machine: $version" "It needs x86-64 Linux; build it here, or on a machine with an older system."
fi

# Matrix roofs need cuBLASLt. Where it lies beside this script, or came with a toolkit or a package of Python and not with
# the system, the loader is told the folder.
for place in "$here" /usr/local/cuda*/lib64 /usr/local/cuda*/targets/x86_64-linux/lib "${CONDA_PREFIX:-/opt/conda}/lib" \
    {/usr,/usr/local,/opt/*,"${VIRTUAL_ENV:-${HOME:-/root}/.local}","${CONDA_PREFIX:-/opt/conda}","${HOME:-/root}/.local"}/lib/python3*/*-packages/nvidia/{cu13,cublas}/lib; do
    if [ -e "$place/libcublasLt.so.13" ] || [ -e "$place/libcublasLt.so.12" ]; then
        export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$place"
    fi
done

# bounded SECONDS COMMAND…: ends a command that does not end by itself, first kindly, so that it saves what it has; the
# status is 124 then. Not with timeout(1), which doubles signals: the program saves at the first and gives up at the second.
bounded() (
    trap : INT TERM HUP # Ctrl+C reaches the command by itself, which then says how it ended
    most=$1
    shift
    began=$SECONDS
    "$@" &
    child=$!
    (
        trap 'kill "$nap"; exit 0' TERM
        sleep "$most" &
        nap=$!
        wait "$nap"
        kill -TERM "$child"
        sleep 15 &
        nap=$!
        wait "$nap"
        kill -KILL "$child"
    ) </dev/null >/dev/null 2>&1 &
    watch=$!
    status=0
    # A signal ends the waiting, not what is waited for.
    while wait "$child" || status=$?; kill -0 "$child" 2>/dev/null; do status=0; done
    kill "$watch" 2>/dev/null || true
    wait "$watch" 2>/dev/null || true
    if [ "$status" -ne 0 ] && [ "$((SECONDS - began))" -ge "$most" ]; then status=124; fi
    exit "$status"
)

# device_line: what the program says of the device now; nothing where it knows none of that name. Status 124 where it does
# not answer.
device_line() {
    local list status=0
    list=$(bounded "$patience" "$bench" devices) || status=$?
    awk -v id="$device" '$1 == id' <<<"$list"
    if [ "$status" -eq 124 ]; then return 124; fi
}
silence="did not answer within $patience s; see the kernel's log (dmesg), or keep the driver started with: nvidia-smi -pm 1"

# No GPU: the reason, as the program gives it, and nothing left behind.
line=$(device_line) || stop 3 "$device cannot be used: it $silence"
if [ -z "$line" ]; then stop 3 "There is no $device on this machine. It has:" "$(bounded "$patience" "$bench" devices || true)"; fi
case "$line" in
    *"not available: "*) stop 3 "$device cannot be used: ${line#*not available: }" ;;
esac

folder=${folder:-ridgepoint-gpu-$(date +%Y%m%d-%H%M%S)}
if ! mkdir -p "$folder" 2>/dev/null || [ ! -w "$folder" ]; then stop 2 "The folder $folder cannot be written; name another."; fi
folder=$(cd "$folder" && pwd -P)
began=$SECONDS

failed=()
first_status=0 answers=yes # the latter: whether it is worth while to ask the driver once more
trap 'finish 4 "Stopped."' INT TERM HUP

# finish STATUS LINE…: the summary of what there is, and the end. It also runs inside a trap, where a bare `return` gives
# the status from before the trap and set -e ends the script with half a summary: what it calls says `return 0`.
finish() {
    local status=$1
    shift
    trap - INT TERM HUP
    summary "$@" >"$folder/summary.txt"
    say ""
    cat "$folder/summary.txt"
    say "Everything is in $folder"
    exit "$status"
}

# step TITLE FILE ARGUMENT…: runs a subcommand, its results into FILE and its warnings into log.txt too. A failure is
# kept for the end: a machine with a GPU may be at hand for minutes only. Ends the script when the GPU is gone.
step() {
    local title=$1 file=$2 status=0 started=$SECONDS now
    shift 2
    say "$title"
    printf '== %s: %s\n' "$title" "$*" >>"$folder/log.txt"
    { bounded "$limit" "$bench" "$@" 2>&1 >&3 3>&- | tee -i -a "$folder/log.txt" >&2; status=${PIPESTATUS[0]}; } 3>"$folder/$file"
    if [ "$status" -eq 4 ]; then finish 4 "Stopped in: $title"; fi
    say "  $((SECONDS - started)) s"
    case "$status" in
        0) return 0 ;;
        124) status=3 failed+=("$title (did not end within $limit s, and was ended)") ;;
        *) failed+=("$title (exit status $status)") ;;
    esac
    printf '%s\n' "  That failed: ${failed[-1]}: $bench $*" | tee -a "$folder/log.txt" >&2
    if [ "$first_status" -eq 0 ]; then first_status=$status; fi
    now=$(device_line) || { now="not available: it $silence" answers=no; }
    case "$now" in
        "" | *"not available: "*)
            now=${now#*not available: }
            finish "$status" "$device cannot be used any more: ${now:-it is no longer listed}" ;;
    esac
}

# sweep NAME TITLE BUDGET ARGUMENT…: a session, a CSV and the run's own summary.
sweep() {
    local name=$1 title=$2 budget=$3
    shift 3
    step "$title" "$name.txt" sweep --device "$device" --budget "$budget" -o "$folder/$name.ridge" --csv "$folder/$name.csv" "$@"
    if [ ! -s "$folder/$name.txt" ]; then rm -f "$folder/$name.txt"; fi # with -o nothing is printed, unless --summary asks for it
}

# note_state WHEN: clocks, power, temperatures and what holds the clocks back, where nvidia-smi is there; between steps only,
# for asking disturbs what is measured.
note_state() {
    if ! command -v nvidia-smi >/dev/null; then return 0; fi
    { say "== $1"; bounded 30 nvidia-smi -q -d MEMORY,ECC,UTILIZATION,TEMPERATURE,POWER,CLOCK,COMPUTE,PERFORMANCE || true; } >>"$folder/nvidia-smi.txt" 2>&1
}

# roof ID: "value low high" of a roof in roofs.json, empty where it was not measured. One object, no line breaks inside
# of names: what follows the id up to the next one is enough.
roof() {
    if [ ! -s "$folder/roofs.json" ]; then return 0; fi
    tr '{' '\n' <"$folder/roofs.json" | awk -v id="\"id\":\"$1\"" '
        index($0, id) && match($0, /"value":[-+0-9.eE]+/) { print substr($0, RSTART + 8, RLENGTH - 8); exit }'
}

# fact NAME: a number that devices.json tells of the device; 0 where it does not.
fact() {
    { cat "$folder/devices.json" 2>/dev/null || true; } | tr '{' '\n' | awk -v id="\"id\":\"$device\"" -v name="\"$1\":" '
        index($0, id) && match($0, name "[-+0-9.eE\"]+") {
            value = substr($0, RSTART + length(name), RLENGTH - length(name)); gsub(/"/, "", value); found = 1; print value; exit }
        END { if (!found) print 0 }'
}

# clock ID: the clock in Hz that a compute roof was measured at, as its method tells; 0 where it does not.
clock() {
    { cat "$folder/roofs.json" 2>/dev/null || true; } | tr '{' '\n' | awk -v id="\"id\":\"$1\"" '
        index($0, id) && match($0, /, at [0-9]+ MHz/) { found = 1; print substr($0, RSTART + 5, RLENGTH - 9) * 1e6; exit }
        END { if (!found) print 0 }'
}

# fared ID: how the GPU fared meanwhile, as far as the method and the flags of a roof tell: "at 1755 MHz, 692 W, 61 °C,
# clocks held back by power cap; throttled".
fared() {
    if [ ! -s "$folder/roofs.json" ]; then return 0; fi
    tr '{' '\n' <"$folder/roofs.json" | awk -v id="\"id\":\"$1\"" '
        index($0, id) {
            if (match($0, /, at [0-9]+ MHz[^"]*/)) words = substr($0, RSTART + 2, RLENGTH - 2)
            if (match($0, /"flags":"[^"]+"/)) words = words (words == "" ? "" : "; ") substr($0, RSTART + 9, RLENGTH - 10)
            print words
            exit
        }'
}

# figure TITLE ID SCALE UNIT: one line of the table of roofs.
figure() {
    local value
    value=$(roof "$2")
    if [ -z "$value" ]; then
        printf '%-44s %14s\n' "$1" "not measured"
    else
        awk -v title="$1" -v value="$value" -v scale="$3" -v unit="$4" -v fared="$(fared "$2")" \
            'BEGIN { printf "%-44s %14.4g %-8s %s\n", title, value / scale, unit, fared }' | sed 's/ *$//'
    fi
}

# aims: what an H200 should reach, and what this GPU did. The share of a clock is of multiprocessors x lanes x 2 x the
# clock of that very measurement; the intensity sweep is compared with the lower of the two roofs, near their ridge and
# farther than an octave from it.
aims() {
    awk -v capability="$(fact compute_capability)" -v processors="$(fact multiprocessors)" -v highest="$(fact clock_hz)" \
        -v fma="$(roof compute.fp32.fma)" -v at="$(clock compute.fp32.fma)" -v dram="$(roof bandwidth.dram)" \
        -v copy="$(roof bandwidth.dram.copy)" -v bf16="$(roof compute.bf16.matrix)" -v queued="$(roof launch.queued)" \
        -v graph="$(roof launch.graph)" -v csv="$folder/ops.csv" '
        function line(title, aim, text) { printf "%-44s %-22s %s\n", title, aim, text }
        function shown(value, scale, unit) { return value > 0 ? sprintf("%.4g %s", value / scale, unit) : "not measured" }
        function percent(part, whole) { return part > 0 && whole > 0 ? sprintf("%.1f %%", 100 * part / whole) : "not measured" }
        BEGIN {
            lanes = capability == 7.5 || capability == 8.0 ? 64 : 128
            while ((getline row <csv) > 0) {
                count = split(row, cell, ",")
                if (!header++) { for (i = 1; i <= count; ++i) column[cell[i]] = i; continue }
                bytes = cell[column["byte_per_s"]] + 0; flops = cell[column["flop_per_s"]] + 0
                if (cell[column["provenance"]] != "measured" || cell[column["flags"]] ~ /interpolated/ || bytes <= 0 || dram <= 0 || fma <= 0) continue
                from = flops / bytes * dram / fma # 1 at the ridge
                share = from < 1 ? bytes / dram : flops / fma
                if (from < 0.5 || from > 2) { if (far == "" || share < far) far = share }
                else if (near == "" || share < near) near = share
            }
            line("FP32 fma, of its clock while measured", ">= 95 %", percent(fma, processors * lanes * 2 * at) (at > 0 ? sprintf(" of %.0f MHz", at / 1e6) : ""))
            line("FP32 fma, of the highest clock", "(told)", percent(fma, processors * lanes * 2 * highest))
            line("DRAM, the faster of update and copy", ">= 4.2 TB/s", shown(copy > dram ? copy : dram, 1e12, "TB/s"))
            line("BF16 matrix, 8192 x 8192", ">= 780 TFLOP/s", shown(bf16, 1e12, "TFLOP/s"))
            line("launch, queued", "<= 2.6 us", shown(queued, 1e-6, "us"))
            line("launch, per node of a graph", "<= 1.4 us", shown(graph, 1e-6, "us"))
            line("lowest of the sweep over operations, far", ">= 95 % of the roofs", percent(far, 1))
            line("and within an octave of the ridge", ">= 75 % of the roofs", percent(near, 1))
        }'
}

# swept NAME: samples, flags, rates, and how the measured times lie to the predicted ones, from a CSV by its column names.
swept() {
    if [ ! -s "$folder/$1.csv" ]; then printf '%-8s not measured\n' "$1"; return 0; fi
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

# settled: how the map ended, from its run's own summary.
settled() {
    local words
    words=$(sed -nE '/^cells:/ { s/^cells: +/settled: /; s/^settled(.*); the budget.*/stopped by the budget\1/; s/^settled(.*);.*/ended early\1/; p; }' \
        "$folder/map.txt" 2>/dev/null || true)
    say "The map: ${words:-not measured} (aim: settled in <= 3 s)"
}

# summary LINE…: the table, and in front of it why the check ended early where it did.
summary() {
    local reason title now=""
    say "Ridgepoint GPU check, $(date -u '+%Y-%m-%d %H:%M UTC'), $version"
    say "$line"
    if [ -s "$folder/selftest.txt" ]; then tail -n 1 "$folder/selftest.txt"; else say "Self-test: no result"; fi
    for reason in "$@"; do say "ENDED EARLY: $reason"; done
    for title in ${failed[@]+"${failed[@]}"}; do say "FAILED: $title; see log.txt"; done
    if [ "$answers" = yes ]; then now=$(device_line) || true; fi
    case "$now" in
        *"; now at "*) say "At the end it was at ${now##*; now at }" ;;
    esac
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
    figure "BF16 matrix, kept up" compute.bf16.matrix.sustained 1e12 TFLOP/s
    figure "FP8 matrix, 8192 x 8192" compute.fp8.matrix 1e12 TFLOP/s
    figure "launch, each waited for" launch.wait_each 1e-6 us
    figure "launch, queued" launch.queued 1e-6 us
    figure "launch, per node of a graph of 1024" launch.graph 1e-6 us
    say ""
    say "Sweeps (measured samples; interpolated cells are left out)"
    for name in ops size depth map cube; do swept "$name"; done
    settled
    say ""
    say "What an H200 should reach, and what this GPU did"
    aims
    say ""
    say "The whole took $((SECONDS - began)) s."
}

# Gone over by every pass: 1 GiB, which no cache holds and beside which a launch does not count.
large=256Mi
line_budget=15s
cube_budget=60s
if [ "$quick" = yes ]; then
    line_budget=3s
    cube_budget=10s
fi

say "$line"
: >"$folder/log.txt"
note_state "before"
step "Devices" devices.json devices --json
step "Self-test: every kernel against its float64 reference" selftest.txt selftest --device "$device"
tail -n 1 "$folder/selftest.txt"
if [ "$quick" = yes ]; then
    step "Roofs (a few)" roofs.json roofs --device "$device" --json \
        --only bandwidth.l2,bandwidth.dram,bandwidth.dram.copy,compute.fp32.fma,launch.wait_each,launch.queued,launch.graph,launch.fixed
else
    step "Roofs: bandwidths, compute rates (burst, and kept up for 2 s each), launch costs" roofs.json roofs --device "$device" --json
fi
note_state "after the roofs, the last of which keep it busy for seconds"
sweep ops "Sweep: 1 to 1024 operations per element" "$line_budget" --ops 1..1024:33 --size "$large" --launch queued --full
sweep size "Sweep: 1 to 1 Gi elements, every launch waited for" "$line_budget" --size 1..1Gi:31 --launch wait-each --full
sweep depth "Sweep: a chain of 64 operations, fused 1 to 64 deep, as a graph" "$line_budget" --size "$large" --chain 64 --depth 1..64:7 --launch graph --full
sweep map "Map: operations by size up to 1 Gi elements, adaptive, in 3 s" 3s \
    --ops 1..1024:33 --size 1Ki..1Gi:33 --launch queued --adaptive --summary
sweep cube "Cube: operations by depth by size, adaptive" "$cube_budget" \
    --ops 1..1024:17 --chain 16 --depth 1..16:5 --size 1Ki..256Mi:19 --launch graph --adaptive

note_state "after all"
finish "$first_status"
