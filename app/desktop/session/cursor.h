// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/session/cube_slice.h"
#include "app/desktop/session/live_session.h"

#include <QObject>

#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// Where the window looks: a device, a map and the workload at which the sliders stand. Its coordinates are
/// always values of the sliders' axes, which are the cells of the map.
class Cursor : public QObject {
    Q_OBJECT

public:
    explicit Cursor(const LiveSession& session, QObject* parent = nullptr);

    [[nodiscard]] const std::string& device() const { return m_device; }
    /// The device's facts; a nameless, unavailable device while none is known.
    [[nodiscard]] const DeviceInfo& deviceInfo() const;
    [[nodiscard]] const Workload& workload() const { return m_workload; }
    /// The point that the inspector shows: the cursor's own workload, or a measured one beside the grid that was
    /// picked.
    [[nodiscard]] const Workload& point() const { return m_point; }
    [[nodiscard]] MapKind mapKind() const { return m_mapKind; }
    [[nodiscard]] const RoofSet* roofs() const;
    /// The map that the window shows, and the values of one slider.
    [[nodiscard]] const Plan& plan() const { return m_plan; }
    [[nodiscard]] const Axis& axis(AxisKind kind) const;

    /// The tensor size that was chosen last. New roofs may leave the sliders without it; they then stand at the
    /// nearest, and come back to it with the size.
    [[nodiscard]] std::int64_t requestedElements() const { return m_requestedElements; }

    /// Held: axes stay those of the roofs of this moment, whatever roofs are measured meanwhile. Another session lets
    /// go of them.
    void holdAxes(bool held);
    void setDevice(const std::string& id);
    void setMapKind(MapKind mapKind);
    /// Moves anywhere: what lies between two values of an axis goes to the nearer. The map kind stays.
    void setWorkload(const Workload& workload);
    void setCoordinate(AxisKind kind, std::int64_t value);

    /// The place as JSON, for the session file; restore takes what it can use of it.
    [[nodiscard]] std::string toJson() const;
    void restore(const std::string& json);

signals:
    /// The workload moved along the sliders only: the same map, another line of it.
    void moved();
    /// Another map is shown (operation, precision, mode, threads, chain, device, map kind or axes).
    void mapChanged();
    /// Roofs of this device came in: words about levels may change.
    void roofsChanged();

private:
    /// `keepsPoint`: a measured place beside the grid stays picked while the sliders stay where they are.
    void refresh(bool forceSignal, bool keepsPoint = false);
    [[nodiscard]] const RoofSet* roofsOfAxes() const;
    void takeAxes(const Plan& plan);
    void adoptDevices();
    void takeReference(const ReferenceDevice& device);
    [[nodiscard]] Workload snapped(Workload workload) const;

    const LiveSession& m_session;
    std::string m_device = "cpu";
    MapKind m_mapKind = MapKind::IntensitySize;
    Workload m_workload;
    Workload m_point;
    Plan m_plan;
    Axis m_operations;
    Axis m_depths;
    Axis m_sizes;
    std::optional<Workload> m_beforeReference; ///< where the sliders stood on the last device that can be measured
    bool m_chainIsOurs = false;                ///< the chain came with a map kind and goes with it
    std::int64_t m_requestedElements = 0;
    std::optional<std::vector<RoofSet>> m_held; ///< the roofs that axes are made by while they are held
    bool m_atStart = true; ///< the size follows its axis until the user moves it or anything is measured there
};

} // namespace ridgepoint
