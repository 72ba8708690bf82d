// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "tests/support/test_main.h"
#include "tests/unit/import/import_samples.h"

#include <QTest>

#include <cmath>

using namespace ridgepoint;

namespace {

std::string traceOf(const std::string& events)
{
    return R"({"schemaVersion": 1, "deviceProperties": [], "traceEvents": [)" + events + "]}";
}
std::string kernelEvent(const std::string& more)
{
    return R"({"ph": "X", "cat": "kernel", "name": "k", )" + more + "}";
}
std::string operatorEvent(const std::string& arguments)
{
    return R"({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "ts": 1, "dur": 2, "args": {)" + arguments + "}}";
}

} // namespace

class PytorchReaderTest : public test::Case {
    Q_OBJECT

private slots:
    void knowsTracesByTheirContent()
    {
        QVERIFY(pytorchFormat().recognises(test::importSample("pytorch_gpu.json").substr(0, 300)));
        QVERIFY(pytorchFormat().recognises(traceOf("")));
        QVERIFY(!pytorchFormat().recognises(R"({"displayTimeUnit": "ns", "traceEvents": [{"name": "launch"}]})"));
        QVERIFY(!pytorchFormat().recognises(""));
        QVERIFY(!pytorchFormat().recognises("\"schemaVersion\" \"traceEvents\""));
    }

    // Mutations: which launch gets the work, the 2.0 of copies within a device, bytesPerGigabyte.
    void givesKernelsOfAGpuTheWorkOfTheirOperator()
    {
        const auto read = test::importedFrom(pytorchFormat(), test::importSample("pytorch_gpu.json"));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->device, std::string("Example GPU"));
        QCOMPARE(read->kernels.size(), std::size_t{7});
        const ImportedKernel gemm = test::kernelNamed(*read, "example_gemm", WorkOrigin::Formula);
        QCOMPARE(gemm.kernel.flops.value(), 2.0 * 64 * 128 * 256);
        QCOMPARE(gemm.kernel.bytes.value(), 2.0 * (128 + 64 * 256 + 256 * 128 + 64 * 128));
        QCOMPARE(gemm.kernel.launches, 1.0);
        QVERIFY(test::isNear(gemm.kernel.time.value(), 30.5e-6));
        QVERIFY(gemm.profiled);
        // The second kernel of the operator, and a launch whose operator is not in the trace.
        QCOMPARE(test::kernelNamed(*read, "example_split_reduce", WorkOrigin::Unknown).kernel.flops.value(), 0.0);
        QVERIFY(test::isNear(test::kernelNamed(*read, "example_split_reduce", WorkOrigin::Unknown).kernel.time.value(),
                             2.5e-6));
        QVERIFY(
            test::isNear(test::kernelNamed(*read, "example_gemm", WorkOrigin::Unknown).kernel.time.value(), 29.5e-6));
        const ImportedKernel fused = test::kernelNamed(*read, "triton_poi_fused_add_0", WorkOrigin::Formula);
        QCOMPARE(fused.kernel.flops.value(), 1000.0);
        QVERIFY(test::isNear(fused.kernel.bytes.value(), 2e6));
        QCOMPARE(test::kernelNamed(*read, "Memcpy HtoD (Pageable -> Device)", WorkOrigin::Counted).kernel.bytes.value(),
                 4096.0);
        QCOMPARE(test::kernelNamed(*read, "Memcpy DtoD (Device -> Device)", WorkOrigin::Counted).kernel.bytes.value(),
                 8192.0);
        QCOMPARE(test::kernelNamed(*read, "Memset (Device)", WorkOrigin::Counted).kernel.bytes.value(), 512.0);
        QVERIFY(test::hasRemark(*read, "1 launch, "));
        QVERIFY(test::hasRemark(*read, "link between them"));
        QVERIFY(read->kernels.front().kernel.time >= read->kernels.back().kernel.time);
    }

    // Mutations: whose time an operator of known work has, whether the inner or the outer of two counts, the thread.
    void takesOperatorsWhereThereIsNoGpu()
    {
        const auto read = test::importedFrom(pytorchFormat(), test::importSample("pytorch_cpu.json"));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->kernels.size(), std::size_t{5});
        const ImportedKernel product = test::kernelNamed(*read, "aten::addmm", WorkOrigin::Formula);
        QCOMPARE(product.kernel.flops.value(), 2.0 * 64 * 128 * 256);
        QVERIFY(test::isNear(product.kernel.time.value(), 40e-6)); // with the copy inside it
        const ImportedKernel linear = test::kernelNamed(*read, "aten::linear", WorkOrigin::Unknown);
        QCOMPARE(linear.kernel.flops.value(), 0.0);
        QVERIFY(test::isNear(linear.kernel.time.value(), 20e-6));
        QVERIFY(
            test::isNear(test::kernelNamed(*read, "aten::clamp_min", WorkOrigin::Formula).kernel.time.value(), 15e-6));
        QVERIFY(test::isNear(test::kernelNamed(*read, "aten::relu", WorkOrigin::Unknown).kernel.time.value(), 5e-6));
        QVERIFY(test::isNear(test::kernelNamed(*read, "aten::_log_softmax", WorkOrigin::Unknown).kernel.time.value(),
                             30e-6));
        QVERIFY(test::hasRemark(*read, "no kernels of a GPU"));
    }

    // Mutation: `products` of the work, in addLaunches.
    void dealsTheGradientsOfAConvolutionToItsTwoLongestKernels()
    {
        const auto read = test::importedFrom(
            pytorchFormat(),
            traceOf(R"({"ph": "X", "cat": "cpu_op", "name": "aten::convolution_backward", "ts": 1, "dur": 2, "args": {
                    "External id": 5, "Input Dims": [[1, 8, 16, 16], [1, 3, 16, 16], [8, 3, 3, 3]],
                    "Input type": ["float", "float", "float"],
                    "Concrete Inputs": ["", "", "", "", "", "", "", "False", "", "", "[True, True, False]"]}},)"
                    R"({"ph": "X", "cat": "kernel", "name": "dgrad", "ts": 3, "dur": 5, "args": {"External id": 5}},)"
                    R"({"ph": "X", "cat": "kernel", "name": "layout", "ts": 3, "dur": 1, "args": {"External id": 5}},)"
                    R"({"ph": "X", "cat": "kernel", "name": "wgrad", "ts": 9, "dur": 7, "args": {"External id": 5}})"));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        for (const char* name : {"dgrad", "wgrad"})
            QCOMPARE(test::kernelNamed(*read, name, WorkOrigin::Formula).kernel.flops.value(), 2.0 * 2048 * 27);
        QCOMPARE(test::kernelNamed(*read, "layout", WorkOrigin::Unknown).kernel.launches, 1.0);
    }

    // Mutations: the device of a Sum or a Launch left out; the trace's device kept.
    void keepsTheKernelsOfTwoDevicesApart()
    {
        const std::string text = "{\"schemaVersion\": 1, \"deviceProperties\": "
                                 R"([{"id": 0, "name": "A"}, {"id": 1, "name": "B"}], "traceEvents": [)"
                               + kernelEvent(R"("ts": 1, "dur": 1, "args": {"device": 0})") + ","
                               + kernelEvent(R"("ts": 1, "dur": 9, "args": {"device": 1})") + ","
                               + kernelEvent(R"("ts": 1, "dur": 3, "args": {"device": 1, "kernel_flop": 5})") + ","
                               + kernelEvent(R"("ts": 1, "dur": 2, "args": {"device": 7, "kernel_flop": 5})") + "]}";
        const auto read = test::importedFrom(pytorchFormat(), text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->device, std::string());
        QCOMPARE(read->kernels.size(), std::size_t{4});
        const auto microseconds = [&](const char* name, WorkOrigin work) {
            return std::round(test::kernelNamed(*read, name, work).kernel.time.value() * 1e6);
        };
        QCOMPARE(microseconds("k (A, device 0)", WorkOrigin::Unknown), 1.0);
        QCOMPARE(microseconds("k (B, device 1)", WorkOrigin::Unknown), 9.0);
        QCOMPARE(microseconds("k (B, device 1)", WorkOrigin::Formula), 3.0);
        QCOMPARE(microseconds("k (device 7)", WorkOrigin::Formula), 2.0);
        QVERIFY(test::hasRemark(*read, "device 0 A, device 1 B, device 7"));
    }

    void addsLaunchesOfOneName()
    {
        const auto read = test::importedFrom(
            pytorchFormat(), traceOf(kernelEvent(R"("ts": 1, "dur": 2)") + "," + kernelEvent(R"("ts": 9, "dur": 3)")));
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.size(), std::size_t{1});
        QCOMPARE(read->kernels.front().kernel.launches, 2.0);
        QVERIFY(test::isNear(read->kernels.front().kernel.time.value(), 5e-6));
    }

    // Mutation: what the reader does without "Input Dims".
    void saysThatShapesAreMissing()
    {
        const auto read = test::importedFrom(pytorchFormat(), traceOf(operatorEvent(R"("External id": 1)")));
        QVERIFY(read.ok());
        QCOMPARE(read->kernels.front().work, WorkOrigin::Unknown);
        QVERIFY(test::hasRemark(*read, "record_shapes=True"));
    }

    // Arguments that are not what PyTorch writes make no work, and do no harm. Mutation: a bound of nextInput().
    void takesNoWorkFromWrongArguments_data()
    {
        QTest::addColumn<QByteArray>("arguments");
        QTest::newRow("shapes that are text")
            << QByteArray(R"("Input Dims": "[[2, 3], [3, 5]]", "Input type": "float")");
        QTest::newRow("shapes of text") << QByteArray(R"("Input Dims": ["a", null, true], "Input type": [1, 2])");
        QTest::newRow("shapes of objects") << QByteArray(R"("Input Dims": [{"a": [2]}, {}], "Input type": [{}, []])");
        QTest::newRow("lists of tensors")
            << QByteArray(R"("Input Dims": [[[2, 3], [3, 5]], [[2, 3]]], "Input type": ["float", "float"])");
        QTest::newRow("more types than shapes")
            << QByteArray(R"("Input Dims": [[2, 3]], "Input type": ["float", "float", "float"])");
        QTest::newRow("a thousand shapes") << "\"Input type\": [\"float\", \"float\"], \"Input Dims\": ["
                                                  + QByteArray("[2,3],").repeated(1000) + "[]]";
        QTest::newRow("a thousand lengths") << "\"Input type\": [\"float\", \"float\"], \"Input Dims\": [["
                                                   + QByteArray("2,").repeated(1000) + "2], [2, 3]]";
        QTest::newRow("huge lengths") << QByteArray(
            R"("Input Dims": [[1e300, 3], [3, 1e300]], "Input type": ["float", "float"])");
        QTest::newRow("deep nesting") << "\"x\": " + QByteArray("[").repeated(1000) + QByteArray("]").repeated(1000);
        QTest::newRow("arguments twice") << QByteArray(R"("Input Dims": [[2]], "Input Dims": {}, "Input type": 5)");
    }
    void takesNoWorkFromWrongArguments()
    {
        QFETCH(QByteArray, arguments);
        const auto read = test::importedFrom(pytorchFormat(), traceOf(operatorEvent(arguments.toStdString())));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->kernels.size(), std::size_t{1});
        QCOMPARE(read->kernels.front().work, WorkOrigin::Unknown);
    }

    // Mutation: each check of TraceKernels::take and readTraceEvents.
    void refusesWithTheEvent_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        const auto add = [](const char* row, const std::string& text, const char* says) {
            QTest::newRow(row) << QByteArray::fromStdString(text) << QByteArray(says);
        };
        const std::string good = kernelEvent(R"("ts": 1, "dur": 2)") + ",";
        add("no duration", traceOf(good + kernelEvent(R"("ts": 1)")), "event 2 of the trace: its duration");
        add("a duration in words", traceOf(good + kernelEvent(R"("ts": 1, "dur": "long")")), "event 2");
        add("a negative duration", traceOf(kernelEvent(R"("ts": 1, "dur": -2)")), "event 1");
        add("a huge duration", traceOf(kernelEvent(R"("ts": 1, "dur": 1e300)")), "event 1");
        add("a number beyond doubles", traceOf(kernelEvent(R"("ts": 1, "dur": 1e999)")), "event 1");
        add("an operator without start", traceOf(R"({"ph": "X", "cat": "cpu_op", "name": "a", "dur": 1})"), "\"ts\"");
        add("not JSON", "{\"traceEvents\": [nonsense]}", "not valid JSON");
        add("cut off", traceOf(good).substr(0, 100), "export the trace again");
        add("no events", R"({"schemaVersion": 1, "deviceProperties": []})", "traceEvents");
        add("events that are no list", R"({"schemaVersion": 1, "traceEvents": {}})", "traceEvents");
        add("nothing that ran", traceOf(""), "no kernels and no operators");
        add("events that are no objects", traceOf("1, \"a\", [], null"), "no kernels and no operators");
        add("empty", "", "not valid JSON");
    }
    void refusesWithTheEvent()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const auto read = test::importedFrom(pytorchFormat(), text.toStdString());
        QVERIFY(!read.ok());
        QCOMPARE(read.error().kind, ErrorKind::Corrupt);
        QVERIFY2(QByteArray::fromStdString(read.error().message()).contains(says), read.error().message().c_str());
    }

    // Mutations: ShortStrings counting through the end of a string, or not at all.
    void refusesAStringThatTakesTheMemory()
    {
        constexpr std::size_t mib = std::size_t{1} << 20U;
        const auto eventWith = [](std::size_t letters) {
            return kernelEvent("\"ts\": 1, \"dur\": 2, \"x\": \"" + std::string(letters, 'x') + '"');
        };
        const auto read = test::importedFrom(pytorchFormat(), traceOf(eventWith(16 * mib + 1)));
        QVERIFY(!read.ok());
        QCOMPARE(read.error().id, std::string("import.too-large"));
        QVERIFY2(read.error().message().starts_with("event 1 of the trace: a text in it"),
                 read.error().message().c_str());
        const auto fits = test::importedFrom(pytorchFormat(), traceOf(eventWith(9 * mib) + "," + eventWith(9 * mib)));
        QVERIFY2(fits.ok(), fits.ok() ? "" : fits.error().message().c_str());
    }

    // Mutation: an out-of-range look at a stack or list in the reader (under the address sanitizer), or kernels from a
    // text that is not whole.
    void noBeginningOfATraceIsReadAsMore()
    {
        for (const char* name : {"pytorch_gpu.json", "pytorch_cpu.json"}) {
            const std::string text = test::importSample(name);
            QVERIFY(text.size() > 1000);
            QCOMPARE(test::beginningWithMoreKernels(pytorchFormat(), text), std::string::npos);
            QVERIFY(!test::importedFrom(pytorchFormat(), text.substr(0, text.size() - 3)).ok());
        }
    }
};

RIDGEPOINT_TEST(PytorchReaderTest)
#include "pytorch_reader_test.moc"
