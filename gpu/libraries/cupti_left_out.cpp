// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// In place of cupti_recorder.cpp and cupti_store.cpp where the toolkit has no header of CUPTI.
#include "gpu/libraries/cupti_recorder.h"

namespace ridgepoint {

Result<std::unique_ptr<ActivityRecorder>> openCupti(std::span<const std::string>)
{
    return Error{ErrorKind::Unsupported, "cupti.left-out", "this program was built without CUPTI, whose header (cupti.h) comes with the CUDA toolkit", {}};
}

} // namespace ridgepoint
