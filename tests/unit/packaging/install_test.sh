#!/usr/bin/env bash
# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Installs a build into an empty folder, makes the Debian package of it, and looks at what is in both.
# Usage: install_test.sh BUILD-FOLDER bench|desktop   (what was built: the measuring program alone, or both)
set -eu
build=$1
built=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expected() {
    echo bin/ridgepoint-bench
    echo include/ridgepoint.h
    echo share/doc/ridgepoint/NEWS.gz
    echo share/doc/ridgepoint/changelog.gz
    echo share/doc/ridgepoint/copyright
    echo share/lintian/overrides/ridgepoint
    echo share/man/man1/ridgepoint-bench.1.gz
    echo share/ridgepoint/ridgepoint.py
    if [ "$built" = desktop ]; then
        echo bin/ridgepoint
        echo share/applications/org.ridgepoint.Ridgepoint.desktop
        # An instrumented build draws no guide.
        if [ -f "$build/packaging/guide.html" ]; then echo share/doc/ridgepoint/guide.html; fi
        echo share/icons/hicolor/scalable/apps/org.ridgepoint.Ridgepoint.svg
        echo share/man/man1/ridgepoint.1.gz
        echo share/metainfo/org.ridgepoint.Ridgepoint.metainfo.xml
        echo share/mime/packages/org.ridgepoint.Ridgepoint.xml
    fi
}
# compare TITLE FILE: what is there against what should be, one path a line.
compare() {
    if ! diff <(expected | LC_ALL=C sort) "$2"; then
        echo "$1: not what should be installed (< expected, > found)"
        exit 1
    fi
}

cmake --install "$build" --prefix "$work/prefix" >"$work/install.log" || { cat "$work/install.log"; exit 1; }
(cd "$work/prefix" && find . -type f -printf '%P\n' | LC_ALL=C sort) >"$work/installed"
compare "cmake --install" "$work/installed"
# What is installed starts, from a folder that is not the build's.
"$work/prefix/bin/ridgepoint-bench" devices --json >"$work/devices.json"
grep -q '"cpu"' "$work/devices.json"
# The desktop entry names what is installed.
if [ "$built" = desktop ]; then
    entry=$work/prefix/share/applications/org.ridgepoint.Ridgepoint.desktop
    program=$(sed -n 's/^Exec=\([^ ]*\).*/\1/p' "$entry")
    icon=$(sed -n 's/^Icon=//p' "$entry")
    [ -x "$work/prefix/bin/$program" ] || { echo "Exec names $program, which is not installed"; exit 1; }
    [ -f "$work/prefix/share/icons/hicolor/scalable/apps/$icon.svg" ] || { echo "Icon names $icon, which is not installed"; exit 1; }
fi

if ! command -v dpkg-deb >/dev/null || ! command -v dpkg-shlibdeps >/dev/null; then
    echo "installed files are right; the Debian package was not tried: dpkg-dev is not installed"
    exit 0
fi
cpack -G "DEB;TGZ" --config "$build/CPackConfig.cmake" -B "$work/packages" >"$work/cpack.log" 2>&1 || { cat "$work/cpack.log"; exit 1; }
package=$(echo "$work"/packages/*.deb)
dpkg-deb --contents "$package" | awk '$1 ~ /^-/ { print $6 }' | sed 's,^\./usr/,,' | LC_ALL=C sort >"$work/packed"
compare "the Debian package" "$work/packed"
dpkg-deb --field "$package" Depends | grep -q libc6 || { echo "the package depends on no libc6"; exit 1; }
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error,warning "$package"
else
    echo "lintian is not installed, so the package's form was not checked"
fi
