// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"

namespace ridgepoint {

/// What likwid-perfctr writes as JSON (`-o FILE.json`) and CSV (`-O`, `-o FILE.csv`): a kernel a region, or one for the
/// whole program. FLOP are the rates of all threads times their times, bytes the volumes of all threads (memory's is
/// counted by one thread a socket, the others have none), time that of the slowest thread. Groups of one region are put
/// together: FLOP and time from the group that counts operations, bytes from another scaled to as many calls, or where
/// no calls are known to as much time. likwid's own script writes of several regions only the last into JSON.
extern const ImportFormat likwidFormat;

} // namespace ridgepoint
