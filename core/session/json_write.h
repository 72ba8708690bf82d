// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/session/json_writer.h"
#include "core/stats/sample.h"
#include "core/sweep/plan.h"

namespace ridgepoint {

/// Write one object each, in the shapes that session files and messages share.
void writeJson(JsonWriter& json, const Error& error);
void writeJson(JsonWriter& json, const DeviceInfo& device);
void writeJson(JsonWriter& json, const Roof& roof);
void writeJson(JsonWriter& json, const MemoryLevel& level);
void writeJson(JsonWriter& json, const RoofSet& roofs);
void writeJson(JsonWriter& json, const Workload& workload);
void writeJson(JsonWriter& json, const Sample& sample);
void writeJson(JsonWriter& json, const Plan& plan);

/// "full", "adaptive".
[[nodiscard]] std::string_view nameOf(Strategy strategy);

/// An array of them.
template <class Range> void writeJsonArray(JsonWriter& json, const Range& items)
{
    json.beginArray();
    for (const auto& item : items)
        writeJson(json, item);
    json.endArray();
}

} // namespace ridgepoint
