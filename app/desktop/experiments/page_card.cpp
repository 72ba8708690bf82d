// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/experiments/page_card.h"

#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/labels.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

constexpr const char* moreKey = "experiments/more";

bool isLeftOpen() { return QSettings().value(QLatin1String(moreKey), false).toBool(); }

} // namespace

ExperimentPage experimentPage(const std::string& id)
{
    QFile file(QStringLiteral(":/experiments/%1.md").arg(QString::fromStdString(id)));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString page = QString::fromUtf8(file.readAll());
    const QString first = page.section(QStringLiteral("\n## More\n"), 0, 0);
    QString formula = first.section(QStringLiteral("\n\n"), 1, 1);
    formula.remove(QStringLiteral("**"));
    return {formula.trimmed(), first.section(QStringLiteral("\n\n"), 2).simplified(),
            page.section(QStringLiteral("\n## More\n"), 1)};
}

PageCard::PageCard(QWidget* parent)
    : Card(tr("About this experiment"), parent),
      m_formula(addText(body(), "equation", this, tr("Formula"))),
      m_sentences(addText(body(), "body", this, tr("What this experiment shows"))),
      m_more(new FoldSection(tr("More"), this)),
      m_text(new QTextBrowser(m_more))
{
    m_text->setAccessibleName(tr("More about this experiment"));
    m_text->setOpenExternalLinks(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setStyleSheet(QStringLiteral("background: transparent;"));
    m_more->body()->addWidget(m_text, 1);
    body()->addWidget(m_more);
    body()->addStretch();
    connect(m_more->head(), &QPushButton::clicked, this, [this] {
        if (!m_isGuessing)
            QSettings().setValue(QLatin1String(moreKey), !m_more->folded());
        fold(m_more->folded());
    });
    fold(!isLeftOpen());
}

void PageCard::fold(bool isFolded)
{
    m_more->setFolded(isFolded);
    // The open text takes all the room that there is, and the stretch below it none.
    const int last = body()->count() - 1;
    body()->setStretch(last - 1, isFolded ? 0 : 1);
    body()->setStretch(last, isFolded ? 1 : 0);
}

void PageCard::setPage(const ExperimentPage& page)
{
    m_formula->setText(page.formula);
    m_sentences->setText(page.sentences);
    m_text->setMarkdown(page.more);
    spaceParagraphs(*m_text->document());
    fold(m_isGuessing || !isLeftOpen());
}

void PageCard::setGuessing(bool isGuessing)
{
    if (m_isGuessing == isGuessing)
        return;
    m_isGuessing = isGuessing;
    m_more->setTitle(isGuessing ? tr("More, with published results") : tr("More"));
    fold(isGuessing || !isLeftOpen());
}

} // namespace ridgepoint
