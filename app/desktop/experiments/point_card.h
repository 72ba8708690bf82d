// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/base/card.h"
#include "core/experiment/frame/experiment_result.h"

#include <optional>

class QLabel;
class QPushButton;

namespace ridgepoint {

/// What is said of the chosen number of an experiment: what limits its work, what would help, and the way to the
/// calculator.
class PointCard : public Card {
    Q_OBJECT

public:
    explicit PointCard(QWidget* parent);

    /// `point` null: none is chosen, and how to choose one is said. `value`: the number in words.
    void show(const ExperimentPoint* point, const QString& value, const std::vector<Roof>& roofs);
    using QFrame::show;

    [[nodiscard]] const QLabel* headline() const { return m_headline; }
    [[nodiscard]] const QLabel* levers() const { return m_levers; }
    [[nodiscard]] QPushButton* calculatorButton() const { return m_calculator; }

signals:
    /// The calculator is wanted, filled with this work and these roofs.
    void calculatorAsked(const ridgepoint::PointWork& work);

private:
    void say(const PointWork& work, const std::vector<Roof>& roofs);

    Format m_format;
    std::optional<PointWork> m_work;
    QLabel* m_name;
    QLabel* m_headline;
    QLabel* m_leversTitle;
    QLabel* m_levers;
    QPushButton* m_calculator;
};

} // namespace ridgepoint
