// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/pin_words.h"

#include "app/charts/data/describe.h"
#include "app/charts/style/texts.h"
#include "core/analysis/compare.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// Work in the operation's own unit compares only within one operation.
bool sameWork(const Workload& a, const Workload& b)
{
    return a.operation == b.operation && costOf(a).flops == costOf(b).flops;
}

} // namespace

QString comparisonWords(const QString& nameA, const Sample& a, const QString& nameB, const Sample& b, const Format& format)
{
    const auto comparison = compareTimes(a, b);
    if (!comparison)
        return {};
    const double speedup = comparison->speedup;
    if (!comparison->differs)
        return tr("%1 and %2: no difference that can be told").arg(nameA, nameB);
    const auto between = [&](double low, double high) { return tr("(%1 to %2)").arg(format.significant(low, 2), format.factor(high)); };
    const QString range = between(comparison->range.low, comparison->range.high);
    const QString longer = between(1.0 / comparison->range.high, 1.0 / comparison->range.low);
    if (sameWork(a.workload, b.workload))
        return speedup >= 1.0 ? tr("%1 is %2 as fast as %3 %4").arg(nameB, format.factor(speedup), nameA, range)
                              : tr("%1 is %2 as fast as %3 %4").arg(nameA, format.factor(1.0 / speedup), nameB, longer);
    if (a.workload.operation != b.workload.operation)
        return tr("%1 takes %2 the time of %3 %4").arg(nameB, format.factor(1.0 / speedup), nameA, longer);
    const double work = costOf(b.workload).flops / costOf(a.workload).flops;
    return tr("%1 takes %2 the time of %3 %4 for %5 the work").arg(nameB, format.factor(1.0 / speedup), nameA, longer, format.factor(work));
}

QString pinWords(const Pin& pin, const Format& format)
{
    const auto mode = nameOf(pin.point.launchMode);
    QString words = workloadWords(pin.point, format) + QStringLiteral(" · ") + QString::fromUtf8(mode.data(), static_cast<qsizetype>(mode.size()));
    if (pin.sample)
        words += QStringLiteral(" · ") + format.time(pin.sample->time);
    return words;
}

std::string presentName(const std::vector<Pin>& pins, const Sample& present)
{
    const Pin* pinned = pinHolding(pins, present);
    return pinned != nullptr ? pinned->name : nextPinName(pins);
}

PinKey pinKey(const std::vector<Pin>& pins, const Sample* present, const Format& format, std::optional<std::size_t> alone)
{
    PinKey key;
    for (std::size_t i = 0; i < pins.size(); ++i)
        if (!alone || *alone == i)
            key.pins << QString::fromStdString(pins[i].name) + QStringLiteral("  ") + pinWords(pins[i], format);
    if (pins.empty() || present == nullptr)
        return key;
    const Pin& compared = pins[std::min(alone.value_or(pins.size() - 1), pins.size() - 1)];
    if (!compared.sample || sameMeasurement(*compared.sample, *present))
        return key;
    key.caption = comparisonWords(QString::fromStdString(compared.name), *compared.sample,
                                  QString::fromStdString(presentName(pins, *present)), *present, format);
    return key;
}

} // namespace ridgepoint
