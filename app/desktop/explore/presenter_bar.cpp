// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/presenter_bar.h"

#include "app/charts/data/describe.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/explore/workload_panel.h"
#include "core/model/cost.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

constexpr int roomyLetters = 58; ///< from that width on the figures stand beside the words
/// In a window below this height the chart needs the room: words have the whole width, in smaller type.
constexpr int lowWindow = 700;

} // namespace

PresenterBar::PresenterBar(Cursor& cursor, QWidget* parent) : QFrame(parent), m_cursor(cursor)
{
    setProperty("surface", QStringLiteral("card"));
    auto* column = new QVBoxLayout(this);
    m_results = new QWidget(this);
    m_line = new QBoxLayout(QBoxLayout::LeftToRight, m_results);
    m_line->setContentsMargins(0, 0, 0, 0);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_verdict = makeColumnText("headline", m_results));
    words->addWidget(m_workload = makeColumnText("value", m_results));
    m_line->addLayout(words, 1);
    m_figures = new QBoxLayout(QBoxLayout::TopToBottom);
    m_figures->addWidget(m_time = makeLabel("figure", m_results), 0, Qt::AlignRight);
    m_figures->addWidget(m_rates = makeShortLine("muted", m_results), 0, Qt::AlignRight);
    m_line->addLayout(m_figures);
    arrange();
    column->addWidget(m_results);
    for (const AxisKind axis : allAxisKinds) {
        SliderRow* added = new SliderRow(sliderName(axis), this, SliderRow::Form::OneLine);
        m_rows[static_cast<std::size_t>(axis)] = added;
        added->slider()->installEventFilter(this);
        added->slider()->setToolTip(tr("Left and Right move it; Up and Down choose another slider"));
        connect(added, &SliderRow::chosen, this, [this, axis](std::int64_t value) {
            m_cursor.setCoordinate(axis, value);
            emit userMoved();
        });
        column->addWidget(added);
    }
    m_verdict->setAccessibleName(tr("Regime of the selected point"));
    m_time->setAccessibleName(tr("Time"));
    connect(&cursor, &Cursor::moved, this, &PresenterBar::refresh);
    connect(&cursor, &Cursor::mapChanged, this, &PresenterBar::refresh);
    connect(&cursor, &Cursor::roofsChanged, this, &PresenterBar::refresh);
    showFigures({});
    refresh();
}

void PresenterBar::arrange()
{
    const bool isLow = window()->height() < lowWindow;
    const bool isNarrow = isLow || width() < roomyLetters * fontMetrics().averageCharWidth();
    layout()->setContentsMargins(18, isLow ? 4 : 10, 18, isLow ? 4 : 10);
    layout()->setSpacing(isLow ? 2 : 8);
    setStyleProperty(m_verdict, "role", isLow ? QStringLiteral("value") : QStringLiteral("headline"));
    setStyleProperty(m_workload, "role", isLow ? QStringLiteral("muted") : QStringLiteral("value"));
    m_line->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_line->setSpacing(isNarrow ? 2 : 24);
    m_figures->setDirection(isNarrow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_figures->setSpacing(isNarrow ? 24 : 2);
    setStyleProperty(m_time, "role",
                     isLow      ? QStringLiteral("value")
                     : isNarrow ? QStringLiteral("headline")
                                : QStringLiteral("figure"));
    m_figures->setAlignment(m_time, isNarrow ? Qt::AlignLeft | Qt::AlignBottom : Qt::AlignRight);
    m_figures->setAlignment(m_rates, isNarrow ? Qt::AlignRight | Qt::AlignBottom : Qt::AlignRight);
}

void PresenterBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    arrange();
}

QSlider* PresenterBar::slider() const { return row(m_axis)->slider(); }

void PresenterBar::showVerdict(const PointFacts& facts)
{
    const PointWords words = wordsOf(facts, m_format);
    m_verdict->setText(words.verdict);
    const QString workload = tr("%1 · %2").arg(
        workloadWords(facts.workload, m_format),
        m_format.intensity(costOf(facts.workload).arithmeticIntensity(), facts.workload.operation));
    m_workload->setText(words.moment.isEmpty() ? workload : tr("%1 · %2").arg(words.moment, workload));
}

void PresenterBar::showFigures(const PointFigures& figures)
{
    const bool isKnown = !figures.time.isEmpty();
    const bool isLive = !figures.title.isEmpty();
    m_time->setText(!isKnown ? QStringLiteral("–") : isLive ? tr("now %1").arg(figures.time) : figures.time);
    m_rates->setText(!isKnown ? figures.waiting.isEmpty() || isLive ? tr("not measured yet") : figures.waiting
                     : !isLive || figures.measured.isEmpty()
                         ? tr("%1 · %2").arg(figures.bandwidth, figures.performance)
                         : tr("measured %1 · %2 · %3").arg(figures.measured, figures.bandwidth, figures.performance));
}

void PresenterBar::chooseAxis(AxisKind axis)
{
    const bool held = slider()->hasFocus();
    m_axis = axis;
    refresh();
    if (held)
        slider()->setFocus(Qt::OtherFocusReason);
}

void PresenterBar::refresh()
{
    if (m_axis == AxisKind::Depth && m_cursor.workload().chainLength == 1)
        m_axis = AxisKind::Operations; // a chain of one has nothing to fuse
    row(m_axis)->setVisible(true);     // before the others go: else the keyboard would be handed to another widget
    for (const AxisKind axis : allAxisKinds) {
        showAxis(*row(axis), axis, m_cursor, m_format);
        row(axis)->setVisible(axis == m_axis);
    }
}

bool PresenterBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Up && key != Qt::Key_Down)
        return QFrame::eventFilter(watched, event);
    const auto count = static_cast<int>(allAxisKinds.size());
    int next = static_cast<int>(m_axis);
    do
        next = (next + (key == Qt::Key_Down ? 1 : count - 1)) % count;
    while (static_cast<AxisKind>(next) == AxisKind::Depth && m_cursor.workload().chainLength == 1);
    chooseAxis(static_cast<AxisKind>(next));
    return true;
}

} // namespace ridgepoint
