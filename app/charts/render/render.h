// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace ridgepoint {

/// `ridgepoint render SESSION… --chart …`: the arguments after "render". Needs a QApplication (the offscreen platform
/// will do). Returns the exit status of the contract: 0 done, 2 bad usage or bad input (one line on standard error).
[[nodiscard]] int renderMain(const QStringList& arguments);

} // namespace ridgepoint
