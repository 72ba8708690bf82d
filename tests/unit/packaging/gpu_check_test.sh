#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# How gpu-check.sh goes through its steps on a made-up machine: what fails, hangs, is lost or interrupted.
# gpu_check_verdicts_test.sh has what it answers.
# shellcheck disable=SC2016,SC2034 # The checks are expanded later on purpose; gpu_check_machine.sh reads what is set.
# Usage: gpu_check_test.sh SOURCE-FOLDER
set -u
script=$1/packaging/gpu-check.sh
work=$(mktemp -d) || exit 1
trap 'rm -rf "${work:?}"' EXIT
# shellcheck source=tests/unit/packaging/gpu_check_machine.sh
. "$1/tests/unit/packaging/gpu_check_machine.sh"
# Of the whole list, five: two sizes, the ridge and three maps.
sweeps() { grep -c "^sweep" "$work/calls"; }

devices="cpu     Some CPU
cuda:0  not available: no NVIDIA driver on this machine"
check_run "without a GPU" --bench "$work/bench"
check "ends with 3" '[ "$status" -eq 3 ]'
check "gives the reason" 'says "cuda:0 cannot be used: no NVIDIA driver on this machine"'
check "leaves nothing behind" '[ -z "$(ls "$work/elsewhere")" ]'
check "measures nothing" '! grep -q "^roofs\|^sweep" "$work/calls"'

devices=$usable
check_run "a GPU that is not there" --bench "$work/bench" --device cuda:7
check "ends with 3 and lists what is" '[ "$status" -eq 3 ] && says "NVIDIA H200"'
check_run "a second GPU that is taken" --bench "$work/bench" --device cuda:1
check "ends with 3 and the reason" '[ "$status" -eq 3 ] && says "it is taken"'

check_run "a driver that starts slowly" --bench "$work/bench" --quick "$work/out"
check "is waited for" '[ "$(sort -u "$work/patience")" = 120 ]'
RIDGEPOINT_GPU_START_S=7 check_run "a patience that was set" --bench "$work/bench" --quick "$work/out"
check "is kept" '[ "$(sort -u "$work/patience")" = 7 ]'
hangs=devices
check_run "a driver that does not answer" --bench "$work/bench" --limit 1
check "ends with 3 and says so" '[ "$status" -eq 3 ] && says "cuda:0 cannot be used: it did not answer within 1 s" && says "nvidia-smi -pm 1"'
check "claims no missing GPU" '! says "There is no"'
hangs=""

check_run "everything works" --bench "$work/bench" "$work/out"
check "ends with 0" '[ "$status" -eq 0 ] && whole_summary'
files="devices.json selftest.txt roofs.json roofs-again.json timing.txt size-queued.ridge size-queued.csv size-graph.csv ridge.ridge ridge.csv predictable.csv
    variants.json map.ridge map.csv map-again.csv map-whole.ridge map-whole.csv experiments.ridge summary.md log.txt"
for file in $files; do
    check "leaves $file" '[ -s "$work/out/$file" ]'
    check "and has it in the tarball" 'tar -tzf "$work/out.tar.gz" | grep -qx "out/$file"'
done
check "measures sizes, the ridge and maps" '[ "$(sweeps)" -eq 6 ]'
check "measures all roofs, then the compared ones" 'grep -qx "roofs --device cuda:0 --json" "$work/calls" && grep -qx "roofs --device cuda:0 --json --only .*bandwidth.dram,.*launch.graph" "$work/calls"'
check "runs the experiments that can run" 'grep -q "^experiment envelope .*--budget 5s" "$work/calls" && grep -q "^experiment ladder" "$work/calls" && ! grep -q "^experiment matmul" "$work/calls"'
check "asks in the order of the questions" '[ "$(sed -n "s/^| \([0-9]*\)\..*/\1/p" "$work/out/summary.md" | tr "\n" " ")" = "$(sed -n "s/^| \([0-9]*\)\..*/\1/p" "$work/out/summary.md" | sort -n | tr "\n" " ")" ]'
# The last step must have ended by then, whatever the others took.
check "ends within ten minutes" '[ "$(sed -n "s/^== .*(until second \([0-9]*\)).*/\1/p" "$work/out/log.txt" | tail -n 1)" -le 590 ]'
check "tells how the GPU fares at the end" 'summary_says "^At the end it was at 1755 MHz, 692 W"'
check "says where it is" 'says "Everything is in $work/out.tar.gz"'

put nvidia-smi <<<'case "$*" in *--query-gpu*) printf "650.10, 1755, 60\n698.00, 1700, 61\n"; echo $$ >"$work/child"; exec sleep 600 ;; *) echo "state $*" ;; esac'
check_run "where nvidia-smi is there" --bench "$work/bench" "$work/out"
check "keeps what it tells before, between and after" '[ "$status" -eq 0 ] && [ "$(grep -c "^state -q" "$work/out/nvidia-smi.txt")" -eq 3 ]'
check "tells the power at the ridge, and looks no longer" '! lives "$(cat "$work/child")" && summary_says "^. 7[.] Spread operands.*; 650 to 698 W"'
unset_all

echo "; the budget ended it (--budget gives more time)" >"$work/set/ending"
check_run "quick" --bench "$work/bench" --quick "$work/out"
check "measures a few roofs only" '! grep -qx "roofs --device cuda:0 --json" "$work/calls"'
check "leaves out the whole map and the experiments, and says so" '[ "$(sweeps)" -eq 5 ] && whole_summary && summary_says "^. 11[.].*could not be asked: left out by --quick"'
check "tells that the budget ended the map" 'summary_says "cells 182 of 1089 measured in 0.91 s, ended by the budget"'
unset_all
check_run "a default folder" --bench "$work/bench" --quick
check "is named by date" '[ -s "$work/elsewhere"/ridgepoint-gpu-*/summary.md ] && [ -s "$work/elsewhere"/ridgepoint-gpu-*.tar.gz ]'

fails=selftest
check_run "a kernel that differs" --bench "$work/bench" "$work/out"
check "ends with its status" '[ "$status" -eq 3 ]'
check "says which step and what it said" 'says "the GPU failed" && says "That failed: Self-test" && says "(exit status 3: "'
check "measures on all the same" '[ "$(sweeps)" -eq 6 ]'
check "tells it in the summary" 'whole_summary && summary_says "^FAILED: Self-test.*exit status 3" && verdict_is "2. Is every kernel" "could not be asked: exit status 3"'
check "keeps what was said" 'grep -q "the GPU failed" "$work/out/log.txt"'
for fails in roofs sweep experiment timing devices\ --json; do
    check_run "$fails that fails" --bench "$work/bench" "$work/out"
    check "is told, and all else answered" 'whole_summary && verdict_is "2. Is every kernel" holds'
done
check "ends with its status" '[ "$status" -eq 3 ] && verdict_is "1. What is it" "could not be asked: exit status 3"'
fails=timing
check_run "what others may lack" --bench "$work/bench" "$work/out"
check "is no failure" '[ "$status" -eq 0 ] && verdict_is "5. " "could not be asked: exit status 3" && ! summary_says "^FAILED"'

goes=yes
for fails in selftest roofs timing sweep experiment; do
    check_run "a GPU that goes in $fails" --bench "$work/bench" "$work/out"
    check "ends with 3 and the reason" '[ "$status" -eq 3 ] && says "cannot be used any more: it fell off the bus"'
    check "asks nothing more of it" '[ "$(grep -c "^$fails" "$work/calls")" -eq 1 ]'
    check "leaves a whole summary that says so" 'whole_summary && summary_says "^ENDED EARLY: cuda:0 cannot be used any more" && verdict_is "11. " "could not be asked: ended before: cuda:0 cannot be used"'
done
check "keeps what was measured before" 'verdict_is "4. DRAM, copy |" holds && verdict_is "7. Spread" holds'
goes=no fails=selftest hushes=yes
check_run "a driver that answers no more" --bench "$work/bench" --limit 1 "$work/out"
check "ends with 3 and says so, having asked it once" '[ "$status" -eq 3 ] && says "any more: it did not answer within 1 s" && [ "$(grep -cx devices "$work/calls")" -eq 2 ]'
check "leaves a whole summary" 'whole_summary && summary_says "^ENDED EARLY: cuda:0 cannot be used any more"'
hushes=no fails=""

for hangs in selftest timing "roofs --device" "experiment envelope"; do
    check_run "$hangs that does not end" --bench "$work/bench" --limit 1 "$work/out"
    check "is ended, told, and the others carried out" 'whole_summary && [ "$(sweeps)" -eq 6 ] && summary_says "did not end within 1 s"'
done
hangs=""
stops=roofs
check_run "a step that is interrupted" --bench "$work/bench" "$work/out"
check "ends all with 4 and a summary of what there is" '[ "$status" -eq 4 ] && whole_summary && summary_says "^ENDED EARLY: Stopped in: Roofs" && summary_says "151 kernels"'
check "measures no more" '! grep -q "^sweep" "$work/calls"'
stops=sweep
check_run "Ctrl+C" --bench "$work/bench" "$work/out"
check "ends all with 4 and a summary too" '[ "$status" -eq 4 ] && whole_summary && summary_says "^ENDED EARLY: Stopped" && verdict_is "4. DRAM, copy |" holds'
check "begins nothing more" '[ "$(sweeps)" -eq 1 ]'
for signal in TERM HUP; do
    stops=sweep
    check_run "$signal to all" --bench "$work/bench" "$work/out"
    check "ends all with 4 and a whole summary" '[ "$status" -eq 4 ] && whole_summary && summary_says "^ENDED EARLY: Stopped"'
    stops=""
    for signals in selftest roofs sweep; do
        check_run "$signal during $signals" --bench "$work/bench" "$work/out"
        check "ends all with 4" '[ "$status" -eq 4 ] && [ "$(grep -c "^$signals" "$work/calls")" -eq 1 ]'
        check "leaves a whole summary" 'whole_summary && summary_says "^ENDED EARLY: Stopped"'
    done
done
signals="" signal=""
printf '#!/bin/sh\necho "GLIBC_2.99 not found"\nexit 1\n' >"$work/foreign"
chmod +x "$work/foreign"
check_run "a program that does not run here" --bench "$work/foreign"
check "ends with 2 and its reason" '[ "$status" -eq 2 ] && says "does not run on this machine: GLIBC_2.99 not found"'

for words in "--what" "--limit" "--limit 0" "--limit 3s" "--bench" "--device gpu" "--device cuda:x" "--bench $work/none" "--bench $work a b"; do
    # shellcheck disable=SC2086 # several words on purpose
    check_run "bad usage: $words" $words
    check "ends with 2" '[ "$status" -eq 2 ]'
done
check_run "help" --help
check "explains itself" '[ "$status" -eq 0 ] && says "Usage: packaging/gpu-check.sh"'
: >"$work/file"
check_run "a folder that cannot be made" --bench "$work/bench" "$work/file/out"
check "ends with 2" '[ "$status" -eq 2 ] && says "cannot be written"'

mkdir "$work/copied"
cp "$script" "$work/copied/"
script=$work/copied/gpu-check.sh
check_run "copied without its folder" --bench "$work/bench"
check "ends with 2 and says what is missing" '[ "$status" -eq 2 ] && says "The folder gpu-check is missing"'
cp -r "$1/packaging/gpu-check" "$work/copied/"
cp "$work/bench" "$work/copied/ridgepoint-bench"
check_run "copied with its folder and the program" --quick "$work/out"
check "works" '[ "$status" -eq 0 ] && whole_summary'
conclude
