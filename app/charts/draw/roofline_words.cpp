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

std::optional<OrientedBox> RooflineWords::besideKeys(const std::vector<OrientedBox>& places) const
{
    std::optional<OrientedBox> best;
    std::size_t least = m_labels.size() + 1;
    for (const OrientedBox& place : places) {
        if (std::ranges::any_of(m_keys, [&](const QRectF& key) {
                return overlap(place, OrientedBox{key.center(), key.width(), key.height(), 0.0});
            }))
            continue;
        std::size_t covered = 0;
        for (std::size_t label = 0; label < m_labels.size(); ++label)
            covered += isUnder(place, label) ? 1 : 0;
        if (covered < least) {
            least = covered;
            best = place;
        }
    }
    return best;
}

void RooflineWords::blockKey(const QRectF& row)
{
    m_placer.block(row);
    m_keys.push_back(row);
}

QRectF RooflineWords::takeRow(const OrientedBox& row)
{
    m_placer.block(row);
    for (std::size_t label = m_labels.size(); label-- > 0;)
        if (isUnder(row, label))
            erase(label);
    const QSizeF size(row.width, row.height);
    m_keys.emplace_back(row.center - QPointF(size.width(), size.height()) * 0.5, size); // with its signs
    return m_keys.back();
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

bool RooflineWords::isUnder(const OrientedBox& row, std::size_t label) const
{
    return (!m_ridge || m_ridge->index != label) && overlap(row, m_labels[label].box());
}

void RooflineWords::erase(std::size_t label)
{
    m_labels.erase(m_labels.begin() + static_cast<std::ptrdiff_t>(label));
    if (m_ridge && m_ridge->index > label)
        --m_ridge->index;
}

} // namespace ridgepoint
