// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/loading_thread.h"

#include <system_error>
#include <utility>

namespace ridgepoint {

LoadingThread::LoadingThread(int batches, int buffers, std::function<Result<void>(int batch)> load)
    : m_batches(batches), m_buffers(buffers), m_load(std::move(load))
{}

LoadingThread::~LoadingThread()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
        m_changed.notify_all();
    }
    if (m_thread.joinable())
        m_thread.join();
}

Result<void> LoadingThread::start()
{
    try {
        m_thread = std::thread([this] { work(); });
    } catch (const std::system_error&) {
        return Error{ErrorKind::Unavailable,
                     "staged.thread",
                     "The system could not start a thread for loading batches; close other programs.",
                     {}};
    }
    return {};
}

void LoadingThread::work()
{
    for (int batch = 0; batch < m_batches; ++batch) {
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_isEnding || batch < m_released + m_buffers; });
            if (m_isEnding)
                return;
        }
        const auto loaded = m_load(batch);
        const std::lock_guard lock(m_mutex);
        if (loaded)
            ++m_loaded;
        else
            m_failure = loaded.error();
        m_changed.notify_all();
        if (!loaded)
            return;
    }
}

Result<void> LoadingThread::waitFor(int batch)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_failure || m_loaded > batch; });
    return m_loaded > batch ? Result<void>() : Result<void>(*m_failure);
}

void LoadingThread::release(int batch)
{
    const std::lock_guard lock(m_mutex);
    m_released = batch + 1;
    m_changed.notify_all();
}

} // namespace ridgepoint
