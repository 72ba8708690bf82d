// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace ridgepoint {

/// A thread of its own for all calls into a driver, because a call that never returns must not take the caller with
/// it. What is timed is timed inside the thread, so that handing work over is not part of any reading.
class DeviceThread {
public:
    /// `lettingGo` is how long the end waits for what is still to be done.
    explicit DeviceThread(Seconds lettingGo = Seconds(20.0));
    /// Ends the thread after what waits; one that is stuck, or gets stuck over that, is left behind, and with it all
    /// that waited for it.
    ~DeviceThread();
    DeviceThread(const DeviceThread&) = delete;
    DeviceThread& operator=(const DeviceThread&) = delete;

    /// How long a call may take, and what is told meanwhile.
    struct Patience {
        Seconds deadline;
        Seconds mention;              ///< after this long without an answer …
        std::function<void()> remark; ///< … this is called once, in the caller's thread; may be empty
    };

    /// Runs `work` there and gives its result back; nothing when it has not come back by the deadline. The thread is
    /// stuck from then on and runs nothing more. `work` is kept until it returns, so it must own what it uses.
    template <class T> [[nodiscard]] std::optional<T> call(const Patience& patience, std::function<T()> work)
    {
        auto result = std::make_shared<std::optional<T>>();
        if (!runWithin(patience, [result, job = std::move(work)] { result->emplace(job()); }))
            return std::nullopt;
        return std::move(*result);
    }

    /// Runs `work` there some time later, in order; nobody waits for it. For letting go of what belongs to the device.
    void post(std::function<void()> work);

    /// Whether a call missed its deadline. The process should then end without the run-time's own tidying up, which
    /// would wait for the same driver.
    [[nodiscard]] bool stuck() const;
    /// Whether any thread of this process got stuck.
    [[nodiscard]] static bool anyStuck();

private:
    struct State;
    [[nodiscard]] bool runWithin(const Patience& patience, std::function<void()> job);
    std::shared_ptr<State> m_state;
    Seconds m_lettingGo;
};

} // namespace ridgepoint
