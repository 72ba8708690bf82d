// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "core/import/pytorch_operators.h"
#include "tests/support/test_main.h"
#include "tests/unit/import/import_samples.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ridgepoint;

Q_DECLARE_METATYPE(std::vector<OperatorInput>)

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

using Inputs = std::vector<OperatorInput>;

OperatorInput tensor(std::vector<double> shape, const char* type = "float")
{
    return {.shape = std::move(shape), .type = elementTypeNamed(type), .value = {}};
}
OperatorInput given(const char* value) { return {.shape = {}, .type = elementTypeNamed("Scalar"), .value = value}; }
OperatorInput nothing() { return {}; }

constexpr double huge = std::numeric_limits<double>::max();

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

    // Mutation: the FLOP that Inductor notes of products alone taken for none.
    void whatInductorNotesWithoutFlopHasThemUnknown()
    {
        const auto read = test::importedFrom(
            pytorchFormat(),
            traceOf(kernelEvent(R"("ts": 1, "dur": 3, "args": {"kernel_num_gb": 0.5})") + ","
                    + kernelEvent(R"("ts": 5, "dur": 3, "args": {"kernel_flop": 5, "kernel_num_gb": 0.5})")));
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        const OwnKernel sum = test::kernelNamed(*read, "k", WorkOrigin::Formula).kernel;
        QVERIFY(test::isNear(sum.bytes.value(), 1e9));
        QVERIFY(sum.flopsUnknown && sum.flops == Flops()); // of one of two tells nothing
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
    // Each row's mutation: a factor of its formula, or the place of one of its arguments.
    void countsByTheFormula_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<Inputs>("inputs");
        QTest::addColumn<double>("flops");
        QTest::addColumn<double>("bytes");
        const auto add = [](const char* name, Inputs inputs, double flops, double bytes) {
            QTest::newRow(name) << QByteArray(name) << std::move(inputs) << flops << bytes;
        };
        add("aten::mm", {tensor({2, 3}), tensor({3, 5})}, 60, 4 * (6 + 15 + 10));
        add("aten::addmm", {tensor({5}), tensor({2, 3}), tensor({3, 5}), given("1"), given("1")}, 60,
            4 * (5 + 6 + 15 + 10));
        add("aten::bmm", {tensor({7, 2, 3}, "c10::Half"), tensor({7, 3, 5}, "c10::Half")}, 420, 2 * 7 * (6 + 15 + 10));
        add("aten::matmul", {tensor({4, 1, 2, 3}), tensor({7, 3, 5})}, 4 * 420, 4 * (24 + 105 + 280));
        add("aten::linear", {tensor({4, 2, 3}), tensor({5, 3}), tensor({5})}, 240, 4 * (24 + 15 + 5 + 40));
        add("aten::mv", {tensor({2, 3}, "double"), tensor({3}, "double")}, 12, 8 * (6 + 3 + 2));
        add("aten::_scaled_mm", {tensor({2, 3}, "c10::Float8_e4m3fn"), tensor({3, 5}, "c10::Float8_e4m3fn")}, 60,
            6 + 15 + 2 * 10);
        // 8 channels of 3x3 over 3 channels of 16x16, padded so that the size stays: 2 x 2048 outputs x 27.
        const Inputs convolution{tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), nothing(),
                                 given("[1, 1]"),        given("[1, 1]"),      given("[1, 1]"),
                                 given("False"),         given("[0, 0]"),      given("1")};
        add("aten::convolution", convolution, 2 * 2048 * 27, 4 * (768 + 216 + 2048));
        add("aten::conv2d",
            {tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), nothing(), given("[2, 2]"), given("[1, 1]"), given("[1, 1]"),
             given("1")},
            2 * 512 * 27, 4 * (768 + 216 + 512));
        add("aten::cudnn_convolution",
            {tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), given("[0, 0]"), given("[1, 1]"), given("[1, 1]"),
             given("1")},
            2 * 8 * 14 * 14 * 27, 4 * (768 + 216 + 8 * 14 * 14));
        // Transposed: each of 4 x 8 x 8 inputs is multiplied with 6 x 2 x 2 weights; two groups make 12 outputs.
        add("aten::_convolution",
            {tensor({1, 4, 8, 8}), tensor({4, 6, 2, 2}), nothing(), given("[2, 2]"), given("[0, 0]"), given("[1, 1]"),
             given("True"), given("[0, 0]"), given("2")},
            2 * 256 * 24, 4 * (256 + 96 + 12 * 16 * 16));
        add("aten::convolution_backward",
            {tensor({1, 8, 16, 16}), tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), given("[8]"), given("[1, 1]"),
             given("[1, 1]"), given("[1, 1]"), given("False"), given("[0, 0]"), given("1"),
             given("[False, True, True]")},
            2 * 2048 * 27, 4 * (2048 + 768 + 2 * 216));
        add("aten::_scaled_dot_product_flash_attention",
            {tensor({2, 4, 64, 32}, "c10::Half"), tensor({2, 4, 64, 32}, "c10::Half"),
             tensor({2, 4, 64, 32}, "c10::Half"), given("0."), given("False")},
            4.0 * 8 * 64 * 64 * 32, 2 * 4 * 16384);
        add("aten::_scaled_dot_product_flash_attention_for_cpu",
            {tensor({2, 4, 64, 32}), tensor({2, 4, 64, 32}), tensor({2, 4, 64, 32}), given("0."), given("True")},
            4.0 * 8 * 64 * 65 / 2 * 32, 4 * 4 * 16384);
        add("aten::_flash_attention_forward",
            {tensor({2, 64, 4, 32}), tensor({2, 16, 4, 32}), tensor({2, 16, 4, 32}), nothing(), nothing(), given("64"),
             given("16"), given("0."), given("False")},
            4.0 * 8 * 64 * 16 * 32, 4 * (2 * 16384 + 2 * 4096));
        add("aten::_scaled_dot_product_flash_attention_for_cpu_backward",
            {tensor({2, 4, 64, 32}), tensor({2, 4, 64, 32}), tensor({2, 4, 64, 32}), tensor({2, 4, 64, 32}),
             tensor({2, 4, 64, 32}), tensor({2, 4, 64}), given("0."), given("False")},
            10.0 * 8 * 64 * 64 * 32, 4 * 8 * 16384);
        add("aten::add_", {tensor({64, 32}), tensor({32}), given("1")}, 2048, 4 * (2048 + 32 + 2048));
        add("aten::sub", {tensor({8}), tensor({8}), given("0.5")}, 16, 4 * 24);
        add("aten::relu", {tensor({8}, "c10::BFloat16")}, 8, 32);
        add("aten::mul", {tensor({8}, "long int"), tensor({8}, "long int")}, 0, 192);
        add("aten::addcmul_", {tensor({8}), tensor({8}), tensor({8}), given("1")}, 24, 128);
        add("aten::copy_", {tensor({8, 4}), tensor({4}), given("False")}, 0, 4 * (4 + 32));
        add("aten::zero_", {tensor({8})}, 0, 32);
    }
    void countsByTheFormula()
    {
        QFETCH(QByteArray, name);
        QFETCH(Inputs, inputs);
        QFETCH(double, flops);
        QFETCH(double, bytes);
        const auto work = workOf(name.constData(), inputs);
        QVERIFY(work);
        QCOMPARE(work->flops.value(), flops);
        QCOMPARE(work->bytes.value(), bytes);
    }

    // Mutation: any of the checks that workOf's parts begin with.
    void saysNothingOfWhatItDoesNotKnow_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<Inputs>("inputs");
        const auto add = [](const char* row, const char* name, Inputs inputs) {
            QTest::newRow(row) << QByteArray(name) << std::move(inputs);
        };
        add("an unknown operator", "aten::_softmax", {tensor({8})});
        add("another library's operator", "mine::mm", {tensor({2, 3}), tensor({3, 5})});
        add("no name", "", {tensor({8})});
        add("no arguments", "aten::mm", {});
        add("one argument", "aten::mm", {tensor({2, 3})});
        add("scalars", "aten::mm", {given("1"), given("2")});
        add("inner lengths differ", "aten::mm", {tensor({2, 3}), tensor({4, 5})});
        add("complex numbers", "aten::mm",
            {tensor({2, 3}, "c10::complex<float>"), tensor({3, 5}, "c10::complex<float>")});
        add("whole numbers", "aten::mm", {tensor({2, 3}, "int"), tensor({3, 5}, "int")});
        add("huge lengths", "aten::mm", {tensor({huge, 3}), tensor({3, huge})});
        add("negative lengths", "aten::relu", {tensor({-2, 3})});
        add("shapes that do not fit", "aten::add", {tensor({3}), tensor({4})});
        add("a convolution without its stride", "aten::convolution", {tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3})});
        add("a stride of zero", "aten::conv2d",
            {tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), nothing(), given("[0, 0]"), given("[1, 1]"),
             given("[1, 1]")});
        add("a stride that is no number", "aten::conv2d",
            {tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), nothing(), given("[a]"), given("[1, 1]"), given("[1, 1]")});
        add("a padding in words", "aten::conv2d",
            {tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3}), nothing(), given("[1, 1]"), given("same"), given("[1, 1]")});
        add("gradients that nobody asked for", "aten::convolution_backward",
            {tensor({1, 8, 16, 16}), tensor({1, 3, 16, 16}), tensor({8, 3, 3, 3})});
        add("attention of three dimensions", "aten::scaled_dot_product_attention",
            {tensor({4, 64, 32}), tensor({4, 64, 32}), tensor({4, 64, 32})});
    }
    void saysNothingOfWhatItDoesNotKnow()
    {
        QFETCH(QByteArray, name);
        QFETCH(Inputs, inputs);
        QVERIFY(!workOf(name.constData(), inputs));
    }

    // Mutation: `products` of convolutionGradientWork.
    void gradientsOfAConvolutionAreTwoProducts()
    {
        const Inputs inputs{tensor({1, 8, 16, 16}),
                            tensor({1, 3, 16, 16}),
                            tensor({8, 3, 3, 3}),
                            nothing(),
                            nothing(),
                            nothing(),
                            nothing(),
                            given("False"),
                            nothing(),
                            nothing(),
                            given("[True, True, False]")};
        const auto work = workOf("aten::convolution_backward", inputs);
        QVERIFY(work);
        QCOMPARE(work->products, 2);
        QCOMPARE(work->flops.value(), 4.0 * 2048 * 27);
    }
};

RIDGEPOINT_TEST(PytorchReaderTest)
#include "pytorch_reader_test.moc"
