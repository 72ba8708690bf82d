// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "core/session/datasheet.h"
#include "core/session/session.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// A device that is not on this machine but known all the same: by its datasheet, or by what others measured and
/// published. Nothing is ever measured on it; what is drawn of it is predicted from its roofs.
struct ReferenceDevice {
    DeviceInfo device; ///< id "datasheet:…" or "published:…"; never available, with the reason
    Provenance provenance = Provenance::Datasheet; ///< Datasheet or Published
    RoofSet roofs; ///< those of the source, and of others the launch costs and a cache's rate that it lacks
    std::vector<Sample> samples; ///< what the source published, under this device's id
    std::string source;          ///< titles and addresses, as the source gives them
    std::string launchSource;    ///< where the launch costs come from that the source lacks; empty where it lacks none
};

using ReferencePointer = std::shared_ptr<const ReferenceDevice>;

/// A datasheet as a device to look at. Datasheets state no launch costs: `launches` are taken from there, where it has
/// any.
[[nodiscard]] ReferenceDevice referenceFrom(const Datasheet& sheet, const ReferenceDevice* launches);
/// A published session's first device. The error is Unavailable for a session without devices or roofs.
[[nodiscard]] Result<ReferenceDevice> referenceFrom(const Session& published);

/// Gives the device the launch costs that its source lacks, and says whose they are.
void borrowLaunchCosts(ReferenceDevice& device, const ReferenceDevice& lender);

/// Gives the device of a sheet the L2 cache that the sheet states, with the bandwidth that was published of the lender,
/// which has the same processor. Nothing where the sheet states none or the lender has no figure: a level without a
/// bandwidth predicts nothing.
void borrowCache(ReferenceDevice& device, const Datasheet& sheet, const ReferenceDevice& lender);

/// Whose figure this roof is, where it was borrowed: the lender's name and source; nothing for a roof of its own
/// source.
struct Lender {
    std::string name;   ///< "NVIDIA A100 SXM4 40 GB (RRZE gpu-benches)"
    std::string source; ///< as the lender gives it
};
[[nodiscard]] std::optional<Lender> lenderOf(const Roof& roof);
/// Whose launch costs these are, where they were borrowed: a device borrows all its launch costs from one.
[[nodiscard]] std::optional<Lender> lenderOf(const RoofSet& roofs);

/// The nearest workload to this one that the device's roofs predict: another launch mode, then multiply-adds, then
/// fp32. The workload itself when nothing would do.
[[nodiscard]] Workload predictable(const Workload& workload, const ReferenceDevice& device);

/// What charts draw of such a device: every cell of the plan and its neighbours predicted from `roofs` (those of the
/// device, or changed ones), beside the samples that its source published. Regimes come from slopes over the predicted
/// samples alone: a published one beside them would be no neighbour. Without samples where the roofs do not predict the
/// plan's workloads.
[[nodiscard]] Snapshot referenceSnapshot(const ReferenceDevice& device, const Plan& plan, const RoofSet& roofs);

/// Lets the size axis reach the sizes that a source published, in octaves, with those sizes as cells.
void includeSizesOf(const ReferenceDevice& device, Plan& plan);
/// The map of such a device by itself, of operations per element and sizes, for the workload nearest to `requested`
/// that its roofs predict.
[[nodiscard]] Plan referencePlan(const ReferenceDevice& device, const Workload& requested);

/// Such a device beside others: what was published of it alone for lines, since predictions beside would hide it (or
/// what is predicted, where nothing was published), and predicted cells for the map.
struct ReferenceViews {
    SnapshotPointer lines;
    SnapshotPointer cells;
};

/// Predicted for the nearest workloads to those of `plan` that the device's roofs predict.
[[nodiscard]] ReferenceViews referenceViews(const ReferenceDevice& device, Plan plan);

// Datasheets and published sessions are compiled in (resources/datasheets, resources/published), so that one file has
// them all, wherever it lies. They are read at the first use, in any thread; a file that cannot be read is left out
// with a warning, and a test holds that none is.

/// Every datasheet, by name.
[[nodiscard]] const std::vector<Datasheet>& shippedDatasheets();
/// Published devices, then those of the datasheets, each by name.
[[nodiscard]] const std::vector<ReferencePointer>& shippedDevices();
/// The one of that id, or null.
[[nodiscard]] ReferencePointer referenceOf(std::string_view id, std::span<const ReferencePointer> devices);
/// The device that is offered where there is no GPU: an H100 by its datasheet.
inline constexpr std::string_view offeredDevice = "datasheet:h100-sxm5-80gb";

} // namespace ridgepoint
