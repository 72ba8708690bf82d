// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/export_dialog.h"

#include "app/desktop/labels.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>

namespace ridgepoint {

ExportDialog::ExportDialog(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Export"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(20, 20, 20, 20);
    form->setVerticalSpacing(10);
    form->setHorizontalSpacing(18);
    m_what = addChoice(tr("What"), tr("Which chart, or all data"));
    m_what->addItem(tr("Roofline"), static_cast<int>(ExportWhat::Roofline));
    m_what->addItem(tr("Regime map"), static_cast<int>(ExportWhat::Map));
    m_what->addItem(tr("Sweep curves"), static_cast<int>(ExportWhat::Curves));
    m_what->addItem(tr("All samples"), static_cast<int>(ExportWhat::Data));
    m_what->addItem(tr("Session"), static_cast<int>(ExportWhat::Session));
    m_format = addChoice(tr("Format"), tr("PDF and SVG stay sharp at any size"));
    m_width = addChoice(tr("Width"), tr("Width of the chart on paper or screen"));
    m_width->addItem(tr("88 mm (one column)"), 88.0 * pixelsPerMillimetre);
    m_width->addItem(tr("180 mm (two columns)"), 180.0 * pixelsPerMillimetre);
    m_width->addItem(tr("760 pixels (slide)"), 760.0);
    m_width->setCurrentIndex(1);
    m_theme = addChoice(tr("Theme"), tr("Colours and type of the file"));
    m_theme->addItem(tr("Print"), static_cast<int>(ThemeName::Print));
    m_theme->addItem(tr("Light"), static_cast<int>(ThemeName::Light));
    m_theme->addItem(tr("Dark"), static_cast<int>(ThemeName::Dark));
    m_theme->addItem(tr("Presenter"), static_cast<int>(ThemeName::Presenter));
    m_title = new QCheckBox(tr("With title"), this);
    m_title->setChecked(true);
    m_title->setToolTip(tr("Writes the chart's name above it"));
    m_title->setAccessibleName(tr("With title"));
    form->addRow(QString(), m_title);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton* choose = buttons->addButton(tr("Choose file…"), QDialogButtonBox::AcceptRole);
    setStyleProperty(choose, "role", QStringLiteral("primary"));
    choose->setDefault(true);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_what, &QComboBox::currentIndexChanged, this, &ExportDialog::fillFormats);
    fillFormats();
}

QComboBox* ExportDialog::addChoice(const QString& name, const QString& tip)
{
    auto* box = new QComboBox(this);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    box->setMinimumContentsLength(20);
    static_cast<QFormLayout*>(layout())->addRow(name, box);
    return box;
}

ExportWhat ExportDialog::what() const { return static_cast<ExportWhat>(m_what->currentData().toInt()); }

QString ExportDialog::format() const { return m_format->currentData().toString(); }

void ExportDialog::fillFormats()
{
    m_format->clear();
    const bool isChart = what() != ExportWhat::Data && what() != ExportWhat::Session;
    if (isChart) {
        m_format->addItem(tr("PDF (vector)"), QStringLiteral("pdf"));
        m_format->addItem(tr("SVG (vector)"), QStringLiteral("svg"));
        m_format->addItem(tr("PNG (300 dpi)"), QStringLiteral("png"));
    }
    if (what() != ExportWhat::Session)
        m_format->addItem(tr("CSV (numbers)"), QStringLiteral("csv"));
    else
        m_format->addItem(tr("Ridgepoint session"), QStringLiteral("ridge"));
    for (QWidget* control : {static_cast<QWidget*>(m_width), static_cast<QWidget*>(m_theme), static_cast<QWidget*>(m_title)})
        control->setEnabled(isChart);
}

ExportOptions ExportDialog::options() const
{
    ExportOptions options;
    const double width = m_width->currentData().toDouble();
    const double ratio = what() == ExportWhat::Curves ? 0.42 : 0.68;
    options.size = QSizeF(width, width * ratio);
    options.theme = static_cast<ThemeName>(m_theme->currentData().toInt());
    options.withTitle = m_title->isChecked();
    // Axis labels of a column-wide figure are read beside text of 8 to 9 points.
    options.fontPoints = width < 500.0 ? 6.5 : 0.0;
    return options;
}

} // namespace ridgepoint
