// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/runtime/cuda_api.h"

#include <functional>

namespace ridgepoint {

/// Times what is submitted to a stream by the device's own clock, with two events around all of it
/// (cudaEventElapsedTime, half a microsecond). The host's clock around the same work also counts the way there and
/// back, some microseconds.
class EventTimer {
public:
    explicit EventTimer(CudaApi& api) : m_api(api) {}
    ~EventTimer();
    EventTimer(const EventTimer&) = delete;
    EventTimer& operator=(const EventTimer&) = delete;

    /// Creates the events.
    [[nodiscard]] CudaStatus prepare();
    /// Runs `submit` between the events and waits for the stream; `time` is written on success.
    [[nodiscard]] CudaStatus time(StreamHandle stream, const std::function<CudaStatus()>& submit, Seconds& time);

private:
    CudaApi& m_api;
    EventHandle m_start = nullptr;
    EventHandle m_stop = nullptr;
};

/// For the method of a roof that is timed so.
inline constexpr const char* timedByEvents = "; timed by two events around all of it";
inline constexpr const char* timedByHost = "; timed by the host's clock";

} // namespace ridgepoint
