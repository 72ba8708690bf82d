// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/experiments/findings_card.h"

#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/labels.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

constexpr int mostFindings = 3;

} // namespace

FindingsCard::FindingsCard(QWidget* parent)
    : Card({}, parent),
      m_first(addText(body(), "body", this, tr("Findings"))),
      m_more(new FoldSection(tr("More"), this)),
      m_rest(addText(m_more->body(), "body", this, tr("More findings")))
{
    for (QLabel* label : {m_first, m_rest})
        label->setTextFormat(Qt::PlainText);
    m_more->setFolded(true);
    body()->addWidget(m_more);
    body()->addStretch();
    refresh();
}

void FindingsCard::setFindings(const QStringList& findings, bool areMeasured)
{
    m_findings = findings;
    m_areMeasured = areMeasured;
    m_heading = areMeasured ? tr("Findings") : tr("Findings without a measurement");
    refresh();
}

void FindingsCard::say(const QString& words)
{
    m_findings = {words};
    m_areMeasured = false;
    m_heading.clear();
    refresh();
}

void FindingsCard::setPresented(bool isPresented)
{
    m_isPresented = isPresented;
    refresh();
}

void FindingsCard::refresh()
{
    setTitle(m_heading);
    const int most = m_isPresented ? static_cast<int>(m_findings.size()) : mostFindings;
    m_first->setText(m_findings.mid(0, most).join(QStringLiteral("\n\n")));
    m_rest->setText(m_findings.mid(most).join(QStringLiteral("\n\n")));
    m_more->setVisible(m_findings.size() > most);
}

} // namespace ridgepoint
