// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/libraries/activity_recorder.h"
#include "gpu/libraries/cupti_calls.h"

#include <mutex>
#include <utility>

namespace ridgepoint {

/// Where CUPTI's buffers come from and what was read from them. CUPTI hands its callbacks nothing of ours and may call them in
/// a thread of its own, so that there is one store in a process, which never goes.
class CuptiStore {
public:
    [[nodiscard]] static CuptiStore& instance();

    /// Empty, and read with these functions from now on.
    void begin(const CuptiCalls& calls);
    /// What was read since, and the first status that ended reading too early.
    [[nodiscard]] std::pair<ActivityRecords, CUptiResult> take();

    /// What to give to cuptiActivityRegisterCallbacks.
    static void CUPTIAPI requested(std::uint8_t** buffer, std::size_t* bytes, std::size_t* mostRecords);
    static void CUPTIAPI completed(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t bytes, std::size_t validBytes);

private:
    void read(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t validBytes);

    std::mutex m_mutex;
    CuptiCalls m_calls;
    ActivityRecords m_records;
    CUptiResult m_status = CUPTI_SUCCESS;
};

} // namespace ridgepoint
