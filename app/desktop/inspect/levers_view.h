// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/theme.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/inspect/lever_facts.h"

#include <QFrame>
#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace ridgepoint {

/// One lever: its name over a bar as long as its speed-up, the factor, and "try" where it is a knob.
class LeverRow : public QFrame {
    Q_OBJECT

public:
    explicit LeverRow(QWidget* parent = nullptr);
    /// `best` is the speed-up that fills the row; `limit` gives the bar its colour.
    void show(const LeverFact& fact, const Workload& workload, double best, std::optional<Regime> limit, bool canTry);
    void setTheme(const Theme& theme);
    [[nodiscard]] const Lever& lever() const { return m_lever; }
    [[nodiscard]] QPushButton* tryButton() const { return m_try; }
    /// "Queue the launches 2.0×, predicted 2.0×, measured 1.9×".
    [[nodiscard]] QString words() const;

signals:
    void tried(const ridgepoint::Lever& lever);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme = Theme::light();
    Format m_format;
    Lever m_lever;
    double m_fraction = 0.0;
    std::optional<Regime> m_limit;
    QLabel* m_name;
    QLabel* m_factor;
    QLabel* m_result;
    QPushButton* m_try;
};

/// "What would help": the levers of the selected point, best first, and what came of the one that was tried.
class LeversView : public QWidget {
    Q_OBJECT

public:
    explicit LeversView(QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    void show(const LeverFacts& facts, std::optional<Regime> limit, bool hasWhatIf);
    /// What came of the lever that was tried, and the way back: for the owner to put where it is always in sight.
    [[nodiscard]] QWidget* triedBox() const { return m_triedBox; }
    /// What stands in place of a list, or under what-if roofs over it.
    [[nodiscard]] const QLabel* noneLabel() const { return m_none; }
    /// The rows that are shown, best first: those that promise something, or that help all the same.
    [[nodiscard]] std::vector<LeverRow*> rows() const;
    [[nodiscard]] const QLabel* triedLabel() const { return m_triedWords; }
    [[nodiscard]] QPushButton* backButton() const { return m_back; }

signals:
    void tried(const ridgepoint::Lever& lever);
    /// Back to where the lever was tried from.
    void backAsked();
    /// Whether any of the rows that are shown now can be tried; with every showing.
    void tryOffered(bool offered);

private:
    LeverRow* addRow();
    void showTried(const LeverFacts& facts);
    [[nodiscard]] bool holdsFocus() const;
    void giveFocusTo(std::size_t row);

    Theme m_theme = Theme::light();
    Format m_format;
    QVBoxLayout* m_list;
    std::vector<LeverRow*> m_rows;
    QLabel* m_none;
    QWidget* m_triedBox;
    QLabel* m_triedWords;
    QPushButton* m_back;
    std::size_t m_focusRow = 0; ///< whose button had the keyboard last
};

/// "What else could limit it": where no roof does, how far the point is from them, and what may be the cause, each with
/// a link that measures what tells.
class CausesView : public FoldSection {
    Q_OBJECT

public:
    explicit CausesView(QWidget* parent = nullptr);
    /// How far the point is from its roofs; hides the section where that is empty.
    void showShortfall(const QString& sentence);
    void show(const LeverFacts& facts);
    /// One line a cause, in the order of the facts.
    [[nodiscard]] std::vector<QLabel*> lines() const;
    /// Measures what the line of that place lacks, or measures it again.
    [[nodiscard]] QPushButton* measureButton(std::size_t place) const { return m_rows.at(place).measure; }
    [[nodiscard]] QPushButton* againButton() const { return m_again; }

signals:
    void measureAsked(const ridgepoint::CauseTest& test);
    /// The point itself, once more.
    void againAsked();

private:
    struct Row {
        QLabel* words;
        QPushButton* measure;
        CauseTest test;
    };
    void addRow();

    Format m_format;
    QLabel* m_shortfall;
    QVBoxLayout* m_list;
    std::vector<Row> m_rows;
    QPushButton* m_again;
};

/// The doubling test in words, with what it cannot tell, and a link that measures what it lacks.
class DoublingView : public QWidget {
    Q_OBJECT

public:
    explicit DoublingView(QWidget* parent = nullptr);
    void show(const LeverFacts& facts);
    [[nodiscard]] const QLabel* words() const { return m_words; }
    [[nodiscard]] QPushButton* measureButton() const { return m_measure; }

signals:
    void measureAsked();

private:
    Format m_format;
    QLabel* m_words;
    QLabel* m_caveat;
    QPushButton* m_measure;
};

} // namespace ridgepoint
