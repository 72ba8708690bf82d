// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/compare/fleet_dialog.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/button_keys.h"
#include "app/desktop/base/card.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/padded_cells.h"
#include "app/desktop/base/save_dialog.h"
#include "app/desktop/base/show_in_folder.h"
#include "core/fleet/fleet_words.h"
#include "core/session/csv_writer.h"
#include "core/session/text_file.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>

namespace ridgepoint {
namespace {

constexpr QSize usualFleetSize(1100, 760);
constexpr std::size_t mostRowsAtFirst = 20; ///< beyond these the chart is long to scroll
constexpr qsizetype mostSentencesSaid = 3;
constexpr int roomInRow = 10; ///< above and below the words

enum FleetColumn { NodeColumn, OutsideColumn, FarthestColumn, SaidColumn };
constexpr std::array allFleetColumns{NodeColumn, OutsideColumn, FarthestColumn, SaidColumn};
constexpr int sortRole = Qt::UserRole;
constexpr int valueRole = Qt::UserRole + 1; ///< of a name the node's place, of a deviation its share

/// What the outliers come to of one node.
struct NodeOutside {
    std::size_t roofs = 0;
    double farthest = 0.0; ///< a share
};

std::map<std::size_t, NodeOutside> outsideByNode(const FleetSummary& summary)
{
    std::map<std::size_t, NodeOutside> nodes;
    for (const FleetOutlier& outlier : summary.outliers) {
        NodeOutside& node = nodes[outlier.node];
        node.roofs += outlier.roofs.size();
        for (const FleetDeviation& one : outlier.roofs)
            if (std::abs(std::log1p(one.share)) > std::abs(std::log1p(node.farthest)))
                node.farthest = one.share;
    }
    return nodes;
}

/// Those outside, the farthest first, then those of which something is missing, then the others.
std::vector<std::size_t> nodesInOrder(const FleetSummary& summary)
{
    std::vector<std::size_t> order;
    std::vector<bool> isTaken(summary.nodes.size());
    const auto take = [&](std::size_t node) {
        if (!isTaken[node])
            order.push_back(node);
        isTaken[node] = true;
    };
    for (const FleetOutlier& outlier : summary.outliers)
        take(outlier.node);
    for (const FleetGap& gap : summary.gaps)
        take(gap.node);
    for (std::size_t node = 0; node < summary.nodes.size(); ++node)
        take(node);
    return order;
}

/// The sentences on each node, without its name in front.
std::vector<QStringList> saidOfAll(const FleetSummary& summary)
{
    std::vector<QStringList> said(summary.nodes.size());
    const auto add = [&](std::size_t node, const std::string& sentence) {
        const qsizetype nameAndColon = QString::fromStdString(summary.nodes[node]).size() + 2;
        said[node] << QString::fromStdString(sentence).mid(nameAndColon);
    };
    for (const FleetOutlier& outlier : summary.outliers)
        add(outlier.node, sentenceFor(outlier, summary));
    for (const FleetGap& gap : summary.gaps)
        add(gap.node, sentenceFor(gap, summary));
    return said;
}

/// Of a column's words and of its head.
Qt::Alignment alignmentInFleet(FleetColumn column)
{
    return Qt::AlignVCenter | (column == OutsideColumn || column == FarthestColumn ? Qt::AlignRight : Qt::AlignLeft);
}

QStandardItem* makeCell(const QString& words, const QVariant& key)
{
    auto* item = new QStandardItem(words);
    item->setData(key, sortRole);
    return item;
}

/// What of the folder is not shown.
QString leftOutOf(const FleetFolder& folder)
{
    QStringList words;
    if (folder.otherFiles > 0)
        words << (folder.otherFiles == 1 ? FleetDialog::tr("One other file of the folder is no session.")
                                         : FleetDialog::tr("%1 other files of the folder are no sessions.")
                                               .arg(Format().whole(static_cast<std::int64_t>(folder.otherFiles))));
    if (folder.summaryProblem)
        words << FleetDialog::tr(
                     "Nodes that gave nothing may be missing here, because summary.json cannot be read: %1.")
                     .arg(errorMessage(*folder.summaryProblem));
    return words.join(QLatin1Char(' '));
}

QString nameOfRows(FleetRows rows)
{
    switch (rows) {
    case FleetRows::All: return FleetDialog::tr("All figures");
    case FleetRows::Outside: return FleetDialog::tr("Figures with nodes outside");
    case FleetRows::Bandwidth: return FleetDialog::tr("Bandwidth");
    case FleetRows::Compute: return FleetDialog::tr("Compute");
    case FleetRows::Durations: return FleetDialog::tr("Launch and latency");
    }
    return {};
}

} // namespace

FleetDialog::FleetDialog(QWidget* parent)
    : QDialog(parent),
      m_devices(new QComboBox(this)),
      m_figures(new QComboBox(this)),
      m_headline(makeLabel("value", this)),
      m_chart(new FleetChart(this)),
      m_said(makeLabel("body", this)),
      m_nodes(new QStandardItemModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_table(makeRowTable(tr("Nodes of the fleet"), this)),
      m_another(addButton(tr("Another &folder…"), tr("Show the nodes in another folder"))),
      m_export(addButton(tr("&Export…"), tr("Write the chart as PDF, SVG or PNG, or every number as CSV"))),
      m_open(addButton(tr("&Open session"), tr("Open the chosen node's session in the window (Enter)"))),
      m_compare(
          addButton(tr("Compare with the &usual node"), tr("Open the chosen node's session and compare it with the "
                                                           "node nearest to the medians"))),
      m_copy(addButton(tr("&Copy as CSV"), tr("Copy the selected rows, or all rows, as CSV (Ctrl+C)"))),
      m_message(makeLabel("muted", this)),
      m_written(new FolderButton(this))
{
    setWindowTitle(tr("Fleet"));
    letKeysPressButtons(*this);
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    compose();
    const QScreen* screen = QGuiApplication::primaryScreen();
    resize(screen == nullptr ? usualFleetSize
                             : usualFleetSize.boundedTo(screen->availableGeometry().size() - QSize(24, 60)));
    connect(m_devices, &QComboBox::currentIndexChanged, this, &FleetDialog::fillFigures);
    connect(m_figures, &QComboBox::currentIndexChanged, this, &FleetDialog::showRows);
    connect(m_another, &QPushButton::clicked, this, &FleetDialog::folderAsked);
    connect(m_export, &QPushButton::clicked, this, &FleetDialog::askExport);
    connect(m_copy, &QPushButton::clicked, this, &FleetDialog::copyRows);
    connect(m_compare, &QPushButton::clicked, this, &FleetDialog::compareChosen);
    connect(m_open, &QPushButton::clicked, this, [this] { openNode(*m_chart->chosen()); });
    connect(m_chart, &FleetChart::nodeWanted, this, &FleetDialog::openNode);
    connect(m_chart, &FleetChart::nodeChosen, this, &FleetDialog::chooseRowOf);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        openNode(index.siblingAtColumn(NodeColumn).data(valueRole).toULongLong());
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                m_chart->choose(current.isValid() ? std::optional<std::size_t>(
                                    current.siblingAtColumn(NodeColumn).data(valueRole).toULongLong())
                                                  : std::nullopt);
                showChosen();
            });
}

QPushButton* FleetDialog::addButton(const QString& words, const QString& tip)
{
    auto* button = new QPushButton(words, this);
    button->setToolTip(tip);
    button->setAutoDefault(false); // or Enter in the table would press one
    return button;
}

void FleetDialog::compose()
{
    m_devices->setAccessibleName(tr("Device"));
    m_devices->setToolTip(tr("Nodes are compared where their devices have one name"));
    m_devices->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // names are long
    m_devices->setMinimumContentsLength(16);
    m_figures->setAccessibleName(tr("Figures"));
    m_figures->setToolTip(tr("Which figures have a row in the chart"));
    for (QLabel* label : {m_headline, m_said, m_message}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_said->setAccessibleName(tr("The chosen node"));
    m_message->hide();
    m_sorted->setSourceModel(m_nodes);
    m_sorted->setSortRole(sortRole);
    m_table->setModel(m_sorted);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setSortIndicatorClearable(true); // by the third click
    m_table->setMinimumHeight(96);
    auto* copyKeys = new QAction(tr("&Copy as CSV"), this);
    copyKeys->setShortcut(QKeySequence::Copy);
    copyKeys->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(copyKeys);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copyKeys, &QAction::triggered, this, &FleetDialog::copyRows);
    auto* top = new QHBoxLayout;
    top->addWidget(m_devices, 1);
    top->addWidget(m_figures);
    top->addWidget(m_another);
    top->addWidget(m_export);
    auto* card = new Card({}, this);
    card->body()->addWidget(makeScrolling(m_chart, tr("Chart"), this), 1);
    auto* bottom = new QHBoxLayout;
    for (QPushButton* button : {m_open, m_compare})
        bottom->addWidget(button);
    bottom->addStretch();
    bottom->addWidget(m_copy);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 10, 14, 14);
    column->setSpacing(8);
    column->addLayout(top);
    column->addWidget(m_headline);
    column->addWidget(card, 3);
    column->addWidget(m_said);
    column->addWidget(m_table, 1);
    column->addLayout(bottom);
    column->addWidget(m_message);
    column->addWidget(m_written, 0, Qt::AlignLeft);
    QWidget* before = m_figures;
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_another, m_export, m_chart, m_table, m_open, m_compare, m_copy, m_written}) {
        setTabOrder(before, each);
        before = each;
    }
}

void FleetDialog::show(ReadFleet fleet, const QString& name)
{
    m_fleet = std::move(fleet);
    m_name = name;
    setWindowTitle(tr("Fleet: %1").arg(name));
    m_message->hide();
    m_written->offer({});
    QStringList words{QString::fromStdString(headlineOf(*m_fleet.summary)), leftOutOf(m_fleet.folder)};
    words.removeAll(QString());
    m_headline->setText(words.join(QLatin1Char(' ')));
    fillDevices();
    fillTable();
}

/// A device that has another name on some nodes comes once for each name.
void FleetDialog::fillDevices()
{
    {
        const QSignalBlocker blocker(m_devices);
        m_devices->clear();
        for (const FleetRoof& over : m_fleet.summary->roofs) {
            const QStringList key{QString::fromStdString(over.device), QString::fromStdString(over.deviceName)};
            if (m_devices->findData(key) < 0)
                m_devices->addItem(key.join(betweenParts), key);
        }
    }
    m_devices->setEnabled(m_devices->count() > 1);
    fillFigures();
}

void FleetDialog::fillFigures()
{
    const QStringList device = m_devices->currentData().toStringList();
    const auto rowsOf = [&](FleetRows rows) {
        return fleetRows(*m_fleet.summary, device.value(0).toStdString(), device.value(1).toStdString(), rows);
    };
    {
        const QSignalBlocker blocker(m_figures);
        m_figures->clear();
        for (const FleetRows rows :
             {FleetRows::All, FleetRows::Outside, FleetRows::Bandwidth, FleetRows::Compute, FleetRows::Durations})
            if (const std::size_t count = rowsOf(rows).size(); count > 0)
                m_figures->addItem(
                    tr("%1 (%2)").arg(nameOfRows(rows), Format().whole(static_cast<std::int64_t>(count))),
                    static_cast<int>(rows));
        if (rowsOf(FleetRows::All).size() > mostRowsAtFirst)
            m_figures->setCurrentIndex(std::max(0, m_figures->findData(static_cast<int>(FleetRows::Outside))));
    }
    m_figures->setEnabled(m_figures->count() > 1);
    showRows();
}

void FleetDialog::showRows()
{
    const QStringList device = m_devices->currentData().toStringList();
    m_chart->setFleet(m_fleet.summary,
                      fleetRows(*m_fleet.summary, device.value(0).toStdString(), device.value(1).toStdString(),
                                static_cast<FleetRows>(m_figures->currentData().toInt())));
    giveNamesRoom();
    showChosen();
}

void FleetDialog::setTheme(const Theme& theme)
{
    m_chart->setTheme(theme);
    giveNamesRoom();
}

void FleetDialog::fillTable()
{
    const FleetSummary& summary = *m_fleet.summary;
    const std::map<std::size_t, NodeOutside> outside = outsideByNode(summary);
    m_sentences = saidOfAll(summary);
    m_nodes->clear();
    m_nodes->setHorizontalHeaderLabels({tr("Node"), tr("Figures outside"), tr("Farthest"), tr("What is said")});
    for (const FleetColumn column : allFleetColumns)
        m_nodes->horizontalHeaderItem(column)->setTextAlignment(alignmentInFleet(column));
    for (const std::size_t node : nodesInOrder(summary)) {
        const auto found = outside.find(node);
        const NodeOutside its = found == outside.end() ? NodeOutside() : found->second;
        const QString name = QString::fromStdString(summary.nodes[node]);
        const QStringList& said = m_sentences[node];
        const QString sign = its.farthest < 0.0 ? QString(QChar(0x2212)) : QStringLiteral("+");
        const QList<QStandardItem*> row{
            makeCell(name, name),
            makeCell(its.roofs > 0 ? QString::number(its.roofs) : QString(), static_cast<qulonglong>(its.roofs)),
            makeCell(its.roofs > 0 ? sign + Format().percent(std::abs(its.farthest)) : QString(),
                     std::abs(std::log1p(its.farthest))),
            makeCell(said.join(QStringLiteral("; ")), said.join(QStringLiteral("; ")))};
        row[NodeColumn]->setData(static_cast<qulonglong>(node), valueRole);
        if (its.roofs > 0)
            row[FarthestColumn]->setData(its.farthest, valueRole);
        for (const FleetColumn column : allFleetColumns)
            row[column]->setTextAlignment(alignmentInFleet(column));
        row[SaidColumn]->setToolTip(Qt::convertFromPlainText(said.join(QLatin1Char('\n'))));
        m_nodes->appendRow(row);
    }
    m_table->sortByColumn(-1, Qt::AscendingOrder); // as they were put, until a head is clicked
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + roomInRow);
    m_table->resizeColumnsToContents();
    for (const FleetColumn column : {NodeColumn, OutsideColumn, FarthestColumn})
        m_table->setColumnWidth(column, m_table->columnWidth(column) + 2 * PaddedCells::padding);
    m_table->scrollToTop();
    showChosen();
}

void FleetDialog::chooseRowOf(std::optional<std::size_t> node)
{
    QModelIndex found;
    for (int row = 0; node && row < m_sorted->rowCount() && !found.isValid(); ++row)
        if (const QModelIndex index = m_sorted->index(row, NodeColumn); index.data(valueRole).toULongLong() == *node)
            found = index;
    if (found.isValid()) {
        m_table->setCurrentIndex(found); // tells the chart, which has it already
        m_table->scrollTo(found);
    } else {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
    }
    showChosen();
}

std::optional<std::size_t> FleetDialog::usual() const
{
    const QStringList device = m_devices->currentData().toStringList();
    return usualNode(*m_fleet.summary, m_fleet.folder, device.value(0).toStdString(), device.value(1).toStdString());
}

void FleetDialog::showChosen()
{
    const auto chosen = m_chart->chosen();
    const bool hasSession = chosen && !m_fleet.folder.sessions[*chosen].empty();
    const auto other = usual();
    m_open->setEnabled(hasSession);
    m_compare->setEnabled(hasSession && other && *other != *chosen);
    if (!chosen) {
        m_said->setText(tr("A click on a dot opens the session of its node; arrow keys and the table choose one. "
                           "Ctrl+wheel zooms."));
        return;
    }
    const QString name = QString::fromStdString(m_fleet.summary->nodes[*chosen]);
    const QStringList& said = m_sentences[*chosen];
    m_said->setText(said.isEmpty() ? tr("%1: nothing of it is outside or missing.").arg(name)
                                   : tr("%1: %2").arg(name, said.mid(0, mostSentencesSaid).join(QStringLiteral("; "))));
}

void FleetDialog::openNode(std::size_t node)
{
    const std::filesystem::path& session = m_fleet.folder.sessions[node];
    if (session.empty())
        return tell(
            tr("%1 has no session that can be opened.").arg(QString::fromStdString(m_fleet.summary->nodes[node])));
    m_message->hide();
    emit sessionWanted(QString::fromStdString(session.string()), {});
}

void FleetDialog::compareChosen()
{
    const auto chosen = m_chart->chosen();
    const auto other = usual();
    if (chosen && other)
        emit sessionWanted(QString::fromStdString(m_fleet.folder.sessions[*chosen].string()),
                           QString::fromStdString(m_fleet.folder.sessions[*other].string()));
}

std::string FleetDialog::rowsAsCsv() const
{
    const QModelIndexList selected = m_table->selectionModel()->selectedRows();
    CsvWriter csv("node,figures_outside,farthest,said");
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const QModelIndex index = m_sorted->index(row, NodeColumn);
        if (!selected.isEmpty() && !selected.contains(index))
            continue;
        const QVariant share = index.siblingAtColumn(FarthestColumn).data(valueRole);
        csv.add(index.data().toString().toStdString());
        csv.add(index.siblingAtColumn(OutsideColumn).data(sortRole).toULongLong());
        share.isValid() ? csv.add(share.toDouble()) : csv.addEmpty();
        csv.add(index.siblingAtColumn(SaidColumn).data().toString().toStdString());
        csv.endLine();
    }
    return csv.text();
}

void FleetDialog::copyRows()
{
    QGuiApplication::clipboard()->setText(QString::fromStdString(rowsAsCsv()));
    tellCopied(*m_copy);
}

void FleetDialog::tell(const QString& words)
{
    m_message->setText(words);
    m_message->show();
    m_written->offer({});
}

Result<void> FleetDialog::exportTo(const QString& path) const
{
    m_chart->flush(); // changes are merged for a moment
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return writeTextFile(m_chart->dataCsv(), path.toStdString());
    ExportOptions options;
    options.title = m_devices->currentText();
    options.note = QString::fromStdString(headlineOf(*m_fleet.summary));
    options.caption = captionOf(*m_fleet.summary);
    return m_chart->exportTo(path, options);
}

void FleetDialog::askExport()
{
    const QString path = askWhereToSave(this, tr("Export the chart of the fleet"),
                                        usualFolder() + QStringLiteral("/%1.pdf").arg(m_name), chartKinds());
    if (path.isEmpty())
        return;
    const auto written = exportTo(path);
    tell(written ? tr("Written to %1.").arg(path) : errorMessage(written.error()));
    m_written->offer(written ? path : QString());
}

} // namespace ridgepoint
