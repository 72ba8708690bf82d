// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"

#include "app/desktop/base/labels.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

#include <utility>

namespace ridgepoint {

MessageStrip::MessageStrip(QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("strip"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 6, 8, 6);
    m_text = makeLabel("body", this);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_action = new QPushButton(this);
    m_action->setProperty("role", QStringLiteral("primary"));
    m_action->setAccessibleName(tr("Act on the message"));
    m_close = new QToolButton(this);
    m_close->setProperty("role", QStringLiteral("flat"));
    m_close->setText(QStringLiteral("✕"));
    m_close->setAccessibleName(tr("Dismiss the message"));
    m_close->setToolTip(tr("Dismiss the message"));
    row->addWidget(m_text, 1);
    row->addWidget(m_action);
    row->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, [this] { dismiss(); });
    connect(m_action, &QPushButton::clicked, this, [this] {
        const auto action = m_onAction;
        dismiss();
        if (action)
            action();
    });
    hide();
}

void MessageStrip::tell(Severity severity, const QString& text) { tell(severity, text, {}, {}); }

void MessageStrip::tell(Severity severity, const QString& text, const QString& actionText, std::function<void()> action)
{
    if (m_told && severity < m_severity)
        return;
    m_told = true;
    m_severity = severity;
    m_text->setText(text);
    m_action->setText(actionText);
    m_action->setAccessibleName(actionText);
    m_action->setToolTip(actionText);
    m_action->setVisible(!actionText.isEmpty());
    m_onAction = std::move(action);
    setStyleProperty(this, "severity", severity == Severity::Error ? QStringLiteral("error") : severity == Severity::Warning ? QStringLiteral("warning") : QStringLiteral("hint"));
    setAccessibleName(text);
    show();
}

void MessageStrip::dismiss()
{
    m_told = false;
    m_onAction = nullptr;
    hide();
}

void MessageStrip::dismiss(const QString& shown)
{
    if (text() == shown)
        dismiss();
}

QString MessageStrip::text() const { return m_told ? m_text->text() : QString(); }

void MessageStrip::setVisible(bool visible) { QFrame::setVisible(visible && m_told); }

} // namespace ridgepoint
