// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/launch_list.h"

#include <cassert>
#include <cstring>
#include <type_traits>

namespace ridgepoint {
namespace {

/// The bytes of an argument as the kernel's parameter expects them, at the start of eight.
std::uint64_t valueOf(const KernelArgument& argument, std::span<std::byte* const> buffers)
{
    std::uint64_t bytes = 0;
    std::visit(
        [&](const auto& value) {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, BufferPointer>) {
                assert(value.buffer < buffers.size());
                const std::byte* address = buffers[value.buffer] + value.offset;
                std::memcpy(&bytes, &address, sizeof address);
            } else {
                std::memcpy(&bytes, &value, sizeof value);
            }
        },
        argument);
    return bytes;
}

} // namespace

CudaStatus bindCall(const KernelCall& call, std::span<std::byte* const> buffers, const KernelFinder& find,
                    BoundLaunch& bound)
{
    bound = {};
    bound.grid = call.grid;
    bound.block = call.block;
    for (const KernelArgument& argument : call.arguments)
        bound.values.push_back(valueOf(argument, buffers));
    for (std::uint64_t& value : bound.values)
        bound.arguments.push_back(&value);
    return find(call.kernel, bound.kernel);
}

CudaStatus LaunchList::prepare(std::span<const KernelCall> calls, std::span<std::byte* const> buffers,
                               const KernelFinder& find)
{
    release();
    m_launches.clear();
    for (const KernelCall& call : calls) {
        BoundLaunch bound;
        if (const CudaStatus status = bindCall(call, buffers, find, bound); status != cudaOk)
            return status;
        m_launches.push_back(std::move(bound));
    }
    return m_mode == LaunchMode::Graph && !m_launches.empty() ? capture() : cudaOk;
}

CudaStatus LaunchList::capture()
{
    if (const CudaStatus status = m_api.beginCapture(m_stream); status != cudaOk)
        return status;
    CudaStatus launched = cudaOk;
    for (const BoundLaunch& launch : m_launches)
        if (launched == cudaOk)
            launched = m_api.launch(launch, m_stream);
    // Capturing must end whatever happened, or the stream stays unusable.
    GraphHandle graph = nullptr;
    CudaStatus status = m_api.endCapture(m_stream, graph);
    if (launched == cudaOk && status == cudaOk)
        status = m_api.instantiate(graph, m_stream, m_exec);
    if (graph != nullptr)
        static_cast<void>(m_api.releaseGraph(graph)); // the executable graph is independent of it
    return launched != cudaOk ? launched : status;
}

CudaStatus LaunchList::submit()
{
    if (m_mode == LaunchMode::Graph)
        return m_exec != nullptr ? m_api.launchGraph(m_exec, m_stream) : cudaOk;
    for (const BoundLaunch& launch : m_launches) {
        if (const CudaStatus status = m_api.launch(launch, m_stream); status != cudaOk)
            return status;
        if (m_mode == LaunchMode::WaitEach)
            if (const CudaStatus status = m_api.wait(m_stream); status != cudaOk)
                return status;
    }
    return cudaOk;
}

CudaStatus LaunchList::submit(LaunchObserver& observer)
{
    for (std::size_t i = 0; i < handOvers(); ++i) {
        CudaStatus status = observer.beforeLaunch();
        if (status == cudaOk)
            status = m_mode == LaunchMode::Graph ? m_api.launchGraph(m_exec, m_stream)
                                                 : m_api.launch(m_launches[i], m_stream);
        if (status == cudaOk)
            status = observer.afterLaunch();
        if (status == cudaOk && m_mode == LaunchMode::WaitEach) {
            status = observer.beforeWait();
            if (status == cudaOk)
                status = m_api.wait(m_stream);
            if (status == cudaOk)
                status = observer.afterWait();
        }
        if (status != cudaOk)
            return status;
    }
    return cudaOk;
}

void LaunchList::release()
{
    if (m_exec != nullptr)
        static_cast<void>(m_api.releaseGraphExec(m_exec));
    m_exec = nullptr;
}

} // namespace ridgepoint
