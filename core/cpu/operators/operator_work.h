// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/cpu_device.h"
#include "core/measure/backend.h"
#include "core/model/operator.h"

#include <memory>

namespace ridgepoint {

/// How results of a call go to memory where nobody says: past the caches where its tensors together are larger than
/// `pastCaches` (see pastCachesFrom), else into them.
[[nodiscard]] Stores usualStores(const OperatorCall& call, Bytes pastCaches);

/// The tensors of a team's operators, which live as long as one of its works.
[[nodiscard]] Result<std::shared_ptr<OperatorMemory>> operatorMemory(Team& team);

/// An operator of our own, ready to run on every thread of its call. InvalidInput for impossible shapes and thread
/// counts, Unavailable where memory does not suffice.
[[nodiscard]] Result<ReadyWork> prepareOwnOperator(const std::shared_ptr<CpuDevice>& device, const OperatorCall& call,
                                                   Stores stores);

} // namespace ridgepoint
