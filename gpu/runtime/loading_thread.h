// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace ridgepoint {

/// Loads batches in a thread of its own, a few ahead of whoever takes them: a batch is loaded once the one that had its
/// buffer before has been released. It knows nothing of a device; one thread makes it and calls it.
class LoadingThread {
public:
    /// `load` is called for each of `batches` in order; a failure of it is the last call.
    LoadingThread(int batches, int buffers, std::function<Result<void>(int batch)> load);
    /// Loads no further batch and ends with the one under way.
    ~LoadingThread();
    LoadingThread(const LoadingThread&) = delete;
    LoadingThread& operator=(const LoadingThread&) = delete;

    /// Unavailable when the system grants no thread.
    [[nodiscard]] Result<void> start();
    /// Waits until this batch has been loaded; the failure where one has come instead.
    [[nodiscard]] Result<void> waitFor(int batch);
    /// Says that nobody reads the buffer of this batch any more. Batches are released in order.
    void release(int batch);

private:
    void work();

    const int m_batches;
    const int m_buffers;
    const std::function<Result<void>(int)> m_load;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_loaded = 0;
    int m_released = 0;
    bool m_isEnding = false;
    std::optional<Error> m_failure;
    std::thread m_thread;
};

} // namespace ridgepoint
