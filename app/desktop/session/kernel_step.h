// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/session/live_session.h"

#include <QUndoCommand>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ridgepoint {

/// A step of the undo stack that changes the user's own kernels. Where nothing else has changed since its last turn,
/// the next one brings back the session's revision too: a document counts as saved again. The stack's own clean state
/// does not say so, since it has steps that no document keeps, such as those of sliders.
class KernelStep : public QUndoCommand {
public:
    KernelStep(LiveSession& session, const QString& words) : QUndoCommand(words), m_session(session) {}

protected:
    [[nodiscard]] const std::vector<OwnKernel>& kernels() const { return m_session.frame().ownKernels; }
    /// Undoes or redoes: these are the session's kernels then.
    void put(std::vector<OwnKernel> kernels)
    {
        const std::uint64_t before = m_session.revision();
        m_session.setOwnKernels(std::move(kernels), before == m_after ? m_before : std::nullopt);
        m_before = before;
        m_after = m_session.revision() == before ? std::nullopt : std::optional(m_session.revision());
    }

private:
    LiveSession& m_session;
    std::optional<std::uint64_t> m_before; ///< revision before the last turn
    std::optional<std::uint64_t> m_after;  ///< and after it; empty where it changed nothing
};

} // namespace ridgepoint
