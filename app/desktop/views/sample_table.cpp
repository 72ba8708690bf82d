// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/sample_table.h"

#include "app/desktop/base/padded_cells.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QItemSelection>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <utility>

namespace ridgepoint {

namespace {

/// Pixels with type of 12 pixels.
constexpr int rowHeight = 26;
constexpr std::pair<int, int> columnWidths[] = {
    {SampleTableModel::OperationColumn, 86},    {SampleTableModel::PrecisionColumn, 78},
    {SampleTableModel::SizeColumn, 68},         {SampleTableModel::OperationsColumn, 84},
    {SampleTableModel::DepthColumn, 62},        {SampleTableModel::ChainColumn, 74},
    {SampleTableModel::ModeColumn, 92},         {SampleTableModel::ThreadsColumn, 72},
    {SampleTableModel::IntensityColumn, 102},   {SampleTableModel::TimeColumn, 80},
    {SampleTableModel::IntervalColumn, 76},     {SampleTableModel::BandwidthColumn, 92},
    {SampleTableModel::PerformanceColumn, 112}, {SampleTableModel::RegimeColumn, 96}};

} // namespace

SampleTable::SampleTable(const LiveSession& session, Cursor& cursor, QWidget* parent)
    : QWidget(parent), m_cursor(cursor)
{
    m_model = new SampleTableModel(session, this);
    m_proxy = new QSortFilterProxyModel(this);
    m_proxy->setSourceModel(m_model);
    m_proxy->setSortRole(SampleTableModel::SortRole);
    m_proxy->setFilterKeyColumn(-1);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter = new QLineEdit(this);
    m_filter->setPlaceholderText(tr("Filter, such as memory or 32 Mi"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter of the data table"));
    m_filter->setToolTip(tr("Show only rows that contain these words in any column"));
    m_view = new QTableView(this);
    m_view->setModel(m_proxy);
    m_view->setAccessibleName(tr("Measured samples"));
    m_view->setAccessibleDescription(
        tr("All samples shown in the charts, one per row; the selected row is the selected point in the charts."));
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // in the order measured until a head is clicked
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setAlternatingRowColors(true);
    m_view->setItemDelegate(new PaddedCells(m_view));
    m_view->setShowGrid(false);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->horizontalHeader()->setStretchLastSection(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_filter);
    column->addWidget(m_view, 1);
    connect(m_filter, &QLineEdit::textChanged, m_proxy, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &SampleTable::onCurrentChanged);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SampleTable::onSelectionChanged);
    connect(&cursor, &Cursor::moved, this, &SampleTable::followCursor);
    connect(&cursor, &Cursor::mapChanged, this, &SampleTable::followCursor);
}

void SampleTable::setTheme(const Theme& theme)
{
    const double scale = theme.fontPixels / 12.0;
    m_view->verticalHeader()->setDefaultSectionSize(static_cast<int>(rowHeight * scale));
    for (const auto& [section, width] : columnWidths)
        m_view->horizontalHeader()->resizeSection(section, static_cast<int>(width * scale));
}

void SampleTable::setSnapshot(const SnapshotPointer& snapshot)
{
    m_snapshot = snapshot;
    if (isVisible())
        m_model->setSnapshot(snapshot);
}

void SampleTable::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_model->takeOver();
    m_model->setSnapshot(m_snapshot);
    followCursor();
}

void SampleTable::onCurrentChanged(const QModelIndex& current)
{
    if (m_following || !current.isValid())
        return;
    const Sample sample = m_model->sampleAt(m_proxy->mapToSource(current).row());
    m_following = true; // the cursor's answer must not move the selection away from the row that was picked
    m_cursor.setDevice(sample.device);
    m_cursor.setWorkload(sample.workload);
    m_following = false;
    emit userMoved();
}

void SampleTable::followCursor()
{
    if (m_following || !isVisible())
        return;
    const int row = m_model->rowOf(m_cursor.device(), m_cursor.point());
    const QModelIndex place = row < 0 ? QModelIndex() : m_proxy->mapFromSource(m_model->index(row, 0));
    m_following = true;
    if (!m_brushed->empty())
        selectBrushed();
    else if (place.isValid())
        m_view->selectRow(place.row());
    else
        m_view->clearSelection();
    if (place.isValid() && m_brushed->empty())
        m_view->scrollTo(place);
    m_following = false;
}

void SampleTable::selectBrushed()
{
    const std::set<Workload> wanted(m_brushed->begin(), m_brushed->end());
    QItemSelection rows;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (const Sample& sample = m_model->sampleAt(row);
            sample.device == m_cursor.device() && wanted.contains(sample.workload))
            if (const QModelIndex place = m_proxy->mapFromSource(m_model->index(row, 0)); place.isValid())
                rows.select(place, place);
    m_view->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (rows.isEmpty() || isInSight(rows))
        return;
    const auto first = std::min_element(rows.begin(), rows.end(),
                                        [](const auto& a, const auto& b) { return a.top() < b.top(); });
    m_view->scrollTo(m_proxy->index(first->top(), 0), QAbstractItemView::PositionAtTop);
}

bool SampleTable::isInSight(const QItemSelection& rows) const
{
    const QRect room = m_view->viewport()->rect();
    return std::any_of(rows.begin(), rows.end(), [&](const QItemSelectionRange& range) {
        return m_view->visualRect(range.topLeft()).bottom() >= room.top()
            && m_view->visualRect(range.bottomRight()).top() <= room.bottom();
    });
}

void SampleTable::setBrushed(const Brush& brushed)
{
    m_brushed = brushed;
    followCursor();
}

std::vector<Workload> SampleTable::selectedWorkloads() const
{
    std::vector<Workload> workloads;
    for (const QModelIndex& row : m_view->selectionModel()->selectedRows())
        workloads.push_back(m_model->sampleAt(m_proxy->mapToSource(row).row()).workload);
    return workloads;
}

void SampleTable::onSelectionChanged()
{
    if (m_following)
        return;
    std::vector<Workload> chosen = selectedWorkloads();
    if (chosen.size() < 2)
        chosen.clear();
    if (chosen.empty() && m_brushed->empty())
        return;
    m_following = true; // the selection is as the user made it
    emit brushed(chosen);
    m_following = false;
}

void SampleTable::copySelected() const
{
    std::vector<int> rows;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    if (!rows.empty())
        QGuiApplication::clipboard()->setText(tableAsText(*m_proxy, rows));
}

} // namespace ridgepoint
