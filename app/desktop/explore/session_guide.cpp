// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/session_guide.h"

#include "app/charts/style/format.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/session/device_elsewhere.h"

#include <QFileInfo>

#include <utility>

namespace ridgepoint {

SessionGuide::SessionGuide(SessionStore& store, const Cursor& cursor, const LiveSession& session, MessageStrip& strip,
                           QObject* parent)
    : QObject(parent), m_store(store), m_cursor(cursor), m_strip(strip)
{
    connect(&session, &LiveSession::replaced, this, [this] {
        m_strip.dismiss(std::exchange(m_shown, QString()));
        m_told = false;
    });
    connect(&session, &LiveSession::devicesChanged, this, [this] { // its machine was connected
        if (!isElsewhere() && std::exchange(m_told, false))
            m_strip.dismiss(std::exchange(m_shown, QString()));
    });
    connect(&cursor, &Cursor::mapChanged, this, &SessionGuide::tellOnce);
    connect(&store, &SessionStore::newerAutosave, this, &SessionGuide::tellNewer);
}

bool SessionGuide::isElsewhere() const { return ridgepoint::isElsewhere(m_cursor.deviceInfo()); }

void SessionGuide::tellOnce()
{
    if (isElsewhere() && !std::exchange(m_told, true))
        explain();
}

void SessionGuide::explain()
{
    m_shown = errorMessage(*m_cursor.deviceInfo().reason);
    m_strip.tell(Severity::Warning, m_shown, tr("New session"), [this] { m_store.startNew(); });
}

void SessionGuide::tellNewer(const QString& autosave)
{
    m_shown = tr("%1 lacks the latest measurements: they were autosaved, but not saved to the file.")
                  .arg(QFileInfo(m_store.document()).fileName());
    m_strip.tell(Severity::Warning, m_shown, tr("Show everything"),
                 [this, autosave] { m_store.openAutosaved(autosave); });
}

} // namespace ridgepoint
