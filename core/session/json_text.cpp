// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_text.h"

#include "core/session/json_convert.h"
#include "core/session/json_write.h"

#include <array>

namespace ridgepoint {
namespace {

constexpr std::array<std::string_view, 7> errorKindNames{
    "invalid-input", "unsupported", "unavailable", "device-failure", "timeout", "cancelled", "corrupt"};

/// Parses a text and reads its object; the first problem becomes the error.
template <class Read> auto fromText(std::string_view text, Read read)
    -> Result<decltype(read(std::declval<const JsonFields&>()))>
{
    const auto parsed = parseJson(text);
    if (!parsed)
        return parsed.error();
    JsonProblem problem;
    auto value = read(JsonFields(parsed.value(), {}, problem));
    if (problem.error())
        return *problem.error();
    return value;
}

} // namespace

std::string devicesToJson(std::span<const DeviceInfo> devices)
{
    JsonWriter json;
    json.beginObject().key("devices");
    writeJsonArray(json, devices);
    json.endObject();
    return json.take();
}

std::string roofsToJson(const RoofSet& roofs)
{
    JsonWriter json;
    writeJson(json, roofs);
    return json.take();
}

Result<std::vector<DeviceInfo>> devicesFromJson(std::string_view text)
{
    return fromText(text, [](const JsonFields& fields) { return fields.objects("devices", deviceFrom); });
}

Result<RoofSet> roofsFromJson(std::string_view text) { return fromText(text, roofSetFrom); }

std::string_view nameOf(ErrorKind kind) { return errorKindNames[static_cast<std::size_t>(kind)]; }

std::optional<ErrorKind> errorKindNamed(std::string_view name)
{
    for (std::size_t i = 0; i < errorKindNames.size(); ++i)
        if (errorKindNames[i] == name)
            return static_cast<ErrorKind>(i);
    return std::nullopt;
}

} // namespace ridgepoint
