// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lecture.h"

#include "core/lesson/page_lines.h"

#include <utility>

namespace ridgepoint {
namespace {

/// A file beyond this is no lecture.
constexpr std::size_t largestLecture = 64 * 1024;
constexpr int longestLecture = 600; ///< minutes
constexpr std::string_view anItem = "\"## lesson ID\", \"## slice CHART …\" or \"## experiment ID\"";

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

/// What stands there in place of what was expected: "not "x"", "not the end of the line".
std::string notThis(std::string_view text)
{
    return text.empty() ? ", not the end of the line" : ", not " + quoted(text);
}

/// Reads a page; after the first error nothing is read any more.
class LectureReader {
public:
    LectureReader(std::string_view page, const CheckLectureItem& check)
        : m_lines(page, "lecture", "lecture.page"), m_check(check)
    {}

    Result<Lecture> read()
    {
        m_lines.readFields([this](std::string_view name, std::string_view value) { takeField(name, value); });
        requireFields();
        readItems();
        if (m_lines.error())
            return *m_lines.error();
        return std::move(m_lecture);
    }

private:
    void takeField(std::string_view name, std::string_view value)
    {
        if (name == "title")
            m_lecture.title = value;
        else if (name == "minutes")
            m_lecture.minutes = m_lines.minutes(value, longestLecture);
        else
            m_lines.fail("expected title or minutes" + notThis(name));
    }

    void requireFields()
    {
        if (m_lecture.title.empty() || m_lecture.minutes == 0)
            m_lines.fail(std::string("expected the field \"") + (m_lecture.title.empty() ? "title" : "minutes")
                         + ": …\" before \"---\"");
    }

    void readItems()
    {
        while (const auto line = m_lines.next()) {
            if (line->starts_with("## "))
                takeItem(trimmed(line->substr(3)));
            else if (!m_lecture.items.empty())
                m_lecture.items.back().notes.append(*line).append("\n");
            else if (!trimmed(*line).empty())
                m_lines.fail("expected " + std::string(anItem) + notThis(*line));
        }
        if (m_lecture.items.empty())
            m_lines.fail("expected " + std::string(anItem) + " before the end");
        for (LectureItem& item : m_lecture.items)
            item.notes = trimmed(item.notes);
    }

    void takeItem(std::string_view heading)
    {
        const std::string all = "## " + std::string(heading);
        const std::string_view kind = takeWord(heading);
        LectureItem item;
        item.line = m_lines.number();
        if (kind == "slice") {
            item.kind = LectureItem::Kind::Slice;
            takeSlice(item.slice, heading);
        } else if (kind == "lesson" || kind == "experiment") {
            item.kind = kind == "lesson" ? LectureItem::Kind::Lesson : LectureItem::Kind::Experiment;
            item.id = takeWord(heading);
            if (item.id.empty() || !heading.empty())
                m_lines.fail("expected one id after " + quoted(kind) + notThis(heading));
            else if (const auto checked = m_check ? m_check(item) : Result<void>(); !checked)
                m_lines.fail(checked.error().message());
        } else {
            m_lines.fail("expected " + std::string(anItem) + notThis(all));
        }
        m_lecture.items.push_back(std::move(item));
    }

    void takeSlice(LectureSlice& slice, std::string_view rest)
    {
        const std::string_view chart = takeWord(rest);
        if (chart != "roofline" && chart != "map" && chart != "curves")
            return m_lines.fail("expected roofline, map or curves after \"slice\"" + notThis(chart));
        slice.chart = chart == "roofline" ? LectureSlice::Chart::Roofline
                    : chart == "map"      ? LectureSlice::Chart::Map
                                          : LectureSlice::Chart::Curves;
        std::string_view after = rest;
        if (chart == "curves" && takeWord(after) == "over") {
            const std::string_view axis = takeWord(after);
            slice.along = axisKindNamed(axis);
            if (!slice.along)
                return m_lines.fail("expected ops, depth or size after \"over\"" + notThis(axis));
            rest = after;
        }
        if (const auto checked = checkWorkload(rest); !rest.empty() && !checked)
            return m_lines.fail(checked.error().message());
        slice.work = rest;
    }

    PageLines m_lines;
    const CheckLectureItem& m_check;
    Lecture m_lecture;
};

} // namespace

Result<Lecture> parseLecture(std::string_view page, const CheckLectureItem& check)
{
    if (page.size() > largestLecture)
        return Error{ErrorKind::InvalidInput, "lecture.too-large", "This is no lecture: it has more than 64 KiB.", {}};
    return LectureReader(page, check).read();
}

Result<Workload> sliceWorkload(const LectureSlice& slice, LessonMachine machine)
{
    const std::string work = slice.work.find("N=") != std::string::npos ? slice.work : "N=memory " + slice.work;
    // Twice, because the size of "memory" in elements depends on the precision that the first round reads.
    for (int round = 0; round < 2; ++round) {
        const auto read = workloadOf(work, machine);
        if (!read)
            return read.error();
        machine.base = *read;
    }
    return machine.base;
}

} // namespace ridgepoint
