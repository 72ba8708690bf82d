// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"

#include "app/desktop/base/labels.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include <utility>

namespace ridgepoint {
namespace {

constexpr int briefMs = 4000;
constexpr int roomyWidth = 90; ///< in letters: from there on buttons stand beside the text, else under it

QString withoutLetter(QString words) { return words.remove(QLatin1Char('&')); }

} // namespace

MessageStrip::MessageStrip(QWidget* parent) : QFrame(parent), m_brief(new QTimer(this))
{
    m_brief->setSingleShot(true);
    m_brief->setInterval(briefMs);
    connect(m_brief, &QTimer::timeout, this, qOverload<>(&MessageStrip::dismiss));
    setProperty("surface", QStringLiteral("strip"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 6, 8, 6);
    m_text = makeLabel("body", this);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_action = new QPushButton(this);
    m_action->setProperty("role", QStringLiteral("primary"));
    m_action->setAccessibleName(tr("Do what the message offers"));
    m_other = new QPushButton(this);
    m_other->setAccessibleName(tr("The other choice that the message offers"));
    m_close = new QToolButton(this);
    m_close->setProperty("role", QStringLiteral("flat"));
    m_close->setText(QStringLiteral("✕"));
    m_close->setAccessibleName(tr("Dismiss the message"));
    m_close->setToolTip(tr("Dismiss the message"));
    m_buttons = new QHBoxLayout;
    m_buttons->addWidget(m_action);
    m_buttons->addWidget(m_other);
    m_body = new QBoxLayout(QBoxLayout::LeftToRight);
    m_body->addWidget(m_text, 1);
    m_body->addLayout(m_buttons);
    row->addLayout(m_body, 1);
    row->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this,
            [this] { choose(m_told && m_told->other.isClosing ? m_told->other.act : nullptr); });
    connect(m_other, &QPushButton::clicked, this, [this] { choose(m_told ? m_told->other.act : nullptr); });
    connect(m_action, &QPushButton::clicked, this, [this] { choose(m_told ? m_told->action : nullptr); });
    hide();
}

void MessageStrip::add(QWidget* control)
{
    m_buttons->insertWidget(0, control);
    setTabOrder(control, m_action);
    setTabOrder(m_action, m_other);
    setTabOrder(m_other, m_close);
}

/// Beside long words buttons would press them into a column of many lines.
void MessageStrip::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    const bool isRoomy = width() >= roomyWidth * fontMetrics().averageCharWidth();
    const auto direction = isRoomy ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    if (direction == m_body->direction())
        return;
    m_body->setDirection(direction);
    m_body->setAlignment(m_buttons, isRoomy ? Qt::Alignment() : Qt::AlignLeft);
}

void MessageStrip::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier)
        m_close->click();
    else
        QFrame::keyPressEvent(event);
}

void MessageStrip::choose(const std::function<void()>& action)
{
    const auto act = action; // the message that holds it goes
    dismiss();
    if (act)
        act();
}

void MessageStrip::tell(Severity severity, const QString& text) { tell(severity, text, {}, {}); }

void MessageStrip::tell(Severity severity, const QString& text, const QString& actionText, std::function<void()> action,
                        OtherChoice other)
{
    if (isBrief() && m_kept) { // the message is measured by what would come back
        if (severity < m_kept->severity)
            return;
        m_kept.reset();
        m_isAnswer = false;
    } else if (m_told && severity < m_told->severity) {
        if (!isHidden())
            return;
        m_kept = std::move(m_told); // a presentation hides it; what is done meanwhile is answered
    }
    put({severity, text, actionText, std::move(action), std::move(other)});
    QFrame::setVisible(true);
}

void MessageStrip::answer(const QString& text, const QString& actionText, std::function<void()> action,
                          OtherChoice other)
{
    if (isBrief() && m_kept && m_kept->severity == Severity::Hint) {
        m_kept.reset();
        m_isAnswer = false;
    } else if (m_told && m_told->severity > Severity::Hint) {
        m_isAnswer = !isHidden();
        m_kept = std::move(m_told);
    }
    put({Severity::Hint, text, actionText, std::move(action), std::move(other)});
    QFrame::setVisible(true);
}

void MessageStrip::answerBriefly(const QString& text)
{
    answerMeanwhile(text);
    m_brief->start();
}

void MessageStrip::answerMeanwhile(const QString& text)
{
    if (m_told && !m_kept && !isBrief()) {
        m_isAnswer = !isHidden();
        m_kept = std::move(m_told);
    }
    put({Severity::Hint, text, {}, {}, {}});
    QFrame::setVisible(true);
}

bool MessageStrip::isBrief() const { return m_brief->isActive(); }

void MessageStrip::reword(const QString& shown, const QString& text, const QString& actionText,
                          std::function<void()> action, OtherChoice other)
{
    if (m_told && m_told->text == shown)
        put({m_told->severity, text, actionText, std::move(action), std::move(other)});
    else if (m_kept && m_kept->text == shown)
        m_kept = Message{m_kept->severity, text, actionText, std::move(action), std::move(other)};
}

void MessageStrip::put(Message message)
{
    m_brief->stop();
    m_told = std::move(message);
    m_text->setText(m_told->text);
    m_action->setText(m_told->actionText);
    m_action->setAccessibleName(withoutLetter(m_told->actionText));
    m_action->setToolTip(withoutLetter(m_told->actionText));
    m_action->setVisible(!m_told->actionText.isEmpty());
    m_other->setText(m_told->other.text);
    m_other->setAccessibleName(withoutLetter(m_told->other.text));
    m_other->setVisible(!m_told->other.text.isEmpty());
    const Severity severity = m_told->severity;
    setStyleProperty(this, "severity",
                     severity == Severity::Error     ? QStringLiteral("error")
                     : severity == Severity::Warning ? QStringLiteral("warning")
                                                     : QStringLiteral("hint"));
    setAccessibleName(m_told->text);
}

void MessageStrip::dismiss()
{
    m_brief->stop();
    const auto gone = std::exchange(m_told, std::nullopt);
    const bool wasSeen = gone && !isHidden();
    const bool staysVisible = std::exchange(m_isAnswer, false) && m_kept && !isHidden(); // by a presentation since
    if (m_kept) // which is shown with the panels again where a presentation hid it
        put(*std::exchange(m_kept, std::nullopt));
    QFrame::setVisible(staysVisible);
    if (wasSeen && !m_told)
        emit emptied(gone->text);
}

void MessageStrip::dismiss(const QString& shown)
{
    if (m_kept && m_kept->text == shown)
        m_kept.reset();
    else if (text() == shown)
        dismiss();
}

QString MessageStrip::text() const { return m_told ? m_told->text : QString(); }

bool MessageStrip::holds(const QString& text) const
{
    return (m_told && m_told->text == text) || (m_kept && m_kept->text == text);
}

void MessageStrip::setVisible(bool visible)
{
    if (visible && m_kept)
        put(*std::exchange(m_kept, std::nullopt));
    QFrame::setVisible(visible && m_told);
}

} // namespace ridgepoint
