// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/what_if_control.h"

#include "app/charts/data/apply_what_if.h"

#include <QPointer>
#include <QUndoStack>

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

} // namespace ridgepoint
