// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace ridgepoint {

/// Which devices there are, and the way to one of them. Tests put a synthetic device in its place.
class DeviceCatalogue {
public:
    virtual ~DeviceCatalogue() = default;
    [[nodiscard]] virtual std::vector<DeviceInfo> list() = 0;
    /// The listed device of that id; does not look for others where it can do without.
    [[nodiscard]] virtual std::optional<DeviceInfo> find(const std::string& id);
    /// Opens a listed device; an unavailable one fails with its reason.
    [[nodiscard]] virtual Result<std::unique_ptr<Backend>> open(const std::string& id) = 0;
    /// Why a device's library of products and operators cannot be used; nothing where it can, or where only using it
    /// tells.
    [[nodiscard]] virtual std::optional<Error> libraryLack(const std::string& id) = 0;
};

/// This computer: its CPU and its CUDA devices.
class HostDevices final : public DeviceCatalogue {
public:
    /// `remarks` gets a line when a driver takes long to start.
    explicit HostDevices(std::ostream& remarks) : m_remarks(remarks) {}
    [[nodiscard]] std::vector<DeviceInfo> list() override;
    /// The processor is found without starting any driver.
    [[nodiscard]] std::optional<DeviceInfo> find(const std::string& id) override;
    [[nodiscard]] Result<std::unique_ptr<Backend>> open(const std::string& id) override;
    /// Of a GPU without loading its library, which is hundreds of megabytes, where that lies in a usual place.
    [[nodiscard]] std::optional<Error> libraryLack(const std::string& id) override;

private:
    std::ostream& m_remarks;
    std::unique_ptr<Backend> m_cpu; ///< made for list(), handed out by open()
};

/// The device of that id when it can be used: InvalidInput for an id of no device (with those that there are, and why
/// one of them is not available), the device's own reason when it cannot be used.
[[nodiscard]] Result<DeviceInfo> usableDevice(DeviceCatalogue& devices, const std::string& id);

} // namespace ridgepoint
