// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/model/cost.h"
#include "core/sweep/clock.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace ridgepoint::test {

/// A clock that only runs when the model device works (or when a test turns it).
class FakeClock final : public Clock {
public:
    [[nodiscard]] Seconds now() const override { return m_now; }
    void advance(Seconds by) { m_now += by; }

private:
    Seconds m_now{1000.0};
};

/// A cache or memory of the model device.
struct ModelLevel {
    double capacityBytes = std::numeric_limits<double>::infinity();
    double bytesPerSecond = 6e10;
};

/// A device whose times are known: T = L (max(F/P, B/W(level)) + t) + fixed, with noise.
struct ModelDevice {
    double flopsPerSecond = 4e11;
    double launchSeconds = 0.5e-6;
    double fixedSeconds = 0.0;
    std::vector<ModelLevel> levels{{64e3, 8e11}, {4e6, 2.2e11}, {128e6, 1.1e11}, {}};
    /// Width, in octaves, over which a level's bandwidth turns into the next one's; 0 for a cliff.
    double kneeOctaves = 1.0;
    double cornerPower = 0.0;     ///< p > 0: (c^p + m^p)^(1/p) in place of max(c, m), as real machines round the corner
    double noise = 0.01;          ///< standard deviation of ln T
    double autocorrelation = 0.5; ///< of successive readings
    double memoryBytes = 64e9;
    double prepareSeconds = 20e-6;   ///< what preparing takes on the clock
    double prepareRoofSeconds = 0.0; ///< and what asking for a roof does, in vain

    [[nodiscard]] double bandwidth(double footprint) const
    {
        double inverse = 1.0 / levels.front().bytesPerSecond;
        for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
            const double octaves = std::log2(footprint / levels[i].capacityBytes);
            const double past = kneeOctaves > 0.0 ? std::clamp(octaves / kneeOctaves + 0.5, 0.0, 1.0)
                                                  : (octaves > 0.0 ? 1.0 : 0.0);
            inverse += past * (1.0 / levels[i + 1].bytesPerSecond - 1.0 / levels[i].bytesPerSecond);
        }
        return 1.0 / inverse;
    }
    /// Seconds of one chain, without noise.
    [[nodiscard]] double time(const Workload& workload) const
    {
        const Cost cost = costOf(workload);
        const double compute = cost.flops.value() / flopsPerSecond;
        const double memory = cost.bytes.value() / bandwidth(footprintOf(workload).value());
        const double work = cornerPower > 0.0 ? std::pow(std::pow(compute, cornerPower) + std::pow(memory, cornerPower),
                                                         1.0 / cornerPower)
                                              : std::max(compute, memory);
        return work + static_cast<double>(cost.launches) * launchSeconds + fixedSeconds;
    }
};

/// A backend that does no work: it tells the model's time with seeded noise and turns the clock by it.
class ModelBackend final : public Backend {
public:
    ModelBackend(ModelDevice device, FakeClock& clock, unsigned seed = 1)
        : m_state(std::make_shared<State>(State{std::move(device), clock, std::mt19937(seed), {}, {}, 0, 0.0}))
    {
        m_info.id = "cpu";
        m_info.name = "Model processor";
        m_info.available = true;
        m_info.threads = 1;
    }

    [[nodiscard]] const DeviceInfo& info() const override { return m_info; }
    [[nodiscard]] DeviceInfo& editableInfo() { return m_info; }
    [[nodiscard]] const ModelDevice& device() const { return m_state->device; }

    /// Every workload prepared, in order: one visit each.
    [[nodiscard]] const std::vector<Workload>& visits() const { return m_state->visits; }
    [[nodiscard]] std::int64_t runs() const { return m_state->runs; }
    /// Looks at every run before its result is handed out and may change or fail it.
    using Interceptor = std::function<Result<BatchTiming>(const Workload&, std::int64_t repetitions, BatchTiming)>;
    void intercept(Interceptor interceptor) { m_state->interceptor = std::move(interceptor); }

    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest& work) override
    {
        return prepareByKind(work, m_info, [this](const Workload& workload) { return prepareChain(workload); });
    }
    /// What a driver would tell of how busy the model is.
    void tellBusy(std::function<Result<double>()> tell) { m_busy = std::move(tell); }
    [[nodiscard]] Result<double> busyShare() override { return m_busy ? m_busy() : Backend::busyShare(); }
    [[nodiscard]] std::vector<std::string> roofIds() const override { return {}; }
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest& request) override
    {
        m_state->clock.advance(Seconds(m_state->device.prepareRoofSeconds));
        return Error{ErrorKind::Unsupported, "model.roof", "The model device has no roof %1.", {request.id}};
    }
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override { return {}; }
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }

private:
    struct State {
        ModelDevice device;
        FakeClock& clock;
        std::mt19937 random;
        std::vector<Workload> visits;
        Interceptor interceptor;
        std::int64_t runs = 0;
        double deviation = 0.0;
    };

    class Work final : public PreparedWork {
    public:
        Work(std::shared_ptr<State> state, const Workload& workload) : m_state(std::move(state)), m_workload(workload)
        {}

        [[nodiscard]] Result<BatchTiming> run(std::int64_t repetitions) override
        {
            State& state = *m_state;
            const double rho = state.device.autocorrelation;
            std::normal_distribution<double> normal(0.0, state.device.noise);
            state.deviation = rho * state.deviation + std::sqrt(1.0 - rho * rho) * normal(state.random);
            BatchTiming timing;
            timing.time = Seconds(state.device.time(m_workload) * std::exp(state.deviation)
                                  * static_cast<double>(repetitions));
            state.clock.advance(timing.time);
            ++state.runs;
            if (state.interceptor)
                return state.interceptor(m_workload, repetitions, timing);
            return timing;
        }

    private:
        std::shared_ptr<State> m_state;
        Workload m_workload;
    };

    Result<ReadyWork> prepareChain(const Workload& workload)
    {
        if (auto checked = validate(workload); !checked)
            return checked.error();
        if (footprintOf(workload).value() > m_state->device.memoryBytes)
            return Error{ErrorKind::Unavailable,
                         "model.memory",
                         "%1 elements do not fit; choose a smaller size.",
                         {std::to_string(workload.elements)}};
        m_state->visits.push_back(workload);
        m_state->clock.advance(Seconds(m_state->device.prepareSeconds));
        return ReadyWork{.work = std::make_unique<Work>(m_state, workload)};
    }

    std::shared_ptr<State> m_state;
    DeviceInfo m_info;
    std::function<Result<double>()> m_busy;
};

} // namespace ridgepoint::test
