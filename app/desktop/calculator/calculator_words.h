// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/kernel_verdict.h"
#include "app/charts/style/format.h"
#include "core/analysis/own_kernel.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace ridgepoint {

/// A number as one says it: "375 billion", "19.5 trillion", "104".
[[nodiscard]] QString spoken(double value, const Format& format);
/// A count as a field shows it: "16 Mi" for powers of two, "400 billion" for round numbers, else the number itself.
[[nodiscard]] QString countWords(double value, const Format& format);

/// One step of a calculation with its numbers.
struct CalculationStep {
    QString name;    ///< "Memory delivers"
    QString formula; ///< "1.50 TB/s / 4 B"
    QString result;  ///< "375 billion floats a second, about 380 billion"
};

/// What a calculation on the back of an envelope says.
struct EnvelopeWords {
    QString headline; ///< "Memory-bandwidth-bound: 89.5 µs"
    QString ridge;    ///< "Until about 100 operations per element …"
    std::vector<CalculationStep> steps;
};
[[nodiscard]] EnvelopeWords wordsOf(const EnvelopeDevice& device, const EnvelopeWork& work, const Envelope& envelope,
                                    const Format& format);

/// What was measured of the same work on the present device.
struct MeasuredAnswer {
    QString device;
    Seconds time;
    Seconds low;
    Seconds high;
};
/// "Measured on Host CPU: 4.30 ms ± 0.9 %. The estimate is 1 % below it." For another device's numbers (`same` false)
/// how many times as fast that would be.
[[nodiscard]] QString measuredWords(const Envelope& envelope, const MeasuredAnswer& measured, bool same,
                                    const Format& format);

/// The steps as rich text, and as plain lines to be copied.
[[nodiscard]] QString asHtml(const std::vector<CalculationStep>& steps);
[[nodiscard]] QString asPlainText(const std::vector<CalculationStep>& steps);

/// On which device a kernel ran and by which it is judged, where its file names another one or none; empty of one that
/// was typed, and of one that is judged by its own device.
[[nodiscard]] QString judgedByWords(const OwnKernel& kernel, const JudgingDevice& judging);
/// "1 launch", "12 launches".
[[nodiscard]] QString launchWords(double launches, const Format& format);
/// "It reaches 42 % of the DRAM roof, 8 % of the fp32 fma roof. Launching accounts for 3 % of its time."; without the
/// two levels that levelLimitWords() names where it says something.
[[nodiscard]] QString roofDistanceWords(const OwnKernel& kernel, const OwnKernelVerdict& verdict,
                                        const std::string& computeRoof, const Format& format);
/// What beside the levers is asked for in vain: "Doubling the FLOP/s would not help: its bytes take longer than its
/// operations."; empty where roofs promise nothing.
[[nodiscard]] QString vainDoublingWords(const OwnKernelVerdict& verdict);
/// Time and launches, or FLOP and bytes by level of one that is not judged (verdictSteps() has them else), and how its
/// work was got: "8.31 ms for 12 launches, timed under a profiler. Operations and bytes: counted (profile.csv)."
[[nodiscard]] QString kernelFactWords(const OwnKernel& kernel, bool isJudged, const Format& format);
/// The levers, a line each, or why they would help nothing.
[[nodiscard]] QString leverListWords(const OwnKernel& kernel, const OwnKernelVerdict& verdict, const Format& format);
/// "Memory-bandwidth-bound on the what-if device: 1.20 ms at best": what is measured here says nothing of that device.
[[nodiscard]] QString whatIfHeadline(const OwnKernelVerdict& verdict, const Format& format);
/// "Memory-bandwidth-bound: 78 % of what these roofs allow".
[[nodiscard]] QString verdictHeadline(const OwnKernelVerdict& verdict, const Format& format);
/// The same, which says of a kernel that a cache may have helped that this is no error.
[[nodiscard]] QString kernelHeadline(const OwnKernel& kernel, const OwnKernelVerdict& verdict, const Format& format);
/// Of a kernel whose bytes were counted at several levels and that memory limits, which of them does: "Limited by L2:
/// 96 % of the L2 roof, 32 % of the DRAM roof." Else empty.
[[nodiscard]] QString levelLimitWords(const OwnKernel& kernel, const OwnKernelVerdict& verdict, const Format& format);
/// The terms of the verdict with their numbers.
[[nodiscard]] std::vector<CalculationStep> verdictSteps(const OwnKernel& kernel, const EnvelopeDevice& device,
                                                        const OwnKernelVerdict& verdict, const Format& format);
/// "Twice the bandwidth".
[[nodiscard]] QString ownLeverWords(const Lever& lever, const OwnKernel& kernel, const Format& format);
/// "Twice the bandwidth 1.9×" of what helps, best first; says so where nothing does.
[[nodiscard]] QStringList ownLeverList(const OwnKernel& kernel, const OwnKernelVerdict& verdict, const Format& format);

} // namespace ridgepoint
