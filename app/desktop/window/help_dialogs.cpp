// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/help_dialogs.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/window_actions.h"

#include <QAction>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QMenuBar>
#include <QMainWindow>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

/// A dialog with a body and a Close button, which deletes itself; to be shown when it is filled, so that it stands in
/// the middle.
QVBoxLayout* makeDialog(QWidget* window, const QString& title)
{
    auto* dialog = new QDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(24, 20, 24, 20);
    column->setSpacing(12);
    auto* body = new QVBoxLayout;
    column->addLayout(body);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    column->addWidget(buttons);
    return body;
}

/// Puts a long list into a dialog that fits the screen.
void addScrolling(QVBoxLayout& body, QWidget* list)
{
    constexpr int roomAround = 160; // for the dialog's frame, margins and button, and the desktop's bars
    QWidget* dialog = body.parentWidget();
    auto* area = new QScrollArea(dialog);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidgetResizable(true);
    area->setWidget(list);
    body.addWidget(area);
    const QSize whole = list->sizeHint();
    const int height = std::min(whole.height(), dialog->screen()->availableGeometry().height() - roomAround);
    area->setFocus(); // so that keys scroll it
    area->setMinimumSize(whole.width() + area->verticalScrollBar()->sizeHint().width(), height);
    dialog->adjustSize();
}

QString plain(QString text) { return text.remove(QLatin1Char('&')); }

} // namespace

void showShortcuts(QWidget* window)
{
    QVBoxLayout* body = makeDialog(window, tr("Keyboard shortcuts"));
    QWidget* dialog = body->parentWidget();
    auto* list = new QWidget(dialog);
    auto* grid = new QGridLayout(list);
    grid->setContentsMargins(0, 0, 12, 0);
    grid->setHorizontalSpacing(28);
    grid->setVerticalSpacing(5);
    const auto addRow = [&](const QString& keys, const QString& what) {
        const int row = grid->rowCount();
        grid->addWidget(makeLabel("strong", list, keys), row, 0);
        grid->addWidget(makeLabel("body", list, what), row, 1);
    };
    for (const QAction* action : actionsIn(static_cast<QMainWindow*>(window)->menuBar()->actions()))
        if (!action->shortcut().isEmpty())
            addRow(action->shortcut().toString(QKeySequence::NativeText), plain(action->text()));
    addRow(tr("Arrow keys"), tr("Move the selection in a chart, or a slider by a step"));
    addRow(tr("Enter"), tr("Measure the selected point of a chart again"));
    addRow(tr("Esc"),
           tr("Leave the current mode; else stop measuring or an experiment, then the what-if, then the live probe"));
    addRow(tr("R, + and −"), tr("In a chart: reset its view, zoom in and out"));
    addRow(tr("K"), tr("In the roofline: select the next of your own kernels; Esc returns to the point"));
    addRow(tr("W, then ↑ ↓"), tr("Select a roof in the roofline and move it (what-if); Delete restores it"));
    addRow(tr("Shift+arrow keys, Shift+drag"),
           tr("Select samples in all charts and the table; Esc clears the selection"));
    addRow(tr("Wheel, drag"), tr("Zoom and pan a chart; double-click resets it, or on an axis sets its range"));
    addScrolling(*body, list);
    dialog->show();
}

void showAbout(QWidget* window)
{
    QVBoxLayout* body = makeDialog(window, tr("About Ridgepoint"));
    QWidget* dialog = body->parentWidget();
    body->addWidget(makeLabel("headline", dialog, tr("Ridgepoint %1").arg(QStringLiteral(RIDGEPOINT_VERSION))));
    QLabel* text = makeLabel(
        "body", dialog,
        tr("Measures and shows, live, whether a workload is compute-, memory-bandwidth- or overhead-bound.\n"
           "\n"
           "The window and its charts: GNU General Public License, version 3 or later.\n"
           "The measuring program and the library: Apache License 2.0.\n"
           "\n"
           "Built with Qt %1 (LGPL 3), QCustomPlot by Emanuel Eichhammer (GPL 3 or later), Highway (Apache 2.0), "
           "nlohmann/json (MIT), zlib (zlib) and the typeface Inter (SIL Open Font License 1.1).")
            .arg(QLatin1String(qVersion())));
    text->setWordWrap(true);
    text->setMinimumWidth(440);
    body->addWidget(text);
    dialog->show();
}

} // namespace ridgepoint
