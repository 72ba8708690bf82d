// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/work_form.h"

#include "app/desktop/base/labels.h"
#include "app/desktop/calculator/quantity_field.h"

#include <QGridLayout>
#include <QVBoxLayout>

namespace ridgepoint {

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
