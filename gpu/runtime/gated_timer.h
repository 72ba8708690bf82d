// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"
#include "gpu/runtime/cuda_device.h"

#include <functional>
#include <memory>

namespace ridgepoint {

/// Times what the device alone needs: everything is submitted while a kernel blocks the stream, then it runs without
/// the host. A reading of its own, never that of a sweep, for it hides what submitting costs.
class GatedTimer {
public:
    /// A stream takes about a thousand launches before submitting blocks; behind a gate that would wait for ever.
    static constexpr int mostLaunches = 512;
    /// The gate opens by itself after this time, so that a host that was held up leaves no device blocked.
    static constexpr Seconds gateOpens{0.04};

    explicit GatedTimer(std::shared_ptr<CudaDevice> device) : m_device(std::move(device)) {}
    ~GatedTimer();
    GatedTimer(const GatedTimer&) = delete;
    GatedTimer& operator=(const GatedTimer&) = delete;

    /// `submit` submits `launches` launches to the device's stream without waiting. InvalidInput beyond mostLaunches;
    /// Timeout when the gate opened by itself before all was submitted, which spoils the reading and nothing else.
    [[nodiscard]] Result<Seconds> time(int launches, const std::string& what,
                                       const std::function<CudaStatus()>& submit);

private:
    [[nodiscard]] CudaStatus prepare();
    [[nodiscard]] CudaStatus runGated(const std::function<CudaStatus()>& submit, bool& wasLate, Seconds& time);

    std::shared_ptr<CudaDevice> m_device;
    void* m_gate = nullptr; ///< page-locked: 0 closed, 1 opened by the host, 2 by itself
    BoundLaunch m_block;
    EventHandle m_start = nullptr;
    EventHandle m_stop = nullptr;
};

} // namespace ridgepoint
