// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// How often intervals cover the truth, on made-up cells. The truth of a cell is the 25th percentile of the distribution
// that its readings have within an undisturbed round: ln reading = ln scale + drift(round) + e, where e is stationary
// with autocorrelation 0.5 and standard deviation s, and drift has median 0 over the rounds. Hence
// truth = scale exp(-0.6745 s). Seeds are fixed: the same cells at every run.
#include "core/stats/summary.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

using namespace ridgepoint;

namespace {

constexpr int cells = 4000;
constexpr double lowerQuartile = -0.674489750196;

/// How rounds drift against each other.
enum class Drift {
    None,
    Shifts,  ///< each round is off by a normal amount of its own
    Warming, ///< slower from round to round; the middle of the run is the truth
    Wave,    ///< a slow wave of random phase and period
};

struct CellModel {
    double within = 0.01; ///< standard deviation of ln reading within a round
    double between = 0.01;
    double correlation = 0.5;
    Drift drift = Drift::Shifts;
    int readingsPerRound = 5;
};

class MadeUpCell {
public:
    MadeUpCell(const CellModel& model, unsigned seed) : m_model(model), m_random(seed)
    {
        std::uniform_real_distribution<double> uniform(0.0, 1.0);
        m_phase = 2.0 * std::numbers::pi * uniform(m_random);
        m_period = 4.0 + 8.0 * uniform(m_random);
        m_deviation = m_normal(m_random);
    }
    [[nodiscard]] double truth() const { return std::exp(lowerQuartile * m_model.within); }
    void addRound(Readings& readings, int round, int ofRounds)
    {
        const double shift = m_model.between * driftOf(round, ofRounds);
        readings.beginRound();
        // Other cells are measured in between: a round starts afresh.
        m_deviation = m_normal(m_random);
        for (int i = 0; i < m_model.readingsPerRound; ++i) {
            m_deviation = m_model.correlation * m_deviation
                        + std::sqrt(1.0 - m_model.correlation * m_model.correlation) * m_normal(m_random);
            readings.add(Seconds(std::exp(shift + m_model.within * m_deviation)));
        }
    }

private:
    double driftOf(int round, int ofRounds)
    {
        switch (m_model.drift) {
        case Drift::None: return 0.0;
        case Drift::Shifts: return m_normal(m_random);
        case Drift::Warming: return 2.0 * (round - 0.5 * (ofRounds - 1)) / ofRounds;
        case Drift::Wave: return std::sqrt(2.0) * std::sin(m_phase + 2.0 * std::numbers::pi * round / m_period);
        }
        return 0.0;
    }

    CellModel m_model;
    std::mt19937 m_random;
    std::normal_distribution<double> m_normal{0.0, 1.0};
    double m_phase = 0.0;
    double m_period = 1.0;
    double m_deviation = 0.0;
};

/// The part of cells whose interval covers the truth after a fixed number of rounds.
double coverageAfter(const CellModel& model, int rounds)
{
    int covered = 0;
    for (unsigned seed = 0; seed < cells; ++seed) {
        MadeUpCell cell(model, seed);
        Readings readings;
        for (int round = 0; round < rounds; ++round)
            cell.addRound(readings, round, rounds);
        const Summary summary = summarise(readings);
        covered += summary.low.value() <= cell.truth() && cell.truth() <= summary.high.value() ? 1 : 0;
    }
    return static_cast<double>(covered) / cells;
}

/// The same when each cell stops by the rule.
double coverageWhenStopping(const CellModel& model, const StoppingRule& rule)
{
    int covered = 0;
    for (unsigned seed = 0; seed < cells; ++seed) {
        MadeUpCell cell(model, seed);
        Readings readings;
        Summary summary;
        int round = 0;
        do {
            cell.addRound(readings, round++, rule.maximumRounds);
            summary = summarise(readings);
        } while (rule.judge(summary) == Convergence::Continue);
        covered += summary.low.value() <= cell.truth() && cell.truth() <= summary.high.value() ? 1 : 0;
    }
    return static_cast<double>(covered) / cells;
}

} // namespace

class CoverageTest : public test::Case {
    Q_OBJECT
private slots:
    void intervalsCoverTheTruth_data()
    {
        QTest::addColumn<int>("drift");
        QTest::addColumn<double>("within");
        QTest::addColumn<double>("between");
        QTest::addColumn<int>("perRound");
        QTest::addColumn<int>("rounds");
        for (const int rounds : {6, 9, 12, 20, 30})
            for (const int perRound : {3, 5}) {
                const auto name = [&](const char* what) {
                    return QStringLiteral("%1, %2 rounds of %3")
                        .arg(QLatin1String(what))
                        .arg(rounds)
                        .arg(perRound)
                        .toUtf8();
                };
                QTest::newRow(name("drift as large as noise").constData())
                    << static_cast<int>(Drift::Shifts) << 0.01 << 0.01 << perRound << rounds;
                QTest::newRow(name("drift three times the noise").constData())
                    << static_cast<int>(Drift::Shifts) << 0.01 << 0.03 << perRound << rounds;
                QTest::newRow(name("warming up").constData())
                    << static_cast<int>(Drift::Warming) << 0.01 << 0.01 << perRound << rounds;
                QTest::newRow(name("a slow wave").constData())
                    << static_cast<int>(Drift::Wave) << 0.01 << 0.01 << perRound << rounds;
                QTest::newRow(name("no drift").constData())
                    << static_cast<int>(Drift::None) << 0.01 << 0.0 << perRound << rounds;
            }
        // One long run a round averages its own noise: what is left is mostly drift.
        for (const int rounds : {6, 12, 30})
            QTest::newRow(QStringLiteral("long runs, %1 rounds of 1").arg(rounds).toUtf8().constData())
                << static_cast<int>(Drift::Shifts) << 0.002 << 0.01 << 1 << rounds;
    }
    void intervalsCoverTheTruth()
    {
        QFETCH(int, drift);
        QFETCH(double, within);
        QFETCH(double, between);
        QFETCH(int, perRound);
        QFETCH(int, rounds);
        const double coverage = coverageAfter(
            {.within = within, .between = between, .drift = static_cast<Drift>(drift), .readingsPerRound = perRound},
            rounds);
        qInfo("%s: %.1f %%", QTest::currentDataTag(), 100.0 * coverage);
        QVERIFY(coverage >= 0.94);
    }

    /// Few rounds claim nothing, and yet their range must not say that a thing is known which is not.
    void fewRoundsCoverTheTruthToo_data()
    {
        QTest::addColumn<double>("between");
        QTest::addColumn<int>("perRound");
        QTest::addColumn<int>("rounds");
        for (const int rounds : {1, 2, 3, 5})
            for (const int perRound : {1, 3, 5})
                for (const double between : {0.005, 0.01, 0.02, 0.03})
                    QTest::newRow(QStringLiteral("%1 rounds of %2, which differ by %3")
                                      .arg(rounds)
                                      .arg(perRound)
                                      .arg(between)
                                      .toUtf8()
                                      .constData())
                        << between << perRound << rounds;
    }
    void fewRoundsCoverTheTruthToo()
    {
        QFETCH(double, between);
        QFETCH(int, perRound);
        QFETCH(int, rounds);
        const double coverage = coverageAfter({.within = 0.01, .between = between, .readingsPerRound = perRound},
                                              rounds);
        qInfo("%s: %.1f %%", QTest::currentDataTag(), 100.0 * coverage);
        QVERIFY(coverage >= 0.94);
    }

    void stoppingEarlyKeepsTheCoverage_data()
    {
        QTest::addColumn<double>("within");
        QTest::addColumn<double>("between");
        for (const double within : {0.003, 0.01, 0.02})
            for (const double between : {0.003, 0.01, 0.02})
                QTest::newRow(QStringLiteral("noise %1, drift %2").arg(within).arg(between).toUtf8().constData())
                    << within << between;
    }
    void stoppingEarlyKeepsTheCoverage()
    {
        QFETCH(double, within);
        QFETCH(double, between);
        const double coverage = coverageWhenStopping({.within = within, .between = between}, StoppingRule{});
        qInfo("%s: %.1f %%", QTest::currentDataTag(), 100.0 * coverage);
        QVERIFY(coverage >= 0.94);
    }
};

RIDGEPOINT_TEST(CoverageTest)
#include "coverage_test.moc"
