// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_widget.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QUndoCommand>

namespace ridgepoint {

/// A change of what a chart's axes show, which has happened already. Notches of the wheel that follow each other are
/// one change.
class ViewCommand : public QUndoCommand {
public:
    ViewCommand(ChartWidget& chart, ChartRanges before, ChartRanges after);

    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override;
    bool mergeWith(const QUndoCommand* other) override;

private:
    QPointer<ChartWidget> m_chart;
    ChartRanges m_before;
    ChartRanges m_after;
    QElapsedTimer m_since;
    bool m_done = true; ///< the first redo, by the stack itself, has nothing to do
};

} // namespace ridgepoint
