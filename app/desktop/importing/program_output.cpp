// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/importing/program_output.h"

#include <QFontDatabase>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

#include <utility>

namespace ridgepoint {
namespace {

constexpr int gatherMs = 50;

} // namespace

ProgramOutput::ProgramOutput(QWidget* parent) : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setMaximumBlockCount(mostLines);
    setTabChangesFocus(true);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_soon.setSingleShot(true);
    m_soon.setInterval(gatherMs);
    connect(&m_soon, &QTimer::timeout, this, &ProgramOutput::flush);
}

void ProgramOutput::add(const QByteArray& bytes)
{
    m_waiting += bytes;
    if (m_waiting.size() > mostAtOnce) {
        m_waiting = m_waiting.right(mostAtOnce);
        m_isCut = true;
    }
    if (!m_soon.isActive())
        m_soon.start();
}

void ProgramOutput::flush()
{
    m_soon.stop();
    if (m_waiting.isEmpty())
        return;
    const bool isCut = std::exchange(m_isCut, false);
    QString text = isCut ? QStringLiteral("\n…\n") : QString();
    text += m_decoder(std::exchange(m_waiting, {}));
    text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    QString shown;
    shown.reserve(text.size());
    for (const QChar letter : std::as_const(text)) {
        const bool isEnd = letter == QLatin1Char('\n')
                        || letter == QLatin1Char('\r'); // a progress bar's line begins anew
        if (!isEnd && ++m_lineLength > longestLine) {
            shown += QLatin1Char('\n');
            m_lineLength = 1;
        }
        shown += isEnd ? QLatin1Char('\n') : letter;
        m_lineLength = isEnd ? 0 : m_lineLength;
    }
    m_lines += shown.count(QLatin1Char('\n'));
    if (!m_lacks && (isCut || m_lines >= mostLines)) { // the last line is begun, if it is empty
        m_lacks = true;
        emit leftOut();
    }
    const bool follows = verticalScrollBar()->value() == verticalScrollBar()->maximum();
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    end.insertText(shown);
    if (follows)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void ProgramOutput::leaveOut(const QString& line)
{
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    QTextCursor found = document()->find(line, end, QTextDocument::FindBackward | QTextDocument::FindCaseSensitively);
    if (found.isNull() || found.selectionStart() != found.block().position())
        return;
    found.setPosition(found.selectionStart());
    found.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    found.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
    found.removeSelectedText();
}

void ProgramOutput::restart()
{
    m_soon.stop();
    m_waiting.clear();
    m_decoder.resetState();
    m_lineLength = 0;
    m_isCut = false;
    m_lacks = false;
    m_lines = 0;
    clear();
}

} // namespace ridgepoint
