// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <cstdio>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace ridgepoint {

/// Shows what ssh asks, letter by letter, and takes the answer: a password or code in a field that hides it, or yes or
/// no. Nothing is kept: the answer goes to ssh alone.
class AskpassDialog : public QDialog {
    Q_OBJECT

public:
    /// What an answer can be: hidden words, yes or no, or none (a message that a key waits to be touched).
    enum class Kind { Secret, YesNo, None };
    /// `hint` is SSH_ASKPASS_PROMPT: "confirm", "none" or empty.
    AskpassDialog(const QString& prompt, const QString& hint, QWidget* parent = nullptr);

    [[nodiscard]] QPlainTextEdit* prompt() const { return m_prompt; }
    /// Null where there is nothing to type.
    [[nodiscard]] QLineEdit* secret() const { return m_secret; }
    [[nodiscard]] QPushButton* acceptButton() const { return m_accept; }
    [[nodiscard]] QPushButton* rejectButton() const { return m_reject; }
    [[nodiscard]] Kind kind() const { return m_kind; }
    /// What ssh is to read once the dialog was accepted.
    [[nodiscard]] QString answer() const;

private:
    Kind m_kind;
    QPlainTextEdit* m_prompt;
    QLineEdit* m_secret = nullptr;
    QPushButton* m_accept;
    QPushButton* m_reject;
};

/// Asks, writes the answer and a newline, and returns the status with which the program ends: 0 for an answer, 1 where
/// the user gave none. A no to a yes-or-no question is an answer.
[[nodiscard]] int askForSsh(const QString& prompt, const QString& hint, std::FILE* answers);

} // namespace ridgepoint
