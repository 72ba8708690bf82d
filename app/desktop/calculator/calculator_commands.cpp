// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/calculator_commands.h"

#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/calculator/own_kernel_form.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/session/device_list.h"
#include "app/desktop/session/snapshot_feed.h"
#include "app/desktop/session/kernel_step.h"
#include "core/session/own_kernels_csv.h"

#include <QPushButton>
#include <QShortcut>
#include <QTableView>
#include <QUndoStack>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace ridgepoint {
namespace {

std::optional<std::int64_t> whole(double value, double most)
{
    return value >= 1.0 && value <= most && value == std::floor(value) ? std::optional(static_cast<std::int64_t>(value))
                                                                       : std::nullopt;
}

/// The roofs that rule a workload; "" where they are not known.
ChosenRoofs roofsFor(const Workload& workload, const RoofSet& roofs, DeviceKind kind)
{
    if (const auto prediction = predict(workload, roofs, kind))
        return {prediction->bandwidthRoof, prediction->computeRoof, prediction->launchRoof};
    return {{}, computeRoofId(workload.operation, workload.precision), launchRoofId(workload.launchMode)};
}

/// Keeps of both lists what differs: from the first kernel that is another to the last. Where the list is another by
/// then in that place, the step is dropped.
class ChangedKernels : public KernelStep {
public:
    ChangedKernels(LiveSession& session, const std::vector<OwnKernel>& after, const QString& what)
        : KernelStep(session, what)
    {
        const std::vector<OwnKernel>& before = session.frame().ownKernels;
        const auto [first, firstAfter] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
        const auto [last, lastAfter] = std::mismatch(before.rbegin(), std::make_reverse_iterator(first), after.rbegin(),
                                                     std::make_reverse_iterator(firstAfter));
        m_place = first - before.begin();
        m_before.assign(first, last.base());
        m_after.assign(firstAfter, lastAfter.base());
    }

    void redo() override { exchange(m_before, m_after); }
    void undo() override { exchange(m_after, m_before); }

private:
    void exchange(const std::vector<OwnKernel>& from, const std::vector<OwnKernel>& to)
    {
        std::vector<OwnKernel> all = kernels();
        const auto count = static_cast<std::ptrdiff_t>(from.size());
        if (m_place + count > static_cast<std::ptrdiff_t>(all.size())
            || !std::equal(from.begin(), from.end(), all.begin() + m_place)
            || all.size() - from.size() + to.size() > maximumOwnKernels) {
            setObsolete(true);
            return;
        }
        const auto rest = all.erase(all.begin() + m_place, all.begin() + m_place + count);
        all.insert(rest, to.begin(), to.end());
        put(std::move(all));
    }

    std::ptrdiff_t m_place = 0;
    std::vector<OwnKernel> m_before;
    std::vector<OwnKernel> m_after;
};

/// The device of a session that is compared; its id tells it from the window's own, which may go by the same.
DeviceFigures comparedFigures(const Overlay& overlay)
{
    const Snapshot& lines = *overlay.snapshot;
    return {.id = "compared/" + overlay.plainName().toStdString(),
            .name = overlay.plainName(),
            .kind = lines.device.kind,
            .provenance = lines.roofs.roofs.front().provenance,
            .source = {},
            .roofs = lines.roofs,
            .device = lines.device};
}

void bringUp(QDialog& dialog)
{
    if (dialog.isVisible())
        dialog.raise(); // it may lie under the window
    dialog.show();
    dialog.activateWindow();
}

} // namespace

std::optional<Workload> workloadOf(const EnvelopeWork& work, const Workload& like)
{
    const auto elements = whole(work.elements, static_cast<double>(maximumElements));
    const auto operations = whole(work.operationsPerElement, static_cast<double>(maximumOperationsPerElement));
    const auto passes = whole(work.passes, maximumChainLength);
    if (!elements || !operations || !passes || work.launches != work.passes || work.accessesPerElement != 2.0)
        return std::nullopt;
    Workload workload = like;
    workload.elements = *elements;
    // Passes over a tensor are a chain of them; where the depth divides the operations it stays what it is.
    const bool keepsDepth = like.fusionDepth > 1 && *operations % like.fusionDepth == 0
                         && *passes * like.fusionDepth <= maximumChainLength;
    workload.fusionDepth = keepsDepth ? like.fusionDepth : 1;
    workload.operationsPerElement = *operations / workload.fusionDepth;
    workload.chainLength = static_cast<int>(*passes) * workload.fusionDepth;
    // An operation that counts otherwise is another kernel: one FLOP each is a multiplication, two a multiply-add.
    if (envelopeWork(workload).flopsPerOperation != work.flopsPerOperation)
        workload.operation = work.flopsPerOperation == 1.0 ? Operation::Mul : Operation::Fma;
    const EnvelopeWork same = envelopeWork(workload);
    if (!validate(workload) || same.bytesPerElement != work.bytesPerElement
        || same.flopsPerOperation != work.flopsPerOperation)
        return std::nullopt;
    return workload;
}

CalculatorCommands::CalculatorCommands(QWidget* window, LiveSession& session, Cursor& cursor,
                                       MeasureController& controller, QUndoStack& undo)
    : QObject(window), m_window(window), m_session(session), m_cursor(cursor), m_controller(controller), m_undo(undo)
{
    connect(&session, &LiveSession::roofsChanged, this, &CalculatorCommands::refreshDevices);
    connect(&session, &LiveSession::devicesChanged, this, &CalculatorCommands::refreshDevices);
    connect(&session, &LiveSession::replaced, this, &CalculatorCommands::refreshDevices);
    connect(&cursor, &Cursor::moved, this, &CalculatorCommands::refreshPoint);
    connect(&cursor, &Cursor::mapChanged, this, &CalculatorCommands::refreshDevices);
    connect(&session, &LiveSession::sampleAdded, this, &CalculatorCommands::refreshPoint);
    connect(&session, &LiveSession::sampleReplaced, this, &CalculatorCommands::refreshPoint);
    connect(&controller, &MeasureController::runningChanged, this, &CalculatorCommands::refreshPoint);
    connect(&session, &LiveSession::ownKernelsChanged, this, [this] {
        if (m_list != nullptr)
            m_list->setKernels(m_session.frame().ownKernels);
    });
}

CalculatorDialog& CalculatorCommands::shown()
{
    const bool isNew = m_dialog == nullptr;
    if (isNew) {
        m_dialog = new CalculatorDialog([this](const EnvelopeWork& work) { return measured(work); },
                                        [this](const EnvelopeWork& work) { return measurable(work); }, m_window);
        connect(m_dialog, &CalculatorDialog::measureAsked, this, &CalculatorCommands::measure);
        setConcealed(m_concealed);
    }
    bringUp(*m_dialog);
    refreshDevices();
    if (isNew) {
        m_dialog->useArticle();
        m_dialog->usePoint();
    }
    return *m_dialog;
}

void CalculatorCommands::open() { shown(); }

void CalculatorCommands::openWithPoint()
{
    CalculatorDialog& dialog = shown();
    dialog.usePoint();
}

void CalculatorCommands::openWithWork(const EnvelopeWork& work, const ChosenRoofs& roofs)
{
    CalculatorDialog& dialog = shown();
    dialog.workForm()->setWork(work);
    dialog.deviceCard()->choose(figuresId(m_cursor.device(), m_cursor.workload().threads), roofs);
    dialog.refresh();
}

OwnKernelsDialog& CalculatorCommands::shownList()
{
    if (m_list == nullptr) {
        m_list = new OwnKernelsDialog(m_window);
        connect(m_list, &OwnKernelsDialog::kernelsChanged, this,
                [this](const std::vector<OwnKernel>& kernels, const QString& what) {
                    if (kernels != m_session.frame().ownKernels)
                        m_undo.push(new ChangedKernels(m_session, kernels, what));
                });
        // The window's actions are heard in the window alone.
        const auto addKey = [this](const QString& key, void (QUndoStack::*step)()) {
            connect(new QShortcut(QKeySequence(key), m_list), &QShortcut::activated, &m_undo, step);
        };
        addKey(QStringLiteral("Ctrl+Z"), &QUndoStack::undo);
        addKey(QStringLiteral("Ctrl+Shift+Z"), &QUndoStack::redo);
        connect(m_list, &OwnKernelsDialog::selected, this, [this](std::optional<std::size_t> kernel) {
            if (showsResults(m_concealed))
                emit kernelSelected(kernel);
        });
        connect(m_list, &OwnKernelsDialog::choiceChanged, this, &CalculatorCommands::choiceChanged);
        connect(m_list, &OwnKernelsDialog::compareAsked, this, &CalculatorCommands::compareAsked);
        connect(m_list, &OwnKernelsDialog::measureAsked, this, &CalculatorCommands::measureAsked);
        connect(m_list, &OwnKernelsDialog::importAsked, this, &CalculatorCommands::importAsked);
        m_list->setKernels(m_session.frame().ownKernels);
        setConcealed(m_concealed);
    }
    bringUp(*m_list);
    refreshDevices();
    return *m_list;
}

void CalculatorCommands::openOwnKernels()
{
    const bool wasOpen = m_list != nullptr && m_list->isVisible(); // what is in sight stays
    OwnKernelsDialog& list = shownList();
    // It begins with the verdict of the roofline's card: with the same roofs.
    const Workload& point = m_cursor.workload();
    if (!wasOpen)
        list.judgeByPresent({.bandwidth = bandwidthRoofId("dram"),
                             .compute = computeRoofId(point.operation, point.precision),
                             .launch = launchRoofId(point.launchMode)});
    if (m_roofline != nullptr && m_roofline->chosenKernel())
        list.select(m_roofline->chosenKernel());
    if (list.model()->kernels().empty())
        list.addButton()->setFocus(); // where a kernel begins
    else
        list.table()->setFocus();
}

void CalculatorCommands::openTables(const QStringList& paths)
{
    openOwnKernels();
    m_list->form()->openToAdd();
    m_list->form()->addFiles(paths);
}

void CalculatorCommands::link(SnapshotFeed& feed, RooflineChart& roofline)
{
    m_roofline = &roofline;
    connect(this, &CalculatorCommands::choiceChanged, &feed, &SnapshotFeed::setKernelChoice);
    connect(this, &CalculatorCommands::kernelSelected, &roofline, &RooflineChart::chooseKernel);
    connect(&roofline, &RooflineChart::kernelChosen, this, [this, &roofline] {
        // A kernel that has no place in the chart stays selected in the list.
        if (m_list != nullptr && roofline.chosenKernel())
            m_list->select(roofline.chosenKernel());
    });
}

void CalculatorCommands::setConcealed(Concealed level)
{
    m_concealed = level;
    if (m_list != nullptr)
        m_list->setConcealed(!showsRoofs(level));
    if (m_dialog == nullptr)
        return;
    m_dialog->setConcealed(!showsRoofs(level));
    m_dialog->refresh();
}

void CalculatorCommands::refreshDevices()
{
    const std::string present = figuresId(m_cursor.device(), m_cursor.workload().threads);
    const RoofSet* roofs = m_cursor.roofs();
    const bool isUnmeasured = m_cursor.deviceInfo().available && (roofs == nullptr || roofs->roofs.empty());
    if (m_list != nullptr && m_list->isVisible()) {
        std::vector<ChartedDevice> charted{{m_cursor.deviceInfo()}}; // the roofline's snapshot of it may come later
        std::vector<DeviceFigures> figures = deviceFigures(m_session, m_cursor);
        if (m_roofline != nullptr)
            for (const Overlay& overlay : m_roofline->input().overlays) {
                charted.push_back({overlay.snapshot->device, overlay.snapshot->provenance});
                if (!overlay.snapshot->roofs.roofs.empty() && !m_session.reference(overlay.snapshot->device.id))
                    figures.push_back(comparedFigures(overlay));
            }
        m_list->setDevices(std::move(figures), present, isUnmeasured ? m_cursor.deviceInfo() : DeviceInfo());
        m_list->setCharted(std::move(charted));
    }
    if (m_dialog == nullptr || !m_dialog->isVisible())
        return;
    refreshPoint();
    m_dialog->setDevices(deviceFigures(m_session, m_cursor), present);
}

void CalculatorCommands::refreshPoint()
{
    if (m_dialog == nullptr || !m_dialog->isVisible())
        return;
    const RoofSet* roofs = m_cursor.roofs();
    const Workload& point = m_cursor.point();
    if (roofs != nullptr && !roofs->roofs.empty())
        m_dialog->setPoint(envelopeWork(point), figuresId(m_cursor.device(), m_cursor.workload().threads),
                           roofsFor(point, *roofs, m_cursor.deviceInfo().kind));
    else
        m_dialog->setPoint({}, {}, {});
    m_dialog->refresh();
}

std::optional<MeasuredAnswer> CalculatorCommands::measured(const EnvelopeWork& work) const
{
    if (!showsResults(m_concealed))
        return std::nullopt;
    const auto workload = workloadOf(work, m_cursor.point());
    const SamplePointer sample = workload ? m_session.find(m_cursor.device(), *workload) : nullptr;
    if (!sample || sample->provenance != Provenance::Measured)
        return std::nullopt;
    return MeasuredAnswer{deviceWords(m_cursor.deviceInfo()), sample->time, sample->low, sample->high};
}

std::optional<Workload> CalculatorCommands::measurable(const EnvelopeWork& work) const
{
    const auto workload = workloadOf(work, m_cursor.point());
    const DeviceInfo& device = m_cursor.deviceInfo();
    if (!showsResults(m_concealed) || !workload || !m_controller.canRun()
        || (device.memory > Bytes() && footprintOf(*workload) > device.memory * 0.5))
        return std::nullopt;
    return workload;
}

void CalculatorCommands::measure(const Workload& workload)
{
    m_cursor.setWorkload(workload);
    m_controller.measurePoints({workload});
}

} // namespace ridgepoint
