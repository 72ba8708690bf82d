// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/dynamic_library.h"
#include "core/model/result.h"

#include <string>

#include <cupti.h>

/// Internal to gpu/libraries: needs the toolkit's headers.
namespace ridgepoint {

/// The library's functions, of the types that its own header gives them.
struct CuptiCalls {
    decltype(&cuptiGetVersion) version = nullptr;
    decltype(&cuptiGetResultString) resultString = nullptr;
    decltype(&cuptiGetTimestamp) timestamp = nullptr;
    decltype(&cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
    decltype(&cuptiActivityEnable) enable = nullptr;
    decltype(&cuptiActivityDisable) disable = nullptr;
    decltype(&cuptiActivityFlushAll) flush = nullptr;
    decltype(&cuptiActivityGetNextRecord) nextRecord = nullptr;
    decltype(&cuptiActivityGetNumDroppedRecords) droppedRecords = nullptr;
    decltype(&cuptiFinalize) finalize = nullptr;

    /// "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES", or the number where the library has no name for it.
    [[nodiscard]] std::string nameOf(CUptiResult result) const;
};

/// Unavailable names the first function that is missing.
[[nodiscard]] Result<CuptiCalls> loadCuptiCalls(const DynamicLibrary& library);

} // namespace ridgepoint
