// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/operator-gallery/operator_gallery.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/registry.h"
#include "core/model/operator_prediction.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace ridgepoint {
namespace {

constexpr std::int64_t rowLength = 1024;

/// Why the library is no opponent in an operator that it has; empty where it is one.
std::string unfairIn(OperatorKind which, const DeviceInfo& device)
{
    return which == OperatorKind::MaxPool && device.kind == DeviceKind::Cpu
             ? "oneDNN's pooling is made for interleaved channels and takes a slow path on this layout, so it is left "
               "out"
             : "";
}

/// Tensors that are in memory at once: two inputs and the result.
constexpr double tensors = 3.0;

ExperimentPoint pointOf(SeriesName series, const OperatorCall& call, Seconds time, Provenance provenance,
                        const RoofSet& roofs)
{
    const OperatorCost cost = costOf(call, Stores::NonTemporal);
    const double rate = (cost.operations / time).value();
    ExperimentPoint point = saidPoint(std::move(series), gallery::titleOf(call.which),
                                      cost.arithmeticIntensity().value(), rate, 0, provenance);
    point.work = pointWork(call, time, roofs);
    return point;
}

/// "8.0 B a float at least, 12.0 B moved": per element of the input tensor.
std::string bytesNote(const OperatorCall& call, const OperatorCost& cost)
{
    const double elements = static_cast<double>(call.rows) * static_cast<double>(call.columns);
    const auto perElement = [&](const Traffic& traffic) {
        const double tenths = std::round(10.0 * traffic.total().value() / elements);
        const auto whole = static_cast<long long>(tenths);
        return std::to_string(whole / 10) + '.' + std::to_string(whole % 10) + " B";
    };
    return perElement(cost.least) + " a float at least, " + perElement(cost.moved) + " moved";
}

/// What the steps of both implementations know of one operator.
struct GalleryTold {
    std::optional<ExperimentPoint> own;
    std::string lack; ///< why the library has no dot here
    [[nodiscard]] ExperimentPoint ownPoint() const
    {
        ExperimentPoint point = *own;
        point.note += lack.empty() ? "" : "; " + lack;
        return point;
    }
};

/// Whether no operator of the library can be had; another failure is of one operator.
bool saysThatLibraryIsMissing(const Error& error)
{
    return error.id == "onednn.not-found" || error.id == "onednn.version" || error.id.starts_with("library.");
}

/// One operator by one implementation. What the library lacks is told at our own dot; that it is not there at all is
/// said once.
ExperimentStep stepOf(const OperatorCall& call, Implementation implementation,
                      const std::shared_ptr<bool>& libraryIsMissing, const std::shared_ptr<GalleryTold>& told,
                      const RoofSet& roofs)
{
    const PointWork work = pointWork(call, Seconds(), roofs);
    const bool isBuiltIn = implementation == Implementation::BuiltIn;
    const SeriesName series = isBuiltIn ? gallery::own : gallery::library;
    ExperimentStep timed = timedStep(
        gallery::titleOf(call.which).words() + ", " + series.words(), preparing(OperatorRequest{call, implementation}),
        [call, isBuiltIn, series, told, work](const Summary& summary, const ReadyWork& ready) {
            const OperatorCost cost = costOf(call, Stores::NonTemporal);
            ExperimentPoint point = measuredPoint(series, gallery::titleOf(call.which),
                                                  cost.arithmeticIntensity().value(), summary, cost.operations.value());
            point.note = bytesNote(call, *ready.cost) + "; " + ready.method;
            point.movedX = movedIntensity(*ready.cost);
            point.work = lasting(work, summary.time);
            if (!isBuiltIn)
                return std::vector{point};
            told->own = std::move(point);
            return std::vector{told->ownPoint()};
        });
    if (isBuiltIn)
        return timed;
    timed.run = [run = std::move(timed.run), libraryIsMissing, told](MeasuringContext& context) -> Result<StepState> {
        if (*libraryIsMissing)
            return StepState::Finished;
        auto done = run(context);
        if (!done && done.error().kind == ErrorKind::Unsupported) {
            told->lack = done.error().message();
            if (told->own)
                context.put(told->ownPoint());
            return StepState::Finished;
        }
        *libraryIsMissing = !done && saysThatLibraryIsMissing(done.error());
        return done;
    };
    return timed;
}

[[nodiscard]] std::optional<GuessAnswer> galleryAnswer(const ExperimentResult& result);

class OperatorGallery final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "operator-gallery",
            .title = "Operator gallery",
            .summary = "the operators of neural networks as dots on the roofline",
            .parameters = {sizeParameter("size", "Tensor size (floats)", automaticSize, 1 << 12, 1 << 29),
                           choiceParameter("reference", "Compare with", {"library", "none"})},
            .chart = ExperimentChartKind::Roofline,
            .plots = {{"Operators", binaryAxis("Arithmetic intensity", "FLOP/B"), decimalAxis("Performance", "op/s")}},
            .series = {gallery::own, gallery::library, gallery::predicted},
            .labels = {gallery::titleOf(OperatorKind::LayerNorm), gallery::titleOf(OperatorKind::MaxPool)},
            .guess = {
                .text = "gelu computes far more than relu, and both read and write one float: how many times as long "
                        "does gelu take?",
                .unit = "x",
                .answer = galleryAnswer}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo&) const override
    {
        std::vector<std::string> ids;
        for (const Operation operation : allOperations)
            if (operation != Operation::Mul)
                ids.push_back(computeRoofId(operation, Precision::Fp32));
        return withBandwidths(std::move(ids), {"l2", "l3", "dram", "dram.copy", "dram.read", "dram.write"});
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo&) const override
    {
        std::vector<ExperimentPoint> points;
        for (const OperatorKind which : gallery::operators) {
            const OperatorCall call = gallery::callOf(which, parameters.number("size"), roofs.threads);
            if (const auto prediction = ridgepoint::predict(call, roofs))
                points.push_back(pointOf(gallery::predicted, call, prediction->time, Provenance::Predicted, roofs));
        }
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        const std::int64_t size = parameters.number("size");
        const Bytes wanted(tensors * 4.0 * static_cast<double>(size));
        if (const auto possible = fitsInto(
                context.backend.info(), 0.5, wanted,
                "Tensors of %1 together do not fit into half of the memory (%2); choose a smaller size.");
            !possible)
            return possible.error();
        const auto libraryIsMissing = std::make_shared<bool>(false);
        const bool isCompared = parameters.choice("reference") == "library";
        std::vector<ExperimentStep> all;
        std::vector<ExperimentStep> byLibrary;
        for (const OperatorKind which : gallery::operators) {
            const OperatorCall call = gallery::callOf(which, size, context.threads);
            const auto told = std::make_shared<GalleryTold>(
                GalleryTold{.own = {}, .lack = isCompared ? unfairIn(which, context.backend.info()) : ""});
            all.push_back(stepOf(call, Implementation::BuiltIn, libraryIsMissing, told, context.roofs));
            if (isCompared && told->lack.empty())
                byLibrary.push_back(stepOf(call, Implementation::Library, libraryIsMissing, told, context.roofs));
        }
        all.insert(all.end(), std::make_move_iterator(byLibrary.begin()), std::make_move_iterator(byLibrary.end()));
        return all;
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return gallery::findings(result);
    }
};

} // namespace

namespace gallery {

LabelName titleOf(OperatorKind which)
{
    const auto title = [which](const char* words) { return LabelName(std::string(nameOf(which)), words); };
    switch (which) {
    case OperatorKind::LayerNorm: return title("LayerNorm");
    case OperatorKind::MaxPool: return title("max-pool 2x2");
    default: return nameOf(which);
    }
}

OperatorCall callOf(OperatorKind which, std::int64_t elements, int threads)
{
    OperatorCall call{.which = which,
                      .rows = std::max<std::int64_t>(elements / rowLength, 2),
                      .columns = rowLength,
                      .threads = threads};
    if (which == OperatorKind::Transpose || which == OperatorKind::MaxPool) {
        // Whole cache lines, and planes of 64 rows for the library.
        const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(elements)));
        call.columns = std::max<std::int64_t>(side / 64 * 64, 64);
        call.rows = call.columns;
    }
    return call;
}

} // namespace gallery

std::unique_ptr<const ExperimentDefinition> makeOperatorGallery() { return std::make_unique<OperatorGallery>(); }

} // namespace ridgepoint

namespace ridgepoint::gallery {
namespace {

/// A measured point of one implementation, or null.
const ExperimentPoint* measured(const ExperimentResult& result, OperatorKind which, SeriesTerm series)
{
    const LabelName label = titleOf(which);
    return firstPoint(result, [&](const ExperimentPoint& point) {
        return point.provenance == Provenance::Measured && point.series == series && point.label == label
            && point.y > 0.0;
    });
}

/// More of what the roofs allow than this, beyond what roof and rate may be wrong by, is no success.
constexpr double beyondTheRoofs = 1.1;
constexpr double nearTheRoofs = 0.9;

/// Measured over predicted rate, of our own kernels.
struct Share {
    LabelName label;
    double share = 0.0;
};

std::vector<Share> shares(const ExperimentResult& result)
{
    std::vector<Share> all;
    for (const OperatorKind which : operators) {
        const ExperimentPoint* point = measured(result, which, own);
        const ExperimentPoint* theory = result.find(titleOf(which), Provenance::Predicted);
        if (point != nullptr && theory != nullptr && theory->y > 0.0)
            all.push_back({titleOf(which), point->y / theory->y});
    }
    std::sort(all.begin(), all.end(), [](const Share& a, const Share& b) { return a.share > b.share; });
    return all;
}

/// How many operators come near the rate that the roofs allow for their minimum bytes.
Finding nearRoofs(std::size_t near, std::size_t all)
{
    const std::string whole = std::to_string(all);
    if (all == 1)
        return {near == 1 ? "The one operator measured reaches 90 % of its roof."
                          : "The one operator measured does not reach 90 % of its roof.",
                {}};
    if (near == 0)
        return {"None of the %1 operators reaches 90 % of its roof.", {whole}};
    if (near == all)
        return {"All %1 operators reach 90 % of their roofs.", {whole}};
    if (near == 1)
        return {"1 of the %1 operators reaches 90 % of its roof.", {whole}};
    return {"%1 of the %2 operators reach 90 % of their roofs.", {std::to_string(near), whole}};
}

void addShares(const ExperimentResult& result, std::vector<Finding>& findings)
{
    const std::vector<Share> known = shares(result);
    if (known.empty())
        return;
    const auto isBeyond = [](const Share& share) { return share.share > beyondTheRoofs; };
    const auto possible = std::find_if_not(known.begin(), known.end(), isBeyond); // sorted, the largest first
    const auto near = std::count_if(possible, known.end(),
                                    [](const Share& share) { return share.share >= nearTheRoofs; });
    findings.push_back(nearRoofs(static_cast<std::size_t>(near), known.size()));
    if (possible != known.end())
        findings.push_back({"Closest: %1 with %2; furthest: %3 with %4.",
                            {possible->label, {possible->share, "%"}, known.back().label, {known.back().share, "%"}}});
    for (auto beyond = known.begin(); beyond != possible; ++beyond)
        findings.push_back({"Doubtful: %1 with %2, more than the roofs allow: either a roof was measured too low, or "
                            "its data stayed in a cache. Measure the roofs again, or choose a larger size.",
                            {beyond->label, {beyond->share, "%"}}});
}

/// How often as long the first takes as the second, for the same number of operations each; 0 where one is missing.
double slower(const ExperimentResult& result, OperatorKind first, OperatorKind second)
{
    const ExperimentPoint* one = measured(result, first, own);
    const ExperimentPoint* other = measured(result, second, own);
    return one != nullptr && other != nullptr ? other->y / one->y : 0.0;
}

void addPairs(const ExperimentResult& result, std::vector<Finding>& findings)
{
    if (const double factor = slower(result, OperatorKind::Gelu, OperatorKind::Relu); factor > 0.0)
        findings.push_back(
            {"gelu takes %1 the time of relu: the closer to 1, the better memory traffic hides its extra arithmetic.",
             {{factor, "x"}}});
}

void addLibrary(const ExperimentResult& result, std::vector<Finding>& findings)
{
    int compared = 0;
    int faster = 0;
    int near = 0; // the intervals touch
    double logarithms = 0.0;
    for (const OperatorKind which : operators) {
        const ExperimentPoint* ours = measured(result, which, own);
        const ExperimentPoint* theirs = measured(result, which, library);
        if (ours == nullptr || theirs == nullptr)
            continue;
        ++compared;
        faster += ours->low > theirs->high ? 1 : 0;
        near += ours->low <= theirs->high && ours->high >= theirs->low ? 1 : 0;
        logarithms += std::log(ours->y / theirs->y);
    }
    if (compared > 0)
        findings.push_back({"Compared with oneDNN, %1 of %2 own kernels are faster, and %3 more are not measurably "
                            "slower (intervals overlap); in the geometric mean ours run at %4 its rate.",
                            {std::to_string(faster),
                             std::to_string(compared),
                             std::to_string(near),
                             {std::exp(logarithms / compared), "x"}}});
}

/// What a float's way from and to memory costs in multiply-adds that the processor could have done meanwhile.
void addPriceOfMoving(const ExperimentResult& result, std::vector<Finding>& findings)
{
    const ExperimentPoint* copy = measured(result, OperatorKind::Copy, own);
    const Roof* fma = result.roof(computeRoofId(Operation::Fma, Precision::Fp32));
    if (copy == nullptr || fma == nullptr || !(fma->value > 0.0))
        return;
    findings.push_back({"Reading and writing a float takes as long as %1 multiply-adds.",
                        {std::to_string(std::llround(fma->value / 2.0 / copy->y))}});
}

} // namespace

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    addShares(result, all);
    addPriceOfMoving(result, all);
    addPairs(result, all);
    addLibrary(result, all);
    return all;
}

} // namespace ridgepoint::gallery

namespace ridgepoint {
namespace {

std::optional<GuessAnswer> galleryAnswer(const ExperimentResult& result)
{
    const ExperimentPoint* gelu = gallery::measured(result, OperatorKind::Gelu, gallery::own);
    const ExperimentPoint* relu = gallery::measured(result, OperatorKind::Relu, gallery::own);
    if (gelu == nullptr || relu == nullptr)
        return std::nullopt;
    std::vector<Finding> why;
    gallery::addPairs(result, why);
    gallery::addPriceOfMoving(result, why);
    return answerOfRatio(*relu, *gelu, std::move(why)); // rates: the slower one is below
}

} // namespace
} // namespace ridgepoint
