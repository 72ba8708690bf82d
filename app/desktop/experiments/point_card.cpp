// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/experiments/point_card.h"

#include "app/charts/data/experiment_data.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/calculator/calculator_words.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace ridgepoint {

PointCard::PointCard(QWidget* parent)
    : Card(tr("Selected number"), parent),
      m_name(addText(body(), "strong", this, tr("Selected number"))),
      m_headline(addText(body(), "body", this, tr("What limits it"))),
      m_leversTitle(makeLabel("muted", this, tr("What would help"))),
      m_levers(nullptr),
      m_calculator(new QPushButton(tr("In the &calculator…"), this))
{
    body()->addWidget(m_leversTitle);
    m_levers = addText(body(), "body", this, tr("What would help"));
    m_calculator->setToolTip(
        tr("Open the calculator with the work of this number and the roofs that limit it (Alt+C)"));
    m_calculator->setAutoDefault(false);
    body()->addWidget(m_calculator);
    body()->addStretch();
    connect(m_calculator, &QPushButton::clicked, this, [this] {
        if (m_work)
            emit calculatorAsked(*m_work);
    });
    show(nullptr, {}, {});
}

void PointCard::show(const ExperimentPoint* point, const QString& value, const std::vector<Roof>& roofs)
{
    m_work = point != nullptr ? point->work : std::nullopt;
    m_name->setVisible(point != nullptr);
    m_name->setText(point != nullptr ? value : QString());
    m_calculator->setVisible(m_work.has_value());
    m_leversTitle->setVisible(m_work.has_value());
    m_levers->setVisible(m_work.has_value());
    if (m_work)
        say(*m_work, roofs);
    else
        m_headline->setText(
            point != nullptr
                ? tr("This number is not a timed piece of work on this device, so the roofs do not apply to it.")
                : tr("Click a number in the chart, or step with ← and →, to see what limits it and what "
                     "would help."));
}

void PointCard::say(const PointWork& work, const std::vector<Roof>& roofs)
{
    const auto verdict = judge(work, roofs);
    m_leversTitle->setVisible(verdict.ok());
    m_levers->setVisible(verdict.ok());
    if (!verdict) {
        m_headline->setText(errorMessage(verdict.error()));
        return;
    }
    m_headline->setText(verdictHeadline(verdict->verdict, m_format));
    m_levers->setText(leverListWords(verdict->kernel, verdict->verdict, m_format));
}

} // namespace ridgepoint
