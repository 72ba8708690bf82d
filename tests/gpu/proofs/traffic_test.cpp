// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/kernel_list.h"
#include "tests/gpu/proofs/artifacts.h"
#include "tests/gpu/proofs/proof_report.h"
#include "tests/gpu/proofs/roof_proof.h"
#include "tests/gpu/proofs/sizes.h"
#include "tests/gpu/proofs/kernel_rows.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;
using namespace ridgepoint::proofs;

namespace {

Report& report()
{
    static Report table("roofs", {"architecture", "roof", "kernel", "amount", "other bytes", "instructions"});
    return table;
}

} // namespace

class TrafficTest : public ridgepoint::test::Case {
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

    void everyRoofDoesTheWorkThatItIsCreditedWith_data()
    {
        QTest::addColumn<int>("architecture");
        QTest::addColumn<QString>("id");
        for (const int architecture : wholeArchitectures())
            for (const auto& ids : {plannedRoofIds(shapeFor(architecture)), variantRoofIds()})
                for (const std::string& id : ids)
                    QTest::addRow("%s, compute_%d", id.c_str(), architecture)
                        << architecture << QString::fromStdString(id);
    }
    void everyRoofDoesTheWorkThatItIsCreditedWith()
    {
        QFETCH(int, architecture);
        QFETCH(QString, id);
        const KernelSet& kernels = *kernelsOf(architecture);
        // One tile, some tiles, and a size that does not divide into tiles (then rounded down to whole ones).
        for (const double tiles : {1.0, 5.0, 6.5}) {
            const bool bandwidth = id.startsWith(QStringLiteral("bandwidth"));
            GpuShape shape = shapeFor(architecture);
            if (bandwidth)
                shape.multiprocessors =
                    3; // five tiles are then shared unevenly where blocks keep to tiles of their own
            const RoofEvidence evidence = proveRoof(kernels, id.toStdString(), shape, Bytes(tiles * tileBytes));
            QVERIFY2(evidence.faults.empty(), joined(evidence.faults).c_str());
            report().add({"compute_" + std::to_string(architecture), id.toStdString(), evidence.kernel,
                          std::to_string(static_cast<std::uint64_t>(evidence.amount)),
                          std::to_string(evidence.otherBytes), std::to_string(evidence.instructions)});
            if (!bandwidth)
                break; // a footprint changes nothing
        }
    }

    void everyFillWritesTheUniformPattern_data()
    {
        QTest::addColumn<int>("architecture");
        QTest::addColumn<int>("precision");
        for (const int architecture : wholeArchitectures())
            for (const Precision precision : allPrecisions)
                QTest::addRow("%s, compute_%d", fillKernelName(precision).c_str(), architecture)
                    << architecture << static_cast<int>(precision);
    }
    void everyFillWritesTheUniformPattern()
    {
        QFETCH(int, architecture);
        QFETCH(int, precision);
        for (const std::int64_t elements : sizesFor(static_cast<Precision>(precision))) {
            const auto faults = proveFill(*kernelsOf(architecture), static_cast<std::uint64_t>(elements),
                                          static_cast<Precision>(precision));
            QVERIFY2(faults.empty(), joined(faults).c_str());
        }
    }
};

RIDGEPOINT_TEST(TrafficTest)
#include "traffic_test.moc"
