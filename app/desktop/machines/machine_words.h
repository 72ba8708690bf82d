// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/messages.h"

#include <QString>

namespace ridgepoint {

/// What happens on the way to a machine: "gpu01: waiting in the queue, job 123, position 3, reason Priority, expected
/// to start 2026-11-26 14:05".
[[nodiscard]] QString progressWords(const protocol::TargetProgress& progress, const QString& machine);

} // namespace ridgepoint
