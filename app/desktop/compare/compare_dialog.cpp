// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/compare/compare_dialog.h"

#include "app/charts/data/compare_table.h"
#include "app/charts/draw/markers.h"
#include "app/desktop/base/button_keys.h"
#include "app/desktop/base/cover_panel.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/padded_cells.h"
#include "app/desktop/base/save_dialog.h"
#include "app/desktop/base/show_in_folder.h"
#include "app/desktop/compare/device_adder.h"
#include "app/desktop/session/device_list.h"
#include "app/desktop/views/sample_table_model.h"
#include "core/session/text_file.h"

#include <QAbstractTableModel>
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFont>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyleOptionHeader>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {

/// Roofs, overhead floors and ridge points side by side; what was not measured is in italics and says what it is.
class CompareTableModel : public QAbstractTableModel {
public:
    explicit CompareTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void show(CompareTable table);
    [[nodiscard]] const CompareTable& shown() const { return m_table; }
    /// Whether figures have where they come from behind them, which italics, the list of devices and the tips tell too.
    void setWithOrigins(bool withOrigins);
    [[nodiscard]] bool hasOrigins() const { return m_withOrigins; }
    [[nodiscard]] bool isHeading(int row) const { return m_table.rows[static_cast<std::size_t>(row)].heading; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    CompareTable m_table;
    bool m_withOrigins = true;
};

void CompareTableModel::show(CompareTable table)
{
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

void CompareTableModel::setWithOrigins(bool withOrigins)
{
    if (withOrigins == m_withOrigins)
        return;
    m_withOrigins = withOrigins;
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int CompareTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int CompareTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 1 + static_cast<int>(m_table.devices.size());
}

QVariant CompareTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const CompareTable::Row& row = m_table.rows[static_cast<std::size_t>(index.row())];
    QFont font;
    if (index.column() == 0) {
        font.setBold(row.heading);
        return role == Qt::DisplayRole             ? QVariant(row.title)
             : role == Qt::FontRole && row.heading ? QVariant(font)
                                                   : QVariant();
    }
    const auto column = static_cast<std::size_t>(index.column() - 1);
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (column >= row.cells.size() || row.cells[column].text.isEmpty())
        return role == Qt::DisplayRole && !row.heading ? QVariant(QStringLiteral("–")) : QVariant();
    const CompareTable::Cell& cell = row.cells[column];
    const bool measured = cell.provenance == Provenance::Measured;
    font.setItalic(true);
    switch (role) {
    case Qt::DisplayRole: {
        const QString origin = m_withOrigins ? cell.origin : cell.isBorrowed ? tr("borrowed") : QString();
        const QString words = origin.isEmpty() ? cell.text : tr("%1 · %2").arg(cell.text, origin);
        return cell.ratio.isEmpty() ? words : tr("%1 · %2").arg(words, cell.ratio);
    }
    case Qt::ToolTipRole: return cell.tip;
    case Qt::FontRole: return measured ? QVariant() : QVariant(font);
    default: return {};
    }
}

QVariant CompareTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const QString device = m_table.devices.value(section - 1);
    return section == 0 ? tr("Roof") : section > 1 ? tr("%1 · × of %2").arg(device, m_table.devices.value(0)) : device;
}

namespace {

constexpr int widestName = 150; ///< pixels, before it goes on in another line

/// A table's head whose names go on in further lines, so that a long name does not make its column wider than the
/// figures under it need.
class WrappedHeader : public QHeaderView {
public:
    explicit WrappedHeader(QWidget* parent = nullptr);

protected:
    [[nodiscard]] QSize sectionSizeFromContents(int section) const override;
};

WrappedHeader::WrappedHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent)
{
    setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter | static_cast<Qt::Alignment>(Qt::TextWordWrap));
    setSectionsClickable(false);
}

QSize WrappedHeader::sectionSizeFromContents(int section) const
{
    const QSize oneLine = QHeaderView::sectionSizeFromContents(section);
    const QFontMetrics metrics(font());
    const QString name = model() == nullptr ? QString() : model()->headerData(section, Qt::Horizontal).toString();
    const int around = std::max(0, oneLine.width() - metrics.horizontalAdvance(name)); // what the style puts beside it
    const int width = std::min(oneLine.width() - around, widestName);
    const int height = metrics.boundingRect(QRect(0, 0, std::max(1, width), 10000), Qt::TextWordWrap, name).height();
    return {width + around, oneLine.height() + std::max(0, height - metrics.height())};
}

constexpr QSize usualCompareSize(1180, 640); ///< three devices beside the own one, in a window of 1366
/// Heights of the list: of two devices of two lines each, and of more.
constexpr int leastOfList = 80;
constexpr int mostOfList = 128;
constexpr QSize signSize(28, 18);

QPushButton* makePlainButton(const QString& text, const QString& tip, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setProperty("role", QStringLiteral("plain"));
    button->setToolTip(tip);
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    return button;
}

/// An action as a check box.
QCheckBox* makeCheck(QAction* action, QWidget* parent)
{
    auto* box = new QCheckBox(action->iconText(), parent);
    box->setToolTip(action->toolTip());
    const auto adopt = [box, action] { box->setChecked(action->isChecked()); };
    QObject::connect(action, &QAction::changed, box, adopt);
    QObject::connect(box, &QCheckBox::clicked, action, &QAction::trigger);
    adopt();
    return box;
}

QIcon signOf(const Theme& theme, Provenance provenance, std::size_t index, double density, bool hasPoints)
{
    QPixmap picture(signSize * density);
    picture.setDevicePixelRatio(density);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF center(signSize.width() / 2.0, signSize.height() / 2.0);
    if (hasPoints)
        drawSeriesSign(painter, center, theme, provenance, seriesColor(theme, index));
    else
        drawRoofSign(painter, center, theme, provenance, seriesColor(theme, index));
    QIcon sign;
    for (const QIcon::Mode mode :
         {QIcon::Normal, QIcon::Selected}) // or Qt tints it by the highlight, over which it is drawn
        sign.addPixmap(picture, mode);
    return sign;
}

} // namespace

CompareDialog::CompareDialog(Comparison& comparison, const LiveSession& session, QAction* lockAxes, QAction* difference,
                             QWidget* parent)
    : QDialog(parent), m_comparison(comparison), m_model(new CompareTableModel(this))
{
    setWindowTitle(tr("Compare"));
    setSizeGripEnabled(true);
    letKeysPressButtons(*this);
    addActions({lockAxes, difference}); // their keys act here too
    const QScreen* screen = parent == nullptr ? nullptr : parent->screen();
    resize(screen == nullptr ? usualCompareSize
                             : usualCompareSize.boundedTo(screen->availableGeometry().size() - QSize(24, 60)));
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    addButtons(column, lockAxes, difference);
    addTable(column);
    m_devices->fill(session.references());
    connect(&session, &LiveSession::devicesChanged, this, [this, &session] { m_devices->fill(session.references()); });
    connect(&comparison, &Comparison::changed, this, &CompareDialog::refresh);
    connect(&comparison, &Comparison::failed, this, [this](const Error& error) { tell(errorMessage(error)); });
    refresh();
}

void CompareDialog::addButtons(QBoxLayout* column, QAction* lockAxes, QAction* difference)
{
    auto* add = makePlainButton(tr("Add sessions…"), tr("Draw other session files into the same charts"), this);
    m_devices = new DeviceAdder(this);
    m_devices->setAccessibleName(tr("Add a device"));
    m_devices->setToolTip(
        tr("Draw a published device or a datasheet into the same charts: type part of its name, then press Enter"));
    m_remove = makePlainButton(tr("Remove"), tr("Remove the selected entry from the charts (Delete)"), this);
    m_clear = makePlainButton(tr("Remove all"), tr("Remove all entries from the charts"), this);
    auto* row = new QHBoxLayout;
    row->addWidget(add);
    row->addWidget(m_devices, 1);
    row->addWidget(m_remove);
    row->addWidget(m_clear);
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Compared sessions and devices"));
    m_list->setIconSize(signSize);
    m_list->setWordWrap(true); // what cannot be drawn of a device stands behind its name
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setResizeMode(QListView::Adjust);
    m_hint = makeLabel("muted", this);
    m_hint->setWordWrap(true);
    m_problem = makeLabel("warning", this);
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->hide();
    m_written = new FolderButton(this);
    m_partner = new QComboBox(this);
    m_partner->setAccessibleName(tr("Divide the map's times by"));
    m_partner->setToolTip(tr("The difference map divides its times by the times of this session or device"));
    auto* options = new QHBoxLayout;
    options->addWidget(m_difference = makeCheck(difference, this));
    m_differenceTip = difference->toolTip();
    options->addWidget(m_partner, 1);
    options->addWidget(makeCheck(lockAxes, this));
    setTabOrder(m_list, m_difference);
    setTabOrder(m_difference, m_partner);
    column->addLayout(row);
    column->addWidget(m_problem);
    column->addWidget(m_written, 0, Qt::AlignLeft);
    column->addWidget(m_list);
    column->addWidget(m_hint);
    column->addLayout(options);
    connect(add, &QPushButton::clicked, this, &CompareDialog::askForFiles);
    connect(m_remove, &QPushButton::clicked, this, &CompareDialog::removeChosen);
    connect(m_clear, &QPushButton::clicked, this, [this] { m_comparison.clear(); });
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int chosen) { m_remove->setEnabled(chosen >= 0); });
    auto* remove = new QAction(this);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    m_list->addAction(remove);
    connect(remove, &QAction::triggered, this, &CompareDialog::removeChosen);
    connect(m_devices, &DeviceAdder::unclear, this, &CompareDialog::tell);
    connect(m_devices, &DeviceAdder::chosen, this, [this](const QString& id) {
        tell({});
        m_comparison.addReference(id.toStdString());
    });
    connect(m_partner, &QComboBox::activated, this,
            [this](int index) { m_comparison.setMapPartner(m_partner->itemData(index).toString()); });
}

void CompareDialog::addTable(QBoxLayout* column)
{
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new PaddedCells(m_table));
    m_table->setAccessibleName(tr("Roofs, ridge points and overhead floors side by side"));
    m_table->verticalHeader()->hide();
    m_table->setHorizontalHeader(new WrappedHeader(m_table));
    m_table->setHorizontalScrollMode(
        QAbstractItemView::ScrollPerPixel); // by whole columns the end of a wide last one is never seen
    m_table->setTabKeyNavigation(false);    // or Tab never leaves it
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    column->addWidget(m_table, 1);
    m_copy = makePlainButton(tr("Copy table"), tr("Copy the selected rows, or all rows, as text (Ctrl+C)"), this);
    auto* csv = makePlainButton(tr("Export CSV…"), tr("Write the table with SI units and provenance"), this);
    auto* close = makePlainButton(tr("Close"), tr("Close this window; the charts keep the comparison (Esc)"), this);
    auto* row = new QHBoxLayout;
    row->addWidget(m_copy);
    row->addWidget(csv);
    row->addStretch();
    row->addWidget(close);
    column->addLayout(row);
    m_results = {m_table, m_copy, csv};
    m_cover = new CoverPanel(tr("Roofs are hidden until you have guessed."), m_table);
    auto* copyKeys = new QAction(this);
    copyKeys->setShortcut(QKeySequence::Copy);
    copyKeys->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(copyKeys);
    connect(copyKeys, &QAction::triggered, this, &CompareDialog::copyTable);
    connect(m_copy, &QPushButton::clicked, this, &CompareDialog::copyTable);
    connect(csv, &QPushButton::clicked, this, &CompareDialog::askForCsv);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
}

void CompareDialog::setConcealed(bool concealed)
{
    for (QWidget* widget : m_results)
        widget->setEnabled(!concealed);
    m_cover->setVisible(concealed);
}

void CompareDialog::refresh()
{
    const QString chosen = m_list->currentItem() != nullptr ? m_list->currentItem()->data(Qt::UserRole).toString()
                                                            : QString();
    const QSignalBlocker blockList(m_list);
    const QSignalBlocker blockPartner(m_partner);
    m_list->clear();
    m_partner->clear();
    std::size_t index = 0;
    bool allHavePoints = true;
    for (const ComparedDevice& device : m_comparison.devices()) {
        const QString note = m_comparison.note(device);
        const QString name = tr("%1 (%2)").arg(device.wholeName(), provenanceWord(device.provenance));
        const bool hasPoints = !device.lines || m_comparison.hasPoints(device);
        allHavePoints = allHavePoints && hasPoints;
        auto* item = new QListWidgetItem(signOf(m_theme, device.provenance, index++, devicePixelRatioF(), hasPoints),
                                         note.isEmpty() ? name : tr("%1 · %2").arg(name, note), m_list);
        item->setData(Qt::UserRole, device.key);
        item->setToolTip(device.reference ? tr("Source: %1").arg(QString::fromStdString(device.reference->source))
                                          : device.key.section(QLatin1Char('#'), 0, -2));
        m_partner->addItem(name, device.key);
        if (device.key == chosen)
            m_list->setCurrentItem(item);
    }
    if (m_list->currentRow() < 0 && m_list->count() > 0)
        m_list->setCurrentRow(0);
    if (const ComparedDevice* partner = m_comparison.mapPartner())
        m_partner->setCurrentIndex(m_partner->findData(partner->key));
    const bool any = m_list->count() > 0;
    m_list->setFixedHeight(m_list->count() > 2 ? mostOfList : leastOfList);
    m_hint->setText(
        !any ? tr("Nothing is compared yet: add session files, published devices or datasheets.")
             : tr("Filled points are measured, hollow ones published, thin dashed lines predicted.")
                   + (allHavePoints ? QString() : tr(" A line where others have a point: only roofs are drawn."))
                   + (m_comparison.modeWords().isEmpty() ? QString() : QLatin1Char(' ') + m_comparison.modeWords()));
    m_partner->setEnabled(any);
    const bool lacksTimes = m_comparison.lacksTimes();
    m_difference->setEnabled(any && (!lacksTimes || m_difference->isChecked()));
    m_difference->setToolTip(lacksTimes ? tr("%1 has roofs and no times for this map; choose another session or device")
                                              .arg(m_comparison.mapPartner()->wholeName())
                                        : m_differenceTip);
    m_remove->setEnabled(any);
    m_clear->setEnabled(any);
    const std::vector<RoofSet> roofs = m_comparison.roofSets();
    m_model->show(compareTable(roofs, Format()));
    m_table->clearSpans();
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->isHeading(row))
            m_table->setSpan(row, 0, 1, m_model->columnCount());
    m_model->setWithOrigins(true);
    m_table->resizeColumnsToContents();
    m_widthWithOrigins = m_table->horizontalHeader()->length();
    fitOrigins();
}

void CompareDialog::fitOrigins()
{
    const int room = m_table->contentsRect().width() - m_table->verticalScrollBar()->sizeHint().width();
    const bool haveRoom = m_widthWithOrigins <= room;
    if (haveRoom == m_model->hasOrigins())
        return;
    m_model->setWithOrigins(haveRoom);
    m_table->resizeColumnsToContents();
}

void CompareDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    fitOrigins();
}

void CompareDialog::setTheme(const Theme& theme)
{
    m_theme = theme;
    refresh();
}

QString CompareDialog::problem() const { return m_problem->isHidden() ? QString() : m_problem->text(); }

void CompareDialog::tell(const QString& problem) { say(problem, "warning"); }

void CompareDialog::say(const QString& words, const char* role)
{
    setStyleProperty(m_problem, "role", QLatin1String(role));
    m_problem->setText(words);
    m_problem->setAccessibleName(words);
    m_problem->setVisible(!words.isEmpty());
    m_written->offer({});
}

void CompareDialog::askForFiles()
{
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Compare with sessions"), usualFolder(),
                                                            tr("Ridgepoint sessions (*.ridge)"));
    tell({});
    m_comparison.addFiles(paths);
}

void CompareDialog::removeChosen()
{
    if (const QListWidgetItem* item = m_list->currentItem())
        m_comparison.remove(item->data(Qt::UserRole).toString());
}

void CompareDialog::copyTable() const
{
    std::vector<int> rows;
    const QModelIndexList chosen = m_table->selectionModel()->selectedRows();
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (chosen.isEmpty() || chosen.contains(m_model->index(row, 0)))
            rows.push_back(row);
    CompareTableModel whole; // a copy has no italics, and room for everything
    whole.show(m_model->shown());
    QGuiApplication::clipboard()->setText(tableAsText(whole, rows));
    tellCopied(*m_copy);
}

Result<void> CompareDialog::exportTable(const QString& path) const
{
    return writeTextFile(compareCsv(m_comparison.roofSets()), path.toStdString());
}

void CompareDialog::askForCsv()
{
    const QString proposal = usualFolder() + QStringLiteral("/roofs.csv");
    const QString path = askWhereToSave(this, tr("Export the table"), proposal, tr("CSV (*.csv)"),
                                        QStringLiteral("csv"));
    if (path.isEmpty())
        return;
    const auto written = exportTable(path);
    if (written) {
        say(tr("Written to %1.").arg(path), "muted");
        m_written->offer(path);
    } else {
        tell(errorMessage(written.error()));
    }
}

} // namespace ridgepoint
