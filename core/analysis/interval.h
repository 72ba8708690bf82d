// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ridgepoint {

/// A number with the interval that the samples' own intervals give it.
struct Interval {
    double low = 0.0;
    double high = 0.0;
};

} // namespace ridgepoint
