// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"

#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// Which devices there are, and the way to one of them. Tests put a synthetic device in its place.
class DeviceCatalogue {
public:
    virtual ~DeviceCatalogue() = default;
    [[nodiscard]] virtual std::vector<DeviceInfo> list() = 0;
    /// Opens a listed device; an unavailable one fails with its reason.
    [[nodiscard]] virtual Result<std::unique_ptr<Backend>> open(const std::string& id) = 0;
};

/// This computer: its CPU and its CUDA devices.
class HostDevices final : public DeviceCatalogue {
public:
    [[nodiscard]] std::vector<DeviceInfo> list() override;
    [[nodiscard]] Result<std::unique_ptr<Backend>> open(const std::string& id) override;

private:
    std::unique_ptr<Backend> m_cpu; ///< made for list(), handed out by open()
};

/// The device of that id when it can be used: InvalidInput for an id of no device (with those that there are), the
/// device's own reason when it cannot be used.
[[nodiscard]] Result<DeviceInfo> usableDevice(DeviceCatalogue& devices, const std::string& id);

} // namespace ridgepoint
