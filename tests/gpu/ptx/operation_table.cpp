// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/operation_table.h"

namespace ridgepoint::ptx {

const OperationTable& operationTable()
{
    static const OperationTable table = [] {
        OperationTable all;
        addIntegerOperations(all);
        addFloatOperations(all);
        addApproximations(all);
        addHalfOperations(all);
        addComparisons(all);
        addConversions(all);
        addShuffles(all);
        return all;
    }();
    return table;
}

} // namespace ridgepoint::ptx
