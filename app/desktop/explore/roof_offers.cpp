// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/roof_offers.h"

#include "app/desktop/explore/figure_warnings.h"
#include "app/desktop/inspect/point_words.h"

#include <utility>

namespace ridgepoint {
namespace {

QString placeWords(const std::string& id, RoofKind kind, DeviceKind device)
{
    const QString machine = device == DeviceKind::Cuda ? RoofOffers::tr("this GPU") : RoofOffers::tr("this machine");
    if (kind == RoofKind::Launch)
        return id == launchFixedRoofId ? RoofOffers::tr("The fixed cost of a chain on %1").arg(machine)
                                       : RoofOffers::tr("A %1 on %2").arg(roofWord(id), machine);
    if (kind == RoofKind::Compute)
        return RoofOffers::tr("%1 on %2").arg(roofWord(id), machine);
    return id == "bandwidth.dram" ? RoofOffers::tr("The memory of %1").arg(machine)
                                  : RoofOffers::tr("The %1 bandwidth of %2").arg(roofWord(id), machine);
}

} // namespace

QString roofOfferWords(const Roof& reference, double seen, DeviceKind kind, const Format& format)
{
    const bool isCost = reference.kind == RoofKind::Launch;
    const bool isMore = seen > reference.value;
    const QString form = isCost ? (isMore ? RoofOffers::tr("%1 costs more now (%2).")
                                          : RoofOffers::tr("%1 costs less now (%2)."))
                                : (isMore ? RoofOffers::tr("%1 is faster now (%2).")
                                          : RoofOffers::tr("%1 is slower now (%2)."));
    return form.arg(placeWords(reference.id, reference.kind, kind),
                    format.roofValues(reference, reference.value, seen, QStringLiteral("%1 → %2")));
}

RoofOffers::RoofOffers(const LiveSession& session, const Cursor& cursor, MeasureController& controller,
                       FigureWarnings& warnings, QObject* parent)
    : QObject(parent), m_cursor(cursor), m_controller(controller), m_warnings(warnings)
{
    connect(&session, &LiveSession::replaced, this, [this] {
        m_offers.clear();
        refresh();
    });
    connect(&controller, &MeasureController::sampled, this, &RoofOffers::readControls);
    connect(&session, &LiveSession::roofsChanged, this, &RoofOffers::followRoofs);
    connect(&cursor, &Cursor::mapChanged, this, &RoofOffers::refresh); // perhaps of another device, or of other threads
    connect(&warnings, &FigureWarnings::waitingChanged, this, &RoofOffers::followStrip);
    connect(&controller, &MeasureController::roofsAsked, this, [this] { m_offers.forgetKept(); });
}

void RoofOffers::see(const RoofEvidence& evidence)
{
    m_offers.see(evidence);
    refresh();
}

void RoofOffers::readControls(const Sample& sample)
{
    const RoofSet* roofs = m_cursor.roofs();
    const Workload& workload = sample.workload;
    if (roofs == nullptr || sample.provenance != Provenance::Measured || sample.device != m_cursor.device()
        || workload.threads != roofs->threads)
        return;
    const auto read = [&](const std::string& id, double value) {
        if (const Roof* roof = roofs->find(id))
            m_offers.read({{sample.device, m_cursor.workload().threads, id}, value, roof->value},
                          {roof->low, roof->high});
    };
    read(bandwidthRoofId("dram"), sample.controls.bandwidth);
    read(computeRoofId(workload.operation, workload.precision), sample.controls.rate);
    read(launchRoofId(workload.launchMode), sample.controls.launch);
    refresh();
}

void RoofOffers::seePoint(const PointFacts& facts)
{
    using What = MeasureProgress::What;
    const bool isMeasuring = m_controller.running() && m_controller.progress().what != What::Sharpen;
    if (isMeasuring || !m_controller.canRun())
        return;
    const RoofSet* roofs = m_cursor.roofs();
    const auto doubt = doubtfulRoof(facts);
    const Roof* shown = doubt ? facts.deviceRoof(doubt->roof) : nullptr;
    const Roof* known = shown != nullptr && roofs != nullptr ? roofs->find(doubt->roof) : nullptr;
    if (known != nullptr && known->value == shown->value) // else what is shown is not yet of the roofs that are known
        see({{m_cursor.device(), m_cursor.workload().threads, doubt->roof}, doubt->seen, known->value});
}

void RoofOffers::followRoofs()
{
    if (const RoofSet* roofs = m_cursor.roofs())
        for (const Roof& roof : roofs->roofs)
            m_offers.setReference({m_cursor.device(), m_cursor.workload().threads, roof.id}, roof.value);
    refresh();
}

void RoofOffers::refresh()
{
    const auto offer = m_offers.offerFor(m_cursor.device(), m_cursor.workload().threads);
    const RoofSet* roofs = m_cursor.roofs();
    const Roof* roof = offer && roofs != nullptr ? roofs->find(offer->place.roof) : nullptr;
    const QString words = roof != nullptr ? roofOfferWords(*roof, offer->seen, m_cursor.deviceInfo().kind, m_format)
                                          : QString();
    if (words == m_told && (words.isEmpty() || m_warnings.holds(FigureWarnings::About::State)))
        return;
    m_told = words;
    m_toldRoof = words.isEmpty() ? std::string() : roof->id;
    if (words.isEmpty())
        m_warnings.withdraw(FigureWarnings::About::State);
    else
        m_warnings.tell(FigureWarnings::About::State, words, tr("Use the new values"),
                        [this, place = offer->place] { use(place); },
                        {tr("Keep"), [this, place = offer->place] { keep(place); }});
}

void RoofOffers::followStrip()
{
    const std::string now = m_warnings.tells(FigureWarnings::About::State) ? m_toldRoof : std::string();
    if (std::exchange(m_offered, now) != now)
        emit offered(now);
}

void RoofOffers::use(const RoofPlace& place)
{
    if (m_cursor.device() == place.device && m_cursor.workload().threads == place.threads)
        m_controller.measureRoof(place.roof);
}

void RoofOffers::keep(const RoofPlace& place)
{
    m_offers.keep(place);
    refresh();
}

} // namespace ridgepoint
