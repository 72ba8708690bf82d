// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "tests/support/test_main.h"
#include "tests/unit/import/import_samples.h"

#include <QTest>

using namespace ridgepoint;

namespace {

const std::string surveyHeader = "ID,Function Call Sites and Loops,Self Elapsed Time,Self GFLOP,Self Memory GB\n";

} // namespace

class AdvisorReaderTest : public test::Case {
    Q_OBJECT

private slots:
    // Mutations: advisorGiga, the level that the bytes go to, the signs of the tree in a name.
    void readsLoopsWithTheirBytesUnderTheFirstCache()
    {
        const std::string text = test::importSample("advisor.csv");
        QVERIFY(advisorFormat().recognises(text));
        const auto read = test::importedFrom(advisorFormat(), text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->kernels.size(), std::size_t{2});
        const ImportedKernel triad = test::kernelNamed(*read, "[loop in triad at triad.cpp:12]", WorkOrigin::Counted);
        QVERIFY(test::isNear(triad.kernel.flops.value(), 0.6312e9));
        QVERIFY(test::isNear(triad.kernel.time.value(), 0.15));
        QVERIFY(test::isNear(triad.kernel.throughCaches[0].value(), 10.0992e9));
        QCOMPARE(triad.kernel.bytes.value(), 0.0);
        QVERIFY(triad.profiled);
        QVERIFY(test::isNear(test::kernelNamed(*read, "main", WorkOrigin::Unknown).kernel.time.value(), 0.01));
        QVERIFY(test::hasRemark(*read, "first cache"));
        QVERIFY(test::hasRemark(*read, "1 row "));
    }
    void takesTabsAndTimesTooShortToTell()
    {
        const auto read = test::importedFrom(
            advisorFormat(), "Function Call Sites and Loops\tSelf Elapsed Time\tSelf GFLOP\tSelf Memory GB\n"
                             "a\t0.5s\t1\t2\nb\t< 0.001s\t1\t2\n");
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->kernels.size(), std::size_t{1});
        QCOMPARE(read->kernels.front().kernel.name, std::string("a"));
    }
    // Mutation: an empty cell taken for no operations.
    void anEmptyCellOfOperationsIsNotNone()
    {
        const auto read = test::importedFrom(advisorFormat(), surveyHeader + "1,a,1s,,2\n2,copy,1s,0,2\n3,a,1s,5,2\n");
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        const OwnKernel unknown = test::kernelNamed(*read, "a", WorkOrigin::Counted).kernel;
        QVERIFY(unknown.flopsUnknown && unknown.flops == Flops());
        QVERIFY(!test::kernelNamed(*read, "copy", WorkOrigin::Counted).kernel.flopsUnknown);
    }
    // Mutation: a check of advisorNumber or AdvisorKernels::take.
    void refusesWithTheLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        const auto add = [](const char* row, const std::string& text, const char* says) {
            QTest::newRow(row) << QByteArray::fromStdString(text) << QByteArray(says);
        };
        add("operations were not collected", "Function Call Sites and Loops,Self Time,Self Elapsed Time\na,1s,1s\n",
            "Self GFLOP");
        add("a decimal comma", surveyHeader + "1,a,\"0,5s\",1,2\n", "line 2");
        add("a time in words", surveyHeader + "1,a,long,1,2\n", "line 2");
        add("a negative time", surveyHeader + "1,a,-1s,1,2\n", "line 2");
        add("a row cut off", surveyHeader + "1,a,1s,1,2\n2,b,1s", "line 3");
        add("no rows", surveyHeader, "no loops");
        add("empty", "", "no loops");
    }
    void refusesWithTheLine()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const auto read = test::importedFrom(advisorFormat(), text.toStdString());
        QVERIFY(!read.ok());
        QCOMPARE(read.error().kind, ErrorKind::Corrupt);
        QVERIFY2(QByteArray::fromStdString(read.error().message()).contains(says), read.error().message().c_str());
    }
    // Mutation: an out-of-range look at a row's cells (under the address sanitizer).
    void noBeginningIsReadAsMore()
    {
        const std::string text = test::importSample("advisor.csv");
        QVERIFY(text.size() > 400);
        QCOMPARE(test::beginningWithMoreKernels(advisorFormat(), text), std::string::npos);
    }
};

RIDGEPOINT_TEST(AdvisorReaderTest)
#include "advisor_reader_test.moc"
