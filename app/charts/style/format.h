// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device.h"
#include "core/model/flags.h"
#include "core/model/regime.h"
#include "core/model/roof.h"
#include "core/model/units.h"
#include "core/model/workload.h"

#include <QLocale>
#include <QString>

#include <cstdint>

namespace ridgepoint {

/// The one place where numbers become words for people. Three significant digits, SI prefixes for rates and times,
/// binary prefixes for sizes, a no-break space before the unit. A number that is not finite reads "–".
class Format {
public:
    explicit Format(QLocale locale = QLocale()) : m_locale(std::move(locale)) {}

    /// "32 Mi", "1000", "45.3 Ki".
    [[nodiscard]] QString count(double value) const;
    /// "128 MiB".
    [[nodiscard]] QString bytes(Bytes value) const;
    /// "4.30 ms"; from a thousand seconds on "16.7 min", "2.50 h".
    [[nodiscard]] QString time(Seconds value) const;
    /// "4.3 ms", "10 µs": without trailing zeros, for scales.
    [[nodiscard]] QString shortTime(Seconds value) const;
    /// "62.4 GB/s".
    [[nodiscard]] QString rate(BytesPerSecond value) const;
    /// "125 GFLOP/s"; "125 Gop/s" for operations that count one nominal operation.
    [[nodiscard]] QString rate(FlopsPerSecond value, Operation operation = Operation::Fma) const;
    /// "375 G/s": what is counted in a second.
    [[nodiscard]] QString perSecond(double value) const;
    /// "537 MFLOP".
    [[nodiscard]] QString work(Flops value, Operation operation = Operation::Fma) const;
    /// "268 MB": traffic, with SI prefixes as in rates.
    [[nodiscard]] QString traffic(Bytes value) const;
    /// "2 FLOP/B", "6.83 FLOP/B"; below one as a fraction where it is one of a whole number: "1/8 FLOP/B".
    [[nodiscard]] QString intensity(FlopsPerByte value, Operation operation = Operation::Fma) const;
    /// The same below others, always as a decimal: "0.125 FLOP/B" beside "0.0833 FLOP/B".
    [[nodiscard]] QString intensityInColumn(FlopsPerByte value) const;
    /// "3.40 GHz".
    [[nodiscard]] QString clock(Hertz value) const;
    /// "99 %" of 0.99; one decimal under 10 %, more where it would say nothing or all: "0.03 %", "99.8 %".
    [[nodiscard]] QString percent(double fraction) const;
    /// The same below others, where "1 %" would be less exact than "1.1 %": "1.0 %".
    [[nodiscard]] QString percentInColumn(double fraction) const;
    /// "± 0.9 %": half the interval over the value; where its sides differ clearly each by itself, "−11/+3 %", or the
    /// one that there is, "−92 %"; empty when the interval is empty.
    [[nodiscard]] QString relativeInterval(double value, double low, double high) const;
    /// "2.0×", "168,000×": from a thousand on three digits of what is no whole number of four.
    [[nodiscard]] QString factor(double value) const;
    /// A roof's value in its own unit: "63.0 GB/s", "430 GFLOP/s", "390 ns".
    [[nodiscard]] QString roofValue(const Roof& roof) const;
    /// Two values of a roof at the places of a form such as "%1 to %2", with one unit where they share it: "62.0 to 117
    /// GB/s".
    [[nodiscard]] QString roofValues(const Roof& roof, double first, double second, const QString& form) const;
    /// What a roof may as well be: the interval of its rounds, "± 3 %", or, where it was measured several times within
    /// a day and they differ, the range of all: "(62.0 to 117 GB/s in a day)"; empty where there is neither.
    [[nodiscard]] QString roofInterval(const Roof& roof) const;

    /// "1/8", "4", "16 Ki": a tick at a power of two (any other value reads as a count).
    [[nodiscard]] QString powerOfTwo(double value) const;
    enum class Notation { Digits, Powers };
    /// "0.01", "1", "1000" or, for an axis on which some would be long, "1e-2", "1e0", "1e3": a tick at a power of ten.
    [[nodiscard]] QString powerOfTen(double value, Notation notation = Notation::Digits) const;
    /// Three significant digits, no trailing point: "6.83", "430", "0.0512".
    [[nodiscard]] QString significant(double value, int digits = 3) const;
    /// A whole number with the locale's digit groups: "1,089".
    [[nodiscard]] QString whole(std::int64_t value) const;

    [[nodiscard]] const QLocale& locale() const { return m_locale; }

private:
    [[nodiscard]] QString scaled(double value, const QString& unit) const;
    QLocale m_locale;
};

/// "FLOP" or "op".
[[nodiscard]] QString workUnit(Operation operation);
/// "floats", "doubles", "halfs", "bfloats"; of one element "float", "double", "half", "bfloat".
[[nodiscard]] QString elementWord(Precision precision, std::int64_t elements = 0);
/// "memory-bandwidth-bound", "compute-bound", "overhead-bound", "under-filled", translated.
[[nodiscard]] QString regimeWord(Regime regime);
/// "memory", "compute", "overhead", "under-filled": as short labels in charts, translated.
[[nodiscard]] QString regimeLabel(Regime regime);
/// "DRAM", "L2", "fp32 fma", "bf16 matrix": what a roof is called in a chart.
[[nodiscard]] QString roofWord(std::string_view id);
/// "few readings, throttled": a person's words for flags; empty for none.
[[nodiscard]] QString flagWords(FlagSet flags);
/// The error's text translated, with its arguments put in.
[[nodiscard]] QString errorMessage(const Error& error);

} // namespace ridgepoint
