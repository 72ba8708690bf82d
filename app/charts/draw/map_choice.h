// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/iso_lines.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>

namespace ridgepoint {

enum class MapView { Regime, Residual, Share, Roof, Runtime, Difference }; ///< what a map's colours stand for

/// What the map's colours show.
struct MapChoice {
    MapView view = MapView::Regime;
    Regime share = Regime::Memory; ///< whose share MapView::Share shows

    friend bool operator==(const MapChoice&, const MapChoice&) = default;
};

/// What the map's iso-lines are of.
struct IsoChoice {
    IsoLines lines = IsoLines::None;
    Regime share = Regime::Memory; ///< of which IsoLines::Share are

    friend bool operator==(const IsoChoice&, const IsoChoice&) = default;
};

/// "regime", "residual", "share" (of memory), "share:compute", "share:overhead", "roof", "runtime"; a difference comes
/// from comparing sessions, not by name.
[[nodiscard]] std::optional<MapChoice> mapChoiceNamed(std::string_view name);
/// The name by which files and options know it; "regime" for a difference, which no file keeps.
[[nodiscard]] std::string nameOf(const MapChoice& choice);

/// What stands over the map in a file, where no choice beside it names what the colours show: "Regime map", "Runtime
/// map".
[[nodiscard]] QString titleOf(const MapChoice& choice);

/// "none", "runtime", "share", "share:compute" …
[[nodiscard]] std::optional<IsoChoice> isoChoiceNamed(std::string_view name);
[[nodiscard]] std::string nameOf(const IsoChoice& choice);

} // namespace ridgepoint
