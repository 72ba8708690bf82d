// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/child_output.h"

#include <QElapsedTimer>
#include <QSocketNotifier>
#include <QTimer>

#include <array>
#include <fcntl.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

/// A quarter of a 60 Hz frame: the rest of the turn belongs to input and painting.
constexpr int sliceMs = 4;
constexpr std::size_t pieceBytes = std::size_t{1} << 16;

void closeEnd(int& end)
{
    if (end >= 0)
        ::close(end);
    end = -1;
}

} // namespace

ChildOutput::ChildOutput(LineHandler handler, QObject* parent) : QObject(parent), m_handler(std::move(handler)) {}

ChildOutput::~ChildOutput() { close(); }

bool ChildOutput::open()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return false;
    m_readEnd = ends[0];
    m_writeEnd = ends[1];
    ::fcntl(m_readEnd, F_SETFL, O_NONBLOCK);
    m_notifier = std::make_unique<QSocketNotifier>(m_readEnd, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &ChildOutput::onReadable);
    return true;
}

void ChildOutput::closeWriteEnd() { closeEnd(m_writeEnd); }

void ChildOutput::close()
{
    // Often reached from inside the notifier's own signal.
    if (m_notifier) {
        m_notifier->setEnabled(false);
        m_notifier.release()->deleteLater();
    }
    closeEnd(m_readEnd);
    closeEnd(m_writeEnd);
}

bool ChildOutput::readPiece()
{
    std::array<char, pieceBytes> piece;
    const ssize_t count = m_readEnd >= 0 ? ::read(m_readEnd, piece.data(), piece.size()) : 0;
    if (count > 0)
        m_lines.feed(std::string_view(piece.data(), static_cast<std::size_t>(count)));
    // End of file would signal "readable" for ever; the child's end is reported by its process.
    m_atEnd = m_atEnd || count == 0;
    return count > 0;
}

bool ChildOutput::handleNext()
{
    const auto line = m_lines.next();
    if (!line)
        return false;
    m_handler(line->ok() ? std::optional(line->value()) : std::nullopt);
    return true;
}

ChildOutput::Slice ChildOutput::readSlice(int budgetMs)
{
    QElapsedTimer timer;
    timer.start();
    bool any = false;
    while (m_readEnd >= 0) {
        if (timer.elapsed() >= budgetMs)
            return Slice::MoreWaiting;
        if (handleNext())
            any = true;
        else if (!readPiece())
            break;
    }
    return any ? Slice::Some : Slice::Nothing;
}

void ChildOutput::onReadable()
{
    if (m_notifier)
        m_notifier->setEnabled(false);
    const Slice slice = readSlice(sliceMs);
    if (m_readEnd < 0)
        return;
    if (slice == Slice::MoreWaiting) // go on after input and painting had their turn
        QTimer::singleShot(0, this, &ChildOutput::onReadable);
    else if (m_notifier && !m_atEnd)
        m_notifier->setEnabled(true);
}

void ChildOutput::drain()
{
    while (m_readEnd >= 0 && (handleNext() || readPiece())) {
    }
}

} // namespace ridgepoint
