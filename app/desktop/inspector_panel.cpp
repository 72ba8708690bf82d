// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspector_panel.h"

#include "app/desktop/fold_section.h"
#include "app/desktop/labels.h"
#include "app/desktop/readings_view.h"
#include "app/desktop/shares_bar.h"

#include <QVBoxLayout>

namespace ridgepoint {
namespace {

QLabel* addText(QVBoxLayout* column, const char* role, QWidget* parent)
{
    QLabel* label = makeLabel(role, parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
    return label;
}

void setOrHide(QLabel* label, const QString& text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

} // namespace

InspectorPanel::InspectorPanel(QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("card"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(8);
    column->addWidget(makeLabel("title", this, tr("What limits this point")));
    m_headline = addText(column, "headline", this);
    m_detail = addText(column, "muted", this);
    column->addWidget(m_bar = new SharesBar(this));
    m_shares = addText(column, "muted", this);
    m_disagreement = addText(column, "warning", this);
    m_exceptions = addText(column, "muted", this);
    column->addWidget(makeRule(this));
    column->addWidget(m_whySection = new FoldSection(tr("Why"), this));
    m_equation = addText(m_whySection->body(), "equation", this);
    m_terms = addText(m_whySection->body(), "muted", this);
    m_outcome = addText(m_whySection->body(), "strong", this);
    column->addWidget(makeRule(this));
    column->addWidget(m_readingsSection = new FoldSection(tr("Readings"), this));
    m_readingsSection->body()->addWidget(m_histogram = new ReadingsView(this));
    m_readings = addText(m_readingsSection->body(), "muted", this);
    column->addStretch();
    m_headline->setAccessibleName(tr("Regime of the selected point"));
    m_outcome->setAccessibleName(tr("Predicted and measured time"));
    show(PointFacts{});
}

void InspectorPanel::setTheme(const Theme& theme)
{
    m_bar->setTheme(theme);
    m_histogram->setTheme(theme);
}

void InspectorPanel::setCompact(bool compact)
{
    m_whySection->setFolded(compact);
    m_readingsSection->setFolded(compact);
}

void InspectorPanel::show(const PointFacts& facts)
{
    const PointWords words = wordsOf(facts, m_format);
    const bool hasShares = !words.shares.isEmpty();
    m_headline->setText(words.headline);
    m_detail->setText(words.detail);
    m_bar->show(hasShares ? facts.analysis->shares : std::nullopt);
    m_bar->setVisible(hasShares);
    setOrHide(m_shares, words.shares);
    setOrHide(m_disagreement, words.disagreement);
    setOrHide(m_exceptions, words.exceptions.join(QLatin1Char('\n')));
    setOrHide(m_equation, words.equation);
    setOrHide(m_terms, words.terms.join(QLatin1Char('\n')));
    setOrHide(m_outcome, words.outcome);
    m_histogram->show(facts.sample ? facts.sample->keptReadings : std::vector<float>{});
    m_histogram->setVisible(facts.sample && facts.sample->keptReadings.size() >= 3); // fewer have no shape
    m_readings->setText(facts.sample ? words.readings.join(QLatin1Char('\n')) : tr("No readings yet."));
}

} // namespace ridgepoint
