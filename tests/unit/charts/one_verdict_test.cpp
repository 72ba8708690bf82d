// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/sweep_summary.h"
#include "app/charts/data/describe.h"
#include "app/charts/data/regime_map_data.h"
#include "app/charts/data/report.h"
#include "app/charts/data/series_data.h"
#include "app/desktop/inspect/lever_facts.h"
#include "app/desktop/inspect/point_words.h"
#include "app/desktop/session/live_session.h"
#include "core/session/csv.h"
#include "core/session/session.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"
#include "tests/support/verdict_proof.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

using namespace ridgepoint;

namespace {

constexpr std::array allRegimes{Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled};
const test::SyntheticOptions verdictOptions{.columns = 13, .rows = 14, .measuredFraction = 0.25};

/// A session of which every seventh sample was disturbed, so that there are doubtful verdicts and none at all as well.
Session disturbedSession()
{
    Session session = test::syntheticSession(verdictOptions);
    for (std::size_t i = 0; i < session.samples.size(); i += 7)
        for (Seconds* time :
             {&session.samples[i].time, &session.samples[i].median, &session.samples[i].low, &session.samples[i].high})
            *time = *time * (i % 2 == 0 ? 1.6 : 12.0);
    return session;
}

/// A session of what the program's own sweep measured of a machine that is disturbed in every way, cells left out as
/// they are by it.
Session sweptSession()
{
    constexpr test::Disturbances all{
        .bursts = true, .memory = true, .stolenCore = true, .clock = true, .launches = true};
    const test::ProofMap map = test::measureProofMap(all, 3, Strategy::Adaptive);
    test::FakeClock clock;
    Session session;
    session.created = "2026-01-01T12:00:00Z";
    session.devices = {test::DisturbedBackend(all, 3, clock).info()};
    session.roofs = {map.roofs};
    session.plans = {map.plan};
    session.plans.front().device = session.devices.front().id;
    for (const auto& sample : map.samples)
        if (sample && !sample->flags.has(Flag::Interpolated))
            session.samples.push_back(*sample);
    return session;
}

/// A session's map as the window shows it.
Snapshot snapshotOf(const Session& session)
{
    Snapshot snapshot;
    snapshot.generation = 1;
    snapshot.device = session.devices.front();
    snapshot.roofs = session.roofs.front();
    snapshot.plan = session.plans.front();
    snapshot.samples = session.samples;
    complete(snapshot);
    return snapshot;
}

QString nameOfAny(const std::optional<Regime>& regime)
{
    const std::string_view name = regime ? nameOf(*regime) : std::string_view();
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

/// A column of a CSV text, top to bottom.
QStringList column(const std::string& csv, const char* head)
{
    QStringList lines = QString::fromStdString(csv).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    const qsizetype place = lines.takeFirst().split(QLatin1Char(',')).indexOf(QLatin1String(head));
    QStringList values;
    for (const QString& line : lines)
        values << line.split(QLatin1Char(',')).value(place);
    return values;
}

/// The regime whose word, or label, comes first in a sentence.
std::optional<Regime> firstNamed(const QString& words, QString (*nameIn)(Regime) = regimeWord)
{
    std::optional<Regime> first;
    qsizetype at = words.size();
    for (const Regime regime : allRegimes)
        if (const qsizetype found = words.indexOf(nameIn(regime), 0, Qt::CaseInsensitive); found >= 0 && found < at) {
            first = regime;
            at = found;
        }
    return first;
}

} // namespace

/// Everything that is told of one session names the same regime for the same sample.
class OneVerdictTest : public QObject {
    Q_OBJECT

    std::map<QString, Session> m_sessions;
    std::map<QString, Snapshot> m_snapshots;
    Session m_session;
    Snapshot m_snapshot;
    Workload m_cursor;
    [[nodiscard]] std::optional<Regime> verdict(std::size_t sample) const { return m_snapshot.points[sample].regime; }
    [[nodiscard]] bool isMeasured(std::size_t sample) const
    {
        return !m_snapshot.samples[sample].flags.has(Flag::Interpolated);
    }

    /// With what is unexplained the shares of a table make up the whole, where there are any.
    static void wholeShares(const std::string& csv)
    {
        std::vector<QStringList> columns;
        for (const char* head :
             {"share_compute", "share_memory", "share_overhead", "share_under_filled", "share_unexplained"})
            columns.push_back(column(csv, head));
        int known = 0;
        for (qsizetype line = 0; line < columns.front().size(); ++line) {
            if (columns.front()[line].isEmpty())
                continue;
            ++known;
            double sum = 0.0;
            for (const QStringList& each : columns)
                sum += each[line].toDouble();
            QVERIFY2(std::abs(sum - 1.0) < 1e-6, qPrintable(QString::number(sum)));
        }
        QVERIFY(known > 0);
    }

private slots:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("session");
        m_sessions = {{QStringLiteral("made up"), disturbedSession()}, {QStringLiteral("swept"), sweptSession()}};
        for (const auto& [name, session] : m_sessions) {
            QTest::newRow(qPrintable(name)) << name;
            m_snapshots[name] = snapshotOf(session);
        }
    }
    void init()
    {
        test::failOnQtWarnings();
        QFETCH_GLOBAL(QString, session);
        m_session = m_sessions[session];
        m_snapshot = m_snapshots[session];
        m_cursor = m_snapshot.plan.cell(m_snapshot.plan.cellCount() / 2);
    }

    void theSessionHoldsDoubtAsWell()
    {
        QVERIFY(m_snapshot.samples.size() >= m_snapshot.plan.cellCount());
        for (const bool measured : {true, false}) {
            std::map<QString, int> met;
            int ambiguous = 0;
            for (std::size_t i = 0; i < m_snapshot.samples.size(); ++i) {
                if (isMeasured(i) != measured)
                    continue;
                ++met[nameOfAny(verdict(i))];
                ambiguous += verdict(i) && m_snapshot.points[i].flags.has(Flag::Ambiguous) ? 1 : 0;
            }
            for (const Regime regime : {Regime::Compute, Regime::Memory, Regime::Overhead})
                QVERIFY2(met[nameOfAny(regime)] > 2, qPrintable(nameOfAny(regime)));
            QVERIFY2(met[QString()] > 0 && ambiguous > 0, "doubt as well");
        }
    }

    void aFileThatIsReadAgain()
    {
        const std::string text = toJson(m_session);
        QVERIFY(text.find("regime") == std::string::npos); // told from what was measured, always
        const auto read = parseSession(text);
        QVERIFY(read.ok());
        const Snapshot again = snapshotOf(*read);
        QCOMPARE(again.samples.size(), m_snapshot.samples.size());
        for (std::size_t i = 0; i < again.samples.size(); ++i) {
            QVERIFY(again.samples[i].workload == m_snapshot.samples[i].workload);
            QCOMPARE(nameOfAny(again.points[i].regime), nameOfAny(verdict(i)));
        }
    }

    void theTableOfSamples()
    {
        const QStringList regimes = column(toCsv(m_snapshot.samples, m_snapshot.points), "regime");
        QCOMPARE(regimes.size(), static_cast<qsizetype>(m_snapshot.samples.size()));
        for (std::size_t i = 0; i < m_snapshot.samples.size(); ++i)
            QCOMPARE(regimes[static_cast<qsizetype>(i)], nameOfAny(verdict(i)));
        wholeShares(toCsv(m_snapshot.samples, m_snapshot.points));
    }

    void theMapAndItsTable()
    {
        const RegimeMapData map = regimeMapData(m_snapshot, m_cursor);
        const std::string csv = toCsv(map);
        std::array<QStringList, allRegimes.size()> shares;
        std::transform(allRegimes.begin(), allRegimes.end(), shares.begin(), [&](Regime regime) {
            return column(csv, qPrintable(QLatin1String("share_") + nameOfAny(regime).replace('-', '_')));
        });
        const QStringList ambiguous = column(csv, "ambiguous");
        const QStringList regimes = column(csv, "regime");
        wholeShares(csv);
        for (std::size_t i = 0; i < m_snapshot.samples.size(); ++i) {
            const auto cell = map.cellOf(m_snapshot.samples[i].workload);
            QVERIFY(cell.has_value());
            QCOMPARE(nameOfAny(map.cells[*cell].regime), nameOfAny(verdict(i)));
            const auto line = static_cast<qsizetype>(*cell);
            QCOMPARE(regimes[line], nameOfAny(verdict(i)));
            QCOMPARE(ambiguous[line] == QLatin1String("1"), m_snapshot.points[i].flags.has(Flag::Ambiguous));
            if (!verdict(i))
                continue;
            const double named = shares[static_cast<std::size_t>(*verdict(i))][line].toDouble();
            for (const QStringList& each : shares)
                QVERIFY(each[line].toDouble() <= named);
        }
    }

    void chartsAndTooltips()
    {
        for (std::size_t i = 0; i < m_snapshot.samples.size(); ++i) {
            const ChartPoint point = chartPoint(m_snapshot, i);
            QCOMPARE(nameOfAny(point.regime), nameOfAny(verdict(i)));
            QVERIFY(!point.regimeIsPredicted);
            const QString words = describePoint(point, Format(QLocale::c())).join(QLatin1Char('\n'));
            if (verdict(i)) // the parts of its time, the largest first
                QVERIFY2(firstNamed(words, regimeLabel) == verdict(i),
                         qPrintable(words + QLatin1String(", by the verdict: ") + nameOfAny(verdict(i))));
            else
                QVERIFY2(words.contains(QStringLiteral("not known")), qPrintable(words));
            QVERIFY2(words.contains(QStringLiteral("unexplained")) == (point.shares->unexplained >= 0.01),
                     qPrintable(words));
        }
    }

    void theInspector()
    {
        const Format format(QLocale::c());
        const auto snapshot = std::make_shared<const Snapshot>(m_snapshot);
        LiveSession live;
        for (const Sample& sample : m_session.samples)
            live.putSample(sample);
        for (std::size_t i = 0; i < m_snapshot.samples.size(); ++i) {
            const PointFacts facts = factsOf(m_snapshot.samples[i].workload, snapshot, live.lookup("cpu"));
            QCOMPARE(facts.sample != nullptr, isMeasured(i));
            const PointWords words = wordsOf(facts, format);
            QVERIFY2(firstNamed(words.headline) == verdict(i),
                     qPrintable(words.headline + QLatin1String(", by the verdict: ") + nameOfAny(verdict(i))));
            QVERIFY2(words.headline.startsWith(QStringLiteral("Interpolated")) != isMeasured(i),
                     qPrintable(words.headline));
            QVERIFY2(verdict(i) || words.headline.contains(QStringLiteral("not known"), Qt::CaseInsensitive),
                     qPrintable(words.headline));
            QVERIFY2(words.meaning.isEmpty() || firstNamed(words.meaning) == verdict(i), qPrintable(words.meaning));
            QVERIFY2(words.level.isEmpty() || verdict(i) == Regime::Memory, qPrintable(words.level));
            const auto saysSo = [&](const QString& sentence) { // as sure as the headline, which may add how far it is
                QString named = words.headline.section(QStringLiteral(", but faster than "), 0, 0)
                                    .remove(QStringLiteral("Interpolated: "))
                                    .remove(QStringLiteral(", far from its roof"));
                named[0] = named[0].toLower();
                return sentence.endsWith(QStringLiteral(" say %1.").arg(named));
            };
            QVERIFY2(words.disagreement.isEmpty() || saysSo(words.disagreement),
                     qPrintable(words.headline + QStringLiteral(" | ") + words.disagreement));
            QCOMPARE(nameOfAny(facts.named()), nameOfAny(verdict(i)));
            QCOMPARE(nameOfAny(leverFactsOf(facts, live.lookup("cpu")).regime), nameOfAny(verdict(i)));
        }
    }

    /// The shares above the terms and the levers below them are of one time: where the roofs allow it, launches have at
    /// least what their term is of it, work no more than that leaves, and half the launch cost saves no more than half
    /// of the launches' share. A state is read a moment away from the sample, which a few hundredths allow for.
    void theSharesBesideTermsAndLevers()
    {
        constexpr double state = 0.05;
        const Format format(QLocale::c());
        const auto snapshot = std::make_shared<const Snapshot>(m_snapshot);
        int checked = 0;
        for (std::size_t i = 0; i < m_snapshot.samples.size(); ++i) {
            const PointFacts facts = factsOf(m_snapshot.samples[i].workload, snapshot, lookupIn(snapshot));
            const PointAnalysis& point = m_snapshot.points[i];
            if (!facts.sample || !facts.prediction || point.basis != Basis::Roofs || !point.referenceTime
                || *point.referenceTime < facts.prediction->time)
                continue;
            ++checked;
            const Seconds time = *point.referenceTime;
            const double launches = facts.prediction->overhead / time;
            const double work = point.shares->compute + point.shares->memory + point.shares->underFilled;
            const QString place = QStringLiteral("%1 of %2 work, launches %3: %4")
                                      .arg(i)
                                      .arg(work)
                                      .arg(launches)
                                      .arg(wordsOf(facts, format).shares);
            QVERIFY2(work <= 1.0 - launches + state, qPrintable(place));
            QVERIFY2(point.shares->overhead >= launches - state, qPrintable(place));
            for (const LeverFact& fact : leversAt(facts.workload, m_snapshot, lookupIn(snapshot)))
                if (fact.lever.kind == LeverKind::HalveLaunch)
                    QVERIFY2((fact.lever.before - fact.lever.after) / time <= point.shares->overhead / 2.0 + state,
                             qPrintable(place));
        }
        QVERIFY(checked > 10);
    }

    void theSummaryOfASweep()
    {
        std::array<std::size_t, allRegimes.size()> counts{};
        std::size_t named = 0;
        for (std::size_t i = 0; i < m_snapshot.samples.size(); ++i)
            if (verdict(i)) {
                ++named;
                ++counts[static_cast<std::size_t>(*verdict(i))];
            }
        QStringList parts;
        for (const Regime regime : allRegimes)
            if (const std::size_t count = counts[static_cast<std::size_t>(regime)]; count > 0)
                parts << QStringLiteral("%1 %2 %")
                             .arg(nameOfAny(regime))
                             .arg(std::lround(100.0 * static_cast<double>(count) / static_cast<double>(named)));
        const QString text = QString::fromStdString(summaryText(m_snapshot.plan, m_snapshot.roofs, m_snapshot.samples,
                                                                m_snapshot.points, RunOutcome::Done, Seconds(1.0)));
        QVERIFY2(
            text.contains(
                QStringLiteral("regimes found:   %1 of %2 cells").arg(parts.join(QStringLiteral(", "))).arg(named)),
            qPrintable(text));
    }

    void aSummaryWithoutAVerdictSaysWhy()
    {
        std::vector<PointAnalysis> points = m_snapshot.points;
        const auto summary = [&] {
            return QString::fromStdString(summaryText(m_snapshot.plan, m_snapshot.roofs, m_snapshot.samples, points,
                                                      RunOutcome::Done, Seconds(1.0)));
        };
        for (PointAnalysis& point : points)
            point.regime.reset();
        QVERIFY2(summary().contains(QStringLiteral("their limit is not known yet"))
                     && !summary().contains(QStringLiteral("a roof is missing")),
                 qPrintable(summary()));
        for (PointAnalysis& point : points)
            point.shares.reset();
        QVERIFY2(summary().contains(QStringLiteral("a roof is missing")), qPrintable(summary()));
    }

    void theReport()
    {
        const Format format(QLocale::c());
        ReportSubject subject;
        subject.snapshot = std::make_shared<const Snapshot>(m_snapshot);
        subject.cursor = m_cursor;
        subject.parts.everySample = true;
        std::map<QString, int> expected;
        for (std::size_t i = 0; i < m_snapshot.samples.size(); ++i) {
            subject.point = m_snapshot.samples[i].workload;
            const QString headline = reportFindings(subject, format).first;
            QVERIFY2(headline.startsWith(QStringLiteral("Interpolated")) != isMeasured(i), qPrintable(headline));
            QVERIFY2(firstNamed(headline) == verdict(i),
                     qPrintable(headline + QLatin1String(", by the verdict: ") + nameOfAny(verdict(i))));
            if (isMeasured(i))
                ++expected[verdict(i) ? regimeLabel(*verdict(i)) : QStringLiteral("–")];
        }
        const auto tables = reportTables(subject, format);
        const auto table = std::find_if(tables.begin(), tables.end(), [](const ReportTable& each) {
            return each.title.startsWith(QLatin1String("Measured points"));
        });
        QVERIFY(table != tables.end());
        std::map<QString, int> listed;
        for (const QStringList& row : table->rows)
            ++listed[row[table->heads.indexOf(QLatin1String("Limited by"))]];
        QCOMPARE(listed, expected);
    }
};

RIDGEPOINT_GUI_TEST(OneVerdictTest)
#include "one_verdict_test.moc"
