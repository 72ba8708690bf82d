// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"

#include <map>
#include <string>

namespace ridgepoint {

/// What the numbers of a session depend on besides the device: operating system, kernel, processor, governor, compiler,
/// program version, threads, load and priority at the start. Nothing that names a person or a machine on a network, but
/// for the name by which the user asked for another machine: `place`, empty on this one.
[[nodiscard]] std::map<std::string, std::string> describeEnvironment(const DeviceInfo& device, int threads,
                                                                     const std::string& place);

/// Now, as ISO 8601 in UTC.
[[nodiscard]] std::string timeStamp();

} // namespace ridgepoint
