// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/cpu_device.h"

#include <chrono>
#include <cstddef>
#include <vector>

namespace ridgepoint {

/// Times one hand-over of `job`, a callable that takes the thread's number, to a team's threads.
template <class Job> [[nodiscard]] BatchTiming timedOn(CpuDevice& device, Team& team, Job job)
{
    struct Watched {
        Job& work;
        std::vector<WorkShare> shares;
    } watched{job, std::vector<WorkShare>(static_cast<std::size_t>(team.pool->threads()))};
    return timed(device, team, [&] {
        const auto from = std::chrono::steady_clock::now();
        team.pool->run(
            [](void* context, int thread) {
                auto& self = *static_cast<Watched*>(context);
                const WorkWatch watch;
                self.work(thread);
                self.shares[static_cast<std::size_t>(thread)] = watch.end();
            },
            &watched);
        // The caller, too, may have to wait for its processor after the last thread is done.
        return lostTogether(watched.shares, from) + delayed(lastEnd(watched.shares), std::chrono::steady_clock::now());
    });
}

} // namespace ridgepoint
