// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/bandwidth_kernels.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ridgepoint;

namespace {

constexpr std::size_t lineElements = 16;
constexpr float guard = -77.0F;

/// Whole cache lines at an aligned address between guarded lines.
class GuardedLines {
public:
    GuardedLines(std::size_t lines, float fill)
        : m_count(lines * lineElements), m_storage((lines + 3) * lineElements, guard)
    {
        const auto address = reinterpret_cast<std::uintptr_t>(m_storage.data());
        m_offset = (64 - address % 64) % 64 / sizeof(float) + lineElements;
        std::fill_n(data(), m_count, fill);
    }
    [[nodiscard]] float* data() { return m_storage.data() + m_offset; }
    [[nodiscard]] std::vector<float> values() { return {data(), data() + m_count}; }
    [[nodiscard]] bool guardsAreWhole() const
    {
        for (std::size_t i = 0; i < m_storage.size(); ++i)
            if ((i < m_offset || i >= m_offset + m_count) && m_storage[i] != guard)
                return false;
        return true;
    }

private:
    std::size_t m_count;
    std::vector<float> m_storage;
    std::size_t m_offset = 0;
};

std::vector<float> counting(std::size_t lines)
{
    std::vector<float> values(lines * lineElements);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i);
    return values;
}

} // namespace

class BandwidthKernelsTest : public test::Case {
    Q_OBJECT
private slots:
    void sizes()
    {
        QTest::addColumn<int>("set");
        QTest::addColumn<int>("lines");
        for (const InstructionSet set : allInstructionSets)
            for (const int lines : {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 64, 129, 1000})
                QTest::newRow((std::string(nameOf(set)) + ", " + std::to_string(lines) + " lines").c_str())
                    << static_cast<int>(set) << lines;
    }

    void updateAddsItsSummandsInTurnToEveryElementOncePerPass_data() { sizes(); }
    void updateAddsItsSummandsInTurnToEveryElementOncePerPass()
    {
        QFETCH(int, set);
        QFETCH(int, lines);
        if (!isSupported(static_cast<InstructionSet>(set)))
            QSKIP("this processor lacks the instruction set");
        const BandwidthKernels kernels = bandwidthKernelsFor(static_cast<InstructionSet>(set));
        const auto count = static_cast<std::size_t>(lines);
        for (const auto update : kernels.update) {
            GuardedLines memory(count, 0.0F);
            std::vector<float> expected = counting(count);
            std::copy(expected.begin(), expected.end(), memory.data());
            update(memory.data(), count, 3, 1.0F, 16.0F);
            for (float& value : expected)
                value += 18.0F;
            QVERIFY(memory.values() == expected);
            QVERIFY(memory.guardsAreWhole());
        }
    }

    void copyCopiesEveryElementAndLeavesTheSource_data() { sizes(); }
    void copyCopiesEveryElementAndLeavesTheSource()
    {
        QFETCH(int, set);
        QFETCH(int, lines);
        if (!isSupported(static_cast<InstructionSet>(set)))
            QSKIP("this processor lacks the instruction set");
        const auto count = static_cast<std::size_t>(lines);
        const BandwidthKernels kernels = bandwidthKernelsFor(static_cast<InstructionSet>(set));
        for (const auto copy : {kernels.copy, kernels.copyFar}) {
            GuardedLines from(count, 0.0F);
            GuardedLines to(count, -1.0F);
            const std::vector<float> expected = counting(count);
            std::copy(expected.begin(), expected.end(), from.data());
            copy(to.data(), from.data(), count, 2);
            QVERIFY(to.values() == expected);
            QVERIFY(from.values() == expected);
            QVERIFY(to.guardsAreWhole() && from.guardsAreWhole());
        }
    }

    void readSumsEveryElementOncePerPass_data() { sizes(); }
    void readSumsEveryElementOncePerPass()
    {
        QFETCH(int, set);
        QFETCH(int, lines);
        if (!isSupported(static_cast<InstructionSet>(set)))
            QSKIP("this processor lacks the instruction set");
        const auto count = static_cast<std::size_t>(lines);
        GuardedLines memory(count, 1.0F);
        // A different weight at either end and in the middle: a lost or doubled line shows.
        memory.data()[0] = 5.0F;
        memory.data()[count * lineElements - 1] = 9.0F;
        memory.data()[count * lineElements / 2] = 3.0F;
        const std::vector<float> before = memory.values();
        double expected = 0.0;
        for (const float value : before)
            expected += value;
        const BandwidthKernels kernels = bandwidthKernelsFor(static_cast<InstructionSet>(set));
        for (const auto read : {kernels.read, kernels.readFar})
            QCOMPARE(static_cast<double>(read(memory.data(), count, 2)),
                     2.0 * expected); // small whole numbers: exact in fp32
        QVERIFY(memory.values() == before);
    }

    void writeSetsEveryElementToTheLastPass_data() { sizes(); }
    void writeSetsEveryElementToTheLastPass()
    {
        QFETCH(int, set);
        QFETCH(int, lines);
        if (!isSupported(static_cast<InstructionSet>(set)))
            QSKIP("this processor lacks the instruction set");
        const auto count = static_cast<std::size_t>(lines);
        const BandwidthKernels kernels = bandwidthKernelsFor(static_cast<InstructionSet>(set));
        for (const auto write : {kernels.write, kernels.writeFar}) {
            GuardedLines memory(count, -1.0F);
            write(memory.data(), count, 3);
            QVERIFY(memory.values() == std::vector<float>(count * lineElements, 3.0F));
            QVERIFY(memory.guardsAreWhole());
        }
    }
};

RIDGEPOINT_TEST(BandwidthKernelsTest)
#include "bandwidth_kernels_test.moc"
