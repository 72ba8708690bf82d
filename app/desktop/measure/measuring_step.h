// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/agenda/replaced_measurements.h"

#include <QUndoCommand>

namespace ridgepoint {

class LiveSession;
class MeasureController;

/// Measuring again, which has begun already. Undo puts back what was replaced and stops what still runs of it; redo
/// shows what was measured until then. Workloads that were measured for the first time stay either way.
class MeasuringStep : public QUndoCommand {
public:
    MeasuringStep(LiveSession& session, MeasureController& controller, ReplacedPointer replaced);

    void undo() override;
    void redo() override;

private:
    void exchange();

    LiveSession& m_session;
    MeasureController& m_controller;
    ReplacedPointer m_other; ///< what is not shown: the state before, or after an undo the one measured
    bool m_done = true;      ///< the first redo, by the stack itself, has nothing to do
};

} // namespace ridgepoint
