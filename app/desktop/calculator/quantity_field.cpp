// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/quantity_field.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/calculator/calculator_words.h"

#include <QLineEdit>
#include <QVBoxLayout>

#include <cmath>

namespace ridgepoint {

QString quantityText(double value, EntryKind quantity, const Format& format)
{
    switch (quantity) {
    case EntryKind::Count: return countWords(value, format);
    case EntryKind::Traffic:
        return value < 1000.0 ? tr("%1 B").arg(countWords(value, format)) : format.traffic(Bytes(value));
    case EntryKind::Work: return format.work(Flops(value));
    case EntryKind::Duration: return format.shortTime(Seconds(value));
    case EntryKind::Bandwidth: return format.rate(BytesPerSecond(value));
    case EntryKind::Rate: return format.rate(FlopsPerSecond(value));
    case EntryKind::Factor: return format.factor(value);
    case EntryKind::Share: return format.percent(value);
    case EntryKind::Any: return format.significant(value, 4);
    }
    return {};
}

QuantityField::QuantityField(EntryKind quantity, const QString& name, const QString& tip, QWidget* parent)
    : QWidget(parent), m_quantity(quantity), m_edit(new QLineEdit(this)), m_problem(makeLabel("warning", this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    column->addWidget(m_edit);
    column->addWidget(m_problem);
    m_edit->setAccessibleName(name);
    m_edit->setToolTip(tip);
    m_problem->setWordWrap(true);
    m_problem->hide();
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textEdited, this, [this](const QString& text) {
        read(text);
        emit edited();
    });
    connect(m_edit, &QLineEdit::returnPressed, this, &QuantityField::returnPressed);
}

void QuantityField::read(const QString& text)
{
    const QString point = m_format.locale().decimalPoint();
    const auto read = parseEntry(text.toStdString(), m_quantity, point == QLatin1String(",") ? ',' : '.', m_needsUnit);
    m_value = read ? std::optional(*read) : std::nullopt;
    complain(read ? QString() : errorMessage(read.error()));
}

std::optional<double> QuantityField::value() const { return m_value; }

void QuantityField::setValue(double value)
{
    m_value = value;
    m_edit->setText(quantityText(value, m_quantity, m_format));
    m_edit->setCursorPosition(0);
    complain({});
}

void QuantityField::type(const QString& text)
{
    m_edit->setText(text);
    read(text);
    emit edited();
}

void QuantityField::clear()
{
    m_edit->clear();
    m_value.reset();
    complain({});
}

void QuantityField::complain(const QString& words)
{
    m_problem->setText(words);
    m_problem->setVisible(!words.isEmpty());
    m_edit->setAccessibleDescription(words);
}

QString QuantityField::complaint() const { return m_problem->text(); }
QString QuantityField::shown() const { return m_edit->text(); }

} // namespace ridgepoint
