// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

namespace ridgepoint::test {

/// Fails the running test function on any Qt warning (a wrong connect, a painter misuse, a dangling parent).
/// Call it from `init()`, which Qt Test runs before every test function.
inline void failOnQtWarnings() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".?"))); }

} // namespace ridgepoint::test
