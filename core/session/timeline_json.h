// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_result.h"
#include "core/session/json_fields.h"
#include "core/session/json_writer.h"

/// Internal to core/session and core/protocol.
namespace ridgepoint {

/// Read and write one lane of a timeline, in the shape that session files and messages share. A lane holds at most
/// maximumTimelineSpans; what could not be read back is not written.
[[nodiscard]] TimelineLane timelineLaneFrom(const JsonFields& fields);
void writeJson(JsonWriter& json, const TimelineLane& lane);

/// The field of a result that holds all of them; it may be missing.
[[nodiscard]] std::vector<TimelineLane> timelineFrom(const JsonFields& fields, const char* name);
void writeTimeline(JsonWriter& json, std::string_view name, const std::vector<TimelineLane>& lanes);

} // namespace ridgepoint
