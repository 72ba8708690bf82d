// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lesson/lesson.h"
#include "core/model/axis_kind.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// A chart with the sliders at a certain workload.
struct LectureSlice {
    enum class Chart { Roofline, Map, Curves };
    Chart chart = Chart::Roofline;
    std::optional<AxisKind> along; ///< of the curves; nothing for the axis that they have
    std::string work;              ///< assignments, which may be none
};

/// What a lecture shows at one time, and what the speaker reads meanwhile.
struct LectureItem {
    enum class Kind { Lesson, Slice, Experiment };
    Kind kind = Kind::Lesson;
    std::string id;     ///< of the lesson or experiment
    LectureSlice slice; ///< of another kind: without meaning
    std::string notes;  ///< Markdown; may be empty
    int line = 0;       ///< of its heading in the page, from 1
};

/// Lessons, slices and experiments in the order of a lecture, as it is written in resources/lectures/en/ID.md or in a
/// lecturer's own file (core/lesson/README.md has the format).
struct Lecture {
    std::string title;
    int minutes = 0;
    std::vector<LectureItem> items; ///< at least one
};

/// An error that says what is expected in place of the item, where the lesson or experiment that it names is none.
using CheckLectureItem = std::function<Result<void>(const LectureItem&)>;

/// Reads a page. InvalidInput names the line, what was expected there, and what stands there instead.
[[nodiscard]] Result<Lecture> parseLecture(std::string_view page, const CheckLectureItem& check);

/// Where the sliders stand for a slice: what it does not name is one multiply-add on each of so many fp32 numbers that
/// no cache holds them, with a wait after each pass, on the threads of `machine.base`. Unavailable where that depends
/// on something that was not measured on the machine, such as a cache.
[[nodiscard]] Result<Workload> sliceWorkload(const LectureSlice& slice, LessonMachine machine);

/// Lectures that the programs bring along, in the order of the menu.
[[nodiscard]] std::span<const LessonPage> shippedLecturePages();

} // namespace ridgepoint
