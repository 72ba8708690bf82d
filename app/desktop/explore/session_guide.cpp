// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/session_guide.h"

#include "app/charts/style/format.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/session/device_elsewhere.h"

#include <QFileInfo>

#include <utility>

namespace ridgepoint {

SessionGuide::SessionGuide(SessionStore& store, const Cursor& cursor, const LiveSession& session,
                           const MachineList& machines, MessageStrip& strip, QObject* parent)
    : QObject(parent), m_store(store), m_cursor(cursor), m_machines(machines), m_strip(strip)
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
    const DeviceInfo& device = m_cursor.deviceInfo();
    m_shown = errorMessage(*device.reason);
    const auto startNew = [this] { m_store.startNew(); };
    const std::string place = placeOf(device);
    const auto* machine = place.empty() ? nullptr : m_machines.findPlace(QString::fromStdString(place));
    const bool isOfJob = place != device.machine; // to which a login node alone does not lead
    if (machine != nullptr && (machine->machine.slurm || !isOfJob))
        m_strip.tell(Severity::Warning, m_shown, tr("&Connect"),
                     [this, name = machine->machine.name()] { emit connectAsked(name); },
                     {.text = tr("New session"), .act = startNew, .isClosing = false});
    else
        m_strip.tell(Severity::Warning, m_shown, tr("New session"), startNew);
}

void SessionGuide::tellNewer(const QString& autosave)
{
    m_shown = tr("%1 lacks the latest measurements: they were autosaved, but not saved to the file.")
                  .arg(QFileInfo(m_store.document()).fileName());
    m_strip.tell(Severity::Warning, m_shown, tr("Show everything"),
                 [this, autosave] { m_store.openAutosaved(autosave); });
}

} // namespace ridgepoint
