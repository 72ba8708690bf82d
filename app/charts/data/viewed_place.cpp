// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/viewed_place.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace ridgepoint {
namespace {

QJsonObject viewObject(const std::string& viewJson)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(viewJson)).object();
}

/// Numbers of a view are small enough for a double; anything else in their place keeps the default.
std::int64_t countIn(const QJsonObject& view, const char* name, std::int64_t fallback)
{
    const double value = view.value(QLatin1String(name)).toDouble(static_cast<double>(fallback));
    return value >= 0.0 && value <= static_cast<double>(maximumElements) ? static_cast<std::int64_t>(value) : fallback;
}

std::string textIn(const QJsonObject& view, const char* name)
{
    return view.value(QLatin1String(name)).toString().toStdString();
}

} // namespace

Workload placeOfView(const std::string& viewJson, Workload place)
{
    const QJsonObject view = viewObject(viewJson);
    place.operation = operationNamed(textIn(view, "operation")).value_or(place.operation);
    place.precision = precisionNamed(textIn(view, "precision")).value_or(place.precision);
    place.launchMode = launchModeNamed(textIn(view, "launch_mode")).value_or(place.launchMode);
    place.elements = countIn(view, "elements", place.elements);
    place.operationsPerElement = countIn(view, "operations_per_element", place.operationsPerElement);
    place.chainLength = static_cast<int>(countIn(view, "chain_length", place.chainLength));
    place.fusionDepth = static_cast<int>(countIn(view, "fusion_depth", place.fusionDepth));
    place.threads = static_cast<int>(countIn(view, "threads", place.threads));
    return place;
}

std::string deviceOfView(const std::string& viewJson) { return textIn(viewObject(viewJson), "device"); }

} // namespace ridgepoint
