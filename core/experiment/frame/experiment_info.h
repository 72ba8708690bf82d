// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ridgepoint {

/// A name that is known before anything runs: its id and the words for it.
template <class Of> struct Term {
    std::string_view id;
    std::string_view words;
};

/// What an experiment calls a series, or a bar, a dot or a span (a label): the id is compared and kept in files, the
/// words are what people read and may change with any version. Never compared by its words.
template <class Of> class Name {
public:
    Name() = default;
    /// Words that are their own id.
    Name(const char* words) : Name(std::string(words)) {}
    Name(std::string_view words) : Name(std::string(words)) {}
    Name(std::string words) : m_id(words), m_words(std::move(words)) {}
    Name(std::string id, std::string words) : m_id(std::move(id)), m_words(std::move(words)) {}
    Name(Term<Of> term) : m_id(term.id), m_words(term.words) {}

    [[nodiscard]] const std::string& id() const { return m_id; }
    [[nodiscard]] const std::string& words() const { return m_words; }
    [[nodiscard]] bool empty() const { return m_id.empty(); }

    friend bool operator==(const Name& a, const Name& b) { return a.m_id == b.m_id; }
    friend std::strong_ordering operator<=>(const Name& a, const Name& b) { return a.m_id <=> b.m_id; }

private:
    std::string m_id;
    std::string m_words;
};
using SeriesName = Name<struct SeriesKind>;
using LabelName = Name<struct LabelKind>;
using SeriesTerm = Term<struct SeriesKind>;
using LabelTerm = Term<struct LabelKind>;

/// How a parameter is read and offered.
enum class ParameterKind {
    Number, ///< whole, lowest to highest
    Size,   ///< a count that people write 4096, 4Ki, 16Mi
    Choice, ///< one of the choices
};

/// A Size that the runner chooses: past every cache that the device has or claims, so that "memory" means memory.
inline constexpr const char* automaticSize = "auto";

/// What the user may change before an experiment runs. Values travel as texts, as they are typed.
struct ExperimentParameter {
    std::string name;  ///< "size": of --param, messages and files
    std::string words; ///< "Tensor size (floats)"
    ParameterKind kind = ParameterKind::Number;
    std::string defaultValue; ///< as typed; of a Size also automaticSize
    double lowest = 0.0;      ///< Number and Size
    double highest = 0.0;
    std::vector<std::string> choices; ///< Choice
    int tensors =
        1; ///< Size, automatic: tensors of it that every piece of work goes over, so that each need only be that part
};

/// How an experiment's results are drawn.
enum class ExperimentChartKind {
    Lines,    ///< y over x, a line a series, with intervals
    Bars,     ///< a horizontal labelled bar for each label, grouped by label where there are several series
    Roofline, ///< x is FLOP/B and y is FLOP/s; the result's roofs are drawn
    Timeline, ///< x is time; the result's lanes are rows of bars
    Flame,    ///< spans of time that hold each other: y is how long one lasts, label its name, series the label of what
              ///< holds it
};

/// Whether x of a point says something: bars and spans are placed by their labels.
[[nodiscard]] inline bool isOverX(ExperimentChartKind kind)
{
    return kind != ExperimentChartKind::Bars && kind != ExperimentChartKind::Flame;
}

enum class AxisScaleKind { Linear, PowersOfTwo, PowersOfTen }; ///< how an experiment's axis is divided

/// One direction of a plot. Values are in SI units.
struct ExperimentAxis {
    std::string title; ///< "Bandwidth"
    std::string unit;  ///< "B/s", "FLOP/s", "op/s", "s", "B", "FLOP/B", "%" (values 0 to 1 are drawn as 0 to 100), "/s"
                       ///< for counts in a second, "" for counts
    AxisScaleKind scale = AxisScaleKind::PowersOfTen;
};

/// One plot; several of an experiment stand side by side, timelines and flame bars below them over the whole width.
struct ExperimentPlot {
    std::string title;
    ExperimentAxis x;                           ///< without meaning where bars are drawn
    ExperimentAxis y{};                         ///< without meaning in a timeline
    std::optional<ExperimentChartKind> chart{}; ///< where it is not drawn as the experiment is
    bool barsOfPredictions =
        false;               ///< Bars: what is predicted where nothing was measured is an outlined bar, not a line
    bool isStacked = false;  ///< Bars: the series of a label are parts of one whole, one behind the other; what is said
                             ///< and what was measured of a label are a pair of bars
    bool isBySeries = false; ///< Bars, on a logarithmic axis: a row for each series in place of each label, with all
                             ///< that it has in it and how many times the least of it the most is
    bool isBelow = false;    ///< below the others over the whole width, as timelines and flame bars are
    bool isPublished = false; ///< others published all of it: nothing is measured here, and nothing predicted
    LabelName workSpan{};     ///< Flame: the label of what all the other spans are there for
};

/// What is drawn beside the plots, to show what is compared.
enum class ExperimentDrawing {
    None,
    SavedEdges, ///< a chain and its gradient, with what is saved between them, once everything and once the input alone
};

struct ExperimentResult;
class ExperimentParameters;
struct GuessAnswer;

enum class GuessKind {
    Number, ///< how much
    Choice, ///< one of the options
    Order,  ///< all options, in order
    Place,  ///< where on the axis across of the first plot: a number, typed or clicked there
    Curve,  ///< how the first plot's value goes along its axis across, in multiples of the first place's: drawn there
};
[[nodiscard]] inline bool asksForNumber(GuessKind kind)
{
    return kind == GuessKind::Number || kind == GuessKind::Place;
}

/// The part of an axis that a place or a curve is guessed on.
struct GuessStretch {
    double from = 0.0;
    double to = 0.0;
};

/// What a person is asked before an experiment is measured, and how its result answers it.
struct GuessQuestion {
    GuessKind kind = GuessKind::Number;
    std::string text;                 ///< a translatable template with %1, %2 … for the parameters named in `fills`
    std::vector<std::string> fills{}; ///< names of parameters, which stand in the text as they were typed
    std::string unit{};               ///< of the number, or of what the options are compared by, as of an axis
    std::vector<LabelName> options{}; ///< Choice and Order; the order in which they are offered tells nothing
    GuessStretch (*stretch)(const ExperimentParameters&) =
        nullptr;                ///< Place and Curve; that plot's axes are logarithmic
    ExperimentAxis multiples{}; ///< Curve: the axis upwards while it is drawn; its scale tells nothing of the answer
    bool (*isAsked)(const ExperimentParameters&) = nullptr; ///< whether a run with these answers it; null: every run
    /// Reads the answer from ids of the measured points; nothing where the run did not come to it. Pure.
    std::optional<GuessAnswer> (*answer)(const ExperimentResult&) = nullptr;
};

/// What is known of an experiment before it runs.
struct ExperimentInfo {
    std::string id;      ///< "mistakes": of the command line, messages, files and resources/experiments/ID.md
    std::string title;   ///< "Six ways to time a kernel wrongly"
    std::string summary; ///< one line
    std::vector<ExperimentParameter> parameters;
    ExperimentChartKind chart = ExperimentChartKind::Lines;
    std::vector<ExperimentPlot> plots; ///< at least one
    ExperimentDrawing drawing = ExperimentDrawing::None;
    /// Those whose words are not their ids; files of older versions have the words alone.
    std::vector<SeriesName> series{};
    std::vector<LabelName> labels{};
    GuessQuestion guess{};
};

/// How a plot of an experiment is drawn.
[[nodiscard]] inline ExperimentChartKind kindOf(const ExperimentInfo& info, const ExperimentPlot& plot)
{
    return plot.chart.value_or(info.chart);
}

/// "lines", "bars", "roofline", "timeline", "flame"; "number", "size", "choice".
[[nodiscard]] std::string_view nameOf(ExperimentChartKind kind);
[[nodiscard]] std::string_view nameOf(ParameterKind kind);

/// Values as they were typed, by the parameter's name.
using ParameterTexts = std::map<std::string, std::string>;

/// A checked value for every parameter of one experiment.
class ExperimentParameters {
public:
    /// The whole number of a Number or Size parameter. Asking for a name that the experiment has not is a bug: 0.
    [[nodiscard]] std::int64_t number(const std::string& name) const;
    /// The word of a Choice parameter.
    [[nodiscard]] const std::string& choice(const std::string& name) const;
    /// Puts a number in the place of every automaticSize: so many elements (shared out among the
    /// parameter's tensors), held to its range. Until then
    /// number() is what a device of which nothing is known would get.
    void settle(const ExperimentInfo& info, std::int64_t elements);
    /// Whether a Size is still the device's to choose.
    [[nodiscard]] bool hasAutomatic(const ExperimentInfo& info) const;
    /// All of them, as typed.
    [[nodiscard]] const ParameterTexts& texts() const { return m_texts; }

private:
    friend Result<ExperimentParameters> readParameters(const ExperimentInfo& info, const ParameterTexts& given);
    ParameterTexts m_texts;
    std::map<std::string, std::int64_t> m_numbers;
};

/// The defaults with what was given in their place. InvalidInput says what was given and what is possible; its first
/// argument is the parameter's name, in whose place a window puts the words that stand beside its field.
[[nodiscard]] Result<ExperimentParameters> readParameters(const ExperimentInfo& info, const ParameterTexts& given);

/// What the steps of an experiment get where nobody says else: with the roofs before them, and a last step that has
/// begun, an experiment is usually over in 30 s. On a busy machine its first round may take twice as long, and roofs
/// take longer.
inline constexpr Seconds usualExperimentBudget{27.0};

} // namespace ridgepoint
