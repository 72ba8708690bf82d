// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/runtime/fake_cuda.h"

#include <optional>

namespace ridgepoint::test {

/// A device that does nothing before somebody waits for it: each stream keeps what was submitted to it, and does only
/// what a wait asks for, with what that has to follow. Whoever relies on an order that was not asked for gets wrong
/// numbers. The log also tells when something is done: "did copy".
class QueuedCuda final : public FakeCuda {
public:
    /// Looks at what a copy reads, when it is done.
    std::function<void(const void* from)> onCopy;

    CudaStatus copy(void* to, const void* from, std::size_t bytes, CopyDirection direction,
                    StreamHandle stream) override;
    CudaStatus launch(const BoundLaunch& launch, StreamHandle stream) override;
    CudaStatus record(EventHandle event, StreamHandle stream) override;
    CudaStatus follow(StreamHandle stream, EventHandle event) override;
    CudaStatus wait(StreamHandle stream) override;
    CudaStatus waitFor(EventHandle event) override;
    /// 600, cudaErrorNotReady, where one of both has not happened.
    CudaStatus elapsed(Seconds& time, EventHandle start, EventHandle stop) override;

private:
    /// A stream once so much of what was submitted to it is done.
    struct Place {
        StreamHandle stream = nullptr;
        std::size_t count = 0;
    };
    struct Task {
        std::function<void()> work;
        std::optional<Place> after;
    };
    struct Queue {
        std::deque<Task> tasks;
        std::size_t submitted = 0;
        std::size_t done = 0;
    };

    void submit(StreamHandle stream, Task task);
    void reach(const Place& place);
    [[nodiscard]] bool hasHappened(EventHandle event) const;
    void tell(const std::string& line);

    std::map<StreamHandle, Queue> m_queues;
    std::map<EventHandle, Place> m_recorded; ///< where each event lies, as it was recorded last
};

} // namespace ridgepoint::test
