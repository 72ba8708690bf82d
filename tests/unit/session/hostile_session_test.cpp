// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/session/random_models.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace ridgepoint;

namespace {

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

class HostileSessionTest : public test::Case {
    Q_OBJECT
private slots:
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

RIDGEPOINT_TEST(HostileSessionTest)
#include "hostile_session_test.moc"
