// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/lever_list.h"
#include "app/charts/data/reference_device.h"
#include "app/desktop/session/sample_index.h"
#include "core/session/session.h"

#include <QObject>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ridgepoint {

/// A session whose samples are shared, not copied: what threads get to analyse or to write.
struct SessionContent {
    Session frame; ///< everything but the samples
    std::vector<SamplePointer> samples;

    /// The whole session; copies every sample, so call it in a thread.
    [[nodiscard]] Session toSession() const;
};

/// What has been measured, while it grows: the only writer of samples, roofs and devices in the window.
class LiveSession : public QObject {
    Q_OBJECT

public:
    /// A bench that floods the window with samples is cut off here.
    static constexpr std::size_t maximumSamples = std::size_t{1} << 20;

    explicit LiveSession(QObject* parent = nullptr);

    [[nodiscard]] const std::vector<DeviceInfo>& devices() const { return m_frame.devices; }
    /// A device of the session, or one that is only looked at.
    [[nodiscard]] const DeviceInfo* device(const std::string& id) const;
    /// Devices that are not here but known (datasheets, published figures). They are not the session's and never saved.
    [[nodiscard]] const std::vector<ReferencePointer>& references() const { return m_references; }
    /// The one of that id; null for a device of the session.
    [[nodiscard]] ReferencePointer reference(const std::string& id) const;
    /// The roofs of a device at a thread count; null when none were measured.
    [[nodiscard]] const RoofSet* roofs(const std::string& device, int threads) const;
    /// All but the samples: roofs (one set a device and thread count, in the order in which they came), plans, the
    /// user's own kernels, results of experiments (the latest last), the window's own state, when it began.
    [[nodiscard]] const Session& frame() const { return m_frame; }
    [[nodiscard]] const std::vector<SamplePointer>& samples() const { return m_samples; }
    /// The sample of a workload; null when it was not measured.
    [[nodiscard]] SamplePointer find(const std::string& device, const Workload& workload) const;
    /// find() on one device, for as long as the session lives.
    [[nodiscard]] SampleLookup lookup(std::string device) const;
    /// Whether the session has samples or roofs of a device.
    [[nodiscard]] bool hasMeasured(const std::string& device) const;
    /// Whether nothing has been measured yet.
    [[nodiscard]] bool empty() const
    {
        return m_samples.empty() && m_frame.roofs.empty() && m_frame.ownKernels.empty() && m_frame.experiments.empty();
    }
    /// A number for each content that would be saved, so that a save knows whether it is still current: a change brings
    /// a new one, its undo the one before.
    [[nodiscard]] std::uint64_t revision() const { return m_revision; }
    [[nodiscard]] SessionContent content() const { return {m_frame, m_samples}; }

    void setReferences(std::vector<ReferencePointer> references);
    /// Takes over the devices of a bench; those that only the session knows stay, marked as not there. So do those of
    /// another machine that go by the id of one of this machine: what was measured there is not continued here.
    void setDevices(std::vector<DeviceInfo> devices);
    void putRoof(const std::string& device, int threads, Roof roof, std::vector<MemoryLevel> levels);
    void putRoofs(RoofSet roofs);
    /// Exactly these in place of what is known of the device and thread count.
    void setRoofs(RoofSet roofs);
    /// Adds a sample or replaces the one of the same workload.
    void putSample(Sample sample);
    /// Remembers what the samples are measured for; a plan of the same base and axes is kept once.
    void putPlan(const Plan& plan);
    /// `restored`: the revision of which exactly this was the whole content, where undo brings it back.
    void setOwnKernels(std::vector<OwnKernel> kernels, std::optional<std::uint64_t> restored = std::nullopt);
    /// Keeps a result in place of an earlier one of the same experiment, device, threads and parameters. False where
    /// that has more and stays (addExperiment()).
    bool putExperiment(ExperimentResult result, bool isWhole = true);
    /// The window's own state, which is saved along but does not make the session dirty.
    void setViewJson(std::string json) { m_frame.viewJson = std::move(json); }
    /// Another session in place of this one.
    void replace(Session session);
    /// An empty session, with the devices kept.
    void clear();

signals:
    void devicesChanged();
    void roofsChanged();
    void ownKernelsChanged();
    /// A sample was put at this row: a new one at the end, or a better one in its place.
    void sampleAdded(int row);
    void sampleReplaced(int row);
    /// Everything is another session.
    void replaced();
    /// After any of the above.
    void changed();

private:
    void touch();
    /// Puts what the session's devices are and what is here into one list.
    void meetDevices();
    RoofSet& roofSetFor(const std::string& device, int threads);

    Session m_frame;
    std::vector<DeviceInfo> m_present; ///< what the bench says is here
    std::set<std::string> m_sampled;   ///< devices of m_samples
    std::vector<ReferencePointer> m_references;
    std::vector<SamplePointer> m_samples;
    SampleIndex m_index{m_samples};
    std::uint64_t m_revision = 0;
    std::uint64_t m_lastRevision = 0; ///< given to a content so far
};

} // namespace ridgepoint
