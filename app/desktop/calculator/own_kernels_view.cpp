// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/own_kernels_view.h"

#include "app/charts/data/own_kernels.h"
#include "app/charts/style/format.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/save_dialog.h"
#include "app/desktop/calculator/calculator_words.h"
#include "app/desktop/calculator/quantity_field.h"
#include "core/session/own_kernels_csv.h"

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace ridgepoint {
namespace {

const QString none = QStringLiteral("–");

/// Words begin at the left, numbers end at the right.
QVariant alignmentOfKernels(int column)
{
    const bool words = column == OwnKernelModel::Name || column == OwnKernelModel::Limit
                    || column == OwnKernelModel::Best;
    return QVariant::fromValue(Qt::AlignVCenter | (words ? Qt::AlignLeft : Qt::AlignRight));
}

} // namespace

OwnKernelModel::OwnKernelModel(QObject* parent) : QAbstractTableModel(parent) {}

void OwnKernelModel::setKernels(std::vector<OwnKernel> kernels)
{
    beginResetModel();
    m_kernels = std::move(kernels);
    endResetModel();
}

void OwnKernelModel::setDevice(const std::optional<EnvelopeDevice>& device)
{
    m_device = device;
    if (!m_kernels.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

std::optional<OwnKernelVerdict> OwnKernelModel::verdict(int row) const
{
    if (!m_device || row < 0 || row >= rowCount())
        return std::nullopt;
    const auto judged = judge(m_kernels[static_cast<std::size_t>(row)], *m_device);
    return judged ? std::optional(*judged) : std::nullopt;
}

int OwnKernelModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_kernels.size());
}
int OwnKernelModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString OwnKernelModel::textOf(std::size_t row, Column column) const
{
    const OwnKernel& kernel = m_kernels[row];
    if (column == Name)
        return ownName(kernel, row);
    if (column == Time)
        return m_format.time(kernel.time);
    if (column == Performance)
        return kernel.flops > Flops() ? m_format.rate(kernel.flops / kernel.time) : none;
    if (column == Bandwidth)
        return kernel.bytes > Bytes() ? m_format.rate(kernel.bytes / kernel.time) : none;
    if (column == Intensity)
        return kernel.bytes > Bytes() ? m_format.intensity(kernel.flops / kernel.bytes) : none;
    const auto judged = verdict(static_cast<int>(row));
    if (!judged)
        return none;
    if (column == Limit)
        return limitsNothing(*judged)  ? tr("Not limited by these roofs")
             : promisesLevers(*judged) ? regimeLabel(judged->limit)
                                       : tr("Impossible: check the counts");
    if (column == Share)
        return roofShareWords(judged->shareOfRoof, m_format);
    return judged->levers.empty() || !promisesLevers(*judged) || !judged->levers.front().helps()
             ? none
             : QStringLiteral("%1 %2").arg(ownLeverWords(judged->levers.front(), kernel, m_format),
                                           m_format.factor(judged->levers.front().speedup));
}

QVariant OwnKernelModel::sortKeyOf(std::size_t row, Column column) const
{
    const OwnKernel& kernel = m_kernels[row];
    switch (column) {
    case Time: return kernel.time.value();
    case Performance: return (kernel.flops / kernel.time).value();
    case Bandwidth: return (kernel.bytes / kernel.time).value();
    case Intensity: return kernel.bytes > Bytes() ? (kernel.flops / kernel.bytes).value() : 1e300;
    default: break;
    }
    const auto judged = column == Share || column == Best ? verdict(static_cast<int>(row)) : std::nullopt;
    if (judged)
        return column == Share ? judged->shareOfRoof : judged->levers.empty() ? 0.0 : judged->levers.front().speedup;
    return textOf(row, column);
}

QVariant OwnKernelModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<Column>(index.column());
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return textOf(row, column);
    if (role == sortRole)
        return sortKeyOf(row, column);
    if (role == Qt::TextAlignmentRole)
        return alignmentOfKernels(column);
    if (role == Qt::ToolTipRole)
        return hasPlaceOnRoofline(m_kernels[row]) ? textOf(row, column)
                                                  : tr("A kernel needs both FLOP and bytes to appear on the roofline.");
    return {};
}

QVariant OwnKernelModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return alignmentOfKernels(section);
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Name: return tip ? tr("Its name") : tr("Kernel");
    case Time: return tip ? tr("The time that you entered") : tr("Time");
    case Limit: return tip ? tr("The limit predicted from the device's numbers") : tr("Limited by");
    case Share: return tip ? tr("Time that the numbers allow, divided by the time that it took") : tr("Of roof");
    case Performance: return tip ? tr("FLOP divided by time") : tr("Rate");
    case Bandwidth: return tip ? tr("Bytes divided by time") : tr("Bandwidth");
    case Intensity: return tip ? tr("FLOP divided by bytes") : tr("Intensity");
    case Best: return tip ? tr("The lever with the largest predicted speed-up") : tr("What would help most");
    default: return {};
    }
}

OwnKernelsView::OwnKernelsView(QWidget* parent)
    : QFrame(parent),
      m_model(new OwnKernelModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_table(new QTableView(this))
{
    setProperty("surface", QStringLiteral("card"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    m_note = addText(column, "muted", this, tr("What the list shows"));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(OwnKernelModel::sortRole);
    m_table->setModel(m_sorted);
    m_table->setAccessibleName(tr("Your own kernels"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    // What was entered comes behind what it leads to, which is in sight in a narrow window then.
    m_table->horizontalHeader()->moveSection(OwnKernelModel::Time, OwnKernelModel::Best);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->installEventFilter(this);
    column->addWidget(m_table, 1);
    // Right under the table: what is told of a kernel is long, and would push them out of a low window.
    auto* row = new QHBoxLayout;
    row->addWidget(m_remove = new QPushButton(tr("&Remove"), this));
    row->addStretch();
    row->addWidget(m_copy = new QPushButton(tr("&Copy"), this));
    column->addLayout(row);
    m_headline = addText(column, "strong", this, tr("What limits the selected kernel"));
    m_levers = addText(column, "body", this, tr("What would help it"));
    m_steps = addText(column, "muted", this, tr("Why"));
    m_remove->setToolTip(tr("Remove the selected kernels from the list and the roofline (Delete)"));
    m_copy->setToolTip(tr("Copy the list as CSV, which can be pasted here again (Alt+C)"));
    for (QPushButton* button : {m_remove, m_copy})
        button->setAutoDefault(false);
    connect(m_remove, &QPushButton::clicked, this, &OwnKernelsView::removeSelected);
    connect(m_copy, &QPushButton::clicked, this, &OwnKernelsView::copy);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &OwnKernelsView::showSelected);
    setKernels({});
}

void OwnKernelsView::setKernels(std::vector<OwnKernel> kernels)
{
    m_model->setKernels(std::move(kernels));
    m_table->resizeColumnsToContents();
    showSelected();
}

void OwnKernelsView::setDevice(const std::optional<EnvelopeDevice>& device, const QString& words,
                               const QString& shownElsewhere)
{
    m_deviceWords = words;
    m_shownElsewhere = shownElsewhere;
    m_model->setDevice(device);
    m_table->resizeColumnsToContents();
    showSelected();
}

void OwnKernelsView::selectLast()
{
    if (m_model->rowCount() > 0)
        m_table->selectRow(m_sorted->mapFromSource(m_model->index(m_model->rowCount() - 1, 0)).row());
}

std::vector<int> OwnKernelsView::selectedRows() const
{
    std::set<int> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        rows.insert(m_sorted->mapToSource(index).row());
    return {rows.begin(), rows.end()};
}

/// A kernel is judged by the device that is named beside it: here by the one at the left, in its card by the
/// roofline's.
QString OwnKernelsView::noteWords() const
{
    if (m_model->rowCount() == 0)
        return tr("No kernels yet. Enter counts and time on the left, or paste a table; each kernel becomes a star "
                  "on the roofline.");
    if (!m_model->device())
        return tr("Complete the device's numbers to analyse your kernels.");
    const QString here = tr("Compared with the device on the left: %1.").arg(m_deviceWords);
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
    const auto verdict = rows.size() == 1 ? m_model->verdict(rows.front()) : std::nullopt;
    for (QLabel* label : {m_headline, m_levers, m_steps})
        label->setVisible(verdict.has_value());
    if (!verdict)
        return;
    const OwnKernel& kernel = m_model->kernels()[static_cast<std::size_t>(rows.front())];
    QString headline = tr("%1 · %2").arg(ownName(kernel, static_cast<std::size_t>(rows.front())),
                                         verdictHeadline(*verdict, m_format));
    if (!hasPlaceOnRoofline(kernel))
        headline += tr(". It needs both FLOP and bytes to appear on the roofline.");
    m_headline->setText(headline);
    m_levers->setText(
        std::ranges::any_of(verdict->levers, &Lever::helps)
            ? tr("What would help: %1").arg(ownLeverList(kernel, *verdict, m_format).join(QStringLiteral(" · ")))
            : tr("No change is predicted to make it faster."));
    m_levers->setVisible(promisesLevers(*verdict)); // else the headline says why
    const QString level = levelLimitWords(kernel, *verdict, m_format);
    m_steps->setText((level.isEmpty() ? level : level + QLatin1Char('\n'))
                     + asPlainText(verdictSteps(kernel, *m_model->device(), *verdict, m_format)).trimmed());
}

void OwnKernelsView::removeSelected()
{
    const std::vector<int> rows = selectedRows();
    if (rows.empty())
        return;
    std::vector<OwnKernel> left;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (!std::binary_search(rows.begin(), rows.end(), row))
            left.push_back(m_model->kernels()[static_cast<std::size_t>(row)]);
    emit kernelsLeft(left);
}

void OwnKernelsView::copy() const
{
    QGuiApplication::clipboard()->setText(QString::fromStdString(toCsv(m_model->kernels())));
    tellCopied(*m_copy);
}

bool OwnKernelsView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Delete) {
            removeSelected();
            return true;
        }
        if (key->matches(QKeySequence::Copy)) {
            copy();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

namespace {

/// One byte more than the reader of tables takes, so that it can say what is wrong.
constexpr qint64 mostBytes = (qint64{32} << 20) + 1;
/// Shorter times than this no clock tells, and a session does not keep.
constexpr double shortestTime = 1e-12;
constexpr double longestTime = 1e9;

/// Fields stand under those of another grid, whatever their names.
void alignFields(QGridLayout& grid, const QGridLayout& above)
{
    int width = 0;
    for (int row = 0; row < above.rowCount(); ++row)
        if (const QLayoutItem* item = above.itemAtPosition(row, 0)) {
            item->widget()->ensurePolished();
            width = std::max(width, item->sizeHint().width());
        }
    grid.setColumnMinimumWidth(0, width);
}

void addRow(QGridLayout& grid, const QString& name, QWidget* field, QWidget* parent)
{
    QLabel* label = makeLabel("body", parent, name);
    label->setBuddy(field);
    const int row = grid.rowCount();
    grid.addWidget(label, row, 0);
    grid.addWidget(field, row, 1, Qt::AlignTop);
}

QPushButton* makeButton(const QString& text, const QString& tip, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setToolTip(tip);
    button->setAutoDefault(false);
    return button;
}

} // namespace

OwnKernelForm::OwnKernelForm(QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("card"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 10, 14, 12);
    column->setSpacing(8);
    column->addWidget(makeLabel("title", this, tr("Your kernel")));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    column->addLayout(grid);
    m_name = new QLineEdit(this);
    m_name->setAccessibleName(tr("Name of your kernel"));
    m_name->setToolTip(tr("Its label on the roofline; optional"));
    m_name->setMaxLength(200);
    m_flops = new QuantityField(EntryKind::Work, tr("FLOP of your kernel"), tr("Total work, for example 2 GFLOP"),
                                this);
    m_bytes = new QuantityField(EntryKind::Traffic, tr("Bytes that your kernel moves"),
                                tr("Total bytes read from and written to memory, for example 134 MB"), this);
    m_launches = new QuantityField(EntryKind::Count, tr("Launches of your kernel"),
                                   tr("Number of launches for all of it"), this);
    m_time = new QuantityField(EntryKind::Duration, tr("Time of your kernel"),
                               tr("Total time, for example 4.3 ms, 15 µs, 90 min or 1 h"), this);
    m_launches->setValue(1.0);
    addRow(*grid, tr("Name"), m_name, this);
    addRow(*grid, tr("FLOP"), m_flops, this);
    addRow(*grid, tr("Bytes"), m_bytes, this);
    addRow(*grid, tr("Launches"), m_launches, this);
    addRow(*grid, tr("Time"), m_time, this);
    column->addWidget(m_levels = new FoldSection(tr("Bytes through caches"), this));
    auto* caches = new QGridLayout;
    caches->setHorizontalSpacing(8);
    caches->setVerticalSpacing(4);
    caches->setColumnStretch(1, 1);
    m_levels->body()->addLayout(caches);
    for (std::size_t i = cacheLevels.size(); i-- > 0;) { // on from memory
        const QString level = roofWord(bandwidthRoofId(cacheLevels[i]));
        m_throughCaches[i] = new QuantityField(
            EntryKind::Traffic, tr("Bytes through %1").arg(level),
            tr("Bytes loaded and stored through %1, as a profiler counts them; optional").arg(level), this);
        addRow(*caches, level, m_throughCaches[i], this);
    }
    alignFields(*caches, *grid);
    m_levels->setFolded(true);
    column->addWidget(m_add = makeButton(tr("Add &to the roofline"),
                                         tr("Add this kernel to the list and the roofline (Enter)"), this));
    column->addWidget(makeRule(this));
    QLabel* many = makeLabel("muted", this,
                             tr("Many at once: a table with the columns flops and time_s; optional columns are name, "
                                "bytes, launches, bytes_l1, bytes_l2 and bytes_l3."));
    many->setWordWrap(true);
    column->addWidget(many);
    auto* row = new QHBoxLayout;
    row->addWidget(m_paste = makeButton(
                       tr("&Paste"),
                       tr("Add the kernels of a table on the clipboard (CSV, or copied out of a spreadsheet)"), this));
    row->addWidget(m_open = makeButton(tr("&Open CSV…"), tr("Add the kernels of a CSV file"), this));
    column->addLayout(row);
    column->addWidget(m_words = makeLabel("body", this));
    m_words->setWordWrap(true);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_words->setAccessibleName(tr("Result"));
    column->addStretch();
    connect(m_add, &QPushButton::clicked, this, &OwnKernelForm::addTyped);
    connect(m_paste, &QPushButton::clicked, this, [this] { addTable(QGuiApplication::clipboard()->text()); });
    connect(m_open, &QPushButton::clicked, this, &OwnKernelForm::askForFile);
    connect(m_name, &QLineEdit::returnPressed, this, &OwnKernelForm::addTyped);
    for (QuantityField* field : fields())
        connect(field, &QuantityField::returnPressed, this, &OwnKernelForm::addTyped);
    say({}, false);
}

std::vector<QuantityField*> OwnKernelForm::fields() const
{
    std::vector<QuantityField*> all{m_flops, m_bytes, m_launches, m_time};
    all.insert(all.end(), m_throughCaches.rbegin(), m_throughCaches.rend());
    return all;
}

void OwnKernelForm::say(const QString& words, bool isProblem)
{
    setStyleProperty(m_words, "role", isProblem ? QStringLiteral("warning") : QStringLiteral("body"));
    m_words->setText(words);
    m_words->setVisible(!words.isEmpty());
}

void OwnKernelForm::addTyped()
{
    say({}, false);
    // FLOP or bytes may be left empty: a copy computes nothing.
    OwnKernel kernel;
    kernel.name = m_name->text().trimmed().toStdString();
    kernel.flops = Flops(m_flops->value().value_or(0.0));
    kernel.bytes = Bytes(m_bytes->value().value_or(0.0));
    kernel.launches = m_launches->value().value_or(0.0);
    kernel.time = Seconds(m_time->value().value_or(0.0));
    for (std::size_t i = 0; i < cacheLevels.size(); ++i)
        kernel.throughCaches[i] = Bytes(m_throughCaches[i]->value().value_or(0.0));
    for (const QuantityField* field : fields())
        if (!field->value() && !field->shown().trimmed().isEmpty()) {
            if (m_levels->isAncestorOf(field))
                m_levels->setFolded(false);
            field->edit()->setFocus();
            return; // the field says what is wrong
        }
    if (kernel.flops == Flops() && trafficOf(kernel).empty()) {
        m_flops->complain(tr("Enter FLOP or bytes; without them there is nothing to analyse."));
        m_flops->edit()->setFocus();
        return;
    }
    const bool isTime = kernel.time >= Seconds(shortestTime) && kernel.time <= Seconds(longestTime);
    if (!isTime) {
        m_time->complain(m_time->value() ? tr("Enter a time from 1 ps to 30 years.")
                                         : tr("Enter how long it took, for example 4.3 ms."));
        m_time->edit()->setFocus();
        return;
    }
    emit added({kernel});
    m_name->selectAll();
    m_name->setFocus();
}

void OwnKernelForm::addTable(const QString& text)
{
    if (text.trimmed().isEmpty()) {
        say(tr("The clipboard holds no text; copy a table first."), true);
        return;
    }
    const auto kernels = parseOwnKernels(text.toStdString());
    if (!kernels)
        say(tr("Nothing was added: %1").arg(errorMessage(kernels.error())), true);
    else if (kernels->empty())
        say(tr("The table names its columns but has no kernel."), true);
    else {
        say(kernels->size() == 1 ? tr("1 kernel added.") : tr("%1 kernels added.").arg(kernels->size()), false);
        emit added(*kernels);
    }
}

void OwnKernelForm::addFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        say(tr("%1 could not be opened: %2.").arg(path, file.errorString()), true);
        return;
    }
    addTable(QString::fromUtf8(file.read(mostBytes)));
}

void OwnKernelForm::askForFile()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a table of kernels"), usualFolder(),
                                                      tr("Tables (*.csv *.tsv *.txt);;All files (*)"));
    if (!path.isEmpty())
        addFile(path);
}

} // namespace ridgepoint
