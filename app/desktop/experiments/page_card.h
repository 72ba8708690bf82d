// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/card.h"

#include <string>

class QLabel;
class QTextBrowser;

namespace ridgepoint {

class FoldSection;

/// The page of an experiment, resources/experiments/ID.md: a title, a formula in bold, at most three sentences that
/// tell no result, and under "## More" everything else, as Markdown. All empty where there is none.
struct ExperimentPage {
    QString formula;
    QString sentences;
    QString more; ///< Markdown
};
[[nodiscard]] ExperimentPage experimentPage(const std::string& id);

/// What an experiment is about: the formula and three sentences, the rest folded. The fold stays as the user left it,
/// also for the next start of the program.
class PageCard : public Card {
    Q_OBJECT

public:
    explicit PageCard(QWidget* parent);

    void setPage(const ExperimentPage& page);
    /// While a guess is open the fold is closed, however it was left: it tells what others measured. Who opens it
    /// nevertheless may; that is not remembered.
    void setGuessing(bool isGuessing);
    [[nodiscard]] const QLabel* formula() const { return m_formula; }
    [[nodiscard]] const QLabel* sentences() const { return m_sentences; }
    [[nodiscard]] FoldSection* more() const { return m_more; }
    [[nodiscard]] QTextBrowser* text() const { return m_text; }

private:
    void fold(bool isFolded);

    QLabel* m_formula;
    QLabel* m_sentences;
    FoldSection* m_more;
    QTextBrowser* m_text;
    bool m_isGuessing = false;
};

} // namespace ridgepoint
