#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# The first five questions of gpu-check.sh, the eighth, the ninth and the last; sweeps.sh has the others. Sourced by it.
# shellcheck disable=SC2154 # bench, device, folder … are gpu-check.sh's.

what_is_it() {
    local expected="known of the H200 only" words verdict="could not be asked: this is no H200" processors clock power
    measure 15 "Devices" devices.json devices --json
    note_state "before"
    processors=$(fact multiprocessors) clock=$(fact clock_hz) power=$(fact power_limit_w)
    words="$(fact name), driver $(fact driver), ${processors:-?} multiprocessors, up to $(scaled "${clock:-0}" 1e6 MHz), power cap ${power:-?} W"
    case "$line" in *"; now at "*) words+=", now at ${line##*; now at }" ;; esac
    if [ "$is_h200" = yes ]; then
        expected="132 multiprocessors, 1980 MHz, 700 W"
        is "n == 132 && c > 1.97e9 && c < 1.99e9 && w > 695 && w < 705" n="${processors:-0}" c="${clock:-0}" w="${power:-0}"
        verdict=$(verdict $?)
    fi
    if [ "$status" -ne 0 ]; then verdict="could not be asked: $why"; fi
    row "1. What is it" "$expected" "$words" "$verdict"
    words="none"
    if [ "${#libraries[@]}" -gt 0 ]; then words=$(printf '%s, ' "${libraries[@]}"); fi
    [ -n "$usable_library" ]
    row "1. Is there a cuBLASLt" "13 with driver 580 or newer, else 12" "${words%, }${usable_library:+; used: $usable_library}" "$(verdict $?)"
}

is_it_right() {
    local expected="every kernel agrees with its float64 reference" sanitizer found
    measure 20 "Self-test: every kernel against its float64 reference" selftest.txt selftest --device "$device"
    found=$(tail -n 1 "$folder/selftest.txt" 2>/dev/null)
    if [ "$status" -eq 0 ] || grep -q '[1-9][0-9]* differ$' <<<"$found"; then
        row "2. Is every kernel right" "$expected" "$found" "$(verdict "$status")"
    else
        unasked "" "$expected" "$why"
    fi
    expected="0 errors of memory"
    sanitizer=$(tool_named compute-sanitizer)
    if [ "$quick" = yes ] || [ -z "$sanitizer" ]; then
        leave 60
        unasked "Is every access right (compute-sanitizer)" "$expected" "$(if [ -n "$sanitizer" ]; then say "left out by --quick"; else say "compute-sanitizer is not here"; fi)"
        return
    fi
    cap=60 attempt tool 60 "Self-test under compute-sanitizer" sanitizer.txt \
        "$sanitizer" --tool memcheck --report-api-errors no "$bench" selftest --device "$device"
    judge_sanitizer "$expected"
}

# judge_sanitizer EXPECTED: from its own words, for its status is the program's.
judge_sanitizer() {
    local title="Is every access right (compute-sanitizer)" errors passed said
    errors=$(sed -n 's/^=* *ERROR SUMMARY: \([0-9][0-9]*\) error.*/\1/p' "$folder/sanitizer.txt" | tail -n 1)
    passed=$(grep -c '^ok ' "$folder/sanitizer.txt")
    if [ -n "$errors" ]; then
        [ "$errors" -eq 0 ]
        row "2. $title" "$1" "$errors errors, $passed kernels" "$(verdict $?)"
    elif grep -qE '^=+ (Invalid|Misaligned|Race|Uninitialized)' "$folder/sanitizer.txt"; then
        row "2. $title" "$1" "errors before it ended: see sanitizer.txt" "does not hold"
    elif [ "$status" -eq 124 ]; then
        unasked "$title" "$1" "it $why; no error in the $passed kernels until then"
    else
        said=$(sed -n 's/^=* *Error: //p' "$folder/sanitizer.txt" | tail -n 1)
        unasked "$title" "$1" "${said:-${why:-it said nothing of errors}}"
    fi
}

# yardstick NAME: what PyTorch reached; nothing where it did not run.
yardstick() { sed -n "s/^$1 //p" "$folder/pytorch.txt" 2>/dev/null | tail -n 1; }

what_does_pytorch_reach() {
    local python reason="there is no python3 here"
    : >"$folder/pytorch.txt"
    leave 35
    for python in ${pythons[@]+"${pythons[@]}"}; do
        attempt tool 0 "PyTorch's copy and product, by $python" pytorch.txt "$python" "$here/gpu-check/yardstick.py" "${device#cuda:}"
        if [ "$status" -eq 0 ]; then break; fi
        case "$reason" in "there is no python3 here" | "PyTorch is not here") reason=$(yardstick reason) reason=${reason:-$why} ;; esac
    done
    expect "PyTorch's copy of 8 GB" "4.2 to 4.4 TB/s" 4.2e12 4.4e12 "$(yardstick copy_bytes_per_s)" 1e12 TB/s "$(words_or "$reason" copy_bytes_per_s)"
    expect "PyTorch's bf16 product of 8192" "769 to 800 TFLOP/s" 7.69e14 8e14 "$(yardstick bf16_flop_per_s)" 1e12 TFLOP/s "$(words_or "$reason" bf16_flop_per_s)"
}

# words_or REASON NAME: which PyTorch measured it, or why none did.
words_or() { if [ -n "$(yardstick "$2")" ]; then say "PyTorch $(yardstick torch)"; else say "$1"; fi; }

compared_roofs=bandwidth.l2,bandwidth.dram,bandwidth.dram.copy,compute.fp32.fma,compute.fp64.fma,compute.fp16.fma,compute.bf16.matrix,launch.wait_each,launch.queued,launch.queued.device,launch.graph

what_are_its_roofs() {
    local all=()
    if [ "$quick" = yes ]; then all=(--only "$compared_roofs"); fi
    measure 95 "Roofs: bandwidths, compute rates (burst, and kept up for 2 s each), launch costs" roofs.json \
        roofs --device "$device" --json ${all[@]+"${all[@]}"}
    note_state "after the roofs, the last of which keep it busy for seconds"
    measure 24 "The compared roofs again" roofs-again.json roofs --device "$device" --json --only "$compared_roofs"
    compare_roofs
    figure "DRAM, copy" bandwidth.dram.copy "4.2 to 4.4 TB/s" 4.2e12 4.4e12 1e12 TB/s
    figure "DRAM, in-place update" bandwidth.dram "4.2 to 4.4 TB/s" 4.2e12 4.4e12 1e12 TB/s
    figure "L2, in-place update" bandwidth.l2 "5.5 to 7 TB/s" 5.5e12 7e12 1e12 TB/s
    figure "FP32 fma" compute.fp32.fma ">= 64.5 TFLOP/s" 6.45e13 1e15 1e12 TFLOP/s 1.98e9
    figure "FP64 fma" compute.fp64.fma "33 TFLOP/s within 5 %" 3.135e13 3.465e13 1e12 TFLOP/s 1.98e9
    figure "FP16 fma" compute.fp16.fma "130 TFLOP/s within 5 %" 1.235e14 1.365e14 1e12 TFLOP/s 1.98e9
    figure "BF16 matrix, 8192 x 8192" compute.bf16.matrix "769 to 800 TFLOP/s" 7.69e14 8e14 1e12 TFLOP/s
    figure "Launch, each waited for" launch.wait_each "5 to 8 us" 5e-6 8e-6 1e-6 us
    figure "Launch, queued" launch.queued "2.4 us within 10 %" 2.16e-6 2.64e-6 1e-6 us
    figure "Launch, queued, the device alone" launch.queued.device "1.7 to 2.5 us" 1.7e-6 2.5e-6 1e-6 us
    figure "Launch, per node of a graph" launch.graph "1.3 us within 10 %" 1.17e-6 1.43e-6 1e-6 us
    of_its_clock
    beside_pytorch "DRAM, copy, beside PyTorch's" bandwidth.dram.copy copy_bytes_per_s
    beside_pytorch "BF16 matrix, beside PyTorch's" compute.bf16.matrix bf16_flop_per_s
}

# compare_roofs: both measurements of each roof.
compare_roofs() {
    local expected="each within 1 % of itself" id first again found
    found=$(for id in ${compared_roofs//,/ }; do
        first=$(roof "$id") again=$(roof "$id" roofs-again.json)
        if [ -n "$first" ] && [ -n "$again" ]; then say "$id $first $again"; fi
    done | awk '
        { off = 100 * ($3 > $2 ? $3 / $2 - 1 : $2 / $3 - 1); if (off > 1) far = far ", " sprintf("%s %.2g %%", $1, off); if (off >= worst) { worst = off; id = $1 } }
        END { if (NR) printf "%d roofs, farthest %s %.2g %%%s\t%s", NR, id, worst, far ? "; over 1 %: " substr(far, 3) : "", worst <= 1 ? "holds" : "does not hold" }')
    told "Roofs twice" "$expected" "$found"
}

# of_its_clock: the share of multiprocessors x lanes x 2 x the clock of that very measurement, of any GPU.
of_its_clock() {
    local expected="95 to 101 %" capability fma at share found
    capability=$(fact compute_capability) fma=$(roof compute.fp32.fma) at=$(clock compute.fp32.fma)
    share=$(awk -v capability="$capability" -v processors="$(fact multiprocessors)" -v fma="$fma" -v at="$at" 'BEGIN {
        lanes = capability == 7.5 || capability == 8.0 ? 64 : 128
        if (fma > 0 && at > 0 && processors > 0) printf "%.1f", 100 * fma / (processors * lanes * 2 * at) }')
    if [ -z "$share" ]; then unasked "FP32 fma, of its clock while measured" "$expected" "it or its clock was not measured"; return; fi
    found="$share % of $(scaled "$at" 1e6 MHz)"
    is "s >= 95 && s <= 101" s="$share"
    row "4. FP32 fma, of its clock while measured" "$expected" "$found" "$(verdict $?)"
}

# beside_pytorch PART ID NAME: a roof against PyTorch's yardstick.
beside_pytorch() {
    local ours theirs found
    ours=$(roof "$2") theirs=$(yardstick "$3")
    if [ -z "$ours" ]; then unasked "$1" ">= 98 %" "$(lack "$2")"; return; fi
    if [ -z "$theirs" ]; then unasked "$1" ">= 98 %" "PyTorch was not measured"; return; fi
    found=$(awk -v o="$ours" -v t="$theirs" 'BEGIN { printf "%.1f %%", 100 * o / t }')
    # Not after the words: what they run would take the place of this answer.
    is "o >= 0.98 * t" o="$ours" t="$theirs"
    row "4. $1" ">= 98 %" "$found" "$(verdict $?)"
}

# A cell of 2 MiB; each line has what all of its repetitions took, by both clocks.
how_is_it_timed() {
    attempt extra 8 "One cell of 2 MiB at 1 to 256 repetitions, by the host's clock and by events" timing.txt \
        "$bench" timing --device "$device" --size 524288
    local found
    found=$(awk '
        $1 ~ /^[0-9]+$/ && $2 > 0 && $3 > 0 { host[$1] = $2 / $1; event[$1] = $3 / $1 }
        END {
            if (!(128 in host) || !(256 in host)) exit
            drift = event[128] / event[256] - 1; more = 256 * (host[256] - event[256])
            good = drift <= 0.03 && drift >= -0.03 && more >= -1e-6 && more <= 30e-6
            printf "by events %.4g us at 1, %.4g at 16, %.4g at 128, %.4g at 256; the host adds %.3g us at 1, %.3g us at 256\t%s", \
                event[1] * 1e6, event[16] * 1e6, event[128] * 1e6, event[256] * 1e6, (host[1] - event[1]) * 1e6, more * 1e6, \
                good ? "holds" : "does not hold" }' "$folder/timing.txt")
    told "Events against the host's clock" "by events 128 and 256 repetitions take the same each within 3 %; the host adds 30 us in all at most" "$found"
}

# By ncu, of the first launch of a cell of 1 GiB, which no cache holds.
what_does_ncu_count() {
    local ncu k expected found elements=268435456 reason=""
    ncu=$(tool_named ncu)
    if [ "$quick" = yes ]; then reason="left out by --quick"; fi
    if [ -z "$ncu" ]; then reason="ncu is not here"; fi
    for k in 1 62 1024; do
        expected="$((2 * k * elements)) FLOP within 0.1 %, $((8 * elements)) B of DRAM within 5 %"
        if [ -n "$reason" ]; then leave 12; unasked "$k operations an element" "$expected" "$reason"; continue; fi
        attempt tool 12 "ncu: $k operations an element" "ncu-$k.csv" "$ncu" --csv --page raw --print-units base --kernel-name "regex:^rp_chain_fma_f32_k" \
            --launch-count 1 --kill yes --metrics smsp__sass_thread_inst_executed_op_ffma_pred_on.sum,smsp__sass_thread_inst_executed_op_fadd_pred_on.sum,smsp__sass_thread_inst_executed_op_fmul_pred_on.sum,dram__bytes_read.sum,dram__bytes_write.sum \
            "$bench" sweep --device "$device" --ops "$k" --size "$elements" --full --no-roofs --budget 5s
        found=$(table ask=ncu file="$folder/ncu-$k.csv" flops="$((2 * k * elements))" bytes="$((8 * elements))")
        # It ends what it looked at, so that its status says nothing where it counted.
        if [ -z "$found" ] && grep -q ERR_NVGPUCTRPERM "$folder/ncu-$k.csv" "$folder/log.txt"; then
            reason="ncu may not count here (ERR_NVGPUCTRPERM): the counters are for administrators"
            unasked "$k operations an element" "$expected" "$reason"
            continue
        fi
        told "$k operations an element" "$expected" "$found"
    done
}

which_variant() {
    local variants="bandwidth.dram.evict_first bandwidth.dram.vectors8 bandwidth.dram.threads256 bandwidth.dram.kn" id value found
    attempt extra 16 "Variants of the kernel" variants.json "$bench" roofs --device "$device" --json --only "bandwidth.dram,${variants// /,}"
    found=$(for id in bandwidth.dram $variants; do
        value=$(roof "$id" variants.json)
        if [ -n "$value" ]; then say "$id $value"; fi
    done | awk '
        { all = all ", " sprintf("%s %.4g TB/s", $1, $2 / 1e12); if ($2 > best) { best = $2; id = $1 } if ($1 == "bandwidth.dram") own = $2 }
        END { if (own > 0 && NR > 1) printf "best: %s; %s\t%s", id, substr(all, 3), best <= 1.01 * own ? "holds" : "does not hold" }')
    if [ -z "$found" ] && [ "$status" -eq 0 ]; then why=$(lack bandwidth.dram.evict_first variants.json); fi
    told "" "the one in use (bandwidth.dram) is within 1 % of the best" "$found"
}

does_every_experiment_run() {
    local expected="all that this device can run" id available reason all=() missing="" ran=0 count=0 bad=""
    if [ "$quick" = yes ]; then unasked "" "$expected" "left out by --quick"; return; fi
    if ! attempt needed 8 "Experiments: which there are" experiments.json "$bench" experiment --list --device "$device" --json; then unasked "" "$expected" "$why"; return; fi
    while IFS=$'\t' read -r id available reason; do
        if [ "$available" = true ]; then all+=("$id"); else missing+=", $id ($reason)"; fi
    done < <(pieces experiments.json | awk '
        function tell() { if (id != "") print id "\t" available "\t" reason }
        match($0, /^"id":"[^"]*"/) { tell(); id = substr($0, 7, RLENGTH - 7); available = "true"; reason = "" }
        /"available":false/ { available = "false"; if (match($0, /"reason":"[^"]*"/)) reason = substr($0, RSTART + 10, RLENGTH - 11) }
        END { tell() }')
    count=${#all[@]}
    for id in ${all[@]+"${all[@]}"}; do
        if measure "$((128 / count))" "Experiment $id, 5 s" "experiment-$id.txt" \
            experiment "$id" --device "$device" --budget 5s --append -o "$folder/experiments.ridge"; then
            ran=$((ran + 1))
        else
            bad+="; $id: $why"
        fi
        if [ ! -s "$folder/experiment-$id.txt" ]; then rm -f "$folder/experiment-$id.txt"; fi # with -o nothing is printed
    done
    [ "$ran" -eq "$count" ]
    row "11. Does every experiment run" "$expected" "$ran of $count$bad${missing:+; not on this device: ${missing#, }}" "$(verdict $?)"
}
