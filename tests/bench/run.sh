#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Builds the benchmarks and runs them, interleaved with the tools they are compared with; prints one table.
# Usage: tests/bench/run.sh [--rounds N] [cpu|operators|products|maps|busy|window]…   (all without a name)
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../packaging/common.sh"

usage() {
    cat <<'END'
Usage: tests/bench/run.sh [--rounds N] [cpu|operators|products|maps|busy|window]…

Builds the benchmarks under build/bench and runs those named, or all. Nothing else should run meanwhile: the
figures are medians of N rounds (3 unless told), and each round takes about two minutes.
  cpu      kernels and roofs beside likwid-bench and SLEEF (Debian's packages likwid and libsleef-dev; without them, absolute figures only)
  operators  the operators beside oneDNN (Debian's package libdnnl2) and beside the roofs of the same traffic
  products  matrix products beside the same library called directly (Debian's package libdnnl-dev)
  maps     the 33-step map, full and adaptive, and how far their labels agree
  busy     maps and roofs beside a busy core, a stream through memory and two compilers, which it starts by itself; six
           minutes a round
  window   first paint, first sample, replots, input while samples arrive, 100,000 own kernels, memory, roofs with the window open
END
}

rounds=3
wanted=()
while [ "$#" -gt 0 ]; do
    case "$1" in
        -h | --help) usage; exit 0 ;;
        --rounds)
            if ! [ "${2:-}" -ge 1 ] 2>/dev/null; then stop 2 "--rounds needs a whole number, as in: tests/bench/run.sh --rounds 5"; fi
            rounds=$2
            shift 2 ;;
        cpu | operators | products | maps | busy | window) wanted+=("$1"); shift ;;
        *) stop 2 "$1 is no benchmark; there are cpu, operators, products, maps, busy and window" ;;
    esac
done
if [ "${#wanted[@]}" -eq 0 ]; then wanted=(cpu operators products maps busy window); fi

refuse_sudo
build bench || exit 1
programs=$root/build/bench/bin
say "Machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) threads, load $(cut -d ' ' -f 1 /proc/loadavg)"
for name in "${wanted[@]}"; do
    say "== $name"
    "$root/tests/bench/$name/bench_$name.sh" "$programs" "$rounds"
done
