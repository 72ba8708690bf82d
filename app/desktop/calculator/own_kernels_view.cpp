// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/own_kernels_view.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/padded_cells.h"
#include "app/desktop/calculator/own_kernel_details.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace ridgepoint {
namespace {

/// In a narrow window the first ones alone are in sight: what the counts lead to.
constexpr OwnKernelModel::Column kernelColumnsFirst[] = {OwnKernelModel::Name,  OwnKernelModel::Limit,
                                                         OwnKernelModel::Share, OwnKernelModel::Best,
                                                         OwnKernelModel::Time,  OwnKernelModel::TimeShare};
constexpr std::size_t longestChoices[] = {20, 60, 200, 0};
/// Widths are those of the first rows: a list may have a hundred thousand.
constexpr int rowsMeasured = 100;
/// A name gives way to what is said of the kernel, but not below this, in letters.
constexpr int leastNameLetters = 7;
constexpr int roomAboveAndBelow = 10;
constexpr int elisionSlack = 2;

} // namespace

OwnKernelsView::OwnKernelsView(KnownDevice known, QWidget* parent)
    : QFrame(parent),
      m_known(std::move(known)),
      m_model(new OwnKernelModel(this)),
      m_sorted(new SortedKernels(*m_model, this)),
      m_table(new QTableView(this))
{
    setProperty("surface", QStringLiteral("card"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    m_note = addText(column, "muted", this, tr("What the list shows"));
    column->addWidget(composeChoice());
    m_common = addText(column, "muted", this, tr("What all rows have in common"));
    composeTable();
    column->addWidget(m_table, 1);
    // Right under the table: what is told of a kernel is long, and would push them out of a low window.
    auto* row = new QHBoxLayout;
    row->addWidget(m_remove = new QPushButton(tr("&Remove"), this));
    row->addStretch();
    row->addWidget(m_count = makeLabel("muted", this));
    row->addStretch();
    row->addWidget(m_copy = new QPushButton(tr("&Copy"), this));
    column->addLayout(row);
    column->addWidget(m_details = new OwnKernelDetails(this));
    m_remove->setToolTip(tr("Remove the selected kernels from the list and the roofline (Delete)"));
    m_copy->setToolTip(tr("Copy all rows as CSV, which can be pasted here again (Alt+C); Ctrl+C in the table copies "
                          "the selected ones"));
    for (QPushButton* button : {m_remove, m_copy})
        button->setAutoDefault(false);
    connect(m_remove, &QPushButton::clicked, this, &OwnKernelsView::removeSelected);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        copyRows(allRows());
        tellCopied(*m_copy);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &OwnKernelsView::onSelectionChanged);
    connect(m_details, &OwnKernelDetails::countsTyped, this, &OwnKernelsView::takeCounts);
    connect(m_details, &OwnKernelDetails::deviceAsked, this, &OwnKernelsView::deviceAsked);
    setKernels({});
}

QWidget* OwnKernelsView::composeChoice()
{
    auto* line = new QWidget(this);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(m_filter = new QLineEdit(line), 1);
    row->addWidget(m_longest = new QComboBox(line));
    row->addWidget(m_grouped = new QCheckBox(tr("&Group by name"), line));
    m_filter->setPlaceholderText(tr("Filter by name"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter of your own kernels"));
    m_filter->setToolTip(
        tr("Show only kernels whose names contain this, in the list and the roofline. Escape shows all."));
    m_filter->installEventFilter(this);
    for (const std::size_t count : longestChoices)
        m_longest->addItem(count == 0 ? tr("All") : tr("%1 longest").arg(count), static_cast<qulonglong>(count));
    m_longest->setAccessibleName(tr("How many kernels are shown"));
    m_longest->setToolTip(tr("Show so many kernels that take longest, in the list and the roofline"));
    m_longest->setCurrentIndex(m_longest->findData(static_cast<qulonglong>(m_model->choice().top)));
    m_grouped->setToolTip(
        tr("Show kernels of one name as one, with their launches, times, FLOP and bytes added (Alt+G)"));
    connect(m_filter, &QLineEdit::textChanged, this, &OwnKernelsView::choose);
    connect(m_longest, &QComboBox::currentIndexChanged, this, &OwnKernelsView::choose);
    connect(m_grouped, &QCheckBox::toggled, this, &OwnKernelsView::choose);
    return line;
}

void OwnKernelsView::composeTable()
{
    m_table->setModel(m_sorted);
    m_table->setAccessibleName(tr("Your own kernels"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setAlternatingRowColors(true);
    m_table->setItemDelegate(new PaddedCells(m_table));
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle); // names of templates differ at their ends
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed); // all of one height: none is measured
    QHeaderView* heads = m_table->horizontalHeader();
    heads->setHighlightSections(false);
    for (int place = 0; const OwnKernelModel::Column column : kernelColumnsFirst)
        heads->moveSection(heads->visualIndex(column), place++);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder); // the longest first, until a head is clicked
    heads->setSortIndicatorClearable(true);        // by the third click
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this);
    // After the view has sorted, which began to listen above.
    connect(heads, &QHeaderView::sortIndicatorChanged, this, [this] {
        fitColumns();
        m_table->scrollToTop();
    });
}

void OwnKernelsView::setKernels(std::vector<OwnKernel> kernels)
{
    const auto kept = selectedKernel();
    const bool isThere = kept && *kept < kernels.size() && kernels[*kept].name == m_model->kernels()[*kept].name
                      && kernels[*kept].time == m_model->kernels()[*kept].time;
    m_model->setKernels(std::move(kernels));
    refreshRows();
    select(isThere ? kept : std::nullopt);
}

void OwnKernelsView::setDevice(const JudgingDevice& device, const QString& shownElsewhere)
{
    m_shownElsewhere = shownElsewhere;
    if (m_model->setDevice(device))
        refreshRows();
    showSelected();
}

void OwnKernelsView::select(std::optional<std::size_t> kernel)
{
    m_following = true;
    const int row = kernel ? m_model->rowOf(*kernel) : -1;
    if (row < 0)
        m_table->clearSelection();
    else if (kernel != selectedKernel()) {
        const int place = m_sorted->mapFromSource(m_model->index(row, 0)).row();
        const QModelIndex name = m_sorted->index(place, OwnKernelModel::Name);
        // Whatever keys are held: QTableView's selectRow would extend the selection with Shift.
        m_table->selectionModel()->setCurrentIndex(name,
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        m_table->scrollTo(name);
    }
    m_following = false;
    showSelected();
}

void OwnKernelsView::choose()
{
    const auto kept = selectedKernel();
    m_model->setChoice({.filter = m_filter->text().trimmed(),
                        .top = static_cast<std::size_t>(m_longest->currentData().toULongLong()),
                        .grouped = m_grouped->isChecked()});
    refreshRows();
    select(kept);
    emit choiceChanged(m_model->choice());
}

void OwnKernelsView::onSelectionChanged()
{
    if (m_following)
        return;
    showSelected();
    emit selected(selectedKernel());
}

std::vector<int> OwnKernelsView::selectedRows() const
{
    std::vector<int> places;
    for (const QItemSelectionRange& range : m_table->selectionModel()->selection())
        for (int place = range.top(); place <= range.bottom(); ++place)
            places.push_back(place);
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    for (int& place : places)
        place = m_sorted->kernelRow(place);
    return places;
}

std::vector<int> OwnKernelsView::allRows() const
{
    std::vector<int> rows;
    for (int place = 0; place < m_sorted->rowCount(); ++place)
        rows.push_back(m_sorted->kernelRow(place));
    return rows;
}

std::optional<std::size_t> OwnKernelsView::selectedKernel() const
{
    const std::vector<int> rows = selectedRows();
    return rows.size() == 1 ? std::optional(m_model->shown(rows.front()).members.front()) : std::nullopt;
}

void OwnKernelsView::refreshRows()
{
    const Format format;
    const auto shown = static_cast<std::int64_t>(m_model->rowCount());
    const auto all = static_cast<std::int64_t>(
        m_model->choice().grouped ? matchingKernels(m_model->kernels(), {.filter = {}, .grouped = true})
                                  : m_model->kernels().size());
    m_count->setText(shown != all ? tr("%1 of %2 rows").arg(format.whole(shown), format.whole(all))
                     : all == 1   ? tr("1 row")
                                  : tr("%1 rows").arg(format.whole(all)));
    fold();
    fitColumns();
}

void OwnKernelsView::fold()
{
    QStringList common;
    for (int column = 0; column < OwnKernelModel::ColumnCount; ++column) {
        const bool isAbout = column == OwnKernelModel::Name || column == OwnKernelModel::Time;
        // Where nothing is judged its cells say why.
        const bool saysWhy = column == OwnKernelModel::Limit && m_model->rowCount() > 0
                          && m_model->rowVerdict(0).state != RowVerdict::State::Judged;
        const bool isSame = !isAbout && !saysWhy && m_sorted->isSameInAll(column);
        if (isSame)
            common << m_model->wholeWords(0, column);
        m_table->setColumnHidden(column, isSame);
    }
    common.removeAll(QString());
    m_common->setText(tr("Same in all rows: %1").arg(common.join(betweenParts)));
    m_common->setVisible(!common.isEmpty());
    // Keys go on from the current cell, which must be one that can be seen.
    if (const QModelIndex current = m_table->currentIndex();
        current.isValid() && m_table->isColumnHidden(current.column()))
        m_table->selectionModel()->setCurrentIndex(current.siblingAtColumn(OwnKernelModel::Name),
                                                   QItemSelectionModel::NoUpdate);
}

void OwnKernelsView::fitColumns()
{
    QHeaderView* heads = m_table->horizontalHeader();
    const QFontMetrics metrics(m_table->font());
    if (const int height = metrics.height() + roomAboveAndBelow;
        height != m_table->verticalHeader()->defaultSectionSize()) // goes over all rows
        m_table->verticalHeader()->setDefaultSectionSize(height);
    const int rows = std::min(m_sorted->rowCount(), rowsMeasured);
    std::array<int, OwnKernelModel::ColumnCount> widths{};
    int verdicts = 0; // of what is said of a kernel, which stands beside its name
    int total = 0;
    for (int column = 0; column < OwnKernelModel::ColumnCount; ++column) {
        if (m_table->isColumnHidden(column))
            continue;
        int cell = 0;
        for (int place = 0; place < rows; ++place)
            cell = std::max(cell, metrics.horizontalAdvance(m_model->words(m_sorted->kernelRow(place), column)));
        int& width = widths[static_cast<std::size_t>(column)];
        width = std::max(cell + 2 * PaddedCells::padding + elisionSlack, heads->sectionSizeHint(column));
        total += width;
        if (column == OwnKernelModel::Limit || column == OwnKernelModel::Share || column == OwnKernelModel::Best)
            verdicts += width;
    }
    // The name gives way until they are in sight, and takes what the view has besides.
    const int room = m_table->viewport()->width();
    int& name = widths[OwnKernelModel::Name];
    const int leastName = std::min(name, metrics.averageCharWidth() * leastNameLetters);
    total -= name;
    name = std::max({std::min(name, room - verdicts), leastName, room - total});
    for (int column = 0; column < OwnKernelModel::ColumnCount; ++column)
        if (!m_table->isColumnHidden(column))
            heads->resizeSection(column, widths[static_cast<std::size_t>(column)]);
}

/// A kernel is judged by the device that is named beside it: here by the one at the left, in its card by the
/// roofline's.
QString OwnKernelsView::noteWords() const
{
    if (m_model->kernels().empty())
        return tr("No kernels yet. Enter counts and time on the left, or paste a table; each kernel becomes a star "
                  "on the roofline.");
    if (!m_model->device().figures)
        return tr("Complete the device's numbers to analyse your kernels.");
    const QString here = tr("Compared with the device on the left: %1.").arg(m_model->device().words);
    return m_shownElsewhere.isEmpty() ? here
                                      : tr("%1 A star clicked in the roofline is compared with the roofs drawn "
                                           "there: %2, including an active what-if.")
                                            .arg(here, m_shownElsewhere);
}

void OwnKernelsView::showSelected()
{
    const std::vector<int> rows = selectedRows();
    const bool empty = m_model->rowCount() == 0;
    m_note->setText(noteWords());
    m_table->setHorizontalScrollBarPolicy(empty ? Qt::ScrollBarAlwaysOff
                                                : Qt::ScrollBarAsNeeded); // nothing to scroll to
    m_remove->setEnabled(!rows.empty());
    m_copy->setEnabled(!empty);
    m_details->setVisible(rows.size() == 1);
    if (rows.size() == 1)
        m_details->showRow(*m_model, rows.front(), m_known(m_model->shown(rows.front()).kernel.device));
}

void OwnKernelsView::removeSelected()
{
    std::vector<bool> goes(m_model->kernels().size());
    for (const int row : selectedRows())
        for (const std::size_t member : m_model->shown(row).members)
            goes[member] = true;
    std::vector<OwnKernel> left;
    for (std::size_t i = 0; i < goes.size(); ++i)
        if (!goes[i])
            left.push_back(m_model->kernels()[i]);
    if (left.size() < goes.size())
        emit kernelsChanged(left);
}

void OwnKernelsView::takeCounts(Flops perLaunch, Bytes perLaunchMoved)
{
    const std::vector<int> rows = selectedRows();
    if (rows.size() != 1)
        return;
    std::vector<OwnKernel> kernels = m_model->kernels();
    for (const std::size_t member : m_model->shown(rows.front()).members)
        kernels[member] = withCounts(std::move(kernels[member]), perLaunch, perLaunchMoved);
    emit kernelsChanged(kernels);
}

void OwnKernelsView::copyRows(const std::vector<int>& rows) const
{
    if (!rows.empty())
        QGuiApplication::clipboard()->setText(m_model->csvOf(rows));
}

bool OwnKernelsView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (watched == m_filter && key->key() == Qt::Key_Escape && !m_filter->text().isEmpty()) {
        m_filter->clear();
        return true;
    }
    if (watched == m_table && key->key() == Qt::Key_Delete) {
        removeSelected();
        return true;
    }
    if (watched == m_table && key->matches(QKeySequence::Copy)) {
        copyRows(selectedRows());
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace ridgepoint
