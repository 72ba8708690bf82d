// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"

namespace ridgepoint {

/// What `advisor --report=survey --format=csv --show-all-columns` prints of Intel Advisor: a row a loop or function,
/// after some lines of its own. Rows of one name are one kernel of one launch. Bytes are those of all loads and stores
/// of the processor, so they are taken as going through the first cache; how much comes from memory is not told.
extern const ImportFormat advisorFormat;

} // namespace ridgepoint
