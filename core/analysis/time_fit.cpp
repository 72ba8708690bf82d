// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/time_fit.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace ridgepoint {
namespace {

/// Of the rounded corner between what happens at once; 2.5 to 8 change hardly a label.
constexpr double corner = 5.0;
constexpr int iterations = 8;
constexpr int iterationsBeforeTails = 4; ///< from then on a sample that departs far has hardly a say
constexpr double longestStep = 0.4;
constexpr std::size_t mostKnots = 40;
/// Standard deviations of a random walk's steps, by the square root of octaves.
constexpr double walkOfOperations = 0.08;
constexpr double walkOfSize = 0.10;
constexpr double walkOfMemory = 0.12;
constexpr double walkAtKnee = 0.7;
constexpr double walkOfLaunch = 0.08;
/// How far from the roofs anything is expected to lie, as a standard deviation of its logarithm.
constexpr double anchorOperations = 0.10;
constexpr double anchorSize = 0.15;
constexpr double anchorMemory = 0.30;
constexpr double anchorLaunch = 0.40;
constexpr double anchorLatency = 0.12;
/// What two terms' logarithms are unsure of beyond the noise, since the corner is not exactly of that shape.
constexpr double bendOfTerm = 0.03;
constexpr double bendOfLatency = 0.20; ///< a machine that is half full answers to both
/// Two shares nearer to each other than this factor (its logarithm) are a close call however well they are measured.
constexpr double closeShares = 0.30;
constexpr FitBounds boundsOfOperations{-0.06, 1.2};
constexpr FitBounds boundsOfSize{-0.06, 1.5};
constexpr FitBounds boundsOfMemory{-0.12, 1.3};
constexpr FitBounds boundsOfLaunch{-0.9, 1.2};
constexpr FitBounds boundsOfLatency{-0.3, 0.5};

double valueAt(const std::vector<double>& parameters, const FitPlace& place)
{
    const double here = parameters[place.knot];
    return place.next > 0.0 ? here + place.next * (parameters[place.knot + 1] - here) : here;
}

double power(double value, double exponent = corner) { return value > 0.0 ? std::pow(value, exponent) : 0.0; }

/// The weight of a residual of so many deviations: Huber's, wider below, where no disturbance leads, and redescending
/// far above, where only one can.
double robustWeight(double departure, bool hasTails)
{
    if (departure < -3.0)
        return 3.0 / -departure;
    if (departure <= 1.0)
        return 1.0;
    return hasTails && departure > 4.0 ? 4.0 / (departure * departure) : 1.0 / departure;
}

} // namespace

FitWalk::FitWalk(std::vector<double> coordinates, std::size_t first, FitBounds bounds)
    : m_first(first), m_bounds(bounds)
{
    std::sort(coordinates.begin(), coordinates.end());
    coordinates.erase(std::unique(coordinates.begin(), coordinates.end()), coordinates.end());
    if (coordinates.size() > mostKnots) {
        const double low = coordinates.front();
        const double step = (coordinates.back() - low) / static_cast<double>(mostKnots - 1);
        coordinates.resize(mostKnots);
        for (std::size_t i = 0; i < mostKnots; ++i)
            coordinates[i] = low + step * static_cast<double>(i);
    }
    m_knots = std::move(coordinates);
}

FitPlace FitWalk::at(double coordinate) const
{
    if (m_knots.size() < 2 || coordinate <= m_knots.front())
        return {m_first, 0.0};
    const auto above = std::upper_bound(m_knots.begin(), m_knots.end(), coordinate);
    if (above == m_knots.end())
        return {m_first + m_knots.size() - 2, 1.0};
    const auto index = static_cast<std::size_t>(above - m_knots.begin()) - 1;
    return {m_first + index, (coordinate - m_knots[index]) / (m_knots[index + 1] - m_knots[index])};
}

TimeFit::TimeFit(std::vector<FitRow> rows, std::vector<double> knees, const std::array<double, 4>& unrest)
    : m_unrest(unrest),
      m_rows(std::move(rows)),
      m_knees(std::move(knees)),
      m_operations(coordinates(&FitRow::logApplications), 0, boundsOfOperations),
      m_computeSize(coordinates(&FitRow::logElements), m_operations.end(), boundsOfSize),
      m_memorySize(coordinates(&FitRow::logElements), m_computeSize.end(), boundsOfMemory),
      m_launchSize(coordinates(&FitRow::logElements), m_memorySize.end(), boundsOfLaunch),
      m_latency(m_launchSize.end()),
      m_parameters(m_latency + 1, 0.0)
{
    for (FitRow& row : m_rows) {
        row.operations = m_operations.at(row.logApplications);
        row.computeSize = m_computeSize.at(row.logElements);
        row.memorySize = m_memorySize.at(row.logElements);
        row.launchSize = m_launchSize.at(row.logElements);
    }
    raiseRoofs();
    fit();
    findInflation();
}

std::vector<double> TimeFit::coordinates(double FitRow::*which) const
{
    std::vector<double> all;
    for (const FitRow& row : m_rows)
        if (row.isMeasured)
            all.push_back(row.*which);
    return all;
}

FitTerms TimeFit::fittedTerms(const FitRow& row, const RoofTerms& roofs) const
{
    FitTerms terms;
    terms.compute = roofs.compute
                  * std::exp(valueAt(m_parameters, row.operations) + valueAt(m_parameters, row.computeSize));
    terms.memory = roofs.memory * std::exp(valueAt(m_parameters, row.memorySize));
    terms.latency = roofs.latency * std::exp(m_parameters[m_latency]);
    const double submit = roofs.submit * std::exp(valueAt(m_parameters, row.launchSize));
    const double longest = std::max({terms.compute, terms.memory, terms.latency});
    const std::array powers{power(terms.compute / longest), power(terms.memory / longest), 0.0,
                            power(terms.latency / longest)};
    const double sum = powers[0] + powers[1] + powers[3];
    const double work = longest * std::pow(sum, 1.0 / corner);
    const double beside = roofs.fixed + submit;
    const double device = work + beside;
    const double host = power(roofs.host * (submit > 0.0 ? submit / roofs.submit : 1.0) / device, hostCorner);
    terms.byHost = host / (1.0 + host);
    terms.time = device * std::pow(1.0 + host, 1.0 / hostCorner);
    for (std::size_t i = 0; i < powers.size(); ++i)
        terms.shares[i] = powers[i] / sum * work / device * (1.0 - terms.byHost);
    terms.shares[2] += beside / device * (1.0 - terms.byHost) + terms.byHost;
    terms.submitPart = submit > 0.0 ? terms.byHost + (1.0 - terms.byHost) * submit / (submit + roofs.fixed) : 0.0;
    return terms;
}

bool TimeFit::isAtKnee(double low, double high) const
{
    constexpr double around = 0.5 * std::numbers::ln2;
    return std::any_of(m_knees.begin(), m_knees.end(),
                       [&](double knee) { return knee > low - around && knee < high + around; });
}

void TimeFit::raiseRoofs()
{
    // Nothing is faster than a roof; where several samples are, the roof was measured in a slow moment. Not the very
    // fastest ones: a reading can come out too short by accident.
    const auto factorOf = [&](std::size_t rank, auto&& ratioOf) {
        std::vector<double> ratios;
        for (const FitRow& row : m_rows)
            if (row.isMeasured)
                if (const double ratio = ratioOf(row); ratio > 0.0)
                    ratios.push_back(ratio);
        if (ratios.size() < 2 * rank)
            return 1.0;
        const std::size_t place = std::max(rank - 1, ratios.size() / 100);
        std::nth_element(ratios.begin(), ratios.begin() + static_cast<std::ptrdiff_t>(place), ratios.end());
        return std::min(1.0, ratios[place]);
    };
    const auto scale = [&](double RoofTerms::*term, double factor, auto&& isOf) {
        for (FitRow& row : m_rows)
            if (isOf(row))
                for (RoofTerms* terms : {&row.reference, &row.moment})
                    terms->*term *= factor;
    };
    const auto all = [](const FitRow&) { return true; };
    const auto ratioTo = [](double RoofTerms::*term) {
        return [term](const FitRow& row) {
            return row.moment.*term > 0.0 ? std::exp(row.logTime) / (row.moment.*term) : 0.0;
        };
    };
    std::vector<std::string> levels;
    for (const FitRow& row : m_rows)
        if (std::find(levels.begin(), levels.end(), row.bandwidthRoof) == levels.end())
            levels.push_back(row.bandwidthRoof);
    for (const std::string& level : levels) {
        const auto isOf = [&](const FitRow& row) { return row.bandwidthRoof == level; };
        const double factor = factorOf(4, [&](const FitRow& row) {
            return isOf(row) && !isAtKnee(row.logElements, row.logElements) ? ratioTo(&RoofTerms::memory)(row) : 0.0;
        });
        scale(&RoofTerms::memory, factor, isOf);
    }
    for (const auto term : {&RoofTerms::compute, &RoofTerms::latency})
        scale(term, factorOf(3, ratioTo(term)), all);
    const double launch = factorOf(3, [](const FitRow& row) {
        const double overhead = std::max(row.moment.submit, row.moment.host) + row.moment.fixed;
        return overhead > 0.0 ? std::exp(row.logTime) / overhead : 0.0;
    });
    for (const auto term : {&RoofTerms::submit, &RoofTerms::fixed, &RoofTerms::host})
        scale(term, launch, all);
}

void TimeFit::addWalk(SymmetricMatrix& normal, std::vector<double>& gradient, const FitWalk& walk, double step,
                      double anchor, bool hasKnees) const
{
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const std::size_t here = walk.first() + i;
        const double precision = 1.0 / (anchor * anchor);
        normal.add(here, here, precision);
        gradient[here] -= precision * m_parameters[here];
        if (i + 1 >= walk.size())
            continue;
        const double octaves = (walk.knots()[i + 1] - walk.knots()[i]) / std::numbers::ln2;
        const double deviation = hasKnees && isAtKnee(walk.knots()[i], walk.knots()[i + 1]) ? walkAtKnee : step;
        const double tie = 1.0 / (deviation * deviation * std::max(octaves, 1e-3));
        const double difference = m_parameters[here + 1] - m_parameters[here];
        normal.add(here, here, tie);
        normal.add(here + 1, here + 1, tie);
        normal.add(here + 1, here, -tie);
        gradient[here] += tie * difference;
        gradient[here + 1] -= tie * difference;
    }
}

SymmetricMatrix TimeFit::priors(std::vector<double>& gradient) const
{
    SymmetricMatrix normal(m_parameters.size());
    addWalk(normal, gradient, m_operations, walkOfOperations, anchorOperations, false);
    addWalk(normal, gradient, m_computeSize, walkOfSize, anchorSize, false);
    addWalk(normal, gradient, m_memorySize, walkOfMemory, anchorMemory, true);
    addWalk(normal, gradient, m_launchSize, walkOfLaunch, anchorLaunch, false);
    constexpr double precision = 1.0 / (anchorLatency * anchorLatency);
    normal.add(m_latency, m_latency, precision);
    gradient[m_latency] -= precision * m_parameters[m_latency];
    return normal;
}

std::vector<TimeFit::Slope> TimeFit::slopesOf(const FitRow& row, const FitTerms& terms) const
{
    std::vector<Slope> slopes;
    const auto add = [&](const FitPlace& place, double weight) {
        slopes.push_back({place.knot, weight * (1.0 - place.next)});
        if (place.next > 0.0)
            slopes.push_back({place.knot + 1, weight * place.next});
    };
    add(row.operations, terms.shares[0]);
    add(row.computeSize, terms.shares[0]);
    add(row.memorySize, terms.shares[1]);
    add(row.launchSize, terms.shares[2] * terms.submitPart); // what a chain costs once does not vary with the size
    slopes.push_back({m_latency, terms.shares[3]});
    return slopes;
}

void TimeFit::fit()
{
    m_departures.assign(m_rows.size(), 0.0);
    for (int iteration = 0; iteration < iterations; ++iteration) {
        std::vector<double> gradient(m_parameters.size(), 0.0);
        SymmetricMatrix normal = priors(gradient);
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            const FitRow& row = m_rows[i];
            if (!row.isMeasured)
                continue;
            const FitTerms terms = fittedTerms(row, row.moment);
            const double residual = row.logTime - std::log(terms.time);
            m_departures[i] = residual / row.deviation;
            const double weight = robustWeight(m_departures[i], iteration >= iterationsBeforeTails)
                                / (row.deviation * row.deviation);
            const std::vector<Slope> slopes = slopesOf(row, terms);
            for (const Slope& a : slopes) {
                gradient[a.parameter] += weight * a.value * residual;
                for (const Slope& b : slopes)
                    if (b.parameter <= a.parameter)
                        normal.add(a.parameter, b.parameter, weight * a.value * b.value);
            }
        }
        m_covariance = normal.inverse();
        const std::vector<double> step = m_covariance.times(gradient);
        for (std::size_t i = 0; i < m_parameters.size(); ++i)
            m_parameters[i] += std::clamp(step[i], -longestStep, longestStep);
        for (const FitWalk* walk : {&m_operations, &m_computeSize, &m_memorySize, &m_launchSize})
            for (std::size_t i = walk->first(); i < walk->end(); ++i)
                m_parameters[i] = std::clamp(m_parameters[i], walk->bounds().low, walk->bounds().high);
        m_parameters[m_latency] = std::clamp(m_parameters[m_latency], boundsOfLatency.low, boundsOfLatency.high);
    }
}

void TimeFit::findInflation()
{
    constexpr std::size_t farOperations = 3; // knots to either side
    constexpr std::size_t farSize = 2;
    constexpr std::size_t fewest = 3;
    constexpr double ofNormal = 1.48; // the standard deviation over the median of the absolute values
    std::vector<std::vector<double>> departures(m_operations.size() * m_computeSize.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].isMeasured)
            departures[neighbourhoodOf(m_rows[i])].push_back(std::abs(m_departures[i]));
    m_inflation.assign(departures.size(), 1.0);
    for (std::size_t operations = 0; operations < m_operations.size(); ++operations)
        for (std::size_t size = 0; size < m_computeSize.size(); ++size) {
            std::vector<double> near;
            for (std::size_t x = operations - std::min(operations, farOperations);
                 x <= std::min(operations + farOperations, m_operations.size() - 1); ++x)
                for (std::size_t y = size - std::min(size, farSize);
                     y <= std::min(size + farSize, m_computeSize.size() - 1); ++y) {
                    const auto& there = departures[x * m_computeSize.size() + y];
                    near.insert(near.end(), there.begin(), there.end());
                }
            if (near.size() < fewest)
                continue;
            const auto middle = near.begin() + static_cast<std::ptrdiff_t>(near.size() / 2);
            std::nth_element(near.begin(), middle, near.end());
            m_inflation[operations * m_computeSize.size() + size] = std::max(1.0, ofNormal * *middle);
        }
}

std::size_t TimeFit::neighbourhoodOf(const FitRow& row) const
{
    const auto nearest = [](const FitPlace& place, const FitWalk& walk) {
        return place.knot - walk.first() + (place.next >= 0.5 ? 1 : 0);
    };
    return nearest(row.operations, m_operations) * m_computeSize.size() + nearest(row.computeSize, m_computeSize);
}

FittedPoint TimeFit::pointOf(const FitRow& row) const
{
    const FitTerms terms = fittedTerms(row, row.reference);
    FittedPoint point;
    point.time = Seconds(fittedTerms(row, row.moment).time);
    point.referenceTime = Seconds(terms.time);
    point.roofTerms = row.byRoofs;
    point.hidden = row.hidden;
    point.shares = {.compute = terms.shares[0],
                    .memory = terms.shares[1],
                    .overhead = terms.shares[2],
                    .underFilled = terms.shares[3]};

    // The covariance of the terms' logarithms, by Regime.
    std::array<std::vector<Slope>, 4> ofTerm;
    const auto add = [&](std::size_t term, const FitPlace& place) {
        ofTerm[term].push_back({place.knot, 1.0 - place.next});
        if (place.next > 0.0)
            ofTerm[term].push_back({place.knot + 1, place.next});
    };
    add(0, row.operations);
    add(0, row.computeSize);
    add(1, row.memorySize);
    add(2, row.launchSize);
    ofTerm[3].push_back({m_latency, 1.0});
    const double inflation = m_inflation[neighbourhoodOf(row)];
    std::array<std::array<double, 4>, 4> covariance{};
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = 0; b < 4; ++b)
            for (const Slope& one : ofTerm[a])
                for (const Slope& other : ofTerm[b])
                    covariance[a][b] += inflation * inflation * one.value * other.value
                                      * m_covariance.at(one.parameter, other.parameter);
        covariance[a][a] += bendOfTerm * bendOfTerm + m_unrest[a] * m_unrest[a];
    }
    covariance[3][3] += bendOfLatency * bendOfLatency;

    // d share_i / d ln term_j. With S = (sum X^p)^(1/p), D = S + t, T = (D^q + s^q)^(1/q): of what happens at once
    // share_i = w_i S/D (1 - h) with h = s^q/(D^q + s^q); the launches, whose t and s go up together, have the rest.
    const double launchShare = terms.shares[2];
    const double workShare = 1.0 - launchShare;
    const double gapInDevice = terms.byHost < 1.0 ? 1.0 - workShare / (1.0 - terms.byHost) : 1.0;
    const double ofLaunch = hostCorner * terms.byHost * (1.0 - gapInDevice) + gapInDevice; // - d ln share_i / d ln t
    std::array<double, 4> inWork{};
    for (std::size_t i = 0; i < 4; ++i)
        inWork[i] = i == 2 ? 0.0 : terms.shares[i] / std::max(workShare, 1e-12);
    const auto slope = [&](std::size_t share, std::size_t term) {
        if (share == 2)
            return (term == 2 ? 1.0 : -inWork[term]) * workShare * ofLaunch;
        if (term == 2)
            return -terms.shares[share] * ofLaunch;
        const double own = share == term ? corner : 0.0;
        return terms.shares[share] * (own - corner * inWork[term] + ofLaunch * inWork[term]);
    };
    const auto varianceOf = [&](auto&& gradient) {
        double variance = 0.0;
        for (std::size_t a = 0; a < 4; ++a)
            for (std::size_t b = 0; b < 4; ++b)
                variance += gradient(a) * gradient(b) * covariance[a][b];
        return std::max(0.0, variance);
    };
    for (std::size_t i = 0; i < 4; ++i) {
        const double half = 2.0 * std::sqrt(varianceOf([&](std::size_t term) { return slope(i, term); }));
        point.intervals[i] = {std::clamp(terms.shares[i] - half, 0.0, 1.0),
                              std::clamp(terms.shares[i] + half, 0.0, 1.0)};
    }
    std::array<std::size_t, 4> order{0, 1, 2, 3};
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return terms.shares[a] > terms.shares[b]; });
    const double first = terms.shares[order[0]];
    const double second = std::max(terms.shares[order[1]], 1e-9);
    const double unsure = 2.0 * std::sqrt(varianceOf([&](std::size_t term) {
                              return slope(order[0], term) / first - slope(order[1], term) / second;
                          }));
    point.isCertain = std::log(first / second) >= std::max(closeShares, unsure);
    return point;
}

} // namespace ridgepoint
