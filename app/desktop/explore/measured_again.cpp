// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/measured_again.h"

#include "app/desktop/base/message_strip.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/measure/measuring_step.h"
#include "app/desktop/session/snapshot_feed.h"
#include "core/stats/sample_claims.h"

#include <QUndoStack>

namespace ridgepoint {
namespace {

/// "8.31 ms ± 0.4 %".
QString timeOf(const Sample& sample, const Format& format)
{
    const QString interval = format.relativeInterval(sample.time.value(), sample.low.value(), sample.high.value());
    return interval.isEmpty() ? format.time(sample.time)
                              : QStringLiteral("%1 %2").arg(format.time(sample.time), interval);
}

/// What makes a sample the worse one, in the order in which samples are compared.
QString causeOf(const Sample& sample)
{
    if (sample.flags.has(Flag::MachineBusy))
        return MeasuredAgain::tr("while other programs used the processor");
    if (sample.flags.has(Flag::Throttled))
        return MeasuredAgain::tr("with the clock lowered");
    if (sample.flags.has(Flag::Preempted))
        return MeasuredAgain::tr("while the system took the processor away");
    return hasClaim(sample) ? MeasuredAgain::tr("with a wider interval") : MeasuredAgain::tr("with too few readings");
}

} // namespace

QString measuredAgainWords(const Sample& before, const Sample& now, bool keepsBefore, const Format& format)
{
    if (keepsBefore)
        return MeasuredAgain::tr("Measured again: %1, %2. The better %3 of before is kept.")
            .arg(timeOf(now, format), causeOf(now), timeOf(before, format));
    return MeasuredAgain::tr("Measured again: %1 in place of %2.").arg(timeOf(now, format), timeOf(before, format));
}

MeasuredAgain::MeasuredAgain(MeasureController& controller, LiveSession& session, const SnapshotFeed& feed, QUndoStack& undo,
                             MessageStrip& strip, QObject* parent)
    : QObject(parent)
{
    connect(&controller, &MeasureController::replacing, this,
            [&controller, &session, &undo](const ReplacedPointer& replaced) {
                undo.push(new MeasuringStep(session, controller, replaced));
            });
    const auto tell = [&feed, &strip](const QString& words) {
        strip.tell(Severity::Hint, feed.isLocked() ? tr("%1 The locked picture does not show it.").arg(words) : words);
    };
    connect(&controller, &MeasureController::pointMeasuredAgain, this,
            [this, tell](const SamplePointer& before, const SamplePointer& now, bool keepsBefore) {
                tell(measuredAgainWords(*before, *now, keepsBefore, m_format));
            });
    connect(&controller, &MeasureController::cellsKept, this, [this, tell](std::int64_t kept, std::int64_t measured) {
        tell(tr("Measured again. %1 of %2 cells were disturbed or have wider intervals now: "
                "the earlier ones are kept.")
                 .arg(m_format.whole(kept), m_format.whole(measured)));
    });
}

} // namespace ridgepoint
