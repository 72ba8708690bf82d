// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/saved_edges.h"

#include <QCoreApplication>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr int links = 4;
constexpr double heightInLetters = 8.6;

QString words(const char* text) { return QCoreApplication::translate("ridgepoint", text); }

/// Draws the rows of one graph.
class Graph {
public:
    Graph(QPainter& painter, const QRectF& area, const Theme& theme, const TextPainter& text, QColor kept)
        : m_painter(painter),
          m_area(area),
          m_theme(theme),
          m_text(text),
          m_kept(std::move(kept)),
          m_em(theme.fontPixels)
    {}

    void draw(const QString& title, bool keepsAll)
    {
        m_text.draw(m_painter, {m_area.left(), m_area.top() + m_em * 0.7},
                    TextPainter::fitted(title, m_theme.font(1.0, QFont::DemiBold), m_area.width()),
                    {.font = m_theme.font(1.0, QFont::DemiBold), .color = m_theme.text});
        drawForward();
        for (int i = 0; i < links; ++i)
            if (keepsAll || i == 0)
                arrow(column(i), top() + m_em * 0.75, column(i),
                      keepsAll ? bottom() - m_em * 0.75 : middle() - m_em * 0.75, m_kept, m_theme.lineWidth * 1.5,
                      Qt::SolidLine);
        if (!keepsAll)
            drawAnew();
        drawBackward();
    }

private:
    [[nodiscard]] double top() const { return m_area.top() + m_em * 2.5; }
    [[nodiscard]] double bottom() const { return m_area.bottom() - m_em * 1.0; }
    [[nodiscard]] double middle() const { return (top() + bottom()) / 2.0; }
    [[nodiscard]] double left() const { return m_area.left() + m_em * 6.2; }
    [[nodiscard]] double column(int i) const { return left() + (m_area.right() - m_em * 1.4 - left()) * i / links; }

    void row(double y, const QString& name) const
    {
        m_text.draw(m_painter, {m_area.left(), y}, TextPainter::fitted(name, m_theme.font(0.92), m_em * 5.0),
                    {.font = m_theme.font(0.92), .color = m_theme.mutedText});
    }
    void node(double x, double y, const QString& name, const QColor& border, Qt::PenStyle style) const
    {
        const double half = m_em * 0.72;
        m_painter.setPen(QPen(border, m_theme.lineWidth * 0.7, style));
        m_painter.setBrush(m_theme.plot);
        m_painter.drawRoundedRect(QRectF(x - half * 1.35, y - half, half * 2.7, half * 2.0), half * 0.5, half * 0.5);
        m_text.draw(m_painter, {x, y}, name,
                    {.font = m_theme.font(0.88), .color = m_theme.text, .anchor = Qt::AlignCenter});
    }
    /// A line with a head at its second end.
    void arrow(double x1, double y1, double x2, double y2, const QColor& color, double width, Qt::PenStyle style) const
    {
        const QLineF line(x1, y1, x2, y2);
        if (line.length() < 1.0)
            return;
        const QPointF along = (line.p2() - line.p1()) / line.length();
        const QPointF across(-along.y(), along.x());
        const double head = m_em * 0.36;
        const QPointF neck = line.p2() - along * head;
        m_painter.setPen(QPen(color, width, style, Qt::FlatCap));
        m_painter.drawLine(line.p1(), neck);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(color);
        m_painter.drawPolygon(QPolygonF{line.p2(), neck + across * head * 0.7, neck - across * head * 0.7});
    }
    void across(double y, int from, int to, const QColor& color, Qt::PenStyle style) const
    {
        const double aside = m_em * (from < to ? 1.05 : -1.05);
        arrow(column(from) + aside, y, column(to) - aside, y, color, m_theme.lineWidth * 0.7, style);
    }

    void drawForward() const
    {
        row(top(), words("forward"));
        for (int i = 0; i < links; ++i)
            across(top(), i, i + 1, m_theme.mutedText, Qt::SolidLine);
        for (int i = 0; i <= links; ++i)
            node(column(i), top(),
                 i == 0       ? QStringLiteral("x")
                 : i == links ? QStringLiteral("y")
                              : QStringLiteral("x") + QChar(0x2080 + i),
                 m_theme.mutedText, Qt::SolidLine);
    }
    void drawAnew() const
    {
        row(middle(), words("again"));
        for (int i = 0; i + 1 < links; ++i)
            across(middle(), i, i + 1, m_theme.mutedText, Qt::DashLine);
        for (int i = 0; i < links; ++i) {
            node(column(i), middle(), i == 0 ? QStringLiteral("x") : QStringLiteral("x") + QChar(0x2080 + i),
                 i == 0 ? m_kept : m_theme.mutedText, i == 0 ? Qt::SolidLine : Qt::DashLine);
            arrow(column(i), middle() + m_em * 0.75, column(i), bottom() - m_em * 0.75, m_theme.mutedText,
                  m_theme.lineWidth * 0.7, Qt::DashLine);
        }
    }
    void drawBackward() const
    {
        row(bottom(), words("backward"));
        for (int i = links; i > 0; --i)
            across(bottom(), i, i - 1, m_theme.mutedText, Qt::SolidLine);
        for (int i = 0; i <= links; ++i)
            node(column(i), bottom(),
                 i == 0       ? QStringLiteral("dx")
                 : i == links ? QStringLiteral("dy")
                              : QStringLiteral("f") + QChar(0x2032),
                 m_theme.mutedText, Qt::SolidLine);
    }

    QPainter& m_painter;
    QRectF m_area;
    const Theme& m_theme;
    const TextPainter& m_text;
    QColor m_kept;
    double m_em;
};

} // namespace

int savedEdgesHeight(const Theme& theme, double chartHeight)
{
    const double wanted = theme.fontPixels * heightInLetters;
    return wanted <= chartHeight * 0.4 ? static_cast<int>(std::ceil(wanted)) : 0;
}

void drawSavedEdges(QPainter& painter, const QRectF& area, const Theme& theme, const TextPainter& text,
                    const QColor& all, const QColor& input)
{
    const double em = theme.fontPixels;
    const QRectF inner = area.adjusted(em, 0.0, -em, -em * 0.3);
    // Wide enough to be read, not so wide that the graph falls apart.
    const double width = std::min((inner.width() - em * 3.0) / 2.0, em * 34.0);
    const double left = inner.center().x() - width - em * 1.5;
    painter.save();
    Graph(painter, QRectF(left, inner.top(), width, inner.height()), theme, text, all)
        .draw(words("Save everything: what every operation needs is kept"), true);
    Graph(painter, QRectF(left + width + em * 3.0, inner.top(), width, inner.height()), theme, text, input)
        .draw(words("Recompute: only the input is kept"), false);
    painter.restore();
}

} // namespace ridgepoint
