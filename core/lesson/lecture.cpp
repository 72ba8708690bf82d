// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lecture.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace ridgepoint {
namespace {

/// A file beyond this is no lecture.
constexpr std::size_t largestLecture = 64 * 1024;
constexpr int longestLecture = 600; ///< minutes
constexpr std::string_view anItem = "\"## lesson ID\", \"## slice CHART …\" or \"## experiment ID\"";

std::string_view withoutBlanks(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// Takes the first word off a text without blanks at its ends.
std::string_view takeWord(std::string_view& text)
{
    const std::string_view word = text.substr(0, std::min(text.find_first_of(" \t"), text.size()));
    text = withoutBlanks(text.substr(word.size()));
    return word;
}

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

/// What stands there in place of what was expected: "not "x"", "not the end of the line".
std::string notThis(std::string_view text)
{
    return text.empty() ? ", not the end of the line" : ", not " + quoted(text);
}

/// Reads a page line by line; after the first error nothing is read any more.
class LectureReader {
public:
    LectureReader(std::string_view page, const CheckLectureItem& check) : m_rest(page), m_check(check) {}

    Result<Lecture> read()
    {
        readFields();
        readItems();
        if (m_error)
            return *m_error;
        return std::move(m_lecture);
    }

private:
    void fail(const std::string& what)
    {
        if (!m_error)
            m_error = Error{ErrorKind::InvalidInput, "lecture.page", "Line %1: %2", {std::to_string(m_line), what}};
    }
    /// The next line; nothing at the end of the page or after an error.
    std::optional<std::string_view> next()
    {
        if (m_rest.empty() || m_error)
            return std::nullopt;
        const auto end = std::min(m_rest.find('\n'), m_rest.size());
        std::string_view line = m_rest.substr(0, end);
        m_rest.remove_prefix(std::min(m_rest.size(), end + 1));
        ++m_line;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        return line;
    }

    void readFields()
    {
        if (next().value_or("") != "---") {
            m_line = 1;
            return fail("expected \"---\", which opens the lecture's fields");
        }
        while (const auto line = next()) {
            if (*line == "---")
                return requireFields();
            const auto colon = line->find(':');
            if (colon == std::string_view::npos)
                return fail("expected a field such as \"title: …\", or \"---\" after the last one");
            takeField(withoutBlanks(line->substr(0, colon)), withoutBlanks(line->substr(colon + 1)));
        }
        fail("expected \"---\" after the last field");
    }

    void takeField(std::string_view name, std::string_view value)
    {
        if (name != "title" && name != "minutes")
            return fail("expected title or minutes" + notThis(name));
        if (value.empty())
            return fail("expected a value after " + quoted(std::string(name) + ':'));
        if (name == "title") {
            m_lecture.title = value;
            return;
        }
        const auto read = std::from_chars(value.data(), value.data() + value.size(), m_lecture.minutes);
        if (read.ec != std::errc() || read.ptr != value.data() + value.size() || m_lecture.minutes < 1
            || m_lecture.minutes > longestLecture)
            fail("expected whole minutes from 1 to " + std::to_string(longestLecture) + notThis(value));
    }

    void requireFields()
    {
        if (m_lecture.title.empty() || m_lecture.minutes == 0)
            fail(std::string("expected the field \"") + (m_lecture.title.empty() ? "title" : "minutes")
                 + ": …\" before \"---\"");
    }

    void readItems()
    {
        while (const auto line = next()) {
            if (line->starts_with("## "))
                takeItem(withoutBlanks(line->substr(3)));
            else if (!m_lecture.items.empty())
                m_lecture.items.back().notes.append(*line).append("\n");
            else if (!withoutBlanks(*line).empty())
                fail("expected " + std::string(anItem) + notThis(*line));
        }
        if (m_lecture.items.empty())
            fail("expected " + std::string(anItem) + " before the end");
        for (LectureItem& item : m_lecture.items)
            item.notes = withoutBlanks(item.notes);
    }

    void takeItem(std::string_view heading)
    {
        const std::string all = "## " + std::string(heading);
        const std::string_view kind = takeWord(heading);
        LectureItem item;
        item.line = m_line;
        if (kind == "slice") {
            item.kind = LectureItem::Kind::Slice;
            takeSlice(item.slice, heading);
        } else if (kind == "lesson" || kind == "experiment") {
            item.kind = kind == "lesson" ? LectureItem::Kind::Lesson : LectureItem::Kind::Experiment;
            item.id = takeWord(heading);
            if (item.id.empty() || !heading.empty())
                fail("expected one id after " + quoted(kind) + notThis(heading));
            else if (const auto checked = m_check ? m_check(item) : Result<void>(); !checked)
                fail(checked.error().message());
        } else {
            fail("expected " + std::string(anItem) + notThis(all));
        }
        m_lecture.items.push_back(std::move(item));
    }

    void takeSlice(LectureSlice& slice, std::string_view rest)
    {
        const std::string_view chart = takeWord(rest);
        if (chart != "roofline" && chart != "map" && chart != "curves")
            return fail("expected roofline, map or curves after \"slice\"" + notThis(chart));
        slice.chart = chart == "roofline" ? LectureSlice::Chart::Roofline
                    : chart == "map"      ? LectureSlice::Chart::Map
                                          : LectureSlice::Chart::Curves;
        std::string_view after = rest;
        if (chart == "curves" && takeWord(after) == "over") {
            const std::string_view axis = takeWord(after);
            slice.along = axisKindNamed(axis);
            if (!slice.along)
                return fail("expected ops, depth or size after \"over\"" + notThis(axis));
            rest = after;
        }
        if (const auto checked = checkWorkload(rest); !rest.empty() && !checked)
            return fail(checked.error().message());
        slice.work = rest;
    }

    std::string_view m_rest;
    const CheckLectureItem& m_check;
    int m_line = 0;
    Lecture m_lecture;
    std::optional<Error> m_error;
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
