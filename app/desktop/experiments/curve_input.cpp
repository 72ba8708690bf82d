// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/experiments/curve_input.h"

#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/chart_widget.h"
#include "app/desktop/base/labels.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace ridgepoint {

CurveInput::CurveInput(std::string unit, const GuessStretch& stretch, ChartWidget& chart, QWidget* parent)
    : QWidget(parent),
      m_unit(std::move(unit)),
      m_chart(chart),
      m_sketch({stretch.from, 1.0}, stretch.to),
      m_place(nullptr),
      m_undo(makeButton(tr("&Undo"), tr("Take the last stroke or point back (Alt+U; in the chart Backspace)"), this))
{
    for (double x = 2.0 * stretch.from; x < stretch.to; x *= 2.0)
        m_places.push_back(x);
    m_places.push_back(stretch.to);
    QVBoxLayout* column = makeColumn(this, 6);
    addText(column, "muted", this, tr("How to draw"))
        ->setText(tr("Press and drag in the first plot, or click one point after another. Keys there: ← and → choose a "
                     "place, ↑ and ↓ move the curve from there on."));
    m_place = addText(column, "body", this, tr("Your curve"));
    connect(m_undo, &QPushButton::clicked, this, &CurveInput::undo);
    addButtons(*column, {m_undo});
    m_chart.installEventFilter(this);
    refresh();
}

void CurveInput::refresh()
{
    const auto hand = m_sketch.hand();
    m_place->setVisible(hand.has_value());
    if (hand)
        m_place->setText(
            tr("At %1: %2")
                .arg(quantityWords(std::round(hand->x), {}, m_format), quantityWords(hand->value, m_unit, m_format)));
    m_undo->setEnabled(m_sketch.canUndo());
}

bool CurveInput::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease: return onMouse(static_cast<const QMouseEvent&>(*event));
    case QEvent::KeyPress: return onKey(static_cast<const QKeyEvent&>(*event));
    default: return QWidget::eventFilter(watched, event);
    }
}

bool CurveInput::onMouse(const QMouseEvent& event)
{
    const CurveGesture::Part part = m_gesture.heed(event, m_chart, m_sketch, 0);
    if (part == CurveGesture::Part::Drawn) {
        refresh();
        emit edited();
    }
    return part != CurveGesture::Part::None;
}

bool CurveInput::onKey(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        if ((event.modifiers() & ~Qt::KeypadModifier) != 0)
            return false;
        m_sketch.move(event.key(), m_places, 1.0, Interval{m_chart.yAxis->range().lower, m_chart.yAxis->range().upper});
        refresh();
        emit edited();
        return true;
    case Qt::Key_Backspace: undo(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        // Without a curve too the key presses no default button of the dialog: that would measure.
        if (!m_sketch.empty())
            emit entered();
        return true;
    default: return false;
    }
}

void CurveInput::undo()
{
    if (!m_sketch.undo())
        return;
    refresh();
    emit edited();
}

} // namespace ridgepoint
