// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/libraries/activity_recorder.h"
#include "tests/gpu/runtime/fake_cuda.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace ridgepoint::test {

/// What a fake profiler does, and what became of it.
struct FakeProfiling {
    std::shared_ptr<FakeCuda> cuda;
    std::size_t kernels = 3;  ///< that it tells of the recorded chain
    std::size_t lost = 0;
    std::string failing;      ///< the call that fails: "open", "start", "timestamp", "take", "stop", or several: "take stop"
    std::vector<std::string> calls;
    int handlesAtStop = -1;   ///< of the run-time that were still alive when it was stopped
    bool sawEvents = false;   ///< whether the chain that it recorded had events in it
};

/// Tells of kernels that share the longest time in which nobody asked for its clock, which goes as the fake device's.
class FakeProfiler final : public ActivityRecorder {
public:
    explicit FakeProfiler(FakeProfiling& doing) : m_doing(doing) {}

    [[nodiscard]] static ActivityOpener opener(FakeProfiling& doing)
    {
        return [&doing]() -> Result<std::unique_ptr<ActivityRecorder>> {
            if (doing.failing == "open")
                return failure("libfake.so.1 not found");
            return std::unique_ptr<ActivityRecorder>(std::make_unique<FakeProfiler>(doing));
        };
    }

    [[nodiscard]] std::string name() const override { return "FAKE"; }
    [[nodiscard]] Result<void> start() override { return answer("start"); }
    [[nodiscard]] Result<std::uint64_t> timestamp() override
    {
        m_stamps.push_back(static_cast<std::uint64_t>(std::llround(m_doing.cuda->hostTime().value() * 1e9)));
        if (m_doing.failing == "timestamp")
            return failure("timestamp failed");
        return m_stamps.back();
    }
    [[nodiscard]] Result<ActivityRecords> take() override
    {
        if (auto answered = answer("take"); !answered)
            return answered.error();
        m_doing.sawEvents = std::count(m_doing.cuda->log.begin(), m_doing.cuda->log.end(), "record") > 0;
        std::size_t before = 0;
        for (std::size_t i = 0; i + 1 < m_stamps.size(); ++i)
            if (m_stamps[i + 1] - m_stamps[i] > m_stamps[before + 1] - m_stamps[before])
                before = i;
        ActivityRecords records;
        records.lost = m_doing.lost;
        const std::uint64_t step = (m_stamps[before + 1] - m_stamps[before]) / (2 * m_doing.kernels + 2);
        for (std::size_t i = 0; i < m_doing.kernels; ++i)
            records.kernels.push_back({m_stamps[before] + step * (2 * i + 1), m_stamps[before] + step * (2 * i + 2)});
        return records;
    }
    [[nodiscard]] Result<void> stop() override
    {
        m_doing.handlesAtStop = m_doing.cuda->liveHandles;
        return answer("stop");
    }

private:
    [[nodiscard]] static Error failure(const std::string& words) { return {ErrorKind::Unavailable, "fake.failed", words, {}}; }
    [[nodiscard]] Result<void> answer(const std::string& call)
    {
        m_doing.calls.push_back(call);
        return m_doing.failing.find(call) != std::string::npos ? Result<void>(failure(call + " failed")) : Result<void>();
    }

    FakeProfiling& m_doing;
    std::vector<std::uint64_t> m_stamps;
};

} // namespace ridgepoint::test
