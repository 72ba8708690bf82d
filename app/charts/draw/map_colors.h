// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/iso_lines.h"
#include "app/charts/data/regime_map_data.h"
#include "app/charts/style/oklab.h"
#include "app/charts/style/theme.h"

#include <QImage>
#include <QString>

#include <array>
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

/// Colours of cells, with everything that depends on theme and view worked out once.
class MapColors {
public:
    /// How far a cell's colour goes towards the pale one when nothing is sure about it.
    static constexpr double mostFading = 0.45;

    /// What colours fade to: lighter than every regime's in each theme, so that the key's "paler" is true of all.
    [[nodiscard]] static QColor pale(const Theme& theme);

    MapColors(const Theme& theme, const MapChoice& choice, const RegimeMapData& data);

    /// Opaque; the theme's plot colour where nothing is known.
    [[nodiscard]] QRgb color(const MapCell& cell) const;
    /// Colour at a fraction 0 to 1 of the scale of every view but Regime, for the colour bar.
    [[nodiscard]] QColor scaleColor(double fraction) const;
    /// Natural logarithms of the runtimes at both ends of the Runtime scale.
    [[nodiscard]] double lowSeconds() const { return m_lowSeconds; }
    [[nodiscard]] double highSeconds() const { return m_highSeconds; }
    /// The ratio at the upper end of the diverging scales; its inverse is at the lower.
    [[nodiscard]] double limit() const { return m_limit; }

private:
    [[nodiscard]] Oklab regimeColor(const MapCell& cell) const;
    [[nodiscard]] Oklab scale(double fraction) const;

    MapChoice m_choice;
    Oklab m_ground;
    Oklab m_pale;
    std::array<Oklab, 3> m_regimes;
    std::vector<Oklab> m_scale;
    double m_lowSeconds = 1e-6;
    double m_highSeconds = 1.0;
    double m_limit = 2.0;
};

/// The ratio at both ends of the residual's scale: 2 and 1/2. That of a difference is the power of ten (or 2) that
/// holds nearly all of its cells, because two devices may differ by anything.
inline constexpr double divergingLimit = 2.0;

/// One pixel a cell, the highest y first.
[[nodiscard]] QImage cellImage(const RegimeMapData& data, const MapColors& colors);

} // namespace ridgepoint
