// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/target_news.h"

#include "app/bench/child_talk.h"
#include "app/bench/text_format.h"

#include <utility>

namespace ridgepoint {
namespace {

constexpr Seconds repeatAfter{5.0};

} // namespace

void TargetNews::tell(protocol::TargetProgress progress)
{
    m_lasting = std::move(progress);
    write();
}

void TargetNews::tellIfNew(protocol::TargetProgress progress)
{
    if (!m_lasting || protocol::encodeNotification(progress) != protocol::encodeNotification(*m_lasting))
        tell(std::move(progress));
}

void TargetNews::repeat()
{
    if (m_lasting && m_surroundings.clock.now() - m_told >= repeatAfter)
        write();
}

void TargetNews::write()
{
    m_told = m_surroundings.clock.now();
    if (m_isServing) {
        // A client that has gone shows when its requests end.
        static_cast<void>(writeWhole(m_surroundings.serveOutput, protocol::encodeNotification(*m_lasting) + "\n"));
    } else if (m_surroundings.errIsTerminal && m_lasting->text != m_lastLine) {
        m_lastLine = m_lasting->text;
        m_surroundings.err << "ridgepoint-bench: " << printable(m_lastLine) << '\n' << std::flush;
    }
}

ExitCode TargetNews::fail(const remote::TargetFailure& failure, bool inLine)
{
    m_lasting.reset();
    if (!m_isServing)
        return ridgepoint::fail(m_surroundings, remote::asError(failure));
    const std::string line = protocol::encodeNotification(
        protocol::TargetFailed{failure.id, failure.text, failure.remedy});
    static_cast<void>(writeWhole(m_surroundings.serveOutput, (inLine ? "\n" : "") + line + "\n"));
    return ExitCode::DeviceFailed;
}

} // namespace ridgepoint
