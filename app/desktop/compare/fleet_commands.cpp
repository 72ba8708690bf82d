// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/compare/fleet_commands.h"

#include "app/charts/style/format.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/save_dialog.h"
#include "app/desktop/base/window_look.h"
#include "app/desktop/compare/comparison.h"
#include "app/desktop/compare/fleet_dialog.h"
#include "app/desktop/session/session_store.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

Result<ReadFleet> fleetIn(const QString& folder, const std::function<bool()>& isWanted)
{
    auto read = readFleetFolder(folder.toStdString(), isWanted);
    if (!read)
        return read.error();
    auto summary = std::make_shared<const FleetSummary>(summariseFleet(read->nodes));
    return ReadFleet{.folder = std::move(*read), .summary = std::move(summary)};
}

} // namespace

FleetCommands::FleetCommands(const FleetParts& parts, QObject* parent) : QObject(parent), m_parts(parts)
{
    connect(&parts.look, &WindowLook::changed, this, [this](const Theme& theme) {
        if (m_dialog != nullptr)
            m_dialog->setTheme(theme);
    });
    // What a session compared with when it was saved comes back as it is opened; this comes after.
    connect(&parts.store, &SessionStore::opened, this, [this] {
        const QString beside = std::exchange(m_beside, {});
        if (std::exchange(m_opening, {}) == m_parts.store.document() && !beside.isEmpty())
            m_parts.comparison.addFiles({beside});
    });
    connect(&parts.store, &SessionStore::failed, this, [this](const Error& error) {
        m_beside.clear();
        if (!std::exchange(m_opening, {}).isEmpty() && m_dialog != nullptr && m_dialog->isVisible())
            m_dialog->tell(errorMessage(error)); // the strip is behind it
    });
}

FleetCommands::~FleetCommands() { ++m_generation; }

void FleetCommands::open()
{
    const QString folder = QFileDialog::getExistingDirectory(
        m_dialog != nullptr && m_dialog->isVisible() ? m_dialog : m_parts.window, tr("Folder of a fleet's sessions"),
        usualFolder());
    if (!folder.isEmpty())
        open(folder);
}

void FleetCommands::open(const QString& folder)
{
    const QString name = QDir(QDir(folder).absolutePath()).dirName();
    const QString reading = tr("Reading the sessions in %1…").arg(name);
    m_parts.strip.answerBriefly(reading); // what was told comes back
    auto read = std::make_shared<std::optional<Result<ReadFleet>>>();
    const std::uint64_t generation = ++m_generation;
    const auto isWanted = [this, generation] { return generation == m_generation; };
    m_thread.run([folder, read, isWanted] { *read = fleetIn(folder, isWanted); },
                 [this, name, reading, read, isWanted] {
                     m_parts.strip.dismiss(reading);
                     if (!isWanted())
                         return;
                     if (!**read)
                         return tell(errorMessage((*read)->error()));
                     FleetDialog& dialog = shownDialog();
                     dialog.show(std::move(***read), name);
                     dialog.show();
                     dialog.raise();
                     dialog.activateWindow();
                 });
}

FleetDialog& FleetCommands::shownDialog()
{
    if (m_dialog == nullptr) {
        m_dialog = new FleetDialog(m_parts.window);
        m_dialog->setTheme(m_parts.look.theme());
        connect(m_dialog, &FleetDialog::folderAsked, this, qOverload<>(&FleetCommands::open));
        connect(m_dialog, &FleetDialog::sessionWanted, this, &FleetCommands::openSession);
    }
    return *m_dialog;
}

void FleetCommands::tell(const QString& why)
{
    // The strip would be behind the fleet that is shown.
    if (m_dialog != nullptr && m_dialog->isVisible())
        m_dialog->tell(why);
    else
        m_parts.strip.tell(Severity::Warning, why);
}

void FleetCommands::openSession(const QString& path, const QString& beside)
{
    m_opening = QFileInfo(path).absoluteFilePath();
    m_beside = beside;
    m_parts.store.open(m_opening);
}

} // namespace ridgepoint
