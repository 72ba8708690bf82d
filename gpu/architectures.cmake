# SPDX-FileCopyrightText: Ridgepoint contributors
# SPDX-License-Identifier: Apache-2.0
# What depends on the toolkit's version, as functions of it alone, so that a test can ask them without that toolkit.

# ridgepoint_cuda_architectures(VERSION OUT): what this nvcc can compile for and GPUs of 7.5 to 12.0 run; the last is a
# number alone, which adds PTX for devices to come. An empty version is an unknown one, and gets what every nvcc knows.
function(ridgepoint_cuda_architectures version out)
  set(architectures 75-real 80-real 86-real 89-real)
  if(version VERSION_GREATER_EQUAL 12.8)
    list(APPEND architectures 90-real 100-real 120)
  else()
    list(APPEND architectures 90)
  endif()
  set(${out} ${architectures} PARENT_SCOPE)
endfunction()

# ridgepoint_cuda_compression(VERSION OUT): the option that makes the device code as small as every driver can read that runs
# it. --compress-mode is there from 12.8 on, but what it packs is read by drivers from 550 on alone, and a build with toolkit 12 is
# for those from 525 on; a build with 13 needs 580 anyway.
function(ridgepoint_cuda_compression version out)
  if(version VERSION_GREATER_EQUAL 13.0)
    set(${out} --compress-mode=size PARENT_SCOPE)
  else()
    set(${out} -Xfatbin=-compress-all PARENT_SCOPE)
  endif()
endfunction()

# ridgepoint_cuda_too_old(VERSION OUT): why this toolkit cannot build the device code, or nothing.
function(ridgepoint_cuda_too_old version out)
  set(${out} "" PARENT_SCOPE)
  if(version VERSION_LESS 12.0)
    set(${out} "the CUDA toolkit ${version} is too old for C++20 (12.0 or newer is needed)" PARENT_SCOPE)
  endif()
endfunction()
