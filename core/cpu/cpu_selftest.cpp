// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/cpu_device.h"
#include "core/cpu/gradient/gradient_check.h"
#include "core/cpu/kernel_check.h"
#include "core/cpu/operators/operator_check.h"
#include "core/cpu/products/tile_check.h"

#include <random>

namespace ridgepoint {

bool runSelftest(InstructionSet inUse, const std::function<void(const SelftestLine&)>& report)
{
    bool allPassed = true;
    const auto check = [&](InstructionSet set) {
        for (const auto& lines :
             {checkKernels(set, std::random_device{}()), checkOperators(set, std::random_device{}()),
              checkGradients(set, std::random_device{}()), checkTileProducts(set, std::random_device{}()),
              checkRoofKernels(set, std::random_device{}())}) {
            for (const SelftestLine& line : lines) {
                allPassed = allPassed && line.passed;
                report(line);
            }
        }
    };
    check(inUse);
    for (const InstructionSet set : allInstructionSets)
        if (set != inUse && isSupported(set))
            check(set);
    return allPassed;
}

} // namespace ridgepoint
