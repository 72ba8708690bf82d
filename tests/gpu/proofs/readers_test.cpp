// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/machine_code.h"
#include "tests/gpu/proofs/ptxas_log.h"
#include "tests/support/test_main.h"

#include <cstring>

using namespace ridgepoint;
using namespace ridgepoint::proofs;

namespace {

/// The smallest ELF file that holds a kernel "k" with that code: header, code, names, three section headers.
std::string cubinWith(const std::vector<MachineInstruction>& code)
{
    const std::string names("\0.text.k\0.names\0", 16);
    const std::size_t codeBytes = code.size() * sizeof(MachineInstruction);
    std::string file(64 + codeBytes + names.size() + 3 * std::size_t{64}, '\0');
    const auto put = [&](std::size_t at, auto value) { std::memcpy(file.data() + at, &value, sizeof value); };
    std::memcpy(file.data(),
                "\x7f"
                "ELF\x02\x01\x01",
                7);
    if (codeBytes > 0)
        std::memcpy(file.data() + 64, code.data(), codeBytes);
    names.copy(file.data() + 64 + codeBytes, names.size());
    const std::size_t table = 64 + codeBytes + names.size();
    put(40, std::uint64_t{table});
    put(58, std::uint16_t{64});
    put(60, std::uint16_t{3});
    put(62, std::uint16_t{2});
    put(table + 64, std::uint32_t{1});
    put(table + 64 + 24, std::uint64_t{64});
    put(table + 64 + 32, std::uint64_t{codeBytes});
    put(table + 128, std::uint32_t{9});
    put(table + 128 + 24, std::uint64_t{64 + codeBytes});
    put(table + 128 + 32, std::uint64_t{names.size()});
    return file;
}

template <class T> std::string with(std::string file, std::size_t at, T value)
{
    std::memcpy(file.data() + at, &value, sizeof value);
    return file;
}

constexpr MachineInstruction fusedMultiplyAdd{0x0000'000b'0b03'7223, 0};
constexpr MachineInstruction addition{0x0000'0001'0303'7810, 0};

/// A branch as the assembler writes it: `distance` instructions from the next one.
MachineInstruction branch(std::int64_t distance, int architecture)
{
    const auto units = static_cast<std::uint64_t>(distance * 4);
    const std::uint64_t wide = architecture >= 90 ? static_cast<std::uint64_t>(distance * 4 >> 8) : units;
    const std::uint64_t low = architecture >= 90 ? (units & 0xffU) << 16 : 0;
    return {0x947 | low | (wide << 34), (wide >> 30) & 0x3'ffffU};
}

} // namespace

class ReadersTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void theMachineCodeOfEachKernelIsFound()
    {
        const auto kernels = readCubin(cubinWith({fusedMultiplyAdd, addition}));
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().message().c_str());
        QCOMPARE(kernels->size(), std::size_t{1});
        const auto& code = kernels->at("k");
        QCOMPARE(code.size(), std::size_t{2});
        QCOMPARE(operationOf(code[0]), static_cast<unsigned>(MachineOperation::FFma));
        QCOMPARE(histogramOf(code).at(0x810), std::size_t{1});
    }

    void brokenCubinsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("file");
        const auto row = [](const char* name, const std::string& file) {
            QTest::newRow(name) << QByteArray(file.data(), static_cast<qsizetype>(file.size()));
        };
        const std::string good = cubinWith({fusedMultiplyAdd});
        const std::size_t table = good.size() - 192;
        constexpr std::uint64_t far = std::uint64_t{1} << 60;
        row("nothing", "");
        row("no ELF file", "MZ" + good.substr(2));
        row("a 32-bit file", with(good, 4, char{1}));
        row("a header cut short", good.substr(0, 50));
        row("the last section header cut short", good.substr(0, good.size() - 1));
        row("section headers beyond the file", with(good, 40, far));
        row("section headers of another size", with(good, 58, std::uint16_t{40}));
        row("section names in a section that is not there", with(good, 62, std::uint16_t{3}));
        row("section names beyond the file", with(good, table + 128 + 24, far));
        row("a name beyond the names", with(good, table + 64, std::uint32_t{100}));
        row("code beyond the file", with(good, table + 64 + 24, far));
        row("more code than there is", with(good, table + 64 + 32, std::uint64_t{16} << 40));
        row("code that ends inside an instruction", with(good, table + 64 + 32, std::uint64_t{8}));
    }
    void brokenCubinsAreRefused()
    {
        QFETCH(QByteArray, file);
        const auto kernels = readCubin(std::string_view(file.constData(), static_cast<std::size_t>(file.size())));
        QVERIFY(!kernels.ok());
        QCOMPARE(kernels.error().id, std::string("proofs.cubin"));
    }

    void aLoopIsWhatABranchBackwardsRepeats_data()
    {
        QTest::addColumn<int>("architecture");
        QTest::newRow("before 9.0") << 80;
        QTest::newRow("from 9.0 on") << 90;
    }
    void aLoopIsWhatABranchBackwardsRepeats()
    {
        QFETCH(int, architecture);
        // 0: add; 1-3: outer loop's start; 2-3: inner; 300 instructions make distances need more than eight bits.
        std::vector<MachineInstruction> code{addition};
        code.insert(code.end(), 300, fusedMultiplyAdd); // 1 to 300
        code.push_back(branch(-301, architecture));     // 301 → 1
        code.push_back(addition);                       // 302
        code.push_back(branch(-303, architecture));     // 303 → 1: holds the first, so not innermost
        code.push_back(branch(1, architecture));        // 304 → 306: forwards
        code.push_back(fusedMultiplyAdd);               // 305
        code.push_back(branch(-1, architecture));       // 306 → itself
        QCOMPARE(branchTarget(code, 301, architecture), std::optional<std::size_t>(1));
        QCOMPARE(branchTarget(code, 304, architecture), std::optional<std::size_t>(306));
        QCOMPARE(branchTarget(code, 306, architecture), std::optional<std::size_t>(306));
        QCOMPARE(branchTarget(code, 305, architecture), std::optional<std::size_t>());
        const auto loops = innermostLoops(code, architecture);
        QCOMPARE(loops.size(), std::size_t{1});
        const auto loop = loopOf(code, architecture, {MachineOperation::FFma});
        QVERIFY(loop.has_value());
        QCOMPARE(loop->first, std::size_t{1});
        QCOMPARE(loop->size(), std::size_t{301});
        QCOMPARE(countIn(code, *loop, {MachineOperation::FFma}), std::size_t{300});
        QVERIFY(!loopOf(code, architecture, {MachineOperation::DFma}).has_value());
    }

    void theAssemblersLogIsReadKernelByKernel()
    {
        const auto kernels = readPtxasLog("ptxas info    : 0 bytes gmem\n"
                                          "ptxas info    : Compiling entry function 'rp_a' for 'sm_90'\n"
                                          "ptxas info    : Function properties for rp_a\n"
                                          "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                                          "ptxas info    : Used 24 registers, used 0 barriers\n"
                                          "ptxas info    : Compile time = 82.493 ms\n"
                                          "ptxas info    : Compiling entry function 'rp_b' for 'sm_90'\n"
                                          "    40 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n"
                                          "ptxas info    : Used 65 registers, 400 bytes cmem[0]");
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().message().c_str());
        QCOMPARE(kernels->size(), std::size_t{2});
        QCOMPARE((*kernels)[0].registers, std::uint64_t{24});
        QCOMPARE((*kernels)[0].architecture, 90);
        QVERIFY(resourceFaults((*kernels)[0], 64).empty());
        const std::vector<std::string> faults = resourceFaults((*kernels)[1], 64);
        QCOMPARE(faults.size(), std::size_t{3});
        QCOMPARE(faults[0], std::string("rp_b on sm_90 keeps 40 bytes of stack"));
        QCOMPARE(faults[1], std::string("rp_b on sm_90 spills 8 bytes and loads 12"));
        QCOMPARE(faults[2], std::string("rp_b on sm_90 needs 65 registers; 64 are allowed"));
    }

    void aKernelWithoutItsNumbersIsNoProof()
    {
        const auto kernels = readPtxasLog("ptxas info    : Compiling entry function 'rp_a' for 'sm_90'\n"
                                          "ptxas info    : Compiling entry function 'rp_b' for 'sm_90'\n"
                                          "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                                          "ptxas info    : Used 24 registers\n");
        QVERIFY(!kernels.ok());
        QCOMPARE(kernels.error().message(), std::string("the assembler's log does not say what rp_a needs"));
        QVERIFY(readPtxasLog("")->empty());
    }
};

RIDGEPOINT_TEST(ReadersTest)
#include "readers_test.moc"
