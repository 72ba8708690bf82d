// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/slider_row.h"

#include "app/desktop/base/labels.h"

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

/// Width of the ring with its border, as the style sheet draws it.
constexpr int handleWidth = 16;

} // namespace

JumpSlider::JumpSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) { setFocusPolicy(Qt::StrongFocus); }

int JumpSlider::valueAt(int x) const
{
    return QStyle::sliderValueFromPosition(minimum(), maximum(), x - handleWidth / 2,
                                           std::max(width() - handleWidth, 1));
}

void JumpSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    setFocus(Qt::MouseFocusReason);
    setSliderDown(true);
    setValue(valueAt(event->position().toPoint().x()));
    event->accept();
}

void JumpSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        setValue(valueAt(event->position().toPoint().x()));
    event->accept();
}

/// The base class would ignore it: it has not seen the press.
void JumpSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    setSliderDown(false);
    event->accept();
}

SliderRow::SliderRow(const QString& name, QWidget* parent, Form form)
    : QWidget(parent),
      m_value(makeLabel("value", this)),
      m_meaning(makeLabel("muted", this)),
      m_slider(new JumpSlider(this))
{
    m_slider->setAccessibleName(name);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* head = new QHBoxLayout;
    head->addWidget(makeLabel("body", this, name));
    column->addLayout(head);
    if (form == Form::OneLine) {
        head->setSpacing(16);
        head->addWidget(m_slider, 1);
        m_meaning->hide();
    } else {
        head->addStretch();
        column->addWidget(m_slider);
        column->addWidget(m_meaning);
    }
    head->addWidget(m_value);
    connect(m_slider, &QSlider::valueChanged, this, [this](int step) {
        if (step >= 0 && static_cast<std::size_t>(step) < m_axis.values.size())
            emit chosen(m_axis.values[static_cast<std::size_t>(step)]);
    });
}

void SliderRow::show(const Axis& axis, std::int64_t value)
{
    const QSignalBlocker blocker(m_slider);
    m_axis = axis;
    const int last = static_cast<int>(axis.values.size()) - 1;
    const auto place = std::lower_bound(axis.values.begin(), axis.values.end(), value);
    m_slider->setRange(0, std::max(last, 0));
    m_slider->setPageStep(std::max(last / 8, 1));
    m_slider->setValue(std::min(static_cast<int>(place - axis.values.begin()), last));
    m_slider->setEnabled(last > 0);
}

void SliderRow::setWords(const QString& value, const QString& meaning)
{
    m_value->setText(value);
    m_meaning->setText(meaning);
    m_slider->setAccessibleDescription(value + QStringLiteral(", ") + meaning);
}

void SliderRow::setTips(const QString& name, const QString& meaning)
{
    setToolTip(name); // of whatever in the row has none
    m_meaning->setToolTip(meaning);
}

} // namespace ridgepoint
