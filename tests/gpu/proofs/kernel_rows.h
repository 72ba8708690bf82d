// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/kernel_list.h"
#include "tests/gpu/proofs/artifacts.h"

#include <QTest>

#include <vector>

namespace ridgepoint::proofs {

/// Skips all tests of a class where no toolkit built the kernels. For `initTestCase`.
inline void skipWithoutArtifacts()
{
    if (!hasArtifacts())
        QSKIP(whyNoArtifacts().c_str());
    QVERIFY2(!ptxArchitectures().empty(), "no PTX: build the target gpu_proof_artifacts");
}

/// Architectures whose PTX holds every kind of kernel.
inline std::vector<int> wholeArchitectures()
{
    std::vector<int> whole;
    for (const int architecture : ptxArchitectures())
        if (kernelsOf(architecture).ok() && kernelsOf(architecture)->has("rp_fill_f32"))
            whole.push_back(architecture);
    return whole;
}

/// One row of a test for every kernel of a family in every architecture whose PTX was built: "architecture", "kernel".
inline void addKernelRows(KernelFamily family)
{
    QTest::addColumn<int>("architecture");
    QTest::addColumn<QString>("kernel");
    for (const int architecture : ptxArchitectures())
        for (const KernelInfo& kernel : kernelList())
            if (kernel.family == family && kernelsOf(architecture).ok() && kernelsOf(architecture)->has(kernel.name))
                QTest::addRow("%s, compute_%d", kernel.name.c_str(), architecture)
                    << architecture << QString::fromStdString(kernel.name);
}

} // namespace ridgepoint::proofs
