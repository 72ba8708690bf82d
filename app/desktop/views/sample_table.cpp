// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/sample_table.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/padded_cells.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelection>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace ridgepoint {

namespace {

/// Pixels with type of 12 pixels.
constexpr int rowHeight = 26;
/// What elision rounds up.
constexpr int slack = 2;
/// Letters of a cell's flags that say something where not all of them fit.
constexpr int leastFlags = 12;
/// What is drawn first; the rest follows in the model's order, which is also that of copies.
constexpr SampleTableModel::Column mostUsefulFirst[] = {
    SampleTableModel::OperationColumn,   SampleTableModel::PrecisionColumn, SampleTableModel::SizeColumn,
    SampleTableModel::OperationsColumn,  SampleTableModel::TimeColumn,      SampleTableModel::IntervalColumn,
    SampleTableModel::PerformanceColumn, SampleTableModel::RoofColumn,      SampleTableModel::RegimeColumn,
    SampleTableModel::FlagsColumn};

} // namespace

SampleTable::SampleTable(const LiveSession& session, Cursor& cursor, QWidget* parent)
    : QWidget(parent), m_cursor(cursor)
{
    m_model = new SampleTableModel(session, this);
    m_rows = new ShownSamples(*m_model, this);
    m_filter = new QLineEdit(this);
    m_filter->setPlaceholderText(tr("Filter: \"memory or compute\", \"size > 1 Mi and fp32\""));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter of the data table"));
    m_filter->setToolTip(tr(
        "Show only rows that contain these words in any column, or where a comparison holds: \"size > 1 Mi\", "
        "\"roof < 50 %\", \"regime = memory\". \"and\" and \"or\" combine them: \"memory or compute\"; a comma is a "
        "last \"and\": \"memory or compute, time < 1 ms\"; \"not memory\" shows the others. Escape shows all rows."));
    m_filter->installEventFilter(this);
    composeView();
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    row->addWidget(m_filter, 1);
    row->addWidget(m_count = makeLabel("muted", this));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(row);
    column->addWidget(m_problem = makeColumnText("warning", this));
    column->addWidget(m_common = makeColumnText("muted", this));
    column->addWidget(m_view, 1);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(0);
    connectModels();
    connect(&cursor, &Cursor::moved, this, &SampleTable::followCursor);
    connect(&cursor, &Cursor::mapChanged, this, &SampleTable::followCursor);
    refresh();
}

void SampleTable::composeView()
{
    m_view = makeRowTable(tr("Measured samples"), this);
    // Before the selection hears of it: when a row goes that was selected, the cursor and the brush stay where they
    // are.
    connect(m_rows, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this] { m_removing = true; });
    m_view->setModel(m_rows);
    connect(m_rows, &QAbstractItemModel::rowsRemoved, this, [this] { m_removing = false; });
    m_view->setAccessibleDescription(
        tr("All samples shown in the charts, one per row; the selected row is the selected point in the charts."));
    m_view->sortByColumn(SampleTableModel::SizeColumn, Qt::AscendingOrder); // the order measured looks like chance
    QHeaderView* heads = m_view->horizontalHeader();
    heads->setSectionResizeMode(QHeaderView::Fixed); // wide enough for all that is in them, so there is nothing to drag
    // In a narrow window the first ones alone are in sight.
    for (int place = 0; const SampleTableModel::Column column : mostUsefulFirst)
        heads->moveSection(heads->visualIndex(column), place++);
    heads->setSortIndicatorClearable(true); // by the third click, in the order measured
    m_view->viewport()->installEventFilter(this);
    // After the view has sorted, which began to listen above.
    connect(heads, &QHeaderView::sortIndicatorChanged, this, &SampleTable::showSorted);
}

void SampleTable::showSorted(int column)
{
    const QModelIndexList selected = m_view->selectionModel()->selectedRows();
    if (selected.isEmpty())
        m_view->scrollToTop();
    else // in a column that is in sight, so that nothing moves sideways
        m_view->scrollTo(selected.front().siblingAtColumn(column < 0 ? std::max(m_view->columnAt(0), 0) : column),
                         QAbstractItemView::PositionAtCenter);
}

void SampleTable::connectModels()
{
    const auto soon = [this] {
        if (isVisible()) // else once it is shown
            m_refresh.start();
    };
    connect(&m_refresh, &QTimer::timeout, this, &SampleTable::refresh);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_rows, signal, this, soon);
    connect(m_rows, &QAbstractItemModel::dataChanged, this, soon);
    connect(m_rows, &QAbstractItemModel::modelReset, this, soon);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex&, int first, int last) {
        measure(first, last, 0, SampleTableModel::ColumnCount - 1);
    });
    connect(m_model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& from, const QModelIndex& to) {
        measure(from.row(), to.row(), from.column(), to.column());
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_cellWidths.fill(0);
        measureAll();
    });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_rows->setFilter(text);
        m_picked = false;
        refresh();
        followCursor();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        // Keys go on from the current cell, which must be one that can be seen.
        if (current.isValid() && m_view->isColumnHidden(current.column()))
            m_view->selectionModel()->setCurrentIndex(placeOf(current.row()), QItemSelectionModel::NoUpdate);
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &SampleTable::onCurrentChanged);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &SampleTable::onSelectionChanged);
    // Also of the row that the charts' point selected before: clicking it changes no selection.
    connect(m_view, &QTableView::clicked, this, [this] { m_picked = true; });
}

bool SampleTable::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    if (watched == m_filter && event->type() == QEvent::KeyPress && !m_filter->text().isEmpty()
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        m_filter->clear();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SampleTable::refresh()
{
    const Format format;
    const int shown = m_rows->rowCount();
    const int all = m_model->rowCount();
    m_count->setText(m_filter->text().isEmpty() ? all == 1 ? tr("1 row") : tr("%1 rows").arg(format.whole(all))
                                                : tr("%1 of %2 rows").arg(format.whole(shown), format.whole(all)));
    const QString problem = m_rows->problem();
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    fold();
    fitColumns();
}

void SampleTable::fold()
{
    QStringList common;
    for (int column = 0; column < SampleTableModel::ColumnCount; ++column) {
        // The time is what the rows are about.
        const bool isSame = column != SampleTableModel::TimeColumn && m_rows->isSameInAll(column);
        if (isSame)
            common << m_model->wholeWords(m_rows->sampleRow(0), column);
        m_view->setColumnHidden(column, isSame);
    }
    common.removeAll(QString());
    m_common->setText(tr("Same in all rows: %1").arg(common.join(betweenParts)));
    m_common->setVisible(!common.isEmpty());
    if (const QModelIndex current = m_view->currentIndex();
        current.isValid() && m_view->isColumnHidden(current.column()))
        m_view->selectionModel()->setCurrentIndex(placeOf(current.row()), QItemSelectionModel::NoUpdate);
}

void SampleTable::measure(int firstRow, int lastRow, int firstColumn, int lastColumn)
{
    if (!isVisible())
        return; // all of it once it is seen
    const QFontMetrics metrics(m_view->font());
    for (int column = firstColumn; column <= lastColumn; ++column) {
        int& width = m_cellWidths[static_cast<std::size_t>(column)];
        for (int row = firstRow; row <= lastRow; ++row)
            if (row == firstRow || m_model->compare(row, row - 1, column) != 0)
                width = std::max(width, metrics.horizontalAdvance(m_model->words(row, column)));
    }
}

void SampleTable::measureAll() { measure(0, m_model->rowCount() - 1, 0, SampleTableModel::ColumnCount - 1); }

int SampleTable::shortenFlags(ColumnWidths& widths) const
{
    const QHeaderView* heads = m_view->horizontalHeader();
    int& flags = widths[SampleTableModel::FlagsColumn];
    int left = m_view->viewport()->width();
    for (int place = 0; place < heads->visualIndex(SampleTableModel::FlagsColumn); ++place)
        left -= widths[static_cast<std::size_t>(heads->logicalIndex(place))];
    const int least = leastFlags * QFontMetrics(m_view->font()).averageCharWidth();
    return left < least || left >= flags ? 0 : std::exchange(flags, left) - left;
}

void SampleTable::fitColumns()
{
    QHeaderView* heads = m_view->horizontalHeader();
    ColumnWidths widths{};
    int total = 0;
    int shown = 0;
    for (int column = 0; column < SampleTableModel::ColumnCount; ++column) {
        if (m_view->isColumnHidden(column))
            continue;
        const auto place = static_cast<std::size_t>(column);
        widths[place] = std::max(m_cellWidths[place] + 2 * PaddedCells::padding + slack,
                                 heads->sectionSizeHint(column));
        total += widths[place];
        ++shown;
    }
    total -= shortenFlags(widths);
    // What the view has besides goes to all of them alike, so that the rows reach from side to side.
    const int spare = std::max(m_view->viewport()->width() - total, 0);
    int given = 0;
    for (int column = 0; column < SampleTableModel::ColumnCount; ++column) {
        if (m_view->isColumnHidden(column))
            continue;
        const int share = spare / shown + (given++ < spare % shown ? 1 : 0);
        heads->resizeSection(column, widths[static_cast<std::size_t>(column)] + share);
    }
}

int SampleTable::firstShownColumn() const
{
    const QHeaderView* heads = m_view->horizontalHeader();
    int place = 0;
    while (m_view->isColumnHidden(heads->logicalIndex(place))) // ends at the time, which is never folded
        ++place;
    return heads->logicalIndex(place);
}

QModelIndex SampleTable::placeOf(int row) const { return m_rows->index(row, firstShownColumn()); }

void SampleTable::setTheme(const Theme& theme)
{
    m_view->verticalHeader()->setDefaultSectionSize(static_cast<int>(rowHeight * theme.fontPixels / 12.0));
    m_cellWidths.fill(0);
    measureAll();
    m_refresh.start(); // the style sheet gives the heads their font meanwhile
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
    measureAll();
    refresh();
    followCursor();
}

void SampleTable::onCurrentChanged(const QModelIndex& current)
{
    if (m_following || m_removing || !current.isValid())
        return;
    const Sample sample = m_model->sampleAt(m_rows->sampleRow(current.row()));
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
    const QModelIndex found = row < 0 ? QModelIndex() : m_rows->mapFromSource(m_model->index(row, 0));
    const QModelIndex place = found.isValid() ? placeOf(found.row()) : QModelIndex();
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
            if (const QModelIndex place = m_rows->mapFromSource(m_model->index(row, 0)); place.isValid())
                rows.select(placeOf(place.row()), placeOf(place.row()));
    m_view->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (rows.isEmpty() || isInSight(rows))
        return;
    const auto first = std::min_element(rows.begin(), rows.end(),
                                        [](const auto& a, const auto& b) { return a.top() < b.top(); });
    m_view->scrollTo(placeOf(first->top()), QAbstractItemView::PositionAtTop);
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
        workloads.push_back(m_model->sampleAt(m_rows->sampleRow(row.row())).workload);
    return workloads;
}

void SampleTable::onSelectionChanged()
{
    m_picked = !m_following && !m_removing;
    if (m_following || m_removing)
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

bool SampleTable::isFiltered() const { return isVisible() && !m_filter->text().trimmed().isEmpty(); }

std::vector<SamplePointer> SampleTable::shownSamples() const
{
    std::vector<SamplePointer> samples;
    for (int row = 0; row < m_rows->rowCount(); ++row)
        samples.push_back(m_model->samplePointerAt(m_rows->sampleRow(row)));
    return samples;
}

int SampleTable::copyRows() const
{
    std::vector<int> rows;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    if (isFiltered() && rows.size() < 2 && (rows.empty() || !m_picked)) { // the charts' point selects one by itself
        rows.resize(static_cast<std::size_t>(m_rows->rowCount()));
        std::iota(rows.begin(), rows.end(), 0);
    }
    if (!rows.empty())
        QGuiApplication::clipboard()->setText(tableAsText(*m_rows, rows));
    return static_cast<int>(rows.size());
}

} // namespace ridgepoint
