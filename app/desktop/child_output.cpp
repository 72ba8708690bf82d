// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/child_output.h"

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

ChildOutput::ChildOutput(std::size_t maximumLineBytes, LineHandler handler, QObject* parent)
    : QObject(parent), m_lines(maximumLineBytes), m_handler(std::move(handler))
{
}

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
    m_lines.clear();
}

bool ChildOutput::readPiece()
{
    std::array<char, pieceBytes> piece;
    const ssize_t count = m_readEnd >= 0 ? ::read(m_readEnd, piece.data(), piece.size()) : 0;
    if (count > 0)
        m_lines.append(std::string_view(piece.data(), static_cast<std::size_t>(count)));
    // End of file would signal "readable" for ever; the child's end is reported by its process.
    if (count == 0 && m_notifier)
        m_notifier->setEnabled(false);
    return count > 0;
}

bool ChildOutput::readSlice(int budgetMs)
{
    QElapsedTimer timer;
    timer.start();
    bool any = false;
    while (m_readEnd >= 0 && timer.elapsed() < budgetMs) {
        if (const auto line = m_lines.next()) {
            any = true;
            m_handler(*line);
        } else if (m_lines.overlong()) {
            emit overlong();
            return any;
        } else if (!readPiece()) {
            break;
        }
    }
    return any;
}

void ChildOutput::onReadable()
{
    if (m_notifier)
        m_notifier->setEnabled(false);
    readSlice(sliceMs);
    if (m_readEnd < 0)
        return;
    if (m_lines.hasLine()) // the slice is used up: go on after input and painting had their turn
        QTimer::singleShot(0, this, &ChildOutput::onReadable);
    else if (m_notifier)
        m_notifier->setEnabled(true);
}

void ChildOutput::drain()
{
    while (m_readEnd >= 0) {
        while (const auto line = m_lines.next())
            m_handler(*line);
        if (!readPiece())
            break;
    }
}

} // namespace ridgepoint
