// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/map_choice.h"

#include "app/charts/style/format.h"
#include "app/charts/style/texts.h"

namespace ridgepoint {
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
