// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "gpu/runtime/cuda_device.h"

#include <memory>
#include <vector>

namespace ridgepoint {

/// What a device keeps up: runs the work without a pause for two seconds, in readings of about 100 ms, and hands those
/// of the second half out one after the other; power and heat have settled by then. The two seconds are spent once, in
/// the first run().
class SustainedWork final : public PreparedWork {
public:
    static constexpr Seconds span{2.0};
    static constexpr Seconds reading{0.1};

    SustainedWork(std::shared_ptr<CudaDevice> device, std::unique_ptr<PreparedWork> work)
        : m_device(std::move(device)), m_work(std::move(work))
    {}

    /// The time that `repetitions` take at the rate of the next reading; each reading is a measurement, in turn.
    [[nodiscard]] Result<BatchTiming> run(std::int64_t repetitions) override;

private:
    [[nodiscard]] Result<void> measure();
    [[nodiscard]] Result<std::int64_t> repetitionsOfOneReading();

    std::shared_ptr<CudaDevice> m_device;
    std::unique_ptr<PreparedWork> m_work;
    std::vector<BatchTiming> m_readings; ///< of one repetition
    std::size_t m_next = 0;
};

} // namespace ridgepoint
