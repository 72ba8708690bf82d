// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/map_colors.h"

#include "app/charts/style/format.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

std::vector<Oklab> scaleStops(const MapChoice& choice, const Theme& theme)
{
    const auto stops = [](std::initializer_list<QRgb> colors) {
        std::vector<Oklab> result;
        for (const QRgb color : colors)
            result.push_back(toOklab(QColor::fromRgb(color)));
        return result;
    };
    switch (choice.view) {
    case MapView::Residual:
    case MapView::Difference:
        // Green and purple: told apart in every kind of colour vision, and none of the regimes' hues.
        return theme.dark ? stops({0x4FC08D, 0x2F6B52, 0x2A2F38, 0x6E4A8E, 0xC08BE8})
                          : stops({0x14734A, 0x7CC3A0, 0xF4F4F2, 0xB593CF, 0x6B2C91});
    case MapView::Share: return {toOklab(theme.plot), toOklab(theme.regimeColor(choice.share))};
    case MapView::Roof: // dark far below the roof, bright at it, as a runtime's is dark where it is short
    case MapView::Regime:
    case MapView::Runtime: break;
    }
    return stops({0x2B1D52, 0x3B4A8F, 0x2E7F8C, 0x58B26A, 0xF0E36B});
}

/// All but the farthest twentieth of the cells lie inside.
double differenceLimit(const RegimeMapData& data)
{
    std::vector<double> sizes;
    for (const MapCell& cell : data.cells)
        if (cell.difference > 0.0)
            sizes.push_back(std::max(cell.difference, 1.0 / cell.difference));
    if (sizes.empty())
        return divergingLimit;
    const auto place = sizes.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(sizes.size() - 1) * 0.95);
    std::nth_element(sizes.begin(), place, sizes.end());
    if (*place <= divergingLimit)
        return divergingLimit;
    return std::pow(10.0, std::ceil(std::log10(*place) - 1e-9));
}

} // namespace

MapColors::MapColors(const Theme& theme, const MapChoice& choice, const RegimeMapData& data)
    : m_choice(choice),
      m_ground(toOklab(theme.plot)),
      m_pale(toOklab(pale(theme))),
      m_regimes{toOklab(theme.compute), toOklab(theme.memory), toOklab(theme.overhead)},
      m_scale(scaleStops(choice, theme))
{
    bool any = false;
    for (const MapCell& cell : data.cells) {
        if (!(cell.seconds > 0.0))
            continue;
        m_lowSeconds = any ? std::min(m_lowSeconds, cell.seconds) : cell.seconds;
        m_highSeconds = any ? std::max(m_highSeconds, cell.seconds) : cell.seconds;
        any = true;
    }
    if (m_highSeconds <= m_lowSeconds)
        m_highSeconds = m_lowSeconds * 10.0;
    m_limit = choice.view == MapView::Difference ? differenceLimit(data) : divergingLimit;
}

QColor MapColors::pale(const Theme& theme) { return theme.dark ? theme.text : theme.plot; }

Oklab MapColors::scale(double fraction) const
{
    const double place = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(m_scale.size() - 1);
    const auto index = std::min(static_cast<std::size_t>(place), m_scale.size() - 2);
    return mix(m_scale[index], m_scale[index + 1], place - static_cast<double>(index));
}

QColor MapColors::scaleColor(double fraction) const { return QColor::fromRgb(toRgb(scale(fraction))); }

Oklab MapColors::regimeColor(const MapCell& cell) const
{
    const std::array weights{std::max(0.0, cell.shares->compute + cell.shares->underFilled),
                             std::max(0.0, cell.shares->memory), std::max(0.0, cell.shares->overhead)};
    if (weights[0] + weights[1] + weights[2] <= 0.0)
        return m_ground;
    double fading = mostFading * (1.0 - cell.confidence);
    if (cell.ambiguous)
        fading = std::max(fading, 0.22);
    if (cell.state == CellState::Spread)
        fading = std::max(fading, 0.12);
    return mix(blend(m_regimes, weights), m_pale, fading);
}

QRgb MapColors::color(const MapCell& cell) const
{
    switch (m_choice.view) {
    case MapView::Regime: return toRgb(cell.shares ? regimeColor(cell) : m_ground);
    case MapView::Share: return toRgb(cell.shares ? scale(cell.shares->of(m_choice.share)) : m_ground);
    case MapView::Roof: return toRgb(cell.shareOfRoof ? scale(*cell.shareOfRoof) : m_ground);
    case MapView::Residual:
        return toRgb(cell.residual && *cell.residual > 0.0
                         ? scale(0.5 + std::log(*cell.residual) / (2.0 * std::log(divergingLimit)))
                         : m_ground);
    case MapView::Difference:
        return toRgb(cell.difference > 0.0 ? scale(0.5 + std::log(cell.difference) / (2.0 * std::log(m_limit)))
                                           : m_ground);
    case MapView::Runtime:
        return toRgb(cell.seconds > 0.0
                         ? scale(std::log(cell.seconds / m_lowSeconds) / std::log(m_highSeconds / m_lowSeconds))
                         : m_ground);
    }
    return toRgb(m_ground);
}

QImage cellImage(const RegimeMapData& data, const MapColors& colors)
{
    const auto width = static_cast<int>(data.xs.size());
    const auto height = static_cast<int>(data.ys.size());
    QImage image(width, height, QImage::Format_RGB32);
    for (int y = 0; y < height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(height - 1 - y));
        for (int x = 0; x < width; ++x)
            line[x] = colors.color(data.cell(static_cast<std::size_t>(x), static_cast<std::size_t>(y)));
    }
    return image;
}

namespace {

/// The regime of "share" or "share:compute"; nullopt for any other word. Under-filled has no view of its own.
std::optional<Regime> shareNamed(std::string_view name)
{
    if (name == "share")
        return Regime::Memory;
    constexpr std::string_view prefix = "share:";
    if (name.substr(0, prefix.size()) != prefix)
        return std::nullopt;
    const auto regime = regimeNamed(name.substr(prefix.size()));
    return regime == Regime::UnderFilled ? std::nullopt : regime;
}

std::string shareName(Regime regime) { return "share:" + std::string(nameOf(regime)); }

} // namespace

std::optional<MapChoice> mapChoiceNamed(std::string_view name)
{
    if (const auto share = shareNamed(name))
        return MapChoice{MapView::Share, *share};
    if (name == "regime")
        return MapChoice{MapView::Regime, Regime::Memory};
    if (name == "residual")
        return MapChoice{MapView::Residual, Regime::Memory};
    if (name == "roof")
        return MapChoice{MapView::Roof, Regime::Memory};
    if (name == "runtime")
        return MapChoice{MapView::Runtime, Regime::Memory};
    return std::nullopt;
}

std::string nameOf(const MapChoice& choice)
{
    switch (choice.view) {
    case MapView::Residual: return "residual";
    case MapView::Share: return shareName(choice.share);
    case MapView::Roof: return "roof";
    case MapView::Runtime: return "runtime";
    case MapView::Regime:
    case MapView::Difference: break;
    }
    return "regime";
}

QString titleOf(const MapChoice& choice)
{
    switch (choice.view) {
    case MapView::Regime: return tr("Regime map");
    case MapView::Residual: return tr("Map of measured over predicted time");
    case MapView::Share: return tr("Map of the share of %1").arg(regimeLabel(choice.share));
    case MapView::Roof: return tr("Map of the part of the roof reached");
    case MapView::Runtime: return tr("Runtime map");
    case MapView::Difference: return tr("Map of time over compared time");
    }
    return {};
}

std::optional<IsoChoice> isoChoiceNamed(std::string_view name)
{
    if (const auto share = shareNamed(name))
        return IsoChoice{IsoLines::Share, *share};
    if (name == "none")
        return IsoChoice{};
    if (name == "runtime")
        return IsoChoice{IsoLines::Runtime, Regime::Memory};
    return std::nullopt;
}

std::string nameOf(const IsoChoice& choice)
{
    switch (choice.lines) {
    case IsoLines::Runtime: return "runtime";
    case IsoLines::Share: return shareName(choice.share);
    case IsoLines::None: break;
    }
    return "none";
}

} // namespace ridgepoint
