// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/experiments/parameter_form.h"

#include "app/charts/data/experiment_data.h"
#include "app/charts/style/format.h"
#include "app/desktop/base/labels.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace ridgepoint {

ParameterForm::ParameterForm(QWidget* parent)
    : QWidget(parent), m_form(nullptr), m_rows(nullptr), m_warning(makeLabel("warning", this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_warning);
    m_warning->setWordWrap(true);
    m_warning->setAccessibleName(tr("Invalid parameters"));
    m_warning->hide();
}

void ParameterForm::setInfo(const ExperimentInfo& info, const ParameterTexts& texts)
{
    m_info = &info;
    m_fields.clear();
    delete m_rows;
    m_rows = new QWidget(this);
    m_form = new QFormLayout(m_rows);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    for (const ExperimentParameter& parameter : info.parameters) {
        const auto given = texts.find(parameter.name);
        addField(parameter, QString::fromStdString(given == texts.end() ? parameter.defaultValue : given->second));
    }
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, m_rows);
    m_rows->show();
    onEdited();
}

void ParameterForm::addField(const ExperimentParameter& parameter, const QString& value)
{
    const QString words = catalogueWords(parameter.words);
    Field field;
    if (parameter.kind == ParameterKind::Choice) {
        auto* box = new QComboBox(m_rows);
        for (const std::string& choice : parameter.choices)
            box->addItem(catalogueWords(choice), QString::fromStdString(choice));
        box->setCurrentIndex(box->findData(value));
        connect(box, &QComboBox::currentIndexChanged, this, &ParameterForm::onEdited);
        field = {box, [box] { return box->currentData().toString(); }};
    } else {
        auto* edit = new QLineEdit(value, m_rows);
        edit->setToolTip(parameter.defaultValue == automaticSize
                             ? tr("A count such as 4096, 4Ki or 16Mi; auto exceeds every cache of the device")
                         : parameter.kind == ParameterKind::Size ? tr("A count such as 4096, 4Ki or 16Mi")
                                                                 : tr("A whole number"));
        connect(edit, &QLineEdit::textChanged, this, &ParameterForm::onEdited);
        field = {edit, [edit] { return edit->text().trimmed(); }};
    }
    field.widget->setAccessibleName(words);
    m_form->addRow(words, field.widget);
    m_fields[parameter.name] = std::move(field);
}

Result<ExperimentParameters> ParameterForm::parameters() const
{
    ParameterTexts texts;
    for (const auto& [name, field] : m_fields)
        texts[name] = field.text().toStdString();
    return m_info != nullptr ? readParameters(*m_info, texts) : Result<ExperimentParameters>(ExperimentParameters{});
}

QWidget* ParameterForm::field(const std::string& name) const
{
    const auto found = m_fields.find(name);
    return found == m_fields.end() ? nullptr : found->second.widget;
}

void ParameterForm::setFrozen(bool frozen)
{
    for (const auto& [name, field] : m_fields)
        field.widget->setEnabled(!frozen);
}

void ParameterForm::onEdited()
{
    const auto read = parameters();
    m_warning->setText(read ? QString() : errorMessage(read.error()));
    m_warning->setVisible(!read);
    emit changed();
}

} // namespace ridgepoint
