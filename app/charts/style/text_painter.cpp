// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/text_painter.h"

#include "app/charts/style/sprites.h"

#include <QFontMetricsF>
#include <QHash>
#include <QPaintEngine>
#include <QPainterPath>
#include <QRegularExpression>
#include <QTextLayout>
#include <QTextOption>

#include <cmath>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

/// A PDF names a glyph by the character that the font maps to it. Inter draws "±", "×", "−" and "-" between figures and
/// capitals by contextual alternates, which no character maps to: there they could neither be searched nor copied.
TextStyle copyable(const QPainter& painter, TextStyle style)
{
    if (const QPaintEngine* engine = painter.paintEngine(); engine != nullptr && engine->type() == QPaintEngine::Pdf)
        style.font = asTyped(style.font);
    return style;
}

/// Where the baseline begins when the anchor sits at the origin. Vertical centre means the middle of capitals and
/// figures, which is where the eye sees it.
QPointF baselineStart(const QString& text, const TextStyle& style)
{
    const QFontMetricsF metrics(style.font);
    const double width = metrics.horizontalAdvance(text);
    double x = 0.0;
    if (style.anchor & Qt::AlignHCenter)
        x = -width / 2.0;
    else if (style.anchor & Qt::AlignRight)
        x = -width;
    double y = metrics.capHeight() / 2.0;
    if (style.anchor & Qt::AlignTop)
        y = metrics.ascent();
    else if (style.anchor & Qt::AlignBottom)
        y = -metrics.descent();
    return {x, y};
}

QPainterPath outlineOf(const QString& text, const TextStyle& style)
{
    QPainterPath outline;
    outline.addText(baselineStart(text, style), style.font, text);
    return outline;
}

constexpr QChar wordJoiner(0x2060);

/// A text whose solidi and hyphens inside of words are no places to break a line.
struct Unbroken {
    QString words;
    std::vector<qsizetype> places; ///< of each character in the text; one more for the end
};

Unbroken unbroken(const QString& text)
{
    Unbroken result;
    const auto put = [&](QChar character, qsizetype place) {
        result.words += character;
        result.places.push_back(place);
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        put(text[i], i);
        const bool isJoint = text[i] == QLatin1Char('/') || text[i] == QLatin1Char('-');
        if (isJoint && i > 0 && i + 1 < text.size() && text[i - 1].isLetterOrNumber() && text[i + 1].isLetterOrNumber())
            put(wordJoiner, i + 1);
    }
    result.places.push_back(text.size());
    return result;
}

void paintHalo(QPainter& painter, const QPainterPath& outline, const TextStyle& style)
{
    painter.strokePath(outline, QPen(style.halo, style.haloWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
}

/// At the painter's origin.
void paintAsText(QPainter& painter, const QString& text, const TextStyle& asked)
{
    const TextStyle style = copyable(painter, asked);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.rotate(style.rotationDegrees);
    if (style.halo.isValid())
        paintHalo(painter, outlineOf(text, style), style);
    painter.setFont(style.font);
    painter.setPen(style.color);
    painter.drawText(baselineStart(text, style), text);
}

void paintAsPaths(QPainter& painter, const QString& text, const TextStyle& style)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.rotate(style.rotationDegrees);
    const QPainterPath outline = outlineOf(text, style);
    if (style.halo.isValid())
        paintHalo(painter, outline, style);
    painter.fillPath(outline, style.color);
}

} // namespace

QFont asTyped(QFont font)
{
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(font.styleStrategy() | QFont::PreferNoShaping));
    return font;
}

QFont fontAsWritten(const QString& words, QFont font)
{
    static const QRegularExpression times(QStringLiteral("\\dx\\d"));
    return words.contains(times) ? asTyped(std::move(font)) : font;
}

void TextPainter::draw(QPainter& painter, QPointF point, const QString& text, const TextStyle& style) const
{
    // There is little upright text, and its letters are not drawn alike each time.
    const bool isUpright = std::abs(style.rotationDegrees) == 90.0;
    if (text.isEmpty() || (m_kept && !m_asPaths && !isUpright && drawSprite(painter, point, text, style, paintAsText)))
        return;
    painter.save();
    painter.translate(point);
    m_asPaths ? paintAsPaths(painter, text, style) : paintAsText(painter, text, style);
    painter.restore();
}

QSizeF TextPainter::sizeOf(const QString& text, const QFont& font)
{
    // Labels are measured far more often than their words change, and measuring shapes them anew.
    constexpr qsizetype most = 512;
    thread_local QHash<std::pair<QString, QFont>, QSizeF> known;
    const std::pair key(text, font);
    if (const auto found = known.constFind(key); found != known.cend())
        return *found;
    if (known.size() >= most)
        known.clear();
    const QFontMetricsF metrics(font);
    const QSizeF size(metrics.horizontalAdvance(text), metrics.height());
    known.insert(key, size);
    return size;
}

QString TextPainter::fitted(const QString& text, const QFont& font, double width, Qt::TextElideMode mode)
{
    return QFontMetricsF(font).elidedText(text, mode, width);
}

QStringList TextPainter::broken(const QString& text, const QFont& font, double width)
{
    if (sizeOf(text, font).width() <= width)
        return {text};
    QStringList lines;
    const Unbroken whole = unbroken(text);
    QTextLayout layout(whole.words, font);
    QTextOption option;
    option.setWrapMode(
        QTextOption::WrapAtWordBoundaryOrAnywhere); // a word that is wider than a line is broken all the same
    layout.setTextOption(option);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        const qsizetype first = whole.places[static_cast<std::size_t>(line.textStart())];
        lines << text.mid(first, whole.places[static_cast<std::size_t>(line.textStart() + line.textLength())] - first)
                     .trimmed();
    }
    layout.endLayout();
    return lines;
}

} // namespace ridgepoint
