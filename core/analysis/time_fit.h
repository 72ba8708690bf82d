// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/map_fit.h"
#include "core/analysis/symmetric_matrix.h"
#include "core/model/prediction.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace ridgepoint {

/// Of the corner between the device and the host that hands over its launches: on an H200 the time of a launch stays
/// flat to within 2 % of where the work begins to hide the host.
inline constexpr double hostCorner = 12.0;

/// How far a correction may go, as a logarithm.
struct FitBounds {
    double low;
    double high;
};

/// A place on an axis between two of its knots.
struct FitPlace {
    std::size_t knot = 0;
    double next = 0.0; ///< the weight of the knot after
};

/// A quantity that varies along one axis: its values at knots, linear in the logarithm between them.
class FitWalk {
public:
    FitWalk(std::vector<double> coordinates, std::size_t first, FitBounds bounds);

    [[nodiscard]] std::size_t first() const { return m_first; }
    [[nodiscard]] std::size_t size() const { return m_knots.size(); }
    [[nodiscard]] std::size_t end() const { return m_first + size(); }
    [[nodiscard]] const std::vector<double>& knots() const { return m_knots; }
    [[nodiscard]] FitBounds bounds() const { return m_bounds; }
    [[nodiscard]] FitPlace at(double coordinate) const;

private:
    std::vector<double> m_knots;
    std::size_t m_first;
    FitBounds m_bounds;
};

/// What the roofs say of a chain's time: seconds, 0 for a term that there is not.
struct RoofTerms {
    double compute = 0.0;
    double memory = 0.0;
    double latency = 0.0;
    double submit = 0.0; ///< L t
    double fixed = 0.0;
    double host = 0.0; ///< L s, where launches are handed over while the device works
};

/// What the roofs say of one sample, and where it lies on the axes.
struct FitRow {
    std::size_t index = 0;
    double logTime = 0.0;
    double deviation = 0.0; ///< standard deviation of ln T
    bool isMeasured = true;
    std::array<Seconds, 4> byRoofs{}; ///< by Regime, in the reference state, before the map has raised any roof
    Seconds hidden{};                 ///< FittedPoint::hidden
    RoofTerms reference;              ///< in the state of the roofs
    RoofTerms moment;                 ///< in the state that the sample was measured in
    FitPlace operations;
    FitPlace computeSize;
    FitPlace memorySize;
    FitPlace launchSize;
    double logApplications = 0.0;
    double logElements = 0.0;
    std::string bandwidthRoof;
};

/// The terms of a row with the fit's corrections, and the whole.
struct FitTerms {
    double compute = 0.0;
    double memory = 0.0;
    double latency = 0.0;
    double submitPart = 0.0; ///< of the overhead, the rest is fixed per chain
    double byHost = 0.0;     ///< how far the host, and not the device, makes the time: 0 to 1
    double time = 0.0;
    std::array<double, 4> shares{}; ///< of the time, by Regime: also d ln T / d ln of each term
};

/// All samples of one kind, and their fit.
class TimeFit {
public:
    /// `unrest` is the standard deviation of ln of each term, by Regime, that comes of not knowing the state of the
    /// device exactly.
    TimeFit(std::vector<FitRow> rows, std::vector<double> knees, const std::array<double, 4>& unrest);

    [[nodiscard]] const std::vector<FitRow>& rows() const { return m_rows; }
    [[nodiscard]] FittedPoint pointOf(const FitRow& row) const;

private:
    [[nodiscard]] std::vector<double> coordinates(double FitRow::*which) const;
    [[nodiscard]] FitTerms fittedTerms(const FitRow& row, const RoofTerms& roofs) const;
    void raiseRoofs();
    void fit();
    [[nodiscard]] SymmetricMatrix priors(std::vector<double>& gradient) const;
    void addWalk(SymmetricMatrix& normal, std::vector<double>& gradient, const FitWalk& walk, double step,
                 double anchor, bool hasKnees) const;
    /// The parameters that a row's terms move with, and by how much ln T does.
    struct Slope {
        std::size_t parameter;
        double value;
    };
    [[nodiscard]] std::vector<Slope> slopesOf(const FitRow& row, const FitTerms& terms) const;
    [[nodiscard]] bool isAtKnee(double low, double high) const;
    /// By how much the fit is unsure beyond what the intervals told: by its own residuals near each pair of knots.
    void findInflation();
    [[nodiscard]] std::size_t neighbourhoodOf(const FitRow& row) const;

    std::array<double, 4> m_unrest;
    std::vector<FitRow> m_rows;
    std::vector<double> m_knees; ///< ln of elements
    FitWalk m_operations;
    FitWalk m_computeSize;
    FitWalk m_memorySize;
    FitWalk m_launchSize;
    std::size_t m_latency;
    std::vector<double> m_parameters;
    SymmetricMatrix m_covariance;
    std::vector<double> m_inflation;  ///< by neighbourhoodOf()
    std::vector<double> m_departures; ///< by row, residual over its deviation; 0 for what is not fitted
};

} // namespace ridgepoint
