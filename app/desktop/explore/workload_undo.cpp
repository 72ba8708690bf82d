// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/workload_undo.h"

#include "app/charts/data/lever_list.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/session/cursor.h"
#include "core/model/axis_kind.h"

#include <QPointer>
#include <QSlider>
#include <QUndoStack>

#include <utility>

namespace ridgepoint {
namespace {

/// Of QUndoCommand::id(): steps of one movement become one.
constexpr int workloadStepId = 0x574C;
/// Arrow keys closer together than this belong together.
constexpr qint64 oneMovementMs = 600;

template <class Value> void takeChanged(Value& now, const Value& from, const Value& to)
{
    if (from != to)
        now = to;
}

/// The workload with what a step between two others changes, and nothing else of them.
Workload withStep(Workload now, const Workload& from, const Workload& to)
{
    takeChanged(now.operation, from.operation, to.operation);
    takeChanged(now.precision, from.precision, to.precision);
    takeChanged(now.elements, from.elements, to.elements);
    takeChanged(now.operationsPerElement, from.operationsPerElement, to.operationsPerElement);
    takeChanged(now.chainLength, from.chainLength, to.chainLength);
    takeChanged(now.fusionDepth, from.fusionDepth, to.fusionDepth);
    takeChanged(now.launchMode, from.launchMode, to.launchMode);
    takeChanged(now.threads, from.threads, to.threads);
    if (now.chainLength % now.fusionDepth != 0) // the chain is another one since
        now.fusionDepth = 1;
    return now;
}

} // namespace

/// A change of the workload, which has happened already.
class WorkloadUndo::Step : public QUndoCommand {
public:
    Step(WorkloadUndo& owner, const Workload& before, const Workload& after, const QString& words,
         std::optional<LeverTrial::Trial> trial = {})
        : QUndoCommand(words),
          m_owner(&owner),
          m_device(owner.m_cursor.device()),
          m_before(before),
          m_after(after),
          m_trial(std::move(trial)),
          m_movement(owner.m_movement)
    {}
    void undo() override { go(m_after, m_before); }
    void redo() override
    {
        if (!std::exchange(m_isDone, false))
            go(m_before, m_after);
    }
    [[nodiscard]] int id() const override { return workloadStepId; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Step*>(other);
        if (next->m_movement != m_movement || next->text() != text() || next->m_device != m_device
            || next->m_before != m_after) // something else moved between them
            return false;
        m_after = next->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    void go(const Workload& from, const Workload& to)
    {
        if (m_owner && m_owner->m_cursor.device() == m_device) // another device's workloads may be none of it
            m_owner->go(withStep(m_owner->m_cursor.point(), from, to), m_trial);
    }

    QPointer<WorkloadUndo> m_owner;
    std::string m_device;
    Workload m_before;
    Workload m_after;
    std::optional<LeverTrial::Trial> m_trial; ///< of a step that tried a lever or went back
    int m_movement;
    bool m_isDone = true; ///< the first redo, by the stack itself, has nothing to do
};

WorkloadUndo::WorkloadUndo(QUndoStack& undo, Cursor& cursor, WorkloadPanel& panel, LeverTrial& trial, QObject* parent)
    : QObject(parent), m_undo(undo), m_cursor(cursor), m_panel(panel), m_trial(trial)
{
    connect(&trial, &LeverTrial::triedOut, this, [this](const LeverTrial::Trial& tried) { pushTrial(tried, false); });
    connect(&trial, &LeverTrial::wentBack, this, [this](const LeverTrial::Trial& tried) { pushTrial(tried, true); });
    connect(&panel, &WorkloadPanel::changed, this, &WorkloadUndo::push);
    for (const AxisKind kind : allAxisKinds) {
        const QSlider* slider = panel.slider(kind)->slider();
        connect(slider, &QSlider::sliderPressed, this, [this] {
            m_isDragging = true;
            ++m_movement;
        });
        connect(slider, &QSlider::sliderReleased, this, [this] {
            m_isDragging = false;
            ++m_movement;
        });
    }
}

void WorkloadUndo::push(const Workload& before, const QString& words)
{
    if (before == m_cursor.workload())
        return;
    if (!m_isDragging && (!m_sinceStep.isValid() || m_sinceStep.elapsed() > oneMovementMs))
        ++m_movement;
    m_sinceStep.start();
    m_undo.push(new Step(*this, before, m_cursor.workload(), words));
}

void WorkloadUndo::pushTrial(const LeverTrial::Trial& trial, bool isBack)
{
    const QString title = leverTitle(trial.lever, trial.from, Format());
    ++m_movement; // a step of its own
    if (isBack)
        m_undo.push(new Step(*this, *trial.lever.workload, trial.from, tr("back from: %1").arg(title), trial));
    else
        m_undo.push(new Step(*this, trial.from, *trial.lever.workload, tr("try: %1").arg(title), trial));
}

void WorkloadUndo::go(const Workload& workload, const std::optional<LeverTrial::Trial>& trial)
{
    ++m_movement;
    if (trial)
        m_trial.resume(*trial, workload);
    else
        m_cursor.setWorkload(workload);
    emit m_panel.userMoved();
}

} // namespace ridgepoint
