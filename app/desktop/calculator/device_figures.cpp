// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/device_figures.h"

#include "app/charts/style/texts.h"
#include "app/desktop/session/device_list.h"
#include "core/analysis/calculator.h"

#include <algorithm>

namespace ridgepoint {
namespace {

DeviceFigures measuredFigures(const LiveSession& session, const RoofSet& roofs)
{
    DeviceFigures figures;
    figures.id = figuresId(roofs.device, roofs.threads);
    const DeviceInfo* device = session.device(roofs.device);
    DeviceInfo info = device != nullptr ? *device : DeviceInfo{.id = roofs.device};
    if (info.kind == DeviceKind::Cpu)
        info.threads = roofs.threads;
    figures.kind = info.kind;
    figures.name = deviceWords(info);
    figures.roofs = roofs;
    return figures;
}

Roof published(const std::string& id, RoofKind kind, double value)
{
    return {.id = id,
            .kind = kind,
            .value = value,
            .low = value,
            .high = value,
            .provenance = Provenance::Published,
            .method = "as the article states it"};
}

} // namespace

DeviceFigures articleFigures()
{
    const EnvelopeDevice device = articleDevice();
    DeviceFigures figures;
    figures.id = articleId;
    figures.name = tr("The article's A100");
    figures.kind = DeviceKind::Cuda;
    figures.provenance = Provenance::Published;
    figures.source = tr(
        "H. He, “Making Deep Learning Go Brrrr From First Principles” (2022), https://horace.io/brrr_intro.html. "
        "It counts each operation as one FLOP.");
    figures.roofs.device = articleId;
    figures.roofs.put(published(bandwidthRoofId("dram"), RoofKind::Bandwidth, device.bandwidth.value()));
    figures.roofs.put(
        published(computeRoofId(Operation::Fma, Precision::Fp32), RoofKind::Compute, device.compute.value()));
    return figures;
}

std::string figuresId(const std::string& device, int threads) { return device + '/' + std::to_string(threads); }

std::vector<DeviceFigures> deviceFigures(const LiveSession& session, const Cursor& cursor)
{
    std::vector<DeviceFigures> list;
    for (const RoofSet& roofs : session.frame().roofs)
        if (!roofs.roofs.empty())
            list.push_back(measuredFigures(session, roofs));
    list.push_back(articleFigures());
    for (const ReferencePointer& reference : session.references())
        list.push_back({figuresId(reference->device.id, reference->roofs.threads), deviceWords(reference->device),
                        reference->device.kind, reference->provenance, QString::fromStdString(reference->source),
                        reference->roofs});
    const std::string present = figuresId(cursor.device(), cursor.workload().threads);
    std::stable_partition(list.begin(), list.end(),
                          [&](const DeviceFigures& figures) { return figures.id == present; });
    return list;
}

} // namespace ridgepoint
