// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/own_kernel.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <optional>
#include <vector>

class QUndoStack;

namespace ridgepoint {

class Cursor;
class ImportDialog;
class KernelGuide;
class LiveSession;
class MeasureController;
class MessageStrip;
class ProbeController;
class RooflineChart;
class RunProgramDialog;
class SessionStore;

/// What importing works with.
struct ImportParts {
    QWidget* window = nullptr;
    LiveSession& session;
    Cursor& cursor;
    SessionStore& store;
    MeasureController& controller;
    ProbeController& probe;
    const RooflineChart& roofline;
    MessageStrip& strip;
    QUndoStack& undo;
};

/// Kernels out of files and programs: asks for them, shows them, and adds those that are wanted to the session's own.
/// Files that are dropped on the window come here too; of sessions (.ridge) and of folders the first is opened.
class ImportCommands : public QObject {
    Q_OBJECT

public:
    /// `bench` is what --bench names.
    ImportCommands(ImportParts parts, QString bench, QObject* parent);

    /// Asks which files, and imports them.
    void open();
    /// Reads these files, and shows what they hold before anything is taken; tables of own kernels are for the list.
    void importFiles(const QStringList& paths);
    /// Asks which program, runs it, and imports the kernels that it tells of.
    void runProgram();
    /// Null while none is open.
    [[nodiscard]] ImportDialog* dialog() const;
    /// Null until it was opened.
    [[nodiscard]] RunProgramDialog* program() const { return m_program; }
    /// What is said of kernels that came in, and what it offers.
    [[nodiscard]] KernelGuide& guide() const { return *m_guide; }

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// The sessions of a fleet may be in it.
    void folderDropped(const QString& folder);
    /// Tables of own kernels came, as the list opens them.
    void tablesCame(const QStringList& paths);
    /// A program is about to run: whoever measures has to stop.
    void programStarting();

private:
    ImportDialog& shownDialog();
    void take(const std::vector<OwnKernel>& kernels, const QStringList& files);
    /// A program that runs and measurements would show in each other's times.
    void pause();
    void resume();

    ImportParts m_parts;
    QString m_bench;
    KernelGuide* m_guide;
    QPointer<ImportDialog> m_dialog;
    RunProgramDialog* m_program = nullptr;
    /// What went on when the program was started that runs.
    struct Interrupted {
        bool isMeasuring = false;
        bool isProbing = false;
    };
    std::optional<Interrupted> m_interrupted;
};

} // namespace ridgepoint
