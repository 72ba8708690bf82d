// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/own_kernels_csv.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/session/random_models.h"

#include <QTemporaryDir>
#include <QTest>

#include <clocale>
#include <cmath>
#include <fstream>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

Session aSession(std::size_t samples, std::uint64_t seed = 1)
{
    Session session;
    session.created = "2026-01-02T03:04:05Z";
    session.devices = {aCpu(), anAbsentGpu(), aGpu()};
    session.roofs = {someRoofs()};
    session.environment = {{"compiler", "GCC 12"}, {"governor", "performance"}};
    session.plans = {aPlan()};
    session.samples = RandomModels(seed).samples(samples);
    session.ownKernels = {
        {.name = "mine, \"é\"",
         .flops = Flops(2e9),
         .bytes = Bytes(1e8),
         .launches = 3.0,
         .time = Seconds(0.1),
         .throughCaches = {Bytes(4e9), Bytes(), Bytes(3e8)}},
        {.name = {}, .flops = Flops(0.0), .bytes = Bytes(0.1), .launches = 0.0, .time = Seconds(1e-9)}};
    session.experiments = {anExperimentResult()};
    session.viewJson = R"({"theme":"dark","zoom":[1.5,2]})";
    session.notes = "first line\nsecond \"line\" \\ é 漢字";
    return session;
}

bool sameSession(const Session& a, const Session& b)
{
    return a.created == b.created && same(a.devices, b.devices) && same(a.roofs, b.roofs)
        && a.environment == b.environment && a.plans == b.plans && same(a.samples, b.samples)
        && a.viewJson == b.viewJson && a.notes == b.notes && a.unknownJson == b.unknownJson
        && a.ownKernels == b.ownKernels && same(a.experiments, b.experiments);
}

/// A minimal file with this in the place of the samples object's content.
std::string withSamples(const std::string& columns)
{
    return R"({"format":"ridgepoint-session","version":1,"samples":{)" + columns + "}}";
}

} // namespace

class SessionTest : public Case {
    Q_OBJECT
private slots:
    void survivesARoundTripToTheLastBit_data()
    {
        QTest::addColumn<int>("samples");
        QTest::addColumn<qulonglong>("seed");
        QTest::newRow("no samples") << 0 << 1ULL;
        QTest::newRow("one sample") << 1 << 2ULL;
        for (qulonglong seed = 3; seed < 13; ++seed)
            QTest::addRow("300 samples, seed %llu", seed) << 300 << seed;
    }
    void survivesARoundTripToTheLastBit()
    {
        QFETCH(int, samples);
        QFETCH(qulonglong, seed);
        const Session session = aSession(static_cast<std::size_t>(samples), seed);
        const std::string text = toJson(session);
        const auto read = parseSession(text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QVERIFY(sameSession(session, *read));
        QCOMPARE(toJson(*read), text);
    }
    void survivesAFileThatIsLongerThanTheReadBuffer()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a session.ridge").toStdString();
        const Session session = aSession(2000);
        QVERIFY(writeSession(session, path).ok());
        QVERIFY(std::filesystem::file_size(path) > 200000);
        const auto read = readSession(path);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QVERIFY(sameSession(session, *read));
    }
    void storesOneArrayAColumnAndWordsInADictionary()
    {
        Session session;
        session.samples.resize(3);
        for (Sample& sample : session.samples)
            sample.time = sample.median = sample.low = sample.high = Seconds(0.25);
        session.samples[1].workload.operation = Operation::Cos;
        session.samples[2].keptReadings = {0.5F, 0.1F};
        const std::string text = toJson(session);
        for (const char* part :
             {R"("format":"ridgepoint-session","version":1)", R"("elements":[1,1,1])", R"("operation":[0,1,0])",
              R"("operation":["fma","cos"])", R"("time_s":[0.25,0.25,0.25])", R"("kept_readings_s":[[],[],[0.5,0.1]])"})
            QVERIFY2(text.find(part) != std::string::npos, part);
    }
    void keepsUnknownFieldsAndTheViewAndWritesThemBack()
    {
        const std::string text =
            R"({"format":"ridgepoint-session","version":1,"later":{"a":[1,2.5,null,true,"x"]},"view":{"q":{"z":1}},"also":-7})";
        const auto read = parseSession(text);
        QVERIFY(read.ok());
        const std::string view = R"({"q":{"z":1}})"; // moc cannot read raw strings in macros
        const std::string later = R"("later":{"a":[1,2.5,null,true,"x"]})";
        const std::string also = R"("also":-7)";
        QCOMPARE(read->viewJson, view);
        const std::string again = toJson(*read);
        QVERIFY(again.find(later) != std::string::npos);
        QVERIFY(again.find(also) != std::string::npos);
        const auto twice = parseSession(again);
        QVERIFY(twice.ok());
        QCOMPARE(twice->unknownJson, read->unknownJson);
    }
    void namesTheKernelAndTheFieldThatAreWrong_data()
    {
        QTest::addColumn<QByteArray>("kernels");
        QTest::addColumn<QString>("says");
        QTest::newRow("no array") << QByteArray("{}") << "own_kernels must be";
        QTest::newRow("a number") << QByteArray("5") << "own_kernels must be an array";
        QTest::newRow("a number among them")
            << QByteArray(R"([{"flops":1,"time_s":1},5])") << "own_kernels[1] must be an object";
        QTest::newRow("an array among them")
            << QByteArray(R"([[{"flops":1,"time_s":1}]])") << "own_kernels[0] must be an object";
        QTest::newRow("a time of zero") << QByteArray(R"([{"flops":1,"time_s":1},{"flops":1,"time_s":0}])")
                                        << "own_kernels[1].time_s";
        QTest::newRow("no FLOP") << QByteArray(R"([{"time_s":1}])") << "own_kernels[0].flops is missing";
        QTest::newRow("fewer than no bytes through a cache")
            << QByteArray(R"([{"flops":1,"time_s":1,"bytes_l2":-1}])") << "own_kernels[0].bytes_l2";
        QTest::newRow("fewer than no bytes")
            << QByteArray(R"([{"flops":1,"time_s":1,"bytes":-1}])") << "own_kernels[0].bytes";
        QTest::newRow("a slope along nothing")
            << QByteArray(R"([{"flops":1,"time_s":1,"slopes":[{"slope":1,"half_width":0}]}])")
            << "own_kernels[0].slopes[0].along is missing";
        QByteArray many = R"([{"flops":1,"time_s":1})";
        for (std::size_t i = 0; i < maximumOwnKernels; ++i)
            many += R"(,{"flops":1,"time_s":1})";
        QTest::newRow("more than a session holds") << many + "]"
                                                   << "at most 100000 kernels";
    }
    void namesTheKernelAndTheFieldThatAreWrong()
    {
        QFETCH(QByteArray, kernels);
        QFETCH(QString, says);
        const auto read = parseSession(R"({"format":"ridgepoint-session","version":1,"own_kernels":)"
                                       + kernels.toStdString() + "}");
        QVERIFY(!read.ok());
        QVERIFY2(QString::fromStdString(read.error().message()).contains(says), read.error().message().c_str());
    }
    void keepsWhereAKernelIsFromAndReadsFilesThatDoNotSay()
    {
        Session session;
        session.ownKernels = {{.name = "gemm",
                               .flops = Flops(2e9),
                               .time = Seconds(0.5),
                               .work = WorkOrigin::Counted,
                               .profiled = true,
                               .source = "trace.csv",
                               .device = "GPU \"one\"",
                               .slopes = {{"size", 0.98, 0.02, false}, {"ops", -0.25, 0.5, true}}}};
        const auto read = parseSession(toJson(session));
        QVERIFY(read.ok());
        QCOMPARE(read->ownKernels.size(), std::size_t{1});
        QVERIFY(read->ownKernels.front() == session.ownKernels.front());
        const auto older = parseSession(
            R"({"format":"ridgepoint-session","version":1,"own_kernels":[{"flops":1,"time_s":1},{"flops":1,"time_s":1,"work":"guessed","deep":{"a":[1]}}]})");
        QVERIFY(older.ok());
        QVERIFY(older->ownKernels.front().work == WorkOrigin::Typed);
        QVERIFY(older->ownKernels.front().source.empty() && !older->ownKernels.front().profiled);
        QVERIFY(older->ownKernels.back().work == WorkOrigin::Typed);
    }
    void holdsAHundredThousandKernels()
    {
        Session session;
        const OwnKernel kernel{.name = "k",
                               .flops = Flops(1.0),
                               .bytes = Bytes(2.0),
                               .launches = 3.0,
                               .time = Seconds(4.0),
                               .throughCaches = {Bytes(5.0), Bytes(6.0), Bytes(7.0)},
                               .work = WorkOrigin::Declared,
                               .profiled = true,
                               .source = "s",
                               .device = "d"};
        session.ownKernels.assign(maximumOwnKernels, kernel);
        const auto read = parseSession(toJson(session));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QVERIFY(read->ownKernels == session.ownKernels);
    }
    void readsBytesByLevelAndPassesOverLevelsThatItDoesNotKnow()
    {
        const auto read = parseSession(
            R"({"format":"ridgepoint-session","version":1,"own_kernels":[{"flops":1,"time_s":1,"bytes_l2":5,"bytes_l4":6}]})");
        QVERIFY(read.ok());
        QCOMPARE(read->ownKernels.front().throughCaches[1], Bytes(5.0));
        QCOMPARE(read->ownKernels.front().throughCaches[0], Bytes(0.0));
        QCOMPARE(trafficOf(read->ownKernels.front()).size(), std::size_t{1});
    }
    void leavesOutAKernelThatCouldNotBeReadBack()
    {
        Session session = aSession(1);
        session.ownKernels.front().time = Seconds(0.0);
        const auto read = parseSession(toJson(session));
        QVERIFY(read.ok());
        QCOMPARE(read->ownKernels.size(), std::size_t{1});
    }
    void refusesAViewThatIsNoObjectRatherThanWriteABrokenFile()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("x.ridge").toStdString();
        Session session = aSession(1);
        session.viewJson = "{\"open\":";
        const auto written = writeSession(session, path);
        QVERIFY(!written.ok());
        QCOMPARE(written.error().id, "session.view");
        QVERIFY(!std::filesystem::exists(path));
        QVERIFY(parseSession(toJson(session)).ok());
    }
    void refusesANewerVersionByNameBeforeAnythingElseIsRead()
    {
        const auto read = parseSession(R"({"format":"ridgepoint-session","version":3,"samples":["a new shape"]})");
        QVERIFY(!read.ok());
        QCOMPARE(read.error().id, "session.newer-version");
        QVERIFY(read.error().kind == ErrorKind::Unsupported);
        const std::string message = read.error().message();
        QVERIFY(message.find("version 3; this program reads up to 1") != std::string::npos);
    }
    void anyTruncationIsAnErrorWithAPlace()
    {
        const std::string text = toJson(aSession(2));
        QVERIFY(parseSession(text).ok());
        for (std::size_t length = 0; length < text.size(); ++length) {
            const auto read = parseSession(std::string_view(text).substr(0, length));
            // A number that lost digits may also be out of its range; that names the column and row instead of the
            // byte. What ends before it says that it is a session is none, and has no place.
            const bool beganAsSession = std::string_view(text).substr(0, length).find("\"format\"")
                                     != std::string_view::npos;
            const bool hasPlace = !read.ok() && read.error().kind == ErrorKind::Corrupt
                               && (beganAsSession ? !read.error().arguments.empty()
                                                  : read.error().id == "session.not-a-session");
            if (!hasPlace)
                QFAIL(qPrintable(QString("truncated at byte %1").arg(length)));
        }
    }
    void leavesOutASampleThatCouldNotBeReadBack()
    {
        Session session = aSession(3);
        session.samples[1].time = Seconds(std::numeric_limits<double>::quiet_NaN());
        const auto read = parseSession(toJson(session));
        QVERIFY(read.ok());
        QCOMPARE(read->samples.size(), std::size_t{2});
        QVERIFY(same(read->samples[1], session.samples[2]));
    }
    void writesNoRoofThatCouldNotBeReadBack()
    {
        Session session = aSession(3);
        session.roofs[0].roofs[0].value = 1e25;
        session.roofs[0].roofs[1].low = -1e30;
        session.roofs[0].levels[0].claimed = Bytes(1e19);
        session.roofs[0].levels[0].kept = Bytes(1e19);
        session.roofs[0].levels[1].kept = session.roofs[0].levels[1].capacity * 2.0;
        session.roofs[0].levels[0].capacity = Bytes(1e19);
        session.roofs[0].otherLoad = 1.5;
        const auto read = parseSession(toJson(session));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        const RoofSet& roofs = read->roofs[0];
        QCOMPARE(roofs.roofs.size() + 1, session.roofs[0].roofs.size());
        QCOMPARE(roofs.roofs[0].id, session.roofs[0].roofs[1].id);
        QCOMPARE(roofs.roofs[0].low, roofs.roofs[0].value);
        QVERIFY(std::isinf(roofs.levels[0].capacity.value()) && !roofs.otherLoad);
        QCOMPARE(roofs.levels[0].kept.value(), 0.0);
        QCOMPARE(roofs.levels[1].kept.value(), roofs.levels[1].capacity.value());
    }
    void readsWordsThatStandInTheColumnItself()
    {
        const std::string columns =
            R"("device":["cpu","cuda:0"],"operation":["fma","cos"],"precision":["fp32","fp64"],)"
            R"("launch_mode":["queued","graph"],"elements":[10,1e3],"operations_per_element":[1,2.0],"chain_length":[4,4],)"
            R"("fusion_depth":[2,1],"threads":[1,2],"time_s":[1,2],"median_s":[1,2],"time_low_s":[1,2],"time_high_s":[1,2],)"
            R"("somebody_elses_column":[{"a":[1]},null])";
        const auto read = parseSession(withSamples(columns));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->samples.size(), std::size_t{2});
        QCOMPARE(read->samples[1].workload.elements, std::int64_t{1000});
        QVERIFY(read->samples[1].workload.operation == Operation::Cos);
        QCOMPARE(read->samples[1].device, "cuda:0");
    }
    void numbersDoNotDependOnTheLocale()
    {
        if (std::setlocale(LC_ALL, "de_DE.UTF-8") == nullptr && std::setlocale(LC_ALL, "fr_FR.UTF-8") == nullptr)
            QSKIP("neither de_DE.UTF-8 nor fr_FR.UTF-8 is installed, so no locale with a decimal comma can be set");
        const Session session = aSession(20);
        const auto read = parseSession(toJson(session));
        std::setlocale(LC_ALL, "C");
        QVERIFY(read.ok());
        QVERIFY(sameSession(session, *read));
    }
};

RIDGEPOINT_TEST(SessionTest)
#include "session_test.moc"
