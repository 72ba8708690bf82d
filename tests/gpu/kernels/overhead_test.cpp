// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/cost.h"
#include "gpu/plan/element.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"
#include "gpu/plan/workload_plan.h"
#include "tests/gpu/ptx/executor.h"
#include "tests/support/test_main.h"

#include <QFile>

#include <bit>
#include <map>
#include <utility>
#include <vector>

using namespace ridgepoint;

Q_DECLARE_METATYPE(ridgepoint::Precision)

namespace {

/// Instructions that a thread executes for a whole tile, of the kernel that a plan picks for `applications`.
class TileRunner {
public:
    TileRunner(Precision precision, int architecture) : m_precision(precision)
    {
        const std::string path = std::string(RIDGEPOINT_PROOFS) + "/chain_" + std::string(suffixOf(precision))
                               + ".compute_" + std::to_string(architecture) + ".ptx";
        QFile file(QString::fromStdString(path));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s cannot be read; build the target gpu_proof_artifacts", path.c_str());
        const QByteArray text = file.readAll();
        auto program = ptx::Program::load({text.data(), static_cast<std::size_t>(text.size())});
        if (!program)
            qFatal("%s", program.error().message().c_str());
        m_program = std::move(*program);
        m_address = m_memory.allocate("tensor", tileBytes);
        std::vector<std::byte> numbers(tileBytes);
        for (std::uint64_t i = 0; i < elements(); ++i)
            writeElement(numbers.data(), precision, i, 0.5);
        m_memory.regionAt(m_address).fill(0, numbers);
    }

    [[nodiscard]] std::uint64_t elements() const
    {
        return tileBytes / static_cast<std::uint64_t>(bytesPerElement(m_precision));
    }
    /// Arithmetic instructions that a thread needs for one application to its vectors: a pair of 16-bit numbers is one.
    [[nodiscard]] double perApplication() const { return m_precision == Precision::Fp64 ? 8.0 : 16.0; }

    [[nodiscard]] double instructions(int applications)
    {
        const auto [known, isNew] = m_known.try_emplace(applications, 0.0);
        if (isNew)
            known->second = run(applications);
        return known->second;
    }

private:
    [[nodiscard]] double run(int applications)
    {
        const Operands operands = operandsOf(Operation::Fma, m_precision);
        const KernelCall call = passCall({.precision = m_precision,
                                          .elements = elements(),
                                          .applications = static_cast<std::uint64_t>(applications),
                                          .first = operands.first,
                                          .second = operands.second,
                                          .data = {}});
        ptx::Launch launch{.grid = {call.grid.x, 1, 1}, .block = {call.block.x, 1, 1}, .arguments = {}};
        for (const KernelArgument& given : call.arguments) {
            if (std::holds_alternative<BufferPointer>(given))
                launch.arguments.emplace_back(m_address);
            else if (const auto* word = std::get_if<std::uint32_t>(&given))
                launch.arguments.emplace_back(*word);
            else if (const auto* single = std::get_if<float>(&given))
                launch.arguments.emplace_back(*single);
            else
                launch.arguments.emplace_back(std::get<double>(given));
        }
        const auto counts = m_program.run(call.kernel, launch, m_memory);
        if (!counts)
            qFatal("%s", counts.error().message().c_str());
        return static_cast<double>(counts->instructions) / blockThreads;
    }

    Precision m_precision;
    ptx::Program m_program;
    ptx::DeviceMemory m_memory;
    std::uint64_t m_address = 0;
    std::map<int, double> m_known;
};

/// Interpreting is slow, and the tests ask for the same kernels.
TileRunner& runnerFor(Precision precision, int architecture)
{
    static std::map<std::pair<Precision, int>, TileRunner> runners;
    return runners.try_emplace({precision, architecture}, precision, architecture).first->second;
}

} // namespace

/// Where time follows instructions, a point between two powers of two must cost what its operations cost: loops of
/// single applications would make it sag. Executed instructions are counted, so that it holds without a GPU.
class OverheadTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void everyNumberOfApplicationsCostsItsOperationsAndLittleElse_data()
    {
        QTest::addColumn<Precision>("precision");
        QTest::addColumn<int>("architecture");
        for (const Precision precision : allPrecisions)
            for (const int architecture : {precision == Precision::Bf16 ? 80 : 75, 90})
                QTest::addRow("%s, compute_%d", nameOf(precision).data(), architecture) << precision << architecture;
    }
    void everyNumberOfApplicationsCostsItsOperationsAndLittleElse()
    {
        QFETCH(Precision, precision);
        QFETCH(int, architecture);
        TileRunner& runner = runnerFor(precision, architecture);
        for (const int applications : counts()) {
            const double work = runner.perApplication() * applications;
            const double overhead = runner.instructions(applications) - work;
            // Loads, stores, addresses; then the digits of the rest; then the branch of each round.
            const bool fixed = applications <= static_cast<int>(largestFixedApplications);
            const double allowed = fixed ? 32.0 : 72.0 + 4.0 * (applications / static_cast<int>(roundApplications));
            QVERIFY2(overhead >= 8.0 && overhead <= allowed,
                     qPrintable(QStringLiteral("%1 instructions besides the %2 of %3 applications")
                                    .arg(overhead)
                                    .arg(work)
                                    .arg(applications)));
        }
    }

    void noNumberOfApplicationsIsDearerThanThePowerOfTwoBelowIt_data()
    {
        everyNumberOfApplicationsCostsItsOperationsAndLittleElse_data();
    }
    void noNumberOfApplicationsIsDearerThanThePowerOfTwoBelowIt()
    {
        QFETCH(Precision, precision);
        QFETCH(int, architecture);
        TileRunner& runner = runnerFor(precision, architecture);
        for (const int applications : counts()) {
            if (applications < static_cast<int>(roundApplications))
                continue;
            const auto below = static_cast<int>(std::bit_floor(static_cast<unsigned>(applications)));
            const double each = runner.instructions(applications) / applications;
            const double eachBelow = runner.instructions(below) / below;
            QVERIFY2(each <= eachBelow * 1.005,
                     qPrintable(QStringLiteral("%1 instructions an application at %2, %3 at %4")
                                    .arg(each)
                                    .arg(applications)
                                    .arg(eachBelow)
                                    .arg(below)));
        }
    }

    /// In fp32 an H200's ridge, 66.9 TFLOP/s over 4.8 TB/s, lies at 56 applications; an octave past it is 112.
    void anOctavePastTheRidgeNearlyEveryInstructionIsWork_data()
    {
        QTest::addColumn<Precision>("precision");
        QTest::addColumn<int>("architecture");
        // Not fp64, whose units take an instruction in two cycles at most, so that there is time for others between.
        for (const Precision precision : {Precision::Fp32, Precision::Fp16, Precision::Bf16})
            QTest::newRow(nameOf(precision).data()) << precision << 90;
    }
    void anOctavePastTheRidgeNearlyEveryInstructionIsWork()
    {
        QFETCH(Precision, precision);
        QFETCH(int, architecture);
        TileRunner& runner = runnerFor(precision, architecture);
        for (const int applications : {112, 113, 127, 128, 150, 255}) {
            const double work = runner.perApplication() * applications;
            QVERIFY2(work / runner.instructions(applications) >= 0.95, qPrintable(QString::number(applications)));
        }
    }

private:
    static const std::vector<int>& counts()
    {
        static const std::vector<int> all = [] {
            std::vector<int> list;
            for (int applications = 1; applications <= 36; ++applications)
                list.push_back(applications);
            for (const int applications :
                 {47, 48, 49, 56, 63, 64, 65, 79, 95, 96, 111, 112, 127, 128, 129, 160, 191, 255, 256, 257})
                list.push_back(applications);
            return list;
        }();
        return all;
    }
};

RIDGEPOINT_TEST(OverheadTest)
#include "overhead_test.moc"
