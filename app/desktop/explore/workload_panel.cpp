// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/workload_panel.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/glossary.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/explore/probe_strip.h"
#include "app/desktop/inspect/figures_view.h"
#include "core/model/cost.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace ridgepoint {
namespace {

constexpr int usualSpacing = 10; // pixels
constexpr int lowSpacing = 6;
/// Below it the live probe's trace has no room beside everything else.
constexpr int heightForTrace = 640;
constexpr int chains[] = {1, 4, 16, 64};
const QString moreKey = QStringLiteral("workload/more"); ///< whether the fold stands open

QGridLayout* makeGrid()
{
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(6);
    grid->setHorizontalSpacing(6);
    grid->setColumnStretch(1, 1);
    // The fields of the fold stand under that of the operation, and have room for "wait-each" beside a scroll bar.
    grid->setColumnMinimumWidth(0, 76);
    return grid;
}

template <class Values> void fillWithNames(QComboBox* box, const Values& values)
{
    for (const auto value : values)
        box->addItem(text(nameOf(value)), static_cast<int>(value));
}

/// Shows the entry that carries `value`, adding one for a value that a session brought.
void choose(QComboBox* box, int value, const Format& format)
{
    if (box->findData(value) < 0)
        box->addItem(format.whole(value), value);
    box->setCurrentIndex(box->findData(value));
}

/// "L2"; "L1 or L2" where the curve of bandwidth showed no level of the nearer cache.
QString cacheWords(const RoofSet& roofs, const MemoryLevel& level)
{
    QStringList names;
    for (const std::string_view name : {"l1", "l2", "l3"}) {
        if (name == level.name)
            break;
        const auto isSame = [&](const auto& other) { return other.name == name; };
        const bool isSeen = std::any_of(roofs.levels.begin(), roofs.levels.end(), isSame);
        const bool isMissing = std::any_of(
            roofs.unavailable.begin(), roofs.unavailable.end(),
            [&](const UnavailableRoof& roof) { return roof.id == bandwidthRoofId(name); });
        if (isSeen)
            names.clear();
        else if (isMissing)
            names << roofWord(bandwidthRoofId(name));
    }
    const QString own = roofWord(bandwidthRoofId(level.name));
    const bool isCache = std::isfinite(level.capacity.value());
    return names.isEmpty() || !isCache ? own : WorkloadPanel::tr("%1 or %2").arg(names.join(QStringLiteral(", ")), own);
}

} // namespace

QString placeWords(const Workload& workload, const RoofSet* roofs, const Format& format)
{
    const Bytes footprint = footprintOf(workload);
    const QString name = elementWord(workload.precision, workload.elements);
    const MemoryLevel* level = roofs != nullptr ? roofs->levelFor(footprint) : nullptr;
    if (level == nullptr)
        return WorkloadPanel::tr("%1 · %2").arg(name, format.bytes(footprint));
    if (const auto shared = roofs->sharedServiceOf(footprint))
        return WorkloadPanel::tr("%1 · %2 · in %3 and %4")
            .arg(name, format.bytes(footprint), roofWord(shared->cacheRoof), roofWord(shared->memoryRoof));
    return WorkloadPanel::tr("%1 · %2 · in %3").arg(name, format.bytes(footprint), cacheWords(*roofs, *level));
}

QString sliderName(AxisKind axis)
{
    switch (axis) {
    case AxisKind::Operations: return WorkloadPanel::tr("Operations per element");
    case AxisKind::Depth: return WorkloadPanel::tr("Fusion depth");
    case AxisKind::Size: return WorkloadPanel::tr("Tensor size");
    }
    return {};
}

void showAxis(SliderRow& row, AxisKind axis, const Cursor& cursor, const Format& format)
{
    const Workload& workload = cursor.workload();
    row.show(cursor.axis(axis), coordinate(workload, axis));
    switch (axis) {
    case AxisKind::Operations:
        row.setWords(WorkloadPanel::tr("%1 %2").arg(format.whole(workload.operationsPerElement),
                                                    text(nameOf(workload.operation))),
                     WorkloadPanel::tr("intensity %1")
                         .arg(format.intensity(costOf(workload).arithmeticIntensity(), workload.operation)));
        return;
    case AxisKind::Depth:
        row.setWords(
            WorkloadPanel::tr("%1 of %2").arg(format.whole(workload.fusionDepth), format.whole(workload.chainLength)),
            workload.passes() == 1
                ? WorkloadPanel::tr("1 pass reads and writes once")
                : WorkloadPanel::tr("%1 passes read and write the tensor").arg(format.whole(workload.passes())));
        return;
    case AxisKind::Size:
        row.setWords(format.count(static_cast<double>(workload.elements)),
                     placeWords(workload, cursor.roofs(), format));
        return;
    }
}

WorkloadPanel::WorkloadPanel(Cursor& cursor, QWidget* parent) : QFrame(parent), m_cursor(cursor)
{
    setProperty("surface", QStringLiteral("card"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(usualSpacing);
    QLabel* title = makeLabel("title", this, tr("Workload"));
    title->setToolTip(glossaryTip("workload"));
    column->addWidget(title);
    column->addWidget(m_operations = new SliderRow(sliderName(AxisKind::Operations), this));
    column->addWidget(m_depth = new SliderRow(sliderName(AxisKind::Depth), this));
    column->addWidget(m_size = new SliderRow(sliderName(AxisKind::Size), this));
    m_operations->slider()->setToolTip(
        tr("How often the operation is applied to each element while it is in a register"));
    m_depth->slider()->setToolTip(tr("How many operations of the chain share one pass through memory"));
    m_size->slider()->setToolTip(tr("Number of elements of the tensor"));
    m_operations->setTips(glossaryTip("operations per element"), glossaryTip("arithmetic intensity"));
    m_depth->setTips(glossaryTip("depth"), glossaryTip("pass"));
    m_size->setTips(glossaryTip("tensor size"), glossaryTip("footprint"));
    column->addSpacing(2);
    auto* grid = makeGrid();
    m_operation = addChoice(grid, tr("Operation"), tr("What is applied to each element"), glossaryTip("operation"));
    column->addLayout(grid);
    addMore(column);
    column->addWidget(makeRule(this));
    column->addWidget(m_figures = new FiguresView(this));
    column->addWidget(m_strip = new ProbeStrip(this));
    column->addStretch();
    fillChoices();
    for (QComboBox* box : {m_operation, m_precision, m_launchMode, m_chain, m_threads})
        connect(box, &QComboBox::activated, this, &WorkloadPanel::onChoice);
    for (const AxisKind kind : {AxisKind::Operations, AxisKind::Depth, AxisKind::Size})
        connect(slider(kind), &SliderRow::chosen, this, [this, kind](std::int64_t value) { onSlider(kind, value); });
    connect(&cursor, &Cursor::moved, this, &WorkloadPanel::refresh);
    connect(&cursor, &Cursor::mapChanged, this, &WorkloadPanel::refresh);
    connect(&cursor, &Cursor::roofsChanged, this, &WorkloadPanel::refreshWords);
    refresh();
}

void WorkloadPanel::addMore(QVBoxLayout* column)
{
    m_more = new FoldSection(tr("More"), this);
    auto* grid = makeGrid();
    m_precision = addChoice(grid, tr("Precision"), tr("What an element is stored and computed in"),
                            glossaryTip("precision"));
    m_launchMode = addChoice(
        grid, tr("Launch mode"),
        tr("How passes reach the device: waited for one by one, queued, or submitted together as a graph"),
        glossaryTip("launch mode"));
    m_chain = addChoice(
        grid, tr("Chain length"),
        tr("How many operations follow one another; of a chain longer than 1, the fusion depth says how "
           "many share a pass through memory"),
        glossaryTip("chain"));
    m_threads = addChoice(grid, tr("Threads"), tr("Number of threads that share the tensor"), glossaryTip("thread"));
    m_more->body()->addLayout(grid);
    m_more->setFolded(!QSettings().value(moreKey, false).toBool());
    column->addWidget(m_more);
    column->addWidget(m_unusual = makeColumnText("muted", this));
    m_unusual->setToolTip(tr("Set under More"));
    connect(m_more->head(), &QPushButton::clicked, this, [this] {
        QSettings().setValue(moreKey, !m_more->folded());
        refreshUnusual();
    });
}

void WorkloadPanel::setWindowHeight(int height)
{
    const bool isLow = height < heightForTrace;
    layout()->setSpacing(isLow ? lowSpacing : usualSpacing);
    m_strip->setLow(isLow);
}

QComboBox* WorkloadPanel::addChoice(QGridLayout* grid, const QString& name, const QString& tip, const QString& nameTip)
{
    auto* box = new QComboBox(this);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    box->setMinimumContentsLength(6);
    const int row = grid->rowCount();
    QLabel* label = makeLabel("muted", this, name);
    label->setToolTip(nameTip);
    grid->addWidget(label, row, 0);
    grid->addWidget(box, row, 1);
    return box;
}

SliderRow* WorkloadPanel::slider(AxisKind kind) const
{
    return kind == AxisKind::Operations ? m_operations : kind == AxisKind::Depth ? m_depth : m_size;
}

void WorkloadPanel::fillChoices()
{
    fillWithNames(m_operation, allOperations);
    fillWithNames(m_launchMode, allLaunchModes);
    for (const int chain : chains)
        m_chain->addItem(m_format.whole(chain), chain);
}

void WorkloadPanel::fillPrecisions()
{
    const QSignalBlocker blocker(m_precision);
    m_precision->clear();
    // The processor's kernels compute in two; a session with another precision adds its own.
    const bool hasAll = m_cursor.deviceInfo().kind == DeviceKind::Cuda;
    for (const Precision precision : allPrecisions)
        if (hasAll || precision == Precision::Fp32 || precision == Precision::Fp64
            || precision == m_cursor.workload().precision)
            m_precision->addItem(text(nameOf(precision)), static_cast<int>(precision));
}

void WorkloadPanel::fillThreads()
{
    const QSignalBlocker blocker(m_threads);
    const int offered = m_cursor.deviceInfo().threads;
    m_threads->clear();
    for (int threads = 1; threads < offered; threads *= 2)
        m_threads->addItem(m_format.whole(threads), threads);
    if (offered > 0)
        m_threads->addItem(m_format.whole(offered), offered);
    else
        m_threads->addItem(QStringLiteral("–"),
                           0); // a GPU has other ones, and of a device that is only looked at nobody knows
    m_threads->setEnabled(offered > 1);
}

void WorkloadPanel::onChoice()
{
    const Workload before = m_cursor.workload();
    Workload workload = before;
    workload.operation = static_cast<Operation>(m_operation->currentData().toInt());
    workload.precision = static_cast<Precision>(m_precision->currentData().toInt());
    workload.launchMode = static_cast<LaunchMode>(m_launchMode->currentData().toInt());
    workload.chainLength = m_chain->currentData().toInt();
    workload.threads = m_threads->currentData().toInt();
    if (workload.chainLength % workload.fusionDepth != 0)
        workload.fusionDepth = 1;
    m_cursor.setWorkload(workload);
    emit changed(before, tr("choice of the workload"));
    emit userMoved();
}

void WorkloadPanel::onSlider(AxisKind kind, std::int64_t value)
{
    const Workload before = m_cursor.workload();
    m_cursor.setCoordinate(kind, value);
    emit changed(before, sliderName(kind).toLower());
    emit userMoved();
}

void WorkloadPanel::refresh()
{
    const Workload& workload = m_cursor.workload();
    fillThreads();
    fillPrecisions();
    const std::pair<QComboBox*, int> choices[] = {{m_operation, static_cast<int>(workload.operation)},
                                                  {m_precision, static_cast<int>(workload.precision)},
                                                  {m_launchMode, static_cast<int>(workload.launchMode)},
                                                  {m_chain, workload.chainLength},
                                                  {m_threads, workload.threads}};
    for (const auto& [box, value] : choices) {
        const QSignalBlocker blocker(box);
        choose(box, value, m_format);
    }
    m_depth->setVisible(workload.chainLength > 1); // a chain of one has nothing to fuse
    refreshWords();
}

void WorkloadPanel::refreshWords()
{
    for (const AxisKind kind : allAxisKinds)
        showAxis(*slider(kind), kind, m_cursor, m_format);
    refreshUnusual();
}

void WorkloadPanel::refreshUnusual()
{
    const Workload& workload = m_cursor.workload();
    const Workload usual;
    QStringList words;
    if (workload.precision != usual.precision)
        words << text(nameOf(workload.precision));
    if (workload.launchMode != usual.launchMode)
        words << text(nameOf(workload.launchMode));
    if (workload.chainLength != 1)
        words << tr("chain of %1").arg(m_format.whole(workload.chainLength));
    if (const int all = m_cursor.deviceInfo().threads; all > 0 && workload.threads != all)
        words << (workload.threads == 1 ? tr("1 thread") : tr("%1 threads").arg(m_format.whole(workload.threads)));
    m_unusual->setText(words.join(QStringLiteral(" · ")));
    m_unusual->setVisible(m_more->folded() && !words.isEmpty());
}

} // namespace ridgepoint
