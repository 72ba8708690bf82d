// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/measured_again.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/session/live_session.h"
#include "app/desktop/session/snapshot_feed.h"
#include "core/agenda/replaced_measurements.h"
#include "core/stats/sample.h"

#include <QCoreApplication>
#include <QUndoCommand>
#include <QUndoStack>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

QString wordsOf(ReplacedMeasurements::What what)
{
    using What = ReplacedMeasurements::What;
    const char* text = what == What::Map     ? QT_TRANSLATE_NOOP("ridgepoint", "measuring the map again")
                     : what == What::Roofs   ? QT_TRANSLATE_NOOP("ridgepoint", "measuring the roofs again")
                     : what == What::OneRoof ? QT_TRANSLATE_NOOP("ridgepoint", "measuring the roof again")
                                             : QT_TRANSLATE_NOOP("ridgepoint", "measuring the point again");
    return QCoreApplication::translate("ridgepoint", text);
}

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

MeasuringStep::MeasuringStep(LiveSession& session, MeasureController& controller, ReplacedPointer replaced)
    : QUndoCommand(wordsOf(replaced->what)), m_session(session), m_controller(controller), m_other(std::move(replaced))
{}

void MeasuringStep::undo()
{
    m_controller.takeBack(m_other);
    exchange();
}

void MeasuringStep::redo()
{
    if (!std::exchange(m_done, false))
        exchange();
}

void MeasuringStep::exchange()
{
    for (auto& [workload, other] : m_other->samples)
        if (const SamplePointer shown = m_session.find(m_other->device, workload)) {
            m_session.putSample(*other);
            other = shown;
        }
    if (!m_other->roofs)
        return;
    if (const RoofSet* shown = m_session.roofs(m_other->device, m_other->roofs->threads)) {
        // What came to be known since, of another operation perhaps, stays.
        RoofSet next = *shown;
        for (const Roof& roof : m_other->roofs->roofs)
            next.put(roof);
        next.levels = m_other->roofs->levels;
        m_other->roofs = *shown;
        m_session.setRoofs(std::move(next));
    }
}

/// "± 0.4 %".
QString intervalWordsOf(const Sample& sample, const Format& format)
{
    return format.relativeInterval(sample.time.value(), sample.low.value(), sample.high.value());
}

/// "8.31 ms ± 0.4 %".
QString timeOf(const Sample& sample, const Format& format)
{
    const QString interval = intervalWordsOf(sample, format);
    return interval.isEmpty() ? format.time(sample.time)
                              : QStringLiteral("%1 %2").arg(format.time(sample.time), interval);
}

/// "8.31 ms as before, ± 0.4 % instead of ± 0.5 %", of two times that read alike.
QString asBefore(const Sample& before, const Sample& now, const Format& format)
{
    const QString known = intervalWordsOf(before, format);
    const QString found = intervalWordsOf(now, format);
    return known.isEmpty() || found.isEmpty() || known == found
             ? MeasuredAgain::tr("%1, as before").arg(timeOf(now, format))
             : MeasuredAgain::tr("%1 as before, %2 instead of %3").arg(format.time(now.time), found, known);
}

/// What took time from a sample that the work did not need; empty where nothing did.
QString disturbanceOf(const Sample& sample)
{
    if (sample.flags.has(Flag::MachineBusy))
        return MeasuredAgain::tr("while other programs used the processor");
    if (sample.flags.has(Flag::Throttled))
        return MeasuredAgain::tr("at a reduced clock");
    if (sample.flags.has(Flag::Preempted))
        return MeasuredAgain::tr("while the system ran other programs on the processor");
    return {};
}

/// What makes a sample worse than the one before where both were disturbed or neither, in the order in which samples
/// are compared (isMorePrecise).
QString shortcomingOf(const Sample& now, const Sample& before)
{
    if (!hasConfidenceInterval(now) && hasConfidenceInterval(before))
        return MeasuredAgain::tr("with too few readings");
    if (isConverged(before))
        return MeasuredAgain::tr("without reaching the interval that was asked for");
    return now.high - now.low > before.high - before.low ? MeasuredAgain::tr("with a wider interval")
                                                         : MeasuredAgain::tr("in fewer rounds");
}

} // namespace

QString measuredAgainWords(const Sample& before, const Sample& now, bool keepsBefore, const Format& format)
{
    // Of a disturbed result and one that was not, the latter is kept though it may read worse: the words say so.
    const bool onlyNowDisturbed = disturbanceOf(before).isEmpty() && !disturbanceOf(now).isEmpty();
    const QString cause = onlyNowDisturbed ? disturbanceOf(now) : shortcomingOf(now, before);
    if (format.time(now.time) == format.time(before.time)) { // the same figure twice would be read as a slip
        const QString alike = asBefore(before, now, format);
        if (!keepsBefore)
            return MeasuredAgain::tr("Measured again: %1.").arg(alike);
        return (onlyNowDisturbed
                    ? MeasuredAgain::tr("Measured again %1: %2. The earlier measurement, not disturbed, is kept.")
                    : MeasuredAgain::tr("Measured again %1: %2. The earlier measurement is kept."))
            .arg(cause, alike);
    }
    if (keepsBefore)
        return (onlyNowDisturbed
                    ? MeasuredAgain::tr("Measured again %1: %2. The earlier result, %3, was not disturbed and is kept.")
                    : MeasuredAgain::tr("Measured again %1: %2. The earlier result, %3, is kept."))
            .arg(cause, timeOf(now, format), timeOf(before, format));
    return MeasuredAgain::tr("Measured again: %1 replaces %2.").arg(timeOf(now, format), timeOf(before, format));
}

QString roofsKeptWords(const RoofSet& worse, const RoofSet& known, const Format& format)
{
    // By what factor it is worse; 0 where it is not among those that were known.
    const auto factor = [&](const Roof& roof) {
        const Roof* before = known.find(roof.id);
        return before == nullptr ? 0.0 : std::max(roof.value / before->value, before->value / roof.value);
    };
    const Roof& most = *std::ranges::max_element(worse.roofs, {}, factor);
    const Roof* before = known.find(most.id);
    if (before == nullptr)
        return {};
    const QString change = format.roofValues(most, before->value, most.value, QStringLiteral("%1 → %2"));
    const QString roof = MeasuredAgain::tr("%1 (%2)").arg(roofWord(most.id), change);
    const auto others = static_cast<std::int64_t>(worse.roofs.size()) - 1;
    return MeasuredAgain::tr("Other activity disturbed the measurement: %1 got worse. The earlier values are kept.")
        .arg(others == 0   ? roof
             : others == 1 ? MeasuredAgain::tr("%1 and one other roof").arg(roof)
                           : MeasuredAgain::tr("%1 and %2 other roofs").arg(roof, format.whole(others)));
}

MeasuredAgain::MeasuredAgain(MeasureController& controller, LiveSession& session, const SnapshotFeed& feed,
                             QUndoStack& undo, MessageStrip& strip, QObject* parent)
    : QObject(parent), m_controller(controller), m_session(session), m_undo(undo), m_strip(strip)
{
    connect(&controller, &MeasureController::roofsKept, this, &MeasuredAgain::offerWorse);
    connect(&session, &LiveSession::replaced, this, [this] { m_strip.dismiss(m_offer); });
    connect(&controller, &MeasureController::replacing, this,
            [&controller, &session, &undo](const ReplacedPointer& replaced) {
                undo.push(new MeasuringStep(session, controller, replaced));
            });
    const auto tell = [&feed, &strip](const QString& words) {
        strip.tell(Severity::Hint,
                   feed.isLocked() ? tr("%1 The picture is locked and does not show it.").arg(words) : words);
    };
    connect(&controller, &MeasureController::pointMeasuredAgain, this,
            [this, tell](const SamplePointer& before, const SamplePointer& now, bool keepsBefore) {
                tell(measuredAgainWords(*before, *now, keepsBefore, m_format));
            });
    connect(&controller, &MeasureController::cellsKept, this, [this, tell](std::int64_t kept, std::int64_t measured) {
        tell(tr("Measured again. %1 of %2 cells were disturbed or have wider intervals now; their earlier values are "
                "kept.")
                 .arg(m_format.whole(kept), m_format.whole(measured)));
    });
}

void MeasuredAgain::offerWorse(const RoofSet& worse)
{
    const RoofSet* known = m_session.roofs(worse.device, worse.threads);
    m_offer = known != nullptr ? roofsKeptWords(worse, *known, m_format) : QString();
    if (!m_offer.isEmpty())
        m_strip.tell(Severity::Warning, m_offer, tr("Use the new values"), [this, worse] { use(worse); },
                     {tr("Keep"), [] {}});
}

void MeasuredAgain::use(const RoofSet& worse)
{
    const RoofSet* known = m_session.roofs(worse.device, worse.threads);
    if (known == nullptr)
        return;
    const auto before = std::make_shared<ReplacedMeasurements>(
        ReplacedMeasurements{.what = ReplacedMeasurements::What::Roofs, .device = worse.device, .roofs = *known});
    m_session.putRoofs(worse);
    m_undo.push(new MeasuringStep(m_session, m_controller, before));
}

} // namespace ridgepoint
