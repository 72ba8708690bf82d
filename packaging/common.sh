# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What run.sh and test.sh share: packages, building, messages. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
package_list=${RIDGEPOINT_PACKAGE_LIST:-$root/packaging/packages.txt}
# Under sudo -n and su the lock of a running unattended upgrade is waited for instead of failing at once.
apt_options=(-o DPkg::Lock::Timeout=400)

say() { printf '%s\n' "$@"; }
warn() { printf '%s\n' "$@" >&2; }

# stop STATUS LINE…: ends the script with an explanation.
stop() {
    local status=$1
    shift
    local line
    for line in "$@"; do warn "$line"; done
    exit "$status"
}

# A build under sudo would leave files of root in the user's tree.
refuse_sudo() {
    if [ "$(id -u)" -eq 0 ] && [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then
        stop 2 "Run $(basename "$0") as $SUDO_USER, without sudo: only apt needs root, and the script asks for that by itself."
    fi
}

# packages_of SECTION…: the names listed under these sections.
packages_of() {
    local line name wanted section=""
    while IFS= read -r line || [ -n "$line" ]; do
        line=${line%%#*}
        read -r name <<<"$line" || true
        case "$name" in
            "") ;;
            "["*"]") section=${name#[} section=${section%]} ;;
            *) for wanted in "$@"; do
                   if [ "$section" = "$wanted" ]; then say "$name"; fi
               done ;;
        esac
    done <"$package_list"
}

# missing_packages NAME…: those that dpkg does not know as installed.
missing_packages() {
    local name status
    for name in "$@"; do
        status=$(dpkg-query -W -f='${db:Status-Abbrev}' "$name" 2>/dev/null || true)
        case "$status" in
            ?i*) ;;
            *) say "$name" ;;
        esac
    done
}

# become_root: sets the array as_root to what must stand before apt-get; fails where there is no way.
become_root() {
    as_root=()
    if [ "$(id -u)" -eq 0 ]; then
        export DEBIAN_FRONTEND=noninteractive
    elif ! command -v sudo >/dev/null 2>&1; then
        return 1
    elif sudo -n apt-get --version >/dev/null 2>&1; then
        as_root=(sudo -n)
    elif [ -t 0 ] && [ -t 2 ]; then
        as_root=(sudo)
    else
        return 1
    fi
}

# install_packages SECTION…: brings in what is missing; apt is not called when nothing is.
install_packages() {
    local wanted missing
    mapfile -t wanted < <(packages_of "$@")
    if [ "${#wanted[@]}" -eq 0 ]; then stop 1 "$package_list names no package under: $*"; fi
    if ! command -v dpkg-query >/dev/null 2>&1; then
        warn "This is not a Debian system, so its packages are not checked. Needed: ${wanted[*]}"
        return 0
    fi
    mapfile -t missing < <(missing_packages "${wanted[@]}")
    if [ "${#missing[@]}" -eq 0 ]; then return 0; fi

    local install=(apt-get "${apt_options[@]}" install --no-install-recommends --yes "${missing[@]}")
    if ! become_root; then no_root "${install[*]}"; fi
    say "Installing from Debian: ${missing[*]}"
    if ! apt-cache show --no-all-versions "${missing[@]}" >/dev/null 2>&1; then update_lists "${install[*]}"; fi
    if "${as_root[@]}" "${install[@]}" </dev/null; then return 0; fi
    # Lists older than the archive name versions that are gone: fresh ones are worth one more try.
    update_lists "${install[*]}"
    if "${as_root[@]}" "${install[@]}" </dev/null; then return 0; fi
    stop 1 "apt could not install: ${missing[*]}" "Its message is above. Try by hand: apt-get update && ${install[*]}"
}

update_lists() {
    if ! "${as_root[@]}" apt-get "${apt_options[@]}" update </dev/null; then
        warn "apt could not fetch its package lists (is there a network?). By hand: apt-get update && $1"
    fi
}

no_root() {
    local prefix="sudo "
    if ! command -v sudo >/dev/null 2>&1; then prefix=""; fi
    stop 2 "Debian packages are missing and this account cannot install them by itself. As root, once:" \
        "  ${prefix}apt-get update && $prefix$1" "Then run $(basename "$0") again."
}

# jobs: how many compilers at once; one needs up to 1.2 GB.
jobs_for_build() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 1200000) }' /proc/meminfo)
    if [ "$memory" -lt 1 ]; then memory=1; fi
    if [ "$memory" -lt "$cores" ]; then say "$memory"; else say "$cores"; fi
}

# logged LOG TITLE COMMAND…: runs it, its output into LOG; on a terminal the last line shows as progress.
# When it fails, the last lines are shown even if LOG could not be written (a full disk).
logged() {
    local log=$1 title=$2 line status=0 terminal=no
    local -a last=()
    shift 2
    if [ -t 1 ]; then terminal=yes; fi
    (: >"$log") 2>/dev/null || warn "$log cannot be written; going on without it."
    while IFS= read -r line; do
        case "$line" in
            "") continue ;;
            "exit status "*) status=${line#exit status }; continue ;;
        esac
        printf '%s\n' "$line" 2>/dev/null >>"$log" || true
        last+=("$line")
        if [ "${#last[@]}" -gt 40 ]; then last=("${last[@]:1}"); fi
        if [ "$terminal" = yes ]; then printf '\r\033[K%.*s' "$(($(tput cols 2>/dev/null || echo 80) - 1))" "$title: $line"; fi
    done < <("$@" 2>&1 && printf '\nexit status 0\n' || printf '\nexit status %s\n' "$?")
    if [ "$terminal" = yes ]; then printf '\r\033[K'; fi
    if [ "$status" = 0 ]; then return 0; fi
    warn "$title failed (exit status $status). The last lines:"
    printf '  %s\n' "${last[@]}" >&2
    warn "The whole log: $log"
    if printf '%s\n' "${last[@]}" | grep -q 'No space left on device' || disk_is_full "$(dirname "$log")"; then
        warn "The disk is full: $(df -Ph "$root" | awk 'NR == 2 { print $4 " left on " $6 }'). Make room (a build takes about 1 GB), then run it again."
    fi
    return "$status"
}

disk_is_full() {
    local free
    free=$(df -Pk "$1" 2>/dev/null | awk 'NR == 2 { print $4 }')
    [ -n "$free" ] && [ "$free" -lt 4096 ]
}

# cuda_compiler: the nvcc that the build takes, by its real path (so that another version is another path); nothing
# where there is none. The same places in the same order as in gpu/toolkit.cmake.
cuda_compiler() {
    local place
    for place in "${CUDACXX:-}" "${CUDA_HOME:+$CUDA_HOME/bin/nvcc}" "${CUDA_PATH:+$CUDA_PATH/bin/nvcc}" \
        "${RIDGEPOINT_CUDA_FOLDER:-/usr/local/cuda}/bin/nvcc" "$(command -v nvcc || true)"; do
        if [ -n "$place" ] && [ -x "$place" ]; then
            readlink -f "$place"
            return 0
        fi
    done
}

# build PRESET: configures when needed and builds; goes on where an interrupted build stopped.
build() {
    local preset=$1 folder="$root/build/$1" cached="" started=$SECONDS fresh=()
    mkdir -p "$folder" 2>/dev/null || stop 1 "$folder cannot be made: is the disk full, or the folder read-only?"
    exec 9>"$root/build/.$preset.lock" || stop 1 "$root/build cannot be written: is the disk full, or the folder read-only?"
    if ! flock -n 9; then
        say "Another build of $preset runs in this folder; waiting for it."
        flock 9
    fi
    if [ -f "$folder/CMakeCache.txt" ]; then
        cached=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$folder/CMakeCache.txt")
        # A tree that was moved or copied carries the old place in its cache.
        if [ "$cached" != "$root" ]; then fresh=(--fresh); fi
    fi
    # A CUDA toolkit that came, went or changed decides what is built.
    local toolkit
    toolkit=$(cuda_compiler)
    if [ -f "$folder/build.ninja" ] && [ "$toolkit" != "$(cat "$folder/cuda_compiler" 2>/dev/null)" ]; then fresh=(--fresh); fi
    if [ ! -f "$folder/build.ninja" ] || [ "${#fresh[@]}" -gt 0 ]; then
        say "Configuring ($preset)"
        (cd "$root" && logged "$folder/configure.log" Configuring cmake "${fresh[@]}" --preset "$preset") || return 1
        printf '%s' "$toolkit" >"$folder/cuda_compiler"
    fi
    say "Building ($preset; log: $folder/build.log)"
    (cd "$root" && logged "$folder/build.log" Building cmake --build --preset "$preset" -- -j "$(jobs_for_build)") || return 1
    exec 9>&-
    say "Built in $((SECONDS - started)) s"
}
