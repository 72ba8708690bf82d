// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/line_reader.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string_view>

class QSocketNotifier;

namespace ridgepoint {

/// The standard output of a child as a pipe of our own. QProcess would read all that a child writes into memory; here
/// a flood stays in the pipe and the child waits, because a turn of the event loop takes no more than a slice.
class ChildOutput : public QObject {
    Q_OBJECT

public:
    /// Called for each line in the order written; it may not destroy this object.
    using LineHandler = std::function<void(std::string_view)>;

    ChildOutput(std::size_t maximumLineBytes, LineHandler handler, QObject* parent = nullptr);
    ~ChildOutput() override;

    /// Makes the pipe; false when the system gives none.
    [[nodiscard]] bool open();
    /// What the child must write to; closed on this side by closeWriteEnd once the child has started.
    [[nodiscard]] int writeEnd() const { return m_writeEnd; }
    void closeWriteEnd();
    /// Handles what is there now, up to `budgetMs` of work; false when nothing was.
    bool readSlice(int budgetMs);
    /// Handles all that a child which has ended left in the pipe.
    void drain();
    /// Stops reading; a child that still writes is told so by the system.
    void close();

signals:
    /// A line passed the limit: no message of the protocol does.
    void overlong();

private:
    bool readPiece();
    void onReadable();

    LineReader m_lines;
    LineHandler m_handler;
    std::unique_ptr<QSocketNotifier> m_notifier;
    int m_readEnd = -1;
    int m_writeEnd = -1;
};

} // namespace ridgepoint
