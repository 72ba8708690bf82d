// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/kernel_list.h"
#include "tests/gpu/proofs/artifacts.h"

#include <QTest>

namespace ridgepoint::proofs {

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
