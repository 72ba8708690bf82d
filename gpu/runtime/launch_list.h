// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload.h"
#include "gpu/plan/kernel_call.h"
#include "gpu/runtime/cuda_api.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// Finds a kernel by name; the status is the run-time's.
using KernelFinder = std::function<CudaStatus(const std::string&, KernelHandle&)>;

/// Makes a call ready to launch: its kernel found, its buffers' addresses put in.
[[nodiscard]] CudaStatus bindCall(const KernelCall& call, std::span<std::byte* const> buffers, const KernelFinder& find,
                                  BoundLaunch& bound);

/// Is told of each thing that the host does while a chain is recorded; a status that is no success ends the chain.
class LaunchObserver {
public:
    virtual ~LaunchObserver() = default;
    [[nodiscard]] virtual CudaStatus beforeLaunch() = 0;
    [[nodiscard]] virtual CudaStatus afterLaunch() = 0;
    [[nodiscard]] virtual CudaStatus beforeWait() = 0;
    [[nodiscard]] virtual CudaStatus afterWait() = 0;
};

/// A linear chain of launches in one stream, for one of the three launch modes. In stream order each launch begins when
/// the one before has ended, so every mode has the full barrier between passes.
class LaunchList {
public:
    LaunchList(CudaApi& api, StreamHandle stream, LaunchMode mode) : m_api(api), m_stream(stream), m_mode(mode) {}
    ~LaunchList() { release(); }
    LaunchList(const LaunchList&) = delete;
    LaunchList& operator=(const LaunchList&) = delete;

    /// Binds the calls; in graph mode also captures and instantiates them, which is never part of a timing.
    [[nodiscard]] CudaStatus prepare(std::span<const KernelCall> calls, std::span<std::byte* const> buffers,
                                     const KernelFinder& find);
    /// Submits the chain once: wait-each waits for every launch, the others wait for none.
    [[nodiscard]] CudaStatus submit();
    /// The same for a recording, which never is a measurement: the observer hears of every launch, of a graph's as one,
    /// and of every wait.
    [[nodiscard]] CudaStatus submit(LaunchObserver& observer);
    /// How many launches of the host's a chain is.
    [[nodiscard]] std::size_t handOvers() const
    {
        return m_mode == LaunchMode::Graph && !m_launches.empty() ? 1 : m_launches.size();
    }
    [[nodiscard]] bool empty() const { return m_launches.empty(); }

private:
    [[nodiscard]] CudaStatus capture();
    void release();

    CudaApi& m_api;
    StreamHandle m_stream;
    LaunchMode m_mode;
    std::vector<BoundLaunch> m_launches;
    GraphExecHandle m_exec = nullptr;
};

} // namespace ridgepoint
