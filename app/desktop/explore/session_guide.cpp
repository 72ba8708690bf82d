// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/session_guide.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/style/format.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/session/device_list.h"
#include "core/model/prediction.h"

#include <QFileInfo>

#include <utility>

namespace ridgepoint {

SessionGuide::SessionGuide(SessionStore& store, const Cursor& cursor, const LiveSession& session,
                           const MachineList& machines, MessageStrip& strip, QObject* parent)
    : QObject(parent), m_store(store), m_cursor(cursor), m_session(session), m_machines(machines), m_strip(strip)
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
    connect(&store, &SessionStore::opened, this, [this] {
        if (const QString words = incompleteWords(); !words.isEmpty() && !isElsewhere()) // or it was told with that
            m_strip.tell(Severity::Hint, m_shown = words);
    });
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
    m_shown = QStringList{incompleteWords(), errorMessage(*device.reason)}.join(QLatin1Char(' ')).trimmed();
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

QString SessionGuide::incompleteWords() const
{
    return m_session.frame().environment.contains(incompleteKey)
             ? tr("This session is incomplete: the sweep had not ended.")
             : QString();
}

void SessionGuide::tellNewer(const QString& autosave)
{
    m_shown = tr("%1 lacks the latest changes: they were autosaved, but not saved to the file.")
                  .arg(QFileInfo(m_store.document()).fileName());
    m_strip.tell(Severity::Warning, m_shown, tr("Show everything"),
                 [this, autosave] { m_store.openAutosaved(autosave); });
}

ReferenceGuide::ReferenceGuide(Cursor& cursor, const LiveSession& session, MessageStrip& strip, QObject* parent)
    : QObject(parent), m_cursor(cursor), m_session(session), m_strip(strip)
{
    connect(&cursor, &Cursor::mapChanged, this, [this] {
        if (!m_shown.isEmpty() && m_cursor.device() != m_unusable)
            m_strip.dismiss(std::exchange(m_shown, QString()));
    });
}

void ReferenceGuide::offer(const QString& text, const QString& action, const std::string& device)
{
    m_strip.tell(Severity::Warning, text, action, [this, device] {
        m_cursor.setDevice(device);
        emit userMoved();
    });
}

void ReferenceGuide::explainRun()
{
    const DeviceInfo& here = m_cursor.deviceInfo();
    const QString words = here.reason ? errorMessage(*here.reason) : tr("Nothing can be measured on this device.");
    for (const DeviceInfo& device : m_session.devices())
        if (device.available) {
            offer(words, tr("Show %1").arg(deviceWords(device)), device.id);
            return;
        }
    m_strip.tell(Severity::Warning, words);
}

void ReferenceGuide::tellUnusable(const Error& reason)
{
    const ReferencePointer offered = m_session.reference(std::string(offeredDevice));
    if (m_cursor.roofs() != nullptr) { // there is something to see
        m_unusable = m_cursor.device();
        m_shown = tr("Measured on another machine; nothing can be measured on it here. %1")
                      .arg(capitalised(errorMessage(reason)));
        m_strip.tell(Severity::Hint, m_shown);
    } else if (offered && m_cursor.deviceInfo().kind == DeviceKind::Cuda && !active())
        offer(errorMessage(reason), tr("Show an H100 from its datasheet instead"), offered->device.id);
    else
        m_strip.tell(Severity::Error, errorMessage(reason));
}

QString ReferenceGuide::emptyText() const
{
    const ReferencePointer device = m_session.reference(m_cursor.device());
    if (!device || predict(m_cursor.workload(), device->roofs, device->device.kind))
        return tr("Nothing to show");
    const Workload usable = predictable(m_cursor.workload(), *device);
    const auto word = [](std::string_view name) {
        return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    };
    return tr("No source gives enough figures for %1 to predict this; choose %2, %3 and %4 launches.")
        .arg(QString::fromStdString(device->device.name), word(nameOf(usable.operation)),
             word(nameOf(usable.precision)), word(nameOf(usable.launchMode)));
}

} // namespace ridgepoint
