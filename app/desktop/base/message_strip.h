// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>
#include <optional>

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QTimer;
class QToolButton;

namespace ridgepoint {

/// How a message looks and what it may push aside: a hint can wait, a warning asks for a decision, an error stopped
/// something. Later ones weigh more.
enum class Severity { Hint, Warning, Error };

/// The other answer to what a message offers, with a button of its own.
struct OtherChoice {
    QString text;
    std::function<void()> act;
    bool isClosing = true; ///< closing the message is this answer, too
};

/// One line over the charts that tells something without standing in the way: dismissible, with an action where one
/// would help. In a narrow one the buttons stand under the text. A newer message takes the place of an older one that
/// weighs no more. Texts of buttons may have a letter by which keys reach them ("&Connect").
class MessageStrip : public QFrame {
    Q_OBJECT

public:
    explicit MessageStrip(QWidget* parent = nullptr);

    void tell(Severity severity, const QString& text);
    void tell(Severity severity, const QString& text, const QString& actionText, std::function<void()> action,
              OtherChoice other = {});
    /// Tells what came of a command, whatever else is told: what weighs more comes back once this is dismissed.
    void answer(const QString& text, const QString& actionText = {}, std::function<void()> action = {},
                OtherChoice other = {});
    /// Tells what came of a command that leaves nothing to do: the words go by themselves after four seconds, and what
    /// was told before comes back, a hint too.
    void answerBriefly(const QString& text);
    /// Tells what a command does for as long as it takes: the words stay until dismiss() is given them, and what was
    /// told before comes back, a hint too.
    void answerMeanwhile(const QString& text);
    /// Words a message otherwise, of the same weight, where it is told or comes back; one that is hidden stays so.
    void reword(const QString& shown, const QString& text, const QString& actionText, std::function<void()> action,
                OtherChoice other = {});
    /// Gives a control of whoever tells here its place, left of the buttons.
    void add(QWidget* control);
    void dismiss();
    /// Dismisses this text, if it is still the one that is shown.
    void dismiss(const QString& text);
    /// What it has to tell, also while a presentation hides it; empty once that is dismissed.
    [[nodiscard]] QString text() const;
    /// Whether this text is to be told, now or after what is told meanwhile.
    [[nodiscard]] bool holds(const QString& text) const;
    [[nodiscard]] QPushButton* actionButton() const { return m_action; }
    [[nodiscard]] QPushButton* otherButton() const { return m_other; }
    [[nodiscard]] QToolButton* closeButton() const { return m_close; }

    /// Shows it only where there is something to tell: what was mended behind a presentation does not come back with
    /// the panels.
    void setVisible(bool visible) override;

signals:
    /// This text was to be seen and is gone, closed, acted on or mended, and nothing came in its place.
    void emptied(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;
    /// Escape dismisses the message that has the keyboard.
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Message {
        Severity severity = Severity::Hint;
        QString text;
        QString actionText;
        std::function<void()> action;
        OtherChoice other{};
    };
    void put(Message message);
    void choose(const std::function<void()>& action);
    [[nodiscard]] bool isBrief() const;

    QLabel* m_text;
    QBoxLayout* m_body; ///< the text and, beside or under it, the buttons
    QHBoxLayout* m_buttons;
    QPushButton* m_action;
    QPushButton* m_other;
    QToolButton* m_close;
    std::optional<Message> m_told;
    std::optional<Message> m_kept; ///< weighs more, and comes back after what was told while it was hidden, or answered
    bool m_isAnswer = false;       ///< what is told stands in the place of what was to be seen
    QTimer* m_brief;               ///< runs while what is told goes by itself
};

} // namespace ridgepoint
