// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/base/card.h"
#include "core/experiment/frame/experiment_guess.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace ridgepoint {

class ChartWidget;
class GuessInput;

/// Guess first: the question of an experiment, asked until somebody guesses, skips it or has seen a result; then the
/// guess beside what was measured. Guesses last as long as the card.
class GuessCard : public Card {
    Q_OBJECT

public:
    /// Curves are drawn into the chart, which lives as long.
    GuessCard(ChartWidget& chart, QWidget* parent);

    /// The question of this experiment with these parameters.
    void setQuestion(const ExperimentInfo& info, const ExperimentParameters& parameters);
    /// What is known of this experiment, which must live until the next one: a measured result ends the question and
    /// answers it.
    void setResult(const ExperimentResult* result);
    /// A run takes what is given as the guess; its answer is told at its end.
    void setRunning(bool isRunning);
    /// Nothing is asked where the experiment cannot be measured.
    void setPossible(bool isPossible);
    /// Another part of the window, a lesson, asks about this experiment: its own question is not asked meanwhile, and
    /// nothing is shown before that one is answered.
    struct AskedElsewhere {
        std::string experiment{}; ///< id; empty for none
        bool isAnswered = false;
        friend bool operator==(const AskedElsewhere&, const AskedElsewhere&) = default;
    };
    void setAskedElsewhere(const AskedElsewhere& asked);
    /// In a hall the question needs few lines: what it is answered with stands beside its buttons.
    void setPresented(bool isPresented);
    /// Takes what is given as the guess; where nothing is, the question is skipped.
    void settle();
    /// Asks about this experiment once more, and hides its result until then.
    void askAgain(const std::string& experiment);
    /// Gives the keyboard to what the guess is typed into or chosen from; false where nothing is asked.
    bool takeFocus();

    /// Whether a guess is wanted, so that neither predictions nor results are shown.
    [[nodiscard]] bool isAsking() const;
    /// Whether what is predicted may not be seen: a guess is wanted here or elsewhere, or made and nothing measured
    /// yet.
    [[nodiscard]] bool hidesPrediction() const;
    /// Whether somebody else asks about the experiment on show.
    [[nodiscard]] bool isAskedElsewhere() const;
    /// Whether that is not answered yet, so that nothing is shown.
    [[nodiscard]] bool isHeldBack() const { return isAskedElsewhere() && !m_elsewhere.isAnswered; }
    /// Whether a guess is wanted here or elsewhere, or made and not answered yet.
    [[nodiscard]] bool isOpen() const;
    /// Whether nothing is typed, or what is typed can be read.
    [[nodiscard]] bool isReadable() const;
    /// What is guessed, or given so far.
    [[nodiscard]] std::optional<Guess> given() const;
    /// What was guessed in this experiment, if the question was that which this result answers.
    [[nodiscard]] std::optional<Guess> guessFor(const ExperimentInfo& info, const ExperimentResult& result) const;
    /// The findings of why the answer is what it is, where a guess was made.
    [[nodiscard]] const std::vector<Finding>& why() const { return m_why; }

    /// Null where nothing is asked.
    [[nodiscard]] GuessInput* input() const { return m_input; }
    [[nodiscard]] const QLabel* question() const { return m_question; }
    [[nodiscard]] const QLabel* verdict() const { return m_verdict; }
    [[nodiscard]] QPushButton* guessButton() const { return m_guess; }
    [[nodiscard]] QPushButton* skipButton() const { return m_skip; }
    /// Asks about the one on show again.
    [[nodiscard]] QPushButton* againButton() const { return m_again; }

signals:
    /// Whether a guess is wanted has changed, or what is said of one.
    void changed();
    /// What is given has changed.
    void edited();

private:
    /// What became of an experiment's question.
    struct Asked {
        bool isSettled = false;
        bool isAgain = false; ///< asked although a result is there, which is hidden until then
        std::optional<Guess> guess{};
        std::string question{}; ///< as the guess answered it
    };
    void makeInput();
    void placeInput();
    void take(bool asItStands);
    /// What was guessed here, while it is not asked.
    [[nodiscard]] std::optional<Guess> kept() const;
    void refresh();

    ChartWidget& m_chart;
    Format m_format;
    const ExperimentInfo* m_info = nullptr;
    GuessStretch m_stretch;
    Finding m_words; ///< the question with its parameters
    bool m_isAsked = false;
    const ExperimentResult* m_result = nullptr;
    std::map<std::string, Asked> m_all; ///< by the experiment's id
    std::vector<Finding> m_why;
    bool m_isRunning = false;
    bool m_isPossible = true;
    AskedElsewhere m_elsewhere;
    bool m_isPresented = false;
    QLabel* m_question;
    GuessInput* m_input = nullptr;
    QLabel* m_verdict;
    QHBoxLayout* m_row; ///< of the buttons
    QPushButton* m_guess;
    QPushButton* m_skip;
    QPushButton* m_again;
};

} // namespace ridgepoint
