// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/measuring_step.h"

#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/session/live_session.h"

#include <QCoreApplication>

#include <utility>

namespace ridgepoint {
namespace {

QString wordsOf(ReplacedMeasurements::What what)
{
    using What = ReplacedMeasurements::What;
    const char* text = what == What::Map     ? QT_TRANSLATE_NOOP("ridgepoint", "measuring the map again")
                     : what == What::Roofs   ? QT_TRANSLATE_NOOP("ridgepoint", "measuring the roofs again")
                     : what == What::OneRoof ? QT_TRANSLATE_NOOP("ridgepoint", "measuring the roof again")
                                             : QT_TRANSLATE_NOOP("ridgepoint", "measuring the point again");
    return QCoreApplication::translate("ridgepoint", text);
}

} // namespace

MeasuringStep::MeasuringStep(LiveSession& session, MeasureController& controller, ReplacedPointer replaced)
    : QUndoCommand(wordsOf(replaced->what)), m_session(session), m_controller(controller), m_other(std::move(replaced))
{}

void MeasuringStep::undo()
{
    m_controller.takeBack(m_other);
    exchange();
}

void MeasuringStep::redo()
{
    if (!std::exchange(m_done, false))
        exchange();
}

void MeasuringStep::exchange()
{
    for (auto& [workload, other] : m_other->samples)
        if (const SamplePointer shown = m_session.find(m_other->device, workload)) {
            m_session.putSample(*other);
            other = shown;
        }
    if (!m_other->roofs)
        return;
    if (const RoofSet* shown = m_session.roofs(m_other->device, m_other->roofs->threads)) {
        // What came to be known since, of another operation perhaps, stays.
        RoofSet next = *shown;
        for (const Roof& roof : m_other->roofs->roofs)
            next.put(roof);
        next.levels = m_other->roofs->levels;
        m_other->roofs = *shown;
        m_session.setRoofs(std::move(next));
    }
}

} // namespace ridgepoint
