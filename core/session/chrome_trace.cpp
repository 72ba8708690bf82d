// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/chrome_trace.h"

#include "core/session/json_writer.h"
#include "core/session/text_file.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace ridgepoint {
namespace {

constexpr double microsecondsPerSecond = 1e6;

/// What a process or thread is called, or where it stands: one argument of that name.
template <class Value>
void writeAbout(JsonWriter& json, const char* what, int process, int thread, const char* argument, const Value& value)
{
    json.beginObject().field("name", what).field("ph", "M").field("pid", process).field("tid", thread);
    json.key("args").beginObject().field(argument, value).endObject().endObject();
}

void writeSpan(JsonWriter& json, const TimelineSpan& span, int process, int thread)
{
    json.beginObject().field("name", span.name).field("cat", nameOf(span.kind)).field("ph", "X");
    json.field("ts", span.begin * microsecondsPerSecond).field("dur", span.duration * microsecondsPerSecond);
    json.field("pid", process).field("tid", thread).endObject();
}

} // namespace

std::string chromeTrace(const ExperimentResult& result)
{
    std::vector<LabelName> groups;
    std::vector<int> threads; // of each group so far
    JsonWriter json;
    json.beginObject().field("displayTimeUnit", "ns").key("traceEvents").beginArray();
    for (const TimelineLane& lane : result.lanes) {
        const auto found = std::find(groups.begin(), groups.end(), lane.group);
        const auto group = static_cast<std::size_t>(found - groups.begin());
        const int process = static_cast<int>(group) + 1; // 0 is the system's idle process to some viewers
        if (found == groups.end()) {
            groups.push_back(lane.group);
            threads.push_back(0);
            writeAbout(json, "process_name", process, 0, "name", lane.group.words());
            writeAbout(json, "process_sort_index", process, 0, "sort_index", process);
        }
        const int thread = ++threads[group];
        writeAbout(json, "thread_name", process, thread, "name", lane.name);
        writeAbout(json, "thread_sort_index", process, thread, "sort_index", thread);
        for (const TimelineSpan& span : lane.spans)
            writeSpan(json, span, process, thread);
    }
    json.endArray().key("otherData").beginObject().field("program", "Ridgepoint").field("experiment", result.id);
    json.field("device", result.deviceName.empty() ? result.device : result.deviceName)
        .field("created", result.created);
    if (!result.lanes.empty())
        json.field("method", result.lanes.front().note);
    return json.endObject().endObject().take();
}

Result<void> writeChromeTrace(const ExperimentResult& result, const std::filesystem::path& path)
{
    if (result.lanes.empty())
        return Error{ErrorKind::Unavailable,
                     "trace.nothing",
                     "The experiment %1 recorded no timeline, so no trace was written; launch-modes and transfers "
                     "record one.",
                     {result.id}};
    return writeTextFile(chromeTrace(result) + "\n", path);
}

} // namespace ridgepoint
