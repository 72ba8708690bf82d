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

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

Result<ReadFleet> fleetIn(const QString& folder, const std::function<bool(std::size_t, std::size_t)>& isWanted)
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
    const std::uint64_t generation = ++m_generation;
    m_name = QDir(QDir(folder).absolutePath()).dirName();
    m_parts.strip.dismiss(std::exchange(m_reading, tr("Reading the sessions in %1…").arg(m_name))); // of another folder
    m_parts.strip.answerMeanwhile(m_reading); // what was told comes back
    auto read = std::make_shared<std::optional<Result<ReadFleet>>>();
    const auto isWanted = [this, generation](std::size_t done, std::size_t all) {
        if (generation != m_generation)
            return false;
        m_thread.report([this, generation, done, all] { tellReading(generation, done, all); });
        return true;
    };
    m_thread.run([folder, read, isWanted] { *read = fleetIn(folder, isWanted); },
                 [this, generation, read] {
                     if (generation != m_generation)
                         return;
                     m_parts.strip.dismiss(std::exchange(m_reading, {}));
                     if (!**read)
                         return tell(errorMessage((*read)->error()));
                     FleetDialog& dialog = shownDialog();
                     dialog.show(std::move(***read), m_name);
                     dialog.show();
                     dialog.raise();
                     dialog.activateWindow();
                 });
}

/// Called for each session that the thread comes to; of a folder that was left meanwhile nothing is told.
void FleetCommands::tellReading(std::uint64_t generation, std::size_t done, std::size_t all)
{
    if (generation != m_generation || m_reading.isEmpty())
        return;
    const auto countWords = [](std::size_t count) { return Format().whole(static_cast<std::int64_t>(count)); };
    const QString words = tr("Reading the sessions in %1: %2 of %3…").arg(m_name, countWords(done), countWords(all));
    m_parts.strip.reword(std::exchange(m_reading, words), words, {}, {});
    if (m_dialog != nullptr && m_dialog->isVisible()) // the strip is behind it
        m_dialog->tell(words);
    emit readingTold();
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
