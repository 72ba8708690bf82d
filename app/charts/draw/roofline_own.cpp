// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/describe.h"
#include "app/charts/data/own_kernels.h"
#include "app/charts/draw/roofline_chart.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// With more, names would hide the points; the list has them all.
constexpr std::size_t mostNames = 12;
constexpr double sizeOverMarkers = 2.0; ///< a star of a circle's width looks smaller

} // namespace

void addOwnKernels(RooflineData& data, const std::vector<OwnKernel>& kernels)
{
    // A kernel a thousand times (in speed ten thousand) beyond the rest is left outside, and the key says so, rather
    // than press the rest flat.
    const double low = data.lowIntensity / 1e3;
    const double high = data.highIntensity * 1e3;
    const double slowest = data.lowPerformance;
    const double fast = data.highPerformance * 1e4;
    data.kernels = kernels;
    for (const OwnKernel& kernel : kernels) {
        if (!hasPlaceOnRoofline(kernel))
            continue;
        const double intensity = (kernel.flops / trafficOfStar(kernel)).value();
        const double performance = (kernel.flops / kernel.time).value();
        if (intensity < low || intensity > high || performance > fast)
            continue;
        for (const LevelDot& dot : dotsOf(kernel))
            if (const double atLevel = (kernel.flops / dot.bytes).value(); atLevel >= low && atLevel <= high) {
                data.lowIntensity = std::min(data.lowIntensity, atLevel / 1.7);
                data.highIntensity = std::max(data.highIntensity, atLevel * 1.7);
            }
        data.highPerformance = std::max(data.highPerformance, performance * 2.3);
        // So many decades, but never without the device's own lines.
        data.lowPerformance = std::min(
            slowest, std::max(std::min(data.lowPerformance, performance / 1.7), data.highPerformance * 1e-5));
    }
}

std::optional<QPointF> RooflineChart::placeOf(const OwnKernel& kernel) const
{
    if (!hasPlaceOnRoofline(kernel))
        return std::nullopt;
    const QPointF at = pixel(kernel.flops / trafficOfStar(kernel), kernel.flops / kernel.time);
    return plot().contains(at) ? std::optional(at) : std::nullopt;
}

void RooflineChart::blockOwnKernels(LabelPlacer& placer) const
{
    const double size = theme().markerSize * sizeOverMarkers;
    for (const OwnKernel& kernel : m_data.kernels)
        if (const auto at = placeOf(kernel)) {
            placer.block(OrientedBox{*at, size * 0.8, size * 0.8, 0.0});
            blockLevels(placer, placesOfLevels(kernel));
        }
}

void RooflineChart::placeOwnLabels(LabelPlacer& placer)
{
    m_ownKey.reset();
    const QFont font = theme().font(0.95, QFont::DemiBold);
    const double em = theme().fontPixels;
    const auto drawn = std::count_if(m_data.kernels.begin(), m_data.kernels.end(),
                                     [this](const OwnKernel& kernel) { return placeOf(kernel).has_value(); });
    const auto placed = std::count_if(m_data.kernels.begin(), m_data.kernels.end(), hasPlaceOnRoofline);
    if (placed == 0)
        return;
    // The key first: it says what the stars are, and how many lie beyond the axes.
    const QString key =
        drawn < placed
            ? tr("%1 (%2, %3 outside)").arg(ownWord(), format().whole(placed), format().whole(placed - drawn))
        : drawn == 1 ? ownWord()
                     : tr("%1 (%2)").arg(ownWord(), format().whole(drawn));
    const QSizeF keySize(TextPainter::sizeOf(key, font).width() + em * 1.5, em * 1.3);
    std::vector<OrientedBox> corners;
    for (const double row : {0.9, 2.4, 3.9, 5.4})
        corners.push_back({plot().topLeft() + QPointF(em * 0.6 + keySize.width() * 0.5, em * row), keySize.width(),
                           keySize.height(), 0.0});
    if (const auto box = placer.place(corners)) {
        m_ownKey = box->center - QPointF(keySize.width() * 0.5 - em * 0.6, 0.0);
        m_labels.push_back(
            {key,
             *m_ownKey + QPointF(em * 0.9, 0.0),
             {.font = font, .color = theme().text, .anchor = Qt::AlignLeft | Qt::AlignVCenter, .halo = theme().plot}});
    }
    if (static_cast<std::size_t>(drawn) > mostNames)
        return;
    for (std::size_t i = 0; i < m_data.kernels.size(); ++i) {
        const auto at = placeOf(m_data.kernels[i]);
        if (!at)
            continue;
        const QString name = TextPainter::fitted(ownName(m_data.kernels[i], i), font, em * 14.0);
        const QSizeF size(TextPainter::sizeOf(name, font).width() + 2.0, em * 1.15);
        const double away = theme().markerSize * sizeOverMarkers * 0.6;
        std::vector<OrientedBox> places;
        for (const QPointF side : {QPointF(1, 0), QPointF(-1, 0), QPointF(1, 1), QPointF(1, -1), QPointF(-1, 1),
                                   QPointF(-1, -1), QPointF(0, 1), QPointF(0, -1)})
            places.push_back({*at
                                  + QPointF(side.x() * (size.width() * 0.5 + away),
                                            side.y() * (size.height() * 0.5 + (side.x() == 0.0 ? away : away * 0.5))),
                              size.width(), size.height(), 0.0});
        if (const auto box = placer.place(places))
            m_labels.push_back(
                {name,
                 box->center,
                 {.font = font, .color = theme().text, .anchor = Qt::AlignCenter, .halo = theme().plot}});
        const OwnKernel& kernel = m_data.kernels[i];
        for (const Label& label : levelLabels(placer, placesOfLevels(kernel)))
            m_labels.push_back(label);
    }
}

void RooflineChart::drawOwnKernels(QCPPainter* painter) const
{
    for (const OwnKernel& kernel : m_data.kernels)
        if (const auto at = placeOf(kernel)) {
            drawLevels(painter, placesOfLevels(kernel), ownColor(theme()));
            drawOwnMarker(*painter, *at, theme(), theme().markerSize * sizeOverMarkers);
        }
}

std::optional<std::size_t> RooflineChart::kernelAt(QPointF mouse) const
{
    std::optional<std::size_t> nearest;
    const double reachOfDot = theme().markerSize * 0.7;
    double least = theme().markerSize * sizeOverMarkers * 0.6;
    for (std::size_t i = 0; i < m_data.kernels.size(); ++i) {
        const OwnKernel& kernel = m_data.kernels[i];
        const auto star = placeOf(kernel);
        if (!star)
            continue;
        double distance = QLineF(*star, mouse).length();
        for (const LevelPlace& place : placesOfLevels(kernel))
            if (const double ofDot = QLineF(place.at, mouse).length(); ofDot <= reachOfDot)
                distance = std::min(distance, ofDot);
        if (distance <= least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

std::optional<QPointF> RooflineChart::pixelOfKernel(std::size_t index) const
{
    return index < m_data.kernels.size() ? placeOf(m_data.kernels[index]) : std::nullopt;
}

std::optional<ChartWidget::Readout> RooflineChart::ownReadoutAt(QPointF mouse) const
{
    const auto index = kernelAt(mouse);
    if (!index)
        return std::nullopt;
    QStringList lines = describeOwn(m_data.kernels[*index], *index, format());
    lines << tr("click: what limits it, and what would help");
    return Readout{*placeOf(m_data.kernels[*index]), lines};
}

void RooflineChart::chooseKernel(std::optional<std::size_t> index)
{
    if (index && !pixelOfKernel(*index))
        index.reset();
    if (index == m_chosenKernel)
        return;
    m_chosenKernel = index;
    updateAccessibleText();
    replotHover();
    emit kernelChosen();
}

/// After the last one none, so that the arrow keys are the points' again.
void RooflineChart::chooseNextKernel()
{
    for (std::size_t next = m_chosenKernel ? *m_chosenKernel + 1 : 0; next < m_data.kernels.size(); ++next)
        if (pixelOfKernel(next)) {
            chooseKernel(next);
            return;
        }
    chooseKernel(std::nullopt);
}

QString RooflineChart::kernelWords() const
{
    return tr("%1: K goes to the next kernel of yours, Esc ends")
        .arg(describeOwn(m_data.kernels[*m_chosenKernel], *m_chosenKernel, format()).join(QStringLiteral(", ")));
}

void RooflineChart::drawChosenKernel(QCPPainter* painter) const
{
    if (m_chosenKernel)
        if (const auto at = pixelOfKernel(*m_chosenKernel))
            drawRing(painter, *at);
}

void RooflineChart::drawOwnKey(QCPPainter* painter) const
{
    if (m_ownKey)
        drawOwnMarker(*painter, *m_ownKey, theme(), theme().markerSize * 1.6);
}

QStringList RooflineChart::describe(const Workload& workload) const
{
    const ChartPoint* point = pointOf(workload);
    QStringList words = point == nullptr ? QStringList{} : describePoint(*point, format()) + levelsOf(*point);
    if (hoveredWorkload()) // what is chosen by keys is told where nothing lies under the mouse
        return words;
    if (m_chosenRoof)
        words.prepend(chosenWords());
    if (m_chosenKernel && *m_chosenKernel < m_data.kernels.size())
        words.prepend(kernelWords());
    return words;
}

} // namespace ridgepoint
