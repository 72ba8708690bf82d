// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/pin.h"
#include "app/charts/style/theme.h"
#include "app/desktop/inspect/lever_facts.h"
#include "app/desktop/inspect/point_words.h"

#include <QFrame>

#include <string>

class QLabel;
class QPushButton;

namespace ridgepoint {

class CausesView;
class DoublingView;
class FoldSection;
class LeversView;
class ReadingsSection;
class SharesBar;
class WhySection;

/// The right panel: what limits the point at the cursor, and why, with the equation and this point's numbers.
class InspectorPanel : public QFrame {
    Q_OBJECT

public:
    explicit InspectorPanel(QWidget* parent = nullptr);
    void show(const PointFacts& facts);
    /// Sentences on how the point's time stands beside that of other devices; none hides them.
    void showCompared(const QStringList& sentences);
    /// What would help at the point that was shown last.
    void showLevers(const LeverFacts& facts);
    void setTheme(const Theme& theme);
    /// The roof that the user is offered to measure again in plain sight, which a doubt of it need not say too; empty
    /// for none.
    void setOfferedRoof(const std::string& roof);
    /// The readings of the latest pin stay behind those of the point, with how the two compare.
    void setPins(const PinList& pins);
    /// Folds the lower sections where the window is too low for them; the user's own folding stays until that changes.
    void setWindowHeight(int height);
    [[nodiscard]] LeversView* levers() const { return m_levers; }
    [[nodiscard]] CausesView* causes() const { return m_causes; }
    [[nodiscard]] DoublingView* doubling() const { return m_doubling; }
    [[nodiscard]] const QLabel* headline() const { return m_headline; }
    /// The sentences on what is remarkable about the point; their heading counts them.
    [[nodiscard]] FoldSection* remarks() const { return m_remarksSection; }
    [[nodiscard]] const QLabel* outcome() const;
    [[nodiscard]] const QLabel* doubt() const { return m_doubt; }
    [[nodiscard]] QPushButton* calculateLink() const;
    [[nodiscard]] const QLabel* comparison() const;
    [[nodiscard]] const QLabel* compared() const { return m_compared; }

signals:
    /// The point's numbers are wanted in the calculator.
    void calculationAsked();

private:
    void showDoubt();

    Format m_format;
    QLabel* m_headline;
    QLabel* m_detail;
    QLabel* m_whatIf;
    SharesBar* m_bar;
    QLabel* m_shares;
    QLabel* m_disagreement;
    QLabel* m_doubt;
    FoldSection* m_remarksSection;
    QLabel* m_remarks;
    QLabel* m_compared;
    WhySection* m_why;
    LeversView* m_levers;
    CausesView* m_causes;
    DoublingView* m_doubling;
    ReadingsSection* m_readings;
    std::string m_offeredRoof;
    /// Of the point shown.
    struct Doubt {
        std::string roof;
        QString alone;
        QString besideOffer;
    };
    Doubt m_doubtOfPoint;
    std::optional<Regime> m_limit; ///< of the point shown, as its first line names it
    bool m_hasWhatIf = false;      ///< the point is predicted with what-if roofs
};

} // namespace ridgepoint
