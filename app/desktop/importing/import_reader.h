// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/task_thread.h"
#include "core/import/import_formats.h"

#include <QObject>
#include <QString>

#include <deque>
#include <memory>
#include <optional>

namespace ridgepoint {

/// Reads files with kernels in a thread, one after the other. Of a session (.ridge) it takes the user's own kernels.
class ImportReader : public QObject {
    Q_OBJECT

public:
    explicit ImportReader(QObject* parent = nullptr);
    /// Cancels what is being read.
    ~ImportReader() override;

    /// `finished` follows with this number.
    void read(int number, const QString& path, std::optional<char> decimalMark = std::nullopt);
    /// Ends what is being read and forgets what waits; `finished` follows with Cancelled for each.
    void cancel();
    [[nodiscard]] bool isReading() const { return !m_reads.empty(); }
    /// The number of the file that is being read; there must be one.
    [[nodiscard]] int number() const;
    /// How much of it was read, from 0 to 1.
    [[nodiscard]] double fraction() const;

signals:
    void finished(int number, const std::shared_ptr<const ridgepoint::Result<ridgepoint::ImportedFile>>& result);

private:
    struct Read;

    std::deque<std::shared_ptr<Read>> m_reads; ///< the first is being read
    TaskThread m_thread;                       ///< goes first
};

} // namespace ridgepoint
