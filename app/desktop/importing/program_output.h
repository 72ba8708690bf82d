// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QPlainTextEdit>
#include <QStringDecoder>
#include <QTimer>

namespace ridgepoint {

/// What a program writes, as it writes it; long lines are wrapped. The latest lines are kept; of a program that writes
/// faster than anybody reads, parts are left out and marked by "…", so that the window stays live and its memory
/// bounded. Either is told by `leftOut`.
class ProgramOutput : public QPlainTextEdit {
    Q_OBJECT

public:
    static constexpr int mostLines = 5000;
    static constexpr qsizetype mostAtOnce = 262144; ///< bytes that are shown together
    static constexpr qsizetype longestLine = 4096;  ///< letters, then it is broken

    explicit ProgramOutput(QWidget* parent = nullptr);
    /// Shows these bytes with those that come within a moment.
    void add(const QByteArray& bytes);
    /// Shows at once what waits.
    void flush();
    /// Takes this line out again, the last one that begins so.
    void leaveOut(const QString& line);
    /// Empty again, for another program.
    void restart();

signals:
    /// For the first time a part of what the program wrote is not kept.
    void leftOut();

private:
    QByteArray m_waiting;
    QStringDecoder m_decoder{QStringDecoder::Utf8};
    qsizetype m_lineLength = 0;
    bool m_isCut = false;  ///< something before m_waiting was left out
    bool m_lacks = false;  ///< leftOut was told
    qsizetype m_lines = 0; ///< that were shown since the program began
    QTimer m_soon;
};

} // namespace ridgepoint
