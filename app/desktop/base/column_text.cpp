// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/column_text.h"

#include <QEvent>
#include <QFontMetrics>
#include <QTextBoundaryFinder>

#include <algorithm>

namespace ridgepoint {
namespace {

/// Layouts take the height from the width; this width only counts where no column gives one.
constexpr int usualWidth = 240;
constexpr int tallest = 1 << 20;
/// One word, however long, does not push the rest of a panel out of sight; in letters, since a presenter's type is
/// larger.
constexpr int mostLetters = 24;

/// What cannot be broken: a line may end at a space and also after a hyphen, as in "memory-bandwidth-bound".
int widestPart(const QString& text, const QFontMetrics& metrics)
{
    QTextBoundaryFinder lineEnds(QTextBoundaryFinder::Line, text);
    int widest = 0;
    for (qsizetype from = 0, to = lineEnds.toNextBoundary(); to >= 0; from = to, to = lineEnds.toNextBoundary())
        widest = std::max(widest, metrics.horizontalAdvance(text.mid(from, to - from).trimmed()));
    return widest;
}

} // namespace

ColumnText::ColumnText(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
}

void ColumnText::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        m_heights.clear();
}

void ColumnText::forgetWhatChanged() const
{
    if (m_text == text() && m_font == font() && m_margins == contentsMargins())
        return;
    m_text = text();
    m_font = font();
    m_margins = contentsMargins();
    m_heights.clear();
    m_leastWidth = 0;
}

int ColumnText::measuredHeight(int width) const
{
    ++m_layouts;
    if (textFormat() != Qt::PlainText)
        return QLabel::heightForWidth(width);
    const int beside = m_margins.left() + m_margins.right() + 2 * margin();
    const int above = m_margins.top() + m_margins.bottom() + 2 * margin();
    const QRect room(0, 0, std::max(1, width - beside), tallest);
    return std::max(fontMetrics().height(), fontMetrics().boundingRect(room, Qt::TextWordWrap, m_text).height())
         + above;
}

int ColumnText::heightForWidth(int width) const
{
    forgetWhatChanged();
    const auto known = std::find_if(m_heights.begin(), m_heights.end(),
                                    [width](const auto& each) { return each.first == width; });
    if (known != m_heights.end())
        return known->second;
    return m_heights.emplace_back(width, measuredHeight(width)).second;
}

QSize ColumnText::minimumSizeHint() const
{
    forgetWhatChanged();
    const QFontMetrics metrics = fontMetrics();
    if (m_leastWidth == 0)
        m_leastWidth = m_margins.left() + m_margins.right()
                     + (textFormat() == Qt::PlainText
                            ? std::min(widestPart(m_text, metrics), metrics.averageCharWidth() * mostLetters)
                            : metrics.averageCharWidth() * 8);
    return {m_leastWidth, metrics.height()};
}

QSize ColumnText::sizeHint() const
{
    return {std::max(minimumSizeHint().width(), usualWidth), minimumSizeHint().height()};
}

} // namespace ridgepoint
