// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// A device as its own thread sees it: what Backend offers, cut into calls that each can be given a deadline. Every
/// call, and the end of everything it hands out, happens in that thread.
class MeasuredDevice {
public:
    virtual ~MeasuredDevice() = default;
    [[nodiscard]] virtual Result<ReadyWork> prepare(const WorkRequest& work) = 0;
    [[nodiscard]] virtual Result<RoofWork> prepareRoof(const RoofRequest& request) = 0;
    [[nodiscard]] virtual Result<std::unique_ptr<StagedWork>> prepareStaged(const StagedRequest& request) = 0;
    [[nodiscard]] virtual Result<LaunchRecording> recordLaunches(const Workload& workload) = 0;
    [[nodiscard]] virtual Result<double> busyShare() = 0;
    /// How many lines the self-test has, and one of them.
    [[nodiscard]] virtual std::size_t selftests() const = 0;
    [[nodiscard]] virtual Result<SelftestLine> selftest(std::size_t index) = 0;
    /// Whether this process can do nothing more with the device.
    [[nodiscard]] virtual bool isLost() const = 0;
};

/// What of a device never changes, known without asking it.
struct DeviceFacts {
    DeviceInfo info;
    std::vector<std::string> roofIds;
    std::vector<std::string> variantRoofIds; ///< Backend::variantRoofIds
    std::vector<MemoryLevel> claimedLevels;
};

} // namespace ridgepoint
