// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/experiments/answer_row.h"

#include "app/desktop/base/labels.h"
#include "app/desktop/base/show_in_folder.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ridgepoint {

AnswerRow::AnswerRow(QWidget* parent)
    : QWidget(parent), m_words(makeLabel("muted", this)), m_folder(new FolderButton(this))
{
    m_words->setWordWrap(true);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_words->setAccessibleName(tr("Result of the last command"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_words);
    column->addWidget(m_folder, 0, Qt::AlignLeft);
    hide();
}

void AnswerRow::say(const QString& words, const QString& path) { put(words, QStringLiteral("muted"), path); }

void AnswerRow::warn(const QString& words) { put(words, QStringLiteral("warning"), {}); }

void AnswerRow::clear() { put({}, QStringLiteral("muted"), {}); }

QString AnswerRow::words() const { return m_words->text(); }

void AnswerRow::put(const QString& words, const QString& role, const QString& path)
{
    setStyleProperty(m_words, "role", role);
    m_words->setText(words);
    m_folder->offer(path);
    setVisible(!words.isEmpty());
}

} // namespace ridgepoint
