// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/frame/experiment_guess.h"

#include <QWidget>

#include <optional>

class QListWidget;
class QVBoxLayout;

namespace ridgepoint {

class ChartWidget;
class CurveInput;
class QuantityField;

/// Where a guess is given: a number with its unit, an option of a list, a list that is put in order, by dragging, by
/// Alt and the arrow keys or by two buttons, or a curve that is drawn into a chart.
class GuessInput : public QWidget {
    Q_OBJECT

public:
    /// Of a curve `chart` is what it is drawn into, over this stretch.
    GuessInput(const GuessQuestion& question, const GuessStretch& stretch, ChartWidget& chart, QWidget* parent);

    /// What is given; nothing where nothing is, or what is typed is no such number. A list that nobody touched is a
    /// guess only if `asItStands`.
    [[nodiscard]] std::optional<Guess> guess(bool asItStands) const;
    /// Whether nothing is typed, or what is typed can be read.
    [[nodiscard]] bool isReadable() const;
    /// Null where another kind is asked for.
    [[nodiscard]] QuantityField* field() const { return m_field; }
    [[nodiscard]] QListWidget* list() const { return m_list; }
    [[nodiscard]] CurveInput* curve() const { return m_curve; }

signals:
    void edited();
    /// Enter was pressed with a guess given.
    void entered();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeField(const GuessQuestion& question, QVBoxLayout& column);
    void makeList(const GuessQuestion& question, QVBoxLayout& column);
    void move(int by);

    GuessKind m_kind;
    QuantityField* m_field = nullptr;
    QListWidget* m_list = nullptr;
    CurveInput* m_curve = nullptr;
    bool m_isTouched = false;
};

} // namespace ridgepoint
