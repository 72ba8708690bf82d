// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/importing/import_commands.h"

#include "app/charts/style/format.h"
#include "app/desktop/base/save_dialog.h"
#include "app/desktop/importing/import_dialog.h"
#include "app/desktop/importing/import_preview.h"
#include "app/desktop/importing/kernel_guide.h"
#include "app/desktop/importing/run_program_dialog.h"
#include "app/desktop/measure/bench_command.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/measure/probe_controller.h"
#include "app/desktop/session/live_session.h"
#include "app/desktop/session/session_store.h"
#include "app/desktop/session/kernel_step.h"
#include "core/session/own_kernels_csv.h"

#include <QCoreApplication>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QUndoStack>
#include <QUrl>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace ridgepoint {
namespace {

/// Undo takes the kernels out again, wherever the list has them by then; the others stay as they are. Redo puts back
/// what undo took, with the counts that were typed since: one that got another name stayed and does not come twice.
class AddedKernels : public KernelStep {
public:
    AddedKernels(LiveSession& session, std::vector<OwnKernel> kernels)
        : KernelStep(session, ImportCommands::tr("importing kernels")), m_kernels(std::move(kernels))
    {}

    void redo() override
    {
        std::vector<OwnKernel> all = kernels();
        if (all.size() + m_kernels.size() > maximumOwnKernels) { // others came after an undo
            setObsolete(true);
            return;
        }
        all.insert(all.end(), m_kernels.begin(), m_kernels.end());
        put(std::move(all));
    }
    void undo() override
    {
        // Counts that the user has typed since are no part of what a kernel is known by.
        using Key = std::tuple<std::string, std::string, double>;
        const auto keyOf = [](const OwnKernel& kernel) { return Key(kernel.name, kernel.source, kernel.time.value()); };
        std::map<Key, std::size_t> added;
        for (const OwnKernel& kernel : m_kernels)
            ++added[keyOf(kernel)];
        std::vector<OwnKernel> taken;
        std::vector<OwnKernel> left;
        const std::vector<OwnKernel>& all = kernels();
        std::for_each(all.rbegin(), all.rend(), [&](const OwnKernel& kernel) { // of those that are alike the last came
            if (const auto found = added.find(keyOf(kernel)); found != added.end() && found->second > 0) {
                --found->second;
                taken.push_back(kernel);
            } else
                left.push_back(kernel);
        });
        std::reverse(left.begin(), left.end());
        m_kernels.assign(taken.rbegin(), taken.rend());
        put(std::move(left));
    }

private:
    std::vector<OwnKernel> m_kernels;
};

/// The local files of a drag.
QStringList filesOf(const QMimeData* data)
{
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

/// Whether the first line has the columns that a table of own kernels must have.
bool isTableOfKernels(const QString& path)
{
    constexpr qint64 longestLine = 1 << 16;
    QFile file(path);
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly)
        && parseOwnKernels(file.readLine(longestLine).toStdString()).ok();
}

QString countOf(std::size_t count) { return Format().whole(static_cast<std::int64_t>(count)); }

/// "147 kernels from trace.json.gz were added".
QString addedWords(std::size_t count, const QStringList& files)
{
    const QString from = files.size() == 1 ? files.front() : ImportCommands::tr("%1 files").arg(files.size());
    return count == 1 ? ImportCommands::tr("1 kernel from %1 was added").arg(from)
                      : ImportCommands::tr("%1 kernels from %2 were added").arg(countOf(count), from);
}

} // namespace

ImportCommands::ImportCommands(ImportParts parts, QString bench, QObject* parent)
    : QObject(parent),
      m_parts(parts),
      m_bench(std::move(bench)),
      m_guide(new KernelGuide(parts.session, parts.cursor, parts.store, parts.roofline, parts.strip, this))
{
    m_parts.window->setAcceptDrops(true);
    m_parts.window->installEventFilter(this);
    const auto tellHeld = [this] {
        if (m_dialog)
            m_dialog->preview()->setHeld(m_parts.session.frame().ownKernels.size());
    };
    connect(&m_parts.session, &LiveSession::ownKernelsChanged, this, tellHeld);
    connect(&m_parts.session, &LiveSession::replaced, this, tellHeld);
    // The end of an experiment leaves time in which the window would measure by itself.
    connect(&m_parts.controller, &MeasureController::runningChanged, this, [this](bool running) {
        if (running && m_interrupted)
            m_parts.controller.stop();
    });
}

bool ImportCommands::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_parts.window || (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop))
        return QObject::eventFilter(watched, event);
    auto& drop = static_cast<QDropEvent&>(*event);
    QStringList paths = filesOf(drop.mimeData());
    if (paths.isEmpty())
        return false;
    drop.setDropAction(Qt::CopyAction); // whoever is dragged from keeps its files
    drop.accept();
    if (event->type() == QEvent::DragEnter)
        return true;
    const auto folders = std::stable_partition(paths.begin(), paths.end(),
                                               [](const QString& path) { return !QFileInfo(path).isDir(); });
    const QString folder = folders == paths.end() ? QString() : *folders;
    paths.erase(folders, paths.end());
    if (!folder.isEmpty())
        emit folderDropped(folder);
    const auto sessions = std::stable_partition(paths.begin(), paths.end(), [](const QString& path) {
        return !path.endsWith(QStringLiteral(".ridge"), Qt::CaseInsensitive);
    });
    const QString session = sessions == paths.end() ? QString() : *sessions;
    paths.erase(sessions, paths.end());
    if (!session.isEmpty())
        m_parts.store.open(session);
    if (!paths.isEmpty())
        importFiles(paths);
    return true;
}

void ImportCommands::open()
{
    const QStringList paths = QFileDialog::getOpenFileNames(
        m_dialog ? m_dialog.data() : m_parts.window, tr("Import kernels from what profilers and benchmarks write"),
        usualFolder(),
        tr("All files (*);;JSON (*.json *.json.gz *.jsonl);;CSV (*.csv *.csv.gz);;Ridgepoint sessions (*.ridge)"));
    if (!paths.isEmpty())
        importFiles(paths);
}

ImportDialog* ImportCommands::dialog() const { return m_dialog; }

ImportDialog& ImportCommands::shownDialog()
{
    if (!m_dialog) {
        m_dialog = new ImportDialog(m_parts.window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        m_dialog->preview()->setHeld(m_parts.session.frame().ownKernels.size());
        connect(m_dialog, &ImportDialog::taken, this, &ImportCommands::take);
        connect(m_dialog, &ImportDialog::otherFileAsked, this, &ImportCommands::open);
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
    return *m_dialog;
}

void ImportCommands::importFiles(const QStringList& paths)
{
    QStringList tables;
    QStringList others;
    for (const QString& path : paths)
        (isTableOfKernels(path) ? tables : others) << path;
    if (!tables.isEmpty())
        emit tablesCame(tables);
    for (const QString& path : others)
        shownDialog().read(path, QFileInfo(path).fileName());
}

void ImportCommands::take(const std::vector<OwnKernel>& kernels, const QStringList& files)
{
    m_parts.undo.push(new AddedKernels(m_parts.session, kernels));
    m_guide->tellAdded(kernels, addedWords(kernels.size(), files));
}

void ImportCommands::runProgram()
{
    if (m_program == nullptr) {
        m_program = new RunProgramDialog(findBench(m_bench, QCoreApplication::applicationDirPath()), m_parts.window);
        connect(m_program, &RunProgramDialog::starting, this, &ImportCommands::pause);
        connect(m_program, &RunProgramDialog::ended, this, &ImportCommands::resume);
        connect(m_program, &RunProgramDialog::measured, this,
                [this](const QString& path, const QString& name, const QString& remark) {
                    ImportDialog& dialog = shownDialog();
                    // Who takes nothing is back where the program can be run again, or its kernels be looked at again.
                    connect(&dialog, &QDialog::rejected, m_program, &QDialog::open, Qt::UniqueConnection);
                    dialog.read(path, name, remark);
                });
    }
    m_program->open(); // over the window, whose sliders would measure meanwhile
}

void ImportCommands::pause()
{
    m_interrupted = Interrupted{.isMeasuring = m_parts.controller.running(), .isProbing = m_parts.probe.isOn()};
    emit programStarting();
    m_parts.probe.setOn(false);
    m_parts.controller.stop();
}

void ImportCommands::resume()
{
    const Interrupted interrupted = std::exchange(m_interrupted, std::nullopt).value_or(Interrupted());
    if (interrupted.isMeasuring)
        m_parts.controller.run();
    if (interrupted.isProbing)
        m_parts.probe.setOn(true);
}

} // namespace ridgepoint
