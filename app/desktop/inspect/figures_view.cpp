// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/figures_view.h"

#include "app/desktop/base/glossary.h"
#include "app/desktop/base/labels.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

/// The note wraps in what the rate leaves of the row: with a what-if it is long, and no words may widen the panel.
void addRate(QVBoxLayout* column, QLabel* rate, QLabel* note)
{
    auto* row = new QHBoxLayout;
    row->addWidget(rate);
    row->addWidget(note, 1);
    note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    column->addLayout(row);
}

} // namespace

FiguresView::FiguresView(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    column->addWidget(m_title = makeLabel("title", this));
    column->addWidget(m_time = makeLabel("figure", this));
    column->addWidget(m_timeNote = makeLabel("muted", this));
    column->addSpacing(4);
    addRate(column, m_bandwidth = makeLabel("rate", this), m_bandwidthNote = makeColumnText("strong", this));
    addRate(column, m_performance = makeLabel("rate", this), m_performanceNote = makeColumnText("strong", this));
    column->addWidget(m_aside = makeColumnText("muted", this)); // below all figures, which keep their places
    m_aside->setToolTip(tr("The machine behaves differently now, or one of the two measurements was disturbed. Click "
                           "the point in a chart to measure it again."));
    m_time->setToolTip(glossaryTip("percentile"));
    m_timeNote->setToolTip(glossaryTip("confidence interval"));
    m_bandwidth->setToolTip(glossaryTip("bandwidth"));
    m_performance->setToolTip(glossaryTip("FLOP"));
    for (QLabel* note : {m_bandwidthNote, m_performanceNote})
        note->setToolTip(glossaryTip("roof"));
    m_time->setAccessibleName(tr("Time"));
    m_bandwidth->setAccessibleName(tr("Bandwidth"));
    m_performance->setAccessibleName(tr("Performance"));
    show({});
}

void FiguresView::show(const PointFigures& figures)
{
    const bool measured = !figures.time.isEmpty();
    m_title->setText(figures.title.isEmpty() ? tr("Selected point") : figures.title);
    m_time->setText(!measured                 ? QStringLiteral("–")
                    : figures.title.isEmpty() ? figures.time
                                              : tr("now %1").arg(figures.time)); // the inspector has the measured one
    m_timeNote->setText(measured                    ? figures.timeNote
                        : figures.waiting.isEmpty() ? tr("not measured yet")
                                                    : figures.waiting);
    m_aside->setText(figures.aside);
    m_aside->setVisible(!figures.aside.isEmpty());
    m_bandwidth->setText(figures.bandwidth);
    m_bandwidthNote->setText(figures.bandwidthNote);
    m_performance->setText(figures.performance);
    m_performanceNote->setText(figures.performanceNote);
}

} // namespace ridgepoint
