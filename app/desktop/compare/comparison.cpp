// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/compare/comparison.h"

#include "app/charts/data/series_data.h"
#include "app/charts/data/snapshot_from_session.h"
#include "app/desktop/compare/compared_session.h"
#include "app/desktop/session/device_list.h"

#include <QFileInfo>

#include <algorithm>

namespace ridgepoint {
namespace {

QString word(std::string_view name) { return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())); }

Workload lineFor(const Snapshot& snapshot, const Workload& cursor)
{
    return nearestLine(snapshot, comparable(snapshot, cursor), AxisKind::Operations);
}

/// The published samples alone, for lines: predictions beside them would hide them.
SnapshotPointer publishedOf(const ReferenceDevice& device, const Snapshot& predicted)
{
    auto snapshot = std::make_shared<Snapshot>(predicted);
    snapshot->samples = device.samples;
    snapshot->points = analyse(device.samples, snapshot->roofs, device.device.kind);
    return snapshot;
}

ComparedDevice predicted(ComparedDevice device, Plan plan)
{
    plan.base.threads = 0;
    plan.base = predictable(plan.base, *device.reference);
    auto cells = std::make_shared<const Snapshot>(referenceSnapshot(*device.reference, plan, device.reference->roofs));
    device.lines = device.reference->samples.empty() ? cells : publishedOf(*device.reference, *cells);
    device.cells = std::move(cells);
    return device;
}

} // namespace

Comparison::Comparison(const LiveSession& session, const Cursor& cursor, QObject* parent)
    : QObject(parent), m_session(session), m_cursor(cursor)
{
    connect(&cursor, &Cursor::mapChanged, this, &Comparison::predictReferences);
    const auto tell = [this] {
        if (!m_devices.empty())
            emit changed();
    };
    connect(&cursor, &Cursor::moved, this, tell); // names say what is unlike the cursor
    connect(&session, &LiveSession::roofsChanged, this, tell);
}

void Comparison::addFiles(const QStringList& paths)
{
    for (const QString& path : paths) {
        auto result = std::make_shared<Result<std::vector<ComparedDevice>>>(std::vector<ComparedDevice>{});
        m_thread.run([path, result] { *result = comparedDevicesOf(path); },
                     [this, result] {
                         if (!*result) {
                             emit failed(result->error());
                             return;
                         }
                         for (ComparedDevice& device : **result)
                             put(std::move(device));
                         emit changed();
                     });
    }
}

void Comparison::addReference(const std::string& id)
{
    const ReferencePointer reference = m_session.reference(id);
    if (!reference)
        return;
    put({.key = QString::fromStdString(id), .name = QString::fromStdString(reference->device.name), .provenance = reference->provenance,
         .reference = reference, .lines = nullptr, .cells = nullptr});
    predictReferences();
}

void Comparison::put(ComparedDevice device)
{
    const auto known = std::find_if(m_devices.begin(), m_devices.end(), [&](const ComparedDevice& other) { return other.key == device.key; });
    if (known == m_devices.end())
        m_devices.push_back(std::move(device));
    else
        *known = std::move(device);
}

void Comparison::remove(const QString& key)
{
    if (std::erase_if(m_devices, [&](const ComparedDevice& device) { return device.key == key; }) > 0)
        emit changed();
}

void Comparison::clear()
{
    m_devices.clear();
    emit changed();
}

void Comparison::setMapPartner(const QString& key)
{
    if (key == m_mapPartner)
        return;
    m_mapPartner = key;
    emit changed();
}

const ComparedDevice* Comparison::mapPartner() const
{
    for (const ComparedDevice& device : m_devices)
        if (device.key == m_mapPartner)
            return &device;
    return m_devices.empty() ? nullptr : &m_devices.front();
}

void Comparison::predictReferences()
{
    if (m_devices.empty())
        return;
    auto work = std::make_shared<std::vector<ComparedDevice>>();
    for (const ComparedDevice& device : m_devices)
        if (device.reference)
            work->push_back(device);
    m_thread.run(
        [work, plan = m_cursor.plan()] {
            for (ComparedDevice& device : *work)
                device = predicted(std::move(device), plan);
        },
        [this, work, generation = ++m_generation] {
            if (generation != m_generation)
                return;
            for (ComparedDevice& device : *work)
                for (ComparedDevice& known : m_devices) // one that was removed meanwhile stays removed
                    if (known.key == device.key)
                        known = device;
            emit changed();
        });
}

QString Comparison::overlayName(const ComparedDevice& device, const Snapshot& snapshot) const
{
    const Workload& cursor = m_cursor.workload();
    const Workload line = lineFor(snapshot, cursor);
    QStringList parts{device.provenance == Provenance::Measured ? device.name : tr("%1 (%2)").arg(device.name, provenanceWord(device.provenance))};
    if (line.operation != cursor.operation)
        parts << word(nameOf(line.operation));
    if (line.launchMode != cursor.launchMode)
        parts << word(nameOf(line.launchMode));
    if (line.elements != cursor.elements)
        parts << Format().count(static_cast<double>(line.elements));
    return parts.join(QStringLiteral(" · "));
}

std::vector<Overlay> Comparison::overlays() const
{
    std::vector<Overlay> overlays;
    for (const ComparedDevice& device : m_devices)
        if (device.lines)
            overlays.push_back({device.lines, overlayName(device, *device.lines)});
    return overlays;
}

std::vector<Overlay> Comparison::mapOverlays() const
{
    const ComparedDevice* partner = mapPartner();
    if (partner == nullptr || !partner->cells)
        return {};
    return {{partner->cells, overlayName(*partner, *partner->cells)}};
}

QString Comparison::note(const ComparedDevice& device) const
{
    if (!device.lines)
        return tr("reading…");
    const Workload line = lineFor(*device.lines, m_cursor.workload());
    if (!pointsAlong(*device.lines, line, AxisKind::Operations).empty())
        return {};
    return tr("No samples that compare with %1 %2; only its roofs are drawn. Choose another operation or precision.")
        .arg(word(nameOf(m_cursor.workload().precision)), word(nameOf(m_cursor.workload().operation)));
}

QString Comparison::ownName() const { return deviceWords(m_cursor.deviceInfo()); }

std::vector<RoofSet> Comparison::roofSets() const
{
    std::vector<RoofSet> sets;
    RoofSet own;
    if (const RoofSet* roofs = m_cursor.roofs())
        own = *roofs;
    own.device = ownName().toStdString();
    sets.push_back(std::move(own));
    for (const ComparedDevice& device : m_devices) {
        if (!device.lines)
            continue;
        sets.push_back(device.lines->roofs);
        sets.back().device = device.name.toStdString();
    }
    return sets;
}

} // namespace ridgepoint
