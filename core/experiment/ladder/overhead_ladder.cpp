// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/ladder/overhead_ladder.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/ladder/child_program.h"
#include "core/experiment/ladder/dispatch_timers.h"
#include "core/experiment/registry.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <sstream>
#include <utility>

namespace ridgepoint {
namespace {

constexpr const char* ladderSeries = "measured";
constexpr Seconds piece{0.02};

double wallSeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Before each script: none of the caller's folder, as with -P of newer interpreters, but the modules that the user has
/// installed; and an end of its own, should nobody be left to stop it. A module that is not there is told from one that
/// fails.
constexpr const char* preamble = R"(
import sys
sys.path = [one for one in sys.path if one]
import signal
signal.alarm(@)
def need(name):
    try:
        return __import__(name)
    except ImportError:
        print('missing', flush=True)
        raise SystemExit(3)
)";
constexpr const char* missingLine = "missing\n";

/// Prints a line as soon as each rung is measured, so that one that hangs costs no other.
constexpr const char* loopScript = R"(
import time
def loop(n):
    x = 1.0
    begin = time.perf_counter()
    for _ in range(n):
        x = x + 1.0
    return n / (time.perf_counter() - begin)
for _ in range(8):
    print('loop', loop(200000), flush=True)
)";
constexpr const char* arrayScript = R"(
import time
numpy = need('numpy')
def calls(elements, repetitions):
    a = numpy.ones(elements, dtype=numpy.float32)
    b = numpy.ones(elements, dtype=numpy.float32)
    c = numpy.empty_like(a)
    begin = time.perf_counter()
    for _ in range(repetitions):
        numpy.add(a, b, out=c)
    return elements * repetitions / (time.perf_counter() - begin)
for _ in range(8):
    print('one', calls(1, 50000), flush=True)
    print('many', calls(65536, 500), flush=True)
)";
constexpr const char* torchScript = R"(
import time
torch = need('torch')
a = torch.ones(1)
b = torch.ones(1)
for _ in range(8):
    begin = time.perf_counter()
    for _ in range(20000):
        torch.add(a, b)
    print('one', 20000 / (time.perf_counter() - begin), flush=True)
)";

/// The time that all scripts share; each has its part of what is left.
struct SharedTime {
    Seconds all;
    int scripts = 0; ///< that have not begun
    double end = 0.0;

    /// The part of the one that begins now.
    Seconds take()
    {
        const double now = wallSeconds();
        if (end == 0.0)
            end = now + all.value();
        return Seconds(std::max(end - now, 0.1) / std::max(scripts--, 1));
    }
};

/// One run of a script; its rungs are shown as its lines come.
struct Script {
    std::string program;
    const char* text;
    const char* missing;                                  ///< what its lack is called
    std::vector<std::pair<std::string, LabelTerm>> names; ///< in its lines, and as rungs
    std::shared_ptr<SharedTime> time;
    Seconds longest{}; ///< once it has begun
    ChildProgram child{};
    double begun = 0.0;
};

/// `any`: it had measured something before.
Error hung(const Script& script, bool any)
{
    const char* const text =
        any ? "%1 did not finish within %2 and was stopped; the results so far are shown."
            : "%1 did not finish within %2 and was stopped before it measured anything; allow Python a longer time.";
    return {ErrorKind::Timeout, "ladder.hung", text, {script.program, quantityText(script.longest.value(), "s")}};
}

Error failed(const Script& script)
{
    if (script.child.output().find(missingLine) == std::string::npos)
        return {ErrorKind::Unavailable,
                "ladder.no-numbers",
                "%1 printed no numbers for this part; run it by hand to see why.",
                {script.program}};
    return {ErrorKind::Unavailable,
            "ladder.no-module",
            "%1 is not installed for %2; install it to see this part.",
            {script.missing, script.program}};
}

Result<StepState> pollScript(Script& script, const MeasuringContext& context)
{
    if (script.begun == 0.0) {
        script.begun = wallSeconds();
        script.longest = script.time->take();
        std::string text = preamble;
        text.replace(text.find('@'), 1, std::to_string(static_cast<int>(std::ceil(script.longest.value())) + 2));
        // Without the settings of the environment.
        if (auto started = script.child.start(script.program, {"-E", "-c", text + script.text}); !started)
            return started.error();
        return StepState::Again;
    }
    script.child.poll(piece);
    bool any = false;
    for (const auto& [name, label] : script.names)
        if (const auto rates = ratesIn(script.child.output(), name); !rates.empty()) {
            context.put(ratePoint(label, rates));
            any = true;
        }
    if (script.child.running() && wallSeconds() - script.begun < script.longest.value())
        return StepState::Again;
    if (script.child.running()) {
        script.child.kill();
        return hung(script, any);
    }
    return any ? Result<StepState>(StepState::Finished) : Result<StepState>(failed(script));
}

ExperimentStep scriptStep(std::string_view what, std::shared_ptr<Script> script)
{
    return {std::string(what), 1,
            [script = std::move(script)](MeasuringContext& context) { return pollScript(*script, context); }};
}

} // namespace

/// Not in an unnamed namespace: a compiler that sees every class there is calls the only one directly.
namespace boxes {

/// A value that is known by its address only, and an operation that is found when it runs: what a dynamic language
/// does.
class Boxed {
public:
    virtual ~Boxed() = default;
    [[nodiscard]] virtual std::unique_ptr<Boxed> plus(const Boxed& other) const = 0;
    [[nodiscard]] virtual double number() const = 0;
};

class BoxedNumber final : public Boxed {
public:
    explicit BoxedNumber(double value) : m_value(value) {}
    [[nodiscard]] std::unique_ptr<Boxed> plus(const Boxed& other) const override
    {
        return std::make_unique<BoxedNumber>(m_value + other.number());
    }
    [[nodiscard]] double number() const override { return m_value; }

private:
    double m_value;
};

class BoxedWhole final : public Boxed {
public:
    explicit BoxedWhole(std::int64_t value) : m_value(value) {}
    [[nodiscard]] std::unique_ptr<Boxed> plus(const Boxed& other) const override
    {
        return std::make_unique<BoxedWhole>(m_value + static_cast<std::int64_t>(other.number()));
    }
    [[nodiscard]] double number() const override { return static_cast<double>(m_value); }

private:
    std::int64_t m_value;
};

#if defined(__clang__)
    #define RIDGEPOINT_OPAQUE [[gnu::noinline]]
#else
    #define RIDGEPOINT_OPAQUE [[gnu::noipa]]
#endif

/// The compiler may not know which class it is, or it would do away with the boxes: it is chosen when this runs.
RIDGEPOINT_OPAQUE std::unique_ptr<Boxed> makeBoxed(double value)
{
    static volatile bool isWhole = false;
    if (isWhole)
        return std::make_unique<BoxedWhole>(static_cast<std::int64_t>(value));
    return std::make_unique<BoxedNumber>(value);
}

#undef RIDGEPOINT_OPAQUE

} // namespace boxes

namespace {

double boxedAdds(std::int64_t count)
{
    std::unique_ptr<boxes::Boxed> sum = boxes::makeBoxed(1.0);
    const std::unique_ptr<boxes::Boxed> one = boxes::makeBoxed(1.0);
    for (std::int64_t i = 0; i < count; ++i)
        sum = sum->plus(*one);
    return sum->number();
}

/// Each addition waits for the one before: floating-point sums may not be reordered.
double scalarAdds(std::int64_t count)
{
    double sum = 1.0;
    volatile double step = 1.0;
    const double one = step;
    for (std::int64_t i = 0; i < count; ++i)
        sum += one;
    return sum;
}

ExperimentStep addsStep(LabelTerm label, double (*adds)(std::int64_t), std::int64_t count)
{
    auto rates = std::make_shared<std::vector<double>>();
    return {std::string(label.words), 8, [=](MeasuringContext& context) -> Result<StepState> {
                const double begin = wallSeconds();
                const double sum = adds(count);
                const double passed = wallSeconds() - begin;
                // The sum is looked at, so that the additions have to be made.
                if (sum != static_cast<double>(count) + 1.0)
                    return Error{ErrorKind::DeviceFailure,
                                 "ladder.sum",
                                 "The sum of the additions is %1.",
                                 {std::to_string(sum)}};
                rates->push_back(static_cast<double>(count) / passed);
                context.put(ratePoint(label, *rates));
                return StepState::Round;
            }};
}

} // namespace

ExperimentPoint ratePoint(const LabelName& label, const std::vector<double>& rates)
{
    const auto [low, high] = std::minmax_element(rates.begin(), rates.end());
    return {.series = ladderSeries,
            .label = label,
            .y = percentile(rates, 0.75),
            .low = *low,
            .high = *high,
            .flags = rates.size() < minimumRounds ? FlagSet(Flag::FewReadings) : FlagSet()};
}

std::vector<double> ratesIn(const std::string& output, const std::string& name)
{
    std::vector<double> rates;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string first;
        double rate = 0.0;
        if (words >> first >> rate && first == name && rate > 0.0)
            rates.push_back(rate);
    }
    return rates;
}

std::vector<ExperimentStep> interpreterSteps(const std::string& program, Seconds longest)
{
    using Names = std::vector<std::pair<std::string, LabelTerm>>;
    const auto time = std::make_shared<SharedTime>(SharedTime{.all = longest});
    const auto script = [&](const char* text, const char* missing, Names names) {
        auto made = std::make_shared<Script>();
        made->program = program;
        made->text = text;
        made->missing = missing;
        made->names = std::move(names);
        made->time = time;
        ++time->scripts;
        return made;
    };
    std::vector<ExperimentStep> steps;
    steps.push_back(scriptStep(rung::python.words, script(loopScript, "The time module", {{"loop", rung::python}})));
    steps.push_back(
        scriptStep("NumPy", script(arrayScript, "NumPy", {{"one", rung::numpyOne}, {"many", rung::numpyMany}})));
    steps.push_back(scriptStep("PyTorch", script(torchScript, "PyTorch", {{"one", rung::torchOne}})));
    return steps;
}

std::vector<ExperimentStep> compiledSteps()
{
    return {addsStep(rung::boxed, boxedAdds, 500'000), addsStep(rung::scalar, scalarAdds, 20'000'000)};
}

ExperimentStep roofStep(const LabelName& label, const std::string& roof, int threads, Backend* host)
{
    auto amount = std::make_shared<double>(0.0);
    const auto prepare = [=](MeasuringContext& context) -> Result<ReadyWork> {
        auto prepared = (host != nullptr ? *host : context.backend).prepareRoof({.id = roof, .threads = threads});
        if (!prepared)
            return prepared.error();
        *amount = prepared->amount;
        return ReadyWork{.work = std::move(prepared->work)};
    };
    const auto points = [=](const Summary& summary) -> std::vector<ExperimentPoint> {
        ExperimentPoint point = measuredPoint(ladderSeries, label, 0.0, summary, *amount);
        // In registers: nothing is moved, and the launch is one of very many operations.
        if (host == nullptr)
            point.work = pointWork({.elements = *amount, .flops = Flops(*amount), .bytes = Bytes()}, summary.time,
                                   roof);
        return {point};
    };
    return timedStep(label.words(), prepare, points);
}

namespace {

/// The plots, in their order.
constexpr int rungsPlot = 0;
constexpr int flamePlot = 1;

constexpr const char* article = "H. He, Making Deep Learning Go Brrrr From First Principles (2022)";

ExperimentPoint ladderArticle(const LabelName& label, double rate)
{
    ExperimentPoint point = saidPoint("published", label, 0.0, rate, rungsPlot, Provenance::Published);
    point.source = article;
    return point;
}

/// "Vector units, all cores", or "Vector units, 2 threads" where that is not all of them.
LabelName rungOf(const char* units, LabelTerm allCores, int threads, const DeviceInfo& device)
{
    if (threads <= 0 || threads >= device.threads)
        return allCores;
    return std::string(units) + ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

std::string vectorRoofId() { return computeRoofId(Operation::Fma, Precision::Fp32); }

/// The roof of the matrix unit, where the device has one.
std::optional<std::string> matrixRoofOf(const Backend& backend)
{
    const std::vector<std::string> ids = backend.roofIds();
    for (const char* id : {"compute.bf16.matrix", "compute.fp16.matrix"})
        if (std::find(ids.begin(), ids.end(), id) != ids.end())
            return id;
    return std::nullopt;
}

/// The rungs of a processor; `host` where it stands beside the measured device.
void addProcessor(std::vector<ExperimentStep>& steps, const Backend& processor, int threads, Backend* host)
{
    const DeviceInfo& device = processor.info();
    steps.push_back(roofStep(rung::vector, vectorRoofId(), 1, host));
    if (threads > 1)
        steps.push_back(roofStep(rungOf("Vector units", rung::cores, threads, device), vectorRoofId(), threads, host));
    if (const auto roof = matrixRoofOf(processor))
        steps.push_back(roofStep(rungOf("Matrix unit", rung::matrix, threads, device), *roof, threads, host));
}

/// The machine's processor between its scalar code and its GPU.
void addHost(std::vector<ExperimentStep>& steps, const MeasuringContext& context)
{
    const auto host = context.host ? context.host()
                                   : Result<Backend*>(
                                       Error{ErrorKind::Unavailable,
                                             "ladder.no-processor",
                                             "The processor cannot be measured next to %1; run this on the CPU for its "
                                             "rungs.",
                                             {context.backend.info().id}});
    if (host)
        addProcessor(steps, **host, (*host)->info().threads, *host);
    else
        steps.push_back({std::string(rung::processor.words), 1,
                         [why = host.error()](MeasuringContext&) -> Result<StepState> { return why; }});
}

std::vector<LabelName> ladderLabels()
{
    std::vector<LabelName> all(rung::all.begin(), rung::all.end());
    for (const dispatch::PartInfo& part : dispatch::parts)
        all.emplace_back(part.name);
    return all;
}

Finding rungAgainstPython(const ExperimentPoint& point, const ExperimentPoint& python)
{
    const double ratio = point.y / python.y;
    return ratio >= 1.0 ? Finding{"In the time of one Python FLOP, %1 does %2.", {point.label, {ratio, "FLOP"}}}
                        : Finding{"%1: one FLOP takes as long as %2 in Python.", {point.label, {1.0 / ratio, "FLOP"}}};
}

[[nodiscard]] std::optional<GuessAnswer> ladderAnswer(const ExperimentResult& result);

class OverheadLadder final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "ladder",
            .title = "The overhead ladder",
            .summary = "FLOP per second from a Python loop to the matrix unit of this machine",
            .parameters = {numberParameter("seconds", "Longest time for Python (s)", 12, 1, 60)},
            .chart = ExperimentChartKind::Bars,
            .plots = {{.title = "Floating-point operations per second",
                       .x = {},
                       .y = decimalAxis("Performance", "FLOP/s")},
                      {.title = "Time of one call of the small dispatcher by part",
                       .x = linearAxis("Time of one call", "s"),
                       .y = linearAxis("Time", "s"),
                       .chart = ExperimentChartKind::Flame,
                       .workSpan = dispatch::parts[dispatch::RunKernel].name}},
            .labels = ladderLabels(),
            .guess = {.kind = GuessKind::Order,
                      .text = "One addition after another: put these in order, fastest first.",
                      .unit = "FLOP/s",
                      .options = {rung::python, rung::dispatcher, rung::scalar, rung::numpyOne},
                      .answer = ladderAnswer}};
        return info;
    }
    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo&) const override
    {
        return {computeRoofId(Operation::Fma, Precision::Fp32), "compute.bf16.matrix", "compute.fp16.matrix"};
    }
    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters&, const RoofSet&,
                                                       const DeviceInfo&) const override
    {
        return {ladderArticle("Python (article)", 32e6), ladderArticle("PyTorch, one element (article)", 280e3),
                ladderArticle("A100, tensor cores (article)", 312e12)};
    }
    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        std::vector<ExperimentStep> steps = interpreterSteps(
            "python3", std::min(Seconds(static_cast<double>(parameters.number("seconds"))), context.budget));
        steps.push_back(dispatch::timersStep(flamePlot));
        for (ExperimentStep& one : compiledSteps())
            steps.push_back(std::move(one));
        if (context.backend.info().kind == DeviceKind::Cpu) {
            addProcessor(steps, context.backend, context.threads, nullptr);
            return steps;
        }
        addHost(steps, context);
        steps.push_back(roofStep(rung::gpu, vectorRoofId(), context.threads));
        if (const auto roof = matrixRoofOf(context.backend))
            steps.push_back(roofStep(rung::gpuMatrix, *roof, context.threads));
        return steps;
    }
    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        std::vector<Finding> findings = againstPython(result);
        for (Finding& one : dispatch::findings(result, flamePlot))
            findings.push_back(std::move(one));
        return findings;
    }

private:
    [[nodiscard]] static std::vector<Finding> againstPython(const ExperimentResult& result)
    {
        const ExperimentPoint* python = result.find(rung::python);
        if (python == nullptr || !(python->y > 0.0))
            return {};
        std::vector<Finding> findings{{"One Python addition takes %1.", {{1.0 / python->y, "s"}}}};
        for (const ExperimentPoint& point : result.points)
            if (point.provenance == Provenance::Measured && point.plot == rungsPlot && point.label != rung::python)
                findings.push_back(rungAgainstPython(point, *python));
        return findings;
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeOverheadLadder() { return std::make_unique<OverheadLadder>(); }

} // namespace ridgepoint

namespace ridgepoint {
namespace {

std::optional<GuessAnswer> ladderAnswer(const ExperimentResult& result)
{
    std::vector<GuessRank> ranks;
    for (const LabelTerm label : {rung::python, rung::dispatcher, rung::scalar, rung::numpyOne})
        if (const ExperimentPoint* point = result.find(label); point != nullptr && point->y > 0.0)
            ranks.push_back(rankOf(*point));
    if (ranks.size() < 2)
        return std::nullopt;
    sortRanks(ranks);
    std::vector<Finding> why;
    if (const ExperimentPoint* python = result.find(rung::python); python != nullptr && python->y > 0.0)
        for (const LabelTerm label : {rung::numpyOne, rung::dispatcher})
            if (const ExperimentPoint* point = result.find(label))
                why.push_back(rungAgainstPython(*point, *python));
    return answerOf(std::move(ranks), std::move(why));
}

} // namespace
} // namespace ridgepoint
