// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/apply_what_if.h"

#include "app/charts/style/texts.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// Keys of the what-if that multiply a roof that this device has.
std::vector<std::pair<std::string, double>> changesOf(const Snapshot& snapshot)
{
    std::vector<std::pair<std::string, double>> changes;
    for (const auto& [key, factor] : snapshot.whatIf.factors())
        if (std::any_of(snapshot.realRoofs.begin(), snapshot.realRoofs.end(),
                        [&key = key](const Roof& roof) { return WhatIf::keyOf(roof.id) == key; }))
            changes.emplace_back(key, factor);
    return changes;
}

} // namespace

void applyWhatIf(Snapshot& snapshot, const WhatIf& whatIf)
{
    for (Roof& roof : snapshot.realRoofs)
        snapshot.roofs.put(std::move(roof));
    snapshot.realRoofs.clear();
    snapshot.whatIf = whatIf;
    for (const Roof& roof : snapshot.roofs.roofs)
        if (whatIf.factor(WhatIf::keyOf(roof.id)) != 1.0)
            snapshot.realRoofs.push_back(roof);
    if (!snapshot.realRoofs.empty())
        snapshot.roofs = whatIf.applied(std::move(snapshot.roofs));
}

SnapshotPointer withWhatIf(const Snapshot& snapshot, const WhatIf& whatIf)
{
    auto copy = std::make_shared<Snapshot>(snapshot);
    applyWhatIf(*copy, whatIf);
    predictAgain(copy->samples, copy->points, copy->roofs, copy->device.kind);
    return copy;
}

const Roof* realRoof(const Snapshot& snapshot, std::string_view id)
{
    const auto found = std::find_if(snapshot.realRoofs.begin(), snapshot.realRoofs.end(),
                                    [id](const Roof& roof) { return roof.id == id; });
    return found != snapshot.realRoofs.end() ? &*found : snapshot.roofs.find(id);
}

RoofSet deviceRoofs(const Snapshot& snapshot)
{
    RoofSet set = snapshot.roofs;
    for (Roof& roof : set.roofs)
        if (const Roof* own = realRoof(snapshot, roof.id))
            roof = *own;
    return set;
}

double whatIfFactor(const Snapshot& snapshot, std::string_view id)
{
    return hasWhatIf(snapshot) && snapshot.roofs.find(id) != nullptr ? snapshot.whatIf.factor(WhatIf::keyOf(id)) : 1.0;
}

QString whatIfKeyWords(std::string_view key) { return key == WhatIf::allLaunches ? tr("launch cost") : roofWord(key); }

QString whatIfFactorWords(double factor, const Format& format)
{
    constexpr double leastOfTwoDigits = 0.095; // below it Format::factor says "1/64.0×"
    constexpr double readsAlike = 0.003;
    const double scale = factor < 0.95 ? 100.0 : 10.0; // of the decimals of Format::factor
    const bool isSaid = std::abs(std::round(factor * scale) / scale / factor - 1.0) <= readsAlike;
    return factor < leastOfTwoDigits || isSaid ? format.factor(factor) : format.significant(factor) + QChar(0x00D7);
}

QString whatIfWords(const Snapshot& snapshot, const Format& format)
{
    QStringList parts;
    for (const auto& [key, factor] : changesOf(snapshot))
        parts << tr("%1 %2").arg(whatIfKeyWords(key), whatIfFactorWords(factor, format));
    return parts.isEmpty() ? QString() : tr("What if: %1").arg(parts.join(QStringLiteral(", ")));
}

std::string whatIfCode(const Snapshot& snapshot)
{
    std::string code;
    for (const auto& [key, factor] : changesOf(snapshot))
        code += (code.empty() ? "" : "; ") + key + " x" + QByteArray::number(factor, 'g', 6).toStdString();
    return code;
}

} // namespace ridgepoint
