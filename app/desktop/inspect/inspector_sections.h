// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/pin.h"
#include "app/charts/style/theme.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/inspect/point_words.h"
#include "core/model/regime.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QPushButton;

namespace ridgepoint {

/// The shares of a point as one bar: memory, compute, overhead, under-filled hatched, and in grey crossed lines what no
/// roof explains. A tooltip names the piece under the mouse.
class SharesBar : public QWidget {
    Q_OBJECT

public:
    explicit SharesBar(QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    void show(std::optional<Shares> shares);
    [[nodiscard]] QSize sizeHint() const override { return {180, 12}; }

    /// What is said of the piece at this pixel from the left; empty without shares.
    [[nodiscard]] QString wordsAt(double x) const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// A piece of the bar; without a regime it is what no roof explains.
    struct Piece {
        std::optional<Regime> regime;
        double left = 0.0;
        double width = 0.0; ///< both in pixels
    };
    [[nodiscard]] std::vector<Piece> pieces() const;

    Theme m_theme = Theme::light();
    std::optional<Shares> m_shares;
};

class ReadingsView;

/// A selectable text of the panel's width at the end of the column.
QLabel* addText(QVBoxLayout* column, const char* role, QWidget* parent);
/// The text, or no label where there is none.
void setOrHide(QLabel* label, const QString& text);

/// The equation of time with the point's numbers, and how far the measured time is from it.
class WhySection : public FoldSection {
    Q_OBJECT

public:
    explicit WhySection(QWidget* parent);
    void show(const PointWords& words);
    [[nodiscard]] const QLabel* outcome() const { return m_outcome; }
    [[nodiscard]] QPushButton* calculateLink() const { return m_calculate; }

private:
    QLabel* m_equation;
    QLabel* m_terms;
    QLabel* m_outcome;
    QPushButton* m_calculate;
};

/// The point's readings as a histogram, before those of the latest pin, and what they come to.
class ReadingsSection : public FoldSection {
    Q_OBJECT

public:
    explicit ReadingsSection(QWidget* parent);
    void show(const PointFacts& facts, const QStringList& words);
    void setPins(const PinList& pins);
    void setTheme(const Theme& theme);
    [[nodiscard]] const QLabel* comparison() const { return m_comparison; }

private:
    void compare();

    PinList m_pins = std::make_shared<const std::vector<Pin>>();
    std::shared_ptr<const Sample> m_sample; ///< of the point that is shown; null for none
    std::optional<Regime> m_regime;
    ReadingsView* m_histogram;
    QLabel* m_comparison;
    QLabel* m_words;
};

} // namespace ridgepoint
