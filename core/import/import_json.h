// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/byte_source.h"
#include "core/session/json_fields.h"

#include <set>
#include <string>
#include <string_view>

/// Internal to core/import.
namespace ridgepoint {

/// The largest file that a reader may take whole.
inline constexpr std::size_t maximumWholeBytes = std::size_t{64} << 20U;

/// The rest of a source, at most maximumWholeBytes; Corrupt beyond.
[[nodiscard]] Result<std::string> wholeText(ByteSource& source);

/// The JSON value that a source holds, at most maximumWholeBytes of it. Takes the bare NaN and Infinity that some
/// programs write, as null. Corrupt names line and column.
[[nodiscard]] Result<Json> wholeJson(ByteSource& source);

/// The paths of the names in a JSON text that may be cut anywhere, such as "context.num_cpus"; arrays add nothing to a
/// path. Down to three names deep; empty for what does not begin as an object or an array.
[[nodiscard]] std::set<std::string, std::less<>> jsonPathsIn(std::string_view beginning);

/// A member of an object, or null where there is none or the value is no object.
[[nodiscard]] const Json* memberOf(const Json& object, const char* name);
/// A finite number of any sign, also one written as text, such as "1.5e-6", as nvbench does; nothing else.
[[nodiscard]] std::optional<double> numberIn(const Json& object, const char* name);
/// A text, or an empty one.
[[nodiscard]] std::string textIn(const Json& object, const char* name);
/// The elements of an array of that name; none where there is no such array.
[[nodiscard]] const Json& elementsIn(const Json& object, const char* name);

/// Corrupt: "benchmarks[3].real_time: …" and what to do about a file that its program did not write so.
[[nodiscard]] Error wrongInJson(std::string_view place, std::string_view what);

/// The median; of an even number of values the mean of the middle two. `values` is not empty.
[[nodiscard]] double medianOf(std::vector<double> values);

} // namespace ridgepoint
