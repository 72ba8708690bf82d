// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/operands.h"
#include "gpu/plan/kernel_list.h"
#include "tests/gpu/proofs/artifacts.h"
#include "tests/gpu/proofs/kernel_rows.h"
#include "tests/gpu/proofs/proof_report.h"
#include "tests/gpu/proofs/sizes.h"
#include "tests/gpu/proofs/workload_proof.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;
using namespace ridgepoint::proofs;

namespace {

/// Applications of a whole chain: few, odd, and so many that a chain has settled.
constexpr std::array applicationCounts{1, 2, 3, 5, 7, 8, 15, 16, 17, 33, 64, 101};

Report& report()
{
    static Report table("pointwise",
                        {"architecture", "kernel", "N", "k", "n", "d", "op", "of padding", "bytes", "instructions",
                         "per operation", "error (eps)", "approximations low", "high", "allowed"});
    return table;
}

std::string numbersOf(const Workload& workload)
{
    return "\nN = " + std::to_string(workload.elements) + ", k = " + std::to_string(workload.operationsPerElement)
         + ", n = " + std::to_string(workload.chainLength) + ", d = " + std::to_string(workload.fusionDepth);
}

void addRow(const KernelSet& kernels, const Workload& workload, const WorkloadEvidence& exact,
            const WorkloadEvidence& low, const WorkloadEvidence& high)
{
    const double perOperation = static_cast<double>(exact.instructions)
                              / static_cast<double>(exact.operations + exact.paddingOperations);
    report().add({"compute_" + std::to_string(kernels.architecture()), exact.kernel, std::to_string(workload.elements),
                  std::to_string(workload.operationsPerElement), std::to_string(workload.chainLength),
                  std::to_string(workload.fusionDepth), std::to_string(exact.operations),
                  std::to_string(exact.paddingOperations), std::to_string(exact.bytes),
                  std::to_string(exact.instructions), std::to_string(perOperation), std::to_string(exact.largestError),
                  std::to_string(low.largestError), std::to_string(high.largestError),
                  std::to_string(provenTolerance(workload.operation))});
}

} // namespace

class PointwiseTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void initTestCase() { skipWithoutArtifacts(); }
    void cleanupTestCase()
    {
        if (hasArtifacts())
            QVERIFY(report().write());
    }

    void everyFunctionDoesTheWorkThatTheCostModelCounts_data() { addKernelRows(KernelFamily::Pointwise); }
    void everyFunctionDoesTheWorkThatTheCostModelCounts()
    {
        QFETCH(int, architecture);
        QFETCH(QString, kernel);
        const KernelSet& kernels = *kernelsOf(architecture);
        const KernelInfo* info = findKernel(kernel.toStdString());
        for (const std::int64_t elements : sizesFor(info->precision))
            for (const int applications : {1, 3, 16}) {
                const Workload workload{
                    .operation = *info->operation, .elements = elements, .operationsPerElement = applications};
                const WorkloadEvidence evidence = proveWorkload(kernels, workload, shapeFor(architecture));
                QVERIFY2(evidence.faults.empty(), (joined(evidence.faults) + numbersOf(workload)).c_str());
                QCOMPARE(QString::fromStdString(evidence.kernel), kernel);
            }
        for (const int applications : applicationCounts)
            proveWithApproximations(kernels, chainOf(*info->operation, applications, 1, 1));
        for (const int applications : {1, 2, 5, 16})
            for (const int depth : {1, 3, 4})
                proveWithApproximations(kernels, chainOf(*info->operation, applications, 3 * depth, depth));
    }

    /// The loop of the heavy functions, counted by its result: x + 1 so many times.
    void theLoopOfTheFunctionsAppliesAsOftenAsItIsTold_data()
    {
        QTest::addColumn<int>("architecture");
        for (const int architecture : ptxArchitectures())
            if (kernelsOf(architecture).ok() && kernelsOf(architecture)->has("rp_count_f32"))
                QTest::addRow("compute_%d", architecture) << architecture;
    }
    void theLoopOfTheFunctionsAppliesAsOftenAsItIsTold()
    {
        QFETCH(int, architecture);
        for (const std::int64_t elements : sizesFor(Precision::Fp32))
            for (const int applications : applicationCounts) {
                const PassRequest request{.operation = Operation::Add,
                                          .elements = static_cast<std::uint64_t>(elements),
                                          .applications = static_cast<std::uint64_t>(applications),
                                          .first = 1.0,
                                          .second = 1.0,
                                          .data = {}};
                const WorkloadEvidence evidence = proveCount(*kernelsOf(architecture), request, true);
                QVERIFY2(evidence.faults.empty(), joined(evidence.faults).c_str());
                QCOMPARE(evidence.kernel, std::string("rp_count_f32"));
            }
    }

private:
    static Workload chainOf(Operation operation, int applications, int chainLength, int depth)
    {
        return {.operation = operation,
                .elements = fewSizesFor(Precision::Fp32).front(),
                .operationsPerElement = applications,
                .chainLength = chainLength,
                .fusionDepth = depth};
    }

    /// Results must hold for every hardware that keeps the documented errors of its approximate instructions.
    static void proveWithApproximations(const KernelSet& kernels, const Workload& workload)
    {
        const GpuShape shape = shapeFor(kernels.architecture());
        const WorkloadEvidence exact = proveWorkload(kernels, workload, shape);
        const bool approximates = workload.operation == Operation::Gelu || workload.operation == Operation::Exp;
        const WorkloadEvidence low = approximates ? proveWorkload(kernels, workload, shape, -1.0) : exact;
        const WorkloadEvidence high = approximates ? proveWorkload(kernels, workload, shape, 1.0) : exact;
        if (workload.chainLength == 1)
            addRow(kernels, workload, exact, low, high);
        for (const WorkloadEvidence* evidence : {&exact, &low, &high})
            QVERIFY2(evidence->faults.empty(), (joined(evidence->faults) + numbersOf(workload)).c_str());
    }
};

RIDGEPOINT_TEST(PointwiseTest)
#include "pointwise_test.moc"
