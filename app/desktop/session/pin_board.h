// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/pin.h"
#include "app/desktop/session/live_session.h"

#include <QObject>

namespace ridgepoint {

/// What the user has pinned. Kept in the view of the session, so that it comes back with the file.
class PinBoard : public QObject {
    Q_OBJECT

public:
    explicit PinBoard(const LiveSession& session, QObject* parent = nullptr);

    [[nodiscard]] const PinList& pins() const { return m_pins; }
    /// Whether there is a pin of this name.
    [[nodiscard]] bool holds(const std::string& name) const;
    [[nodiscard]] bool full() const { return m_pins->size() >= mostPins; }
    /// Pins what the snapshot shows at the point, and says by which letter; `sample` may be null. A point that is
    /// pinned with the same readings is not pinned once more, and a full board takes nothing.
    enum class Outcome { Pinned, PinnedBefore, Full };
    struct Pinning {
        Outcome outcome = Outcome::Full;
        std::string name; ///< of the pin that holds the point; empty on a full board
    };
    Pinning pin(const Snapshot& snapshot, const Workload& point, const Sample* sample);
    void remove(const std::string& name);
    void removeLast();
    void clear() { replace({}); }

    /// The view's JSON with the pins in it; restore takes those that it can read.
    [[nodiscard]] std::string addTo(const std::string& viewJson) const;
    void restore(const std::string& viewJson);

signals:
    void changed();

private:
    void replace(std::vector<Pin> pins);

    PinList m_pins = std::make_shared<const std::vector<Pin>>();
};

} // namespace ridgepoint
