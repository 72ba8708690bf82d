// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/cursor.h"

#include "app/charts/data/snapshot_from_session.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/view_json.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::int64_t startOperations = 8;

std::int64_t nearestIn(const Axis& axis, std::int64_t value)
{
    const auto distance = [&](std::int64_t other) {
        return std::abs(std::log(static_cast<double>(other))
                        - std::log(static_cast<double>(std::max<std::int64_t>(value, 1))));
    };
    return *std::min_element(axis.values.begin(), axis.values.end(),
                             [&](std::int64_t a, std::int64_t b) { return distance(a) < distance(b); });
}

} // namespace

Cursor::Cursor(const LiveSession& session, QObject* parent) : QObject(parent), m_session(session)
{
    m_workload.operationsPerElement = startOperations;
    connect(&session, &LiveSession::devicesChanged, this, &Cursor::adoptDevices);
    connect(&session, &LiveSession::roofsChanged, this, [this] {
        m_atStart = m_atStart && m_session.samples().empty(); // what is looked at stays while roofs are measured again
        refresh(false, true);
        emit roofsChanged();
    });
    connect(&session, &LiveSession::replaced, this, [this] {
        m_held.reset();
        restore(m_session.frame().viewJson);
        refresh(true);
    });
    refresh(false);
}

const DeviceInfo& Cursor::deviceInfo() const
{
    static const DeviceInfo unknown{.id = "cpu"};
    const DeviceInfo* device = m_session.device(m_device);
    return device != nullptr ? *device : unknown;
}

const RoofSet* Cursor::roofs() const { return m_session.roofs(m_device, m_workload.threads); }

const RoofSet* Cursor::roofsOfAxes() const
{
    if (!m_held || m_session.reference(m_device))
        return roofs();
    const auto found = std::ranges::find_if(
        *m_held, [this](const RoofSet& set) { return set.device == m_device && set.threads == m_workload.threads; });
    return found != m_held->end() ? &*found : nullptr;
}

void Cursor::holdAxes(bool held)
{
    if (held == m_held.has_value())
        return;
    m_held = held ? std::optional(m_session.frame().roofs) : std::nullopt;
    refresh(false, true);
}

const Axis& Cursor::axis(AxisKind kind) const
{
    switch (kind) {
    case AxisKind::Operations: return m_operations;
    case AxisKind::Depth: return m_depths;
    case AxisKind::Size: break;
    }
    return m_sizes;
}

void Cursor::adoptDevices()
{
    if (m_session.device(m_device) == nullptr || !deviceInfo().available)
        for (const DeviceInfo& device : m_session.devices())
            if (device.available && m_session.samples().empty() && !m_session.reference(m_device)) {
                m_device = device.id;
                break;
            }
    // Nor more threads than there are: the session before may have been of a larger machine.
    if (m_workload.threads == 0 || (deviceInfo().available && m_workload.threads > deviceInfo().threads))
        m_workload.threads = deviceInfo().threads;
    refresh(true);
}

void Cursor::setDevice(const std::string& id)
{
    if (id == m_device || m_session.device(id) == nullptr)
        return;
    if (!m_session.reference(m_device))
        m_beforeReference = m_workload;
    m_device = id;
    if (const ReferencePointer reference = m_session.reference(id)) {
        takeReference(*reference);
        refresh(true);
        return;
    }
    m_workload = std::exchange(m_beforeReference, std::nullopt).value_or(m_workload);
    m_workload.threads = deviceInfo().threads;
    // The processor has no kernels that compute in 16 bits.
    if (deviceInfo().kind == DeviceKind::Cpu && m_workload.precision != Precision::Fp64)
        m_workload.precision = Precision::Fp32;
    refresh(true);
}

/// What its source says nothing of is put aside: a datasheet knows few operations, and nobody's the cost of a wait.
void Cursor::takeReference(const ReferenceDevice& device)
{
    m_workload.threads = 0;
    if (!device.samples.empty()) { // look at what was published
        const Workload& published = device.samples.front().workload;
        m_workload.operation = published.operation;
        m_workload.precision = published.precision;
        m_workload.launchMode = published.launchMode;
        m_workload.elements = published.elements;
        m_atStart = false;
    }
    m_workload = predictable(m_workload, device);
}

void Cursor::setMapKind(MapKind mapKind)
{
    if (mapKind == m_mapKind)
        return;
    m_mapKind = mapKind;
    constexpr int chainOfDepths = 16;
    if (mapKind != MapKind::IntensitySize && m_workload.chainLength == 1) {
        m_workload.chainLength = chainOfDepths;
        m_chainIsOurs = true;
    }
    // A chain that the user chose stays, and its depth is the third slider.
    if (mapKind == MapKind::IntensitySize && std::exchange(m_chainIsOurs, false)
        && m_workload.chainLength == chainOfDepths) {
        m_workload.chainLength = 1;
        m_workload.fusionDepth = 1;
    }
    refresh(true);
}

void Cursor::setWorkload(const Workload& workload)
{
    m_atStart = m_atStart && workload.elements == m_workload.elements;
    const Workload before = m_workload;
    const Workload pointBefore = m_point;
    m_workload = workload;
    refresh(false);
    if (m_session.find(m_device, workload))
        m_point = workload;
    if (m_workload != before || m_point != pointBefore)
        emit moved();
}

void Cursor::setCoordinate(AxisKind kind, std::int64_t value)
{
    setWorkload(ridgepoint::moved(m_workload, kind, value));
}

Workload Cursor::snapped(Workload workload) const
{
    workload.operationsPerElement = nearestIn(m_operations, workload.operationsPerElement);
    workload.fusionDepth = static_cast<int>(nearestIn(m_depths, workload.fusionDepth));
    workload.elements = m_atStart ? startElements(m_sizes, roofsOfAxes(), workload.precision)
                                  : nearestIn(m_sizes, workload.elements);
    return workload;
}

void Cursor::takeAxes(const Plan& plan)
{
    for (const Axis& axis : plan.axes)
        (axis.kind == AxisKind::Operations ? m_operations : axis.kind == AxisKind::Depth ? m_depths : m_sizes) = axis;
}

void Cursor::refresh(bool forceSignal, bool keepsPoint)
{
    m_operations = operationsAxis();
    m_depths = depthAxis(std::max(m_workload.chainLength, 1));
    m_sizes = sizeAxis(deviceInfo(), roofsOfAxes(), m_workload.precision);
    // Of a whole cube the third slider stops at what was measured, too.
    Plan here;
    here.device = deviceInfo().id;
    here.base = m_workload;
    for (const Plan& known : m_session.frame().plans)
        if (known.axes.size() == allAxisKinds.size() && isSameCube(known, here))
            takeAxes(known);
    Plan plan = mapPlan(m_mapKind, snapped(m_workload), deviceInfo(), roofsOfAxes(), m_session.frame().plans);
    if (const ReferencePointer reference = m_session.reference(m_device))
        includeSizesOf(*reference, plan);
    takeAxes(plan);
    const Workload before = m_workload;
    if (keepsPoint && !m_atStart)
        m_workload.elements = m_requestedElements;
    m_workload = snapped(m_workload);
    if (!keepsPoint || m_atStart)
        m_requestedElements = m_workload.elements;
    if (!keepsPoint || m_workload != before || !m_session.find(m_device, m_point))
        m_point = m_workload;
    if (!(plan == m_plan) || forceSignal) {
        m_plan = std::move(plan);
        emit mapChanged();
    } else if (keepsPoint && m_workload.elements != before.elements) { // a knee was found
        emit moved();
    }
}

std::string Cursor::toJson() const
{
    QJsonObject object;
    object[QLatin1String("device")] = QString::fromStdString(m_device);
    object[QLatin1String("experiment")] = text(nameOf(m_mapKind));
    object[QLatin1String("operation")] = text(nameOf(m_workload.operation));
    object[QLatin1String("precision")] = text(nameOf(m_workload.precision));
    object[QLatin1String("launch_mode")] = text(nameOf(m_workload.launchMode));
    object[QLatin1String("elements")] = static_cast<double>(m_workload.elements);
    object[QLatin1String("operations_per_element")] = static_cast<double>(m_workload.operationsPerElement);
    object[QLatin1String("chain_length")] = m_workload.chainLength;
    object[QLatin1String("fusion_depth")] = m_workload.fusionDepth;
    object[QLatin1String("threads")] = m_workload.threads;
    return compactJson(object);
}

void Cursor::restore(const std::string& json)
{
    m_beforeReference.reset(); // places of the session before
    m_chainIsOurs = false;
    const QJsonObject view = objectOf(json);
    Workload requested = m_workload;
    std::string device = m_device;
    MapKind mapKind = m_mapKind;
    if (view.isEmpty() && !m_session.samples().empty()) {
        // A session from `ridgepoint-bench sweep` has no view: look at what it holds.
        requested = m_session.samples().back()->workload;
        device = m_session.samples().back()->device;
        mapKind = requested.chainLength > 1 ? MapKind::DepthSize : MapKind::IntensitySize;
    }
    if (const std::string named = deviceOfView(json); m_session.device(named) != nullptr)
        device = named;
    mapKind = mapKindNamed(view.value(QLatin1String("experiment")).toString().toStdString()).value_or(mapKind);
    requested = placeOfView(json, requested);
    if (!validate(requested))
        return;
    m_atStart = m_session.samples().empty();
    m_device = std::move(device);
    m_mapKind = mapKind;
    m_workload = requested;
}

} // namespace ridgepoint
