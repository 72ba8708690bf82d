// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/kernel_choice.h"
#include "app/charts/style/format.h"
#include "core/analysis/own_kernel.h"
#include "core/model/device.h"

#include <QString>

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ridgepoint {

/// What kernels of the user's own are judged by.
struct JudgingDevice {
    std::optional<EnvelopeDevice> figures; ///< nothing while a number is missing
    std::string computeRoof;               ///< id of the roof that the compute rate is; empty of a typed one
    DeviceInfo device;                     ///< nameless where the numbers are of no device in particular
    QString words;                         ///< as of judgingWords()

    friend bool operator==(const JudgingDevice& a, const JudgingDevice& b)
    {
        return a.figures == b.figures && a.computeRoof == b.computeRoof && a.device.id == b.device.id
            && a.device.name == b.device.name && a.words == b.words;
    }
};
/// A device by its roofs: DRAM's bandwidth, this compute roof or else that of fp32 multiply-adds, and launches of this
/// mode; without words. Nothing where a rate is not known.
[[nodiscard]] std::optional<JudgingDevice> judgingBy(const RoofSet& roofs, const DeviceInfo& device,
                                                     const std::string& compute, LaunchMode mode);
/// Of which launches the cost judges: of this mode, or where the roofs have none of it, of the first that they have;
/// wait-each where they have none at all. The window's list chooses so when it is opened.
[[nodiscard]] LaunchMode judgingLaunch(const RoofSet& roofs, LaunchMode wanted);
/// "Host CPU · 2 threads, launched wait-each, measured": the launch is left out where the roofs have no cost of it.
[[nodiscard]] QString judgingWords(const QString& device, const RoofSet& roofs, LaunchMode mode,
                                   const QString& provenance);
/// Whether a kernel's file says that it ran on another device: the roofs say nothing of it then.
[[nodiscard]] bool ranElsewhere(const OwnKernel& kernel, const JudgingDevice& judging);

/// By which of several devices each kernel is judged.
class KernelJudges {
public:
    /// `device` judges kernels, unless their file says that they ran on another one: then the first of the `others`
    /// does that goes by its name. Without figures `device` judges nothing.
    explicit KernelJudges(JudgingDevice device = {}, std::vector<JudgingDevice> others = {});
    KernelJudges(KernelJudges&&) = default; // what is known points into m_all
    KernelJudges& operator=(KernelJudges&&) = default;

    [[nodiscard]] const JudgingDevice& device() const { return m_all.front(); }
    /// By whose numbers a kernel is judged, or those that ran on a device of this name (ranOn()); null where they are
    /// not.
    [[nodiscard]] const JudgingDevice* judgeOf(const OwnKernel& kernel) const;
    [[nodiscard]] const JudgingDevice* judgeOf(const std::string& device) const;
    /// Shares of the time of all kernels that ran on one device: those that one device judges, whatever files call it.
    void shareTimes(std::vector<ShownKernel>& shown, const std::vector<OwnKernel>& all) const;
    /// Whether these are the same devices.
    friend bool operator==(const KernelJudges& a, const KernelJudges& b) { return a.m_all == b.m_all; }

private:
    std::vector<JudgingDevice> m_all;                                      ///< the device, then the others
    mutable std::unordered_map<std::string, const JudgingDevice*> m_known; ///< by the device that a file names
};

/// Whether only its time is known, so that no roof says anything of it.
[[nodiscard]] bool lacksCounts(const OwnKernel& kernel);
/// Whether a kernel is so far below its roofs, at half of them or less, that none of them is what limits it.
[[nodiscard]] bool limitsNothing(const OwnKernelVerdict& verdict);
/// Whether a kernel is faster than the measured roof of the memory that limits it, and not than all that is known of
/// that memory: roofs are of in-place updates, and other traffic may be faster.
[[nodiscard]] bool isAboveMeasured(const OwnKernelVerdict& verdict);
/// Whether computing may be what limits a kernel whose FLOP are not known: it moves data no faster than memory allows.
[[nodiscard]] bool mayBeComputing(const OwnKernelVerdict& verdict);
/// Whether memory may be what limits a kernel whose bytes are not known: it computes no faster than its roof allows.
[[nodiscard]] bool mayBeMoving(const OwnKernelVerdict& verdict);
/// Whether the roofs' levers mean anything for a kernel: not where none of them limits it, nor where its FLOP or
/// bytes are not known or a count is wrong.
[[nodiscard]] bool promisesLevers(const OwnKernelVerdict& verdict);
/// Whether a kernel that is faster than memory allows may be so by a cache: its bytes were reckoned from shapes, which
/// say nothing of those that a cache delivered.
[[nodiscard]] bool cacheMayHelp(const OwnKernel& kernel, const OwnKernelVerdict& verdict);

/// The verdict of a kernel as a row of a table has it: a hundred thousand of them are kept.
struct RowVerdict {
    /// Whether there is one, or why not.
    enum class State { Judged, NoDevice, NoCounts, NotPossible };
    State state = State::NoDevice;
    Regime limit = Regime::Memory;
    double share = 0.0;          ///< of what the roofs allow
    double shareOfHighest = 0.0; ///< of what the highest figures of its memory allow
    bool cacheHelped = false;
    bool flopsUnknown = false;
    bool bytesUnknown = false;
    LeverKind best = LeverKind::ReachRoofs;
    double speedup = 0.0; ///< of the best lever, at most where that is to get closer to roofs; 0 where none is promised
};
/// By the numbers of this device; null for none.
[[nodiscard]] RowVerdict judgedRow(const OwnKernel& kernel, const JudgingDevice* by);
/// What limits a row, as one number: rows of one limit stand together. Below zero where it is not judged.
[[nodiscard]] int limitOrder(const RowVerdict& verdict);
/// "memory", "none of these roofs"; a dash where it is not judged.
[[nodiscard]] QString rowLimitWords(const RowVerdict& verdict);
/// "87 %", likewise.
[[nodiscard]] QString rowShareWords(const RowVerdict& verdict, const Format& format);
/// The best lever without its speed-up.
[[nodiscard]] QString rowLeverWords(const RowVerdict& verdict);
/// "2× bandwidth: 1.9×"; a dash where none is promised.
[[nodiscard]] QString bestLeverWords(const RowVerdict& verdict, const Format& format);
/// "87 %" of what the roofs allow; "> 1000 %" where a count must be wrong.
[[nodiscard]] QString roofShareWords(double share, const Format& format);
/// "2× bandwidth": what a cell of a table has room for.
[[nodiscard]] QString shortLeverWords(LeverKind kind);

} // namespace ridgepoint
