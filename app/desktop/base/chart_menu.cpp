// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/chart_menu.h"

#include "app/charts/draw/chart_widget.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/axis_dialog.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace ridgepoint {
namespace {

/// A chart that is seen smaller is copied as large as this.
constexpr QSize leastPicture(480, 320);
constexpr double density = 2.0;

/// A row more than that of the columns' names.
bool hasRows(const std::string& csv) { return std::count(csv.begin(), csv.end(), '\n') > 1; }

} // namespace

bool copyPicture(ChartWidget& chart, ExportOptions titles)
{
    if (!showsResults(chart.input().concealed))
        return false;
    chart.flush(); // changes are merged for a moment: the picture must show what the window is about to
    const std::string csv = chart.dataCsv();
    if (!hasRows(csv))
        return false;
    ExportOptions options = std::move(titles);
    options.size = QSizeF(chart.size().expandedTo(leastPicture));
    options.theme = chart.theme().name;
    auto data = std::make_unique<QMimeData>();
    data->setImageData(previewOf(chart, options, options.size.toSize(), density));
    data->setText(QString::fromStdString(csv));
    QGuiApplication::clipboard()->setMimeData(data.release());
    return true;
}

bool copyNumbers(const ChartWidget& chart)
{
    if (!showsResults(chart.input().concealed))
        return false;
    const std::string csv = chart.dataCsv();
    if (!hasRows(csv))
        return false;
    QGuiApplication::clipboard()->setText(QString::fromStdString(csv));
    return true;
}

void addAxisActions(QMenu& menu, ChartWidget& chart)
{
    QObject::connect(menu.addAction(tr("Axis &ranges…")), &QAction::triggered, &chart,
                     [&chart] { AxisDialog::ask(chart); });
    QAction* lock = menu.addAction(tr("&Lock axes"));
    lock->setCheckable(true);
    lock->setChecked(chart.axisRanges().isLocked());
    QObject::connect(lock, &QAction::triggered, &chart,
                     [&chart](bool locked) { chart.axisRanges().setLocked(locked); });
    QObject::connect(menu.addAction(tr("Rese&t axes")), &QAction::triggered, &chart,
                     [&chart] { chart.axisRanges().reset(); });
}

} // namespace ridgepoint
