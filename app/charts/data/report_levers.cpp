// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/describe.h"
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/lever_sentences.h"
#include "app/charts/data/report.h"
#include "app/charts/style/texts.h"

#include <algorithm>

namespace ridgepoint {
namespace {

/// "2.4× (2.3× to 2.5×)"; of few readings that their range claims nothing.
QString speedupWords(const MeasuredSpeedup& measured, const Format& format)
{
    return tr("%1 (%2)").arg(format.factor(measured.factor),
                             measured.claimsCoverage ? factorRange(measured.range, format) : tr("few readings"));
}

ReportTable leverTable(const std::vector<const LeverFact*>& levers, const ReportSubject& subject, const Format& format)
{
    ReportTable table{.title = tr("What would help"), .note = {}, .heads = {}, .numbers = {}, .rows = {}};
    if (levers.empty())
        return table;
    const auto isThere = [](const LeverFact* fact) { return fact->measured.has_value(); };
    const bool anyMeasured = std::any_of(levers.begin(), levers.end(), isThere);
    const bool anyPublished = std::any_of(levers.begin(), levers.end(), [](const LeverFact* fact) {
        return fact->measured && fact->measured->provenance != Provenance::Measured;
    });
    table.note = isImagined(*subject.snapshot)
                   ? tr("How much faster this point would be by the what-if roofs, best first.")
                   : tr("How much faster this point would be by the roofs, best first.");
    table.heads = {tr("Lever"), tr("Predicted")};
    table.numbers = {false, true};
    if (anyMeasured) {
        table.heads << (anyPublished ? tr("Published") : tr("Measured"));
        table.numbers.push_back(true);
    }
    table.heads << tr("Then limited by") << tr("What it is");
    table.numbers.insert(table.numbers.end(), {false, false});
    for (const LeverFact* fact : levers) {
        QStringList cells{leverTitle(fact->lever, subject.point, format), format.factor(fact->lever.speedup)};
        if (anyMeasured)
            cells << (fact->measured ? speedupWords(*fact->measured, format) : QStringLiteral("–"));
        table.rows.push_back(cells << regimeLabel(fact->lever.limitAfter)
                                   << leverMeaning(fact->lever, subject.point, format));
    }
    return table;
}

} // namespace

ReportHelp reportHelp(const ReportSubject& subject, const Format& format)
{
    ReportHelp help;
    if (subject.isOfExperimentsAlone())
        return help;
    const std::vector<LeverFact> levers = leversAt(subject.point, *subject.snapshot,
                                                   subject.lookup ? subject.lookup : lookupIn(subject.snapshot));
    const LeverRows rows = leverRows(levers, subject.tried);
    help.levers = leverTable(rows.shown, subject, format);
    help.others = uselessWords(rows.others, subject.point, format);
    if (!subject.tried || !subject.tried->lever.workload)
        return help;
    TriedLever tried = *subject.tried;
    tried.running = false; // on paper nothing is still being measured
    help.trial = triedWords(tried, format);
    help.trialPlace =
        tr("Tried from %1 to %2.").arg(placeAndMode(tried.from, format), placeAndMode(*tried.lever.workload, format));
    return help;
}

} // namespace ridgepoint
