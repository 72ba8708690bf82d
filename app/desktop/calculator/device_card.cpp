// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/device_card.h"

#include "app/charts/data/kernels_on_roofs.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/calculator/quantity_field.h"
#include "app/desktop/session/device_list.h"
#include "core/analysis/calculator.h"
#include "core/session/datasheet.h"

#include <QComboBox>
#include <QGridLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

DeviceFigures measuredFigures(const LiveSession& session, const RoofSet& roofs)
{
    DeviceFigures figures;
    figures.id = figuresId(roofs.device, roofs.threads);
    const DeviceInfo* device = session.device(roofs.device);
    DeviceInfo info = device != nullptr ? *device : DeviceInfo{.id = roofs.device};
    if (info.kind == DeviceKind::Cpu)
        info.threads = roofs.threads;
    figures.kind = info.kind;
    figures.name = deviceWords(info);
    figures.device = info;
    figures.roofs = roofs;
    return figures;
}

Roof published(const std::string& id, RoofKind kind, double value)
{
    return {.id = id,
            .kind = kind,
            .value = value,
            .low = value,
            .high = value,
            .provenance = Provenance::Published,
            .method = "as the article states it"};
}

EntryKind quantityOf(RoofKind kind)
{
    switch (kind) {
    case RoofKind::Bandwidth: return EntryKind::Bandwidth;
    case RoofKind::Compute: return EntryKind::Rate;
    case RoofKind::Launch:
    case RoofKind::Latency: break;
    }
    return EntryKind::Duration;
}

/// Measured roofs come first. What was published of a device is often a part of its roofs; a datasheet is of one model.
constexpr Provenance byTrust[] = {Provenance::Measured, Provenance::Datasheet, Provenance::Published};

/// "Host CPU, measured".
QString figuresWords(const DeviceFigures& figures)
{
    return DeviceCard::tr("%1, %2").arg(figures.name, provenanceWord(figures.provenance));
}

/// "Host CPU, launched queued, measured".
QString launchedWords(const DeviceFigures& figures, LaunchMode mode)
{
    return judgingWords(figures.name, figures.roofs, mode, provenanceWord(figures.provenance));
}

/// The device with what is known of its caches and of the fastest traffic.
EnvelopeDevice withLevels(EnvelopeDevice device, const DeviceFigures& of)
{
    return withHighest(withCaches(device, of.roofs), of.roofs, referenceLines(of.device, shippedDatasheets()));
}

/// The launch mode whose cost a roof is; nothing of another.
std::optional<LaunchMode> launchModeOf(const std::string& roof)
{
    const auto found = std::ranges::find(allLaunchModes, roof, &launchRoofId);
    return found == std::end(allLaunchModes) ? std::nullopt : std::optional(*found);
}

/// What a calculation would want of a kind if nobody chose.
std::string usual(RoofKind kind)
{
    switch (kind) {
    case RoofKind::Bandwidth: return bandwidthRoofId("dram");
    case RoofKind::Compute: return computeRoofId(Operation::Fma, Precision::Fp32);
    case RoofKind::Launch:
    case RoofKind::Latency: break;
    }
    return launchRoofId(LaunchMode::WaitEach);
}

} // namespace

DeviceFigures articleFigures()
{
    const EnvelopeDevice device = articleDevice();
    DeviceFigures figures;
    figures.id = articleId;
    figures.name = tr("NVIDIA A100 (He's Brrrr article, example)");
    figures.kind = DeviceKind::Cuda;
    figures.provenance = Provenance::Published;
    figures.source = tr(
        "H. He, “Making Deep Learning Go Brrrr From First Principles” (2022), https://horace.io/brrr_intro.html. "
        "It counts each operation as one FLOP.");
    figures.device = {.id = articleId, .kind = DeviceKind::Cuda, .name = "NVIDIA A100-SXM4-40GB"};
    figures.roofs.device = articleId;
    figures.roofs.put(published(bandwidthRoofId("dram"), RoofKind::Bandwidth, device.bandwidth.value()));
    figures.roofs.put(
        published(computeRoofId(Operation::Fma, Precision::Fp32), RoofKind::Compute, device.compute.value()));
    return figures;
}

std::string figuresId(const std::string& device, int threads) { return device + '/' + std::to_string(threads); }

std::vector<DeviceFigures> deviceFigures(const LiveSession& session, const Cursor& cursor)
{
    std::vector<DeviceFigures> list;
    for (const RoofSet& roofs : session.frame().roofs)
        if (!roofs.roofs.empty())
            list.push_back(measuredFigures(session, roofs));
    list.push_back(articleFigures());
    for (const ReferencePointer& reference : session.references())
        list.push_back({figuresId(reference->device.id, reference->roofs.threads), deviceWords(reference->device),
                        reference->device.kind, reference->provenance, QString::fromStdString(reference->source),
                        reference->roofs, reference->device});
    const std::string present = figuresId(cursor.device(), cursor.workload().threads);
    std::stable_partition(list.begin(), list.end(),
                          [&](const DeviceFigures& figures) { return figures.id == present; });
    return list;
}

DeviceCard::DeviceCard(QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("card"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 10, 14, 12);
    column->setSpacing(8);
    column->addWidget(makeLabel("title", this, tr("Device")));
    column->addWidget(m_devices = new QComboBox(this));
    m_devices->setAccessibleName(tr("Device that supplies the numbers"));
    m_devices->setToolTip(tr("Use the numbers of a measured or published device, or of a datasheet"));
    m_devices->setPlaceholderText(tr("your own numbers"));
    m_devices->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 4);
    grid->setColumnStretch(2, 6);
    column->addLayout(grid);
    m_figures[0].kind = RoofKind::Bandwidth;
    m_figures[1].kind = RoofKind::Compute;
    m_figures[2].kind = RoofKind::Launch;
    addFigure(*grid, 0, tr("Bandwidth"), tr("Memory bandwidth, for example 1.5 TB/s"));
    addFigure(*grid, 1, tr("Compute"), tr("Compute rate, for example 19.5 TFLOP/s"));
    addFigure(*grid, 2, tr("A launch"), tr("Cost of launching one kernel, for example 5 µs; 0 to ignore it"));
    connect(m_devices, &QComboBox::currentIndexChanged, this, [this](int row) {
        if (row >= 0 && row < static_cast<int>(m_known.size()))
            choose(m_known[static_cast<std::size_t>(row)].id);
    });
}

void DeviceCard::addFigure(QGridLayout& grid, std::size_t index, const QString& name, const QString& tip)
{
    Figure& figure = m_figures[index];
    const int row = static_cast<int>(index);
    auto* label = makeLabel("body", this, name);
    figure.field = new QuantityField(quantityOf(figure.kind), name, tip, this);
    figure.roofs = new QComboBox(this);
    figure.roofs->setAccessibleName(tr("%1: which of the device's figures").arg(name));
    figure.roofs->setToolTip(tr("Which of the device's figures this is, and where it comes from"));
    figure.roofs->setPlaceholderText(tr("typed"));
    figure.roofs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    label->setBuddy(figure.field);
    grid.addWidget(label, row, 0);
    grid.addWidget(figure.field, row, 1, Qt::AlignTop);
    grid.addWidget(figure.roofs, row, 2, Qt::AlignTop);
    connect(figure.field, &QuantityField::edited, this, [this, index] {
        const QSignalBlocker blocker(m_figures[index].roofs);
        m_figures[index].roofs->setCurrentIndex(-1);
        emit changed();
    });
    connect(figure.roofs, &QComboBox::currentIndexChanged, this, [this, index] {
        m_ofOneLaunch = false;
        take(m_figures[index]);
        emit changed();
    });
}

const DeviceFigures* DeviceCard::current() const
{
    const int row = m_devices->currentIndex();
    return row < 0 || row >= static_cast<int>(m_known.size()) ? nullptr : &m_known[static_cast<std::size_t>(row)];
}

void DeviceCard::setDevices(std::vector<DeviceFigures> devices)
{
    const DeviceFigures* before = current();
    const std::string kept = before != nullptr ? before->id : std::string();
    const auto roofOf = [this](std::size_t i) { return m_figures[i].roofs->currentData().toString().toStdString(); };
    const ChosenRoofs roofs{
        .bandwidth = roofOf(0), .compute = roofOf(1), .launch = roofOf(2), .ofOneLaunch = m_ofOneLaunch};
    const bool untouched = !chosen().empty();
    m_known = std::move(devices);
    const QSignalBlocker blocker(m_devices);
    m_devices->clear();
    for (const DeviceFigures& device : m_known) {
        m_devices->addItem(tr("%1 · %2").arg(device.name, provenanceWord(device.provenance)));
        m_devices->setItemData(m_devices->count() - 1, device.source, Qt::ToolTipRole);
    }
    const auto found = std::find_if(m_known.begin(), m_known.end(),
                                    [&](const DeviceFigures& device) { return device.id == kept; });
    m_devices->setCurrentIndex(found == m_known.end() ? -1 : static_cast<int>(found - m_known.begin()));
    if (untouched && found != m_known.end())
        choose(kept, roofs);
}

void DeviceCard::choose(const std::string& id, const ChosenRoofs& roofs)
{
    const auto found = std::find_if(m_known.begin(), m_known.end(),
                                    [&](const DeviceFigures& device) { return device.id == id; });
    if (found == m_known.end())
        return;
    {
        const QSignalBlocker blocker(m_devices);
        m_devices->setCurrentIndex(static_cast<int>(found - m_known.begin()));
    }
    fillRoofs(m_figures[0], roofs.bandwidth);
    fillRoofs(m_figures[1], roofs.compute);
    fillRoofs(m_figures[2], roofs.launch);
    type(m_figures[0], roofs.typedBandwidth);
    type(m_figures[2], roofs.typedLaunch);
    m_ofOneLaunch = roofs.ofOneLaunch;
    emit changed();
}

void DeviceCard::clear()
{
    {
        const QSignalBlocker blocker(m_devices);
        m_devices->setCurrentIndex(-1);
    }
    for (const Figure& figure : m_figures) {
        const QSignalBlocker blocker(figure.roofs);
        figure.roofs->clear();
        figure.field->clear();
    }
    m_ofOneLaunch = false;
    emit changed();
}

bool DeviceCard::isEmpty() const
{
    return current() == nullptr
        && std::ranges::all_of(m_figures, [](const Figure& figure) { return figure.field->shown().isEmpty(); });
}

void DeviceCard::fillRoofs(Figure& figure, const std::string& wanted)
{
    const QSignalBlocker blocker(figure.roofs);
    figure.roofs->clear();
    if (const DeviceFigures* device = current())
        for (const Roof& roof : device->roofs.roofs)
            if (roof.kind == figure.kind && roof.id != launchFixedRoofId && roof.id != deviceGapRoofId) {
                // The device's own name says where its figures are from; only another source is told here.
                const bool isOfDevice = roof.provenance == device->provenance;
                figure.roofs->addItem(isOfDevice
                                          ? roofWord(roof.id)
                                          : tr("%1 · %2").arg(roofWord(roof.id), provenanceWord(roof.provenance)),
                                      QString::fromStdString(roof.id));
                figure.roofs->setItemData(figure.roofs->count() - 1, QString::fromStdString(roof.method),
                                          Qt::ToolTipRole);
            }
    if (figure.kind == RoofKind::Launch)
        figure.roofs->addItem(tr("costs nothing"), QStringLiteral("none")); // no roof's id, but a choice that is kept
    int row = wanted.empty() ? -1 : figure.roofs->findData(QString::fromStdString(wanted));
    if (row < 0)
        row = figure.roofs->findData(QString::fromStdString(usual(figure.kind)));
    figure.roofs->setCurrentIndex(std::max(row, 0));
    take(figure);
}

void DeviceCard::take(Figure& figure)
{
    const DeviceFigures* device = current();
    if (figure.roofs->currentIndex() < 0 || device == nullptr)
        return;
    const Roof* roof = device->roofs.find(figure.roofs->currentData().toString().toStdString());
    if (roof != nullptr)
        figure.field->setValue(roof->value);
    else if (figure.kind == RoofKind::Launch)
        figure.field->setValue(0.0);
    else {
        figure.field->clear();
        figure.field->complain(tr("%1 has no such figure; enter one.").arg(device->name));
    }
}

void DeviceCard::type(Figure& figure, double value)
{
    if (!(value > 0.0))
        return;
    const QSignalBlocker blocker(figure.roofs);
    figure.roofs->setCurrentIndex(-1);
    figure.field->setValue(value);
}

std::optional<EnvelopeDevice> DeviceCard::device() const
{
    const auto bandwidthNow = bandwidth()->value();
    const auto computeNow = compute()->value();
    const auto launchNow = launch()->value();
    if (!bandwidthNow || !computeNow || !launchNow)
        return std::nullopt;
    EnvelopeDevice typed{.bandwidth = BytesPerSecond(*bandwidthNow),
                         .compute = FlopsPerSecond(*computeNow),
                         .launch = Seconds(*launchNow)};
    // A launch cost out of a device's roofs brings the equation of its mode; a typed one says nothing of that.
    const DeviceFigures* figures = current();
    if (figures != nullptr && roofs(0)->currentData().toString().toStdString() == bandwidthRoofId("dram"))
        typed = withLevels(typed, *figures);
    if (figures == nullptr || m_ofOneLaunch)
        return typed;
    const auto mode = launchModeOf(roofs(2)->currentData().toString().toStdString());
    if (!mode)
        return typed;
    EnvelopeDevice device = withLaunches(typed, figures->roofs, *mode, figures->kind);
    device.launch = typed.launch; // as the field shows it
    return device;
}

std::string DeviceCard::chosen() const
{
    const bool typed = std::any_of(m_figures.begin(), m_figures.end(),
                                   [](const Figure& figure) { return figure.roofs->currentIndex() < 0; });
    const DeviceFigures* device = current();
    return typed || device == nullptr ? std::string() : device->id;
}

QString DeviceCard::words() const
{
    const DeviceFigures* device = current();
    return chosen().empty() || device == nullptr ? tr("entered numbers") : figuresWords(*device);
}

JudgingDevice DeviceCard::judging() const
{
    const DeviceFigures* figures = chosen().empty() ? nullptr : current();
    const auto mode = launchModeOf(roofs(2)->currentData().toString().toStdString());
    return {.figures = device(),
            .computeRoof = roofs(1)->currentData().toString().toStdString(),
            .device = figures != nullptr ? figures->device : DeviceInfo{},
            .words = figures != nullptr && mode ? launchedWords(*figures, *mode) : words()};
}

std::vector<JudgingDevice> DeviceCard::others() const
{
    const std::string compute = roofs(1)->currentData().toString().toStdString();
    const LaunchMode mode =
        launchModeOf(roofs(2)->currentData().toString().toStdString()).value_or(LaunchMode::WaitEach);
    std::vector<JudgingDevice> all;
    for (const Provenance provenance : byTrust)
        for (const DeviceFigures& device : m_known) {
            if (device.provenance != provenance || device.id == articleId)
                continue;
            if (auto judging = judgingBy(device.roofs, device.device, compute, mode)) {
                judging->words = launchedWords(device, mode);
                all.push_back(std::move(*judging));
            }
        }
    return all;
}

const DeviceFigures* DeviceCard::named(const std::string& name) const
{
    for (const Provenance provenance : byTrust)
        for (const DeviceFigures& device : m_known)
            if (device.provenance == provenance && device.id != articleId && isDeviceCalled(device.device, name))
                return &device;
    return nullptr;
}

QString DeviceCard::source() const
{
    const DeviceFigures* device = current();
    return chosen().empty() || device == nullptr ? QString() : device->source;
}

} // namespace ridgepoint
