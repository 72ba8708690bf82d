// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/agenda/agenda_messages.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ridgepoint::agenda {

const Roof* quietBefore(const RoofSet* before, const Roof& now)
{
    if (before == nullptr || !wasDisturbed(now))
        return nullptr;
    const Roof* known = before->find(now.id);
    return known != nullptr && !wasDisturbed(*known) ? known : nullptr;
}

RoofsInTwo inTwo(RoofSet measured, const RoofSet* before)
{
    RoofsInTwo parts{.taken = std::move(measured), .worse = {}};
    parts.worse.device = parts.taken.device;
    parts.worse.threads = parts.taken.threads;
    std::erase_if(parts.taken.roofs, [&](const Roof& roof) {
        const Roof* known = quietBefore(before, roof);
        const bool isWorse = known != nullptr && isBetter(roof.kind, known->value, roof.value);
        if (isWorse)
            parts.worse.roofs.push_back(roof);
        return isWorse;
    });
    const auto isWorse = [&](const MemoryLevel& level) {
        return parts.worse.find(bandwidthRoofId(level.name)) != nullptr;
    };
    if (std::ranges::any_of(parts.taken.levels, isWorse))
        parts.taken.levels.clear();
    return parts;
}

} // namespace ridgepoint::agenda
