// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "app/charts/style/format.h"

namespace ridgepoint {

/// Puts a what-if in place of the one that the snapshot has: roofs are multiplied, the device's own are kept beside
/// them. Points are as they were; predictAgain() or complete() follows.
void applyWhatIf(Snapshot& snapshot, const WhatIf& whatIf);
/// A copy of the snapshot with this what-if and everything that is predicted anew.
[[nodiscard]] SnapshotPointer withWhatIf(const Snapshot& snapshot, const WhatIf& whatIf);

/// Whether any roof of the snapshot is multiplied.
[[nodiscard]] inline bool hasWhatIf(const Snapshot& snapshot) { return !snapshot.realRoofs.empty(); }
/// The roof as the device has it; null when there is none of this id.
[[nodiscard]] const Roof* realRoof(const Snapshot& snapshot, std::string_view id);
/// The snapshot's roofs as the device has them, whatever the what-if.
[[nodiscard]] RoofSet deviceRoofs(const Snapshot& snapshot);
/// What the roof is multiplied by; 1 where the what-if leaves it alone.
[[nodiscard]] double whatIfFactor(const Snapshot& snapshot, std::string_view id);

/// "DRAM", "launch cost": what a key of a what-if is called.
[[nodiscard]] QString whatIfKeyWords(std::string_view key);
/// "2.0×", "1.25×": a factor of a what-if, with a third digit where it would read as another factor without.
[[nodiscard]] QString whatIfFactorWords(double factor, const Format& format);
/// "What if: DRAM 2.0×, launch cost 0.50×"; empty while nothing is multiplied.
[[nodiscard]] QString whatIfWords(const Snapshot& snapshot, const Format& format);
/// "bandwidth.dram x2; launch x0.5" for files, C locale; empty while nothing is multiplied.
[[nodiscard]] std::string whatIfCode(const Snapshot& snapshot);

} // namespace ridgepoint
