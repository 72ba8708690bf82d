// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/ladder/dispatch_timers.h"

#include "core/experiment/ladder/overhead_ladder.h"
#include "core/stats/readings.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace ridgepoint::dispatch {
namespace {

constexpr int timerRounds = 8;
constexpr int batchesOfRound = 9;
constexpr int callsOfBatch = 500;
constexpr double nanosecond = 1e-9;

struct SteadyClock {
    [[nodiscard]] static std::int64_t nanoseconds()
    {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }
};

/// Reads no clock.
struct NoTimers {
    static void enter(Part) {}
    static void leave() {}
};

/// A number with what a framework keeps beside it.
struct Value {
    std::string type = "float";
    std::vector<std::int64_t> shape{1};
    std::unique_ptr<float[]> numbers = std::make_unique<float[]>(1);
};

using Kernel = void (*)(const Value&, const Value&, Value&);

void addFloats(const Value& a, const Value& b, Value& result)
{
    for (std::size_t i = 0; i < static_cast<std::size_t>(result.shape.front()); ++i)
        result.numbers[i] = a.numbers[i] + b.numbers[i];
}

void subtractFloats(const Value& a, const Value& b, Value& result)
{
    for (std::size_t i = 0; i < static_cast<std::size_t>(result.shape.front()); ++i)
        result.numbers[i] = a.numbers[i] - b.numbers[i];
}

/// Operations by name, and of each its kernels by type.
using Operations = std::map<std::string, std::map<std::string, Kernel>, std::less<>>;

const Operations& operations()
{
    static const Operations all{
        {"add", {{"float", addFloats}}},     {"div", {}}, {"matmul", {}}, {"mul", {}}, {"relu", {}},
        {"sub", {{"float", subtractFloats}}}};
    return all;
}

/// What is asked for is known only when it runs, or the compiler would look it up itself.
std::string_view askedFor()
{
    static volatile bool isAdding = true;
    return isAdding ? "add" : "sub";
}

template <class Timers> Value call(std::string_view name, const Value& a, const Value& b, Timers& timers)
{
    timers.enter(FindOperation);
    const auto operation = operations().find(name);
    timers.leave();
    timers.enter(CheckArguments);
    timers.enter(CheckTypes);
    const bool typesAgree = operation != operations().end() && a.type == b.type;
    timers.leave();
    timers.enter(CheckShapes);
    const bool shapesAgree = a.shape == b.shape;
    timers.leave();
    timers.leave();
    timers.enter(ChooseKernel);
    Kernel kernel = nullptr;
    if (typesAgree && shapesAgree)
        if (const auto found = operation->second.find(a.type); found != operation->second.end())
            kernel = found->second;
    timers.leave();
    timers.enter(MakeResult);
    timers.enter(GetMemory);
    Value result{
        .type = {}, .shape = {}, .numbers = std::make_unique<float[]>(static_cast<std::size_t>(a.shape.front()))};
    timers.leave();
    timers.enter(Describe);
    result.type = a.type;
    result.shape = a.shape;
    timers.leave();
    timers.leave();
    timers.enter(RunKernel);
    if (kernel != nullptr)
        kernel(a, b, result);
    timers.leave();
    return result;
}

template <class Timers> void addOne(Value& sum, const Value& one, Timers& timers)
{
    timers.enter(WholeCall);
    Value result = call(askedFor(), sum, one, timers);
    timers.enter(FreeOld);
    sum = std::move(result);
    timers.leave();
    timers.leave();
}

/// What a stretch costs in which nothing is done: the timers in a row, held by one that is open all the while.
double readingSeconds(SteadyClock& clock, int count)
{
    NestedTimers<SteadyClock> timers(clock);
    timers.enter(WholeCall);
    const std::int64_t begin = SteadyClock::nanoseconds();
    for (int i = 0; i < count; ++i) {
        timers.enter(FindOperation);
        timers.leave();
    }
    return static_cast<double>(SteadyClock::nanoseconds() - begin) * nanosecond / (2.0 * count);
}

RoundTimes timeBatch(int calls)
{
    SteadyClock clock;
    RoundTimes times{.readingSeconds = readingSeconds(clock, calls)};
    const Value one = [] {
        Value value;
        value.numbers[0] = 1.0F;
        return value;
    }();
    Value sum;
    NestedTimers<SteadyClock> timers(clock);
    for (int i = 0; i < calls; ++i)
        addOne(sum, one, timers);
    times.own = timers.own(calls, times.readingSeconds);
    NoTimers none;
    const std::int64_t begin = SteadyClock::nanoseconds();
    for (int i = 0; i < calls; ++i)
        addOne(sum, one, none);
    times.untimedSeconds = static_cast<double>(SteadyClock::nanoseconds() - begin) * nanosecond / calls;
    // The sum is looked at, so that the additions have to be made.
    return sum.numbers[0] == 2.0F * static_cast<float>(calls) ? times : RoundTimes{};
}

template <class ValueOf> double medianOf(const std::vector<RoundTimes>& all, ValueOf valueOf)
{
    std::vector<double> values(all.size());
    std::transform(all.begin(), all.end(), values.begin(), valueOf);
    return percentile(std::move(values), 0.5);
}

RoundTimes medians(const std::vector<RoundTimes>& all)
{
    RoundTimes times;
    for (std::size_t part = 0; part < partCount; ++part)
        times.own[part] = medianOf(all, [part](const RoundTimes& one) { return one.own[part]; });
    times.readingSeconds = medianOf(all, [](const RoundTimes& one) { return one.readingSeconds; });
    times.untimedSeconds = medianOf(all, [](const RoundTimes& one) { return one.untimedSeconds; });
    return times;
}

/// How long each part lasts with what it holds.
OwnTimes lengthsOf(const OwnTimes& own)
{
    OwnTimes lengths{};
    for (std::size_t part = partCount; part-- > 0;) {
        lengths[part] += std::max(0.0, own[part]);
        if (parts[part].holder != part)
            lengths[parts[part].holder] += lengths[part];
    }
    return lengths;
}

} // namespace

RoundTimes timeRound(int batches, int calls)
{
    std::vector<RoundTimes> all;
    for (int i = 0; i < batches; ++i) {
        all.push_back(timeBatch(calls));
        if (!(all.back().untimedSeconds > 0.0))
            return {};
    }
    return medians(all);
}

std::vector<ExperimentPoint> spansOf(const std::vector<RoundTimes>& all, int plot)
{
    if (all.empty())
        return {};
    const RoundTimes middle = medians(all);
    const OwnTimes lengths = lengthsOf(middle.own);
    OwnTimes low = lengths;
    OwnTimes high = lengths;
    for (const RoundTimes& round : all) {
        const OwnTimes ofRound = lengthsOf(round.own);
        for (std::size_t part = 0; part < partCount; ++part) {
            low[part] = std::min(low[part], ofRound[part]);
            high[part] = std::max(high[part], ofRound[part]);
        }
    }
    std::vector<ExperimentPoint> spans;
    for (std::size_t part = 0; part < partCount; ++part) {
        const LabelName parent = part == WholeCall ? LabelName() : LabelName(parts[parts[part].holder].name);
        // Programs before `parent` place a span by its series.
        spans.push_back({.series = part == WholeCall ? std::string(rung::dispatcher.words) : parent.words(),
                         .label = parts[part].name,
                         .y = lengths[part],
                         .low = low[part],
                         .high = high[part],
                         .plot = plot,
                         .parent = parent});
    }
    spans.front().note = "reading a timer takes " + quantityText(middle.readingSeconds, "s")
                       + " and is subtracted; without timers a call takes " + quantityText(middle.untimedSeconds, "s");
    return spans;
}

ExperimentStep timersStep(int plot)
{
    auto all = std::make_shared<std::vector<RoundTimes>>();
    return {std::string(rung::dispatcher.words), timerRounds,
            [all, plot](MeasuringContext& context) -> Result<StepState> {
                const RoundTimes times = timeRound(batchesOfRound, callsOfBatch);
                if (!(times.untimedSeconds > 0.0))
                    return Error{ErrorKind::DeviceFailure,
                                 "ladder.timers",
                                 "The dispatcher's additions gave a wrong sum; run the experiment again.",
                                 {}};
                all->push_back(times);
                std::vector<double> rates;
                for (const RoundTimes& round : *all)
                    rates.push_back(1.0 / round.untimedSeconds);
                context.put(ratePoint(rung::dispatcher, rates));
                for (ExperimentPoint& span : spansOf(*all, plot)) {
                    if (all->size() < static_cast<std::size_t>(minimumRounds))
                        span.flags |= Flag::FewReadings;
                    context.put(std::move(span));
                }
                return StepState::Round;
            }};
}

std::vector<Finding> findings(const ExperimentResult& result, int plot)
{
    const auto lengthOf = [&](Part part) {
        const auto found = std::find_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
            return point.plot == plot && point.label == parts[part].name && point.provenance == Provenance::Measured;
        });
        return found == result.points.end() ? 0.0 : found->y;
    };
    const double whole = lengthOf(WholeCall);
    if (!(whole > 0.0))
        return {};
    std::vector<Finding> all{
        {"One call of the small dispatcher takes %1, of which the addition takes %2; the rest is overhead.",
         {{whole, "s"}, {lengthOf(RunKernel) / whole, "%"}}}};
    Part dearest = partCount;
    for (std::size_t i = 0; i < partCount; ++i) {
        const auto part = static_cast<Part>(i);
        const bool holds = part == WholeCall || part == CheckArguments || part == MakeResult;
        if (!holds && part != RunKernel && lengthOf(part) > (dearest == partCount ? 0.0 : lengthOf(dearest)))
            dearest = part;
    }
    if (dearest != partCount)
        all.push_back({"The most expensive part of that call is \"%1\", with %2 of it.",
                       {parts[dearest].name, {lengthOf(dearest) / whole, "%"}}});
    if (const ExperimentPoint* rate = result.find(rung::dispatcher); rate != nullptr && rate->y > 0.0)
        all.push_back({"Timed part by part, with the cost of the timers subtracted, the call takes %1; without "
                       "timers it takes %2.",
                       {{whole, "s"}, {1.0 / rate->y, "s"}}});
    return all;
}

} // namespace ridgepoint::dispatch
