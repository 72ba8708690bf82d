#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds Release and starts Ridgepoint; without a display it measures and writes a report.
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

programs="$root/build/release/bin"

usage() {
    cat <<'END'
Usage: packaging/run.sh [--headless [--report FOLDER]] [ARGUMENT…]

Installs what is missing from Debian's packages (asking for root for apt only), builds Ridgepoint under
build/release and starts its window. Other arguments are passed on to ridgepoint:

  packaging/run.sh                         start the window
  packaging/run.sh saved.ridge             open a session in it
  packaging/run.sh render saved.ridge --chart map -o map.pdf
  packaging/run.sh --headless              measure without a window: a report folder with the session,
                                           the samples as CSV and the three charts as PDF and PNG
  packaging/run.sh -- --help               ridgepoint's own help

Without a display (neither DISPLAY nor WAYLAND_DISPLAY is set), --headless is implied. The report goes into
ridgepoint-report-DATE-TIME under the current folder, or into the FOLDER named with --report.
END
}

# An NVIDIA display controller, by what the kernel lists; needs no package.
has_nvidia_gpu() {
    local device
    for device in "${RIDGEPOINT_PCI_DEVICES:-/sys/bus/pci/devices}"/*; do
        if [ -r "$device/vendor" ] && [ "$(cat "$device/vendor")" = 0x10de ]; then
            case "$(cat "$device/class")" in 0x03*) return 0 ;; esac
        fi
    done
    return 1
}

report_gpu() {
    local compiler version="" found="no CUDA toolkit (nvcc was not found)"
    if ! has_nvidia_gpu; then return 0; fi
    compiler=$(cuda_compiler)
    if [ -n "$compiler" ]; then
        version=$("$compiler" --version 2>/dev/null | sed -n 's/.*release \([0-9][0-9.]*\).*/\1/p')
        if [ "${version%%.*}" -ge 12 ] 2>/dev/null; then return 0; fi
        found="its CUDA toolkit (${version:-an unknown version}, $compiler) is too old"
    fi
    say "This machine has an NVIDIA GPU, but $found: Ridgepoint is built for the CPU alone." \
        "Building for the GPU takes NVIDIA's toolkit 12 or newer: add NVIDIA's package source for Debian 12" \
        "(https://developer.nvidia.com/cuda-downloads: Linux, x86_64, Debian, 12, deb (network)), then" \
        "  sudo apt-get install cuda-toolkit"
}

# One step of the report; its command's own message says what went wrong.
step() {
    local title=$1 status=0
    shift
    say "$title"
    "$@" || status=$?
    if [ "$status" -eq 4 ]; then stop 4 "Stopped. What was measured so far is in $report"; fi
    if [ "$status" -ne 0 ]; then stop "$status" "That failed (exit status $status): $*" "What was written so far is in $report"; fi
}

# Writes standard output of a command into a file.
into() {
    local file=$1
    shift
    "$@" >"$file"
}

# The whole report: what is here, the roofs, a full map, and the charts drawn from it.
write_report() {
    local chart kind theme file bench="$programs/ridgepoint-bench" began=$SECONDS
    report=${report:-$PWD/ridgepoint-report-$(date +%Y%m%d-%H%M%S)}
    if ! mkdir -p "$report" 2>/dev/null || [ ! -w "$report" ]; then
        stop 2 "The report folder $report cannot be written. Name another: packaging/run.sh --headless --report FOLDER"
    fi
    report=$(cd "$report" && pwd -P)
    trap 'stop 4 "Stopped. What was measured so far is in $report"' INT
    step "Devices" into "$report/devices.json" "$bench" devices --json
    step "Roofs of this CPU (bandwidths, compute rates, launch costs)" into "$report/roofs.json" "$bench" roofs --device cpu --json
    step "Regime map: 33 steps of operations per element, 1..1024, by 33 of size, 1..128 Mi floats" \
        "$bench" sweep --device cpu --ops 1..1024:33 --size 1..128Mi:33 --full --budget 60s \
        -o "$report/session.ridge" --csv "$report/samples.csv"
    for chart in roofline map curves; do
        for kind in pdf png; do
            theme=light
            if [ "$kind" = pdf ]; then theme=print; fi
            step "Chart: $chart.$kind" env QT_QPA_PLATFORM=offscreen "$programs/ridgepoint" render "$report/session.ridge" \
                --chart "$chart" --theme "$theme" -o "$report/$chart.$kind"
        done
    done
    say "The report took $((SECONDS - began)) s and is in $report"
    for file in "$report"/*; do say "  ${file##*/}"; done
}

headless=no
report=""
while [ "$#" -gt 0 ]; do
    case "$1" in
        -h | --help) usage; exit 0 ;;
        --headless) headless=yes; shift ;;
        --report)
            if [ "$#" -lt 2 ]; then stop 2 "--report needs a folder, as in: packaging/run.sh --headless --report results"; fi
            report=$2
            headless=yes
            shift 2 ;;
        --) shift; break ;;
        *) break ;;
    esac
done
# render draws into a file and --help and --version print: none needs a display.
case "${1:-}" in
    render | -h | --help | -v | --version) ;;
    *) if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then headless=yes; fi ;;
esac
if [ "$headless" = yes ] && [ "$#" -gt 0 ]; then
    stop 2 "Without a display nothing can be done with: $*" "Try packaging/run.sh --headless, or packaging/run.sh render SESSION --chart map -o map.pdf"
fi

refuse_sudo
trap 'warn "Stopped. Run it again to go on from here."; exit 130' INT
report_gpu
sections=(build-run)
if [ -n "${WAYLAND_DISPLAY:-}" ] && [ -z "${DISPLAY:-}" ]; then sections+=(wayland); fi
install_packages "${sections[@]}"
build release || exit 1
if [ "$headless" = yes ]; then
    write_report
else
    exec "$programs/ridgepoint" "$@"
fi
