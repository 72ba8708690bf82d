#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# How gpu-check.sh runs its steps: each in its share of the time, and none able to take the others along. Sourced by it.
# shellcheck disable=SC2154 # bench, device, patience … are gpu-check.sh's.

questions=("What is it" "Is every kernel right" "What does PyTorch reach" "What are its roofs, twice" "Is it timed right"
    "Which equation of time" "The ridge, its clock and power" "Does ncu count the same work" "Which variant of the kernel is best"
    "Do maps agree" "Does every experiment run")
asked=1      # the question that is being asked; 0 when all were
rows=()      # of the summary's table
failed=()    # steps of ridgepoint-bench that did
first_status=0
answers=yes  # whether it is worth while to ask the driver once more
planned=0    # by when, in seconds from the start, the step must have ended
status=0 why="" # of the latest step
watching=""  # the process of what is looked at meanwhile

say() { printf '%s\n' "$*"; }

# stop STATUS LINE…: ends the script with an explanation.
stop() {
    local status=$1
    shift
    printf '%s\n' "$@" >&2
    exit "$status"
}

# bounded SECONDS COMMAND…: ends a command that does not end by itself, first kindly, so that it saves what it has; the
# status is 124 then. Not with timeout(1), which doubles signals: the program saves at the first and gives up at the second.
# With `tool=yes` it is somebody else's program: in a group of its own, because it may have children that outlive it, and ended
# at Ctrl+C, of which bash has it ignore what reaches it.
bounded() (
    trap : INT TERM HUP # Ctrl+C reaches the program by itself, which then says how it ended
    most=$1
    shift
    since=$SECONDS
    if [ "${tool:-no}" = yes ]; then
        set -m
        "$@" </dev/null &
        child=$!
        set +m
        whom=-$child
        trap 'kill -TERM -- "$whom" 2>/dev/null || true' INT TERM HUP
    else
        "$@" &
        child=$!
        whom=$child
    fi
    (
        trap 'kill "$nap"; exit 0' TERM
        sleep "$most" &
        nap=$!
        wait "$nap"
        kill -TERM -- "$whom"
        sleep 15 &
        nap=$!
        wait "$nap"
        kill -KILL -- "$whom"
    ) </dev/null >/dev/null 2>&1 &
    watch=$!
    status=0
    # A signal ends the waiting, not what is waited for.
    while wait "$child" || status=$?; kill -0 "$child" 2>/dev/null; do status=0; done
    kill "$watch" 2>/dev/null || true
    wait "$watch" 2>/dev/null || true
    if [ "$whom" != "$child" ]; then kill -KILL -- "$whom" 2>/dev/null || true; fi
    if [ "$status" -ne 0 ] && [ "$((SECONDS - since))" -ge "$most" ]; then status=124; fi
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

# silence: what is said of a driver that does not.
silence() { say "did not answer within $patience s; see the kernel's log (dmesg), or keep the driver started with: nvidia-smi -pm 1"; }

# finish STATUS LINE…: the summary of what there is, the tarball, and the end. It also runs inside a trap.
finish() {
    local status=$1 reason
    shift
    trap - INT TERM HUP
    unwatch
    reason=${1:-}
    while [ "$asked" -gt 0 ] && [ "$asked" -le "${#questions[@]}" ]; do
        row "$asked. ${questions[asked - 1]}" "" "" "could not be asked: ended before: ${reason%.}"
        asked=$((asked + 1))
    done
    summary "$@" >"$folder/summary.md"
    say ""
    cat "$folder/summary.md"
    if tar -C "$(dirname "$folder")" -czf "$folder.tar.gz" "$(basename "$folder")" 2>>"$folder/log.txt"; then
        say "Everything is in $folder.tar.gz, and in the folder of that name"
    else
        say "Everything is in $folder; $folder.tar.gz could not be written"
    fi
    exit "$status"
}

# unwatch: ends what was looked at meanwhile.
unwatch() {
    if [ -z "$watching" ]; then return 0; fi
    kill "$watching" 2>/dev/null
    wait "$watching" 2>/dev/null
    watching=""
}

# ask N: begins a question.
ask() {
    asked=$1
    say "$asked. ${questions[asked - 1]}?"
}

# row QUESTION EXPECTED FOUND VERDICT: a line of the table.
row() {
    local cells=("${@//|//}")
    cells=("${cells[@]//$'\n'/; }")
    rows+=("| ${cells[0]} | ${cells[1]:--} | ${cells[2]:--} | ${cells[3]} |")
}

# verdict STATUS: in the table's words.
verdict() { if [ "$1" -eq 0 ]; then say "holds"; else say "does not hold"; fi; }

# unasked PART EXPECTED REASON: a line for what could not be asked; PART may be empty.
unasked() { row "$asked. ${1:-${questions[asked - 1]}}" "$2" "" "could not be asked: $3"; }

# leave SECONDS: a step is left out, and its share goes to the others.
leave() { planned=$((planned + $1)); }

# attempt KIND SHARE TITLE FILE COMMAND…: runs a step, its results into FILE and its warnings into log.txt too. It has the share,
# in seconds, and what the steps before it left of theirs; at most $cap where that is set. KIND is needed: a failure of the
# program ends the check with its status later; extra: it does not; tool: the same, for somebody else's program. Fails with
# the status in `status` and words in `why`. Ends the script where the GPU is gone.
attempt() {
    local kind=$1 share=$2 title=$3 file=$4 started=$SECONDS most now said tool=no
    shift 4
    leave $((share + start_s))
    most=$((planned - (SECONDS - began)))
    if [ -n "${cap:-}" ] && [ "$cap" -lt "$most" ]; then most=$cap; fi
    if [ "$limit_named" = yes ]; then most=$limit; fi
    if [ "$kind" = tool ]; then tool=yes; fi
    status=0 why=""
    say "   $title"
    printf '== %s (until second %s): %s\n' "$title" "$planned" "$*" >>"$folder/log.txt"
    if [ "$most" -lt 1 ]; then
        status=124 why="the steps before it took its time"
    else
        { bounded "$most" "$@" 2>&1 >&3 3>&- | tee -i -a "$folder/log.txt" >&2; status=${PIPESTATUS[0]}; } 3>"$folder/$file"
        if [ "$status" -eq 4 ] && [ "$kind" != tool ]; then finish 4 "Stopped in: $title"; fi
        say "     $((SECONDS - started)) s"
        case "$status" in
            0) return 0 ;;
            124) why="did not end within $most s, and was ended" ;;
            *)
                why="exit status $status" said=$(tail -n 1 "$folder/log.txt")
                case "$said" in "== "*) ;; *) why+=": ${said:0:200}" ;; esac ;;
        esac
    fi
    if [ "$kind" = needed ]; then
        if [ "$status" -eq 124 ]; then status=3; fi
        failed+=("$title ($why)")
        if [ "$first_status" -eq 0 ]; then first_status=$status; fi
    fi
    printf '%s\n' "   That failed: $title ($why): $*" | tee -a "$folder/log.txt" >&2
    if [ "$status" -eq 2 ]; then return 1; fi # bad usage: the device was not asked
    now=$(device_line) || { now="not available: it $(silence)" answers=no; }
    case "$now" in
        "" | *"not available: "*)
            now=${now#*not available: }
            finish "$((first_status > 0 ? first_status : 3))" "$device cannot be used any more: ${now:-it is no longer listed}" ;;
    esac
    return 1
}

# measure SHARE TITLE FILE ARGUMENT…: a step that is needed, by ridgepoint-bench.
measure() {
    local share=$1 title=$2 file=$3
    shift 3
    attempt needed "$share" "$title" "$file" "$bench" "$@"
}

# sweep NAME SHARE TITLE ARGUMENT…: a session, a CSV and the run's own summary.
sweep() {
    local name=$1 share=$2 title=$3
    shift 3
    measure "$share" "$title" "$name.txt" sweep --device "$device" -o "$folder/$name.ridge" --csv "$folder/$name.csv" --summary "$@"
}

# tool_named NAME: where NVIDIA's tool of that name lies; nothing where it does not.
tool_named() {
    local place
    for place in "$(command -v "$1" || true)" "${CUDA_HOME:+$CUDA_HOME/bin/$1}" "${RIDGEPOINT_CUDA_FOLDER:-/usr/local/cuda}/bin/$1"; do
        if [ -n "$place" ] && [ -x "$place" ]; then say "$place"; return 0; fi
    done
}

# note_state WHEN: clocks, power, temperatures and what holds the clocks back, where nvidia-smi is there; between steps only,
# for asking disturbs what is measured.
note_state() {
    if ! command -v nvidia-smi >/dev/null; then return 0; fi
    { say "== $1"; bounded 30 nvidia-smi -q -d MEMORY,ECC,UTILIZATION,TEMPERATURE,POWER,CLOCK,COMPUTE,PERFORMANCE || true; } >>"$folder/nvidia-smi.txt" 2>&1
}

# summary LINE…: the table, and in front of it why the check ended early where it did.
summary() {
    local text now=""
    say "# Ridgepoint GPU check"
    say ""
    say "$(date -u '+%Y-%m-%d %H:%M UTC'), $version, $line"
    if [ "$answers" = yes ]; then now=$(device_line) || true; fi
    case "$now" in
        *"; now at "*) say "" && say "At the end it was at ${now##*; now at }" ;;
    esac
    for text in "$@"; do say "" && say "ENDED EARLY: $text"; done
    for text in ${failed[@]+"${failed[@]}"}; do say "" && say "FAILED: $text; see log.txt"; done
    say ""
    say "| question | expected | found | verdict |"
    say "|---|---|---|---|"
    for text in ${rows[@]+"${rows[@]}"}; do say "$text"; done
    say ""
    say "The whole took $((SECONDS - began)) s."
}
