# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# Builds for 64-bit Arm with Debian's cross compiler. Libraries and headers come from the folders of CMAKE_FIND_ROOT_PATH:
# where packaging/portable.sh unpacked Debian's packages, the CUDA toolkit's for that architecture, the compiler's own.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# Notes on what GCC 10 changed about passing structures: all of the program is built by one compiler.
set(CMAKE_CXX_FLAGS_INIT -Wno-psabi)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Of Highway only the headers are used, which no package of CMake's names.
foreach(folder ${CMAKE_FIND_ROOT_PATH})
  if(EXISTS ${folder}/usr/include)
    include_directories(SYSTEM ${folder}/usr/include)
  endif()
endforeach()
