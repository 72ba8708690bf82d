// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/format.h"

#include "app/charts/style/texts.h"
#include "core/model/roof.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr QChar noBreakSpace(0x00A0);
const QString noNumber = QStringLiteral("–");
constexpr double smallestFraction = 1e-6; ///< below it every double is one of a whole number, and none was meant

/// What nameOfRoof() says in words, which lupdate cannot see there; operations and formats are names.
[[maybe_unused]] constexpr std::array<const char*, 13> wordsOfRoofs{
    QT_TRANSLATE_NOOP("ridgepoint", "gap between queued kernels"),
    QT_TRANSLATE_NOOP("ridgepoint", "fixed cost"),
    QT_TRANSLATE_NOOP("ridgepoint", "wait-each launch"),
    QT_TRANSLATE_NOOP("ridgepoint", "queued launch"),
    QT_TRANSLATE_NOOP("ridgepoint", "graph launch"),
    QT_TRANSLATE_NOOP("ridgepoint", "GPU to GPU"),
    QT_TRANSLATE_NOOP("ridgepoint", "GPU to GPU both ways"),
    QT_TRANSLATE_NOOP("ridgepoint", "GPU to GPU staged"),
    QT_TRANSLATE_NOOP("ridgepoint", "GPU to GPU both ways staged"),
    QT_TRANSLATE_NOOP("ridgepoint", "L1 latency"),
    QT_TRANSLATE_NOOP("ridgepoint", "L2 latency"),
    QT_TRANSLATE_NOOP("ridgepoint", "L3 latency"),
    QT_TRANSLATE_NOOP("ridgepoint", "DRAM latency"),
};

/// The power of ten of the leading digit after rounding to so many digits.
int leadingExponent(double value, int digits)
{
    const int exponent = static_cast<int>(std::floor(std::log10(value)));
    const double rounded = std::round(value / std::pow(10.0, exponent - digits + 1));
    return rounded >= std::pow(10.0, digits) ? exponent + 1 : exponent;
}

QString siPrefix(int thousands)
{
    static const std::array<const char*, 12> prefixes{"f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"};
    return QString::fromUtf8(prefixes[static_cast<std::size_t>(thousands + 5)]);
}

QString ungrouped(const QLocale& locale, double value, int decimals)
{
    QLocale plain = locale;
    plain.setNumberOptions(QLocale::OmitGroupSeparator);
    return plain.toString(value, 'f', decimals);
}

QString withoutTrailingZeros(QString text, const QLocale& locale)
{
    const QString point = locale.decimalPoint();
    if (!text.contains(point))
        return text;
    while (text.endsWith(locale.zeroDigit()))
        text.chop(locale.zeroDigit().size());
    if (text.endsWith(point))
        text.chop(point.size());
    return text;
}

/// Whether a value is one of a whole number: 1/8.
bool isWholeInverse(double value)
{
    const double inverse = 1.0 / value;
    return std::isfinite(inverse) && std::abs(inverse - std::round(inverse)) < 1e-9 * inverse;
}

/// "−11/+3 %" of sides relative to their value; "−92 %" where the other one is nothing.
QString sidesOf(double below, double above, const Format& format)
{
    // "−24 %" alone would read as a change; a side on which there is nothing is "+0" and "−0".
    const auto signedSize = [&](double side, char16_t signOfNothing) {
        const bool isNothing = std::abs(side) < 0.0005;
        const char16_t sign = side < 0.0 ? u'\u2212' : u'+';
        return QChar(isNothing ? signOfNothing : sign) + format.percent(isNothing ? 0.0 : std::abs(side));
    };
    return signedSize(below, u'\u2212').chopped(2) + QLatin1Char('/') + signedSize(above, u'+'); // the unit stands once
}

/// One figure of what is small, and of what is nearly all the one that tells it from all: 99.8 and 0.03 % are no 100
/// and 0.
int decimalsOfPercent(double hundredths)
{
    const double size = std::abs(hundredths);
    const bool isNearlyAll = size >= 99.5 && size < 99.95;
    return size < 0.0095 ? 3 : size < 0.095 ? 2 : size < 9.95 || isNearlyAll ? 1 : 0;
}

} // namespace

QString Format::significant(double value, int digits) const
{
    if (!std::isfinite(value))
        return noNumber;
    if (value == 0.0)
        return ungrouped(m_locale, 0.0, 0);
    const int decimals = std::clamp(digits - 1 - leadingExponent(std::abs(value), digits), 0, 12);
    return ungrouped(m_locale, value, decimals);
}

QString Format::scaled(double value, const QString& unit) const
{
    if (!std::isfinite(value))
        return noNumber;
    if (value == 0.0)
        return significant(0.0) + noBreakSpace + unit;
    const double exponent = leadingExponent(std::abs(value), 3);
    const int thousands = std::clamp(static_cast<int>(std::floor(exponent / 3.0)), -5, 6);
    return significant(value / std::pow(1000.0, thousands)) + noBreakSpace + siPrefix(thousands) + unit;
}

QString Format::count(double value) const
{
    static const std::array<const char*, 5> prefixes{"", "Ki", "Mi", "Gi", "Ti"};
    if (!std::isfinite(value))
        return noNumber;
    std::size_t power = 0;
    double rest = value;
    while (std::abs(rest) >= 1024.0 && power + 1 < prefixes.size()) {
        rest /= 1024.0;
        ++power;
    }
    const bool whole = rest == std::floor(rest);
    const QString number = whole ? ungrouped(m_locale, rest, 0) : withoutTrailingZeros(significant(rest), m_locale);
    return power == 0 ? number : number + noBreakSpace + QLatin1String(prefixes[power]);
}

QString Format::bytes(Bytes value) const
{
    const QString text = count(value.value());
    if (text == noNumber)
        return text;
    return (text.contains(noBreakSpace) ? text : text + noBreakSpace) + QLatin1Char('B');
}

QString Format::perSecond(double value) const { return scaled(value, QStringLiteral("/s")); }
QString Format::time(Seconds value) const
{
    const double seconds = value.value();
    if (!std::isfinite(seconds) || std::abs(seconds) < 999.5) // what rounds to four digits would be "1.00 ks"
        return scaled(seconds, QStringLiteral("s"));
    const bool isHours = std::abs(seconds) >= 3600.0;
    return significant(seconds / (isHours ? 3600.0 : 60.0)) + noBreakSpace
         + (isHours ? QLatin1String("h") : QLatin1String("min"));
}
QString Format::shortTime(Seconds value) const
{
    const QString full = scaled(value.value(), QStringLiteral("s")); // a scale's decades are no minutes
    const qsizetype space = full.indexOf(noBreakSpace);
    return space < 0 ? full : withoutTrailingZeros(full.left(space), m_locale) + full.mid(space);
}

QString Format::rate(BytesPerSecond value) const { return scaled(value.value(), QStringLiteral("B/s")); }
QString Format::traffic(Bytes value) const { return scaled(value.value(), QStringLiteral("B")); }
QString Format::clock(Hertz value) const { return scaled(value.value(), QStringLiteral("Hz")); }

QString Format::rate(FlopsPerSecond value, Operation operation) const
{
    return scaled(value.value(), workUnit(operation) + QStringLiteral("/s"));
}

QString Format::work(Flops value, Operation operation) const { return scaled(value.value(), workUnit(operation)); }

QString Format::intensity(FlopsPerByte value, Operation operation) const
{
    // Below one an operation every so many bytes says more than a decimal: "1/8" of what reads and writes a float.
    const bool isFraction = value.value() > smallestFraction && value.value() < 1.0 && isWholeInverse(value.value());
    const QString number = isFraction ? powerOfTwo(value.value())
                                      : withoutTrailingZeros(significant(value.value()), m_locale);
    return number + noBreakSpace + workUnit(operation) + QStringLiteral("/B");
}

QString Format::intensityInColumn(FlopsPerByte value) const
{
    return significant(value.value()) + noBreakSpace + workUnit(Operation::Fma) + QStringLiteral("/B");
}

QString Format::percent(double fraction) const
{
    if (!std::isfinite(fraction))
        return noNumber;
    const double hundredths = fraction * 100.0;
    return withoutTrailingZeros(ungrouped(m_locale, hundredths, decimalsOfPercent(hundredths)), m_locale) + noBreakSpace
         + QLatin1Char('%');
}

QString Format::percentInColumn(double fraction) const
{
    const double hundredths = fraction * 100.0;
    return std::isfinite(fraction) && fraction != 0.0
             ? ungrouped(m_locale, hundredths, decimalsOfPercent(hundredths)) + noBreakSpace + QLatin1Char('%')
             : percent(fraction);
}

QString Format::relativeInterval(double value, double low, double high) const
{
    if (!(value > 0.0) || !(high > low) || !std::isfinite(high - low))
        return {};
    const double half = (high - low) / (2.0 * value);
    if (half < 0.0005)
        return QStringLiteral("± <") + percent(0.001);
    const double below = low / value - 1.0;
    const double above = high / value - 1.0;
    const double larger = std::max(std::abs(below), std::abs(above));
    // "± 46 %" of what may be 92 % less and nothing more would promise what lies above and hide half of what lies
    // below; "± 264 %" would reach below nothing.
    if (half >= 1.0 || (larger >= 0.05 && std::abs(below + above) > larger / 3.0))
        return sidesOf(below, above, *this);
    return QStringLiteral("±") + noBreakSpace + percent(half);
}

QString Format::factor(double value) const
{
    if (!std::isfinite(value))
        return noNumber;
    if (value > 0.0 && value < 0.095) // two decimals would say 0.01 of a 128th
        return QStringLiteral("1/") + factor(1.0 / value);
    // No measured ratio is known to the last of five digits; a whole number of four, such as 1024, may be counted.
    constexpr double threeDigits = 999.5;
    constexpr double largestGrouped = 1e15;
    const bool isCounted = value == std::round(value) && value < 10000.0;
    if (value >= threeDigits && value < largestGrouped) {
        const double step = isCounted ? 1.0 : std::pow(10.0, leadingExponent(value, 3) - 2);
        return whole(std::llround(value / step) * std::llround(step)) + QChar(0x00D7);
    }
    return (value >= 100.0 ? ungrouped(m_locale, value, 0) : ungrouped(m_locale, value, value < 0.95 ? 2 : 1))
         + QChar(0x00D7);
}

QString Format::roofValue(const Roof& roof) const
{
    return scaled(roof.value, QString::fromStdString(std::string(unitOfRoof(roof.id))));
}

QString Format::roofValues(const Roof& roof, double first, double second, const QString& form) const
{
    const auto words = [&](double value) {
        Roof other = roof;
        other.value = value;
        return roofValue(other);
    };
    const auto unitOf = [](const QString& value) {
        const auto begin = std::find_if(value.crbegin(), value.crend(), [](QChar letter) { return letter.isDigit(); });
        return value.right(std::distance(value.crbegin(), begin));
    };
    QString before = words(first);
    const QString after = words(second);
    if (unitOf(before) == unitOf(after))
        before.chop(unitOf(before).size());
    return form.arg(before, after);
}

QString Format::roofInterval(const Roof& roof) const
{
    const bool isOfADay = roof.measurements > 1 && roof.low > 0.0 && roof.high > roof.low * sameState;
    return isOfADay ? roofValues(roof, roof.low, roof.high,
                                 QCoreApplication::translate("ridgepoint::Format", "(%1 to %2 within a day)"))
                    : relativeInterval(roof.value, roof.low, roof.high);
}

QString Format::powerOfTwo(double value) const
{
    if (value < 1.0 && isWholeInverse(value))
        return ungrouped(m_locale, 1.0, 0) + QLatin1Char('/') + ungrouped(m_locale, std::round(1.0 / value), 0);
    return count(value);
}

QString Format::powerOfTen(double value, Notation notation) const
{
    if (notation == Notation::Digits)
        return withoutTrailingZeros(significant(value, 2), m_locale);
    const int power = leadingExponent(value, 3);
    return withoutTrailingZeros(significant(value / std::pow(10.0, power)), m_locale) + QLatin1Char('e')
         + QString::number(power);
}

QString Format::whole(std::int64_t value) const { return m_locale.toString(static_cast<qlonglong>(value)); }

QString workUnit(Operation operation)
{
    switch (operation) {
    case Operation::Fma:
    case Operation::Mul:
    case Operation::Add: return QStringLiteral("FLOP");
    case Operation::Relu:
    case Operation::Gelu:
    case Operation::Exp:
    case Operation::Cos: return QStringLiteral("op");
    }
    return {};
}

QString elementWord(Precision precision, std::int64_t elements)
{
    const bool isOne = elements == 1;
    switch (precision) {
    case Precision::Fp32: return isOne ? tr("float") : tr("floats");
    case Precision::Fp64: return isOne ? tr("double") : tr("doubles");
    case Precision::Fp16: return isOne ? tr("half") : tr("halfs");
    case Precision::Bf16: return isOne ? tr("bfloat") : tr("bfloats");
    }
    return {};
}

QString regimeWord(Regime regime)
{
    switch (regime) {
    case Regime::Compute: return tr("compute-bound");
    case Regime::Memory: return tr("memory-bandwidth-bound");
    case Regime::Overhead: return tr("overhead-bound");
    case Regime::UnderFilled: return tr("under-filled");
    }
    return {};
}

QString regimeLabel(Regime regime)
{
    switch (regime) {
    case Regime::Compute: return tr("compute");
    case Regime::Memory: return tr("memory");
    case Regime::Overhead: return tr("overhead");
    case Regime::UnderFilled: return tr("under-filled");
    }
    return {};
}

QString roofWord(std::string_view id) { return tr(nameOfRoof(id).c_str()); }

QString flagWords(FlagSet flags)
{
    struct Word {
        Flag flag;
        const char* text;
    };
    static const Word words[] = {
        {Flag::Interpolated, QT_TRANSLATE_NOOP("ridgepoint", "interpolated, not measured")},
        {Flag::FewReadings, QT_TRANSLATE_NOOP("ridgepoint", "few readings")},
        {Flag::IntervalNotReached, QT_TRANSLATE_NOOP("ridgepoint", "interval too wide")},
        {Flag::Throttled, QT_TRANSLATE_NOOP("ridgepoint", "throttled")},
        {Flag::Preempted, QT_TRANSLATE_NOOP("ridgepoint", "preempted")},
        {Flag::MachineBusy, QT_TRANSLATE_NOOP("ridgepoint", "machine busy")},
        {Flag::UnderFilled, QT_TRANSLATE_NOOP("ridgepoint", "under-filled")},
        {Flag::CacheTransition, QT_TRANSLATE_NOOP("ridgepoint", "cache transition")},
        {Flag::Ambiguous, QT_TRANSLATE_NOOP("ridgepoint", "ambiguous")},
        {Flag::Edge, QT_TRANSLATE_NOOP("ridgepoint", "edge of the map")},
        {Flag::PowerLimited, QT_TRANSLATE_NOOP("ridgepoint", "power-limited")},
    };
    QStringList result;
    for (const Word& word : words)
        if (flags.has(word.flag))
            result << tr(word.text);
    return result.join(QStringLiteral(", "));
}

QString errorMessage(const Error& error)
{
    Error translated = error;
    translated.text = QCoreApplication::translate("Errors", error.text.c_str()).toStdString();
    return QString::fromStdString(translated.message());
}

} // namespace ridgepoint
