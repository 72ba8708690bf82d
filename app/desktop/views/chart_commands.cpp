// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/chart_commands.h"

#include "app/charts/draw/chart_widget.h"
#include "app/desktop/base/chart_menu.h"
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/file_commands.h"
#include "app/desktop/views/linked_views.h"
#include "app/desktop/views/sample_table.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>

namespace ridgepoint {
namespace {

QString copyRefused(const ChartWidget& chart)
{
    return showsResults(chart.input().concealed)
             ? ChartCommands::tr("Nothing was copied: nothing is measured yet.")
             : ChartCommands::tr("Nothing was copied: the results are hidden until you have guessed them.");
}

} // namespace

ChartCommands::ChartCommands(ChartArea& charts, SampleTable& table, LinkedViews& links, FileCommands& files,
                             ExploreActions& actions, QObject* parent)
    : QObject(parent), m_charts(charts), m_table(table), m_links(links), m_files(files), m_actions(actions)
{
    files.setTable(table);
    for (ChartWidget* chart : charts.charts()) {
        chart->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(chart, &QWidget::customContextMenuRequested, this,
                [this, chart](const QPoint& place) { openMenu(*chart, chart->mapToGlobal(place)); });
    }
    connect(actions.copyNumbers, &QAction::triggered, this, [this] { copyNumbers(m_links.currentChart()); });
    connect(actions.copyCaption, &QAction::triggered, this, [this] { copyCaption(m_links.currentChart()); });
    connect(actions.axisRanges, &QAction::triggered, this, [this] { m_links.askForRanges(m_links.currentChart()); });
    connect(actions.lockAxes, &QAction::triggered, this,
            [this](bool locked) { m_links.currentChart().axisRanges().setLocked(locked); });
    connect(&links, &LinkedViews::currentChanged, this, [this] {
        m_actions.lockAxes->setChecked(m_links.currentChart().axisRanges().isLocked());
        m_files.forgetExported(); // what is looked at now is to be exported
    });
}

void ChartCommands::copy()
{
    auto* focused = qobject_cast<ChartWidget*>(QApplication::focusWidget());
    if (focused == nullptr && m_table.isVisible())
        copyRows();
    else
        copyPicture(focused != nullptr ? *focused : m_links.currentChart());
}

void ChartCommands::exportShown()
{
    const QWidget* focused = QApplication::focusWidget();
    const ChartWidget& chart = m_links.currentChart();
    const bool isTable = m_table.isVisible()
                      && (!chart.isVisible() || (focused != nullptr && m_table.isAncestorOf(focused)));
    m_files.exportShown(isTable ? nullptr : &chart);
}

void ChartCommands::copyRows()
{
    if (!showsResults(m_links.currentChart().input().concealed)) { // which covers the rows as well
        emit told(copyRefused(m_links.currentChart()));
        return;
    }
    const int rows = m_table.copyRows();
    emit told(rows == 0              ? m_table.isFiltered() ? tr("Nothing was copied: the filter leaves no row.")
                                                            : tr("Nothing was copied: select rows of the data table first.")
                           : m_table.isFiltered() ? tr("%1 of %2 rows copied.").arg(rows).arg(m_table.model()->rowCount())
              : rows == 1            ? tr("1 row copied.")
                                     : tr("%1 rows copied.").arg(rows));
}

QString ChartCommands::titleOf(const ChartWidget& chart) const
{
    const QString title = m_files.titlesOf(chart).title;
    return title.isEmpty() ? tr("Chart") : title;
}

void ChartCommands::copyPicture(ChartWidget& chart)
{
    emit told(ridgepoint::copyPicture(chart, m_files.titlesOf(chart))
                  ? tr("%1 copied, as a picture and as numbers.").arg(titleOf(chart))
                  : copyRefused(chart));
}

void ChartCommands::copyNumbers(const ChartWidget& chart)
{
    emit told(ridgepoint::copyNumbers(chart) ? tr("%1 copied as numbers (CSV).").arg(titleOf(chart))
                                             : copyRefused(chart));
}

void ChartCommands::copyCaption(const ChartWidget& chart)
{
    const QString caption = m_files.titlesOf(chart).caption;
    const bool isCopied = showsResults(chart.input().concealed) && !caption.isEmpty();
    if (isCopied)
        QGuiApplication::clipboard()->setText(caption);
    emit told(isCopied ? captionCopiedWords(caption) : copyRefused(chart));
}

void ChartCommands::openMenu(ChartWidget& chart, const QPoint& globalPlace)
{
    auto* menu = new QMenu(&chart);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_actions.present->isChecked()) { // there is no other menu then
        menu->addActions({m_actions.nextSlide, m_actions.previousSlide, m_actions.present});
        menu->addSeparator();
    }
    connect(menu->addAction(tr("&Copy picture and numbers")), &QAction::triggered, this,
            [this, &chart] { copyPicture(chart); });
    connect(menu->addAction(tr("Copy &numbers only")), &QAction::triggered, this,
            [this, &chart] { copyNumbers(chart); });
    connect(menu->addAction(tr("Copy c&aption")), &QAction::triggered, this, [this, &chart] { copyCaption(chart); });
    menu->addSeparator();
    menu->addAction(m_actions.pin);
    menu->addSeparator();
    addAxisActions(*menu, chart);
    menu->popup(globalPlace);
}

} // namespace ridgepoint
