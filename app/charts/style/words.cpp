// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/format.h"

#include "app/charts/style/texts.h"

#include <QCoreApplication>
#include <QStringList>

namespace ridgepoint {
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

QString elementWord(Precision precision)
{
    switch (precision) {
    case Precision::Fp32: return tr("floats");
    case Precision::Fp64: return tr("doubles");
    case Precision::Fp16: return tr("halfs");
    case Precision::Bf16: return tr("bfloats");
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

QString roofWord(std::string_view id)
{
    QStringList parts = QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size())).split(QLatin1Char('.'));
    const QString kind = parts.takeFirst();
    if (parts.isEmpty())
        return kind;
    if (parts[0] == QLatin1String("peer")) {
        parts[0] = tr("GPU to GPU");
        parts.replaceInStrings(QStringLiteral("both"), tr("both ways"));
    } else if (kind == QLatin1String("bandwidth") || (kind == QLatin1String("latency") && parts.size() == 1))
        parts[0] = parts[0].toUpper(); // a level of memory
    if (kind == QLatin1String("latency"))
        return tr("%1 latency").arg(parts.join(QLatin1Char(' ')));
    if (kind == QLatin1String("launch"))
        return parts[0] == QLatin1String("fixed")
                 ? tr("fixed cost")
                 : tr("%1 launch").arg(parts[0].replace(QLatin1Char('_'), QLatin1Char('-')));
    return parts.join(QLatin1Char(' '));
}

QString flagWords(FlagSet flags)
{
    struct Word {
        Flag flag;
        const char* text;
    };
    static const Word words[] = {
        {Flag::Interpolated, QT_TRANSLATE_NOOP("ridgepoint", "not measured, filled between neighbours")},
        {Flag::FewReadings, QT_TRANSLATE_NOOP("ridgepoint", "few readings")},
        {Flag::IntervalNotReached, QT_TRANSLATE_NOOP("ridgepoint", "interval not reached")},
        {Flag::Throttled, QT_TRANSLATE_NOOP("ridgepoint", "throttled")},
        {Flag::Preempted, QT_TRANSLATE_NOOP("ridgepoint", "preempted")},
        {Flag::MachineBusy, QT_TRANSLATE_NOOP("ridgepoint", "machine busy")},
        {Flag::UnderFilled, QT_TRANSLATE_NOOP("ridgepoint", "under-filled")},
        {Flag::CacheTransition, QT_TRANSLATE_NOOP("ridgepoint", "cache transition")},
        {Flag::Ambiguous, QT_TRANSLATE_NOOP("ridgepoint", "ambiguous")},
        {Flag::Edge, QT_TRANSLATE_NOOP("ridgepoint", "on the rim of the map")},
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
