// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/session/live_session.h"

#include "app/charts/data/reference_device.h"
#include "app/desktop/session/device_list.h"
#include "core/model/roof.h"
#include "core/session/add_results.h"

#include <QDateTime>
#include <QSysInfo>

#include <algorithm>
#include <map>

namespace ridgepoint {
namespace {

const std::string measuredOnKey = "measured_on";

/// What a session says of the machine on which it is measured; of another one its name is all that is known here.
std::map<std::string, std::string> environmentOn(const std::string& machine)
{
    std::map<std::string, std::string> environment{{"ridgepoint", RIDGEPOINT_VERSION}};
    if (machine.empty()) {
        environment["system"] = QSysInfo::prettyProductName().toStdString();
        environment["kernel"] = QSysInfo::kernelVersion().toStdString();
    } else {
        environment[measuredOnKey] = machine;
    }
    return environment;
}

Session newSession()
{
    Session session;
    session.created = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    session.environment = environmentOn({});
    return session;
}

} // namespace

Session SessionContent::toSession() const
{
    Session session = frame;
    session.samples.reserve(samples.size());
    for (const SamplePointer& sample : samples)
        session.samples.push_back(*sample);
    return session;
}

LiveSession::LiveSession(QObject* parent) : QObject(parent), m_frame(newSession()) {}

const DeviceInfo* LiveSession::device(const std::string& id) const
{
    const auto found = std::find_if(devices().begin(), devices().end(),
                                    [&](const DeviceInfo& info) { return info.id == id; });
    if (found != devices().end())
        return &*found;
    const ReferencePointer known = reference(id);
    return known ? &known->device : nullptr; // m_references keeps it
}

ReferencePointer LiveSession::reference(const std::string& id) const { return referenceOf(id, m_references); }

void LiveSession::setReferences(std::vector<ReferencePointer> references)
{
    m_references = std::move(references);
    emit devicesChanged();
}

const RoofSet* LiveSession::roofs(const std::string& device, int threads) const
{
    for (const RoofSet& roofs : m_frame.roofs)
        if (roofs.device == device && roofs.threads == threads)
            return &roofs;
    const ReferencePointer known = reference(device);
    return known ? &known->roofs : nullptr;
}

SamplePointer LiveSession::find(const std::string& device, const Workload& workload) const
{
    if (const auto row = m_index.find(device, workload))
        return m_samples[*row];
    if (const ReferencePointer known = reference(device))
        for (const Sample& sample : known->samples)
            if (sample.workload == workload)
                return std::make_shared<const Sample>(sample);
    return nullptr;
}

SampleLookup LiveSession::lookup(std::string device) const
{
    return [this, device = std::move(device)](const Workload& workload) { return find(device, workload); };
}

void LiveSession::touch()
{
    m_revision = ++m_lastRevision;
    emit changed();
}

bool LiveSession::hasMeasured(const std::string& device) const
{
    return m_sampled.contains(device)
        || std::any_of(m_frame.roofs.begin(), m_frame.roofs.end(),
                       [&](const RoofSet& roofs) { return roofs.device == device; });
}

void LiveSession::setDevices(std::vector<DeviceInfo> devices)
{
    m_present = std::move(devices);
    meetDevices();
    emit devicesChanged();
    emit changed();
}

void LiveSession::meetDevices()
{
    std::vector<DeviceInfo> devices = m_present;
    const std::string machine = m_present.empty() ? std::string() : m_present.front().machine;
    for (DeviceInfo& old : m_frame.devices) {
        const auto here = std::find_if(devices.begin(), devices.end(),
                                       [&](const DeviceInfo& info) { return info.id == old.id; });
        const bool isKnown = here != devices.end();
        if (isKnown && (!hasMeasured(old.id) || (here->available && isSameDevice(old, *here))))
            continue;
        const bool isOfMachine = old.machine == machine;
        if (!isOfMachine && !hasMeasured(old.id))
            continue; // it was only to be had there
        old.available = false;
        if (!isOfMachine)
            old.reason = elsewhereError(old, DeviceInfo{.machine = machine});
        else if (isKnown)
            old.reason = here->available ? elsewhereError(old, *here) : here->reason;
        else if (!old.reason)
            old.reason = Error{
                ErrorKind::Unavailable,
                "device.not-here",
                "The device %1 of this session is not on this machine; you can view its measurements, but not "
                "continue them.",
                {old.name}};
        if (isKnown)
            *here = std::move(old);
        else
            devices.push_back(std::move(old));
    }
    m_frame.devices = std::move(devices);
    if (empty()) // else it is of where it was measured
        m_frame.environment = environmentOn(machine);
}

RoofSet& LiveSession::roofSetFor(const std::string& device, int threads)
{
    return ridgepoint::roofSetFor(m_frame, device, threads);
}

void LiveSession::putRoof(const std::string& device, int threads, Roof roof, std::vector<MemoryLevel> levels)
{
    // Of levels that are known already the run's end decides, which tells whether there is a roof for each.
    mergeRoofs(roofSetFor(device, threads), {.roofs = {std::move(roof)}, .levels = std::move(levels)});
    emit roofsChanged();
    touch();
}

void LiveSession::putRoofs(RoofSet roofs)
{
    addRoofs(m_frame, std::move(roofs));
    emit roofsChanged();
    touch();
}

void LiveSession::setRoofs(RoofSet roofs)
{
    RoofSet& known = roofSetFor(roofs.device, roofs.threads);
    known = std::move(roofs);
    emit roofsChanged();
    touch();
}

void LiveSession::putSample(Sample sample)
{
    const auto known = m_index.find(sample.device, sample.workload);
    if (!known && m_samples.size() >= maximumSamples)
        return;
    m_frame.environment.erase(incompleteKey); // it goes on
    auto shared = std::make_shared<const Sample>(std::move(sample));
    if (known) {
        m_samples[*known] = std::move(shared);
        emit sampleReplaced(static_cast<int>(*known));
    } else {
        m_sampled.insert(shared->device);
        m_samples.push_back(std::move(shared));
        (void)m_index.add(m_samples.size() - 1);
        emit sampleAdded(static_cast<int>(m_samples.size()) - 1);
    }
    touch();
}

void LiveSession::putPlan(const Plan& plan)
{
    for (Plan& known : m_frame.plans) {
        if (known.device != plan.device || known.base != plan.base || known.axes != plan.axes)
            continue;
        known = plan;
        return;
    }
    m_frame.plans.push_back(plan);
    touch();
}

void LiveSession::setOwnKernels(std::vector<OwnKernel> kernels, std::optional<std::uint64_t> restored)
{
    if (kernels == m_frame.ownKernels)
        return;
    m_frame.ownKernels = std::move(kernels);
    emit ownKernelsChanged();
    m_revision = restored.value_or(m_lastRevision + 1);
    m_lastRevision = std::max(m_lastRevision, m_revision);
    emit changed();
}

bool LiveSession::putExperiment(ExperimentResult result, bool isWhole)
{
    if (!addExperiment(m_frame, std::move(result), isWhole))
        return false;
    touch();
    return true;
}

void LiveSession::replace(Session session)
{
    std::vector<Sample> samples = std::move(session.samples);
    session.samples.clear();
    m_frame = std::move(session);
    if (m_frame.created.empty())
        m_frame.created = newSession().created;
    // The measuring program names the machine for the session as a whole.
    if (const auto place = m_frame.environment.find(measuredOnKey); place != m_frame.environment.end())
        for (DeviceInfo& each : m_frame.devices)
            if (each.machine.empty())
                each.machine = place->second;
    m_samples.clear();
    m_samples.shrink_to_fit();
    m_samples.reserve(samples.size());
    m_sampled.clear();
    for (Sample& sample : samples) {
        m_sampled.insert(sample.device);
        m_samples.push_back(std::make_shared<const Sample>(std::move(sample)));
    }
    m_index.rebuild();
    if (!m_present.empty()) // else nobody has said what is here
        meetDevices();
    m_revision = ++m_lastRevision;
    emit replaced();
    emit ownKernelsChanged();
    emit devicesChanged();
    emit changed();
}

void LiveSession::clear() { replace(newSession()); }

} // namespace ridgepoint
