#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# A made-up machine for the tests of gpu-check.sh: a ridgepoint-bench, and tools that are put on the path or not. No GPU is needed
# and nothing is measured. Sourced by them; `script` and `work` are set.
# shellcheck disable=SC2154,SC2034 # The tests set and read them.
failures=0
usable="cpu     Some CPU
cuda:0  NVIDIA H200, 139 GiB, driver 590.44.01; now at 1755 MHz, 692 W, 61 °C, clocks held back by power cap
cuda:1  not available: it is taken"
devices=$usable fails="" hangs="" stops="" signals="" signal="" goes=no hushes=no

# The only programs that gpu-check.sh may count on, so that what is missing on the path is missing.
mkdir "$work/path" "$work/tools" "$work/set" "$work/home"
for program in bash awk sed grep tr cat tee tail head date mkdir dirname basename readlink sleep rm touch env tar gzip; do
    ln -s "$(command -v "$program")" "$work/path/$program"
done

# The made-up program: notes its calls, lists what $work/devices holds, fails where $work/fails names the subcommand. What a test
# sets differently lies in $work/set.
cat >"$work/bench" <<END
#!/bin/bash
work=$work
END
cat >>"$work/bench" <<'END'
echo "$*" >>"$work/calls"
echo "${RIDGEPOINT_GPU_START_S:-unset}" >>"$work/patience"
echo "${LD_LIBRARY_PATH:-}" >"$work/loader"
named() { if [ -e "$work/set/$1" ]; then cat "$work/set/$1"; else echo "$2"; fi; }
listed() { grep -qx -e "$1" -e "$1 $2" "$work/$3" 2>/dev/null; }
if listed "$1" "${2:-}" hangs; then exec sleep 600; fi
if listed "$1" "${2:-}" stops; then
    # As Ctrl+C does it: to all of the group, of which bash ignores it in what runs beside.
    if [ "$1" = sweep ]; then exec env --default-signal=INT bash -c 'trap "exit 4" INT TERM HUP; kill -s "$0" 0' "$(cat "$work/signal")"; fi
    exit 4
fi
# A signal to the script alone, which leads its session: the step goes on to its end.
if listed "$1" "${2:-}" signals; then
    read -ra fields </proc/$$/stat
    kill -s "$(cat "$work/signal")" "${fields[5]}"
fi
if listed "$1" "${2:-}" fails; then
    echo "ridgepoint-bench: the GPU failed" >&2
    if [ -e "$work/hushes" ]; then echo devices >"$work/hangs"; fi
    if [ -e "$work/goes" ]; then echo "cuda:0  not available: it fell off the bus" >"$work/devices"; fi
    exit 3
fi
# Ids, values and what else is told of the roofs that can be measured.
roof_rows() {
    cat <<ROOFS
bandwidth.l2 6.1e12
bandwidth.dram 4.25e12
bandwidth.dram.copy $(named copy 4.3e12)
compute.fp32.fma 6.5e13 ,"method":"in registers, at 1965 MHz","flags":"throttled"
compute.fp32.fma.sustained 6.1e13 ,"method":"in registers, kept up for 2 s, the second half, at 1755 MHz, 692 W, 61 °C, clocks held back by power cap","flags":""
compute.fp64.fma 3.3e13
compute.fp16.fma 1.3e14
launch.wait_each 6.0e-06
launch.queued 2.4e-06
launch.queued.device 1.9e-06
launch.graph 1.3e-06
$(if [ "$(named matrix yes)" = yes ] && [ "$(named capability 9.0)" != 7.5 ]; then echo compute.bf16.matrix 7.9e14; fi)
$(if [ "$(named variants yes)" = yes ]; then echo bandwidth.dram.evict_first "$(named evict_first 4.26e12)"; echo bandwidth.dram.kn 4.1e12; fi)
ROOFS
}
# The second time that a roof is measured it comes out so much larger. As in the program, of what --only names a matrix roof
# that the device lacks is left out, and one that nothing knows ends it before anything is measured.
roofs() {
    local times=1 list="" id value rest known=" " lacks="" only=""
    case "$*" in *--only*) only=${!#} ;; esac
    while read -r id rest; do known+="$id "; done < <(roof_rows)
    if [ "$(named variants yes)" = yes ]; then known+="bandwidth.dram.vectors8 bandwidth.dram.threads256 "; fi
    if [ "$(named capability 9.0)" != 7.5 ]; then known+="compute.bf16.matrix "; fi
    for id in ${only//,/ }; do
        case "$known" in *" $id "*) continue ;; esac
        case "$id" in
            compute.*.matrix) lacks+=",{\"id\":\"$id\",\"reason\":\"this device has no such roof\"}" ;;
            *) echo "ridgepoint-bench: There is no roof \"$id\" on this device; it has$known" >&2; exit 2 ;;
        esac
    done
    if [ -e "$work/roofs" ]; then times=$(named apart 1.004); fi
    touch "$work/roofs"
    while read -r id value rest; do
        case "${only:+,$only,}" in "" | *",$id,"*) ;; *) continue ;; esac
        if [ -n "$id" ]; then list+=",{\"id\":\"$id\",\"value\":$(awk -v v="$value" -v t="$times" 'BEGIN { print v * t }')$rest}"; fi
    done < <(roof_rows)
    if [ -z "$lacks" ] && [ "$(named matrix yes)" = no ]; then lacks=',{"id":"compute.bf16.matrix","reason":"libcublasLt.so.13 not found"}'; fi
    echo "{\"device\":\"cuda:0\",\"roofs\":[${list#,}],\"unavailable\":[${lacks#,}]}"
}
# A curve over size by one of the three equations, a map of two regimes, or samples around the ridge. csv NAME PASSES: of a graph,
# handing it over takes 2 us besides.
csv() {
    echo device,operation,elements,operations_per_element,chain_length,fusion_depth,bytes,time_s,flop_per_s,byte_per_s,clock_hz,flags,regime,provenance
    awk -v name="$1" -v passes="$2" -v form="$(named form 0)" -v sag="$(named sag 0.8)" -v border="$(named border 5)" 'BEGIN {
        for (i = 0; name ~ /^size/ && form > 0 && i <= 24; ++i) {
            n = int(16384 * exp(i * log(2) / 2)); v = 8 * n; s = 4 * n
            share = s < 30e6 ? 1 : s > 48e6 ? 0 : (30e6 / s - 30 / 48) / (1 - 30 / 48)
            w = v * (share / 6e12 + (1 - share) / 4.2e12); t = 2.4e-6
            time = form == 1 ? w + t : form == 2 ? (w > t ? w : t) : (w + 1.2e-6 > t ? w + 1.2e-6 : t)
            time = passes * time * (i % 2 ? 1.004 : 0.996) + (name == "size-graph" ? 2e-6 : 0)
            printf "cuda:0,fma,%d,1,%d,1,%.0f,%.9g,0,0,,,memory,measured\n", n, passes, v * passes, time
        }
        for (k = 20; name == "ridge" && k <= 200; k += 30) {
            b = 4.25e12; f = b * k / 4; if (f > 6.5e13) { f = 6.5e13; b = 4 * f / k }
            share = k > 30 && k < 120 ? sag : 0.97
            printf "cuda:0,fma,268435456,%d,1,1,1,1,%g,%g,%s,%s,compute,measured\n", k, f * share, b * share, "1.965e9", k == 80 ? "power-limited throttled" : ""
        }
        for (k = 1; name ~ /^map/ && k <= 10; ++k)
            for (n = 1; n <= 10; ++n)
                printf "cuda:0,fma,%d,%d,1,1,1,1,1,1,,%s,%s,measured\n", n, k, k == 5 ? "ambiguous" : "", (k > (name == "map-again" ? border : 5) ? "compute" : "memory")
        print "cuda:0,fma,1000,99,1,1,1,1e-9,9e15,9e15,,interpolated,compute,measured"
    }'
}
timing() {
    echo "repetitions host_s events_s"
    for count in 1 2 4 8 16 32 64 128 256; do awk -v r="$count" -v d="$(named drift 0)" 'BEGIN { e = 2.5e-6 * r * (r == 256 ? 1 + d : 1); print r, e + 9e-6, e }'; done
}
case "$1" in
    --version) echo "ridgepoint-bench 9.9" ;;
    devices) if [ "${2:-}" = --json ]; then echo '{"devices":[{"id":"cpu","available":true},{"id":"cuda:0","name":"NVIDIA H200","available":true,"uuid":"GPU-1","driver":"590.44.01","compute_capability":"'"$(named capability 9.0)"'","multiprocessors":132,"power_limit_w":'"$(named cap 700)"',"clock_hz":1.98e+09,"now":{"clock_hz":2.1e+08,"power_w":75}}]}'; else cat "$work/devices"; fi ;;
    selftest) echo "ok kernel"; echo "151 kernels, 0 differ" ;;
    roofs) roofs "$@" ;;
    timing) if [ "$(named timing yes)" = no ]; then echo "ridgepoint-bench: unknown subcommand 'timing'" >&2; exit 2; fi; timing ;;
    experiment)
        case "$*" in
            *--list*) echo '{"experiments":[{"id":"envelope","title":"E","parameters":[{"name":"size","default":"1Ki"}],"available":true},{"id":"ladder","parameters":[],"available":true},{"id":"matmul","parameters":[{"name":"n"}],"available":false,"reason":"no library"}]}' ;;
            *predictable-data*) printf '%s\n' 'experiment,device,plot,series,label,y,provenance,note' "predictable-data,cuda:0,0,bf16,a constant,$(named constant 7.9e14),measured,\"690 W, 1900 MHz; tiles of 128, in bf16\"" \
                'predictable-data,cuda:0,0,bf16,normal,7.1e14,measured,"698 W, 1500 MHz, held back by power cap; tiles"' >"${!#}" ;;
            *) echo session >"${!#}" ;;
        esac ;;
    sweep)
        case "$*" in *--summary*) printf 'cuda:0, fma\ncells:           182 of 1089 measured in 0.91 s%s\n' "$(named ending "")" ;; esac
        passes=1
        while [ $# -gt 0 ]; do
            case $1 in -o) echo session >"$2" ;; --csv) name=${2##*/} file=$2 ;; --chain) passes=$2 ;; esac
            shift
        done
        if [ -n "${name:-}" ]; then csv "${name%.csv}" "$passes" >"$file"; fi ;;
esac
END
chmod +x "$work/bench"

# put TOOL: a made-up tool on the path, from standard input. unset_all: neither tools nor settings.
put() { { printf '#!/bin/bash\nwork=%s\n' "$work"; cat; } >"$work/tools/$1"; chmod +x "$work/tools/$1"; }
unset_all() { rm -f "$work/tools"/* "$work/set"/*; }

# check_run TITLE ARGUMENT…: a fresh machine with what $devices, $fails … say; sets output and status.
check_run() {
    title=$1
    rm -rf "${work:?}"/{calls,patience,out,out.tar.gz,elsewhere,goes,hushes,roofs}
    mkdir "$work/elsewhere"
    if [ "$goes" = yes ]; then touch "$work/goes"; fi
    if [ "$hushes" = yes ]; then touch "$work/hushes"; fi
    printf '%s\n' "$devices" >"$work/devices"
    printf '%s\n' "$fails" >"$work/fails"
    printf '%s\n' "$hangs" >"$work/hangs"
    printf '%s\n' "$stops" >"$work/stops"
    printf '%s\n' "$signals" >"$work/signals"
    printf '%s\n' "${signal:-INT}" >"$work/signal"
    output=$(cd "$work/elsewhere" && PATH="$work/tools:$work/path" HOME="$work/home" RIDGEPOINT_CUDA_FOLDER="$work/none" CUDA_HOME="" \
        VIRTUAL_ENV="${environment:-}" CONDA_PREFIX="" "$setsid" -w "$script" "${@:2}" 2>&1 </dev/null)
    status=$?
}
setsid=$(command -v setsid)
check() {
    if eval "$2"; then return; fi
    failures=$((failures + 1))
    printf 'FAILED: %s: %s\n  exit status %s, output:\n%s\n' "$title" "$1" "$status" "$output"
}
says() { grep -qF -- "$1" <<<"$output"; }
summary_says() { grep -qE -- "$1" "$work/out/summary.md"; }
# whole_summary: it goes on to its last line and answers every question, however early the check ended.
whole_summary() {
    local number
    tail -n 1 "$work/out/summary.md" | grep -q "^The whole took [0-9]* s\.$" || return 1
    for number in 1 2 3 4 5 6 7 8 9 10 11; do
        grep -qE "^\| $number\. [^|]+\|[^|]+\|[^|]+\| (holds|does not hold|could not be asked: [^|]+) \|$" "$work/out/summary.md" || return 1
    done
    [ -s "$work/out.tar.gz" ]
}
# verdict_is PART VERDICT: of the line whose question holds that part.
verdict_is() { grep -F -- "$1" "$work/out/summary.md" | grep -qE "^\|[^|]*\|[^|]*\|[^|]*\| $2[^|]* \|$"; }
# lives PID: nobody may have asked yet how it ended.
lives() { local state; state=$(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null); [ -n "$state" ] && [ "$state" != Z ]; }
conclude() {
    if [ "$failures" -gt 0 ]; then
        echo "$failures checks failed"
        exit 1
    fi
    echo "all checks passed"
}
