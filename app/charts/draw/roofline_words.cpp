// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/roofline_words.h"

#include <algorithm>

namespace ridgepoint {

RooflineWords::RooflineWords(const QRectF& plot, const ChartStyle& style, std::vector<PlacedLabel>& labels)
    : ChartPart(style), m_plot(plot), m_placer(plot), m_labels(labels)
{}

LabelPlacer RooflineWords::besideWords() const
{
    LabelPlacer words(m_plot);
    for (const PlacedLabel& label : m_labels)
        words.block(label.box());
    for (const QRectF& key : m_keys)
        words.block(key);
    return words;
}

void RooflineWords::add(const QString& words, const OrientedBox& box, const QFont& font, const QColor& color)
{
    add({words,
         box.center,
         {.font = font,
          .color = color,
          .anchor = Qt::AlignCenter,
          .rotationDegrees = box.degrees,
          .halo = theme().plot}});
}

void RooflineWords::addRidge(const QString& words, const OrientedBox& box, const QFont& font,
                             std::vector<OrientedBox> places)
{
    m_ridge = RidgeLabel{m_labels.size(), box, std::move(places)};
    add(words, box, font, theme().mutedText);
}

void RooflineWords::blockKey(const QRectF& row)
{
    m_placer.block(row);
    m_keys.push_back(row);
}

void RooflineWords::clearRidge()
{
    if (!m_ridge)
        return;
    const double apart = theme().fontPixels * 1.5;
    std::vector<OrientedBox> rooms;
    for (const QRectF& key : m_keys)
        rooms.push_back({key.center(), key.width() + 2.0 * apart, key.height(), 0.0});
    if (std::ranges::none_of(rooms, [this](const OrientedBox& room) { return overlap(room, m_ridge->box); }))
        return;
    m_placer.release(m_ridge->box);
    LabelPlacer beside = m_placer;
    for (const OrientedBox& room : rooms)
        beside.block(room);
    if (const auto box = beside.place(m_ridge->places)) {
        m_placer.block(*box);
        m_labels[m_ridge->index].at = box->center;
        m_ridge->box = *box;
        return;
    }
    m_labels.erase(m_labels.begin() + static_cast<std::ptrdiff_t>(m_ridge->index));
    m_ridge.reset();
}

} // namespace ridgepoint
