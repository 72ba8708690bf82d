// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/session/sample_index.h"
#include "core/model/roof.h"

#include <QObject>

class QUndoStack;

namespace ridgepoint {

class LiveSession;
class MeasureController;
class MessageStrip;
class SnapshotFeed;

/// "Measured again: 8.31 ms ± 0.4 % replaces 8.20 ms ± 0.5 %.", or why the sample of before is kept; "…, as before."
/// where both read alike.
[[nodiscard]] QString measuredAgainWords(const Sample& before, const Sample& now, bool keepsBefore,
                                         const Format& format);

/// "The machine was disturbed: DRAM came out worse (117 → 66.0 GB/s). What was known is kept.", of the one that
/// changed most and how many others there are. `known` has the ones that are kept; empty where it has none of them.
[[nodiscard]] QString roofsKeptWords(const RoofSet& worse, const RoofSet& known, const Format& format);

/// What the user measures again can be taken back, and what comes of it is said.
class MeasuredAgain : public QObject {
    Q_OBJECT

public:
    MeasuredAgain(MeasureController& controller, LiveSession& session, const SnapshotFeed& feed, QUndoStack& undo,
                  MessageStrip& strip, QObject* parent = nullptr);

private:
    void offerWorse(const RoofSet& worse);
    /// In place of those that were kept; can be undone.
    void use(const RoofSet& worse);

    MeasureController& m_controller;
    LiveSession& m_session;
    QUndoStack& m_undo;
    MessageStrip& m_strip;
    QString m_offer; ///< of roofs; it goes with their session
    Format m_format;
};

} // namespace ridgepoint
