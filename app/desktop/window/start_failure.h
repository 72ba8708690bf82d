// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ridgepoint {

/// Qt ends a program that finds no display by abort(), with a text about plugins. While one of these lives, that
/// becomes one line for people and status 2; Qt's other messages wait until then, and come after it where the start
/// succeeds.
class StartFailure {
public:
    StartFailure();
    ~StartFailure();
    StartFailure(const StartFailure&) = delete;
    StartFailure& operator=(const StartFailure&) = delete;
};

/// What was not to be had, by the environment, and what needs none.
[[nodiscard]] QString startFailureWords(const QByteArray& platform, const QByteArray& x11, const QByteArray& wayland);

} // namespace ridgepoint
