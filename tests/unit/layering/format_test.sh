#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Holds that every C++ and CUDA file is as clang-format leaves it.
# Usage: format_test.sh ROOT; 77 where clang-format 14 is missing: other versions break lines elsewhere.
set -eu
for program in clang-format-14 clang-format; do
    if command -v "$program" >/dev/null && "$program" --version | grep -q 'version 14\.'; then
        cd "$1"
        files=$(find core gpu app tests -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh')
        count=$(echo "$files" | wc -l)
        if [ "$count" -lt 40 ]; then echo "the tree was not found, so nothing was checked"; exit 1; fi
        echo "$count files; where one differs: $program -i FILE"
        # Some at a time, so that every processor has its part.
        echo "$files" | xargs -n 100 -P "$(nproc)" "$program" --dry-run --Werror
        exit
    fi
done
echo "clang-format 14 is not installed"
exit 77
