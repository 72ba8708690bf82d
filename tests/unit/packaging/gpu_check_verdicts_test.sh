#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# What gpu-check.sh answers on a made-up machine: each verdict both ways, and tools of others present, absent, failing and hanging.
# shellcheck disable=SC2016,SC2034 # The checks are expanded later on purpose; gpu_check_machine.sh reads what is set.
# Usage: gpu_check_verdicts_test.sh SOURCE-FOLDER
set -u
script=$1/packaging/gpu-check.sh
work=$(mktemp -d) || exit 1
trap 'rm -rf "${work:?}"' EXIT
# shellcheck source=tests/unit/packaging/gpu_check_machine.sh
. "$1/tests/unit/packaging/gpu_check_machine.sh"
# set_to NAME VALUE: what the made-up program tells.
set_to() { echo "$2" >"$work/set/$1"; }

# The tools, as they are where all is well. python3 is asked for packages first, and then for the yardstick.
put_all() {
    put python3 <<'END'
if [ "$1" = -c ]; then echo "$work/nvidia/cu13/lib"; exit; fi
printf 'torch 2.9\ncopy_bytes_per_s 4.25e12\nbf16_flop_per_s 7.8e14\n'
END
    put compute-sanitizer <<'END'
echo "========= COMPUTE-SANITIZER"
echo "$*" >"$work/sanitized"
while [ "${1:0:2}" = -- ]; do shift 2; done
"$@"
echo "========= ERROR SUMMARY: 0 errors"
END
    put ncu <<'END'
case "$*" in *"regex:^rp_chain_fma_f32_k "*"--full --no-roofs"*) ;; *) exit 1 ;; esac # nothing else launches that before the cell
k=$(sed "s/.*--ops \([0-9]*\) .*/\1/" <<<"$*")
echo "==PROF== Connected to process 1"
echo '"ID","Kernel Name","dram__bytes_read.sum","dram__bytes_write.sum","smsp__sass_thread_inst_executed_op_fadd_pred_on.sum","smsp__sass_thread_inst_executed_op_ffma_pred_on.sum","smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"'
echo '"","","byte","byte","inst","inst","inst"'
echo "\"0\",\"rp_fma_f32_k$k, (a)\",\"1,073,741,824\",\"1050000000\",\"0\",\"$((268435456 * k))\",\"0\""
exit 9
END
    set_to form 1
    mkdir -p "$work/nvidia/cu13/lib"
    touch "$work/nvidia/cu13/lib/libcublasLt.so.13"
}

put_all
check_run "where all is well" --bench "$work/bench" "$work/out"
check "ends with 0 and a whole summary" '[ "$status" -eq 0 ] && whole_summary'
check "every verdict is that it holds" '! grep -E "^. [0-9]+[.]" "$work/out/summary.md" | grep -v "| holds |$"'
check "the self-test runs under the sanitizer" 'grep -q -- "--tool memcheck .*/bench selftest --device cuda:0" "$work/sanitized"'
check "the kernels are held against PyTorch" 'summary_says "^. 3[.] PyTorch.s copy of 8 GB .* 4.25 TB/s .PyTorch 2.9. " && summary_says "^. 4[.] DRAM, copy, beside.* 101.2 %"'
check "a roof tells its clock and flags" 'summary_says "64.01 TFLOP/s at least at this clock. . 65 TFLOP/s .at 1965 MHz; throttled."'
check "the equations are told with their residuals" 'summary_says "^. 6[.] Sizes, graph .*work . t 0[.][0-9] / [0-9.]* %.*max.work, t. [0-9.]* / [0-9.]* %.*best: work . t "'
check "the launch is found again" 'summary_says "^. 6[.] Sizes, queued .*t 2[.][34][0-9]* us., L2 [56][0-9.]* TB/s"'
check "a node of a graph is told apart from handing the graph over" 'summary_says "^. 6[.] Sizes, graph of 64 passes .*t 2[.]4[0-9]* us., L2 "'
check "ncu counts by operations" 'summary_says "^. 8[.] 62 operations.* 33285996544 FLOP .[+]0.00 %., 2123741824 B .-1.1 %."'
check "constant and spread operands tell power and clock" 'summary_says "constant 790 TFLOP/s .690 W, 1900 MHz., normal 710 TFLOP/s .698 W, 1500 MHz, held back by power cap."'
check "the driver and every library are told" 'summary_says "driver 590.44.01" && summary_says "used: $work/nvidia/cu13/lib/libcublasLt.so.13"'
check "the program is shown the library" '[ "$(cat "$work/loader")" = "$work/nvidia/cu13/lib" ]'

# Each expectation missed, and with tools that fail.
set_to apart 1.03
set_to copy 4.0e12
set_to form 2
set_to cap 600
set_to drift 0.1
set_to sag 0.6
set_to border 7
set_to evict_first 4.5e12
set_to constant 6.5e14
set_to matrix no
put compute-sanitizer <<<'echo "========= Invalid __global__ read of size 4"; echo "========= ERROR SUMMARY: 3 errors"; exit 1'
put python3 <<<'echo "reason PyTorch failed: out of memory"; exit 1'
put ncu <<<'echo "==ERROR== ERR_NVGPUCTRPERM - no permission"; exit 1'
check_run "where nothing is" --bench "$work/bench" "$work/out"
check "is no failure of a step" '[ "$status" -eq 0 ] && whole_summary'
for part in "1. What is it" "2. Is every access" "4. Roofs twice" "4. DRAM, copy |" "5. Events" "6. Sizes, queued" "6. Sizes, graph" "7. Spread" "7. Constant" "9. Which variant" "10. Maps in 1 s"; do
    check "$part does not hold" 'verdict_is "$part" "does not hold"'
done
check "the roof that is apart is named" 'summary_says "^. 4[.] Roofs twice .*farthest [a-z0-9_.]* 3 %; over 1 %: "'
check "the better equation is named" 'summary_says "^. 6[.] Sizes, queued.*best: max.work, t. "'
check "the best variant is named" 'summary_says "best: bandwidth.dram.evict_first; "'
check "why PyTorch is no yardstick" 'verdict_is "copy of 8 GB" "could not be asked: PyTorch failed: out of memory" && verdict_is "4. DRAM, copy, beside" "could not be asked: PyTorch was not"'
check "why a roof is missing" 'verdict_is "4. BF16 matrix, 8192" "could not be asked: libcublasLt.so.13 not found"'
check "that ncu may not count" 'verdict_is "8. 1024 operations" "could not be asked: ncu may not count here .ERR_NVGPUCTRPERM"'
set_to form 3
check_run "launches that hide behind work" --bench "$work/bench" "$work/out"
check "are told" 'verdict_is "6. Sizes, graph" "does not hold" && summary_says "best: max.submit, work . device. "'

fails=roofs
check_run "roofs that are missing" --bench "$work/bench" "$work/out"
check "are why a ridge cannot be told, not that nothing was measured" 'verdict_is "7. Spread" "could not be asked: the roofs that it is held against were not measured"'
fails=""

unset_all
set_to timing no
set_to variants no
check_run "without any tool, by an older program" --bench "$work/bench" "$work/out"
check "is no failure" '[ "$status" -eq 0 ] && whole_summary'
check "says what is not here" 'verdict_is "2. Is every access" "could not be asked: compute-sanitizer is not here" && verdict_is "8. 62 op" "could not be asked: ncu is not here"'
check "says what the program lacks" 'verdict_is "5. Events" "could not be asked: exit status 2: ridgepoint-bench: unknown subcommand" && verdict_is "9. Which" "could not be asked: exit status 2: ridgepoint-bench: There is no roof"'
check "a curve without samples" 'verdict_is "6. Sizes, graph" "could not be asked: nothing was measured"'

# Turing, which has no bf16 in its matrix units.
set_to capability 7.5
for quick in "" --quick; do
    check_run "a GPU without a compared roof $quick" --bench "$work/bench" $quick "$work/out"
    check "is no failure" '[ "$status" -eq 0 ] && whole_summary'
    check "has the others twice" 'verdict_is "4. Roofs twice" holds && summary_says "^. 4[.] Roofs twice .* 10 roofs, farthest" && verdict_is "7. Spread" holds'
    check "says of that one that it is not there" 'verdict_is "4. BF16 matrix, 8192" "could not be asked: (this device has no such roof|it was not measured)"'
done
unset_all

# A tool with a child that outlives it holds the GPU.
put compute-sanitizer <<<'echo "ok kernel"; sleep 600 & echo $! >"$work/child"; wait'
put python3 <<<'sleep 600'
put ncu <<<'sleep 600'
check_run "tools that do not end" --bench "$work/bench" --limit 1 "$work/out"
check "are ended, with their children" '[ "$status" -eq 0 ] && whole_summary && ! lives "$(cat "$work/child")"'
check "are told" 'verdict_is "2. Is every access" "could not be asked: it did not end within 1 s, and was ended; no error in the 1 kernels" && verdict_is "copy of 8 GB" "could not be asked: did not end within 1 s" && verdict_is "8. 62 op" "could not be asked: did not end within 1 s"'
check "leave the rest as it is" 'verdict_is "4. Roofs twice" holds && verdict_is "11. " holds'
unset_all
put compute-sanitizer <<<'echo "========= Error: Unable to find the driver"; exit 1'
put python3 <<<'exit 1'
put ncu <<<'exit 1'
check_run "tools that only fail" --bench "$work/bench" "$work/out"
check "are told" '[ "$status" -eq 0 ] && whole_summary && verdict_is "2. Is every access" "could not be asked: Unable to find the driver" && verdict_is "8. 1 op" "could not be asked: exit status 1"'
put python3 <<'END'
if [ "$1" = -c ]; then exit; fi
sleep 600 &
echo $! >"$work/child"
read -ra fields </proc/$$/stat
kill -INT -- "-${fields[5]}"
wait
END
check_run "Ctrl+C under a tool" --bench "$work/bench" "$work/out"
check "ends it and all, with a summary" '[ "$status" -eq 4 ] && whole_summary && summary_says "^ENDED EARLY: Stopped" && ! lives "$(cat "$work/child")"'
check "begins nothing more" '! grep -q ^roofs "$work/calls"'
put compute-sanitizer <<<'echo "cuda:0  not available: it fell off the bus" >"$work/devices"; exit 1'
check_run "a GPU that is lost under a tool" --bench "$work/bench" "$work/out"
check "ends the check" '[ "$status" -eq 3 ] && whole_summary && summary_says "^ENDED EARLY: cuda:0 cannot be used any more: it fell" && ! grep -q ^roofs "$work/calls"'
unset_all

devices="cuda:0  NVIDIA L40, 44 GiB, driver 570.10.01"
put_all
mkdir -p "$work/env/bin" "$work/env/lib/python3.12/site-packages/nvidia/cublas/lib" "$work/home/.venv/lib/python3.11/site-packages/nvidia/cu13/lib"
touch "$work/env/lib/python3.12/site-packages/nvidia/cublas/lib/libcublasLt.so.12" "$work/home/.venv/lib/python3.11/site-packages/nvidia/cu13/lib/libcublasLt.so.13"
ln -s python3.11 "$work/home/.venv/lib/python3.9"
environment=$work/env check_run "another GPU, with an older driver" --bench "$work/bench" "$work/out"
check "is not held to an H200" 'verdict_is "4. DRAM, copy |" "could not be asked: this is no H200" && summary_says "known of the H200 only . 4.3 TB/s"'
check "is held to itself" 'verdict_is "4. Roofs twice" holds && verdict_is "6. Sizes, queued" holds'
check "is shown a library of its driver's time, of the active environment" '[ "$(cat "$work/loader")" = "$work/env/lib/python3.12/site-packages/nvidia/cublas/lib" ]'
check "tells the others too, also of a hidden folder" 'summary_says "^. 1[.] Is there a cuBLASLt.*$work/home/.venv/lib/.*libcublasLt.so.13"'
check "tells each once, by whatever links it is reached" '! summary_says "home/.venv/lib/python3[.]9/"'
devices=$usable
rm "$work/tools/python3"
environment=$work/env check_run "a newer driver" --bench "$work/bench" --quick "$work/out"
check "is shown the newest, of a hidden folder" '[ "$(cat "$work/loader")" = "$work/home/.venv/lib/python3.11/site-packages/nvidia/cu13/lib" ]'
devices="cuda:0  NVIDIA L40, 44 GiB, driver 570.10.01"
rm -r "$work/env/lib"
check_run "an older driver and the newest library alone" --bench "$work/bench" --quick "$work/out"
check "is shown none that it cannot use" '[ -z "$(cat "$work/loader")" ] || grep -q "12$" <<<"$(ls "$(cat "$work/loader")"/libcublasLt.so.12)"'

# By a Python as it is: where the package lies, of which the loader knows nothing.
python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null || true)
if [ -n "$python" ]; then
    devices=$usable
    rm -r "$work/home/.venv"
    mkdir -p "$work/packages/nvidia/cublas/lib"
    touch "$work/packages/nvidia/cublas/lib/libcublasLt.so.13"
    put python3 <<END
if [ "\$1" = -c ]; then PYTHONPATH=$work/packages exec "$python" "\$@"; fi
exit 1
END
    check_run "a package of Python" --bench "$work/bench" --quick "$work/out"
    check "is found by asking it" '[ "$(cat "$work/loader")" = "$work/packages/nvidia/cublas/lib" ]'
fi
conclude
