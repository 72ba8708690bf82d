// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_expression.h"

#include "core/analysis/knees.h"
#include "core/analysis/what_if.h"
#include "core/lesson/expression_reader.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

/// Far more than a sentence needs; beyond it the recursion could use up the stack.
constexpr int deepestNesting = 32;

/// Exponents of the units; `isNominal` where work is counted in operations instead of FLOP.
struct Dimension {
    int bytes = 0;
    int work = 0;
    int seconds = 0;
    bool isNominal = false;

    [[nodiscard]] bool isNumber() const { return bytes == 0 && work == 0 && seconds == 0; }
    [[nodiscard]] bool isSame(const Dimension& other) const
    {
        return bytes == other.bytes && work == other.work && seconds == other.seconds;
    }
};

struct Value {
    double number = 0.0;
    Dimension dimension{};
};

constexpr Dimension bytesDimension{.bytes = 1};
constexpr Dimension timeDimension{.seconds = 1};

Dimension workDimension(Operation operation)
{
    return {.work = 1, .isNominal = unitOfRoof(computeRoofId(operation, Precision::Fp32)) == "op/s"};
}

/// As dimensions multiply (`sign` 1) and divide (-1).
Dimension combined(const Dimension& a, const Dimension& b, int sign)
{
    return {a.bytes + sign * b.bytes, a.work + sign * b.work, a.seconds + sign * b.seconds, a.isNominal || b.isNominal};
}

struct UnitRow {
    Dimension dimension;
    std::string_view unit;
};
constexpr std::array unitRows{
    UnitRow{{}, ""},
    UnitRow{{.bytes = 1}, "B"},
    UnitRow{{.work = 1}, "FLOP"},
    UnitRow{{.seconds = 1}, "s"},
    UnitRow{{.seconds = -1}, "/s"},
    UnitRow{{.bytes = 1, .seconds = -1}, "B/s"},
    UnitRow{{.work = 1, .seconds = -1}, "FLOP/s"},
    UnitRow{{.bytes = -1, .work = 1}, "FLOP/B"},
};

/// Of an axis's unit: ratios are numbers.
Dimension dimensionOf(std::string_view unit)
{
    const bool isNominal = unit.starts_with("op");
    const std::string counted = isNominal ? "FLOP" + std::string(unit.substr(2)) : std::string(unit);
    for (const UnitRow& row : unitRows)
        if (row.unit == counted) {
            Dimension dimension = row.dimension;
            dimension.isNominal = isNominal;
            return dimension;
        }
    return {};
}

/// The unit in which people write it; nothing for square seconds and the like.
std::optional<std::string> unitOf(const Dimension& dimension)
{
    for (const UnitRow& row : unitRows)
        if (row.dimension.isSame(dimension)) {
            std::string unit(row.unit);
            return dimension.isNominal && unit.starts_with("FLOP") ? unit.replace(0, 4, "op") : unit;
        }
    return std::nullopt;
}

/// What a page may call a roof, to tell which one was meant.
std::vector<std::string> roofNames()
{
    std::vector<std::string> names{"launch.wait_each", "launch.queued", "launch.graph", "launch.fixed"};
    for (const std::string level : {"dram", "l1", "l2", "l3"}) {
        for (const char* part : {"", ".read", ".write", ".copy"})
            names.push_back("bandwidth." + level + part);
        names.push_back("latency." + level);
    }
    for (const Precision precision : allPrecisions) {
        for (const Operation operation : allOperations)
            names.push_back(computeRoofId(operation, precision));
        names.push_back("compute." + std::string(nameOf(precision)) + ".matrix");
    }
    return names;
}

/// Evaluates one expression while it is read (recursive descent). After the first error every function returns at once.
class Evaluator : private ExpressionReader {
public:
    Evaluator(std::string_view text, const LessonMachine& machine)
        : ExpressionReader(text), m_machine(&machine), m_experiment(machine.experiment)
    {}
    /// Checks the expression alone.
    Evaluator(std::string_view text, const ExperimentInfo* experiment)
        : ExpressionReader(text), m_experiment(experiment)
    {}
    /// Checks it, over a base, and adds what it needs of roofs.
    Evaluator(std::string_view text, const ExperimentInfo* experiment, const Workload& base, RoofNeeds& needs)
        : ExpressionReader(text), m_experiment(experiment), m_base(base), m_needs(&needs)
    {}

    Result<LessonValue> whole()
    {
        const Value value = sum();
        std::optional<std::string> unit = unitOf(value.dimension);
        if (word("as"))
            unit = shownAs(value);
        if (!isAtEnd())
            expect("an operator (+ - * /) or the end");
        if (!unit)
            fail("expected a time, rate, size, amount of work, intensity or number; what this comes to has no unit");
        if (isChecking())
            return error() ? Result<LessonValue>(*error()) : LessonValue{1.0, *unit};
        if (!std::isfinite(value.number))
            fail("expected a finite value: something is divided by 0");
        return error() ? Result<LessonValue>(*error()) : LessonValue{value.number, *unit};
    }
    Result<Workload> wholeWorkload()
    {
        const Workload workload = assignments();
        if (!isAtEnd())
            expect("op=, precision=, launch=, k=, n=, d=, N= or threads=");
        return error() ? Result<Workload>(*error()) : workload;
    }

private:
    [[nodiscard]] bool isChecking() const { return m_machine == nullptr; }

    Value sum()
    {
        Value left = product();
        while (!hasFailed()) {
            const bool isPlus = sign('+');
            if (!isPlus && !sign('-'))
                break;
            const std::size_t at = place();
            const Value right = product();
            if (!hasFailed() && !left.dimension.isSame(right.dimension))
                fail("expected two of the same unit: " + unitOf(left.dimension).value_or("?") + " and "
                         + unitOf(right.dimension).value_or("?") + " cannot be added or subtracted",
                     at - 1);
            left.number += isPlus ? right.number : -right.number;
        }
        return left;
    }

    Value product()
    {
        Value left = factor();
        while (!hasFailed()) {
            const bool isTimes = sign('*');
            if (!isTimes && !sign('/'))
                break;
            const Value right = factor();
            left.number = isTimes ? left.number * right.number : left.number / right.number;
            left.dimension = combined(left.dimension, right.dimension, isTimes ? 1 : -1);
            constexpr int highestPower = 64; // far from an overflow, and no unit of people
            if (std::max(
                    {std::abs(left.dimension.bytes), std::abs(left.dimension.work), std::abs(left.dimension.seconds)})
                > highestPower)
                fail("expected fewer factors with units");
        }
        return left;
    }

    Value factor()
    {
        if (hasFailed())
            return {};
        if (m_depth >= deepestNesting) {
            fail("expected fewer parentheses within each other");
            return {};
        }
        ++m_depth;
        Value value;
        if (sign('-')) {
            value = factor();
            value.number = -value.number;
        } else {
            value = primary();
        }
        --m_depth;
        return value;
    }

    Value primary()
    {
        skipBlanks();
        if (sign('(')) {
            const Value inside = sum();
            if (!hasFailed() && !sign(')'))
                expect("\")\"");
            return inside;
        }
        if (isAtNumber())
            return literal();
        const std::size_t begin = place();
        const std::string_view name = takeWord();
        if (name == "min" || name == "max")
            return smallestOrLargest(name == "min");
        if (name == "roof")
            return roof();
        if (name == "level")
            return level();
        if (name == "ridge")
            return ridge();
        if (name == "T" || name == "model" || name == "flop" || name == "bytes")
            return ofWorkload(name);
        if (name == "memory" || name == "cache" || name == "all")
            return machineNumber(name);
        if (name == "value" || name == "most" || name == "reach" || name == "guess")
            return ofResult(name, begin);
        goTo(begin);
        static const std::vector<std::string> known{"roof",   "ridge", "level", "model", "flop",  "bytes",
                                                    "memory", "cache", "value", "most",  "reach", "guess"};
        expect("a number, roof, ridge, level, T, model, flop, bytes, memory, cache, all, value, most, reach, guess, "
               "min, max or \"(\"",
               known);
        return {};
    }

    /// "32Mi", "8B", "1.5us".
    Value literal()
    {
        const Literal read = takeNumber();
        return {read.number, dimensionOf(read.unit)};
    }

    Value smallestOrLargest(bool isSmallest)
    {
        if (!sign('(')) {
            expect("\"(\"");
            return {};
        }
        Value best = sum();
        while (!hasFailed() && sign(',')) {
            const Value other = sum();
            if (!hasFailed() && !other.dimension.isSame(best.dimension))
                fail("expected values of the same unit");
            if (isSmallest ? other.number < best.number : other.number > best.number)
                best.number = other.number;
        }
        if (!hasFailed() && !sign(')'))
            expect("\",\" or \")\"");
        return best;
    }

    Value roof()
    {
        const std::size_t at = place();
        const std::string id(takeWord());
        const auto kind = kindOfRoof(id);
        if (!kind || !isRoofId(id)) {
            goTo(at);
            expect("the id of a roof: bandwidth.dram (or l1, l2, l3; each also .read, .write, .copy), "
                   "compute.fp32.fma (or another precision and operation, or matrix), latency.dram, "
                   "launch.wait_each, launch.queued, launch.graph or launch.fixed",
                   roofNames());
            return {};
        }
        const std::string_view unit = unitOfRoof(id);
        const Dimension dimension = *kind == RoofKind::Bandwidth ? Dimension{.bytes = 1, .seconds = -1}
                                  : isDuration(*kind)
                                      ? timeDimension
                                      : Dimension{.work = 1, .seconds = -1, .isNominal = unit == "op/s"};
        if (m_needs != nullptr)
            m_needs->roofs.push_back(id);
        if (isChecking())
            return {1.0, dimension};
        const Roof* found = m_machine->roofs.find(id);
        if (found == nullptr)
            fail(Error{ErrorKind::Unavailable,
                       "lesson.roof-missing",
                       "the roof %1 has not been measured on this device; measure the roofs",
                       {id}});
        return {found != nullptr ? found->value : 1.0, dimension};
    }

    Value level()
    {
        const std::string name(takeWord());
        if (name.empty())
            expect("a level of the memory hierarchy, such as l2");
        if (hasFailed() || isChecking())
            return {1.0, bytesDimension};
        for (const MemoryLevel& level : m_machine->roofs.levels)
            if (level.name == name && std::isfinite(level.capacity.value()))
                return {level.capacity.value() * (level.perThread ? std::max(m_machine->roofs.threads, 1) : 1),
                        bytesDimension};
        fail(Error{
            ErrorKind::Unavailable, "lesson.level-missing", "no end of the level %1 was found on this device", {name}});
        return {};
    }

    Value ridge()
    {
        const std::size_t at = place();
        const auto precision = precisionNamed(takeWord());
        const auto operation = operationNamed(takeWord());
        if (!precision || !operation) {
            goTo(at);
            expect("a precision and an operation, such as fp32 fma");
            return {};
        }
        Dimension dimension = workDimension(*operation);
        dimension.bytes = -1;
        if (m_needs != nullptr)
            m_needs->roofs.push_back(computeRoofId(*operation, *precision));
        if (isChecking())
            return {1.0, dimension};
        const Workload large{.operation = *operation, .precision = *precision, .elements = maximumElements};
        const auto ridge = ridgePoint(large, m_machine->roofs);
        if (!ridge)
            fail(ridge.error());
        return {ridge ? ridge->value() : 1.0, dimension};
    }

    Value ofWorkload(std::string_view what)
    {
        const RoofFactors outer = std::exchange(m_factors, {.areTaken = what == "model"});
        const Workload workload = assignments();
        const RoofFactors factors = std::exchange(m_factors, outer);
        if (hasFailed())
            return {};
        const Cost cost = isChecking() ? Cost{} : costOf(workload);
        if (what == "flop")
            return {isChecking() ? 1.0 : cost.flops.value(), workDimension(workload.operation)};
        if (what == "bytes")
            return {isChecking() ? 1.0 : cost.bytes.value(), bytesDimension};
        if (m_needs != nullptr)
            m_needs->timed.push_back(workload);
        if (isChecking())
            return {1.0, timeDimension};
        return {what == "T" ? measured(workload) : predicted(workload, factors), timeDimension};
    }

    double measured(const Workload& workload)
    {
        const auto time = m_machine->time ? m_machine->time(workload) : std::nullopt;
        if (!time)
            fail(Error{ErrorKind::Unavailable,
                       "lesson.not-measured",
                       "%1 has not been measured on this device yet",
                       {std::string(text())}});
        return time.value_or(Seconds(1.0)).value();
    }

    /// What the roofs of `model` are multiplied by: "P=4 W=2".
    struct RoofFactors {
        bool areTaken = false; ///< only there
        double compute = 1.0;
        double bandwidth = 1.0;
    };

    double predicted(const Workload& workload, const RoofFactors& factors)
    {
        if (workload.threads != m_machine->base.threads) {
            fail("expected the threads of the lesson: roofs of another number are not known");
            return 1.0;
        }
        WhatIf whatIf;
        for (const Roof& roof : m_machine->roofs.roofs)
            if (roof.kind == RoofKind::Compute || roof.kind == RoofKind::Bandwidth)
                whatIf.set(roof.id, roof.kind == RoofKind::Compute ? factors.compute : factors.bandwidth);
        const auto prediction = predict(workload, whatIf.applied(m_machine->roofs), m_machine->kind);
        if (!prediction)
            fail(prediction.error());
        return prediction ? prediction->time.value() : 1.0;
    }

    /// What the lesson's experiment measured.
    Value ofResult(std::string_view what, std::size_t begin)
    {
        if (m_experiment == nullptr) {
            fail("expected the field \"experiment: \u2026\" in the lesson, which \"" + std::string(what) + "\" reads",
                 begin);
            return {};
        }
        ResultReading reading;
        if (what == "guess") {
            if (!asksForNumber(m_experiment->guess.kind))
                fail("expected an experiment whose own question asks for a number", begin);
            reading.kind = ResultReading::Kind::Guess;
            return {number(reading), dimensionOf(m_experiment->guess.unit)};
        }
        skipBlanks();
        const std::size_t nameAt = place();
        reading.name = takeName();
        if (!hasFailed() && sign('='))
            fail("expected the name of a series or label before \"" + reading.name + "=\"", nameAt);
        Dimension ofX;
        std::size_t xAt = place();
        while (!hasFailed()) {
            const std::size_t at = place();
            const std::string_view name = takeAssigned();
            if (name.empty())
                break;
            if (name == "plot") {
                reading.plot = plotNumber() - 1;
            } else if (name == "x" && what == "value") {
                xAt = place();
                const Value x = factor();
                reading.x = x.number;
                ofX = x.dimension;
            } else {
                goTo(at);
                expect(what == "value" ? "x= or plot=" : "plot=");
            }
        }
        const ExperimentPlot& plot = m_experiment->plots[static_cast<std::size_t>(reading.plot)];
        if (!hasFailed() && reading.x && !ofX.isSame(dimensionOf(plot.x.unit)))
            fail("expected x= in " + (plot.x.unit.empty() ? "no unit" : plot.x.unit), xAt);
        const Dimension ofY = dimensionOf(plot.y.unit);
        if (what == "value")
            return {number(reading), ofY};
        reading.kind = what == "most" ? ResultReading::Kind::Most : ResultReading::Kind::Reach;
        if (what == "most")
            return {number(reading), ofY};
        const std::size_t at = place();
        const Value least = factor();
        if (!hasFailed() && !least.dimension.isSame(ofY))
            fail("expected a value in " + (plot.y.unit.empty() ? "no unit" : plot.y.unit), at);
        reading.least = least.number;
        return {number(reading), dimensionOf(plot.x.unit)};
    }

    /// Of the experiment, from 1.
    int plotNumber()
    {
        const std::size_t at = place();
        const Value value = factor();
        const auto plots = static_cast<double>(m_experiment->plots.size());
        if (!hasFailed() && value.dimension.isNumber() && value.number == std::floor(value.number)
            && value.number >= 1.0 && value.number <= plots)
            return static_cast<int>(value.number);
        fail("expected the number of a plot from 1 to " + std::to_string(m_experiment->plots.size()), at);
        return 1;
    }

    double number(const ResultReading& reading)
    {
        if (hasFailed() || isChecking())
            return 1.0;
        if (!m_machine->result) {
            fail(Error{ErrorKind::Unavailable,
                       "lesson.not-run",
                       "the experiment %1 has not been measured on this device yet",
                       {m_experiment->id}});
            return 1.0;
        }
        const auto read = m_machine->result(reading);
        if (!read)
            fail(read.error());
        return read ? *read : 1.0;
    }

    /// memory: elements of a tensor that no cache serves; cache: of one that fills half of the last cache; all:
    /// threads.
    Value machineNumber(std::string_view name)
    {
        if (isChecking())
            return {1.0, {}};
        const LessonMachine& machine = *m_machine;
        const int threads = machine.roofs.threads;
        if (name == "all")
            return {static_cast<double>(std::max(threads, 1)), {}};
        if (name == "memory")
            return {static_cast<double>(defaultElements(machine.roofs.levels, threads, machine.base.precision,
                                                        machine.memory, machine.kind)),
                    {}};
        const double elements = lastCacheKnee(machine.roofs.levels, threads).value() / 2.0
                              / bytesPerElement(machine.base.precision);
        if (elements < 1.0)
            fail(Error{
                ErrorKind::Unavailable, "lesson.no-cache", "no cache was found on this device; measure the roofs", {}});
        return {std::exp2(std::floor(std::log2(std::max(elements, 1.0)))), {}};
    }

    Workload assignments()
    {
        Workload workload = isChecking() ? m_base : m_machine->base;
        const std::size_t begin = place();
        std::vector<std::string_view> names;
        while (!hasFailed()) {
            const std::size_t at = place();
            const std::string_view name = takeAssigned();
            if (name.empty())
                break;
            if (std::find(names.begin(), names.end(), name) != names.end()) {
                goTo(at);
                skipBlanks();
                fail("expected \"" + std::string(name) + "=\" once");
                break;
            }
            names.push_back(name);
            assign(workload, name, at);
        }
        if (const auto valid = validate(workload); !hasFailed() && !valid && !isChecking())
            fail("expected a workload that exists: " + valid.error().message(), begin);
        return workload;
    }

    void assign(Workload& workload, std::string_view name, std::size_t at)
    {
        if (name == "op")
            setNamed(workload.operation, operationNamed(takeWord()), "fma, mul, add, relu, gelu, exp or cos");
        else if (name == "precision")
            setNamed(workload.precision, precisionNamed(takeWord()), "fp32, fp64, fp16 or bf16");
        else if (name == "launch") {
            std::string mode(takeWord());
            std::replace(mode.begin(), mode.end(), '_', '-');
            setNamed(workload.launchMode, launchModeNamed(mode), "wait_each, queued or graph");
        } else if (name == "N")
            workload.elements = count(maximumElements);
        else if (name == "k")
            workload.operationsPerElement = count(maximumOperationsPerElement);
        else if (name == "n")
            workload.chainLength = static_cast<int>(count(maximumChainLength));
        else if (name == "d")
            workload.fusionDepth = static_cast<int>(count(maximumChainLength));
        else if (name == "threads")
            workload.threads = static_cast<int>(count(1 << 16));
        else if (m_factors.areTaken && (name == "P" || name == "W")) {
            const double factor = timesAsHigh();
            (name == "P" ? m_factors.compute : m_factors.bandwidth) = factor;
        } else {
            goTo(at);
            expect(m_factors.areTaken ? "op=, precision=, launch=, k=, n=, d=, N=, threads=, P= or W="
                                      : "op=, precision=, launch=, k=, n=, d=, N= or threads=");
        }
    }

    double timesAsHigh()
    {
        const std::size_t at = place();
        const Value value = factor();
        if (hasFailed() || isChecking())
            return 1.0;
        if (!value.dimension.isNumber() || !(value.number >= 1.0 / WhatIf::largestFactor)
            || value.number > WhatIf::largestFactor) {
            fail("expected a factor from 1/64 to 64", at);
            return 1.0;
        }
        return value.number;
    }

    template <class Of> void setNamed(Of& field, std::optional<Of> named, const std::string& expected)
    {
        if (named)
            field = *named;
        else
            fail("expected " + expected);
    }

    /// A number, word or parenthesis; rounded, because half an element cannot be measured.
    std::int64_t count(std::int64_t most)
    {
        const std::size_t at = place();
        const Value value = factor();
        if (hasFailed() || isChecking())
            return 1;
        if (!value.dimension.isNumber()) {
            fail("expected a number without a unit", at);
            return 1;
        }
        const double rounded = std::round(value.number);
        if (!(rounded >= 1.0) || rounded > static_cast<double>(most)) {
            fail("expected a number from 1 to " + std::to_string(most), at);
            return 1;
        }
        return static_cast<std::int64_t>(rounded);
    }

    std::optional<std::string> shownAs(const Value& value)
    {
        if (!hasFailed() && !value.dimension.isNumber())
            fail("expected a ratio before \"as\"");
        if (word("x"))
            return "x";
        if (sign('%'))
            return "%";
        expect("x or %");
        return "";
    }

    const LessonMachine* m_machine = nullptr;
    const ExperimentInfo* m_experiment = nullptr;
    Workload m_base;              ///< while checking
    RoofNeeds* m_needs = nullptr; ///< to add to, likewise; null where nobody asks
    RoofFactors m_factors;        ///< of the workload that is read
    int m_depth = 0;
};

} // namespace

Result<LessonValue> evaluate(std::string_view expression, const LessonMachine& machine)
{
    return Evaluator(expression, machine).whole();
}

Result<std::string> checkExpression(std::string_view expression, const ExperimentInfo* experiment)
{
    auto checked = Evaluator(expression, experiment).whole();
    return checked ? Result<std::string>(std::move(checked->unit)) : checked.error();
}

Result<Workload> workloadOf(std::string_view assignments, const LessonMachine& machine)
{
    return Evaluator(assignments, machine).wholeWorkload();
}

Result<Workload> checkWorkload(std::string_view assignments)
{
    return Evaluator(assignments, static_cast<const ExperimentInfo*>(nullptr)).wholeWorkload();
}

void addNeeds(RoofNeeds& needs, std::string_view expression, const Workload& base, const ExperimentInfo* experiment)
{
    static_cast<void>(Evaluator(expression, experiment, base, needs).whole());
}

} // namespace ridgepoint
