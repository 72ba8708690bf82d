// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ridgepoint {

// Kernels that serve measuring and are never measured themselves.

/// (looks, slots): thread 0 of every block writes the global timer and its multiprocessor's clock counter to
/// looks[number of the multiprocessor].
inline constexpr const char* clockKernelName = "rp_service_clock";
/// (gate, nanoseconds): one thread waits until the host has written a number other than 0 to *gate, or until that time
/// has passed; then it writes 2 there when it was the time.
inline constexpr const char* blockKernelName = "rp_service_block";

/// The kernel of that name for cudaLaunchKernel, or null; in builds with the CUDA toolkit.
[[nodiscard]] const void* serviceKernel(const char* name);

} // namespace ridgepoint
