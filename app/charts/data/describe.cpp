// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/describe.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/series_data.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

/// Nearer to the roof than a prediction of power can tell, nothing is said.
constexpr double leastSag = 0.97;

QString sizeWords(const Workload& workload, const Format& format)
{
    return format.count(static_cast<double>(workload.elements)) + QLatin1Char(' ')
         + elementWord(workload.precision, workload.elements);
}

QString operationWords(const Workload& workload, const Format& format)
{
    return format.whole(workload.operationsPerElement) + QLatin1Char(' ') + text(nameOf(workload.operation));
}

QString depthWords(const Workload& workload)
{
    return tr("depth %1 of %2").arg(workload.fusionDepth).arg(workload.chainLength);
}

} // namespace

QString coordinateWords(const Workload& workload, AxisKind axis, const Format& format)
{
    switch (axis) {
    case AxisKind::Operations: return operationWords(workload, format);
    case AxisKind::Depth: return depthWords(workload);
    case AxisKind::Size: return sizeWords(workload, format);
    }
    return {};
}

QString workloadWords(const Workload& workload, const Format& format)
{
    QStringList parts{operationWords(workload, format), sizeWords(workload, format)};
    if (workload.chainLength > 1)
        parts << depthWords(workload);
    return parts.join(betweenParts);
}

QString placeAndMode(const Workload& workload, const Format& format)
{
    return workloadWords(workload, format) + betweenParts + text(nameOf(workload.launchMode));
}

QString sharesWords(const Shares& shares, const Format& format)
{
    std::array order{Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled};
    std::stable_sort(order.begin(), order.end(), [&](Regime a, Regime b) { return shares.of(a) > shares.of(b); });
    QStringList parts;
    for (const Regime regime : order)
        if (shares.of(regime) >= 0.01)
            parts << regimeLabel(regime) + QLatin1Char(' ') + format.percent(std::min(1.0, shares.of(regime)));
    if (shares.unexplained >= 0.01)
        parts << tr("unexplained %1").arg(format.percent(std::min(1.0, shares.unexplained)));
    return parts.join(QStringLiteral(", "));
}

QStringList describeTime(const ChartPoint& point, const Format& format)
{
    const QString interval = format.relativeInterval(point.time.value(), point.low.value(), point.high.value());
    return {workloadWords(point.workload, format),
            format.time(point.time) + (interval.isEmpty() ? QString() : QLatin1Char(' ') + interval)};
}

QStringList describeRemarks(const ChartPoint& point)
{
    QStringList lines;
    if (!point.flags.empty())
        lines << flagWords(point.flags);
    if (point.provenance != Provenance::Measured)
        lines << tr("%1, not measured").arg(text(nameOf(point.provenance)));
    return lines;
}

QStringList describePoint(const ChartPoint& point, const Format& format)
{
    QStringList lines = describeTime(point, format);
    lines << format.rate(point.performance(), point.workload.operation) + betweenParts + format.rate(point.bandwidth());
    if (point.shares)
        lines << sharesWords(*point.shares, format);
    else if (point.regime)
        lines << tr("%1 (predicted)").arg(regimeWord(*point.regime));
    if (point.shares && !point.regime)
        lines << tr("limit not known yet");
    return lines + describeRemarks(point);
}

QStringList describeRoof(const RooflineData& data, const RoofLine& line, const Format& format)
{
    const Roof& roof = line.roof;
    const auto words = [&](double value) {
        Roof other = roof;
        other.value = value;
        return format.roofValue(other);
    };
    QStringList lines{tr("%1 roof: %2").arg(roofWord(roof.id), words(roof.value))};
    if (line.factor != 1.0)
        lines << tr("what if: %1 of %2").arg(whatIfFactorWords(line.factor, format), words(roof.value / line.factor));
    else if (roof.low > 0.0 && roof.low < roof.high)
        lines << (line.active ? tr("interval %1 to %2, the band") : tr("interval %1 to %2, the bar"))
                     .arg(words(roof.low), words(roof.high));
    if (line.factor == 1.0 && roof.measurements > 1)
        lines << tr("from %1 measurements within a day").arg(format.whole(roof.measurements));
    if (line.factor == 1.0 && roof.latest)
        lines << tr("last measurement: %1").arg(words(*roof.latest));
    if (roof.provenance != Provenance::Measured)
        lines << tr("%1, not measured").arg(text(nameOf(roof.provenance)));
    for (const RidgePoint& ridge : data.ridges) {
        // Of the active compute roof its own ridge alone: those with the other levels are told by them.
        const bool isBandwidth = ridge.bandwidthRoof == roof.id;
        if (!isBandwidth && (ridge.computeRoof != roof.id || (line.active && !ridge.active)))
            continue;
        lines << tr("ridge point with %1: %2")
                     .arg(roofWord(isBandwidth ? ridge.computeRoof : ridge.bandwidthRoof),
                          format.intensity(ridge.intensity, data.line.operation));
        if (ridge.keptUp && *ridge.keptUp < ridge.performance * leastSag)
            lines << tr("predicted under sustained power: %1 of the roof")
                         .arg(format.percent(*ridge.keptUp / ridge.performance));
    }
    return lines;
}

QStringList describeOverhead(const RooflineData& data, const Format& format)
{
    if (!data.overhead)
        return {};
    const OverheadRoof& roof = *data.overhead;
    QStringList lines{
        tr("Overhead roof of %1, %2").arg(sizeWords(roof.workload, format), text(nameOf(roof.workload.launchMode))),
        tr("no pass over this size gets above it: a launch"),
        tr("takes %1, however little is computed").arg(format.time(roof.launch))};
    if (data.originalOverhead)
        lines << tr("what if: %1 of %2")
                     .arg(format.factor(roof.launch / data.originalOverhead->launch),
                          format.time(data.originalOverhead->launch));
    else if (roof.launchLow > Seconds() && roof.launchLow < roof.launchHigh)
        lines << tr("interval %1 to %2").arg(format.time(roof.launchLow), format.time(roof.launchHigh));
    if (roof.provenance != Provenance::Measured)
        lines << tr("%1, not measured").arg(text(nameOf(roof.provenance)));
    if (roof.reference)
        lines << tr("drawn for this size because the size at the sliders is out of view");
    return lines;
}

QString lineWords(const Workload& line, AxisKind along, const Format& format)
{
    QStringList parts;
    if (along != AxisKind::Operations)
        parts << operationWords(line, format);
    if (along != AxisKind::Size)
        parts << sizeWords(line, format);
    if (along != AxisKind::Depth && line.chainLength > 1)
        parts << depthWords(line);
    parts << text(nameOf(line.launchMode));
    return parts.join(betweenParts);
}

namespace {

/// The respects that a key names, in its order.
QStringList respects(const Workload& workload, AxisKind along, const Format& format)
{
    return {text(nameOf(workload.operation)), text(nameOf(workload.launchMode)),
            along == AxisKind::Operations ? QString() : operationWords(workload, format),
            along == AxisKind::Size ? QString() : format.count(static_cast<double>(workload.elements)),
            along == AxisKind::Depth ? QString() : depthWords(workload)};
}

bool differs(const Workload& line, const Workload& own, AxisKind along, qsizetype respect)
{
    const std::array unlike{line.operation != own.operation, line.launchMode != own.launchMode,
                            along != AxisKind::Operations && line.operationsPerElement != own.operationsPerElement,
                            along != AxisKind::Size && line.elements != own.elements,
                            along != AxisKind::Depth && line.fusionDepth != own.fusionDepth};
    return unlike[static_cast<std::size_t>(respect)];
}

} // namespace

QStringList differenceWords(const Workload& line, const Workload& own, AxisKind along, const Format& format)
{
    QStringList parts;
    const QStringList words = respects(line, along, format);
    for (qsizetype i = 0; i < words.size(); ++i)
        if (differs(line, own, along, i))
            parts << words[i];
    return parts;
}

QStringList insteadWords(const Workload& line, const Workload& own, AxisKind along, const Format& format)
{
    QStringList parts;
    const QStringList words = respects(line, along, format);
    const QStringList ownWords = respects(own, along, format);
    for (qsizetype i = 0; i < words.size(); ++i)
        if (differs(line, own, along, i))
            parts << tr("%1 instead of %2").arg(words[i], ownWords[i]);
    return parts;
}

QString comparedName(const QString& device, Provenance provenance, const QStringList& differences)
{
    const QString name = provenance == Provenance::Measured ? device
                                                            : tr("%1 (%2)").arg(device, text(nameOf(provenance)));
    return (QStringList{name} + differences).join(betweenParts);
}

QString launchModeWords(LaunchMode mode, DeviceKind kind)
{
    const bool isGpu = kind == DeviceKind::Cuda;
    QString words;
    switch (mode) {
    case LaunchMode::WaitEach: words = isGpu ? tr("waits for each launch") : tr("waits for each pass"); break;
    case LaunchMode::Queued: words = isGpu ? tr("queues launches") : tr("queues passes"); break;
    case LaunchMode::Graph: words = isGpu ? tr("launches one graph") : tr("submits all passes at once"); break;
    }
    return tr("%1 (%2)").arg(words, text(nameOf(mode)));
}

QString axisTitle(AxisKind axis, const Workload& workload)
{
    switch (axis) {
    case AxisKind::Operations: return tr("%1 per element").arg(text(nameOf(workload.operation)));
    case AxisKind::Depth: return tr("Fusion depth (of %1)").arg(workload.chainLength);
    case AxisKind::Size: return tr("Tensor size (%1)").arg(elementWord(workload.precision));
    }
    return {};
}

namespace {

QString deviceWords(const Snapshot& snapshot)
{
    const QString name = QString::fromStdString(snapshot.device.name.empty() ? snapshot.device.id
                                                                             : snapshot.device.name);
    if (snapshot.provenance == Provenance::Datasheet)
        return tr("%1 from its datasheet, predicted").arg(name);
    if (snapshot.provenance == Provenance::Published)
        return tr("%1, predicted from published roofs").arg(name);
    const int threads = snapshot.roofs.threads;
    return threads == 1 ? tr("%1, 1 thread").arg(name)
         : threads > 0  ? tr("%1, %2 threads").arg(name).arg(threads)
                        : name;
}

} // namespace

QString noteFor(const Snapshot& snapshot, const Workload& cursor, std::optional<AxisKind> along)
{
    const QString what = along ? lineWords(nearestLine(snapshot, cursor, *along), *along, Format())
                               : text(nameOf(cursor.precision)) + QLatin1Char(' ') + text(nameOf(cursor.operation));
    return deviceWords(snapshot) + QStringLiteral(" · ") + what;
}

bool hasFixedTerm(const Workload& workload, const RoofSet& roofs, DeviceKind kind)
{
    return costsOnceAChain(workload.launchMode, kind) && roofs.find(std::string(launchFixedRoofId)) != nullptr;
}

bool isWaiting(const Prediction& prediction)
{
    return prediction.latency > std::max(prediction.compute, prediction.memory);
}

bool hasHandingOver(const Workload& workload, const RoofSet& roofs)
{
    return workload.launchMode == LaunchMode::Queued && roofs.find(deviceGapRoofId) != nullptr;
}

QString equationOf(bool withFixedTerm, WaitingTerm waiting, bool withHandingOver)
{
    const QString work = waiting == WaitingTerm::Named ? QStringLiteral("max(F/P, B/W, k·d·λ)")
                                                       : QStringLiteral("max(F/P, B/W)");
    if (withHandingOver)
        return tr("T = L · max(%1 + t, s)").arg(work);
    return (withFixedTerm ? tr("T = L · (%1 + t) + t_fixed") : tr("T = L · (%1 + t)")).arg(work);
}

} // namespace ridgepoint
