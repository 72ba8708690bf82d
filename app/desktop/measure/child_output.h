// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/line_reader.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

class QSocketNotifier;

namespace ridgepoint {

/// The standard output of a child as a pipe of our own. QProcess would read all that a child writes into memory; here
/// a flood stays in the pipe and the child waits, because a turn of the event loop takes no more than a slice.
class ChildOutput : public QObject {
    Q_OBJECT

public:
    /// Called for each line in the order written, without a value for one beyond the protocol's limit; it may close,
    /// not destroy, this object.
    using LineHandler = std::function<void(std::optional<std::string_view>)>;

    explicit ChildOutput(LineHandler handler, QObject* parent = nullptr);
    ~ChildOutput() override;

    /// Makes the pipe; false when the system gives none.
    [[nodiscard]] bool open();
    /// What the child must write to; closed on this side by closeWriteEnd once the child has started.
    [[nodiscard]] int writeEnd() const { return m_writeEnd; }
    void closeWriteEnd();
    enum class Slice { Nothing, Some, MoreWaiting };
    /// Handles what is there now, up to `budgetMs` of work.
    Slice readSlice(int budgetMs);
    /// Handles all that a child which has ended left in the pipe.
    void drain();
    /// Stops reading; a child that still writes is told so by the system.
    void close();

private:
    bool readPiece();
    bool handleNext();
    void onReadable();

    protocol::LineReader m_lines;
    LineHandler m_handler;
    std::unique_ptr<QSocketNotifier> m_notifier;
    bool m_atEnd = false;
    int m_readEnd = -1;
    int m_writeEnd = -1;
};

} // namespace ridgepoint
