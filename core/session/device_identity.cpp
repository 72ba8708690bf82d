// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/device_identity.h"

#include <algorithm>

namespace ridgepoint {
namespace {

/// What the system keeps for itself differs from one kernel to the next.
constexpr double memoryTolerance = 1.1;

bool agree(const std::string& a, const std::string& b) { return a.empty() || b.empty() || a == b; }

bool agree(int a, int b) { return a <= 0 || b <= 0 || a == b; }

bool agree(Bytes a, Bytes b)
{
    const double less = std::min(a.value(), b.value());
    return less <= 0.0 || std::max(a.value(), b.value()) <= less * memoryTolerance;
}

} // namespace

bool isSameDevice(const DeviceInfo& a, const DeviceInfo& b)
{
    if (a.kind != b.kind)
        return false;
    if (a.gpu && b.gpu && !a.gpu->uuid.empty() && !b.gpu->uuid.empty())
        return a.gpu->uuid == b.gpu->uuid;
    return agree(a.name, b.name) && agree(a.threads, b.threads) && agree(a.isa, b.isa) && agree(a.memory, b.memory);
}

} // namespace ridgepoint
