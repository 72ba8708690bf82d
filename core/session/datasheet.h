// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/model/theory.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Where a figure was found.
struct DatasheetSource {
    std::string title;
    std::string url;
    std::string date; ///< "2026-11-20": when it was read
};

/// A figure that the vendor promises; matrix rates are dense.
struct DatasheetValue {
    std::string roof;       ///< id of the roof that it is to be compared with
    double value = 0.0;     ///< in the unit of that roof
    std::size_t source = 0; ///< place in Datasheet::sources
    std::string note;       ///< what a reader must know of it; mostly empty
};

/// A cache of which a capacity is printed. Vendors print no bandwidth of it.
struct DatasheetCache {
    Bytes capacity;
    std::size_t source = 0;  ///< place in Datasheet::sources
    std::string bandwidthOf; ///< id of the published device with the same processor, of which a bandwidth was measured
};

/// What a vendor promises of one device.
struct Datasheet {
    std::string id;                       ///< "a100-sxm4-40gb"
    std::string name;                     ///< "NVIDIA A100 SXM4 40 GB"
    std::vector<std::string> deviceNames; ///< as the CUDA run-time names such a device
    ComputeCapability capability;
    int multiprocessors = 0;
    Hertz boostClock; ///< under which the FP32 figure is given
    Bytes memory;
    std::optional<DatasheetCache> l2; ///< nothing where the sheet does not say
    std::vector<DatasheetSource> sources;
    std::vector<DatasheetValue> values;
    std::vector<std::string> unconfirmed; ///< what could not be confirmed and was left out

    /// The value for that roof, or null.
    [[nodiscard]] const DatasheetValue* find(std::string_view roof) const;
};

/// Reads one sheet: at most 1 MiB and 64 values. Corrupt names the place.
[[nodiscard]] Result<Datasheet> parseDatasheet(std::string_view text);

/// The sheet of this very device, by the name that the run-time gives it; null when there is none.
[[nodiscard]] const Datasheet* sheetOf(const DeviceInfo& device, std::span<const Datasheet> sheets);

/// The sheet as lines of provenance Datasheet beside measured roofs, each with title and address of its source.
[[nodiscard]] std::vector<ReferenceLine> linesOf(const Datasheet& sheet);

/// The sheet as roofs of a device that is not there, for predictions: its values, and beside a rate of multiply-adds
/// that of mul and add, which is half of it because each is one FLOP and takes the same instruction slot (Predicted).
[[nodiscard]] RoofSet roofsOf(const Datasheet& sheet);

/// All lines that belong on a roofline of this device: theory from what it tells about itself, then its sheet.
[[nodiscard]] std::vector<ReferenceLine> referenceLines(const DeviceInfo& device, std::span<const Datasheet> sheets);

} // namespace ridgepoint
