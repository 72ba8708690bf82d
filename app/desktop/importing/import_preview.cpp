// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/importing/import_preview.h"

#include "app/desktop/base/labels.h"
#include "app/desktop/base/padded_cells.h"
#include "core/session/own_kernels_csv.h"

#include <QAction>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

/// Rows whose cells are measured for the widths of the columns, from first to last: of 100,000 no more is needed.
constexpr int sampledRows = 200;
constexpr int leastNameWidth = 200;
constexpr int cellSlack = 2; ///< what elision rounds up
constexpr double firstLongest = 20.0;

} // namespace

ImportPreview::ImportPreview(QWidget* parent)
    : QFrame(parent),
      m_model(new ImportTableModel(this)),
      m_shown(new QSortFilterProxyModel(this)),
      m_table(new QTableView(this)),
      m_filter(new QLineEdit(this)),
      m_count(makeLabel("muted", this)),
      m_longest(new QDoubleSpinBox(this)),
      m_limit(makeColumnText("warning", this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    m_filter->setPlaceholderText(tr("Filter by name"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter of the kernels"));
    m_filter->setToolTip(tr("Show only kernels with these words in their name. Escape shows all."));
    m_filter->installEventFilter(this);
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    row->addWidget(m_filter, 1);
    row->addWidget(m_count);
    column->addLayout(row);
    composeTable(*column);
    composeChoice(*column);
    column->addWidget(m_limit);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_shown->setFilterFixedString(text);
        if (!m_isPicked) // who filters wants what is shown, until another choice is made
            button(text.isEmpty() ? m_proposed : Take::Shown)->setChecked(true);
        refresh();
    });
    refresh();
}

void ImportPreview::composeTable(QVBoxLayout& column)
{
    m_shown->setSourceModel(m_model);
    m_shown->setSortRole(ImportTableModel::sortRole);
    m_shown->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_shown->setFilterKeyColumn(ImportTableModel::Name);
    m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(m_shown);
    m_table->setAccessibleName(tr("Kernels of the files"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setAlternatingRowColors(true);
    m_table->setItemDelegate(new PaddedCells(m_table));
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle); // names of templates differ at their ends
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed); // all of one height, none of them measured
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ImportTableModel::Time, Qt::DescendingOrder);
    m_table->viewport()->installEventFilter(this);
    auto* copyKeys = new QAction(tr("&Copy as CSV"), this);
    copyKeys->setShortcut(QKeySequence::Copy);
    copyKeys->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(copyKeys);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copyKeys, &QAction::triggered, this, &ImportPreview::copy);
    column.addWidget(m_table, 1);
}

void ImportPreview::composeChoice(QVBoxLayout& column)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(14);
    for (QRadioButton*& each : m_takes) {
        each = new QRadioButton(this);
        connect(each, &QRadioButton::toggled, this, [this](bool on) {
            if (on)
                refresh();
        });
        connect(each, &QRadioButton::clicked, this, [this] { m_isPicked = true; });
    }
    m_longest->setDecimals(0);
    m_longest->setAccessibleName(tr("How many of those that take longest"));
    m_longest->setRange(1.0, static_cast<double>(maximumOwnKernels));
    m_longest->setValue(firstLongest);
    connect(m_longest, &QDoubleSpinBox::valueChanged, this, [this] { choose(Take::Longest); });
    row->addWidget(button(Take::All));
    row->addWidget(button(Take::Longest));
    row->addWidget(m_longest);
    row->addWidget(button(Take::Shown));
    row->addStretch();
    column.addLayout(row);
    button(Take::All)->setChecked(true);
}

void ImportPreview::setFiles(const std::vector<std::vector<OwnKernel>>& files)
{
    m_model->setFiles(files);
    fitColumns();
    if (m_model->kernels().size() > room()) {
        const QSignalBlocker quiet(m_longest); // a proposal is no choice of the user's
        m_longest->setValue(static_cast<double>(room()));
        m_proposed = Take::Longest;
        if (!mayTake()) {
            m_isPicked = false;
            button(m_proposed)->setChecked(true);
        }
    }
    refresh();
}

void ImportPreview::setHeld(std::size_t kernels)
{
    m_held = kernels;
    refresh();
}

void ImportPreview::choose(Take take)
{
    m_isPicked = true;
    button(take)->setChecked(true);
    refresh();
}

ImportPreview::Take ImportPreview::take() const
{
    return button(Take::Longest)->isChecked() ? Take::Longest
         : button(Take::Shown)->isChecked()   ? Take::Shown
                                              : Take::All;
}

std::size_t ImportPreview::room() const { return maximumOwnKernels - std::min(m_held, maximumOwnKernels); }

std::size_t ImportPreview::chosenCount() const
{
    const std::size_t all = m_model->kernels().size();
    switch (take()) {
    case Take::All: break;
    case Take::Longest: return std::min(all, static_cast<std::size_t>(m_longest->value()));
    case Take::Shown: return static_cast<std::size_t>(m_shown->rowCount());
    }
    return all;
}

bool ImportPreview::mayTake() const { return chosenCount() > 0 && chosenCount() <= room(); }

std::vector<int> ImportPreview::shownRows() const
{
    std::vector<int> rows;
    rows.reserve(static_cast<std::size_t>(m_shown->rowCount()));
    for (int row = 0; row < m_shown->rowCount(); ++row)
        rows.push_back(m_shown->mapToSource(m_shown->index(row, 0)).row());
    return rows;
}

std::vector<OwnKernel> ImportPreview::chosen() const
{
    const std::vector<OwnKernel>& all = m_model->kernels();
    std::vector<int> rows;
    switch (take()) {
    case Take::All: return all;
    case Take::Longest: rows = m_model->longest(chosenCount()); break;
    case Take::Shown: rows = shownRows(); break;
    }
    std::sort(rows.begin(), rows.end());
    std::vector<OwnKernel> kernels;
    kernels.reserve(rows.size());
    for (const int row : rows)
        kernels.push_back(all[static_cast<std::size_t>(row)]);
    return kernels;
}

void ImportPreview::copy() const
{
    std::vector<int> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    for (int& row : rows)
        row = m_shown->mapToSource(m_shown->index(row, 0)).row();
    if (rows.empty())
        rows = shownRows();
    std::vector<OwnKernel> kernels;
    for (const int row : rows)
        kernels.push_back(m_model->kernels()[static_cast<std::size_t>(row)]);
    QGuiApplication::clipboard()->setText(QString::fromStdString(toCsv(kernels)));
}

void ImportPreview::refresh()
{
    const auto all = static_cast<std::int64_t>(m_model->kernels().size());
    const auto shown = static_cast<std::int64_t>(m_shown->rowCount());
    const QString whole = m_format.whole(all);
    m_count->setText(m_filter->text().isEmpty() ? all == 1 ? tr("1 kernel") : tr("%1 kernels").arg(whole)
                                                : tr("%1 of %2 kernels").arg(m_format.whole(shown), whole));
    button(Take::All)->setText(tr("&All (%1)").arg(whole));
    button(Take::Longest)->setText(tr("Those that take &longest:"));
    button(Take::Shown)->setText(tr("Those that are &shown (%1)").arg(m_format.whole(shown)));
    const bool isTooMany = m_model->kernels().size() > room();
    m_limit->setVisible(isTooMany);
    if (isTooMany)
        m_limit->setText(
            room() > 0 ? tr("A session holds at most %1 kernels, and this one has %2: %3 more can be taken, which are "
                            "proposed by their time.")
                             .arg(m_format.whole(static_cast<std::int64_t>(maximumOwnKernels)),
                                  m_format.whole(static_cast<std::int64_t>(m_held)),
                                  m_format.whole(static_cast<std::int64_t>(room())))
                       : tr("A session holds at most %1 kernels, and this one has so many: remove some from the list "
                            "of your own kernels first.")
                             .arg(m_format.whole(static_cast<std::int64_t>(maximumOwnKernels))));
    emit changed();
}

void ImportPreview::fitColumns()
{
    const QFontMetrics metrics(m_table->font());
    QHeaderView* heads = m_table->horizontalHeader();
    const int rows = m_model->rowCount();
    const int step = std::max(1, rows / sampledRows);
    for (int column = 0; column < ImportTableModel::ColumnCount; ++column) {
        m_table->setColumnHidden(column, !m_model->hasColumn(column));
        int width = 0;
        for (int row = 0; row < rows && column != ImportTableModel::Name; row += step)
            width = std::max(width, metrics.horizontalAdvance(m_model->index(row, column).data().toString()));
        heads->resizeSection(column,
                             std::max(width + 2 * PaddedCells::padding + cellSlack, heads->sectionSizeHint(column)));
    }
    giveRestToName();
}

void ImportPreview::giveRestToName()
{
    QHeaderView* heads = m_table->horizontalHeader();
    const int others = heads->length() - heads->sectionSize(ImportTableModel::Name);
    heads->resizeSection(ImportTableModel::Name, std::max(leastNameWidth, m_table->viewport()->width() - others));
}

bool ImportPreview::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        giveRestToName();
    if (watched == m_filter && event->type() == QEvent::KeyPress && !m_filter->text().isEmpty()
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        m_filter->clear();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace ridgepoint
