// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/concealed.h"
#include "app/desktop/calculator/calculator_dialog.h"
#include "app/desktop/calculator/own_kernels_dialog.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

class QUndoStack;

namespace ridgepoint {

class Cursor;
class LiveSession;
class MeasureController;
class RooflineChart;
class SnapshotFeed;

/// Opens the calculator and the list of the user's own kernels, which the session keeps, and keeps both in step with
/// the window: devices, the selected point, what is measured.
class CalculatorCommands : public QObject {
    Q_OBJECT

public:
    CalculatorCommands(QWidget* window, LiveSession& session, Cursor& cursor, MeasureController& controller,
                       QUndoStack& undo);

    /// Opens it as it was left; the first time with the selected point, or the article's example before any roofs.
    void open();
    void openWithPoint();
    void openOwnKernels();
    /// Adds the kernels of these tables, as the list's form does that opens one.
    void openTables(const QStringList& paths);
    /// Fills it with this work, the present device and these of its roofs.
    void openWithWork(const EnvelopeWork& work, const ChosenRoofs& roofs);
    /// The roofline draws the kernels that the list shows, and what is selected in one is chosen in the other.
    void link(SnapshotFeed& feed, RooflineChart& roofline);
    /// Takes over what can judge kernels and calculations, and of which devices the roofline shows the roofs.
    void refreshDevices();
    /// Says nothing of what is to be guessed first: of what was measured, or of roofs too.
    void setConcealed(Concealed level);
    /// Null until it was opened.
    [[nodiscard]] CalculatorDialog* dialog() const { return m_dialog; }
    /// The list of the user's own kernels; null until it was opened.
    [[nodiscard]] OwnKernelsDialog* list() const { return m_list; }

signals:
    /// The user selected this kernel of the list, or none alone.
    void kernelSelected(std::optional<std::size_t> kernel);
    /// The list shows other kernels, and so should the roofline.
    void choiceChanged(const ridgepoint::KernelChoice& choice);
    /// The device of this id is to be compared with the window's.
    void compareAsked(const std::string& id);
    /// The present device is to be measured, as by Run.
    void measureAsked();
    /// Kernels of files are wanted in the list.
    void importAsked();

private:
    CalculatorDialog& shown();
    OwnKernelsDialog& shownList();
    void refreshPoint();
    [[nodiscard]] std::optional<MeasuredAnswer> measured(const EnvelopeWork& work) const;
    [[nodiscard]] std::optional<Workload> measurable(const EnvelopeWork& work) const;
    void measure(const Workload& workload);

    QWidget* m_window;
    LiveSession& m_session;
    Cursor& m_cursor;
    MeasureController& m_controller;
    QUndoStack& m_undo;
    CalculatorDialog* m_dialog = nullptr;
    OwnKernelsDialog* m_list = nullptr;
    const RooflineChart* m_roofline = nullptr; ///< whose chosen kernel the list begins with
    Concealed m_concealed = Concealed::Nothing;
};

/// The workload like `like` (launch mode, threads, and the operation where its FLOPs are those, or else a
/// multiplication or multiply-add) that is this work; nothing where its counts are of no such workload: whole numbers,
/// in place, one launch a pass.
[[nodiscard]] std::optional<Workload> workloadOf(const EnvelopeWork& work, const Workload& like);

} // namespace ridgepoint
