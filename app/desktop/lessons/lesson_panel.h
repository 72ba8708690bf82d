// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/card.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

class QButtonGroup;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace ridgepoint {

/// A lesson in the inspector's place, beside the charts: one state of it at a time. Decides nothing: what a state shows
/// is told by LessonCommands.
class LessonPanel : public Card {
    Q_OBJECT

public:
    /// What one state shows.
    struct State {
        QString title; ///< "2 of 7: Predict"
        QString text;
        QString doubt;         ///< why the answer says nothing of the prediction; empty where it does
        QString comparison;    ///< prediction and answer; empty where they are not to be seen yet
        QString status;        ///< what is measured, or why nothing can be
        bool asks = false;     ///< for the prediction
        bool draws = false;    ///< which is drawn into the charts, so that there is no field
        bool measures = false; ///< offers to measure
        bool canMeasure = false;
        bool isMeasured = false; ///< well enough to go on: measuring is not the next thing to do
        bool hasChart = false;   ///< offers the experiment's
        bool asksSeen = false;
        bool asksTransfer = false; ///< for an answer to the page's last question
        bool saves = false;        ///< offers to save the answers and a handout
        bool canGoBack = false;
        bool canGoOn = false;
        bool isLast = false;
    };

    explicit LessonPanel(QWidget* inspector, QWidget* parent);

    /// This panel and the inspector, of which one is shown; owned by the caller.
    [[nodiscard]] QWidget* withInspector();
    /// A new lesson: its answers to choose from, none where a number is asked for, and of what that is one, where its
    /// unit does not say that; with empty fields.
    void begin(const QString& title, const QStringList& choices, const QString& numberOf);
    /// Shows a state; the focus goes to what it asks for where it is another one than before.
    void show(const State& state);
    /// The inspector is back.
    void end();
    /// The prediction stands and cannot be changed any more.
    void freeze();
    /// What is wrong with the number that was typed; empty for nothing.
    void complain(const QString& words);

    /// The number of the chosen answer; nothing before.
    [[nodiscard]] std::optional<std::size_t> choice() const;
    [[nodiscard]] QButtonGroup* choices() const { return m_choices; }
    [[nodiscard]] QLineEdit* number() const { return m_number; }
    [[nodiscard]] QPlainTextEdit* seen() const { return m_seen; }
    [[nodiscard]] QPlainTextEdit* transfer() const { return m_transfer; }
    [[nodiscard]] QLineEdit* person() const { return m_person; }
    [[nodiscard]] QLabel* text() const { return m_text; }
    [[nodiscard]] QLabel* heading() const { return m_heading; }
    [[nodiscard]] QLabel* doubt() const { return m_doubt; }
    [[nodiscard]] QLabel* comparison() const { return m_comparison; }
    [[nodiscard]] QLabel* complaint() const { return m_complaint; }
    [[nodiscard]] QLabel* status() const { return m_status; }
    [[nodiscard]] QPushButton* measureButton() const { return m_measure; }
    [[nodiscard]] QPushButton* saveButton() const { return m_save; }
    [[nodiscard]] QPushButton* handoutButton() const { return m_handout; }
    [[nodiscard]] QPushButton* backButton() const { return m_back; }
    [[nodiscard]] QPushButton* nextButton() const { return m_next; }
    [[nodiscard]] QToolButton* closeButton() const { return m_close; }

signals:
    /// Another answer was chosen or typed.
    void answered();
    void chartAsked();

private:
    void compose();
    QPlainTextEdit* makeWords(const QString& placeholder, const QString& name);
    void focusOn(const State& state);

    QWidget* m_inspector;
    QToolButton* m_close;
    QLabel* m_heading = nullptr;
    QLabel* m_text = nullptr;
    QWidget* m_answers = nullptr; ///< holds the choices, or the label of the number
    QButtonGroup* m_choices = nullptr;
    QLineEdit* m_number = nullptr;
    QLabel* m_complaint = nullptr;
    QLabel* m_doubt = nullptr;
    QLabel* m_comparison = nullptr;
    QPushButton* m_measure = nullptr;
    QLabel* m_status = nullptr;
    QPushButton* m_chart = nullptr;
    QPlainTextEdit* m_seen = nullptr;
    QPlainTextEdit* m_transfer = nullptr;
    QLineEdit* m_person = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_handout = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_next = nullptr;
};

} // namespace ridgepoint
