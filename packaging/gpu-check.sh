#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Asks one NVIDIA GPU, in ten minutes, whether what Ridgepoint says of GPUs is so: eleven questions, each with what is expected,
# what was found and a verdict. Needs ridgepoint-bench and the folder gpu-check beside this script, bash, awk, sed, grep, tar and
# coreutils only, so that they can be copied to another machine together.
# Not -e: a step that fails, in whatever way, must not take the others along.
set -u
export LC_ALL=C # numbers with points, for awk

usage() {
    cat <<'END_OF_USAGE'
Usage: packaging/gpu-check.sh [--bench FILE] [--device cuda:N] [--quick] [--limit S] [FOLDER]

Asks a GPU, in this order and in ten minutes: what it is; whether every kernel is right; what PyTorch reaches; its roofs, twice;
how it is timed; the equation of time; the ridge; the work that ncu counts; variants of kernels; maps; and every experiment.
A step that fails, or does not end, is told and the others are carried out all the same, as long as the GPU is there. However
it ends, FOLDER and FOLDER.tar.gz hold what was measured until then; summary.md is a table of questions, expectations and verdicts.

  --bench FILE      the ridgepoint-bench to run (default: beside this script, or build/release/bin/ridgepoint-bench)
  --device cuda:N   which GPU (default: cuda:0)
  --quick           in about two minutes: fewer roofs and shorter sweeps, without compute-sanitizer, ncu, the whole map and experiments
  --limit S         the longest that any one step may take, in seconds, before it is ended (default: its share of the ten minutes)
                    also how long the list of devices may take (without it: RIDGEPOINT_GPU_START_S, 120 if unset, and 60 more)
  FOLDER            where results go (default: ridgepoint-gpu-DATE-TIME in the current folder)

compute-sanitizer, python3 with PyTorch, ncu and nvidia-smi are used where they are there. Copy with ridgepoint-bench: gpu-check.sh
and the folder gpu-check. Open the sessions (.ridge) in Ridgepoint, or draw them: ridgepoint render FILE.ridge --chart map -o map.pdf

Exit status: 0 done, whatever the verdicts; 2 bad usage; 3 no usable GPU (the reason is printed), or the GPU failed; 4 interrupted.
END_OF_USAGE
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
if [ ! -f "$here/gpu-check/running.sh" ]; then
    printf '%s\n' "The folder gpu-check is missing beside $here/gpu-check.sh; copy both." >&2
    exit 2
fi
# shellcheck source=packaging/gpu-check/running.sh
. "$here/gpu-check/running.sh"
# shellcheck source=packaging/gpu-check/reading.sh
. "$here/gpu-check/reading.sh"
# shellcheck source=packaging/gpu-check/libraries.sh
. "$here/gpu-check/libraries.sh"
# shellcheck source=packaging/gpu-check/questions.sh
. "$here/gpu-check/questions.sh"
# shellcheck source=packaging/gpu-check/sweeps.sh
. "$here/gpu-check/sweeps.sh"

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

# No GPU: the reason, as the program gives it, and nothing left behind.
start_s=$SECONDS
line=$(device_line) || stop 3 "$device cannot be used: it $(silence)"
if [ -z "$line" ]; then stop 3 "There is no $device on this machine. It has:" "$(bounded "$patience" "$bench" devices || true)"; fi
case "$line" in
    *"not available: "*) stop 3 "$device cannot be used: ${line#*not available: }" ;;
esac
# Every step starts the driver anew where nothing keeps it started; what that takes is no part of a step's share.
start_s=$((SECONDS - start_s))
if [ "$patience" -gt $((start_s + 30)) ]; then patience=$((start_s + 30)); fi
if [ "$start_s" -lt 5 ]; then start_s=0; fi

folder=${folder:-ridgepoint-gpu-$(date +%Y%m%d-%H%M%S)}
if ! mkdir -p "$folder" 2>/dev/null || [ ! -w "$folder" ]; then stop 2 "The folder $folder cannot be written; name another."; fi
folder=$(cd "$folder" && pwd -P)
: >"$folder/log.txt"
began=$SECONDS
trap 'finish 4 "Stopped."' INT TERM HUP

say "$line"
is_h200=no
case "$line" in *H200*) is_h200=yes ;; esac
find_libraries

# The shares of the steps, their first numbers, come to 584 s together.
ask 1; what_is_it
ask 2; is_it_right
ask 3; what_does_pytorch_reach
ask 4; what_are_its_roofs
ask 5; how_is_it_timed
ask 6; which_equation
ask 7; what_is_the_ridge
ask 8; what_does_ncu_count
ask 9; which_variant
ask 10; do_maps_agree
ask 11; does_every_experiment_run
note_state "after all"
asked=0
finish "$first_status"
