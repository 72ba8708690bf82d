// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/snippet.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;
using namespace ridgepoint::ptx;
using namespace ridgepoint::ptx::test;

Q_DECLARE_METATYPE(std::string)

namespace {

const std::string ownAddress = "mul.wide.u32 %rd3, %r1, 16; add.s64 %rd4, %rd1, %rd3;\n";

} // namespace

class TrapsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void memoryThatIsNotThereTraps_data()
    {
        QTest::addColumn<std::string>("body");
        QTest::addColumn<std::string>("id");
        // Buffer a has 64 bytes, of which all are written; buffer b has 64 bytes, of which none is.
        QTest::newRow("the last vector is fine")
            << std::string("ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1+48];") << std::string();
        QTest::newRow("a vector that ends behind the buffer")
            << std::string("add.s64 %rd3, %rd1, 64; ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd3];")
            << std::string("ptx.out-of-bounds");
        QTest::newRow("one byte behind the buffer")
            << std::string("ld.global.u8 %h1, [%rd1+64];") << std::string("ptx.out-of-bounds");
        QTest::newRow("the last byte is fine") << std::string("ld.global.u8 %h1, [%rd1+63];") << std::string();
        QTest::newRow("one byte before the buffer")
            << std::string("ld.global.u8 %h1, [%rd1+-1];") << std::string("ptx.out-of-bounds");
        QTest::newRow("a store one byte behind")
            << std::string("mov.u32 %r2, 1; st.global.u8 [%rd2+64], %r2;") << std::string("ptx.out-of-bounds");
        QTest::newRow("a null pointer") << std::string("mov.u64 %rd3, 0; ld.global.u32 %r2, [%rd3];")
                                        << std::string("ptx.out-of-bounds");
        QTest::newRow("a register that nothing wrote, used as an address")
            << std::string("ld.global.u32 %r2, [%rd9];") << std::string("ptx.out-of-bounds");
        QTest::newRow("a 16-byte load on a multiple of 8")
            << std::string("ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1+8];") << std::string("ptx.misaligned");
        QTest::newRow("two doubles on a multiple of 8")
            << std::string("ld.global.v2.f64 {%fd1,%fd2}, [%rd1+8];") << std::string("ptx.misaligned");
        QTest::newRow("a 4-byte store on an odd address")
            << std::string("mov.u32 %r2, 1; st.global.u32 [%rd2+1], %r2;") << std::string("ptx.misaligned");
        QTest::newRow("memory that nothing has written")
            << std::string("ld.global.u32 %r2, [%rd2];") << std::string("ptx.uninitialised");
        QTest::newRow("a vector of which the last byte was not written")
            << std::string("mov.u32 %r2, 1; st.global.u32 [%rd2], %r2; st.global.u16 [%rd2+4], %r2; st.global.u8 "
                           "[%rd2+6], %r2; ld.global.u64 %rd3, [%rd2];")
            << std::string("ptx.uninitialised");
        QTest::newRow("what the kernel itself has written is fine")
            << std::string("mov.u32 %r2, 1; st.global.u32 [%rd2], %r2; ld.global.u32 %r3, [%rd2];") << std::string();
        QTest::newRow("parameters end where they end")
            << std::string("ld.param.u64 %rd3, [b+8];") << std::string("ptx.out-of-bounds");
    }
    void memoryThatIsNotThereTraps()
    {
        QFETCH(std::string, body);
        QFETCH(std::string, id);
        const Outcome outcome = runOn(kernelAround(body), std::vector<std::uint32_t>(16, 7), 64);
        QVERIFY2(outcome.errorId() == id, outcome.message().c_str());
    }

    void aTrapNamesKernelLineBlockAndThread()
    {
        Launch launch = threads(8);
        launch.grid = {2, 1, 1};
        const std::string body = "mov.u32 %r2, %ctaid.x; mul.wide.u32 %rd5, %r2, 64;\n" + ownAddress
                               + "add.s64 %rd4, %rd4, %rd5;\n"
                                 "ld.global.v4.f32 {%f1,%f2,%f3,%f4}, [%rd4];";
        const Outcome outcome = runOn(kernelAround(body), std::vector<std::uint32_t>(32, 7), 0, launch);
        // 128 bytes: block 1 begins at byte 64, so its thread 4 is the first to read behind them.
        QCOMPARE(
            outcome.message(),
            std::string(
                "kernel k, PTX line 19, block (1,0,0), thread 4: reads 16 bytes at offset 128 of a, which has 128"));
    }

    void sharedAndLocalMemoryHaveBoundsToo_data()
    {
        QTest::addColumn<std::string>("body");
        QTest::addColumn<std::string>("id");
        const std::string variables =
            ".shared .align 4 .b8 s[16]; .local .align 8 .b8 l[8]; mov.u32 %r2, s; mov.u64 %rd3, l; mov.u32 %r3, 5;\n";
        QTest::newRow("shared inside") << variables + "st.shared.u32 [%r2+12], %r3; ld.shared.u32 %r4, [%r2+12];"
                                       << std::string();
        QTest::newRow("shared beyond") << variables + "st.shared.u32 [%r2+16], %r3;"
                                       << std::string("ptx.out-of-bounds");
        QTest::newRow("shared not written")
            << variables + "ld.shared.u32 %r4, [%r2+4];" << std::string("ptx.uninitialised");
        QTest::newRow("local inside") << variables + "st.local.u32 [%rd3+4], %r3; ld.local.u32 %r4, [%rd3+4];"
                                      << std::string();
        QTest::newRow("local beyond") << variables + "st.local.u64 [%rd3+8], %rd1;" << std::string("ptx.out-of-bounds");
        QTest::newRow("local through the generic window")
            << variables + "cvta.local.u64 %rd4, %rd3; st.u32 [%rd4], %r3; ld.local.u32 %r4, [%rd3];" << std::string();
        QTest::newRow("shared through the generic window")
            << variables + "mov.u64 %rd5, s; cvta.shared.u64 %rd4, %rd5; st.u32 [%rd4+16], %r3;"
            << std::string("ptx.out-of-bounds");
    }
    void sharedAndLocalMemoryHaveBoundsToo()
    {
        QFETCH(std::string, body);
        QFETCH(std::string, id);
        const Outcome outcome = runOn(kernelAround(body), std::vector<std::uint32_t>(1, 0), 0);
        QVERIFY2(outcome.errorId() == id, outcome.message().c_str());
    }

    void barriersThatNotEveryThreadReachesTrap_data()
    {
        QTest::addColumn<std::string>("body");
        QTest::addColumn<std::string>("id");
        const std::string split = "setp.lt.u32 %p1, %r1, 40;\n";
        QTest::newRow("all come") << std::string("bar.sync 0;") << std::string();
        QTest::newRow("some have ended") << split + "@%p1 ret; bar.sync 0;" << std::string("ptx.barrier");
        QTest::newRow("some jump over it and end")
            << split + "@%p1 bra L; bar.sync 0; L:" << std::string("ptx.barrier");
        QTest::newRow("they wait at two barriers")
            << split + "@%p1 bra L; bar.sync 0; bra E; L: bar.sync 0; E:" << std::string("ptx.barrier");
        QTest::newRow("they part and meet before it")
            << split + "@%p1 bra L; mov.u32 %r2, 1; L: bar.sync 0;" << std::string();
    }
    void barriersThatNotEveryThreadReachesTrap()
    {
        QFETCH(std::string, body);
        QFETCH(std::string, id);
        const Outcome outcome = runOn(kernelAround(body), std::vector<std::uint32_t>(1, 0), 0, threads(64));
        QVERIFY2(outcome.errorId() == id, outcome.message().c_str());
    }

    void accessesWhoseOrderNothingSettlesTrap_data()
    {
        QTest::addColumn<std::string>("body");
        QTest::addColumn<std::string>("id");
        const std::string race = "ptx.race";
        const std::string block = "mov.u32 %r5, %ctaid.x; mov.u32 %r6, 1;\n";
        const std::string own = block
                              + "mad.lo.s32 %r7, %r5, 4, %r1; mul.wide.u32 %rd3, %r7, 4; add.s64 %rd4, %rd1, %rd3;\n";
        const std::string variables =
            ".shared .align 4 .b8 s[64]; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.s32 %r3, %r2, %r3;\n";
        QTest::newRow("each thread updates its own place")
            << own + "ld.global.u32 %r2, [%rd4]; st.global.u32 [%rd4], %r2;" << std::string();
        QTest::newRow("all threads read one place") << std::string("ld.global.u32 %r2, [%rd1];") << std::string();
        QTest::newRow("all threads write one place") << block + "st.global.u32 [%rd1], %r6;" << race;
        QTest::newRow("one thread of each block writes one place")
            << block + "setp.eq.s32 %p1, %r1, 0; @%p1 st.global.u32 [%rd1], %r6;" << race;
        QTest::newRow("one thread of one block does")
            << block + "setp.eq.s32 %p1, %r1, 0; setp.eq.and.s32 %p2, %r5, 1, %p1; @%p2 st.global.u32 [%rd1], %r6;"
            << std::string();
        QTest::newRow("a thread reads what its neighbour writes")
            << own + "st.global.u32 [%rd4], %r6; ld.global.u32 %r2, [%rd1+4];" << race;
        QTest::newRow("a thread writes what all have read")
            << own + "ld.global.u32 %r2, [%rd1]; st.global.u32 [%rd4], %r6;" << race;
        QTest::newRow("shared memory is read behind a barrier")
            << variables + "st.shared.u32 [%r3], %r1; bar.sync 0; ld.shared.u32 %r4, [%r2];" << std::string();
        QTest::newRow("shared memory is read without one")
            << variables + "st.shared.u32 [%r3], %r1; ld.shared.u32 %r4, [%r2];" << race;
        QTest::newRow("shared memory is written again behind a barrier, before others have read it")
            << variables + "st.shared.u32 [%r3], %r1; bar.sync 0; ld.shared.u32 %r4, [%r2]; st.shared.u32 [%r3], %r4;"
            << race;
        QTest::newRow("after they have, behind another barrier")
            << variables
                   + "st.shared.u32 [%r3], %r1; bar.sync 0; ld.shared.u32 %r4, [%r2]; bar.sync 0; st.shared.u32 [%r3], "
                     "%r4;"
            << std::string();
    }
    void accessesWhoseOrderNothingSettlesTrap()
    {
        QFETCH(std::string, body);
        QFETCH(std::string, id);
        Launch launch = threads(4);
        launch.grid = {2, 1, 1};
        const Outcome outcome = runOn(kernelAround(body), std::vector<std::uint32_t>(16, 7), 0, launch);
        QVERIFY2(outcome.errorId() == id, outcome.message().c_str());
    }

    void aLoopWithoutAnEndIsStopped()
    {
        Launch launch = threads(2);
        launch.longestRun = 1000;
        const Outcome outcome = runOn(kernelAround("L: add.s32 %r2, %r1, 1; bra.uni L;"),
                                      std::vector<std::uint32_t>(1, 0), 0, launch);
        QCOMPARE(outcome.errorId(), std::string("ptx.endless"));
    }

    void aShuffleWaitsForEveryThreadOfItsMask_data()
    {
        QTest::addColumn<std::string>("body");
        QTest::addColumn<std::string>("id");
        const std::string exchange = "shfl.sync.bfly.b32 %r2|%p2, %r1, 1, 31, ";
        QTest::newRow("all come") << exchange + "-1;" << std::string();
        QTest::newRow("half of them do not")
            << "setp.lt.u32 %p1, %r1, 16; @%p1 " + exchange + "-1;" << std::string("ptx.shuffle");
        QTest::newRow("half of them are not asked for")
            << "setp.lt.u32 %p1, %r1, 16; @%p1 " + exchange + "65535;" << std::string();
        QTest::newRow("the mask leaves one out that takes part") << exchange + "-2;" << std::string("ptx.shuffle");
        QTest::newRow("one reads from a thread outside the mask")
            << std::string("setp.lt.u32 %p1, %r1, 16; @%p1 shfl.sync.bfly.b32 %r2|%p2, %r1, 16, 31, 65535;")
            << std::string("ptx.shuffle");
    }
    void aShuffleWaitsForEveryThreadOfItsMask()
    {
        QFETCH(std::string, body);
        QFETCH(std::string, id);
        const Outcome outcome = runOn(kernelAround(body), std::vector<std::uint32_t>(1, 0), 0, threads(32));
        QVERIFY2(outcome.errorId() == id, outcome.message().c_str());
    }

    void launchesThatADeviceWouldRefuseAreRefused()
    {
        const auto program = Program::load(kernelAround("", ".maxntid 64, 1, 1\n"));
        QVERIFY(program.ok());
        DeviceMemory memory;
        const std::uint64_t pointer = memory.allocate("a", 16);
        const auto idOf = [&](std::string_view kernel, const Launch& launch) {
            const auto counts = program->run(kernel, launch, memory);
            return counts ? std::string("runs") : counts.error().message();
        };
        Launch launch{.arguments = {pointer, pointer}};
        QCOMPARE(idOf("k", launch), std::string("runs"));
        QCOMPARE(idOf("nobody", launch), std::string("kernel nobody cannot be launched: it is not in the PTX"));
        launch.block = {65, 1, 1};
        QCOMPARE(idOf("k", launch),
                 std::string("kernel k cannot be launched: blocks of 65 threads; at most 64 are declared"));
        launch.block = {1, 1, 1};
        launch.grid = {1, 0, 1};
        QCOMPARE(idOf("k", launch), std::string("kernel k cannot be launched: a grid or block extent is zero"));
        launch.grid = {1, 65536, 1};
        QCOMPARE(idOf("k", launch),
                 std::string("kernel k cannot be launched: the grid is larger than any device allows"));
        launch.grid = {1, 1, 1};
        launch.arguments = {pointer};
        QCOMPARE(idOf("k", launch), std::string("kernel k cannot be launched: it takes 2 arguments, not 1"));
        launch.arguments = {pointer, 1.0F};
        QCOMPARE(idOf("k", launch),
                 std::string("kernel k cannot be launched: argument 1 has 4 bytes where the parameter has 8"));
    }
};

RIDGEPOINT_TEST(TrapsTest)
#include "traps_test.moc"
