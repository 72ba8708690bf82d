// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

/// Applies one of SLEEF's functions so many times to each number of a block (64-byte aligned), in place, one
/// application of the whole block after the other, as our own kernels do.
using SleefPass = void (*)(void* memory, std::size_t bytes, int applications);

/// By operation (exp and cos; gelu by tanh; tanh alone) and precision (fp32, fp64), at the library's faster accuracy:
/// exp u10, the others u35. Null for any other name. Calling what they give needs AVX-512 and AVX2 with multiply-add.
SleefPass sleefPassOfAvx512(const char* operation, const char* precision);
SleefPass sleefPassOfAvx2(const char* operation, const char* precision);
