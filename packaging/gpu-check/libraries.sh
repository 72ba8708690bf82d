#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Where cuBLASLt lies, which matrix roofs need: beside this script, with a toolkit, or with a package of Python that is in no
# place where the loader looks. Sourced by gpu-check.sh.
# shellcheck disable=SC2154 # here, line and limit are gpu-check.sh's.

pythons=()   # those that may have packages: of the active virtual environment, of hidden ones, of the user, of the system
libraries=() # every libcublasLt.so.12 and .13 that was found
usable_library="" # the one of them that the program is shown

# list_pythons: each once, most particular first.
list_pythons() {
    local place known
    for place in ${VIRTUAL_ENV:+"$VIRTUAL_ENV/bin/python3"} "$here/.venv/bin/python3" "$PWD/.venv/bin/python3" ${HOME:+"$HOME/.venv/bin/python3"} \
        ${CONDA_PREFIX:+"$CONDA_PREFIX/bin/python3"} "$(command -v python3 || true)" /usr/bin/python3; do
        if [ -z "$place" ] || [ ! -x "$place" ]; then continue; fi
        for known in ${pythons[@]+"${pythons[@]}"}; do
            if [ "$known" = "$place" ]; then continue 2; fi
        done
        pythons+=("$place")
    done
}

# places: folders that may hold the library, one a line. A Python that does not answer is not waited for; folders of
# environments whose own Python is gone are looked at all the same.
places() {
    local python
    say "$here"
    for python in ${pythons[@]+"${pythons[@]}"}; do
        tool=yes bounded "$((limit < 10 ? limit : 10))" "$python" -c '
import importlib.util
found = importlib.util.find_spec("nvidia")
for place in found.submodule_search_locations if found else []:
    print(place + "/cu13/lib")
    print(place + "/cublas/lib")
' 2>/dev/null
    done
    printf '%s\n' "${RIDGEPOINT_CUDA_FOLDER:-/usr/local/cuda}"*/lib64 "${RIDGEPOINT_CUDA_FOLDER:-/usr/local/cuda}"*/targets/x86_64-linux/lib "${CONDA_PREFIX:-/opt/conda}/lib"
    printf '%s\n' {/usr,/usr/local,/opt/*,"${VIRTUAL_ENV:-$here/.venv}","$here/.venv","$PWD/.venv","${HOME:-/root}/.venv","${CONDA_PREFIX:-/opt/conda}","${HOME:-/root}/.local"}/lib/python3*/*-packages/nvidia/{cu13,cublas}/lib
    { ldconfig -p || /sbin/ldconfig -p; } 2>/dev/null | sed -n 's|.*=> \(.*\)/libcublasLt\.so\.1[23]$|\1|p'
}

# driver_major: of the driver, as the list of devices tells it; nothing where it does not.
driver_major() { sed -n 's/.*, driver \([0-9][0-9]*\).*/\1/p' <<<"$line"; }

# find_libraries: fills `libraries`, and tells the loader where the newest lies that the driver can use: 13 needs 580. Where both
# are named, the program takes 13, and would then have none that starts.
find_libraries() {
    local place major file seen=: wanted="13 12" driver
    list_pythons
    driver=$(driver_major)
    if [ -n "$driver" ] && [ "$driver" -lt 580 ]; then wanted=12; fi
    while IFS= read -r place; do
        for major in 13 12; do
            if [ ! -e "$place/libcublasLt.so.$major" ]; then continue; fi
            file=$(readlink -f "$place/libcublasLt.so.$major") # one toolkit is reached by many links
            case "$seen" in *":$file:"*) continue ;; esac
            seen+="$file:"
            libraries+=("$place/libcublasLt.so.$major")
        done
    done < <(places)
    for major in $wanted; do
        for place in ${libraries[@]+"${libraries[@]}"}; do
            if [ "${place##*.}" = "$major" ]; then usable_library=$place; break 2; fi
        done
    done
    if [ -n "$usable_library" ]; then export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}${usable_library%/*}"; fi
}
