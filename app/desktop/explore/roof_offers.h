// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/inspect/point_facts.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/session/cursor.h"
#include "core/analysis/roof_state_offer.h"

#include <QObject>

namespace ridgepoint {

class FigureWarnings;

/// "The memory of this machine got slower (117 → 66 GB/s).": what an offer to measure a roof again says. `reference` is
/// the roof as predictions use it, `seen` its value by what is measured now.
[[nodiscard]] QString roofOfferWords(const Roof& reference, double seen, DeviceKind kind, const Format& format);

/// Offers to measure a roof again that measurements contradict. By itself it measures nothing: lines and regimes that
/// move while the user looks at them, or changes something else, explain nothing.
class RoofOffers : public QObject {
    Q_OBJECT

public:
    RoofOffers(const LiveSession& session, const Cursor& cursor, MeasureController& controller,
               FigureWarnings& warnings, QObject* parent = nullptr);

    /// What was read of the device's state beside a sample of the device that is looked at.
    void readControls(const Sample& sample);
    /// Evidence of any source.
    void see(const RoofEvidence& evidence);
    /// The evidence of a point that outran a roof, or whose launches cost far more. Not while anything but narrower
    /// intervals is measured: what a point is compared with is not complete before.
    void seePoint(const PointFacts& facts);

signals:
    /// The offer that is in the strip is of this roof now; of none where it is empty.
    void offered(const std::string& roof);

private:
    void refresh();
    void followStrip();
    void followRoofs();
    void use(const RoofPlace& place);
    void keep(const RoofPlace& place);

    const Cursor& m_cursor;
    MeasureController& m_controller;
    FigureWarnings& m_warnings;
    RoofStateOffer m_offers;
    Format m_format;
    QString m_told;
    std::string m_toldRoof;
    std::string m_offered; ///< in the strip
};

} // namespace ridgepoint
