// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/own_kernels_csv.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/session/random_models.h"

#include <QTemporaryDir>

#include <clocale>
#include <cmath>
#include <fstream>

#include <sys/stat.h>

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

std::string file(const std::string& fields) { return R"({"format":"ridgepoint-session","version":1,)" + fields + "}"; }
std::string samples(const std::string& columns) { return file(R"("samples":{)" + columns + "}"); }
std::string nested(const std::string& open, int times)
{
    std::string text;
    for (int i = 0; i < times; ++i)
        text += open;
    return text;
}

/// A whole, readable set of columns of one row, with one column replaced.
std::string row(const std::string& name, const std::string& column)
{
    std::vector<std::pair<std::string, std::string>> columns{
        {"device", R"(["cpu"])"},     {"operation", R"(["fma"])"},
        {"precision", R"(["fp32"])"}, {"launch_mode", R"(["queued"])"},
        {"elements", "[8]"},          {"operations_per_element", "[1]"},
        {"chain_length", "[1]"},      {"fusion_depth", "[1]"},
        {"threads", "[1]"},           {"time_s", "[1]"},
        {"median_s", "[1]"},          {"time_low_s", "[1]"},
        {"time_high_s", "[1]"}};
    std::string text;
    bool replaced = false;
    for (const auto& [each, value] : columns) {
        replaced = replaced || each == name;
        text += (text.empty() ? "\"" : ",\"") + each + "\":" + (each == name ? column : value);
    }
    return samples(replaced || name.empty() ? text : text + ",\"" + name + "\":" + column);
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
    /// A copy has no FLOP; of a kernel whose FLOP were not collected nobody knows.
    void keepsFlopThatAreNotKnownApartFromNone()
    {
        Session session;
        const OwnKernel copy{.name = "copy", .bytes = Bytes(1e9), .time = Seconds(1.0), .work = WorkOrigin::Counted};
        OwnKernel unknown = copy;
        unknown.flopsUnknown = true;
        session.ownKernels = {copy, unknown};
        const auto read = parseSession(toJson(session));
        QVERIFY(read.ok());
        QVERIFY(read->ownKernels == session.ownKernels);
        const auto older = parseSession(
            R"({"format":"ridgepoint-session","version":1,"own_kernels":[{"flops":0,"bytes":5,"time_s":1,"work":"counted"}]})");
        QVERIFY(older.ok());
        QVERIFY(!older->ownKernels.front().flopsUnknown);
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
    void theUnchangedRowIsReadable() { QVERIFY(parseSession(row("", "")).ok()); }

    void refusesWithTheReasonAndThePlace_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("id");
        QTest::addColumn<std::string>("mentions");
        const auto add = [](const char* name, const std::string& text, const char* id, const char* mentions) {
            QTest::newRow(name) << text << std::string(id) << std::string(mentions);
        };
        add("nothing", "", "session.not-a-session", ".ridge");
        add("not JSON", "hello", "session.not-a-session", ".ridge");
        add("an array", "[]", "session.not-a-session", ".ridge");
        add("a number", "5", "session.not-a-session", ".ridge");
        add("no format", R"({"version":1})", "session.not-a-session", ".ridge");
        add("another format", R"({"format":"x","version":1})", "session.not-a-session", ".ridge");
        add("no version", R"({"format":"ridgepoint-session"})", "session.not-a-session", ".ridge");
        add("a version that is text", R"({"format":"ridgepoint-session","version":"1"})", "json.unexpected", "version");
        add("a version of zero", R"({"format":"ridgepoint-session","version":0})", "json.unexpected", "version");
        add("a field twice", file(R"("notes":"a","notes":"b")"), "session.field-twice", "notes");
        add("trailing bytes", file(R"("notes":"a")") + "x", "session.damaged", "byte");
        add("invalid UTF-8", file("\"notes\":\"\xff\""), "session.damaged", "byte");
        add("a deep unknown field", file("\"deep\":" + nested("[", 100000)), "json.too-deep", "64");
        add("deep unknown objects", file("\"deep\":" + nested("{\"a\":", 100000)), "json.too-deep", "64");
        add("a deep unknown column", samples("\"deep\":" + nested("[", 100000)), "json.too-deep", "64");
        add("a huge tree", file("\"many\":[" + nested("0,", 1100000) + "0]"), "json.too-many-values", "1048576");
        add("many unknown fields", file(nested("\"a\":[0,0,0],", 400000) + "\"b\":0"), "json.too-many-values", "");
        add("a device without id", file(R"("devices":[{"kind":"cpu","available":true}])"), "json.missing",
            "devices[0].id");
        for (const char* value : {"0", "1e-300", "0.5", "1e25"})
            add(value,
                file(R"("roofs":[{"device":"cpu","roofs":[{"id":"bandwidth.dram","kind":"bandwidth","value":)"
                     + std::string(value) + R"(,"provenance":"measured"}]}])"),
                "json.unexpected", "roofs[0].roofs[0].value");
        add("a bandwidth that says it is a launch",
            file(
                R"("roofs":[{"device":"cpu","roofs":[{"id":"bandwidth.dram","kind":"launch","value":1e-300,"provenance":"measured"}]}])"),
            "json.unexpected", "roofs[0].roofs[0].kind");
        add("a roof whose range ends before it begins",
            file(
                R"("roofs":[{"device":"cpu","roofs":[{"id":"bandwidth.dram","kind":"bandwidth","value":6e9,"low":7e9,"high":5e9,"provenance":"measured"}]}])"),
            "json.unexpected", "low must be at most high");
        add("a roof that is text",
            file(R"("roofs":[{"device":"cpu","roofs":[{"id":"bandwidth.dram","kind":"bandwidth","value":"6"}]}])"),
            "json.unexpected", "roofs[0].roofs[0].value");
        add("a flag that nobody knows",
            file(R"("roofs":[{"device":"cpu","roofs":[{"id":"bandwidth.dram","kind":"bandwidth","value":6,)"
                 R"("provenance":"measured","flags":"machine-bored"}]}])"),
            "json.unknown-name", "roofs[0].roofs[0].flags");
        add("more other load than there is processor",
            file(R"("roofs":[{"device":"cpu","roofs":[],"other_load":1.5}])"), "json.unexpected",
            "roofs[0].other_load");
        add("an impossible plan",
            file(
                R"("settings":{"plans":[{"device":"cpu","base":{"operation":"fma","precision":"fp32","elements":1,)"
                R"("operations_per_element":1,"chain_length":4,"fusion_depth":3,"launch_mode":"queued"},"axes":[],"strategy":"full",)"
                R"("budget_s":1,"target_interval":0.1}]})"),
            "workload.depth-not-divisor", "settings.plans[0].base");
        add("environment of numbers", file(R"("environment":{"a":1})"), "json.unexpected", "environment.a");
        add("samples that are no object", file(R"("samples":[])"), "json.unexpected", "samples");
        add("a column that is no array", row("elements", "5"), "session.unexpected", "samples.elements");
        add("a column that is an object", row("elements", "{}"), "session.unexpected", "samples.elements");
        add("a column in a column", row("elements", "[[1]]"), "session.unexpected", "samples.elements[0]");
        add("numbers as text", row("elements", R"(["8"])"), "session.unexpected", "samples.elements[0]");
        add("null as a number", row("time_s", "[null]"), "session.unexpected", "samples.time_s[0]");
        add("true as a number", row("time_s", "[true]"), "session.unexpected", "samples.time_s[0]");
        add("a fraction of an element", row("elements", "[1.5]"), "session.unexpected", "samples.elements[0]");
        add("no elements at all", row("elements", "[0]"), "session.unexpected", "samples.elements[0]");
        add("negative elements", row("elements", "[-8]"), "session.unexpected", "samples.elements[0]");
        add("elements beyond 64 bits", row("elements", "[18446744073709551615]"), "session.unexpected",
            "samples.elements[0]");
        add("elements beyond anything", row("elements", "[99999999999999999999999]"), "session.unexpected",
            "samples.elements[0]");
        add("a time beyond a double", row("time_s", "[1e999]"), "json.number", "byte");
        add("a time beyond any measurement", row("time_s", "[1e300]"), "session.unexpected",
            "samples.time_s[0] must be a number from 1e-12 to 1e+09");
        add("a time of zero", row("time_s", "[0]"), "session.unexpected", "samples.time_s[0]");
        add("a negative interval", row("time_low_s", "[-1]"), "session.unexpected", "samples.time_low_s[0]");
        add("NaN", row("time_s", "[NaN]"), "session.damaged", "byte");
        add("a longer column", row("time_s", "[1,1]"), "session.column-length", "samples.");
        add("a shorter column", row("time_s", "[]"), "session.column-length", "samples.time_s has 0");
        add("a missing column", samples(R"("elements":[1])"), "session.missing-column", "samples.");
        add("a column twice", samples(R"("elements":[1],"elements":[1])"), "session.column-twice", "samples.elements");
        add("an unknown operation", row("operation", R"(["sin"])"), "session.unknown-word", "sin");
        add("an interval that ends before it begins", row("time_low_s", "[2]"), "session.impossible-interval",
            "Sample 0");
        add("a depth that does not divide", row("fusion_depth", "[3]"), "session.impossible-sample", "Sample 0");
        add("a dictionary that is too short", row("operation", "[7]"), "session.dictionary", "samples.operation[0]");
        add("a dictionary of numbers", row("dictionary", R"({"operation":[1]})"), "json.unexpected",
            "dictionary.operation[0]");
        add("a dictionary that is a number", row("dictionary", "5"), "session.unexpected", "samples.dictionary");
        const std::string endless(257, 'x');
        add("a word that a million samples would copy", row("device", "[\"" + endless + "\"]"), "session.unexpected",
            "samples.device[0]");
        add("such a word in the dictionary", row("dictionary", "{\"device\":[\"cpu\",\"" + endless + "\"]}"),
            "session.unexpected", "samples.dictionary.device[1]");
        add("negative places", row("operation", "[-1]"), "session.unexpected", "samples.operation[0]");
        add("65 readings", row("kept_readings_s", "[[" + nested("1,", 64) + "1]]"), "session.unexpected", "64");
        add("readings beyond a float", row("kept_readings_s", "[[1e300]]"), "session.unexpected", "kept_readings_s[0]");
        add("readings without rows", row("kept_readings_s", "[1]"), "session.unexpected", "kept_readings_s[0]");
        add("readings that are words", row("kept_readings_s", R"([["1"]])"), "session.unexpected",
            "kept_readings_s[0]");
        add("readings too deep", row("kept_readings_s", "[[[1]]]"), "session.unexpected", "kept_readings_s[0]");
        add("too many samples", samples("\"elements\":[" + nested("1,", 1100000) + "1]"), "session.too-many-samples",
            "1048576");
    }
    void refusesWithTheReasonAndThePlace()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, id);
        QFETCH(std::string, mentions);
        const auto read = parseSession(text);
        QVERIFY(!read.ok());
        QCOMPARE(read.error().id, id);
        QVERIFY2(read.error().message().find(mentions) != std::string::npos, read.error().message().c_str());
    }

    void namesAFileThatCannotBeOpened()
    {
        QTemporaryDir folder;
        const auto absent = readSession(folder.filePath("absent.ridge").toStdString());
        QVERIFY(!absent.ok());
        QVERIFY(absent.error().kind == ErrorKind::Unavailable);
        QVERIFY(absent.error().message().find("absent.ridge") != std::string::npos);
        const auto isFolder = readSession(folder.path().toStdString());
        QVERIFY(!isFolder.ok());
        QCOMPARE(isFolder.error().id, "session.not-a-file");
    }
    void tellsAnEmptyFileFromAForeignOneAndADamagedOne()
    {
        QTemporaryDir folder;
        const auto idOf = [&](const QByteArray& bytes) {
            QFile file(folder.filePath("a.ridge"));
            if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
                return std::string("not written");
            file.close();
            const auto read = readSession(file.fileName().toStdString());
            return read.ok() ? std::string("read") : std::string(read.error().id);
        };
        const QByteArray whole = QByteArray::fromStdString(row("", ""));
        QCOMPARE(idOf({}), std::string("session.empty"));
        QCOMPARE(idOf("PK\x03\x04"), std::string("session.not-a-session"));
        QCOMPARE(idOf(whole.left(whole.size() / 2)), std::string("session.damaged"));
        QCOMPARE(idOf(whole), std::string("read"));
    }
    void doesNotWaitForAPipeThatNobodyWritesTo()
    {
        QTemporaryDir folder;
        const std::string pipe = folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        const auto read = readSession(pipe);
        QVERIFY(!read.ok());
        QCOMPARE(read.error().id, "session.not-a-file");
    }
    void refusesAFileBeyondTheLimitWithoutReadingIt()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("huge.ridge").toStdString();
        QFile huge(QString::fromStdString(path.string()));
        QVERIFY(huge.open(QIODevice::WriteOnly));
        QVERIFY(huge.resize((qint64{256} << 20) + 1)); // sparse: takes no disk
        const auto read = readSession(path);
        QVERIFY(!read.ok());
        QCOMPARE(read.error().id, "session.too-large");
    }
};

RIDGEPOINT_TEST(SessionTest)
#include "session_test.moc"
