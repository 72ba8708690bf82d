// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"

#include <cstddef>
#include <functional>
#include <utility>

namespace ridgepoint::transfers {

/// One transfer of the host, over and over in the calling thread.
class HostTransfer final : public PreparedWork {
public:
    using Once = std::function<Result<void>()>;
    explicit HostTransfer(Once once) : m_once(std::move(once)) {}
    /// The first failure ends it.
    [[nodiscard]] Result<BatchTiming> run(std::int64_t repetitions) override;

private:
    Once m_once;
};

/// Reads `bytes` of a file of ours from `at` on; DeviceFailure with the system's reason.
[[nodiscard]] Result<void> readAll(int file, char* to, std::size_t bytes, std::size_t at = 0);
/// Maps the file's begin, copies it out and unmaps it.
[[nodiscard]] Result<void> mapAndCopy(int file, char* to, std::size_t bytes);
/// Maps the file's begin, reads one byte of each of `pages` pages and unmaps it: what a mapping costs without its
/// copying.
[[nodiscard]] Result<void> mapAndTouch(int file, std::size_t pages);
/// Of the system, in bytes.
[[nodiscard]] std::size_t pageSize();

} // namespace ridgepoint::transfers
