// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/experiments/answer_row.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/show_in_folder.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int steps = 1000;
constexpr int barWidth = 120;

} // namespace

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

ExperimentProgressBar::ExperimentProgressBar(QWidget* parent)
    : QWidget(parent), m_bar(new QProgressBar(this)), m_what(makeShortLine("muted", this))
{
    m_bar->setTextVisible(false);
    m_bar->setRange(0, steps);
    m_bar->setAccessibleName(tr("Progress of the experiment"));
    m_bar->setFixedWidth(barWidth);
    QSizePolicy kept = m_bar->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_bar->setSizePolicy(kept);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_bar);
    row->addWidget(m_what, 1);
    m_bar->hide();
}

void ExperimentProgressBar::setRunning(bool running, double fraction, const QString& what)
{
    m_running = running;
    m_bar->setVisible(running);
    m_bar->setValue(static_cast<int>(std::clamp(fraction, 0.0, 1.0) * steps));
    m_what->setText(running && !what.isEmpty() ? tr("Measuring: %1").arg(what) : QString());
}

} // namespace ridgepoint
