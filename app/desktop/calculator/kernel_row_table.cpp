// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/kernel_row_table.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/padded_cells.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace ridgepoint {
namespace {

/// Widths are those of the first rows: a list may have a hundred thousand.
constexpr int rowsMeasured = 100;
/// A name gives way to the other columns, but not below this, in letters: most names are no longer (namesApart).
constexpr int leastNameLetters = 28;
/// Columns of words give way, but not below this; their tooltips have all of them. What the roofs say begins with what
/// matters and is whole where the columns up to it have the room; the others give way to any column.
constexpr std::array columnsOfVerdicts{OwnKernelModel::Limit, OwnKernelModel::Best};
constexpr std::array columnsOfOrigin{OwnKernelModel::Work, OwnKernelModel::File, OwnKernelModel::Device};
constexpr int leastWordLetters = 16;
constexpr int roomAboveAndBelow = 10;
constexpr int elisionSlack = 2;

} // namespace

KernelRowTable::KernelRowTable(std::vector<OwnKernelModel::Column> columns, const QString& name, QWidget* parent)
    : QWidget(parent), m_columns(std::move(columns)), m_model(new OwnKernelModel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(m_choiceLine = new QHBoxLayout);
    composeFilter(name);
    column->addWidget(m_common = makeColumnText("muted", this));
    m_common->setAccessibleName(tr("What all rows have in common"));
    composeView(name);
    column->addWidget(m_view, 1);
    refresh();
}

void KernelRowTable::composeFilter(const QString& name)
{
    m_choiceLine->setSpacing(10);
    m_choiceLine->addWidget(m_filter = new QLineEdit(this), 1);
    m_choiceLine->addWidget(m_count = makeLabel("muted", this));
    drawAsTyped(m_filter);
    m_filter->setPlaceholderText(tr("Filter by name"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter: %1").arg(name));
    m_filter->setToolTip(tr("Show only kernels whose names contain this. Escape shows all."));
    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        KernelChoice choice = m_model->choice();
        choice.filter = text.trimmed();
        takeChoice(choice);
        emit filtered();
    });
}

void KernelRowTable::composeView(const QString& name)
{
    m_view = makeRowTable(name, this);
    m_view->setModel(m_model);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    QHeaderView* heads = m_view->horizontalHeader();
    for (int column = 0; column < OwnKernelModel::ColumnCount; ++column)
        m_view->setColumnHidden(column, std::ranges::find(m_columns, column) == m_columns.end());
    for (int place = 0; const OwnKernelModel::Column column : m_columns)
        heads->moveSection(heads->visualIndex(column), place++);
    m_view->setTextElideMode(Qt::ElideMiddle); // names of one library begin alike
    for (const OwnKernelModel::Column column : columnsOfVerdicts)
        m_view->setItemDelegateForColumn(column, new PaddedCells(Qt::ElideRight, m_view));
    sortByTime();
    heads->setSortIndicatorClearable(true); // by the third click
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);
    heads->viewport()->installEventFilter(this);
    auto* copyRows = new QAction(tr("&Copy as CSV"), this);
    copyRows->setShortcut(QKeySequence::Copy);
    copyRows->setShortcutContext(Qt::WidgetShortcut);
    m_view->addAction(copyRows);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copyRows, &QAction::triggered, this, &KernelRowTable::copySelected);
    // After the view has sorted, which began to listen above.
    connect(heads, &QHeaderView::sortIndicatorChanged, this, [this](int column) {
        if (column < 0)
            return sortByTime(); // which comes back here
        fitColumns();
        m_view->scrollToTop();
    });
    connect(heads, &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (m_isHeadHeld)
            m_dragged[column] = width;
    });
}

void KernelRowTable::sortByTime() { m_view->sortByColumn(OwnKernelModel::Time, Qt::DescendingOrder); }

void KernelRowTable::setKernels(std::vector<OwnKernel> kernels)
{
    m_model->setKernels(std::move(kernels));
    refresh();
}

void KernelRowTable::setChoice(std::size_t top, bool grouped)
{
    takeChoice({.filter = m_model->choice().filter, .top = top, .grouped = grouped});
}

void KernelRowTable::takeChoice(const KernelChoice& choice)
{
    if (choice == m_model->choice())
        return;
    const QScopedValueRollback choosing(m_isChoosing, true);
    const auto kept = selectedKernel();
    m_model->setChoice(choice);
    refresh();
    m_view->scrollToTop(); // else it stays where other rows were
    selectRow(kept ? m_model->rowOf(*kept) : -1);
}

void KernelRowTable::setDevice(const JudgingDevice& device, const std::vector<JudgingDevice>& others)
{
    if (!m_model->setDevice(device, others))
        return;
    fold(); // shares of time may be alike no more
    fitColumns();
}

void KernelRowTable::selectRow(int row)
{
    if (row < 0) {
        m_view->clearSelection();
        return;
    }
    const QModelIndex name = m_model->index(row, OwnKernelModel::Name);
    // Whatever keys are held: QTableView's selectRow would extend the selection with Shift.
    m_view->selectionModel()->setCurrentIndex(name, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_view->scrollTo(name);
}

std::vector<int> KernelRowTable::selectedRows() const
{
    std::vector<int> rows;
    for (const QItemSelectionRange& range : m_view->selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(row);
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

std::optional<std::size_t> KernelRowTable::selectedKernel() const
{
    const std::vector<int> rows = selectedRows();
    return rows.size() == 1 ? std::optional(m_model->shown(rows.front()).members.front()) : std::nullopt;
}

void KernelRowTable::copyAll() const
{
    std::vector<int> rows(static_cast<std::size_t>(m_model->rowCount()));
    std::iota(rows.begin(), rows.end(), 0);
    copy(rows);
}

void KernelRowTable::copySelected() const
{
    const std::vector<int> rows = selectedRows();
    rows.empty() ? copyAll() : copy(rows);
}

void KernelRowTable::copy(const std::vector<int>& rows) const
{
    if (!rows.empty())
        QGuiApplication::clipboard()->setText(m_model->csvOf(rows));
}

void KernelRowTable::refresh()
{
    const Format format;
    const auto shown = static_cast<std::int64_t>(m_model->rowCount());
    const auto all = static_cast<std::int64_t>(
        m_model->choice().grouped ? matchingKernels(m_model->kernels(), {.filter = {}, .grouped = true})
                                  : m_model->kernels().size());
    m_count->setText(shown != all ? tr("%1 of %2 rows").arg(format.whole(shown), format.whole(all))
                     : all == 1   ? tr("1 row")
                                  : tr("%1 rows").arg(format.whole(all)));
    m_view->setHorizontalScrollBarPolicy(shown == 0 ? Qt::ScrollBarAlwaysOff
                                                    : Qt::ScrollBarAsNeeded); // nothing to scroll to
    fold();
    fitColumns();
}

void KernelRowTable::fold()
{
    QStringList common;
    for (const OwnKernelModel::Column column : m_columns) {
        const bool isAbout = column == OwnKernelModel::Name || column == OwnKernelModel::Time;
        const bool isSame = !isAbout && m_model->isSameInAll(column);
        if (isSame)
            common << m_model->wholeWords(0, column);
        m_view->setColumnHidden(column, isSame);
    }
    common.removeAll(QString());
    m_common->setText(tr("Same in all rows: %1").arg(common.join(betweenParts)));
    m_common->setVisible(!common.isEmpty());
    // Keys go on from the current cell, which must be one that can be seen.
    if (const QModelIndex current = m_view->currentIndex();
        current.isValid() && m_view->isColumnHidden(current.column()))
        m_view->selectionModel()->setCurrentIndex(current.siblingAtColumn(OwnKernelModel::Name),
                                                  QItemSelectionModel::NoUpdate);
}

void KernelRowTable::fitColumns()
{
    QHeaderView* heads = m_view->horizontalHeader();
    const QFontMetrics metrics(m_view->font());
    if (const int height = metrics.height() + roomAboveAndBelow;
        height != m_view->verticalHeader()->defaultSectionSize()) // goes over all rows
        m_view->verticalHeader()->setDefaultSectionSize(height);
    const int rows = std::min(m_model->rowCount(), rowsMeasured);
    std::array<int, OwnKernelModel::ColumnCount> widths{};
    for (const OwnKernelModel::Column column : m_columns) {
        if (m_view->isColumnHidden(column))
            continue;
        if (const auto dragged = m_dragged.find(column); dragged != m_dragged.end()) {
            widths[column] = dragged->second;
            continue;
        }
        int cell = 0;
        for (int row = 0; row < rows; ++row)
            cell = std::max(cell, metrics.horizontalAdvance(m_model->words(row, column)));
        widths[column] = std::max(cell + 2 * PaddedCells::padding + elisionSlack, heads->sectionSizeHint(column));
    }
    // Where there is too little room the words give way to the name, then the name until the others are in sight; it
    // takes what the view has besides.
    const auto overfull = [&] {
        return std::accumulate(widths.begin(), widths.end(), 0) - m_view->viewport()->width();
    };
    const auto giveWay = [&](OwnKernelModel::Column column, int missing) {
        const int least = std::max(heads->sectionSizeHint(column), metrics.averageCharWidth() * leastWordLetters);
        if (missing > 0 && widths[column] > least && !m_dragged.contains(column))
            widths[column] = std::max(least, widths[column] - missing);
    };
    const auto overfullUpToVerdict = [&] {
        const int name = widths[OwnKernelModel::Name];
        int width = std::min(name, metrics.averageCharWidth() * leastNameLetters) - name;
        for (const OwnKernelModel::Column column : m_columns) {
            width += widths[column];
            if (column == OwnKernelModel::Best)
                break;
        }
        return width - m_view->viewport()->width();
    };
    for (const OwnKernelModel::Column column : columnsOfOrigin)
        giveWay(column, overfull());
    for (const OwnKernelModel::Column column : columnsOfVerdicts)
        giveWay(column, overfullUpToVerdict());
    if (int& name = widths[OwnKernelModel::Name]; !m_dragged.contains(OwnKernelModel::Name)) {
        const int room = name - overfull();
        name = std::max(room, std::min(name, metrics.averageCharWidth() * leastNameLetters));
    }
    for (const OwnKernelModel::Column column : m_columns)
        if (!m_view->isColumnHidden(column))
            heads->resizeSection(column, widths[column]);
}

bool KernelRowTable::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    if (watched == m_view->horizontalHeader()->viewport()) {
        const QEvent::Type type = event->type();
        const bool isPress = type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick;
        if (isPress || type == QEvent::MouseButtonRelease)
            m_isHeadHeld = isPress;
    }
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (watched == m_filter && key->key() == Qt::Key_Escape && !m_filter->text().isEmpty()) {
        m_filter->clear();
        return true;
    }
    if (watched == m_view && key->matches(QKeySequence::Copy)) {
        copySelected();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ridgepoint
