// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/point_work.h"
#include "core/measure/launch_recording.h"
#include "core/model/flags.h"
#include "core/model/roof.h"
#include "core/model/units.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {
/// What one result may hold of timelines; files and messages are held to it too.
inline constexpr std::size_t maximumTimelineLanes = 64;
inline constexpr std::size_t maximumTimelineSpans = 4096; ///< of all lanes together
inline constexpr std::size_t maximumSpanNameBytes = 64;

/// What sort of thing was under way; the chart's colour.
enum class SpanKind {
    Work,   ///< what the device is there for: a kernel
    Launch, ///< handing work over
    Move,   ///< bringing data
    Wait,   ///< for somebody else
};

/// A stretch of a timeline, in seconds since its group's recording began.
struct TimelineSpan {
    SpanKind kind = SpanKind::Work;
    std::string name; ///< "kernel", in words; at most maximumSpanNameBytes
    double begin = 0.0;
    double duration = 0.0;

    friend bool operator==(const TimelineSpan&, const TimelineSpan&) = default;
};

/// One line of a timeline: what the host, a thread or the device did, in the order of time. Lanes of one group share
/// their clock.
struct TimelineLane {
    LabelName group;  ///< one recording: "wait-each"
    std::string name; ///< who did it: "host", "thread 2"
    std::string note; ///< how the times were taken, in words
    std::vector<TimelineSpan> spans;
    int plot = 0; ///< which of the experiment's plots

    friend bool operator==(const TimelineLane&, const TimelineLane&) = default;
};

/// "work", "launch", "move", "wait".
[[nodiscard]] std::string_view nameOf(SpanKind kind);

/// The lanes of a recorded chain: the host's, then those of who carried it out. `plot` is the timeline's.
[[nodiscard]] std::vector<TimelineLane> lanesOf(const LaunchRecording& recording, const LabelName& group, int plot);

/// Of the lanes that work in this group: how large a part of the time from the first work's begin to the last one's end
/// nothing was worked, on the average of those lanes, 0 to 1; negative where nothing was.
[[nodiscard]] double idleShare(std::span<const TimelineLane> lanes, const LabelName& group);

/// What one result may hold; files and messages are held to it too.
inline constexpr std::size_t maximumExperimentPoints = 4096;
inline constexpr std::size_t maximumExperimentTextBytes = 2048;
inline constexpr std::size_t maximumExperimentParts = 256; ///< unavailable parts and notes, each

/// What a device told of itself while a number was measured; a field is zero or empty where it tells nothing.
struct PowerState {
    double watts = 0.0;     ///< the most
    Hertz clock{};          ///< the lowest
    std::string heldBackBy; ///< what held the clock back: "power cap"

    friend bool operator==(const PowerState&, const PowerState&) = default;
};

/// Whether a number's interval has an upper end: a clock that stood still for a reading says nothing of how fast it
/// was.
enum class OpenAbove {
    No,
    Interval, ///< for some readings: the interval is cut where it is drawn to end
    Value,    ///< for most: the value itself is where it is cut
};

/// One number of an experiment: where it is drawn, its value with its interval, and where it comes from.
struct ExperimentPoint {
    SeriesName series; ///< what it belongs to: "measured", "fp32, vector unit"
    LabelName label;   ///< of its bar or dot; may be empty where x tells
    double x = 0.0;    ///< in the unit of the plot's x axis; 0 for bars
    double y = 0.0;    ///< in the unit of the plot's y axis
    double low = 0.0;  ///< interval of y; both are y where nothing is claimed
    double high = 0.0;
    FlagSet flags{};
    Provenance provenance = Provenance::Measured;
    std::string source; ///< of a published or datasheet number: who said it
    std::string note;   ///< a remark on this one number, in words
    int plot = 0;       ///< which of the experiment's plots
    std::optional<PointWork>
        work{}; ///< what was done for it, where that can be counted: for the calculator and the levers
    std::optional<double> movedX{};    ///< of a dot on a roofline whose x counts the least bytes: x by those that its
                                       ///< kernel moves, where that is another
    LabelName parent{};                ///< Flame: the label of the span that holds it; empty of an outermost one
    std::optional<PowerState> power{}; ///< where the device told anything
    OpenAbove openAbove = OpenAbove::No;

    friend bool operator==(const ExperimentPoint&, const ExperimentPoint&) = default;
    /// Whether both are the same place, so that one takes the other's.
    [[nodiscard]] bool isSamePlace(const ExperimentPoint& other) const
    {
        return plot == other.plot && x == other.x && provenance == other.provenance && label == other.label
            && series == other.series;
    }
};

/// A part that could not be measured: the others went on.
struct UnavailablePart {
    std::string part; ///< in words, or the id of a roof
    Error reason;
    bool isRoof = false;
    SeriesName series{}; ///< where the part is all of one
};

/// What came of one run of an experiment: enough to draw it, and to say what is seen, without the device.
struct ExperimentResult {
    std::string id;         ///< of the experiment
    std::string device;     ///< "cpu"
    std::string deviceName; ///< "AMD EPYC …"
    int threads = 0;
    std::string created; ///< ISO 8601, UTC
    ParameterTexts parameters;
    std::vector<Roof> roofs; ///< those that it was predicted with, for its roofline and its words
    std::vector<ExperimentPoint> points;
    std::vector<TimelineLane> lanes; ///< of its timelines, by group
    std::vector<UnavailablePart> unavailable;
    std::vector<std::string> notes; ///< what a reader must know, in words

    /// Puts a point into the place of an earlier one, or adds it; beyond the limit it is dropped: false.
    bool put(ExperimentPoint point);
    /// The same for a lane, by plot, group and name; false beyond maximumTimelineLanes or maximumTimelineSpans.
    bool put(TimelineLane lane);
    /// The first point of that label and provenance, or null.
    [[nodiscard]] const ExperimentPoint* find(const LabelName& label,
                                              Provenance provenance = Provenance::Measured) const;
    [[nodiscard]] const Roof* roof(std::string_view roofId) const;
    /// By the device's id.
    [[nodiscard]] bool isOfGpu() const { return device.starts_with("cuda:"); }
};

/// A number in a sentence: with its unit it is written as people of a language write it.
struct FindingValue {
    std::string word; ///< a text as it stands, where there is no number
    double number = 0.0;
    std::string unit; ///< as of an axis, or "x" for a factor
    FindingValue(std::string text) : word(std::move(text)) {}
    FindingValue(const char* text) : word(text) {}
    template <class Of> FindingValue(const Name<Of>& name) : word(name.words()) {}
    template <class Of> FindingValue(Term<Of> term) : word(term.words) {}
    FindingValue(double value, std::string itsUnit) : number(value), unit(std::move(itsUnit)) {}
};

/// One sentence on what is seen. `text` is a translatable template with %1, %2 … for the values.
struct Finding {
    std::string text;
    std::vector<FindingValue> values;
};

/// "62.4 GB/s", "4.30 ms", "2.00×", "20.0×", "1/8 FLOP/B", "12 %", "128 MiB" for unit "B": C locale, for files and
/// terminals.
[[nodiscard]] std::string quantityText(double value, std::string_view unit);
/// The sentence in English.
[[nodiscard]] std::string findingText(const Finding& finding);

} // namespace ridgepoint
