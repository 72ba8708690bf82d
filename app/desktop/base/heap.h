// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ridgepoint {

/// Lets the C library hand freed memory back to the system early: a session of 10^5 samples is read and analysed
/// through large passing arrays, which would otherwise stay with the window for good. Call it before any thread runs.
void keepHeapSmall();

} // namespace ridgepoint
