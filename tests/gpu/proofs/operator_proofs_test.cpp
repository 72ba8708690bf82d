// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/operator_plan.h"
#include "tests/gpu/proofs/artifacts.h"
#include "tests/gpu/proofs/operator_proof.h"
#include "tests/gpu/proofs/proof_report.h"
#include "tests/gpu/proofs/sizes.h"
#include "tests/gpu/proofs/kernel_rows.h"
#include "tests/support/test_main.h"

#include <set>

using namespace ridgepoint;
using namespace ridgepoint::proofs;

namespace {

Report& report()
{
    static Report table("operators", {"architecture", "kernel", "shape", "read", "written", "again, from caches",
                                      "padding", "instructions", "largest error (epsilon)"});
    return table;
}

/// One element, single rows and columns, both sides of a vector, a warp's rows and a block's, tiles with every tail,
/// more tiles than blocks, and rows for each kernel of rows, the longest too.
const std::vector<std::pair<int, int>>& shapes()
{
    static const std::vector<std::pair<int, int>> all{
        {1, 1},    {1, 7},    {7, 1},    {2, 2},    {3, 3},     {5, 63},    {63, 5},
        {17, 64},  {64, 65},  {65, 31},  {2, 129},  {5, 512},   {5, 513},   {67, 131},
        {9, 1030}, {3, 2048}, {3, 2053}, {2, 8209}, {1, 16384}, {2, 16385}, {1, 40009}};
    return all;
}

void addRows()
{
    QTest::addColumn<int>("architecture");
    QTest::addColumn<int>("which");
    for (const int architecture : wholeArchitectures())
        for (const OperatorKind which : allOperators)
            QTest::addRow("%s, compute_%d", std::string(nameOf(which)).c_str(), architecture)
                << architecture << static_cast<int>(which);
}

} // namespace

class OperatorsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        skipWithoutArtifacts();
        QVERIFY2(!wholeArchitectures().empty(), "no PTX: build the target gpu_proof_artifacts");
    }
    void cleanupTestCase()
    {
        if (hasArtifacts())
            QVERIFY(report().write());
    }

    void everyOperatorComputesItsReferenceAndMovesTheBytesThatAreCounted_data() { addRows(); }
    void everyOperatorComputesItsReferenceAndMovesTheBytesThatAreCounted()
    {
        QFETCH(int, architecture);
        QFETCH(int, which);
        for (const auto& [rows, columns] : shapes()) {
            const OperatorCall call{.which = static_cast<OperatorKind>(which), .rows = rows, .columns = columns};
            if (!validate(call))
                continue;
            const std::string shape = std::to_string(rows) + " x " + std::to_string(columns);
            const OperatorEvidence evidence = proveOperator(*kernelsOf(architecture), call, shapeFor(architecture));
            QVERIFY2(evidence.faults.empty(), (shape + ": " + joined(evidence.faults)).c_str());
            report().add({"compute_" + std::to_string(architecture), evidence.kernel, shape,
                          std::to_string(evidence.read), std::to_string(evidence.written),
                          std::to_string(evidence.again), std::to_string(evidence.padding),
                          std::to_string(evidence.instructions), std::to_string(evidence.largestError)});
        }
    }

    /// Results must hold for every hardware that keeps the documented errors of its approximate instructions.
    void approximateInstructionsMayBeAsWrongAsDocumented_data() { addRows(); }
    void approximateInstructionsMayBeAsWrongAsDocumented()
    {
        QFETCH(int, architecture);
        QFETCH(int, which);
        for (const double approximation : {-1.0, 1.0})
            for (const auto& [rows, columns] : {std::pair{5, 131}, std::pair{2, 2053}, std::pair{1, 16401}}) {
                const OperatorCall call{.which = static_cast<OperatorKind>(which), .rows = rows, .columns = columns};
                if (!validate(call))
                    continue;
                const OperatorEvidence evidence = proveOperator(*kernelsOf(architecture), call, shapeFor(architecture),
                                                                approximation);
                QVERIFY2(evidence.faults.empty(), joined(evidence.faults).c_str());
            }
    }

    void aDropoutsBitsAreDrawnAsOnEveryDevice()
    {
        for (const int architecture : wholeArchitectures())
            for (const OperatorKind which : {OperatorKind::Dropout, OperatorKind::AddDropoutNorm})
                for (const auto& [rows, columns] :
                     {std::pair{1, 1}, std::pair{17, 64}, std::pair{3, 2053}, std::pair{67, 131}}) {
                    const auto faults = proveKept(*kernelsOf(architecture),
                                                  {.which = which, .rows = rows, .columns = columns},
                                                  shapeFor(architecture));
                    QVERIFY2(faults.empty(), joined(faults).c_str());
                }
    }

    void everyKernelOfAnOperatorIsExecuted()
    {
        std::set<std::string> planned;
        for (const OperatorKind which : allOperators)
            for (const auto& [rows, columns] : shapes())
                if (const auto plan = planOperator({.which = which, .rows = rows, .columns = columns}, shapeFor(90)))
                    for (const KernelCall& call : plan->plan.calls)
                        planned.insert(call.kernel);
        for (const KernelInfo& kernel : kernelList())
            if (kernel.family == KernelFamily::Operator)
                QVERIFY2(planned.contains(kernel.name), kernel.name.c_str());
    }
};

RIDGEPOINT_TEST(OperatorsTest)
#include "operator_proofs_test.moc"
