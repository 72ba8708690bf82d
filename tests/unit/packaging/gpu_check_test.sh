#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Drives gpu-check.sh with a made-up ridgepoint-bench: no GPU is needed and nothing is measured.
# shellcheck disable=SC2016 # The checks are expanded later on purpose.
# Usage: gpu_check_test.sh SOURCE-FOLDER
set -u
script=$1/packaging/gpu-check.sh
work=$(mktemp -d) || exit 1
trap 'rm -rf "${work:?}"' EXIT
failures=0

# The made-up program: notes its calls, lists what $work/devices holds, fails where $work/fails names the subcommand.
cat >"$work/bench" <<END
#!/bin/bash
work=$work
END
cat >>"$work/bench" <<'END'
echo "$*" >>"$work/calls"
echo "${RIDGEPOINT_GPU_START_S:-unset}" >>"$work/patience"
if grep -qx -e "$1" "$work/hangs" 2>/dev/null; then exec sleep 600; fi
if grep -qx -e "$1" "$work/stops" 2>/dev/null; then
    # As Ctrl+C does it: to all of the group, of which bash ignores it in what runs beside.
    if [ "$1" = sweep ]; then exec env --default-signal=INT bash -c 'trap "exit 4" INT TERM HUP; kill -s "$0" 0' "$(cat "$work/signal")"; fi
    exit 4
fi
# A signal to the script alone, which leads its session: the step goes on to its end.
if grep -qx -e "$1" "$work/signals" 2>/dev/null; then
    read -ra fields </proc/$$/stat
    kill -s "$(cat "$work/signal")" "${fields[5]}"
fi
if grep -qx -e "$1" "$work/fails" 2>/dev/null; then
    echo "ridgepoint-bench: the GPU failed" >&2
    if [ -e "$work/hushes" ]; then echo devices >"$work/hangs"; fi
    if [ -e "$work/goes" ]; then echo "cuda:0  not available: it fell off the bus" >"$work/devices"; fi
    exit 3
fi
case "$1" in
    --version) echo "ridgepoint-bench 9.9" ;;
    devices) if [ "${2:-}" = --json ]; then echo '{"devices":[{"id":"cpu","available":true},{"id":"cuda:0","available":true,"compute_capability":"9.0","multiprocessors":132,"power_limit_w":700,"clock_hz":1.98e+09,"now":{"clock_hz":2.1e+08,"power_w":75}}]}'; else cat "$work/devices"; fi ;;
    selftest) echo "ok kernel"; echo "151 kernels, 0 differ" ;;
    roofs) echo '{"device":"cuda:0","roofs":[{"id":"bandwidth.dram","kind":"bandwidth","value":4.25e12,"unit":"B/s"},{"id":"compute.fp32.fma","kind":"compute","value":6.4e13,"unit":"FLOP/s","method":"in registers, at 1965 MHz","flags":"throttled"},{"id":"compute.fp32.fma.sustained","kind":"compute","value":6.1e13,"unit":"FLOP/s","method":"in registers, kept up for 2 s, the second half, at 1755 MHz, 692 W, 61 °C, clocks held back by power cap","flags":""},{"id":"launch.graph","kind":"launch","value":1.3e-06,"unit":"s"}],"unavailable":[{"id":"compute.bf16.matrix","reason":"libcublasLt.so.13 not found"}]}' ;;
    sweep)
        case "$*" in *--summary*) printf 'cuda:0, fma\ncells:           182 of 1089 measured in 2.41 s%s\n' "$(cat "$work/ending" 2>/dev/null)" ;; esac
        while [ $# -gt 0 ]; do
            case $1 in
                -o) echo session >"$2" ;;
                --csv) printf '%s\n' device,time_s,flop_per_s,byte_per_s,flags,regime,time_predicted_s,provenance \
                    cuda:0,2e-6,1e12,2e12,,memory,1e-6,measured \
                    cuda:0,1e-6,3e12,1e12,throttled,compute,0.9e-6,measured \
                    cuda:0,1e-6,4e13,3.4e12,,memory,0.9e-6,measured \
                    cuda:0,1e-9,9e15,9e15,interpolated,compute,1e-9,measured >"$2" ;;
            esac
            shift
        done ;;
esac
END
chmod +x "$work/bench"

# check_run TITLE ARGUMENT…: a fresh machine with what $devices and $fails say; sets output and status.
check_run() {
    title=$1
    rm -rf "${work:?}/calls" "${work:?}/patience" "${work:?}/out" "${work:?}/elsewhere" "${work:?}/goes" "${work:?}/hushes"
    mkdir "$work/elsewhere"
    if [ "${goes:-no}" = yes ]; then touch "$work/goes"; fi
    if [ "${hushes:-no}" = yes ]; then touch "$work/hushes"; fi
    printf '%s\n' "$devices" >"$work/devices"
    printf '%s\n' "$fails" >"$work/fails"
    printf '%s\n' "${hangs:-}" >"$work/hangs"
    printf '%s\n' "${stops:-}" >"$work/stops"
    printf '%s\n' "${signals:-}" >"$work/signals"
    printf '%s\n' "${signal:-INT}" >"$work/signal"
    output=$(cd "$work/elsewhere" && setsid -w "$script" "${@:2}" 2>&1 </dev/null)
    status=$?
}
check() {
    if eval "$2"; then return; fi
    failures=$((failures + 1))
    printf 'FAILED: %s: %s\n  exit status %s, output:\n%s\n' "$title" "$1" "$status" "$output"
}
says() { grep -qF -- "$1" <<<"$output"; }
# whole_summary: it goes on to its last line, however early the check ended.
whole_summary() { tail -n 1 "$work/out/summary.txt" | grep -q "^The whole took [0-9]* s\.$"; }
summary_says() { grep -qE -- "$1" "$work/out/summary.txt"; }

usable="cpu     Some CPU
cuda:0  NVIDIA H200, 139 GiB; now at 1755 MHz, 692 W, 61 °C, clocks held back by power cap
cuda:1  not available: it is taken"
fails=""

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
check "ends with 0" '[ "$status" -eq 0 ]'
for file in devices.json selftest.txt roofs.json ops.ridge ops.csv size.ridge size.csv depth.ridge depth.csv map.ridge map.csv cube.ridge cube.csv summary.txt log.txt; do
    check "leaves $file" '[ -s "$work/out/'"$file"'" ]'
done
check "measures three lines, a map and a cube" '[ "$(grep -c "^sweep" "$work/calls")" -eq 5 ]'
check "measures all roofs" 'grep -qx "roofs --device cuda:0 --json" "$work/calls"'
check "ends the summary with how long it took" whole_summary
check "tells how the map ended" 'summary_says "^The map: settled: 182 of 1089 measured in 2.41 s .aim: settled in <= 3 s.$"'
check "tells the self-test" 'summary_says "^151 kernels, 0 differ"'
check "tells a roof in its unit" 'summary_says "DRAM, in-place update +4250 GB/s"'
check "tells a launch in microseconds" 'summary_says "graph of 1024 +1.3 us"'
check "tells what is missing" 'summary_says "BF16 matrix.* not measured"'
check "leaves interpolated cells out" 'summary_says "^cube +3 samples +4e\+04 GFLOP/s +3400 GB/s"'
check "tells the slowest point and the throttled ones" 'summary_says "slowest at 50 % of its roofs  1 throttled"'

check "holds the fma roof against its own clock" 'summary_says "fma, of its clock while measured +>= 95 % +96.4 % of 1965 MHz"'
check "tells what a rate was kept up at, and what held it back" 'summary_says "fma, kept up +61 TFLOP/s +at 1755 MHz, 692 W, 61 .*C, clocks held back by power cap$"'
check "tells a throttled roof" 'summary_says "^FP32 fma  .*at 1965 MHz; throttled$"'
check "tells how the GPU fares at the end" 'summary_says "^At the end it was at 1755 MHz, 692 W"'
check "and against the highest" 'summary_says "fma, of the highest clock .* 95.7 %"'
check "says by how much a figure is reached" 'summary_says "update and copy +>= 4.2 TB/s +4.25 TB/s"'
check "tells the sweep far from the ridge" 'summary_says "operations, far .* 23.5 %"'
check "and near it" 'summary_says "octave of the ridge .* 80.0 %"'

mkdir "$work/tools"
printf '#!/bin/sh\necho "state $*"\n' >"$work/tools/nvidia-smi"
chmod +x "$work/tools/nvidia-smi"
PATH="$work/tools:$PATH" check_run "where nvidia-smi is there" --bench "$work/bench" "$work/out"
check "keeps what it tells before, between and after" '[ "$status" -eq 0 ] && [ "$(grep -c "^state -q" "$work/out/nvidia-smi.txt")" -eq 3 ]'

echo "; the budget ended it (--budget gives more time)" >"$work/ending"
check_run "quick" --bench "$work/bench" --quick "$work/out"
check "measures a few roofs only" 'grep -q "^roofs .*--only" "$work/calls"'
check "tells that the budget ended the map" 'summary_says "^The map: stopped by the budget: 182 of 1089 measured in 2.41 s .aim"'
rm "$work/ending"
check_run "a default folder" --bench "$work/bench"
check "is named by date" '[ -s "$work/elsewhere"/ridgepoint-gpu-*/summary.txt ]'

fails=selftest
check_run "a kernel that differs" --bench "$work/bench" "$work/out"
check "ends with its status" '[ "$status" -eq 3 ]'
check "says which step and what it said" 'says "the GPU failed" && says "That failed: Self-test" && says "(exit status 3): "'
check "measures on all the same" '[ "$(grep -c "^sweep" "$work/calls")" -eq 5 ]'
check "tells it in the summary" 'summary_says "^FAILED: Self-test.*exit status 3"'
check "keeps what was said" 'grep -q "the GPU failed" "$work/out/log.txt"'
fails=sweep
check_run "sweeps that fail" --bench "$work/bench" "$work/out"
check "ends with their status and a summary" '[ "$status" -eq 3 ] && whole_summary && summary_says "^cube +not measured" && summary_says "^The map: not measured"'
fails=selftest
goes=yes
check_run "a GPU that goes" --bench "$work/bench" "$work/out"
check "ends with 3 and the reason" '[ "$status" -eq 3 ] && says "cannot be used any more: it fell off the bus"'
check "asks nothing more of it" '! grep -q "^roofs\|^sweep" "$work/calls"'
check "leaves a summary that says so" 'whole_summary && summary_says "^ENDED EARLY: cuda:0 cannot be used any more" && summary_says "FP32 fma +not measured"'
goes=no
hushes=yes
check_run "a driver that answers no more" --bench "$work/bench" --limit 1 "$work/out"
check "ends with 3 and says so, having asked it once" '[ "$status" -eq 3 ] && says "any more: it did not answer within 1 s" && [ "$(grep -cx devices "$work/calls")" -eq 2 ]'
check "leaves a whole summary" 'whole_summary && summary_says "^ENDED EARLY: cuda:0 cannot be used any more"'
hushes=no
fails=""

hangs=selftest
check_run "a step that does not end" --bench "$work/bench" --limit 1 "$work/out"
check "is ended and the others are carried out" '[ "$status" -eq 3 ] && [ "$(grep -c "^sweep" "$work/calls")" -eq 5 ]'
check "is told" 'whole_summary && summary_says "^FAILED: Self-test.*did not end within 1 s"'
hangs=""
stops=roofs
check_run "a step that is interrupted" --bench "$work/bench" "$work/out"
check "ends all with 4 and a summary of what there is" '[ "$status" -eq 4 ] && whole_summary && summary_says "^ENDED EARLY: Stopped in: Roofs" && summary_says "^151 kernels"'
check "measures no more" '! grep -q "^sweep" "$work/calls"'
stops=sweep
check_run "Ctrl+C" --bench "$work/bench" "$work/out"
check "ends all with 4 and a summary too" '[ "$status" -eq 4 ] && whole_summary && summary_says "^ENDED EARLY: Stopped" && summary_says "update +4250 GB/s"'
check "begins nothing more" '[ "$(grep -c "^sweep" "$work/calls")" -eq 1 ]'
for signal in TERM HUP; do
    stops=sweep
    check_run "$signal to all" --bench "$work/bench" "$work/out"
    check "ends all with 4 and a whole summary" '[ "$status" -eq 4 ] && whole_summary && summary_says "^ENDED EARLY: Stopped"'
    stops=""
    for signals in selftest roofs sweep; do
        check_run "$signal during $signals" --bench "$work/bench" "$work/out"
        check "ends all with 4" '[ "$status" -eq 4 ] && [ "$(grep -cE "^(selftest|roofs|sweep)" "$work/calls")" -le 3 ]'
        check "leaves a whole summary" 'whole_summary && summary_says "^ENDED EARLY: Stopped" && summary_says "^cube +(not measured|3 samples)"'
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

if [ "$failures" -gt 0 ]; then
    echo "$failures checks failed"
    exit 1
fi
echo "all checks passed"
