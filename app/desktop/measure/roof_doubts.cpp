// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/roof_doubts.h"

#include <QTimer>

#include <utility>

namespace ridgepoint {

RoofDoubts::RoofDoubts(LiveSession& session, const Cursor& cursor, MeasureController& controller, QObject* parent)
    : QObject(parent), m_cursor(cursor), m_controller(controller)
{
    connect(&session, &LiveSession::replaced, this, [this] { m_doubted.clear(); });
}

void RoofDoubts::doubtLater(const Roof& shown)
{
    QMetaObject::invokeMethod(this, [this, id = shown.id, value = shown.value] { doubt(id, value); }, Qt::QueuedConnection);
}

void RoofDoubts::doubt(const std::string& id, double shown)
{
    constexpr int mostDoubts = 3;
    const RoofSet* roofs = m_cursor.roofs();
    const Roof* known = roofs != nullptr ? roofs->find(id) : nullptr;
    if (known == nullptr || known->value != shown || !m_controller.mayMeasureByItself())
        return;
    if (m_controller.running() && m_controller.progress().what != MeasureProgress::What::Sharpen)
        return; // sharpening goes on for minutes, with the roof that is in doubt
    Doubt& doubt = m_doubted[{m_cursor.device(), m_cursor.workload().threads, id}];
    if (doubt.times >= mostDoubts)
        return;
    if (const qint64 left = doubt.times > 0 ? m_pause.count() - doubt.since.elapsed() : 0; left > 0) {
        if (!std::exchange(doubt.isWaiting, true)) // who doubts looks again then: by itself nothing may change meanwhile
            QTimer::singleShot(std::chrono::milliseconds(left), this, &RoofDoubts::onPauseOver);
        return;
    }
    ++doubt.times;
    doubt.since.start();
    m_controller.measureRoof(id);
}

void RoofDoubts::onPauseOver()
{
    for (auto& [key, each] : m_doubted)
        each.isWaiting = false;
    emit pauseOver();
}

} // namespace ridgepoint
