// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/proofs/mutation.h"

#include <QTest>

#include <utility>
#include <vector>

namespace ridgepoint::proofs {

/// Mutations by what each changes, in words.
using MutationTable = std::vector<std::pair<const char*, Mutation>>;

/// A row of a test for each: "index".
inline void addMutationRows(const MutationTable& mutations)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < mutations.size(); ++i)
        QTest::newRow(mutations[i].first) << static_cast<int>(i);
}

/// Fails where the mutation of the present row is not noticed by the check that is meant for it.
inline void verifyMutationRow(const MutationTable& mutations)
{
    QFETCH(int, index);
    const std::string missed = whatIsMissed(mutations[static_cast<std::size_t>(index)].second);
    QVERIFY2(missed.empty(), missed.c_str());
}

} // namespace ridgepoint::proofs
