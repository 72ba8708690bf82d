// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/probe_runner.h"

#include "core/stats/summary.h"
#include "core/sweep/cell_meter.h"

namespace ridgepoint {
namespace {

/// Forty samples a second at most: jobs that share the time, and the way to the screen, leave twenty.
constexpr Seconds samplePeriod{25e-3};
constexpr Seconds stepLength{5e-3};

} // namespace

class ProbeRunner::State {
public:
    State(Backend& backend, const Workload& given, const Clock& givenClock)
        : workload(given),
          device(backend.info().id),
          clock(givenClock),
          meter(backend, givenClock),
          periodBegin(givenClock.now())
    {}

    void pause() { meter.chill(); }

    Result<std::optional<Sample>> step()
    {
        const Seconds begin = clock.now();
        do {
            if (auto visited = meter.visit(workload, record); !visited)
                return visited.error();
        } while (clock.now() - begin + record.visitCost < stepLength);
        if (clock.now() - periodBegin < samplePeriod)
            return std::optional<Sample>();
        std::optional<Sample> sample = sampleOf(workload, device, record.readings);
        record.readings = Readings();
        periodBegin = clock.now();
        return sample;
    }

private:
    Workload workload;
    std::string device;
    const Clock& clock;
    CellMeter meter;
    CellRecord record;
    Seconds periodBegin;
};

ProbeRunner::ProbeRunner(Backend& backend, const Workload& workload, const Clock& clock)
    : m_state(std::make_unique<State>(backend, workload, clock))
{}
ProbeRunner::~ProbeRunner() = default;

void ProbeRunner::pause() { m_state->pause(); }
Result<std::optional<Sample>> ProbeRunner::step() { return m_state->step(); }

} // namespace ridgepoint
