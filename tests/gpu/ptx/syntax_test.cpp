// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/snippet.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <numeric>

using namespace ridgepoint;
using namespace ridgepoint::ptx;
using namespace ridgepoint::ptx::test;

Q_DECLARE_METATYPE(std::string)

namespace {

std::vector<std::uint32_t> countingUp(std::size_t count)
{
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0U);
    return numbers;
}

const std::string toB = "mul.wide.u32 %rd8, %r1, 4; add.s64 %rd9, %rd2, %rd8; st.global.u32 [%rd9], %r2;\n";

} // namespace

class SyntaxTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void whatIsNotKnownIsAnErrorWithItsLine_data()
    {
        QTest::addColumn<std::string>("source");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const std::string& body, const char* message) {
            QTest::newRow(name) << kernelAround(body) << QString(message);
        };
        row("an unknown opcode", "frobnicate.b32 %r1, %r2;",
            "PTX line 16: the interpreter does not know 'frobnicate.b32'");
        row("an unknown modifier of a known opcode", "add.wide.s32 %r1, %r2, 1;",
            "PTX line 16: the interpreter does not know 'add.wide.s32'");
        row("an unknown opcode behind a predicate that is never set", "setp.ne.s32 %p1, %r1, %r1;\n@%p1 brkpt;",
            "PTX line 17: the interpreter does not know 'brkpt'");
        row("a load with an unknown modifier", "ld.acquire.gpu.global.u32 %r1, [%rd1];",
            "PTX line 16: the interpreter does not know 'ld.acquire.gpu.global.u32'");
        row("a load of more than 16 bytes", "ld.global.v4.f64 {%fd1,%fd2,%fd3,%fd4}, [%rd1];",
            "PTX line 16: the interpreter does not know 'ld.global.v4.f64'");
        row("a vector of another length than the name says", "ld.global.v4.f32 {%f1,%f2}, [%rd1];",
            "PTX line 16: ld.global.v4.f32 moves 4 elements, not 2");
        row("an undeclared register", "mov.u32 %r32, 1;", "PTX line 16: only a register can be written");
        row("an undeclared name", "mov.u64 %rd1, nobody;", "PTX line 16: 'nobody' is not declared");
        row("a label that is not there", "bra NOWHERE;", "PTX line 16: there is no label 'NOWHERE' in kernel k");
        row("a label twice", "L:\nL:", "PTX line 17: the label L is there twice");
        row("too few operands", "add.s32 %r1, %r2;", "PTX line 16: add.s32 takes 2 operands after its destination");
        row("a constant as destination", "add.s32 5, %r1, %r2;", "PTX line 16: only a register can be written");
        row("a negated source", "selp.b32 %r1, 1, 2, !%p1;", "PTX line 16: '!' is no operand");
        row("a barrier of some threads", "bar.sync 0, 32;", "PTX line 16: only barrier 0 of the whole block is known");
        row("another barrier", "bar.sync 1;", "PTX line 16: only barrier 0 of the whole block is known");
        row("a function call", "call.uni f, (%r1);", "PTX line 16: '(' is no operand");
        row("a number that is none", "mov.u32 %r1, 12x;", "PTX line 16: '12x' is not a whole number");
        row("a float constant cut short", "mov.f32 %f1, 0f3F80;",
            "PTX line 16: '0f3F80' is not a floating-point constant");
        row("an unknown directive", ".maxwell 3;", "PTX line 16: unknown directive '.maxwell' in kernel k");
        row("a register range beyond reason", ".reg .b32 %q<100001>;",
            "PTX line 16: more than 100000 registers named %q");
        row("a stray character", "mov.u32 %r1, #1;", "PTX line 16: the character '#' has no place in PTX");
        row("a comment without end", "/* abc", "PTX line 16: the comment that begins here has no end");
        QTest::newRow("a file cut short")
            << std::string(".visible .entry k(\n.param .u64 a\n") << "PTX line 2: expected '.param' and found ''";
        QTest::newRow("a kernel cut short")
            << std::string(".entry k()\n{\nret;\n") << "PTX line 3: the file ends in the middle of a statement";
        QTest::newRow("an unknown line at the top")
            << std::string(".version 9.0\n.branding 1\n") << "PTX line 2: unknown directive '.branding'";
        QTest::newRow("too many initial values")
            << std::string(".global .b8 t[2] = {1, 2, 3};\n") << "PTX line 1: more initial values than t holds";
    }
    void whatIsNotKnownIsAnErrorWithItsLine()
    {
        QFETCH(std::string, source);
        QFETCH(QString, message);
        const auto program = Program::load(source);
        QVERIFY2(!program.ok(), "it was taken for good PTX");
        QCOMPARE(QString::fromStdString(program.error().message()), message);
    }

    void inlineAssemblyWithRegistersOfItsOwnIsRead()
    {
        // As cuda_fp16.hpp writes __float2half2_rn; the second braces use the same name for another register.
        const std::string body =
            "{.reg .f16 low;\n  cvt.rn.f16.f32 low, 0f3F800000;\n  mov.b32 %r2, {low,low};}\n\n;"
            "{.reg .b32 low; mov.b32 low, 7; {.reg .b32 deeper; mov.b32 deeper, 1; add.u32 %r3, low, deeper;}}\n"
            "st.global.v2.b32 [%rd2], {%r2, %r3};";
        const Outcome outcome = runOn(kernelAround(body), std::vector<std::uint32_t>{0}, 8);
        QVERIFY2(outcome.counts.ok(), outcome.message().c_str());
        QCOMPARE(element<std::uint32_t>(outcome.b(), 0), 0x3c003c00U);
        QCOMPARE(element<std::uint32_t>(outcome.b(), 1), 8U);
    }

    void variablesOfTheFileAreReadWithTheirInitialValues()
    {
        const std::string variables =
            ".global .align 8 .b8 bytes[8] = {1, 2, 3, 4, 255, 0};\n.const .align 4 .u32 words[2] = {70000, 5};\n";
        const std::string body =
            "mov.u64 %rd3, bytes; ld.global.nc.u32 %r2, [%rd3]; ld.global.u32 %r3, [%rd3+4];\n"
            "ld.const.u32 %r4, [words]; ld.const.u32 %r5, [words+4]; st.global.v4.u32 [%rd2], {%r2, %r3, %r4, %r5};";
        const Outcome outcome = runOn(kernelAround(body, "", variables), std::vector<std::uint32_t>{0}, 16);
        QVERIFY2(outcome.counts.ok(), outcome.message().c_str());
        QCOMPARE(element<std::uint32_t>(outcome.b(), 0), 0x04030201U);
        QCOMPARE(element<std::uint32_t>(outcome.b(), 1), 255U);
        QCOMPARE(element<std::uint32_t>(outcome.b(), 2), 70000U);
        QCOMPARE(element<std::uint32_t>(outcome.b(), 3), 5U);
        const Outcome beyond = runOn(kernelAround("ld.const.u32 %r4, [words+8];", "", variables),
                                     std::vector<std::uint32_t>{0}, 16);
        QCOMPARE(beyond.errorId(), std::string("ptx.out-of-bounds"));
    }

    void theTargetAndEveryKernelAreFound()
    {
        const auto program = Program::load(kernelAround("")
                                           + ".visible .entry other() { ret; }\n.func helper() { trap; }\n");
        QVERIFY(program.ok());
        QCOMPARE(program->target(), std::string("sm_90"));
        QCOMPARE(program->kernels().size(), std::size_t{2});
        QVERIFY(program->kernels().contains("other"));
    }
    void threadsLoopAsOftenAsEachOfThemMust()
    {
        // Thread t adds t, t times; thread 0 skips the loop.
        const std::string body =
            "mov.u32 %r2, 0; mov.u32 %r3, %r1; setp.eq.s32 %p1, %r1, 0; @%p1 bra END;\n"
            "LOOP: add.s32 %r2, %r2, %r1; add.s32 %r3, %r3, -1; setp.ne.s32 %p2, %r3, 0; @%p2 bra LOOP;\nEND:\n"
            + toB;
        const Outcome outcome = runOn(kernelAround(body), countingUp(1), 100 * 4, threads(100));
        QVERIFY2(outcome.counts.ok(), outcome.message().c_str());
        for (std::uint32_t t = 0; t < 100; ++t)
            QCOMPARE(element<std::uint32_t>(outcome.b(), t), t * t);
        // Three adds of s32 an iteration would be a miscount: two, 0 + 1 + … + 99 times.
        QCOMPARE(outcome.counts->of("add.s32"), std::uint64_t{2 * 4950});
        QCOMPARE(outcome.counts->of("bra"), std::uint64_t{1 + 4950 - 99});
        QCOMPARE(outcome.counts->of("st.global.u32"), std::uint64_t{100});
    }

    void guardedInstructionsCountOnlyWhereTheyRun()
    {
        const std::string body =
            "mov.u32 %r2, 1; setp.lt.u32 %p1, %r1, 3; @%p1 mov.b32 %r2, 5; @!%p1 xor.b32 %r2, %r2, 8;\n" + toB;
        const Outcome outcome = runOn(kernelAround(body), countingUp(1), 40, threads(10));
        QVERIFY2(outcome.counts.ok(), outcome.message().c_str());
        QCOMPARE(element<std::uint32_t>(outcome.b(), 2), 5U);
        QCOMPARE(element<std::uint32_t>(outcome.b(), 3), 9U);
        QCOMPARE(outcome.counts->of("mov.b32"), std::uint64_t{3});
        QCOMPARE(outcome.counts->of("xor.b32"), std::uint64_t{7});
    }

    void aBarrierPublishesSharedMemory()
    {
        // Each thread reads what its mirror image has written.
        const std::string body =
            ".shared .align 4 .b8 s[256]; mov.u32 %r3, s; shl.b32 %r4, %r1, 2; add.s32 %r5, %r3, %r4;\n"
            "mul.lo.s32 %r6, %r1, 3; st.shared.u32 [%r5], %r6; bar.sync 0;\n"
            "mov.u32 %r7, 252; sub.s32 %r8, %r7, %r4; add.s32 %r8, %r3, %r8; ld.shared.u32 %r2, [%r8];\n"
            + toB;
        const Outcome outcome = runOn(kernelAround(body), countingUp(1), 256, threads(64));
        QVERIFY2(outcome.counts.ok(), outcome.message().c_str());
        for (std::uint32_t t = 0; t < 64; ++t)
            QCOMPARE(element<std::uint32_t>(outcome.b(), t), 3 * (63 - t));
    }

    void aButterflyShuffleAddsUpAWarp()
    {
        std::string body = "mov.u32 %r2, %r1;\n";
        for (const int step : {16, 8, 4, 2, 1})
            body += "shfl.sync.bfly.b32 %r3|%p1, %r2, " + std::to_string(step) + ", 31, -1; add.s32 %r2, %r2, %r3;\n";
        const Outcome outcome = runOn(kernelAround(body + toB), countingUp(1), 256, threads(64));
        QVERIFY2(outcome.counts.ok(), outcome.message().c_str());
        QCOMPARE(element<std::uint32_t>(outcome.b(), 5), 31U * 32U / 2U);
        QCOMPARE(element<std::uint32_t>(outcome.b(), 63), (32U + 63U) * 32U / 2U);
    }

    void specialRegistersTellEachThreadItsPlace()
    {
        // The place in the whole grid, from block and thread in two extents each.
        const std::string body =
            "mov.u32 %r2, %ctaid.y; mov.u32 %r3, %nctaid.x; mov.u32 %r4, %ctaid.x; mad.lo.s32 %r5, %r2, %r3, %r4;\n"
            "mov.u32 %r6, %ntid.x; mov.u32 %r7, %ntid.y; mul.lo.s32 %r8, %r6, %r7; mov.u32 %r9, %tid.y;\n"
            "mad.lo.s32 %r10, %r9, %r6, %r1; mad.lo.s32 %r1, %r5, %r8, %r10; mov.u32 %r2, %r1;\n"
            + toB;
        Launch launch{.grid = {3, 2, 1}, .block = {4, 5, 1}};
        const Outcome outcome = runOn(kernelAround(body), countingUp(1), 120 * 4, launch);
        QVERIFY2(outcome.counts.ok(), outcome.message().c_str());
        for (std::uint32_t i = 0; i < 120; ++i)
            QCOMPARE(element<std::uint32_t>(outcome.b(), i), i);
    }

    void trafficIsCountedBySizeAndUsefulPart()
    {
        DeviceMemory memory;
        const std::uint64_t a = memory.allocate("a", 64);
        const std::vector<std::byte> zeros(64);
        memory.regionAt(a).fill(0, zeros);
        memory.regionAt(a).setUsefulBytes(40);
        const auto program = Program::load(
            kernelAround("mul.wide.u32 %rd3, %r1, 16; add.s64 %rd4, %rd1, %rd3;\n"
                         "ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd4]; st.global.f64 [%rd4], %fd1;"));
        QVERIFY(program.ok());
        Launch launch = threads(4);
        launch.arguments = {a, a};
        QVERIFY(program->run("k", launch, memory).ok());
        const Region& region = memory.regions().front();
        QCOMPARE(region.loaded().bytes, std::uint64_t{64});
        QCOMPARE(region.loaded().usefulBytes, std::uint64_t{40});
        QCOMPARE(region.loaded().bytesByAccess[4], std::uint64_t{64});
        QCOMPARE(region.stored().bytes, std::uint64_t{32});
        QCOMPARE(region.stored().usefulBytes, std::uint64_t{8 + 8 + 8});
        QCOMPARE(region.stored().bytesByAccess[3], std::uint64_t{32});
        QCOMPARE(region.stored().bytesByAccess[4], std::uint64_t{0});
    }

    void aRegisterThatNothingWroteIsNaN()
    {
        const Outcome outcome = runOn(
            kernelAround("add.f32 %f1, %f9, 0f3F800000; add.f64 %fd1, %fd9, 0d3FF0000000000000;\n"
                         "st.global.f32 [%rd2], %f1; st.global.f64 [%rd2+8], %fd1;"),
            countingUp(1), 16);
        QVERIFY2(outcome.counts.ok(), outcome.message().c_str());
        QVERIFY(std::isnan(element<float>(outcome.b(), 0)));
        QVERIFY(std::isnan(element<double>(outcome.b(), 1)));
    }
};

RIDGEPOINT_TEST(SyntaxTest)
#include "syntax_test.moc"
