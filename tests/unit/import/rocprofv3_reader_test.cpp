// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "tests/support/test_main.h"
#include "tests/unit/import/import_samples.h"

#include <QTest>

using namespace ridgepoint;

namespace {

const std::string shortHeader =
    "\"Dispatch_Id\",\"Agent_Id\",\"Kernel_Name\",\"Counter_Name\",\"Counter_Value\",\"Start_Timestamp\","
    "\"End_Timestamp\"\n";

} // namespace

class Rocprofv3ReaderTest : public test::Case {
    Q_OBJECT

private slots:
    // Mutations: the factors of rocprofCounterNamed; time for each row.
    void readsCountersOfDispatches()
    {
        const std::string text = test::importSample("rocprofv3.csv");
        QVERIFY(rocprofv3Format().recognises(text));
        const auto read = test::importedFrom(rocprofv3Format(), text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->kernels.size(), std::size_t{2});
        const ImportedKernel axpy = test::kernelNamed(*read, "axpy(float, float const*, float*)", WorkOrigin::Counted);
        QCOMPARE(axpy.kernel.flops.value(), 128.0 * 2 * 16384 + 64.0 * 2 * 100);
        QCOMPARE(axpy.kernel.bytes.value(), 1024.0 * 2 * (8192 + 4096));
        QCOMPARE(axpy.kernel.launches, 2.0);
        QVERIFY(test::isNear(axpy.kernel.time.value(), 90e-6));
        QVERIFY(axpy.profiled);
        const ImportedKernel gemm = test::kernelNamed(*read, "gemm", WorkOrigin::Counted);
        QCOMPARE(gemm.kernel.flops.value(), 512000.0); // operations of whole numbers are no FLOP
        QVERIFY(test::isNear(gemm.kernel.time.value(), 100e-6));
    }
    // Mutation: the agent in the key of a dispatch. Two GPUs number their dispatches by themselves.
    void tellsAgentsApart()
    {
        const auto read = test::importedFrom(rocprofv3Format(),
                                             shortHeader + "1,4,k,FETCH_SIZE,1,0,10\n" + "1,5,k,FETCH_SIZE,1,0,10\n");
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.front().kernel.launches, 2.0);
        QVERIFY(test::hasRemark(*read, "several GPUs"));
        QVERIFY(test::hasRemark(*read, "WRITE_SIZE"));
    }
    // Mutation: `dispatches < launches` never true. What a part of the dispatches did is not what all did.
    void countsOfAPartOfTheDispatchesAreLeftOut()
    {
        const std::string add = "4,k,SQ_INSTS_VALU_ADD_F32,100,0,10\n";
        const std::string bytes = "4,k,FETCH_SIZE,1,0,10\n";
        const auto read = test::importedFrom(rocprofv3Format(), shortHeader + "1," + add + "1," + bytes + "2," + bytes);
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.front().kernel.flops, Flops());
        QVERIFY(read->kernels.front().kernel.flopsUnknown);
        QCOMPARE(read->kernels.front().kernel.bytes.value(), 2048.0);
        QCOMPARE(read->kernels.front().work, WorkOrigin::Counted);
        QVERIFY(test::hasRemark(*read, "1 kernel has dispatches without"));
        const auto none = test::importedFrom(rocprofv3Format(),
                                             shortHeader + "1," + bytes + "2,4,k,SQ_BUSY_CYCLES,1,0,10\n");
        QVERIFY(none.ok());
        QCOMPARE(none->kernels.front().kernel.bytes, Bytes());
        QCOMPARE(none->kernels.front().work, WorkOrigin::Unknown);
        const auto whole = test::importedFrom(rocprofv3Format(), test::importSample("rocprofv3.csv"));
        QVERIFY(whole.ok());
        QVERIFY(!test::hasRemark(*whole, "have dispatches without"));
        QVERIFY(!whole->kernels.front().kernel.flopsUnknown);
        const auto bytesAlone = test::importedFrom(rocprofv3Format(), shortHeader + "1," + bytes);
        QVERIFY(bytesAlone.ok());
        QVERIFY(bytesAlone->kernels.front().kernel.flopsUnknown);
    }
    void hasTimesWhereNothingKnownWasCounted()
    {
        const auto read = test::importedFrom(rocprofv3Format(), shortHeader + "1,4,k,SQ_WAVES,7,0,10\n");
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.front().work, WorkOrigin::Unknown);
        QVERIFY(test::hasRemark(*read, "SQ_INSTS_VALU_FMA_F32"));
        QVERIFY(test::hasRemark(*read, "FETCH_SIZE and WRITE_SIZE"));
    }
    // Mutation: a check of RocprofKernels::take.
    void refusesWithTheLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        const auto add = [](const char* row, const std::string& text, const char* says) {
            QTest::newRow(row) << QByteArray::fromStdString(text) << QByteArray(says);
        };
        add("no column of names", "Dispatch_Id,Counter_Name,Counter_Value\n1,a,1\n", "Kernel_Name");
        add("a count in words", shortHeader + "1,4,k,FETCH_SIZE,many,0,10\n", "line 2");
        add("a negative count", shortHeader + "1,4,k,FETCH_SIZE,-1,0,10\n", "line 2");
        add("time backwards", shortHeader + "1,4,k,FETCH_SIZE,1,10,0\n", "before it starts");
        add("a row cut off", shortHeader + "1,4,k,FETCH_SIZE,1,0,10\n1,4,k,FETCH_SIZE", "line 3");
        add("a quote that is not closed", shortHeader + "1,4,\"k,FETCH_SIZE,1,0,10\n", "line 2");
        add("no rows", shortHeader, "no kernels");
        add("empty", "", "no kernels");
    }
    void refusesWithTheLine()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const auto read = test::importedFrom(rocprofv3Format(), text.toStdString());
        QVERIFY(!read.ok());
        QCOMPARE(read.error().kind, ErrorKind::Corrupt);
        QVERIFY2(QByteArray::fromStdString(read.error().message()).contains(says), read.error().message().c_str());
    }
    // Mutation: an out-of-range look at a row's cells (under the address sanitizer).
    void noBeginningIsReadAsMore()
    {
        const std::string text = test::importSample("rocprofv3.csv");
        QVERIFY(text.size() > 1000);
        QCOMPARE(test::beginningWithMoreKernels(rocprofv3Format(), text), std::string::npos);
    }
};

RIDGEPOINT_TEST(Rocprofv3ReaderTest)
#include "rocprofv3_reader_test.moc"
