// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

#include <optional>

namespace ridgepoint {

/// A number as people type it: "32 Mi", "430 G", "1/8", "2.1 ms", "1e9"; SI and binary prefixes, with or without a unit
/// behind them (s, B, B/s, FLOP/s, op/s, FLOP/B), in the locale's digits or the C locale's. Nothing for anything else,
/// and for what is not finite.
[[nodiscard]] std::optional<double> parseQuantity(const QString& text, const QLocale& locale = QLocale());

} // namespace ridgepoint
