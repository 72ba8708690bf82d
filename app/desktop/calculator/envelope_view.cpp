// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/envelope_view.h"

#include "app/desktop/base/labels.h"
#include "app/desktop/calculator/quantity_field.h"

#include <QClipboard>
#include <QGridLayout>
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
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_plain);
        tellCopied(*m_copy);
    });
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

WorkForm::WorkForm(QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("card"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 10, 14, 12);
    column->setSpacing(8);
    column->addWidget(makeLabel("title", this, tr("Work")));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    column->addLayout(grid);
    column->addStretch();
    const struct {
        EntryKind quantity;
        QString name;
        QString tip;
    } rows[FieldCount] = {
        {EntryKind::Count, tr("Elements"), tr("Number of elements of the tensor, for example 16 Mi or 400e9")},
        {EntryKind::Traffic, tr("Size of an element"), tr("4 B for fp32, 2 B for fp16")},
        {EntryKind::Count, tr("Reads and writes"),
         tr("Reads and writes of each element in a pass: 2 in place, 0 for work in registers only")},
        {EntryKind::Count, tr("Operations per element"), tr("Operations per element in each pass")},
        {EntryKind::Count, tr("FLOP per operation"), tr("2 for a multiply-add, otherwise 1")},
        {EntryKind::Count, tr("Passes"), tr("Number of passes over the whole tensor")},
        {EntryKind::Count, tr("Launches"), tr("Number of kernel launches for all of it")},
    };
    for (int i = 0; i < FieldCount; ++i) {
        auto* field = new QuantityField(rows[i].quantity, rows[i].name, rows[i].tip, this);
        QLabel* label = makeLabel("body", this, rows[i].name);
        label->setBuddy(field);
        grid->addWidget(label, i, 0);
        grid->addWidget(field, i, 1, Qt::AlignTop);
        m_fields[static_cast<std::size_t>(i)] = field;
        connect(field, &QuantityField::edited, this, &WorkForm::changed);
    }
}

void WorkForm::setWork(const EnvelopeWork& work)
{
    const double values[FieldCount] = {
        work.elements, work.bytesPerElement, work.accessesPerElement, work.operationsPerElement, work.flopsPerOperation,
        work.passes,   work.launches};
    for (std::size_t i = 0; i < m_fields.size(); ++i)
        m_fields[i]->setValue(values[i]);
    emit changed();
}

std::optional<EnvelopeWork> WorkForm::work() const
{
    std::array<double, FieldCount> values{};
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        const auto value = m_fields[i]->value();
        if (!value)
            return std::nullopt;
        values[i] = *value;
    }
    return EnvelopeWork{.elements = values[Elements],
                        .bytesPerElement = values[BytesPerElement],
                        .accessesPerElement = values[Accesses],
                        .operationsPerElement = values[Operations],
                        .flopsPerOperation = values[FlopsPerOperation],
                        .passes = values[Passes],
                        .launches = values[Launches]};
}

} // namespace ridgepoint
