// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/kernel_verdict.h"

#include "app/charts/data/kernels_on_roofs.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/style/texts.h"
#include "core/analysis/outrun.h"
#include "core/analysis/shortfall.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ridgepoint {
namespace {

using VerdictState = RowVerdict::State;

const QString unjudgedCell = QStringLiteral("–");

/// Beyond this a share says no more than that a count is wrong.
constexpr double mostShareTold = 10.0;

} // namespace

std::optional<JudgingDevice> judgingBy(const RoofSet& roofs, const DeviceInfo& device, const std::string& compute,
                                       LaunchMode mode)
{
    const auto known = [&roofs](const std::string& id) {
        const Roof* roof = roofs.find(id);
        return roof != nullptr && roof->value > 0.0 ? roof : nullptr;
    };
    const Roof* bandwidth = known(bandwidthRoofId("dram"));
    const Roof* rate = known(compute);
    if (rate == nullptr)
        rate = known(computeRoofId(Operation::Fma, Precision::Fp32));
    if (bandwidth == nullptr || rate == nullptr)
        return std::nullopt;
    const EnvelopeDevice figures{.bandwidth = BytesPerSecond(bandwidth->value), .compute = FlopsPerSecond(rate->value)};
    const auto lines = referenceLines(device, shippedDatasheets());
    return JudgingDevice{
        .figures = withLaunches(withHighest(withCaches(figures, roofs), roofs, lines), roofs, mode, device.kind),
        .computeRoof = rate->id,
        .device = device,
        .words = {}};
}

LaunchMode judgingLaunch(const RoofSet& roofs, LaunchMode wanted)
{
    const auto isKnown = [&roofs](LaunchMode mode) { return roofs.find(launchRoofId(mode)) != nullptr; };
    if (isKnown(wanted))
        return wanted;
    const auto* const first = std::ranges::find_if(allLaunchModes, isKnown);
    return first != std::end(allLaunchModes) ? *first : LaunchMode::WaitEach;
}

QString judgingWords(const QString& device, const RoofSet& roofs, LaunchMode mode, const QString& provenance)
{
    return roofs.find(launchRoofId(mode)) != nullptr
             ? tr("%1, launched %2, %3").arg(device, text(nameOf(mode)), provenance)
             : tr("%1, %2").arg(device, provenance);
}

bool ranElsewhere(const OwnKernel& kernel, const JudgingDevice& judging)
{
    const std::string_view device = ranOn(kernel);
    if (device.empty() || judging.device.name.empty())
        return false;
    if (device == unnamedGpu || device == unnamedProcessor)
        return (judging.device.kind == DeviceKind::Cpu) != (device == unnamedProcessor);
    return !isDeviceCalled(judging.device, device);
}

KernelJudges::KernelJudges(JudgingDevice device, std::vector<JudgingDevice> others)
{
    m_all.reserve(1 + others.size());
    m_all.push_back(std::move(device));
    std::move(others.begin(), others.end(), std::back_inserter(m_all));
}

const JudgingDevice* KernelJudges::judgeOf(const OwnKernel& kernel) const
{
    return judgeOf(std::string(ranOn(kernel)));
}

const JudgingDevice* KernelJudges::judgeOf(const std::string& device) const
{
    const auto [known, isNew] = m_known.try_emplace(device, nullptr);
    if (!isNew)
        return known->second;
    OwnKernel kernel;
    kernel.device = device;
    if (m_all.front().figures && !ranElsewhere(kernel, m_all.front()))
        return known->second = &m_all.front();
    if (device.empty() || device == unnamedGpu) // of which none of the others is known to be
        return nullptr;
    const auto own = std::find_if(std::next(m_all.begin()), m_all.end(), [&](const JudgingDevice& other) {
        return other.figures && !other.device.name.empty() && !ranElsewhere(kernel, other);
    });
    return known->second = own != m_all.end() ? &*own : nullptr;
}

void KernelJudges::shareTimes(std::vector<ShownKernel>& shown, const std::vector<OwnKernel>& all) const
{
    const auto deviceOf = [this](const OwnKernel& kernel) {
        const JudgingDevice* by = judgeOf(kernel);
        return by == nullptr || by->device.name.empty() ? std::string(ranOn(kernel)) : "judged by " + by->device.name;
    };
    std::unordered_map<std::string, Seconds> times;
    Seconds* time = nullptr;
    const OwnKernel* last = nullptr;
    for (const OwnKernel& kernel : all) {
        if (last == nullptr || ranOn(kernel) != ranOn(*last))
            time = &times[deviceOf(kernel)]; // which stays where it is
        *time += countedTime(kernel);
        last = &kernel;
    }
    for (ShownKernel& each : shown) {
        const Seconds whole = times.at(deviceOf(each.kernel));
        each.shareOfTime = whole > Seconds() ? countedTime(each.kernel) / whole : 0.0;
    }
}

bool lacksCounts(const OwnKernel& kernel)
{
    return (kernel.work == WorkOrigin::Unknown || kernel.flopsUnknown) && kernel.flops == Flops()
        && trafficOf(kernel).empty();
}

bool limitsNothing(const OwnKernelVerdict& verdict)
{
    return verdict.isOfAllCounts() && verdict.shareOfRoof < leastShareLimited;
}

bool isAboveMeasured(const OwnKernelVerdict& verdict)
{
    return verdict.limit == Regime::Memory && verdict.shareOfRoof > clearlyBeyondRoof
        && verdict.shareOfHighest <= clearlyBeyondRoof;
}

bool mayBeComputing(const OwnKernelVerdict& verdict)
{
    return verdict.flopsUnknown && verdict.shareOfRoof <= clearlyBeyondRoof;
}

bool mayBeMoving(const OwnKernelVerdict& verdict)
{
    return verdict.bytesUnknown && verdict.shareOfRoof <= clearlyBeyondRoof;
}

bool promisesLevers(const OwnKernelVerdict& verdict)
{
    return verdict.isOfAllCounts() && !limitsNothing(verdict)
        && (verdict.shareOfRoof <= clearlyBeyondRoof || isAboveMeasured(verdict));
}

bool cacheMayHelp(const OwnKernel& kernel, const OwnKernelVerdict& verdict)
{
    return !kernel.source.empty() && kernel.work == WorkOrigin::Formula && verdict.limit == Regime::Memory
        && verdict.shareOfRoof > clearlyBeyondRoof && !isAboveMeasured(verdict);
}

RowVerdict judgedRow(const OwnKernel& kernel, const JudgingDevice* by)
{
    if (lacksCounts(kernel))
        return {.state = VerdictState::NoCounts};
    if (by == nullptr)
        return {.state = VerdictState::NoDevice};
    const auto verdict = judge(kernel, *by->figures);
    if (!verdict)
        return {.state = VerdictState::NotPossible};
    RowVerdict row{.state = VerdictState::Judged,
                   .limit = verdict->limit,
                   .share = verdict->shareOfRoof,
                   .shareOfHighest = verdict->shareOfHighest,
                   .cacheHelped = cacheMayHelp(kernel, *verdict),
                   .flopsUnknown = verdict->flopsUnknown,
                   .bytesUnknown = verdict->bytesUnknown};
    if (limitsNothing(*verdict) && verdict->shareOfRoof > 0.0) {
        row.best = LeverKind::ReachRoofs; // as far as they allow, by what no roof tells
        row.speedup = 1.0 / verdict->shareOfRoof;
    } else if (promisesLevers(*verdict) && !verdict->levers.empty() && verdict->levers.front().helps()) {
        row.best = verdict->levers.front().kind;
        row.speedup = verdict->levers.front().speedup;
    }
    return row;
}

int limitOrder(const RowVerdict& verdict)
{
    if (verdict.state != VerdictState::Judged)
        return -1;
    const OwnKernelVerdict like{.limit = verdict.limit,
                                .shareOfRoof = verdict.share,
                                .shareOfHighest = verdict.shareOfHighest,
                                .flopsUnknown = verdict.flopsUnknown,
                                .bytesUnknown = verdict.bytesUnknown};
    return limitsNothing(like)   ? 0
         : isAboveMeasured(like) ? 98
         : promisesLevers(like)  ? 1 + static_cast<int>(verdict.limit)
         : mayBeComputing(like)  ? 99
         : mayBeMoving(like)     ? 100
         : verdict.cacheHelped   ? 101
                                 : 102;
}

QString rowLimitWords(const RowVerdict& verdict)
{
    const int order = limitOrder(verdict);
    return order < 0    ? unjudgedCell
         : order == 0   ? tr("none of these roofs")
         : order == 98  ? tr("%1: above the measured roof").arg(regimeLabel(verdict.limit))
         : order == 99  ? tr("memory? (FLOP unknown)")
         : order == 100 ? tr("compute? (bytes unknown)")
         : order == 101 ? tr("above the roof: a cache helped")
         : order > 101  ? tr("Impossible: check counts, time and device")
                        : regimeLabel(verdict.limit);
}

QString rowShareWords(const RowVerdict& verdict, const Format& format)
{
    return verdict.state == VerdictState::Judged ? roofShareWords(verdict.share, format) : unjudgedCell;
}

QString rowLeverWords(const RowVerdict& verdict)
{
    return limitOrder(verdict) == 0 ? tr("not a roof") : shortLeverWords(verdict.best);
}

QString bestLeverWords(const RowVerdict& verdict, const Format& format)
{
    if (!(verdict.speedup > 0.0))
        return unjudgedCell;
    return (verdict.best == LeverKind::ReachRoofs ? tr("%1: up to %2") : tr("%1: %2"))
        .arg(rowLeverWords(verdict), format.factor(verdict.speedup));
}

QString roofShareWords(double share, const Format& format)
{
    return share > mostShareTold ? tr("> %1").arg(format.percent(mostShareTold)) : format.percent(share);
}

QString shortLeverWords(LeverKind kind)
{
    switch (kind) {
    case LeverKind::GraphLaunches: return tr("one launch");
    case LeverKind::DoubleCompute: return tr("2× FLOP/s");
    case LeverKind::DoubleBandwidth: return tr("2× bandwidth");
    case LeverKind::HalveLaunch: return tr("half the launch cost");
    case LeverKind::ReachRoofs: return tr("get closer to the roof");
    default: return text(nameOf(kind));
    }
}

} // namespace ridgepoint
