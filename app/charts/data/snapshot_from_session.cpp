// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/snapshot_from_session.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <set>

namespace ridgepoint {
namespace {

std::string deviceOf(const Session& session, const std::string& wanted)
{
    if (!wanted.empty())
        return wanted;
    if (!session.plans.empty())
        return session.plans.back().device;
    if (!session.samples.empty())
        return session.samples.front().device;
    return session.roofs.empty() ? std::string() : session.roofs.front().device;
}

const DeviceInfo* deviceIn(const Session& session, const std::string& id)
{
    const auto found = std::find_if(session.devices.begin(), session.devices.end(),
                                    [&](const DeviceInfo& info) { return info.id == id; });
    return found == session.devices.end() ? nullptr : &*found;
}

/// The last plan of two axes or more of this device.
const Plan* mapPlan(const Session& session, const std::string& device)
{
    const auto found = std::find_if(session.plans.rbegin(), session.plans.rend(),
                                    [&](const Plan& plan) { return plan.device == device && plan.axes.size() >= 2; });
    return found == session.plans.rend() ? nullptr : &*found;
}

/// A plan that spans the samples of the first one's operation, for sessions that store none.
Plan guessedPlan(const std::vector<Sample>& samples, const std::string& device)
{
    Plan plan;
    plan.device = device;
    if (samples.empty())
        return plan;
    plan.base = samples.front().workload;
    for (const AxisKind kind : {AxisKind::Operations, AxisKind::Size, AxisKind::Depth}) {
        std::set<std::int64_t> values;
        for (const Sample& sample : samples)
            values.insert(coordinate(sample.workload, kind));
        if (values.size() > 1)
            plan.axes.push_back({kind, {values.begin(), values.end()}});
    }
    return plan;
}

void chooseRoofs(Snapshot& snapshot, const Session& session)
{
    const int threads = snapshot.plan.base.threads;
    for (const RoofSet& roofs : session.roofs)
        if (roofs.device == snapshot.device.id && (snapshot.roofs.roofs.empty() || roofs.threads == threads))
            snapshot.roofs = roofs;
}

} // namespace

Result<Snapshot> snapshotFromSession(const Session& session, const std::string& device)
{
    Snapshot snapshot;
    const std::string id = deviceOf(session, device);
    snapshot.device.id = id;
    snapshot.kernels = kernelList(session.ownKernels);
    if (const DeviceInfo* info = deviceIn(session, id))
        snapshot.device = *info;
    for (const Sample& sample : session.samples)
        if (sample.device == id)
            snapshot.samples.push_back(sample);
    const Plan* plan = mapPlan(session, id);
    if (plan == nullptr && !session.plans.empty() && session.plans.back().device == id)
        plan = &session.plans.back();
    snapshot.plan = plan != nullptr ? *plan : guessedPlan(snapshot.samples, id);
    chooseRoofs(snapshot, session);
    if (snapshot.samples.empty() && snapshot.roofs.roofs.empty())
        return id.empty()
                 ? Error{ErrorKind::Unavailable,
                         "session.nothing-to-draw",
                         "The session has neither samples nor roofs; measure with ridgepoint-bench sweep first.",
                         {}}
                 : Error{ErrorKind::Unavailable,
                         "session.nothing-to-draw",
                         "The session has neither samples nor roofs of the device \"%1\"; measure with "
                         "ridgepoint-bench sweep first.",
                         {id}};
    complete(snapshot);
    return snapshot;
}

Snapshot snapshotOfExperiments(const Session& session)
{
    Snapshot snapshot;
    snapshot.kernels = kernelList(session.ownKernels);
    if (session.experiments.empty())
        return snapshot;
    const ExperimentResult& latest = session.experiments.back();
    if (const DeviceInfo* info = deviceIn(session, latest.device))
        snapshot.device = *info;
    snapshot.device.id = snapshot.roofs.device = snapshot.plan.device = latest.device;
    // Another machine's device may go by the same id.
    if (!latest.deviceName.empty())
        snapshot.device.name = latest.deviceName;
    snapshot.plan.base.threads = snapshot.roofs.threads = latest.threads;
    chooseRoofs(snapshot, session);
    const bool hasOwnRoofs = !snapshot.roofs.roofs.empty();
    for (auto result = session.experiments.rbegin(); result != session.experiments.rend() && !hasOwnRoofs; ++result)
        if (result->device == latest.device && result->deviceName == latest.deviceName
            && result->threads == latest.threads)
            for (const Roof& roof : result->roofs)
                if (snapshot.roofs.find(roof.id) == nullptr)
                    snapshot.roofs.roofs.push_back(roof);
    complete(snapshot);
    return snapshot;
}

namespace {

QJsonObject viewObject(const std::string& viewJson)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(viewJson)).object();
}

/// Numbers of a view are small enough for a double; anything else in their place keeps the default.
std::int64_t countIn(const QJsonObject& view, const char* name, std::int64_t fallback)
{
    const double value = view.value(QLatin1String(name)).toDouble(static_cast<double>(fallback));
    return value >= 0.0 && value <= static_cast<double>(maximumElements) ? static_cast<std::int64_t>(value) : fallback;
}

std::string textIn(const QJsonObject& view, const char* name)
{
    return view.value(QLatin1String(name)).toString().toStdString();
}

} // namespace

Workload placeOfView(const std::string& viewJson, Workload place)
{
    const QJsonObject view = viewObject(viewJson);
    place.operation = operationNamed(textIn(view, "operation")).value_or(place.operation);
    place.precision = precisionNamed(textIn(view, "precision")).value_or(place.precision);
    place.launchMode = launchModeNamed(textIn(view, "launch_mode")).value_or(place.launchMode);
    place.elements = countIn(view, "elements", place.elements);
    place.operationsPerElement = countIn(view, "operations_per_element", place.operationsPerElement);
    place.chainLength = static_cast<int>(countIn(view, "chain_length", place.chainLength));
    place.fusionDepth = static_cast<int>(countIn(view, "fusion_depth", place.fusionDepth));
    place.threads = static_cast<int>(countIn(view, "threads", place.threads));
    return place;
}

std::string deviceOfView(const std::string& viewJson) { return textIn(viewObject(viewJson), "device"); }

} // namespace ridgepoint
