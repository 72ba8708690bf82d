// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/own_kernel_form.h"

#include "app/charts/style/format.h"
#include "app/desktop/base/button_keys.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/save_dialog.h"
#include "app/desktop/calculator/calculator_words.h"
#include "app/desktop/calculator/quantity_field.h"
#include "core/session/own_kernels_csv.h"

#include <QClipboard>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

/// One byte more than the reader of tables takes, so that it can say what is wrong.
constexpr qint64 mostBytes = (qint64{32} << 20) + 1;
/// Shorter times than this no clock tells, and a session does not keep.
constexpr double shortestTime = 1e-12;
constexpr double longestTime = 1e9;
constexpr int longestTypedName = 200;
constexpr int leastFormWidth = 400;

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

} // namespace

OwnKernelForm::OwnKernelForm(QWidget* parent) : QDialog(parent)
{
    letKeysPressButtons(*this);
    setMinimumWidth(leastFormWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(8);
    composeFields(*column);
    composeMany();
    column->addWidget(m_many);
    column->addWidget(m_words = makeColumnText("body", this));
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_words->setAccessibleName(tr("Result"));
    column->addStretch();
    auto* row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(m_add = makeButton({}, {}, this));
    m_add->setProperty("role", QStringLiteral("primary"));
    QPushButton* close = makeButton(tr("Close"), tr("Close without adding or changing anything (Esc)"), this);
    row->addWidget(close);
    column->addLayout(row);
    connect(m_add, &QPushButton::clicked, this, &OwnKernelForm::takeTyped);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_name, &QLineEdit::returnPressed, this, &OwnKernelForm::takeTyped);
    for (QuantityField* field : fields())
        connect(field, &QuantityField::returnPressed, this, &OwnKernelForm::takeTyped);
    say({}, false);
}

void OwnKernelForm::composeFields(QVBoxLayout& column)
{
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    column.addLayout(grid);
    m_name = new QLineEdit(this);
    drawAsTyped(m_name);
    m_name->setAccessibleName(tr("Name of your kernel"));
    m_name->setToolTip(tr("Its label on the roofline; optional"));
    m_name->setMaxLength(longestTypedName);
    m_flops = new QuantityField(EntryKind::Work, tr("FLOP of your kernel"),
                                tr("Total work, for example 2 GFLOP; empty or 0 for a copy, which computes nothing"),
                                this);
    m_bytes = new QuantityField(EntryKind::Traffic, tr("Bytes that your kernel moves"),
                                tr("Total bytes read from and written to memory, for example 134 MB; empty or 0 for "
                                   "a kernel that moves none"),
                                this);
    m_launches = new QuantityField(EntryKind::Count, tr("Launches of your kernel"),
                                   tr("Number of launches in that time"), this);
    m_time = new QuantityField(EntryKind::Duration, tr("Time of your kernel"),
                               tr("Total time, for example 4.3 ms, 15 µs, 90 min or 1 h"), this);
    m_launches->setValue(1.0);
    addRow(*grid, tr("Name"), m_name, this);
    addRow(*grid, tr("FLOP"), m_flops, this);
    addRow(*grid, tr("Bytes"), m_bytes, this);
    addRow(*grid, tr("Launches"), m_launches, this);
    addRow(*grid, tr("Time"), m_time, this);
    column.addWidget(m_levels = new FoldSection(tr("Bytes through caches"), this));
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
}

void OwnKernelForm::composeMany()
{
    m_many = new QWidget(this);
    auto* column = new QVBoxLayout(m_many);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(makeRule(m_many));
    QLabel* many = makeColumnText("muted", m_many);
    many->setText(tr("Many at once: a table with the columns flops and time_s; optional columns are name, bytes, "
                     "launches, bytes_l1, bytes_l2 and bytes_l3."));
    column->addWidget(many);
    auto* row = new QHBoxLayout;
    row->addWidget(
        m_paste = makeButton(tr("&Paste"),
                             tr("Add the kernels of a table on the clipboard (CSV, or copied out of a spreadsheet)"),
                             m_many));
    QPushButton* open = makeButton(tr("&Open CSV…"), tr("Add the kernels of a CSV file"), m_many);
    row->addWidget(open);
    row->addStretch();
    column->addLayout(row);
    connect(m_paste, &QPushButton::clicked, this, [this] { addTable(QGuiApplication::clipboard()->text()); });
    connect(open, &QPushButton::clicked, this, &OwnKernelForm::askForFile);
}

void OwnKernelForm::openToAdd()
{
    if (m_edited)
        fill({.launches = 1.0}); // what was typed before and not added stays
    m_edited.reset();
    setWindowTitle(tr("Add kernels"));
    m_add->setText(tr("Add &to the roofline"));
    m_add->setToolTip(tr("Add this kernel to the list and the roofline (Enter)"));
    m_many->show();
    say({}, false);
    m_name->setFocus();
    open();
}

void OwnKernelForm::openToEdit(const OwnKernel& kernel)
{
    m_edited = kernel;
    fill(kernel);
    setWindowTitle(tr("Edit kernel"));
    m_add->setText(tr("C&hange"));
    m_add->setToolTip(tr("Change the kernel in the list and on the roofline (Enter)"));
    m_many->hide();
    say({}, false);
    m_name->setFocus();
    m_name->selectAll();
    open();
}

void OwnKernelForm::fill(const OwnKernel& kernel)
{
    const auto put = [](QuantityField& field, double value) {
        field.clear();
        if (value > 0.0)
            field.setValue(value);
    };
    const QString name = QString::fromStdString(kernel.name);
    m_name->setMaxLength(std::max(longestTypedName, static_cast<int>(name.size()))); // a file's may be longer
    m_name->setText(name);
    put(*m_flops, kernel.flops.value());
    put(*m_bytes, kernel.bytes.value());
    put(*m_launches, kernel.launches);
    put(*m_time, kernel.time.value());
    bool hasLevels = false;
    for (std::size_t i = 0; i < cacheLevels.size(); ++i) {
        put(*m_throughCaches[i], kernel.throughCaches[i].value());
        hasLevels = hasLevels || kernel.throughCaches[i] > Bytes();
    }
    m_levels->setFolded(!hasLevels);
}

OwnKernel OwnKernelForm::typed() const
{
    // FLOP or bytes may be left empty: a copy computes nothing.
    OwnKernel kernel = m_edited.value_or(OwnKernel{});
    kernel.name = m_name->text().trimmed().toStdString();
    kernel.flops = Flops(m_flops->value().value_or(0.0));
    kernel.flopsUnknown = kernel.flopsUnknown && !m_flops->value(); // typed, 0 is known
    kernel.bytes = Bytes(m_bytes->value().value_or(0.0));
    kernel.launches = m_launches->value().value_or(0.0);
    kernel.time = Seconds(m_time->value().value_or(0.0));
    for (std::size_t i = 0; i < cacheLevels.size(); ++i)
        kernel.throughCaches[i] = Bytes(m_throughCaches[i]->value().value_or(0.0));
    const bool isSameWork = m_edited && kernel.flops == m_edited->flops && kernel.flopsUnknown == m_edited->flopsUnknown
                         && kernel.bytes == m_edited->bytes && kernel.throughCaches == m_edited->throughCaches;
    if (!isSameWork)
        kernel.work = WorkOrigin::Typed; // whoever counted it before
    if (m_edited && (kernel.time != m_edited->time || kernel.launches != m_edited->launches))
        kernel.slopes.clear(); // they were of other times
    return kernel;
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

bool OwnKernelForm::isWhole(const OwnKernel& kernel)
{
    for (const QuantityField* field : fields())
        if (!field->value() && !field->shown().trimmed().isEmpty()) {
            if (m_levels->isAncestorOf(field))
                m_levels->setFolded(false);
            field->edit()->setFocus();
            return false; // the field says what is wrong
        }
    const auto complain = [](QuantityField& field, const QString& words) {
        field.complain(words);
        field.edit()->setFocus();
        return false;
    };
    const bool isKnownTime = m_edited && lacksCounts(*m_edited); // a file gave its time alone, and that may stay so
    if (!isKnownTime && kernel.flops == Flops() && trafficOf(kernel).empty())
        return complain(*m_flops, tr("Enter FLOP or bytes; without them there is nothing to analyse."));
    const bool isTime = kernel.time >= Seconds(shortestTime) && kernel.time <= Seconds(longestTime);
    if (!isTime)
        return complain(*m_time, m_time->value() ? tr("Enter a time from 1 ps to 30 years.")
                                                 : tr("Enter how long it took, for example 4.3 ms."));
    return true;
}

bool OwnKernelForm::event(QEvent* event)
{
    const bool isDone = QDialog::event(event);
    // The height of lines that wrap is no part of the least size that the layout holds by itself.
    if (event->type() == QEvent::LayoutRequest && isVisible())
        if (const int needed = layout()->totalHeightForWidth(width()); needed > height())
            resize(width(), needed);
    return isDone;
}

void OwnKernelForm::takeTyped()
{
    say({}, false);
    const OwnKernel kernel = typed();
    if (!isWhole(kernel))
        return;
    if (m_edited) {
        accept();
        emit changed(kernel);
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
        say(kernels->size() == 1
                ? tr("1 kernel added.")
                : tr("%1 kernels added.").arg(Format().whole(static_cast<std::int64_t>(kernels->size()))),
            false);
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

void OwnKernelForm::addFiles(const QStringList& paths)
{
    QStringList said;
    bool isProblem = false;
    for (const QString& path : paths) {
        addFile(path); // the list, which takes the kernels, has its own words
        said << tr("%1: %2").arg(QFileInfo(path).fileName(), m_words->text());
        isProblem = isProblem || m_words->property("role").toString() == QStringLiteral("warning");
    }
    if (paths.size() > 1)
        say(said.join(QLatin1Char('\n')), isProblem);
}

void OwnKernelForm::askForFile()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a table of kernels"), usualFolder(),
                                                      tr("Tables (*.csv *.tsv *.txt);;All files (*)"));
    if (!path.isEmpty())
        addFile(path);
}

} // namespace ridgepoint
