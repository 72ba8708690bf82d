// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/cost.h"
#include "gpu/plan/kernel_list.h"
#include "tests/gpu/proofs/artifacts.h"
#include "tests/gpu/proofs/kernel_rows.h"
#include "tests/gpu/proofs/proof_report.h"
#include "tests/gpu/proofs/sizes.h"
#include "tests/gpu/proofs/workload_proof.h"
#include "tests/support/test_main.h"

#include <set>

using namespace ridgepoint;
using namespace ridgepoint::proofs;

Q_DECLARE_METATYPE(ridgepoint::Workload)

namespace {

/// Applications a pass that the run-time kernels are proven with: every binary digit of the rest, whole rounds, both
/// sides of them, and odd numbers.
constexpr std::array runTimeApplications{9, 10, 12, 15, 16, 17, 23, 31, 32, 33, 47, 64, 100, 127, 255};

Report& report()
{
    static Report table("chains", {"architecture", "kernel", "N", "k", "n", "d", "FLOP", "of padding", "bytes",
                                   "of padding", "instructions", "per operation", "error (eps)"});
    return table;
}

void addRow(const KernelSet& kernels, const Workload& workload, const WorkloadEvidence& evidence)
{
    const double perOperation = static_cast<double>(evidence.instructions)
                              / static_cast<double>(evidence.operations + evidence.paddingOperations);
    const auto flops = static_cast<std::uint64_t>(flopsPerApplication(workload.operation));
    report().add({"compute_" + std::to_string(kernels.architecture()), evidence.kernel,
                  std::to_string(workload.elements), std::to_string(workload.operationsPerElement),
                  std::to_string(workload.chainLength), std::to_string(workload.fusionDepth),
                  std::to_string(evidence.operations * flops), std::to_string(evidence.paddingOperations * flops),
                  std::to_string(evidence.bytes), std::to_string(evidence.paddingBytes),
                  std::to_string(evidence.instructions), std::to_string(perOperation),
                  std::to_string(evidence.largestError)});
}

/// Proves one workload; returns what is wrong with it, with the workload's numbers.
std::string faultsOf(const KernelSet& kernels, const Workload& workload, const std::string& kernel)
{
    const WorkloadEvidence evidence = proveWorkload(kernels, workload, shapeFor(kernels.architecture()));
    const bool telling = workload.elements == fewSizesFor(workload.precision).front() && workload.chainLength == 1;
    if (telling)
        addRow(kernels, workload, evidence);
    std::string faults = joined(evidence.faults);
    if (faults.empty() && evidence.kernel != kernel)
        faults = "the plan launches " + evidence.kernel + " instead of " + kernel;
    if (!faults.empty())
        faults += "\nN = " + std::to_string(workload.elements)
                + ", k = " + std::to_string(workload.operationsPerElement)
                + ", n = " + std::to_string(workload.chainLength) + ", d = " + std::to_string(workload.fusionDepth);
    return faults;
}

/// The ways to come to `applications` a pass by k and depth, in one pass and in three.
std::vector<Workload> workloadsWith(Workload base, int applications)
{
    std::vector<Workload> workloads;
    for (const int depth : {1, 2, 3, 4, 8}) {
        if (applications % depth != 0)
            continue;
        for (const int passes : {1, 3}) {
            base.fusionDepth = depth;
            base.chainLength = depth * passes;
            base.operationsPerElement = applications / depth;
            workloads.push_back(base);
        }
    }
    return workloads;
}

} // namespace

class ChainsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void initTestCase() { skipWithoutArtifacts(); }
    void cleanupTestCase()
    {
        if (hasArtifacts())
            QVERIFY(report().write());
    }

    void thePtxHoldsEveryKernelOfTheListAndNoOther()
    {
        QVERIFY2(ptxArchitectures().size() >= 2,
                 "PTX of fewer than two architectures: build the target gpu_proof_artifacts");
        for (const int architecture : {75, 90}) {
            const auto& kernels = kernelsOf(architecture);
            QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().message().c_str());
            std::set<std::string> expected;
            for (const KernelInfo& kernel : kernelList())
                if (kernel.family != KernelFamily::Chain || kernel.precision != Precision::Bf16 || architecture >= 80)
                    expected.insert(kernel.name);
            const std::vector<std::string> names = kernels->names();
            QVERIFY2(std::set<std::string>(names.begin(), names.end()) == expected,
                     "kernelList() and the device code differ");
        }
    }

    void everyChainDoesTheWorkThatTheCostModelCounts_data() { addKernelRows(KernelFamily::Chain); }
    void everyChainDoesTheWorkThatTheCostModelCounts()
    {
        QFETCH(int, architecture);
        QFETCH(QString, kernel);
        const KernelSet& kernels = *kernelsOf(architecture);
        const KernelInfo* info = findKernel(kernel.toStdString());
        QVERIFY(info != nullptr);
        std::vector<int> applications{static_cast<int>(info->applications)};
        if (info->applications == 0)
            applications.assign(runTimeApplications.begin(), runTimeApplications.end());
        for (const int a : applications) {
            Workload base{.operation = *info->operation, .precision = info->precision};
            for (const std::int64_t elements : sizesFor(info->precision)) {
                base.elements = elements;
                base.operationsPerElement = a;
                const std::string faults = faultsOf(kernels, base, info->name);
                QVERIFY2(faults.empty(), faults.c_str());
            }
            base.elements = fewSizesFor(info->precision).front();
            for (const Workload& workload : workloadsWith(base, a)) {
                const std::string faults = faultsOf(kernels, workload, info->name);
                QVERIFY2(faults.empty(), faults.c_str());
            }
        }
    }

    /// x + 1 so many times gives x + k: operations counted by their result, fma too (x 1 + 1); mul gives x 2^k.
    void operationsAreCountedByTheirResult_data() { everyChainDoesTheWorkThatTheCostModelCounts_data(); }
    void operationsAreCountedByTheirResult()
    {
        QFETCH(int, architecture);
        QFETCH(QString, kernel);
        const KernelInfo* info = findKernel(kernel.toStdString());
        const bool doubles = *info->operation == Operation::Mul;
        const bool narrow = info->precision == Precision::Fp16 || info->precision == Precision::Bf16;
        // What keeps the numbers exact: below 2^16 when doubled, below 2^8 when counted up in bf16.
        const std::uint64_t runTime = doubles ? (narrow ? 9 : 23) : (narrow ? 101 : 203);
        PassRequest request{.operation = *info->operation,
                            .precision = info->precision,
                            .applications = info->applications != 0 ? info->applications : runTime,
                            .first = doubles ? 2.0 : 1.0,
                            .second = doubles ? 2.0 : 1.0,
                            .data = {}};
        for (const std::int64_t elements : fewSizesFor(info->precision)) {
            request.elements = static_cast<std::uint64_t>(elements);
            const WorkloadEvidence evidence = proveCount(*kernelsOf(architecture), request, false);
            QVERIFY2(evidence.faults.empty(), joined(evidence.faults).c_str());
            QCOMPARE(QString::fromStdString(evidence.kernel), kernel);
        }
    }
};

RIDGEPOINT_TEST(ChainsTest)
#include "chains_test.moc"
