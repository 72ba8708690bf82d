// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/pin.h"
#include "app/charts/style/format.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// "B is 3.8× as fast as A (3.6 to 4.0×)"; "B takes 3.8× the time of A (3.6 to 4.0×) for 4.0× the work" where the work
/// differs: every factor is from 1 on, so the faster or the slower one is named first; "A and B: no difference that can
/// be told" where the intervals, each √2 wider, overlap. Empty where either time is no number. Brief without the
/// interval:
/// "B is 3.8× as fast as A", "A and B: not told apart".
enum class Wording { Whole, Brief };
[[nodiscard]] QString comparisonWords(const QString& nameA, const Sample& a, const QString& nameB, const Sample& b,
                                      const Format& format, Wording wording = Wording::Whole);

/// What a pin holds, in words: "8 fma · 32 Mi floats · wait-each · 4.30 ms".
[[nodiscard]] QString pinWords(const Pin& pin, const Format& format);

/// The letter of the present sample: its pin's where it is pinned, else the one that it would get.
[[nodiscard]] std::string presentName(const std::vector<Pin>& pins, const Sample& present);

/// The rows of a chart's key: one a pin with its letter, then how the present sample (null: none) compares with the
/// last pin. The sample that was pinned itself compares with nothing. Where one pin is shown `alone`, by its place
/// among all, the key is of that one; every letter stays what it is among all.
struct PinKey {
    QStringList pins;
    /// The same in fewer words, for where there is no room, longest first: what all have in common once and what
    /// differs in a row each; several in a row; and last where they are listed. Of a single pin what the present sample
    /// has not in common with it; empty where there is nothing to compare.
    std::vector<QStringList> shorter = {};
    QString caption;
    QString briefCaption = {};
};
[[nodiscard]] PinKey pinKey(const std::vector<Pin>& pins, const Sample* present, const Format& format,
                            std::optional<std::size_t> alone = {});

} // namespace ridgepoint
