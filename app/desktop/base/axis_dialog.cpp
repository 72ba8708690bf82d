// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/axis_dialog.h"

#include "app/charts/data/describe.h"
#include "app/charts/style/ticks.h"
#include "app/desktop/base/labels.h"
#include "core/analysis/entry.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

/// As it may be typed: "32 Mi", "430 G", "49.6 m".
QString quantityWords(double value, bool isSize, const Format& format)
{
    if (isSize)
        return format.count(value);
    if (value <= 0.0) // of a timeline's margin too: what is not typed over stays what it is
        return format.whole(0);
    const bool plain = value >= 0.01 && value < 1e4;
    const AxisScale scale = plain ? AxisScale{} : axisScale(value, value);
    return scale.prefix.isEmpty() ? format.significant(value, plain ? 4 : 3)
                                  : QStringLiteral("%1 %2").arg(format.significant(value / scale.factor), scale.prefix);
}

} // namespace

AxisDialog::AxisDialog(ChartWidget& chart, const QCPAxis* first, QWidget* parent) : QDialog(parent), m_chart(chart)
{
    setWindowTitle(tr("Axis ranges of the %1").arg(chart.accessibleName().toLower()));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(12);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    column->addLayout(grid);
    const auto axes = chart.axisRanges().axes();
    QLineEdit* focused = nullptr;
    for (const ChartAxis* one : chart.axisRanges().typedAxes()) {
        const ChartAxis& axis = *one;
        const auto place = static_cast<std::size_t>(std::find(axes.begin(), axes.end(), one) - axes.begin());
        const QString name = axis.meaning().name();
        const auto makeEnd = [&](double coordinate, const QString& what) {
            auto* end = new QLineEdit(quantityWords(axis.meaning().valueOf(coordinate),
                                                    name == axisTitle(AxisKind::Size, chart.input().cursor), m_format),
                                      this);
            end->setAccessibleName(QStringLiteral("%1, %2").arg(name, what));
            end->setToolTip(tr("In the unit of the axis, for example 32 Mi, 430 G, 1/8 or 2.1 m"));
            return end;
        };
        Row row{place, name, makeEnd(axis.range().lower, tr("from")), makeEnd(axis.range().upper, tr("to")), {}, {}};
        row.fromAsShown = row.from->text();
        row.toAsShown = row.to->text();
        const int line = grid->rowCount();
        grid->addWidget(makeLabel("body", this, name), line, 0);
        grid->addWidget(row.from, line, 1);
        grid->addWidget(makeLabel("muted", this, tr("to")), line, 2);
        grid->addWidget(row.to, line, 3);
        if (focused == nullptr || &axis == first)
            focused = row.from;
        m_rows.push_back(std::move(row));
    }
    m_lock = new QCheckBox(tr("Lock these axes: new samples and the mouse do not change them"), this);
    m_lock->setAccessibleName(m_lock->text());
    m_lock->setChecked(chart.axisRanges().isLocked());
    column->addWidget(m_lock);
    m_problem = makeLabel("warning", this);
    m_problem->setWordWrap(true);
    m_problem->hide();
    column->addWidget(m_problem);
    m_buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel | QDialogButtonBox::Reset, this);
    for (QAbstractButton* button : m_buttons->buttons())
        button->setAccessibleName(button->text().remove(QLatin1Char('&')));
    setStyleProperty(m_buttons->button(QDialogButtonBox::Ok), "role", QStringLiteral("primary")); // what Enter does
    column->addWidget(m_buttons);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &AxisDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &AxisDialog::reject);
    connect(m_buttons->button(QDialogButtonBox::Reset), &QPushButton::clicked, this, [this] {
        m_chart.axisRanges().reset();
        QDialog::accept();
    });
    if (focused != nullptr) {
        focused->setFocus();
        focused->selectAll();
    }
}

void AxisDialog::ask(ChartWidget& chart, const QCPAxis* first)
{
    chart.flush(); // its axes are those of what is about to be drawn
    if (chart.axisRanges().typedAxes().empty())
        return;
    auto* dialog = new AxisDialog(chart, first, chart.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

QString AxisDialog::problem() const { return m_problem->text(); }

std::optional<QCPRange> AxisDialog::typed(const Row& row, const QCPRange& present)
{
    QString problem;
    const auto& axis = static_cast<const ChartAxis&>(*m_chart.axisRanges().axes()[row.axis]);
    // The map's coordinates are logarithms already.
    const bool hasLogarithms = axis.scaleType() == QCPAxis::stLogarithmic || axis.meaning().valueOf(0.0) > 0.0;
    const auto endOf = [&](const QLineEdit& edit, const QString& asShown, double now) -> std::optional<double> {
        if (edit.text() == asShown)
            return now;
        const bool comma = m_format.locale().decimalPoint() == QLatin1String(",");
        const auto value = parseEntry(edit.text().toStdString(), EntryKind::Any, comma ? ',' : '.');
        if (value && (*value > 0.0 || (*value == 0.0 && !hasLogarithms)))
            return axis.meaning().coordinateOf(*value);
        if (problem.isEmpty())
            problem = tr("%1: %2").arg(row.name, value
                                                     ? tr("a logarithmic axis has no zero; enter a number above zero.")
                                                     : errorMessage(value.error()));
        return std::nullopt;
    };
    const auto low = endOf(*row.from, row.fromAsShown, present.lower);
    const auto high = endOf(*row.to, row.toAsShown, present.upper);
    if (low && high && *low < *high)
        return QCPRange(*low, *high);
    m_problem->setText(!problem.isEmpty() ? problem
                                          : tr("%1 goes from %2 to %3; enter the smaller value first.")
                                                .arg(row.name, row.from->text(), row.to->text()));
    m_problem->show();
    adjustSize(); // else the fields would give up their room for it
    (low ? row.to : row.from)->setFocus();
    return std::nullopt;
}

void AxisDialog::accept()
{
    ChartRanges wanted = m_chart.axisRanges().current();
    const auto axes = m_chart.axisRanges().axes();
    for (const Row& row : m_rows) {
        const auto range = typed(row, wanted.ranges[row.axis]);
        if (!range)
            return;
        if (*range != wanted.ranges[row.axis])
            wanted.zoomed = true;
        for (std::size_t i = 0; i < axes.size(); ++i)
            if (const auto* own = dynamic_cast<const ChartAxis*>(axes[i]);
                own != nullptr && own->goesWith(*axes[row.axis]))
                wanted.ranges[i] = *range;
    }
    wanted.locked = m_lock->isChecked();
    m_chart.axisRanges().change(wanted);
    QDialog::accept();
}

} // namespace ridgepoint
