// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/envelope_view.h"

#include "app/desktop/base/labels.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace ridgepoint {
EnvelopeView::EnvelopeView(QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("card"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    m_headline = addText(column, "headline", this, tr("Estimate"));
    m_ridge = addText(column, "body", this, tr("What the estimate means"));
    m_measured = addText(column, "strong", this, tr("What was measured"));
    column->addWidget(makeRule(this));
    m_steps = addText(column, "body", this, tr("Steps of the estimate"));
    m_steps->setTextFormat(Qt::RichText);
    column->addStretch();
    m_source = addText(column, "muted", this, tr("Where the numbers come from"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_measure = new QPushButton(tr("&Measure it here"), this));
    row->addStretch();
    row->addWidget(m_copy = new QPushButton(tr("&Copy"), this));
    column->addLayout(row);
    m_measure->setToolTip(tr("Move the sliders to this work and measure it on the current device (Alt+M)"));
    m_copy->setToolTip(tr("Copy the numbers and every step as text (Alt+C)"));
    for (QPushButton* button : {m_measure, m_copy})
        button->setAutoDefault(false);
    connect(m_measure, &QPushButton::clicked, this, &EnvelopeView::measureAsked);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_plain); });
}

void EnvelopeView::show(const EnvelopeQuestion& question, const std::optional<MeasuredAnswer>& measured,
                        bool measurable)
{
    const auto envelope = estimate(question.device, question.work);
    if (!envelope) {
        showProblem(errorMessage(envelope.error()));
        return;
    }
    const EnvelopeWords words = wordsOf(question.device, question.work, *envelope, m_format);
    m_headline->setText(words.headline);
    m_ridge->setText(words.ridge);
    m_measured->setText(measured     ? measuredWords(*envelope, *measured, question.present, m_format)
                        : measurable ? tr("Not measured on the current device yet.")
                                     : QString());
    m_measured->setVisible(!m_measured->text().isEmpty());
    m_measure->setVisible(measurable && !measured);
    m_steps->setText(asHtml(words.steps));
    m_source->setText(question.source.isEmpty()
                          ? tr("Numbers: %1.").arg(question.deviceWords)
                          : tr("Numbers: %1. Source: %2").arg(question.deviceWords, question.source));
    m_plain = tr("%1 (estimated from %2)\n").arg(words.headline, question.deviceWords) + words.ridge + QLatin1Char('\n')
            + asPlainText(words.steps);
    if (measured)
        m_plain += m_measured->text() + QLatin1Char('\n');
    if (!question.source.isEmpty())
        m_plain += tr("Source: %1\n").arg(question.source);
    m_copy->setEnabled(true);
}

void EnvelopeView::showProblem(const QString& words)
{
    m_plain.clear();
    m_headline->setText(QStringLiteral("–"));
    m_ridge->setText(words);
    m_measured->hide();
    m_measure->hide();
    m_steps->clear();
    m_source->clear();
    m_copy->setEnabled(false);
}

} // namespace ridgepoint
