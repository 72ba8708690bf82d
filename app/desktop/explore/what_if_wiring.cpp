// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/what_if_wiring.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/session/live_session.h"
#include "app/desktop/session/snapshot_feed.h"
#include "app/desktop/views/chart_area.h"

#include <QAction>
#include <QPointer>
#include <QPushButton>
#include <QUndoStack>

#include <algorithm>
#include <iterator>
#include <vector>

namespace ridgepoint {
namespace {

/// Of QUndoCommand::id(): steps of one movement become one.
constexpr int stepId = 0x5749;
constexpr int noMovement = 0;

} // namespace

/// One step, or a movement of many.
class WhatIfControl::Step : public QUndoCommand {
public:
    Step(WhatIfControl& control, const WhatIf& after, const QString& words, int movement)
        : QUndoCommand(words), m_control(&control), m_before(control.whatIf()), m_after(after), m_movement(movement)
    {}
    void undo() override { go(m_before); }
    void redo() override { go(m_after); }
    [[nodiscard]] int id() const override { return stepId; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Step*>(other);
        if (m_movement == noMovement || next->m_movement != m_movement)
            return false;
        m_after = next->m_after;
        setText(next->text());
        setObsolete(m_after == m_before);
        return true;
    }

private:
    void go(const WhatIf& whatIf)
    {
        if (m_control)
            m_control->apply(whatIf);
    }
    QPointer<WhatIfControl> m_control;
    WhatIf m_before;
    WhatIf m_after;
    int m_movement;
};

WhatIfControl::WhatIfControl(QUndoStack& undo, QObject* parent) : QObject(parent), m_undo(undo) {}

void WhatIfControl::set(const QString& key, double factor)
{
    WhatIf after = m_whatIf;
    after.set(key.toStdString(), factor);
    const double kept = after.factor(key.toStdString());
    push(after, tr("what if %1 %2").arg(whatIfKeyWords(key.toStdString()), Format().factor(kept)), m_movement);
}

void WhatIfControl::reset() { push(WhatIf(), tr("reset of what-if"), noMovement); }

void WhatIfControl::takeOver(const WhatIf& whatIf)
{
    release();
    apply(whatIf);
}

void WhatIfControl::push(const WhatIf& after, const QString& words, int movement)
{
    if (after != m_whatIf)
        m_undo.push(new Step(*this, after, words, movement)); // pushing carries it out
}

void WhatIfControl::apply(const WhatIf& whatIf)
{
    if (whatIf == m_whatIf)
        return;
    m_whatIf = whatIf;
    emit changed();
}

WhatIfWiring::WhatIfWiring(WindowActions& actions, ChartArea& charts, WhatIfBar& bar, SnapshotFeed& feed,
                           const LiveSession& session, QObject* parent)
    : QObject(parent),
      m_actions(actions),
      m_charts(charts),
      m_roofline(*charts.roofline()),
      m_bar(bar),
      m_feed(feed),
      m_control(*actions.undo)
{
    bar.setVisible(actions.whatIf->isChecked());
    connect(actions.whatIf, &QAction::toggled, &bar, [this](bool on) {
        if (!on && m_bar.isAncestorOf(m_bar.window()->focusWidget()))
            leaveBar();
        m_bar.setVisible(on && !m_presenting);
        if (!on)
            m_control.reset();
    });
    // Asked for, and not brought by a roof that was moved in the chart.
    connect(actions.whatIf, &QAction::triggered, &bar, [this](bool on) {
        if (on)
            m_bar.enter();
    });
    connect(actions.resetWhatIf, &QAction::triggered, &m_control, &WhatIfControl::reset);
    connect(&bar, &WhatIfBar::resetAsked, &m_control, &WhatIfControl::reset);
    connect(&bar, &WhatIfBar::closeAsked, this, [this] { m_actions.whatIf->setChecked(false); });
    connect(&bar, &WhatIfBar::factorChosen, &m_control, [this](const QString& key, double factor) {
        m_control.set(key, factor);
        m_control.release();
    });
    connect(&m_roofline, &RooflineChart::roofMoved, this, [this](const QString& key, double factor) {
        m_moving = true;
        m_control.set(key, factor);
    });
    connect(&m_roofline, &RooflineChart::roofReleased, this, [this] {
        m_moving = false;
        m_control.release();
        showBar();
    });
    connect(&m_control, &WhatIfControl::changed, this, &WhatIfWiring::follow);
    connect(&session, &LiveSession::replaced, this, [this] {
        m_control.takeOver({});
        m_actions.undo->clear(); // steps of another session's view would lead nowhere
    });
}

void WhatIfWiring::leaveBar()
{
    std::vector<ChartWidget*> charts{&m_roofline}; // where roofs are moved by keys, too
    std::ranges::copy(m_charts.charts(), std::back_inserter(charts));
    const auto shown = std::ranges::find_if(charts, [](const ChartWidget* chart) { return chart->isVisible(); });
    if (shown != charts.end()) // else the table is, and the keyboard goes on from the bar
        (*shown)->setFocus(Qt::ShortcutFocusReason);
}

void WhatIfWiring::setPresenting(bool presenting)
{
    m_presenting = presenting;
    m_bar.setVisible(m_actions.whatIf->isChecked() && !presenting);
}

void WhatIfWiring::follow()
{
    m_feed.setWhatIf(m_control.whatIf());
    // The roof under the mouse does not wait for its turn among the views.
    if (m_feed.latest())
        m_roofline.set(&ChartInput::snapshot, m_feed.latest());
    const bool any = !m_control.whatIf().empty();
    m_actions.resetWhatIf->setEnabled(any);
    showBar();
    emit changed();
}

/// The bar comes when the movement is over: it takes room, and the chart would slide away under the mouse.
void WhatIfWiring::showBar()
{
    if (!m_moving && !m_control.whatIf().empty())
        m_actions.whatIf->setChecked(true);
}

} // namespace ridgepoint
