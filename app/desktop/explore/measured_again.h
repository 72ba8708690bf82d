// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/session/sample_index.h"

#include <QObject>

class QUndoStack;

namespace ridgepoint {

class LiveSession;
class MeasureController;
class MessageStrip;
class SnapshotFeed;

/// "Measured again: 8.31 ms ± 0.4 % in place of 8.20 ms ± 0.5 %.", or why the sample of before is kept.
[[nodiscard]] QString measuredAgainWords(const Sample& before, const Sample& now, bool keepsBefore,
                                         const Format& format);

/// What somebody measures again can be taken back, and what comes of it is said.
class MeasuredAgain : public QObject {
    Q_OBJECT

public:
    MeasuredAgain(MeasureController& controller, LiveSession& session, const SnapshotFeed& feed, QUndoStack& undo, MessageStrip& strip,
                  QObject* parent = nullptr);

private:
    Format m_format;
};

} // namespace ridgepoint
