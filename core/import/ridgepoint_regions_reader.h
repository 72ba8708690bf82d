// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"

namespace ridgepoint {

/// The lines that ridgepoint.h and ridgepoint.py write, which resources/ridgepoint.h defines. Regions of one name are
/// one kernel. Other lines, such as a program's own output, are passed over.
extern const ImportFormat ridgepointRegionsFormat;

} // namespace ridgepoint
