// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/inspect/point_facts.h"

#include <QDoubleSpinBox>
#include <QFrame>
#include <QStringList>

#include <array>
#include <optional>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace ridgepoint {

/// A factor to type or to step through (WhatIf::stepped): 0.667×, 0.80×, 1.0×, 1.25×, 1.5×, 2.0×. What is typed beyond
/// the largest factor becomes that, and what is no number leaves the factor as it was.
class FactorBox : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit FactorBox(QWidget* parent = nullptr);
    void stepBy(int steps) override;

protected:
    /// Escape brings back the factor while another one is typed.
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] QString textFromValue(double value) const override;
    [[nodiscard]] double valueFromText(const QString& text) const override;
    [[nodiscard]] QValidator::State validate(QString& text, int& position) const override;
    void fixup(QString& text) const override;

private:
    /// The number in the box's text, with or without what stands around it; nothing where it is none.
    [[nodiscard]] std::optional<double> entered(QString text) const;
    Format m_format;
};

/// The row over the charts in which the three roofs of the selected point are multiplied by numbers, with what other
/// roofs are multiplied by, and a reset.
class WhatIfBar : public QFrame {
    Q_OBJECT

public:
    explicit WhatIfBar(QWidget* parent = nullptr);
    /// Boxes for the roofs that rule this point; without roofs they are hidden and the bar says why.
    void show(const PointFacts& facts);
    /// Leads the keyboard to the first box, if there is one.
    void enter();
    /// The box of "bandwidth", "compute" or "launch", in this order.
    [[nodiscard]] FactorBox* box(std::size_t which) const { return m_boxes[which]; }
    [[nodiscard]] QPushButton* resetButton() const { return m_reset; }
    /// How else roofs are moved, in as many words as there is room for.
    [[nodiscard]] const QLabel* hint() const { return m_words; }

signals:
    void factorChosen(const QString& key, double factor);
    void resetAsked();
    /// Escape: the roofs are to be as they are, and the bar to go.
    void closeAsked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Before the factor of a box.
    [[nodiscard]] QString prefixOf(std::size_t which) const;
    /// Gives the numbers the whole width where there is little; hint and reset stand below them then.
    void fitBoxes();
    /// Says the longest hint that the room is wide enough for.
    void fitHint();

    Format m_format;
    QStringList m_hints; ///< the longest first
    std::array<FactorBox*, 3> m_boxes{};
    std::array<QString, 3> m_keys;
    QBoxLayout* m_rows; ///< the boxes, and beside or below them hint and reset
    QLabel* m_words;
    QPushButton* m_reset;
    bool m_isNarrow = false;
};

} // namespace ridgepoint
