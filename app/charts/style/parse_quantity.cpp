// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/parse_quantity.h"

#include <QRegularExpression>

#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

std::optional<double> plainNumber(const QString& text, const QLocale& locale)
{
    bool good = false;
    double value = locale.toDouble(text, &good);
    if (!good)
        value = QLocale::c().toDouble(text, &good);
    return good && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> factorOf(const QString& prefix)
{
    static const std::pair<const char*, double> factors[] = {
        {"", 1.0}, {"Ki", 0x1p10}, {"Mi", 0x1p20}, {"Gi", 0x1p30}, {"Ti", 0x1p40}, {"n", 1e-9}, {"u", 1e-6}, {"µ", 1e-6},
        {"m", 1e-3}, {"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"P", 1e15}};
    for (const auto& [name, factor] : factors)
        if (prefix == QString::fromUtf8(name))
            return factor;
    return std::nullopt;
}

} // namespace

std::optional<double> parseQuantity(const QString& text, const QLocale& locale)
{
    static const QRegularExpression shape(QStringLiteral("^\\s*([^\\sA-Za-zµ/]+(?:[eE][-+]?\\d+)?)(?:/([^\\sA-Za-zµ/]+))?\\s*"
                                                         "(Ki|Mi|Gi|Ti|[numkKMGTPµ]?)\\s*(?:s|B|B/s|FLOP/s|op/s|FLOP/B|op/B)?\\s*$"));
    const auto match = shape.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const auto number = plainNumber(match.captured(1), locale);
    const auto divisor = match.captured(2).isEmpty() ? std::optional(1.0) : plainNumber(match.captured(2), locale);
    const auto factor = factorOf(match.captured(3));
    if (!number || !divisor || !factor || *divisor == 0.0)
        return std::nullopt;
    const double value = *number / *divisor * *factor;
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace ridgepoint
