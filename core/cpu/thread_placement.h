// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace ridgepoint {

/// The processors that the calling thread may run on, ascending; empty where the system does not say.
[[nodiscard]] std::vector<int> allowedProcessors();
/// One processor for each of `threads` threads, of those allowed, on cores of their own before a core's second thread.
/// Empty, which means to leave it to the system, for one thread or for more threads than processors.
[[nodiscard]] std::vector<int> processorsFor(int threads);
/// Binds the calling thread to one processor; false, and nothing changed, where the system refuses.
bool bindTo(int processor);

/// Binds the calling thread to a processor while it lives, then gives it back the processors that it had.
class BoundHere {
public:
    explicit BoundHere(int processor);
    ~BoundHere();
    BoundHere(const BoundHere&) = delete;
    BoundHere& operator=(const BoundHere&) = delete;

private:
    std::vector<int> m_before; ///< empty: nothing to give back
};

} // namespace ridgepoint
