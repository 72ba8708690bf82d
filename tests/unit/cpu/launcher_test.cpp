// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/launcher.h"
#include "core/cpu/operation_numbers.h"
#include "core/cpu/tensor.h"
#include "core/model/cost.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <thread>
#include <vector>

using namespace ridgepoint;

namespace {

const KernelTable& kernels() { return kernelsFor(*chooseInstructionSet("")); }

/// A chain on memory of its own with one guard line before and behind.
struct Owned {
    std::vector<float> memory;
    float* data = nullptr;
    std::size_t padded = 0;

    explicit Owned(std::size_t elements)
        : memory(elements + 4 * lineBytes, 3.0F), padded(paddedBytes(elements * sizeof(float)))
    {
        const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
        data = memory.data() + (lineBytes - address % lineBytes) % lineBytes / sizeof(float)
             + lineBytes / sizeof(float);
        std::fill_n(data, padded / sizeof(float), 0.0F);
    }
    bool guardsUntouched() const
    {
        const auto isGuard = [](float value) { return value == 3.0F; };
        return std::all_of(memory.data(), static_cast<const float*>(data), isGuard)
            && std::all_of(static_cast<const float*>(data) + padded / sizeof(float), memory.data() + memory.size(),
                           isGuard);
    }
};

} // namespace

class LauncherTest : public test::Case {
    Q_OBJECT
private slots:
    void everyModeAndThreadCountDoesTheWorkThatTheCostCounts_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("threads");
        for (const LaunchMode mode : allLaunchModes)
            for (const int threads : {1, 2, 3, 5})
                QTest::addRow("%s, %d threads", nameOf(mode).data(), threads) << static_cast<int>(mode) << threads;
    }
    void everyModeAndThreadCountDoesTheWorkThatTheCostCounts()
    {
        QFETCH(int, mode);
        QFETCH(int, threads);
        Pool pool(threads);
        for (std::size_t elements = 1; elements <= 70; elements += elements < 20 ? 1 : 7) {
            const Workload workload{.operation = Operation::Add,
                                    .elements = static_cast<std::int64_t>(elements),
                                    .operationsPerElement = 3,
                                    .chainLength = 12,
                                    .fusionDepth = 4};
            Owned owned(elements);
            Launcher launcher(pool, Chain{.kernel = kernels().of(Operation::Add, Precision::Fp32),
                                          .data = reinterpret_cast<std::byte*>(owned.data),
                                          .bytes = owned.padded,
                                          .applications = workload.operationsPerElement * workload.fusionDepth,
                                          .passes = workload.passes(),
                                          .operands = {1.0, 1.0}});
            launcher.run(static_cast<LaunchMode>(mode), 2);
            double applied = 0.0;
            for (std::size_t i = 0; i < elements; ++i)
                applied += static_cast<double>(owned.data[i]);
            QCOMPARE(applied, 2.0 * costOf(workload).flops.value());
            QVERIFY(owned.guardsUntouched());
        }
    }

    void everyModeGivesIdenticalResults_data()
    {
        QTest::addColumn<int>("operation");
        for (const Operation operation : allOperations)
            QTest::newRow(nameOf(operation).data()) << static_cast<int>(operation);
    }
    void everyModeGivesIdenticalResults()
    {
        QFETCH(int, operation);
        const auto chosen = static_cast<Operation>(operation);
        Pool pool(3);
        std::vector<std::vector<float>> results;
        for (const LaunchMode mode : allLaunchModes) {
            Owned owned(1000);
            fillUniform(owned.data, owned.padded, 0, Precision::Fp32);
            Launcher launcher(pool, Chain{.kernel = kernels().of(chosen, Precision::Fp32),
                                          .data = reinterpret_cast<std::byte*>(owned.data),
                                          .bytes = owned.padded,
                                          .applications = 3,
                                          .passes = 5,
                                          .operands = operandsOf(chosen),
                                          .alternating = alternates(chosen)});
            launcher.run(mode, 3);
            results.emplace_back(owned.data, owned.data + 1000);
        }
        QVERIFY(results[0] == results[1]);
        QVERIFY(results[0] == results[2]);
    }

    void aRecordedRunDoesTheSameAndStampsEveryPassInOrder_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("submits");
        QTest::addColumn<int>("waits");
        QTest::newRow("each is waited for") << 0 << 5 << 5;
        QTest::newRow("queued") << 1 << 5 << 1;
        QTest::newRow("graph") << 2 << 1 << 1;
    }
    void aRecordedRunDoesTheSameAndStampsEveryPassInOrder()
    {
        QFETCH(int, mode);
        QFETCH(int, submits);
        QFETCH(int, waits);
        const LaunchMode chosen = allLaunchModes[static_cast<std::size_t>(mode)];
        Pool pool(2);
        Owned measured(1000);
        Owned recorded(1000);
        LaunchStamps stamps;
        for (Owned* owned : {&measured, &recorded}) {
            fillUniform(owned->data, owned->padded, 0, Precision::Fp32);
            Launcher launcher(pool, Chain{.kernel = kernels().of(Operation::Mul, Precision::Fp32),
                                          .data = reinterpret_cast<std::byte*>(owned->data),
                                          .bytes = owned->padded,
                                          .applications = 1,
                                          .passes = 5,
                                          .operands = operandsOf(Operation::Mul),
                                          .alternating = true});
            if (owned == &measured)
                launcher.run(chosen, 1);
            else
                stamps = launcher.record(chosen);
            QVERIFY(launcher.isSwapped());
        }
        QVERIFY(std::equal(measured.data, measured.data + 1000, recorded.data));
        QCOMPARE(static_cast<int>(stamps.submits.size()), submits);
        QCOMPARE(static_cast<int>(stamps.waits.size()), waits);
        QCOMPARE(stamps.work.size(), std::size_t{2});
        for (const auto& thread : stamps.work) {
            QCOMPARE(thread.size(), std::size_t{5});
            for (std::size_t pass = 0; pass < thread.size(); ++pass) {
                QVERIFY(thread[pass].begin <= thread[pass].end);
                QVERIFY(thread[pass].begin >= stamps.submits.front().begin
                        && thread[pass].end <= stamps.waits.back().end);
                if (pass > 0)
                    QVERIFY(thread[pass - 1].end <= thread[pass].begin);
            }
        }
        QVERIFY(stamps.submits.front().end <= stamps.waits.front().begin);
    }

    void alternatingOperationsComeBackAfterAnEvenNumberOfApplications()
    {
        Pool pool(2);
        Owned owned(100);
        fillUniform(owned.data, owned.padded, 0, Precision::Fp32);
        const std::vector<float> before(owned.data, owned.data + 100);
        Launcher launcher(pool, Chain{.kernel = kernels().of(Operation::Add, Precision::Fp32),
                                      .data = reinterpret_cast<std::byte*>(owned.data),
                                      .bytes = owned.padded,
                                      .applications = 7,
                                      .passes = 3,
                                      .operands = operandsOf(Operation::Add),
                                      .alternating = true});
        launcher.run(LaunchMode::WaitEach, 1);
        QVERIFY(launcher.isSwapped());
        QCOMPARE(owned.data[5], before[5] + static_cast<float>(operandsOf(Operation::Add).first));
        launcher.run(LaunchMode::Queued, 1);
        QVERIFY(!launcher.isSwapped());
        QVERIFY(std::equal(before.begin(), before.end(), owned.data));
    }

    void aChainWithoutElementsRunsAndTouchesNothing()
    {
        Pool pool(2);
        for (const LaunchMode mode : allLaunchModes) {
            Launcher launcher(pool, Chain{.kernel = kernels().of(Operation::Fma, Precision::Fp32), .passes = 100});
            launcher.run(mode, 10);
        }
    }

    void theSharedTensorUndoesWhatAnOddRunLeft()
    {
        Pool pool(2);
        Tensor tensor;
        const auto first = tensor.bind(Operation::Add, Precision::Fp32, 4096, pool, kernels());
        QVERIFY(first.ok());
        const auto* values = reinterpret_cast<const float*>(*first);
        const float before = values[10];
        Launcher launcher(pool, Chain{.kernel = kernels().of(Operation::Add, Precision::Fp32),
                                      .data = *first,
                                      .bytes = 4096,
                                      .operands = operandsOf(Operation::Add),
                                      .alternating = true});
        launcher.run(LaunchMode::WaitEach, 1);
        QCOMPARE(values[10], before + static_cast<float>(operandsOf(Operation::Add).first));
        tensor.setDisplaced(launcher.isSwapped());
        QVERIFY(tensor.bind(Operation::Add, Precision::Fp32, 4096, pool, kernels()).ok());
        QVERIFY(tensor.isDisplaced());
        QVERIFY(tensor.bind(Operation::Cos, Precision::Fp32, 64, pool, kernels()).ok());
        QVERIFY(!tensor.isDisplaced());
        QCOMPARE(values[10], before);
    }

    void theSharedTensorIsFilledAnewAfterAnOperationThatSettles()
    {
        Pool pool(2);
        Tensor tensor;
        const auto first = tensor.bind(Operation::Fma, Precision::Fp32, 4096, pool, kernels());
        QVERIFY(first.ok());
        auto* values = reinterpret_cast<float*>(*first);
        const float before = values[10];
        for (const Operation operation : {Operation::Relu, Operation::Gelu, Operation::Exp, Operation::Cos}) {
            QVERIFY(tensor.bind(operation, Precision::Fp32, 4096, pool, kernels()).ok());
            QCOMPARE(values[10], before);
            values[10] = 0.739F;
            QVERIFY(tensor.bind(operation, Precision::Fp32, 2048, pool, kernels()).ok());
            QCOMPARE(values[10], 0.739F);
            QVERIFY(tensor.bind(Operation::Fma, Precision::Fp32, 4096, pool, kernels()).ok());
            QCOMPARE(values[10], before);
        }
    }

    void theSharedTensorIsFilledWhereItGrewAndWhenThePrecisionChanges()
    {
        Pool pool(2);
        Tensor tensor;
        const auto data = tensor.bind(Operation::Fma, Precision::Fp32, 64, pool, kernels());
        QVERIFY(data.ok());
        auto* floats = reinterpret_cast<float*>(*data);
        floats[0] = 0.125F;
        QVERIFY(tensor.bind(Operation::Fma, Precision::Fp32, 1 << 20, pool, kernels()).ok());
        QCOMPARE(floats[0], 0.125F);
        for (std::size_t i = 1; i < (1U << 20) / sizeof(float); ++i)
            QVERIFY(floats[i] != 0.0F && std::abs(floats[i]) < 1.0F);
        QVERIFY(tensor.bind(Operation::Fma, Precision::Fp64, 1 << 10, pool, kernels()).ok());
        const auto* doubles = reinterpret_cast<const double*>(*data);
        for (std::size_t i = 0; i < (1U << 10) / sizeof(double); ++i)
            QVERIFY(doubles[i] != 0.0 && std::abs(doubles[i]) < 1.0);
    }
    void countsWhatHeldTheLastThreadUp_data()
    {
        QTest::addColumn<std::vector<WorkShare>>("shares");
        QTest::addColumn<int>("milliseconds");
        QTest::newRow("nobody lost anything") << std::vector{share(10, 0), share(12, 0)} << 0;
        QTest::newRow("the last one did") << std::vector{share(10, 0), share(16, 6)} << 6;
        QTest::newRow("the last one did, and would not have been the last")
            << std::vector{share(10, 0), share(16, 9)} << 6;
        QTest::newRow("one that was done early did") << std::vector{share(8, 5), share(16, 0)} << 0;
        QTest::newRow("both at the same time") << std::vector{share(16, 6), share(16, 6)} << 6;
        QTest::newRow("one after the other") << std::vector{share(16, 4), share(14, 6)} << 4;
        QTest::newRow("the last one began late") << std::vector{share(10, 0), share(16, 0, 6)} << 6;
        QTest::newRow("the last one began late and lost some more") << std::vector{share(10, 0), share(18, 2, 6)} << 8;
        QTest::newRow("both began late, as when the caller had to wait for its processor")
            << std::vector{share(14, 0, 4), share(14, 0, 4)} << 4;
        QTest::newRow("one that was done early began late") << std::vector{share(12, 0, 6), share(16, 0)} << 0;
        QTest::newRow("a hand-over that takes as long as one may")
            << std::vector{share(10, 0, 0.05), share(10, 0, 0.05)} << 0;
        QTest::newRow("no thread") << std::vector<WorkShare>{} << 0;
    }
    void countsWhatHeldTheLastThreadUp()
    {
        QFETCH(std::vector<WorkShare>, shares);
        QFETCH(int, milliseconds);
        QVERIFY(std::abs(lostTogether(shares, at(0)).value() - 1e-3 * milliseconds) < 1e-12);
    }

    void aHandOverBelongsToTheTimeAndALongerOneDoesNot()
    {
        QCOMPARE(delayed(at(3), at(3.05)), Seconds());
        QVERIFY(std::abs(delayed(at(3), at(7)).value() - 4e-3) < 1e-12);
        QCOMPARE(delayed(at(3), at(2)), Seconds()); // a clock that was looked at before the other thread's
    }

    /// Counted against the clock of the caller: what is left after the losses is what the work itself took.
    void whatIsLostIsNoMoreThanTheWholeTime_data()
    {
        QTest::addColumn<LaunchMode>("mode");
        for (const LaunchMode mode : allLaunchModes)
            QTest::newRow(std::string(nameOf(mode)).c_str()) << mode;
    }
    void whatIsLostIsNoMoreThanTheWholeTime()
    {
        QFETCH(LaunchMode, mode);
        Pool pool(2);
        // A kernel that hands its processor back, as one does that another program takes it from.
        Chain chain{.kernel = [](void*, std::size_t, std::int64_t, const Operands&) { std::this_thread::yield(); },
                    .passes = 3};
        Launcher launcher(pool, chain);
        const auto begin = std::chrono::steady_clock::now();
        const Seconds lost = launcher.runAccounting(mode, 50);
        const Seconds all(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        QVERIFY(lost >= Seconds());
        QVERIFY2(lost <= all, qPrintable(QString("%1 of %2 s").arg(lost.value()).arg(all.value())));
    }

    void aWatchedThreadThatWorksLosesNoMoreThanItTook()
    {
        const auto begin = std::chrono::steady_clock::now();
        const WorkWatch watch;
        volatile double sum = 0.0;
        for (int i = 0; i < 100000; ++i)
            sum = sum + i;
        const WorkShare share = watch.end();
        QVERIFY(share.lost >= Seconds());
        QVERIFY(share.lost.value() <= std::chrono::duration<double>(share.end - begin).count());
    }

private:
    using Time = std::chrono::steady_clock::time_point;
    [[nodiscard]] static Time at(double milliseconds)
    {
        return Time(std::chrono::nanoseconds(static_cast<std::int64_t>(1e6 * milliseconds)));
    }
    /// Of a piece that was handed over at 0 ms.
    [[nodiscard]] static WorkShare share(double end, double lost, double begin = 0.002)
    {
        return {at(begin), at(end), Seconds(1e-3 * lost)};
    }
};

RIDGEPOINT_TEST(LauncherTest)
#include "launcher_test.moc"
