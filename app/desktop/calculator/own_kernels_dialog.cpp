// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/own_kernels_dialog.h"

#include "app/charts/style/format.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/button_keys.h"
#include "app/desktop/base/cover_panel.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/calculator/own_kernel_details.h"
#include "app/desktop/calculator/own_kernel_form.h"
#include "app/desktop/session/device_list.h"
#include "core/session/own_kernels_csv.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

namespace ridgepoint {
namespace {

constexpr QSize usualListSize(1080, 720);
constexpr int deviceWidth = 380;
/// What is known of a kernel is in sight in a window of 900 x 600, and what the roofs say of it.
constexpr OwnKernelModel::Column columnsOfList[] = {
    OwnKernelModel::Name,      OwnKernelModel::Time,      OwnKernelModel::TimeShare, OwnKernelModel::Launches,
    OwnKernelModel::Limit,     OwnKernelModel::Share,     OwnKernelModel::Best,      OwnKernelModel::Performance,
    OwnKernelModel::Bandwidth, OwnKernelModel::Intensity, OwnKernelModel::Work,      OwnKernelModel::File,
    OwnKernelModel::Device};
constexpr std::size_t longestChoices[] = {20, 60, 200, 0};

QPushButton* makeListButton(const QString& text, const QString& tip, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setToolTip(tip);
    button->setAutoDefault(false);
    return button;
}

} // namespace

OwnKernelsDialog::OwnKernelsDialog(QWidget* parent)
    : QDialog(parent), m_form(new OwnKernelForm(this)), m_body(new QWidget(this))
{
    setWindowTitle(tr("Your own kernels"));
    letKeysPressButtons(*this);
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    // Parts are made from the top down: so does Tab go through them.
    m_note = addText(column, "muted", m_body, tr("What the list shows"));
    m_note->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    column->addWidget(composeOffer());
    m_rows = new KernelRowTable({std::begin(columnsOfList), std::end(columnsOfList)}, tr("Your own kernels"), m_body);
    composeChoice();
    column->addWidget(m_rows, 3);
    column->addWidget(composeButtons());
    m_device = new DeviceCard(m_body);
    m_device->setFixedWidth(deviceWidth);
    m_details = new OwnKernelDetails(m_body);
    m_details->setContentsMargins(0, 0, 8, 0);
    m_detailsView = makeScrolling(m_details, tr("The selected kernel"), m_body);
    m_placeholder = makeColumnText("muted", m_body);
    auto* below = new QHBoxLayout;
    below->setSpacing(12);
    below->addWidget(m_device, 0, Qt::AlignTop);
    below->addWidget(m_detailsView, 1);
    below->addWidget(m_placeholder, 1, Qt::AlignTop);
    column->addLayout(below, 2);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(14, 10, 14, 14);
    whole->addWidget(m_body);
    m_cover = new CoverPanel(tr("Roofs are hidden until you have guessed."), m_body);
    const QScreen* screen = QGuiApplication::primaryScreen();
    resize(screen == nullptr ? usualListSize
                             : usualListSize.boundedTo(screen->availableGeometry().size() - QSize(24, 60)));
    connectParts();
    setKernels({});
}

void OwnKernelsDialog::composeChoice()
{
    QHBoxLayout& line = *m_rows->choiceLine();
    line.insertWidget(1, m_longest = new QComboBox(m_rows));
    line.insertWidget(2, m_grouped = new QCheckBox(tr("&Group by name"), m_rows));
    for (const std::size_t count : longestChoices)
        m_longest->addItem(count == 0 ? tr("All") : tr("%1 longest").arg(count), static_cast<qulonglong>(count));
    m_longest->setAccessibleName(tr("How many kernels are shown"));
    m_longest->setToolTip(tr("How many kernels the list and the roofline show, longest first"));
    m_longest->setCurrentIndex(m_longest->findData(static_cast<qulonglong>(model()->choice().top)));
    m_grouped->setToolTip(
        tr("Show kernels of one name on one device as one, of several files too, with their launches, times, FLOP and "
           "bytes added (Alt+G)"));
    setTabOrder(m_rows->filter(), m_longest);
    setTabOrder(m_longest, m_grouped);
    setTabOrder(m_grouped, table());
}

QWidget* OwnKernelsDialog::composeOffer()
{
    auto* line = new QWidget(m_body);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(m_offer = makeColumnText("warning", line), 1);
    row->addWidget(m_compare = makeListButton(
                       tr("Co&mpare with it"),
                       tr("Draw this device and its kernels on the roofline, as Compare does (Alt+M)"), line));
    row->addWidget(m_measure = makeListButton(tr("Mea&sure this machine"),
                                              tr("Measure its roofs, as F5 does in the window (Alt+S)"), line));
    m_offer->setAccessibleName(tr("Kernels of another device"));
    return line;
}

QWidget* OwnKernelsDialog::composeButtons()
{
    auto* line = new QWidget(m_body);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(
        m_add = makeListButton(tr("&Add…"), tr("Enter a kernel, or paste or open a table of kernels (Alt+A)"), line));
    QPushButton* files = makeListButton(
        tr("&Import…"), tr("Import kernels from what profilers and benchmarks write, as in the File menu (Alt+I)"),
        line);
    connect(files, &QPushButton::clicked, this, &OwnKernelsDialog::importAsked);
    row->addWidget(files);
    row->addWidget(m_edit = makeListButton(tr("&Edit…"), tr("Change the selected kernel (Alt+E, Enter)"), line));
    row->addWidget(m_remove = makeListButton(
                       tr("&Remove"), tr("Remove the selected kernels from the list and the roofline (Delete)"), line));
    row->addStretch();
    row->addWidget(m_copy = makeListButton(tr("&Copy"),
                                           tr("Copy all rows as CSV, which can be pasted here again (Alt+C); Ctrl+C "
                                              "in the table copies the selected ones"),
                                           line));
    return line;
}

void OwnKernelsDialog::connectParts()
{
    table()->installEventFilter(this);
    connect(m_rows, &KernelRowTable::filtered, this, &OwnKernelsDialog::choose);
    // It shows what the roofline does: a filter that nobody sees would hide kernels there without a word.
    connect(this, &QDialog::finished, m_rows->filter(), &QLineEdit::clear);
    connect(m_longest, &QComboBox::currentIndexChanged, this, &OwnKernelsDialog::choose);
    connect(m_grouped, &QCheckBox::toggled, this, &OwnKernelsDialog::choose);
    connect(table()->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &OwnKernelsDialog::onSelectionChanged);
    connect(table(), &QTableView::doubleClicked, m_edit, &QPushButton::click);
    connect(m_device, &DeviceCard::changed, this, &OwnKernelsDialog::onDeviceChanged);
    connect(m_compare, &QPushButton::clicked, this, [this] {
        if (const DeviceFigures* device = m_device->named(offeredDevice())) {
            const std::string id = device->device.id; // the list of devices may be another meanwhile
            emit compareAsked(id);
        }
    });
    connect(m_measure, &QPushButton::clicked, this, &OwnKernelsDialog::measureAsked);
    connect(m_details, &OwnKernelDetails::countsTyped, this, &OwnKernelsDialog::takeCounts);
    connect(m_add, &QPushButton::clicked, m_form, &OwnKernelForm::openToAdd);
    connect(m_edit, &QPushButton::clicked, this, [this] {
        if (const auto kernel = m_rows->selectedKernel())
            m_form->openToEdit(model()->kernels()[*kernel]);
    });
    connect(m_form, &OwnKernelForm::added, this, &OwnKernelsDialog::add);
    connect(m_form, &OwnKernelForm::changed, this, &OwnKernelsDialog::replaceSelected);
    connect(m_remove, &QPushButton::clicked, this, &OwnKernelsDialog::removeSelected);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        m_rows->copyAll();
        tellCopied(*m_copy);
    });
}

void OwnKernelsDialog::setKernels(std::vector<OwnKernel> kernels)
{
    const auto kept = m_rows->selectedKernel();
    const bool isThere = kept && *kept < kernels.size() && kernels[*kept].name == model()->kernels()[*kept].name
                      && kernels[*kept].time == model()->kernels()[*kept].time;
    m_following = true;
    m_rows->setKernels(std::move(kernels));
    m_following = false;
    chooseUsualDevice();
    showOffer();
    select(isThere ? kept : std::nullopt);
}

void OwnKernelsDialog::setDevices(std::vector<DeviceFigures> devices, const std::string& present,
                                  const DeviceInfo& unmeasured)
{
    m_present.id = present;
    m_present.unmeasured = unmeasured;
    const auto found = std::ranges::find(devices, present, &DeviceFigures::id);
    m_present.words = found == devices.end() ? QString()
                                             : tr("%1, %2").arg(found->name, provenanceWord(found->provenance));
    const bool wasOfDevice = !m_device->chosen().empty();
    m_device->setDevices(std::move(devices));
    // The judging device went, with its session perhaps: nobody typed its numbers.
    if (wasOfDevice && m_device->chosen().empty())
        m_device->clear();
    chooseUsualDevice();
    onDeviceChanged();
}

void OwnKernelsDialog::setCharted(std::vector<ChartedDevice> charted)
{
    m_present.charted = std::move(charted);
    showOffer();
}

void OwnKernelsDialog::chooseUsualDevice()
{
    if (!m_device->isEmpty())
        return;
    if (!m_present.words.isEmpty()) {
        m_device->choose(m_present.id);
        return;
    }
    for (const std::string& name : model()->devices())
        if (const DeviceFigures* device = m_device->named(name)) {
            m_device->choose(std::string(device->id));
            return;
        }
}

void OwnKernelsDialog::judgeByPresent(const ChosenRoofs& roofs)
{
    chooseUsualDevice();
    if (!m_device->chosen().empty())
        m_device->choose(m_present.id, roofs);
}

void OwnKernelsDialog::select(std::optional<std::size_t> kernel)
{
    const int row = kernel ? model()->rowOf(*kernel) : -1;
    m_following = true;
    if (row < 0 || m_rows->selectedRows() != std::vector{row})
        m_rows->selectRow(row);
    m_following = false;
    showSelected();
}

void OwnKernelsDialog::setConcealed(bool concealed)
{
    m_body->setEnabled(!concealed);
    m_cover->setVisible(concealed);
}

void OwnKernelsDialog::choose()
{
    m_following = true;
    m_rows->setChoice(static_cast<std::size_t>(m_longest->currentData().toULongLong()), m_grouped->isChecked());
    m_following = false;
    showOffer();
    showSelected();
    emit choiceChanged(model()->choice());
}

void OwnKernelsDialog::onSelectionChanged()
{
    if (m_following || m_rows->isChoosing())
        return;
    showSelected();
    emit selected(m_rows->selectedKernel());
}

void OwnKernelsDialog::onDeviceChanged()
{
    m_rows->setDevice(m_device->judging(), m_device->others());
    showOffer();
    showSelected();
}

/// A kernel is judged by the device that is named beside it: here by its own or the one below the table, in its card by
/// the roofline's.
QString OwnKernelsDialog::noteWords() const
{
    if (model()->kernels().empty())
        return tr("No kernels yet. Add one with its counts and time, or a table of several: each becomes a star on the "
                  "roofline. Those that profilers and benchmarks write (Import…) become circles.");
    if (m_device->isEmpty())
        return m_present.unmeasured.name.empty()
                 ? tr("Choose the device that ran the kernels, or enter its numbers, below the table.")
                 : tr("Choose the device that ran the kernels, or enter its numbers, below the table; or measure this "
                      "machine (F5).");
    if (!model()->device().figures)
        return tr("Complete the device's numbers to analyse your kernels.");
    return m_present.words.isEmpty()
             ? judgeWords()
             : tr("%1 A kernel clicked in the roofline is judged by the roofs drawn there.").arg(judgeWords());
}

QString OwnKernelsDialog::judgeWords() const
{
    const JudgingDevice* below = &model()->device();
    const std::vector<int> rows = m_rows->selectedRows();
    if (rows.size() == 1) {
        const JudgingDevice* by = model()->judgeOf(model()->shown(rows.front()).kernel);
        return by == below   ? tr("Judged by: %1.").arg(by->words)
             : by != nullptr ? tr("Judged by the device that ran it, %1, and not by the device below.").arg(by->words)
                             : tr("Not judged: no roofs of the device that ran it are known here.");
    }
    std::set<const JudgingDevice*> judges;
    const OwnKernel* last = nullptr;
    for (const OwnKernel& kernel : model()->kernels()) {
        if (last == nullptr || ranOn(kernel) != ranOn(*last))
            judges.insert(model()->judgeOf(kernel));
        last = &kernel;
    }
    const JudgingDevice* first = *judges.begin();
    if (judges.contains(below))
        return judges.size() == 1 ? tr("Judged by: %1.").arg(below->words)
                                  : tr("Judged by the device below, %1; kernels from other devices are judged by their "
                                       "own roofs, where these are known.")
                                        .arg(below->words);
    return judges.size() == 1 && first != nullptr
             ? tr("Judged by the device that ran them, %1; the device below judges none of these kernels.")
                   .arg(first->words)
             : tr("Each is judged by the device that ran it, where its roofs are known; the device below, %1, judges "
                  "none of these kernels.")
                   .arg(below->words);
}

void OwnKernelsDialog::showSelected()
{
    const std::vector<int> rows = m_rows->selectedRows();
    const bool isOne = rows.size() == 1;
    // With fewer lines it would move the rows from under the mouse, and a second click would hit another.
    if (rows.empty())
        m_note->setMinimumHeight(0);
    else if (m_note->isVisible())
        m_note->setMinimumHeight(std::max(m_note->minimumHeight(), m_note->heightForWidth(m_note->width())));
    m_note->setText(noteWords());
    m_edit->setEnabled(isOne && model()->shown(rows.front()).members.size() == 1);
    m_remove->setEnabled(!rows.empty());
    m_copy->setEnabled(model()->rowCount() > 0);
    m_detailsView->setVisible(isOne);
    m_placeholder->setText(placeholderWords());
    m_placeholder->setVisible(!isOne);
    if (isOne)
        m_details->showRow(*model(), rows.front());
}

QString OwnKernelsDialog::placeholderWords() const
{
    if (model()->rowCount() == 0)
        return {};
    return m_rows->selectedRows().empty() ? tr("Select a kernel to see what limits it and what would help.")
                                          : tr("Select a single kernel to see what limits it and what would help.");
}

const DeviceFigures* OwnKernelsDialog::comparable(const std::string& name) const
{
    const DeviceFigures* device = m_device->named(name);
    return device != nullptr && device->provenance != Provenance::Measured && !placeCharted(name, m_present.charted)
             ? device
             : nullptr;
}

std::string OwnKernelsDialog::offeredDevice() const
{
    const std::vector<std::string>& devices = model()->devices();
    auto offered = std::ranges::find_if(devices, [this](const std::string& name) { return isUnjudged(name); });
    if (offered == devices.end())
        offered = std::ranges::find_if(devices,
                                       [this](const std::string& name) { return comparable(name) != nullptr; });
    return offered == devices.end() ? std::string() : *offered;
}

bool OwnKernelsDialog::isOfThisMachine(const std::string& name) const
{
    const DeviceInfo& here = m_present.unmeasured;
    return name == unnamedProcessor ? !here.name.empty() && here.kind == DeviceKind::Cpu : isDeviceCalled(here, name);
}

QString OwnKernelsDialog::unjudgedWords(const std::string& name) const
{
    if (name == unnamedProcessor)
        return tr("Kernels that ran on a processor are not judged.") + QLatin1Char(' ')
             + (isOfThisMachine(name) ? tr("This machine has no roofs yet.")
                                      : tr("No roofs of a processor are known here: choose a processor, compare with a "
                                           "session of it, or enter its numbers below."));
    const bool isUnnamed = name == unnamedGpu;
    const QString what =
        !isUnnamed ? tr("Kernels that ran on %1 are not judged.").arg(text(name))
        : m_device->isEmpty()
            ? tr("Kernels of a GPU that their file does not name are not judged.")
            : tr("Kernels of a GPU that their file does not name are not judged by %1.").arg(model()->device().words);
    return what + QLatin1Char(' ')
         + (isUnnamed ? tr("Choose that GPU below.")
            : isOfThisMachine(name)
                ? tr("This machine has no roofs yet.")
                : tr("No roofs of that device are known here: compare with a session of it, or enter its numbers "
                     "below."));
}

/// What is not judged comes first; else what is judged here and stands in no roofline.
void OwnKernelsDialog::showOffer()
{
    const std::string name = offeredDevice();
    const bool isAway = !name.empty() && isUnjudged(name);
    const bool isComparable = comparable(name) != nullptr;
    m_offer->setText(
        isAway ? unjudgedWords(name)
               : tr("Kernels that ran on %1 appear on the roofline once you compare with it.").arg(text(name)));
    setStyleProperty(m_offer, "role", isAway ? QStringLiteral("warning") : QStringLiteral("muted"));
    m_compare->setVisible(isComparable);
    m_measure->setVisible(isAway && isOfThisMachine(name));
    m_offer->parentWidget()->setVisible(isAway || isComparable);
}

void OwnKernelsDialog::add(const std::vector<OwnKernel>& kernels)
{
    std::vector<OwnKernel> all = model()->kernels();
    all.insert(all.end(), kernels.begin(), kernels.end());
    if (all.size() > maximumOwnKernels) {
        m_form->say(tr("Nothing was added: a session holds at most %1 kernels. Remove some first.")
                        .arg(Format().whole(static_cast<std::int64_t>(maximumOwnKernels))),
                    true);
        return;
    }
    emit kernelsChanged(all, kernels.size() == 1 ? tr("adding a kernel") : tr("adding kernels"));
    select(all.size() - 1);
    emit selected(m_rows->selectedKernel()); // else the roofline selects what it had chosen as soon as it is drawn anew
    if (kernels.size() == 1)
        m_form->say(model()->rowOf(all.size() - 1) >= 0
                        ? tr("Added.")
                        : tr("Added. The list does not show it: choose “All” above the table and empty the filter."),
                    false);
}

void OwnKernelsDialog::replaceSelected(const OwnKernel& kernel)
{
    const auto place = m_rows->selectedKernel();
    if (!place) // it went meanwhile
        return add({kernel});
    std::vector<OwnKernel> kernels = model()->kernels();
    kernels[*place] = kernel;
    emit kernelsChanged(kernels, tr("editing a kernel"));
    select(place);
}

void OwnKernelsDialog::removeSelected()
{
    const std::vector<int> rows = m_rows->selectedRows();
    if (rows.empty())
        return;
    std::vector<bool> goes(model()->kernels().size());
    for (const int row : rows)
        for (const std::size_t member : model()->shown(row).members)
            goes[member] = true;
    std::vector<OwnKernel> left;
    for (std::size_t i = 0; i < goes.size(); ++i)
        if (!goes[i])
            left.push_back(model()->kernels()[i]);
    emit kernelsChanged(left, goes.size() - left.size() == 1 ? tr("removing a kernel") : tr("removing kernels"));
    // The next row is in the place of the first that went. The roofline, which still draws those, chooses none.
    if (const int next = std::min(rows.front(), model()->rowCount() - 1); next >= 0)
        select(model()->shown(next).members.front());
    emit selected(std::nullopt);
}

void OwnKernelsDialog::takeCounts(Flops perLaunch, Bytes perLaunchMoved)
{
    const std::vector<int> rows = m_rows->selectedRows();
    if (rows.size() != 1)
        return;
    std::vector<OwnKernel> kernels = model()->kernels();
    for (const std::size_t member : model()->shown(rows.front()).members)
        kernels[member] = withCounts(std::move(kernels[member]), perLaunch, perLaunchMoved);
    emit kernelsChanged(kernels, tr("entering counts"));
}

bool OwnKernelsDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == table() && event->type() == QEvent::KeyPress)
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Delete: removeSelected(); return true;
        case Qt::Key_Return:
        case Qt::Key_Enter: m_edit->click(); return true;
        default: break;
        }
    return QDialog::eventFilter(watched, event);
}

} // namespace ridgepoint
