// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_result.h"
#include "core/session/json_fields.h"
#include "core/session/json_writer.h"

/// Internal to core/session and core/protocol.
namespace ridgepoint {

/// A session keeps no more results of experiments.
inline constexpr std::size_t maximumExperimentResults = 256;

/// Read and write one point and one result, in the shapes that session files and messages share.
[[nodiscard]] ExperimentPoint experimentPointFrom(const JsonFields& fields);
[[nodiscard]] ExperimentResult experimentResultFrom(const JsonFields& fields);
void writeJson(JsonWriter& json, const ExperimentPoint& point);
void writeJson(JsonWriter& json, const ExperimentResult& result);

/// A field that is an object of texts: parameters by name.
[[nodiscard]] ParameterTexts parameterTextsFrom(const JsonFields& fields, const char* name);
void writeParameterTexts(JsonWriter& json, std::string_view name, const ParameterTexts& texts);

/// Whether the reader would take the point back.
[[nodiscard]] bool isStorable(const ExperimentPoint& point);

} // namespace ridgepoint
