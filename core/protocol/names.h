// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/messages.h"

#include <array>
#include <optional>
#include <string_view>

/// The words of the protocol, in the order of the variants in messages.h.
namespace ridgepoint::protocol {

inline constexpr std::array<std::string_view, std::variant_size_v<Request>> requestMethods{
    "initialize", "roofs/measure",   "sweep/start",      "sweep/focus",       "sweep/cancel",     "probe/set",
    "probe/stop", "experiment/list", "experiment/start", "experiment/cancel", "measuring/resume", "shutdown"};
inline constexpr std::array<std::string_view, std::variant_size_v<Response>> responseKinds{"initialize", "roofs", "run",
                                                                                           "experiments", "ok"};
inline constexpr std::array<std::string_view, std::variant_size_v<Notification>> notificationMethods{
    "roofs/roof",          "sweep/sample",        "sweep/progress",   "sweep/finished",
    "probe/sample",        "probe/failed",        "experiment/point", "experiment/lane",
    "experiment/progress", "experiment/finished", "measuring/gap",    "heartbeat",
    "machine/load",        "roofs/progress",      "target/state",     "target/failed"};
inline constexpr std::array<std::string_view, 4> outcomeNames{"done", "budget-spent", "cancelled", "failed"};
inline constexpr std::array<std::string_view, 6> targetStateNames{"connecting", "checking", "copying",
                                                                  "queued",     "starting", "ready"};

/// The place of a word in its table.
template <std::size_t Size>
[[nodiscard]] constexpr std::optional<std::size_t> indexOf(const std::array<std::string_view, Size>& words,
                                                           std::string_view word)
{
    for (std::size_t i = 0; i < Size; ++i)
        if (words[i] == word)
            return i;
    return std::nullopt;
}

} // namespace ridgepoint::protocol
