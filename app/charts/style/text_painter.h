// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPointF>
#include <QSizeF>
#include <QString>
#include <QStringList>

namespace ridgepoint {

/// How a label is drawn around its point.
struct TextStyle {
    QFont font;
    QColor color;
    Qt::Alignment anchor = Qt::AlignLeft | Qt::AlignVCenter; ///< which part of the text sits at the point
    double rotationDegrees = 0.0;                            ///< counter-clockwise is negative, as in QPainter
    QColor halo;                                             ///< outline behind the letters; invalid for none
    double haloWidth = 3.0;
};

/// A font that draws each letter as it is typed: no contextual alternates, ligatures or kerning.
[[nodiscard]] QFont asTyped(QFont font);
/// Inter draws an x between figures as ×; names such as "tile_128x256" get a font that draws what is written.
[[nodiscard]] QFont fontAsWritten(const QString& words, QFont font);

/// Draws every piece of text in a chart: as text, or as outlines for files that must need no fonts.
class TextPainter {
public:
    void setAsPaths(bool asPaths) { m_asPaths = asPaths; }
    [[nodiscard]] bool asPaths() const { return m_asPaths; }
    /// Keeps pictures of what was written; for widgets, not for files.
    void setKept(bool kept) { m_kept = kept; }

    void draw(QPainter& painter, QPointF point, const QString& text, const TextStyle& style) const;
    /// Width and height of one line.
    [[nodiscard]] static QSizeF sizeOf(const QString& text, const QFont& font);
    /// The text, cut with an ellipsis to the width: at its end, or in its middle where its end says what matters.
    [[nodiscard]] static QString fitted(const QString& text, const QFont& font, double width,
                                        Qt::TextElideMode mode = Qt::ElideRight);
    /// The text in lines no wider than this, broken between words: units ("FLOP/s") and compounds ("under-filled") stay
    /// whole wherever a line has room for them.
    [[nodiscard]] static QStringList broken(const QString& text, const QFont& font, double width);

private:
    bool m_asPaths = false;
    bool m_kept = false;
};

} // namespace ridgepoint
