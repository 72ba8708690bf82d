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

constexpr double nearlyOne = 1.095; ///< less than this reads 1.0 or 1.1 with two digits

/// A number from 1 on with that many digits, from a hundred on with three: "3.8", "45", "8650".
QString factorWords(double value, int digits, const Format& format)
{
    constexpr double threeDigits = 999.5;
    if (value < threeDigits)
        return format.significant(value, value < 99.5 ? digits : 3);
    const double step = std::pow(10.0, std::floor(std::log10(value)) - 2.0);
    return format.significant(std::round(value / step) * step);
}

/// "4.0× the work", "1/32 of the work".
QString shareOfWork(double share, int digits, const Format& format)
{
    if (share >= 1.0)
        return tr("%1× the work").arg(factorWords(share, digits, format));
    const double inverse = 1.0 / share;
    const bool isWhole = std::abs(inverse - std::round(inverse)) < 1e-9 * inverse;
    return isWhole ? tr("1/%1 of the work").arg(factorWords(std::round(inverse), 1, format))
                   : tr("%1 of the work").arg(format.percent(share));
}

/// The parts of the words of several pins: those that all have in common, and each one's others.
struct PartsOfPins {
    QStringList common;
    std::vector<QStringList> own;
};

PartsOfPins partsOf(const std::vector<const Pin*>& pins, const Format& format)
{
    PartsOfPins parts;
    for (const Pin* pin : pins)
        parts.own.push_back(pinWords(*pin, format).split(betweenParts));
    for (const QString& part : QStringList(parts.own.front()))
        if (std::all_of(parts.own.begin(), parts.own.end(),
                        [&](const QStringList& words) { return words.contains(part); })) {
            parts.common << part;
            for (QStringList& words : parts.own)
                words.removeOne(part);
        }
    return parts;
}

std::vector<QStringList> shorterRows(const std::vector<const Pin*>& pins, const Format& format)
{
    if (pins.size() < 2)
        return {};
    const PartsOfPins parts = partsOf(pins, format);
    const QStringList common = parts.common.isEmpty() ? QStringList()
                                                      : QStringList{tr("all: %1").arg(parts.common.join(betweenParts))};
    QStringList rows;
    QStringList together;
    for (std::size_t i = 0; i < pins.size(); ++i) {
        const QString name = QString::fromStdString(pins[i]->name);
        rows << name + QStringLiteral(": ") + parts.own[i].join(betweenParts);
        together << name + QLatin1Char(' ') + parts.own[i].join(QStringLiteral(", "));
    }
    const QString where = tr("%1 to %2: listed in the menu Explore, Remove a pin")
                              .arg(QString::fromStdString(pins.front()->name),
                                   QString::fromStdString(pins.back()->name));
    return {common + rows, common + QStringList{together.join(betweenParts)}, QStringList{where}};
}

} // namespace

QString comparisonWords(const QString& nameA, const Sample& a, const QString& nameB, const Sample& b,
                        const Format& format, Wording wording)
{
    const bool isBrief = wording == Wording::Brief;
    const auto comparison = compareTimes(a, b);
    if (!comparison)
        return {};
    if (!comparison->differs)
        return (isBrief ? tr("%1 and %2: not told apart") : tr("%1 and %2: no difference that can be told"))
            .arg(nameA, nameB);
    const bool isFaster = comparison->speedup >= 1.0; // B than A
    const QString& fast = isFaster ? nameB : nameA;
    const QString& slow = isFaster ? nameA : nameB;
    const double times = isFaster ? comparison->speedup : 1.0 / comparison->speedup;
    const Interval range = isFaster ? comparison->range
                                    : Interval{1.0 / comparison->range.high, 1.0 / comparison->range.low};
    // With two digits a difference of some percent would read as none.
    const int digits = range.low < nearlyOne ? 3 : 2;
    const QString within = isBrief ? QString()
                                   : QLatin1Char(' ')
                                         + tr("(%1 to %2×)")
                                               .arg(factorWords(range.low, digits, format),
                                                    factorWords(range.high, digits, format));
    const QString factor = factorWords(times, digits, format);
    if (sameWork(a.workload, b.workload))
        return tr("%1 is %2× as fast as %3%4").arg(fast, factor, slow, within);
    if (a.workload.operation != b.workload.operation)
        return tr("%1 takes %2× the time of %3%4").arg(slow, factor, fast, within);
    const double ratio = costOf(a.workload).flops / costOf(b.workload).flops;
    const double work = isFaster ? ratio : 1.0 / ratio;
    // Time that follows the work must not part from it by rounding: 13× for 14×.
    constexpr double alike = 1.05;
    if (const double apart = std::max(times, work) / std::min(times, work);
        digits == 2 && apart < alike && factorWords(work, digits, format) != factor)
        return tr("%1 takes %2× the time of %3%4 for %5")
            .arg(slow, factorWords(times, 3, format), fast, within, shareOfWork(work, 3, format));
    return tr("%1 takes %2× the time of %3%4 for %5").arg(slow, factor, fast, within, shareOfWork(work, 2, format));
}

QString pinWords(const Pin& pin, const Format& format)
{
    const QString words = placeAndMode(pin.point, format);
    return pin.sample ? words + betweenParts + format.time(pin.sample->time) : words;
}

std::string presentName(const std::vector<Pin>& pins, const Sample& present)
{
    const Pin* pinned = pinHolding(pins, present);
    return pinned != nullptr ? pinned->name : nextPinName(pins);
}

PinKey pinKey(const std::vector<Pin>& pins, const Sample* present, const Format& format,
              std::optional<std::size_t> alone)
{
    PinKey key;
    std::vector<const Pin*> shown;
    for (std::size_t i = 0; i < pins.size(); ++i)
        if (!alone || *alone == i) {
            shown.push_back(&pins[i]);
            key.pins << QString::fromStdString(pins[i].name) + QStringLiteral(": ") + pinWords(pins[i], format);
        }
    key.shorter = shorterRows(shown, format);
    if (pins.empty() || present == nullptr)
        return key;
    const Pin& compared = pins[std::min(alone.value_or(pins.size() - 1), pins.size() - 1)];
    if (!compared.sample || sameMeasurement(*compared.sample, *present))
        return key;
    const auto compare = [&](Wording wording) {
        return comparisonWords(QString::fromStdString(compared.name), *compared.sample,
                               QString::fromStdString(presentName(pins, *present)), *present, format, wording);
    };
    key.caption = compare(Wording::Whole);
    key.briefCaption = compare(Wording::Brief);
    if (shown.size() == 1 && !key.caption.isEmpty()) {
        QStringList own = pinWords(compared, format).split(betweenParts);
        for (const QString& shared : placeAndMode(present->workload, format).split(betweenParts))
            own.removeOne(shared);
        key.shorter.push_back({QString::fromStdString(compared.name) + QStringLiteral(": ") + own.join(betweenParts)});
    }
    return key;
}

} // namespace ridgepoint
