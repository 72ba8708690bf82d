#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Builds ridgepoint-bench for other machines: a file for x86-64 and one for aarch64 that start from glibc 2.28 on (RHEL 8).
#
# Debian's own compilers build them, as they do the program itself: nvcc takes GCC 12 as its host compiler, and Highway 1.0
# offers more than one instruction set on 64-bit Arm under GCC only. A compiler for an older system (PyPI's ziglang brings
# Clang 22 and libc++) would be a second toolchain and another run-time library to test. What ties a program to a new
# glibc is only which version of each function the linker finds. So the program is linked against stand-ins for glibc's
# libraries, made here from those of this system: every function under the newest version up to 2.28 that it still has.
# Functions that came later are in app/bench/glibc_2_28.cpp; another one ends the link by its name.
set -eu
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

newest_glibc=2.28

usage() {
    cat <<'END'
Usage: packaging/portable.sh [--output FOLDER] [x86_64] [aarch64]

Builds ridgepoint-bench as one file for other machines, ridgepoint-bench-x86_64 and ridgepoint-bench-aarch64 (both
unless one is named): each starts on any Linux with glibc 2.28 or newer, such as RHEL 8. Installs what is missing from
Debian's packages (asking for root for apt only), fetches zlib and headers for aarch64 from there too, and builds under
build/portable.

  --output FOLDER   where the files go (default: build/release/bin, beside ridgepoint-bench)

The part for NVIDIA GPUs is in a file where the CUDA toolkit can build for its architecture: for aarch64 with the
toolkit's targets/sbsa-linux (NVIDIA's package cuda-cross-sbsa).
END
}

# tool ARCHITECTURE NAME: the binutils' or GCC's program for it.
tool() {
    if [ "$1" = "$(uname -m)" ]; then say "$2"; else say "$1-linux-gnu-$2"; fi
}

# stand_in FILE REAL PART: a library FILE without code that has the functions of REAL under their newest version up to
# newest_glibc; of libc those that belonged to PART then: glibc 2.34 moved most of the other libraries into libc.
stand_in() {
    local file=$1 real=$2 part=$3
    LC_ALL=C readelf --dyn-syms --wide "$real" | LC_ALL=C awk -v newest="$newest_glibc" -v part="$part" -v map="$stand_ins/$file.map" '
        function number(version, n) { split(version, n, "."); return n[1] * 1000000 + n[2] * 1000 + n[3] }
        function home(name) {
            if (part == "whole") return part
            if (!(name in moved) || name == "__libc_start_main") return "libc"
            if (name ~ /^dl/) return "libdl"
            if (name ~ /^(aio|lio|mq|shm|timer)_/) return "librt"
            if (name ~ /^(_*pthread|sem|cnd|mtx|thrd|tss)_/) return "libpthread"
            return "another"
        }
        $7 != "UND" && $4 ~ /^(FUNC|IFUNC|OBJECT)$/ && $8 ~ /@GLIBC_[0-9.]+$/ {
            name = version = $8
            sub(/@.*/, "", name)
            sub(/.*@GLIBC_/, "", version)
            if (version == "2.34") moved[name] = 1
            if (number(version) > number(newest) || (name in best && number(version) < number(best[name]))) next
            best[name] = version
            type[name] = tolower($4) == "object" ? "object" : "function"
            size[name] = $3
        }
        END {
            for (name in best) {
                if (home(name) != part) continue
                names[best[name]] = names[best[name]] " " name ";"
                printf "%s\n.globl %s\n.type %s, %%%s\n", type[name] == "object" ? ".data" : ".text", name, name, type[name]
                if (type[name] == "object") printf ".balign 16\n.size %s, %d\n", name, size[name]
                printf "%s: .skip %d\n", name, type[name] == "object" ? size[name] : 4
            }
            for (version in names) printf "GLIBC_%s { global:%s };\n", version, names[version] >map
        }' >"$stand_ins/$file.s"
    "$compiler" -shared -nostdlib -Wl,-soname,"$file" -Wl,--version-script="$stand_ins/$file.map" -o "$stand_ins/$file" "$stand_ins/$file.s"
}

# make_stand_ins ARCHITECTURE: what the linker takes for glibc, in the folder $stand_ins.
make_stand_ins() {
    local compiler libc libm loader part
    compiler=$(tool "$1" g++)
    case "$1" in
        x86_64) loader=ld-linux-x86-64.so.2 ;;
        aarch64) loader=ld-linux-aarch64.so.1 ;;
    esac
    libc=$("$compiler" -print-file-name=libc.so.6)
    libm=$("$compiler" -print-file-name=libm.so.6)
    rm -rf "$stand_ins"
    mkdir -p "$stand_ins"
    stand_in libc.so.6 "$libc" libc
    for part in libpthread.so.0 libdl.so.2 librt.so.1; do
        stand_in "$part" "$libc" "${part%%.*}"
        ln -s "$part" "$stand_ins/${part%.*}"
    done
    stand_in libm.so.6 "$libm" whole
    ln -s libm.so.6 "$stand_ins/libm.so"
    stand_in "$loader" "$("$compiler" -print-file-name="$loader")" whole
    printf 'GROUP ( "%s" "%s" AS_NEEDED ( "%s" ) )\n' "$stand_ins/libc.so.6" "$("$compiler" -print-file-name=libc_nonshared.a)" \
        "$stand_ins/$loader" >"$stand_ins/libc.so"
}

# fetch_for_aarch64 FOLDER: unpacks Debian's packages for arm64 there; apt's lists of them are kept beside, so that this
# system itself needs no second architecture, and nobody root.
fetch_for_aarch64() {
    local folder=$1 package apt
    if [ -f "$folder/complete" ]; then return 0; fi
    if ! command -v apt-get >/dev/null 2>&1; then
        stop 1 "apt-get is missing: the libraries for aarch64 come from Debian's packages. Build the file for aarch64 on Debian 12."
    fi
    rm -rf "$folder"
    mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$folder/packages"
    apt=(apt-get -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$folder/apt" -o Dir::Cache="$folder/apt"
        -o Dir::State::status=/dev/null -o APT::Sandbox::User=)
    "${apt[@]}" update || return 1
    (cd "$folder/packages" && "${apt[@]}" download zlib1g-dev libhwy-dev nlohmann-json3-dev libcli11-dev) || return 1
    for package in "$folder"/packages/*.deb; do dpkg-deb -x "$package" "$folder/root" || return 1; done
    rm -rf "$folder/apt"
    : >"$folder/complete"
}

# build_for ARCHITECTURE: the file in the output folder.
build_for() {
    local architecture=$1 folder="$root/build/portable/$1" stand_ins="$root/build/portable/$1/glibc" toolkit options=() cuda=()
    local file="$output/ridgepoint-bench-$1"
    mkdir -p "$folder"
    logged "$folder/glibc.log" "Making stand-ins for glibc $newest_glibc" make_stand_ins "$architecture" || return 1
    options=(-DCMAKE_BUILD_TYPE=Release -DRIDGEPOINT_DESKTOP=OFF -DRIDGEPOINT_GLIBC_STAND_INS="$stand_ins")
    if [ "$architecture" != "$(uname -m)" ]; then
        if [ "$architecture" != aarch64 ]; then stop 2 "A file for $architecture is built on $architecture only."; fi
        say "Fetching Debian's libraries for $architecture"
        logged "$folder/packages.log" Fetching fetch_for_aarch64 "$root/build/portable/debian-arm64" || return 1
        toolkit=$(cuda_compiler)
        toolkit=${toolkit%/bin/nvcc}
        # CMake 3.25 itself looks for another name of the toolkit's part than server processors have.
        options+=(--toolchain "$root/packaging/aarch64.cmake"
            -DCMAKE_FIND_ROOT_PATH="$root/build/portable/debian-arm64/root;$toolkit/targets/sbsa-linux;/usr/aarch64-linux-gnu")
        if [ -n "$toolkit" ] && [ -d "$toolkit/targets/sbsa-linux" ]; then
            cuda=(env NVCC_APPEND_FLAGS="--target-directory sbsa-linux" CUDAHOSTCXX=aarch64-linux-gnu-g++)
        else
            options+=(-DRIDGEPOINT_CUDA=OFF)
            say "Without its part for GPUs: ${toolkit:-no CUDA toolkit (nvcc) was found, and where there is one, it} has no targets/sbsa-linux."
        fi
    fi
    say "Configuring ($architecture)"
    logged "$folder/configure.log" Configuring "${cuda[@]}" cmake -G Ninja -S "$root" -B "$folder" "${options[@]}" || return 1
    say "Building ($architecture; log: $folder/build.log)"
    logged "$folder/build.log" Building "${cuda[@]}" cmake --build "$folder" --target ridgepoint-bench -- -j "$(jobs_for_build)" || return 1
    # Under another name first: a program that runs is never written into.
    "$(tool "$architecture" strip)" -o "$file.new" "$folder/bin/ridgepoint-bench" && mv "$file.new" "$file" || return 1
    say "$file: $(wc -c <"$file") bytes, $(sed -n 's/^-- \(CUDA backend: .*\)/\1/p' "$folder/configure.log"), needs $(newest_needed "$file")"
}

# newest_needed FILE: "GLIBC_2.25".
newest_needed() {
    LC_ALL=C readelf --version-info --wide "$1" | grep -o 'GLIBC_[0-9.]*' | sort -V | tail -n 1
}

output="$root/build/release/bin"
architectures=()
while [ "$#" -gt 0 ]; do
    case "$1" in
        -h | --help) usage; exit 0 ;;
        --output)
            if [ "$#" -lt 2 ]; then stop 2 "--output needs a folder, as in: packaging/portable.sh --output results"; fi
            output=$2
            shift 2 ;;
        x86_64 | aarch64) architectures+=("$1"); shift ;;
        *) stop 2 "There is no architecture or option $1; see packaging/portable.sh --help" ;;
    esac
done
if [ "${#architectures[@]}" -eq 0 ]; then architectures=(x86_64 aarch64); fi

refuse_sudo
trap 'warn "Stopped. Run it again to go on from here."; exit 130' INT
if ! mkdir -p "$output" 2>/dev/null || [ ! -w "$output" ]; then
    stop 2 "The folder $output cannot be written. Name another: packaging/portable.sh --output FOLDER"
fi
output=$(cd "$output" && pwd -P)
install_packages portable
for architecture in "${architectures[@]}"; do build_for "$architecture" || exit 1; done
