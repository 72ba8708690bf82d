// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/fleet_export.h"

#include "core/fleet/fleet_words.h"
#include "core/session/csv_writer.h"
#include "core/session/json_write.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

void writeFleetRoof(JsonWriter& json, const FleetRoof& over)
{
    const auto ends = std::ranges::minmax(over.points, {}, [](const FleetPoint& point) { return point.value.value; });
    json.beginObject()
        .field("device", over.device)
        .field("device_name", over.deviceName)
        .field("id", over.roof)
        .field("unit", unitOfRoof(over.roof))
        .field("nodes", over.points.size())
        .field("median", over.spread.median)
        .field("spread", std::expm1(over.spread.deviation))
        .field("lowest", ends.min.value.value)
        .field("highest", ends.max.value.value)
        .field("limit", std::expm1(over.limit)) // null for too few nodes
        .endObject();
}

void writeFleetOutlier(JsonWriter& json, const FleetOutlier& outlier, const FleetSummary& summary)
{
    json.beginObject().field("node", summary.nodes[outlier.node]).field("device", outlier.device);
    json.key("roofs").beginArray();
    for (const FleetDeviation& deviation : outlier.roofs)
        json.beginObject()
            .field("id", summary.roofs[deviation.roof].roof)
            .field("deviation", deviation.share)
            .endObject();
    json.endArray();
    json.key("facts").beginArray();
    for (const FleetFact& fact : outlier.facts)
        json.beginObject()
            .field("name", fact.name)
            .field("here", fact.here)
            .field("others", fact.others)
            .field("all_others", fact.isOfAll)
            .endObject();
    json.endArray();
    json.field("half_the_memory", outlier.isHalfTheMemory).field("text", sentenceFor(outlier, summary)).endObject();
}

} // namespace

std::string fleetToCsv(const FleetSummary& summary)
{
    CsvWriter csv("node,device,device_name,roof,value,unit,low,high,median,spread,deviation,outside,reason");
    for (const FleetRoof& over : summary.roofs)
        for (const FleetPoint& point : over.points) {
            csv.add(summary.nodes[point.node]).add(over.device).add(over.deviceName).add(over.roof);
            csv.add(point.value.value).add(unitOfRoof(over.roof)).add(point.value.low).add(point.value.high);
            csv.add(over.spread.median).add(std::expm1(over.spread.deviation));
            csv.add(point.value.value / over.spread.median - 1.0).add(point.isOutside ? 1 : 0).addEmpty();
            csv.endLine();
        }
    for (const FleetGap& gap : summary.gaps) {
        csv.add(summary.nodes[gap.node]).addEmpty().addEmpty().add(gap.roof);
        for (int column = 0; column < 8; ++column)
            csv.addEmpty();
        csv.add(gap.reason.message());
        csv.endLine();
    }
    return csv.text();
}

std::string fleetToJson(const FleetSummary& summary)
{
    JsonWriter json;
    json.beginObject().field("format", "ridgepoint-fleet").field("version", 1);
    json.key("nodes").beginArray();
    for (const std::string& node : summary.nodes)
        json.value(node);
    json.endArray().field("measured", summary.measured);
    json.key("roofs").beginArray();
    for (const FleetRoof& over : summary.roofs)
        writeFleetRoof(json, over);
    json.endArray();
    json.key("outliers").beginArray();
    for (const FleetOutlier& outlier : summary.outliers)
        writeFleetOutlier(json, outlier, summary);
    json.endArray();
    json.key("missing").beginArray();
    for (const FleetGap& gap : summary.gaps) {
        json.beginObject().field("node", summary.nodes[gap.node]);
        if (!gap.roof.empty())
            json.field("roof", gap.roof);
        json.key("error");
        writeJson(json, gap.reason);
        json.endObject();
    }
    return json.endArray().endObject().take();
}

} // namespace ridgepoint
