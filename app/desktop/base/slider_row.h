// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sweep/plan.h"

#include <QSlider>
#include <QWidget>

class QLabel;

namespace ridgepoint {

/// A slider that goes where it is clicked and whose steps are those of an axis.
class JumpSlider : public QSlider {
    Q_OBJECT

public:
    explicit JumpSlider(QWidget* parent = nullptr);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] int valueAt(int x) const;
};

/// A named slider over the values of an axis, with its value in large and what it means below.
class SliderRow : public QWidget {
    Q_OBJECT

public:
    /// Stacked for a narrow panel; in one line, without what the value means, for a wide one.
    enum class Form { Stacked, OneLine };
    SliderRow(const QString& name, QWidget* parent = nullptr, Form form = Form::Stacked);

    /// Shows these values with the handle at the one that is nearest to `value`; emits nothing.
    void show(const Axis& axis, std::int64_t value);
    void setWords(const QString& value, const QString& meaning);
    /// Tool tips of the name with the value, and of the meaning; the slider has one of its own.
    void setTips(const QString& name, const QString& meaning);
    [[nodiscard]] QSlider* slider() const { return m_slider; }

signals:
    /// The user moved the handle to this value.
    void chosen(std::int64_t value);

private:
    Axis m_axis;
    QLabel* m_value;
    QLabel* m_meaning;
    JumpSlider* m_slider;
};

} // namespace ridgepoint
