// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/kernel_choice.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <algorithm>
#include <limits>
#include <numeric>

using namespace ridgepoint;

namespace {

OwnKernel timed(const char* name, double time, WorkOrigin work = WorkOrigin::Counted)
{
    return {
        .name = name, .flops = Flops(2e9), .bytes = Bytes(1e9), .launches = 3.0, .time = Seconds(time), .work = work};
}

std::vector<std::string> namesOf(const std::vector<ShownKernel>& shown)
{
    std::vector<std::string> names;
    for (const ShownKernel& each : shown)
        names.push_back(each.kernel.name);
    return names;
}

} // namespace

/// Which of many kernels of the user's own are shown.
class KernelChoiceTest : public test::Case {
    Q_OBJECT
private slots:
    void theLongestComeFirstAndNoMoreThanAreAskedFor()
    {
        const std::vector<OwnKernel> kernels{timed("a", 1.0), timed("b", 4.0), timed("c", 2.0), timed("d", 4.0)};
        QVERIFY(namesOf(shownKernels(kernels, {.top = 0})) == (std::vector<std::string>{"b", "d", "c", "a"}));
        const auto two = shownKernels(kernels, {.top = 2});
        QVERIFY(namesOf(two) == (std::vector<std::string>{"b", "d"}));
        QCOMPARE(two[1].members, std::vector<std::size_t>{3});
        QVERIFY(two[1].kernel == kernels[3]);
        QCOMPARE(matchingKernels(kernels, {.top = 2}), std::size_t{4});
        QVERIFY(shownKernels({}, {}).empty());
    }
    void theFilterIsAPartOfTheNameInAnyCase()
    {
        const std::vector<OwnKernel> kernels{timed("sm80_GEMM", 1.0), timed("copy", 2.0), timed("", 3.0)};
        QVERIFY(namesOf(shownKernels(kernels, {.filter = "gemm"})) == std::vector<std::string>{"sm80_GEMM"});
        QCOMPARE(shownKernels(kernels, {.filter = "Kernel 3"}).front().members, std::vector<std::size_t>{2});
        QVERIFY(shownKernels(kernels, {.filter = "sort"}).empty());
        QCOMPARE(matchingKernels(kernels, {.filter = "o"}), std::size_t{1});
    }
    void aShareIsOfTheTimeOfAllWhateverTheFilter()
    {
        const std::vector<OwnKernel> kernels{timed("gemm", 3.0), timed("copy", 1.0)};
        QCOMPARE(shownKernels(kernels, {.filter = "copy"}).front().shareOfTime, 0.25);
        QCOMPARE(shownKernels(kernels, {.top = 1}).front().shareOfTime, 0.75);
    }
    void aShareIsOfTheTimeOnItsDevice()
    {
        std::vector<OwnKernel> kernels{timed("gemm", 3.0), timed("scan", 5.0), timed("copy", 1.0), timed("mine", 2.0)};
        for (std::size_t i = 0; i < 3; ++i)
            kernels[i].source = "run.csv";
        kernels[0].device = kernels[2].device = kernels[3].device = "NVIDIA A100";
        kernels[1].device = "NVIDIA H200";
        const std::vector<double> shares{3.0 / 6.0, 1.0, 1.0 / 6.0, 2.0 / 6.0}; // whoever timed them
        for (const ShownKernel& each : shownKernels(kernels, {.top = 0}))
            QCOMPARE(each.shareOfTime, shares[each.members.front()]);
        QCOMPARE(shownKernels(kernels, {.filter = "copy"}).front().shareOfTime, 1.0 / 6.0);
        // Rooflines have the same.
        const KernelsPointer drawn = kernelList(kernels);
        QCOMPARE(drawn->devices.size(), std::size_t{3});
        for (const DeviceKernels& device : drawn->devices)
            for (const ShownKernel& each : device.shown)
                QCOMPARE(each.shareOfTime, shares[each.members.front()]);
    }
    void aTimeThatIsNoneTakesNoShareAndComesLast()
    {
        std::vector<OwnKernel> kernels{timed("odd", std::numeric_limits<double>::quiet_NaN()), timed("none", 0.0),
                                       timed("fine", 1.0)};
        const auto shown = shownKernels(kernels, {});
        QVERIFY(namesOf(shown) == (std::vector<std::string>{"fine", "odd", "none"}));
        QCOMPARE(shown[0].shareOfTime, 1.0);
        QCOMPARE(shown[1].shareOfTime, 0.0);
        kernels.pop_back();
        QCOMPARE(shownKernels(kernels, {}).front().shareOfTime, 0.0);
    }
    void thoseOfOneNameAreAddedUp()
    {
        std::vector<OwnKernel> kernels{timed("gemm", 1.0), timed("copy", 5.0), timed("gemm", 7.0, WorkOrigin::Typed),
                                       timed("gemm", 2.0, WorkOrigin::Formula)};
        kernels[0].throughCaches[1] = kernels[2].throughCaches[1] = Bytes(4e9);
        kernels[0].slopes = {{"size", 1.0, 0.02, false}};
        kernels[3].profiled = true;
        const auto shown = shownKernels(kernels, {.grouped = true});
        QVERIFY(namesOf(shown) == (std::vector<std::string>{"gemm", "copy"}));
        QCOMPARE(shown[0].members, (std::vector<std::size_t>{0, 2, 3}));
        const OwnKernel& sum = shown[0].kernel;
        QCOMPARE(sum.time, Seconds(10.0));
        QCOMPARE(sum.flops, Flops(6e9));
        QCOMPARE(sum.bytes, Bytes(3e9));
        QCOMPARE(sum.throughCaches[1], Bytes(8e9));
        QCOMPARE(sum.launches, 9.0);
        QVERIFY(sum.work == WorkOrigin::Typed); // counted is worth more than a formula, that more than what was typed
        QVERIFY(sum.profiled);
        QVERIFY(sum.slopes.empty()); // which of them would it be?
        QCOMPARE(shown[0].shareOfTime, 10.0 / 15.0);
        QCOMPARE(matchingKernels(kernels, {.top = 1, .grouped = true}), std::size_t{2});
    }
    void aSumWithFlopThatAreNotKnownHasNone()
    {
        std::vector<OwnKernel> kernels{timed("gemm", 1.0), timed("gemm", 2.0)};
        kernels[1].flops = Flops();
        kernels[1].flopsUnknown = true;
        const auto shown = shownKernels(kernels, {.grouped = true});
        QCOMPARE(shown.size(), std::size_t{1});
        QVERIFY(shown[0].kernel.flopsUnknown);
        QCOMPARE(shown[0].kernel.flops, Flops()); // 2 GFLOP of the first are not those of both
        QCOMPARE(shown[0].kernel.bytes, Bytes(2e9));
    }
    // Mutation: a sum of each file by itself.
    void thoseOfSeveralFilesAreAddedUp()
    {
        std::vector<OwnKernel> kernels(4, timed("gemm", 1.0));
        kernels[0].source = kernels[3].source = "before.csv";
        kernels[1].source = "after.csv";
        kernels[2].source = "last.csv";
        const auto shown = shownKernels(kernels, {.grouped = true});
        QCOMPARE(shown.size(), std::size_t{1});
        QCOMPARE(shown[0].kernel.time, Seconds(4.0));
        QCOMPARE(shown[0].kernel.source, std::string("before.csv and 2 more"));
        QCOMPARE(shown[0].shareOfTime, 1.0);
        const KernelsPointer drawn = kernelList(kernels, {.grouped = true});
        QCOMPARE(drawn->devices.front().shown.front().members.size(), std::size_t{4});
    }
    void typedDevicesTimesOnlyAndTheNamelessStayApart()
    {
        std::vector<OwnKernel> kernels(3, timed("gemm", 1.0));
        kernels[1].source = "before.csv";
        kernels[2].device = "NVIDIA A100";
        kernels.push_back(timed("gemm", 1.0, WorkOrigin::Unknown));
        kernels.push_back(timed("", 1.0));
        kernels.push_back(timed("", 1.0));
        QCOMPARE(shownKernels(kernels, {.grouped = true}).size(), kernels.size());
    }
    void ofAHundredThousandSixtyAreShown()
    {
        std::vector<OwnKernel> kernels;
        for (int i = 0; i < 100'000; ++i)
            kernels.push_back(timed(("kernel " + std::to_string(i % 500)).c_str(), 1e-6 * (i % 977 + 1)));
        const auto shown = shownKernels(kernels, {});
        QCOMPARE(shown.size(), std::size_t{60});
        QVERIFY(std::ranges::all_of(shown,
                                    [](const ShownKernel& each) { return each.kernel.time == Seconds(1e-6 * 977); }));
        const auto groups = shownKernels(kernels, {.top = 0, .grouped = true});
        QCOMPARE(groups.size(), std::size_t{500});
        const double shares = std::accumulate(groups.begin(), groups.end(), 0.0,
                                              [](double sum, const auto& each) { return sum + each.shareOfTime; });
        QVERIFY2(std::abs(shares - 1.0) < 1e-9, qPrintable(QString::number(shares, 'g', 17)));
    }
};

RIDGEPOINT_TEST(KernelChoiceTest)
#include "kernel_choice_test.moc"
