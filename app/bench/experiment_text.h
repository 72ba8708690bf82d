// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/device_catalogue.h"
#include "core/experiment/frame/experiment.h"

#include <string>

namespace ridgepoint {

/// Every experiment with its parameters; with a device, whether it can run there. As text and as one JSON object.
[[nodiscard]] std::string experimentListText(const DeviceInfo* device, DeviceCatalogue& devices);
[[nodiscard]] std::string experimentListJson(const DeviceInfo* device, DeviceCatalogue& devices);
/// The numbers of a result as a table, what could not be measured, and what is seen.
[[nodiscard]] std::string experimentText(const ExperimentResult& result, const ExperimentDefinition& experiment);

} // namespace ridgepoint
