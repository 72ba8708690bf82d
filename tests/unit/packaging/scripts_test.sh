#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Drives run.sh and test.sh with made-up sudo, apt-get, dpkg-query, cmake and ctest; nothing is installed or built.
# shellcheck disable=SC2016 # The bodies of made-up programs and the checks are expanded later on purpose.
# Usage: scripts_test.sh SOURCE-FOLDER
set -u
source_folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
system_path=/usr/bin:/bin

# fake NAME BODY: a program of that name, first on PATH; every call is noted in $work/calls.
fake() {
    printf '#!/bin/bash\necho "%s $*" >>"%s/calls"\n%s\n' "$1" "$work" "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# A fresh tree and a machine: everything installed, an ordinary user, no sudo, no display, no GPU.
machine() {
    rm -rf "${work:?}"/*
    mkdir -p "$work/bin" "$work/tree/packaging" "$work/pci" "$work/elsewhere"
    mkdir -p "$work/tree/.ci"
    cp "$source_folder/.ci/run" "$work/tree/.ci"
    cp "$source_folder"/packaging/*.sh "$source_folder/packaging/packages.txt" "$work/tree/packaging"
    fake id 'if [ "${1:-}" = -u ]; then echo 1000; fi'
    fake dpkg-query 'echo "ii "'
    fake apt-get 'exit 0'
    fake apt-cache 'exit 0'
    fake sudo 'exit 1'
    # cmake "builds" a ridgepoint and a ridgepoint-bench that note how they were called and write what -o names.
    fake cmake 'mkdir -p build/release/bin build/dev; : >build/release/build.ninja; : >build/dev/build.ninja
for program in ridgepoint ridgepoint-bench; do
    printf "#!/bin/bash\necho \"$program \$*\" >>\"%s\"\nwhile [ \$# -gt 0 ]; do case \$1 in -o|--csv) echo x >\"\$2\";; esac; shift; done\n" "'"$work"'/calls" >build/release/bin/$program
    chmod +x build/release/bin/$program
done'
    fake ctest 'while [ $# -gt 0 ]; do if [ "$1" = --output-junit ]; then printf "<?xml version=\"1.0\"?>\n<testsuite name=\"x\"\n\ttests=\"9\"\n\tfailures=\"${FAKE_FAILURES:-0}\"\n\tdisabled=\"1\"\n\tskipped=\"2\"\n>\n" >"$2"; printf "\t<testcase name=\"%s\" classname=\"x\" time=\"%s\" status=\"run\" failures=\"77\">\n\t</testcase>\n" a.one 1 a.two 9.26 a.three 0.5 a.four 10.04 a.five 2e-05 a.six 3 a.seven 4 a.eight 5 a.nine 6 a.ten 7 a.eleven 8 >>"$2"; echo "</testsuite>" >>"$2"; fi; shift; done; exit "${FAKE_STATUS:-0}"'
}

# run SCRIPT ARGUMENT…: sets status and output, as a user without a display in another folder.
run() {
    output=$(cd "$work/elsewhere" && env -u DISPLAY -u WAYLAND_DISPLAY -u SUDO_USER -u CUDA_HOME -u CUDA_PATH -u CUDACXX PATH="$work/bin:$system_path" \
        RIDGEPOINT_PCI_DEVICES="$work/pci" RIDGEPOINT_CUDA_FOLDER="$work/cuda" "${environment[@]}" \
        "$work/tree/packaging/$1" "${@:2}" 2>&1 </dev/null)
    status=$?
}

check() {
    if eval "$2"; then return; fi
    failures=$((failures + 1))
    printf 'FAILED: %s: %s\n  exit status %s, output:\n%s\n' "$title" "$1" "$status" "$output"
}
called() { grep -q "^$1" "$work/calls" 2>/dev/null; }
says() { grep -qF -- "$1" <<<"$output"; }
last_line_is() { [ "$(tail -n 1 <<<"$output")" = "$1" ]; }

title="everything installed: apt is not called"
environment=(FAKE=1); machine; run test.sh
check "succeeds" '[ "$status" -eq 0 ]'
check "leaves apt and sudo alone" '! called apt-get && ! called sudo'
check "counts skipped and disabled apart" 'last_line_is "6 passed, 0 failed, 3 skipped"'
check "names the ten slowest before it, the slowest first" '[ "$(tail -n 12 <<<"$output" | tr -s " \n" " ")" = "The slowest tests: 10.0 s a.four 9.3 s a.two 8.0 s a.eleven 7.0 s a.ten 6.0 s a.nine 5.0 s a.eight 4.0 s a.seven 3.0 s a.six 1.0 s a.one 0.5 s a.three 6 passed, 0 failed, 3 skipped " ]'

title="a failing test"
environment=(FAKE_FAILURES=2 FAKE_STATUS=8); machine; run test.sh
check "fails" '[ "$status" -eq 1 ]'
check "counts it" 'last_line_is "4 passed, 2 failed, 3 skipped"'

title="ctest fails though its report does not"
environment=(FAKE_STATUS=8); machine; run test.sh
check "fails" '[ "$status" -eq 1 ] && last_line_is "6 passed, 1 failed, 3 skipped"'

title="no sudo, packages missing"
environment=(FAKE=1); machine; fake dpkg-query 'if [ "${*: -1}" = ninja-build ]; then exit 1; fi; echo "ii "'; run run.sh
check "exit status 2" '[ "$status" -eq 2 ]'
check "prints the exact line" 'says "apt-get -o DPkg::Lock::Timeout=400 install --no-install-recommends --yes ninja-build"'
check "installs and builds nothing" '! called apt-get && ! called cmake'

title="sudo without a password"
environment=(FAKE=1); machine; fake dpkg-query 'echo "un "'; fake sudo 'shift; exec "$@"'; run test.sh
check "installs through sudo" 'called "sudo -n apt-get -o DPkg::Lock::Timeout=400 install .*--yes g++ .*shellcheck"'
check "only apt runs under sudo" '! grep "^sudo" "$work/calls" | grep -qv "^sudo -n apt-get"'
check "succeeds" '[ "$status" -eq 0 ]'

title="stale package lists"
environment=(FAKE=1); machine; fake dpkg-query 'exit 1'; fake sudo 'shift; exec "$@"'
fake apt-get 'case "$*" in *update) touch "'"$work"'/fresh";; *install*) [ -e "'"$work"'/fresh" ];; esac'; run test.sh
check "updates once and tries again" '[ "$status" -eq 0 ] && called "apt-get .*update"'

title="the archive cannot be reached"
environment=(FAKE=1); machine; fake dpkg-query 'exit 1'; fake sudo 'shift; exec "$@"'; fake apt-get 'case "$1" in --version) exit 0;; esac; exit 100'; run run.sh
check "fails and says what to try" '[ "$status" -eq 1 ] && says "apt could not install" && ! called cmake'

title="started under sudo by an ordinary user"
environment=(SUDO_USER=ada); machine; fake id 'echo 0'; run run.sh
check "refuses before anything" '[ "$status" -eq 2 ] && says "Run run.sh as ada, without sudo" && ! called cmake'

title="no display"
environment=(FAKE=1); machine; run run.sh
check "writes the whole report" '[ "$status" -eq 0 ] && [ "$(cd "$work"/elsewhere/ridgepoint-report-* && echo *)" = "curves.pdf curves.png devices.json map.pdf map.png roofline.pdf roofline.png roofs.json samples.csv session.ridge" ]'
check "says where" 'says "and is in $work/elsewhere/ridgepoint-report-"'

title="a folder for the report that cannot be written"
environment=(FAKE=1); machine; : >"$work/elsewhere/file"; run run.sh --headless --report file/below
check "exit status 2" '[ "$status" -eq 2 ] && says "cannot be written"'

title="a display"
environment=(DISPLAY=:7); machine; run run.sh saved.ridge --bench here
check "passes arguments on" '[ "$status" -eq 0 ] && called "ridgepoint saved.ridge --bench here"'
title="render needs no display"
environment=(FAKE=1); machine; run run.sh render saved.ridge --chart map
check "passes it on" 'called "ridgepoint render saved.ridge --chart map"'
title="Wayland alone"
environment=(WAYLAND_DISPLAY=w); machine; run run.sh
check "asks for its plugin" 'called "dpkg-query .*qt6-wayland"'

title="an NVIDIA GPU without a toolkit"
environment=(FAKE=1); machine; mkdir "$work/pci/0"; echo 0x10de >"$work/pci/0/vendor"; echo 0x030200 >"$work/pci/0/class"; run run.sh
check "says so first" '[ "$(head -n 1 <<<"$output" | grep -c "NVIDIA GPU, but no CUDA toolkit")" -eq 1 ] && says cuda-toolkit'
title="an NVIDIA device that is no GPU"
echo 0x020000 >"$work/pci/0/class"; run run.sh
check "is not mistaken for one" '! says NVIDIA'

title="an NVIDIA GPU and a toolkit"
toolkit() { mkdir -p "$work/cuda/bin"; printf '#!/bin/bash\necho "Cuda compilation tools, release %s, V%s.1"\n' "$1" "$1" >"$work/cuda/bin/nvcc"; chmod +x "$work/cuda/bin/nvcc"; }
gpu() { mkdir -p "$work/pci/0"; echo 0x10de >"$work/pci/0/vendor"; echo 0x030200 >"$work/pci/0/class"; }
environment=(FAKE=1); machine; gpu; toolkit 13.0; run run.sh
check "is nothing to say" '[ "$status" -eq 0 ] && ! says NVIDIA'
title="an NVIDIA GPU and a toolkit that is too old"
machine; gpu; toolkit 11.8; run run.sh
check "says which" 'says "too old" && says "11.8, $work/cuda/bin/nvcc"'

title="a second run"
environment=(FAKE=1); machine; toolkit 13.0; run test.sh; : >"$work/calls"; run test.sh
check "does not configure again" '[ "$status" -eq 0 ] && called "cmake --build" && ! called "cmake --preset" && ! called "cmake --fresh"'
title="a toolkit that was installed after the first build"
machine; run test.sh
check "was missing, and the script said what is left out" '[ "$status" -eq 0 ] && says "No CUDA toolkit"'
toolkit 12.4; : >"$work/calls"; run test.sh
check "is found" 'called "cmake --fresh --preset dev" && ! says "No CUDA toolkit"'
title="a toolkit that was taken away"
rm -r "$work/cuda"; : >"$work/calls"; run test.sh
check "is not looked for where it was" 'called "cmake --fresh --preset dev"'

title="continuous integration without a toolkit"
environment=(FAKE=1); machine; run ../.ci/run
check "fails, says why, and keeps its last line" '[ "$status" -eq 1 ] && says "No CUDA toolkit" && says "RIDGEPOINT_CI_WITHOUT_CUDA=1" && last_line_is "0 passed, 1 failed"'
check "builds nothing" '! called cmake'
title="and on purpose"
environment=(RIDGEPOINT_CI_WITHOUT_CUDA=1); machine; run ../.ci/run
check "tests the rest" '[ "$status" -eq 0 ] && last_line_is "6 passed, 0 failed, 3 skipped"'
title="continuous integration with a toolkit"
environment=(RIDGEPOINT_CI_WITHOUT_CUDA=0); machine; toolkit 13.0; run ../.ci/run -R model
check "tests everything, with ctest's options" '[ "$status" -eq 0 ] && called "ctest .*-R model" && last_line_is "6 passed, 0 failed, 3 skipped"'

title="the portable files for an architecture that they are not built for"
environment=(FAKE=1); machine; run portable.sh riscv64
check "is refused by its name" '[ "$status" -eq 2 ] && says "no architecture or option riscv64" && ! called cmake'
title="the portable files into a folder that cannot be made"
run portable.sh --output /dev/null/files
check "says which" '[ "$status" -eq 2 ] && says "/dev/null/files cannot be written" && ! called cmake'
title="the portable files on a system with other packages"
fake dpkg-query 'case "$*" in *aarch64*) exit 1;; esac; echo "ii "'; run portable.sh aarch64
check "names the compiler that is missing" '[ "$status" -eq 2 ] && says "g++-aarch64-linux-gnu" && ! says "qt6-base-dev" && ! called cmake'

title="a build that fails"
environment=(FAKE=1); machine; fake cmake 'case "$*" in *--build*) echo "a.cpp:1: error: made up"; exit 3;; esac'; run test.sh
check "shows the last lines and the log" '[ "$status" -eq 1 ] && says "error: made up" && says "build/dev/build.log"'
check "ends with counts" 'last_line_is "0 passed, 1 failed"'
title="a disk that fills up"
fake cmake 'case "$*" in *--build*) echo "cc1plus: fatal error: a.o: No space left on device"; exit 1;; esac'; run run.sh
check "says so" '[ "$status" -eq 1 ] && says "The disk is full"'

if [ "$failures" -gt 0 ]; then exit 1; fi
echo "all checks passed"
