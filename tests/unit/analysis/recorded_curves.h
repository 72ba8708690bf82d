// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/knees.h"

#include <array>
#include <cmath>

namespace ridgepoint::test {

/// A curve of a 2-core virtual machine as it was measured beside other programs, with 48 KiB and 2 MiB private and a
/// third level that claims 480 MiB but is shared with other machines.
struct RecordedCurve {
    const char* name;
    bool hasDram;                 ///< undisturbed beyond the caches, so that the last knee can be told
    std::array<double, 33> rates; ///< GB/s, two points an octave from 12 KiB of both threads together
};

inline std::vector<CurvePoint> pointsOf(const RecordedCurve& curve)
{
    std::vector<CurvePoint> points;
    for (std::size_t i = 0; i < curve.rates.size(); ++i)
        points.push_back(
            {Bytes(12288.0 * std::exp2(static_cast<double>(i) / 2.0)), BytesPerSecond(curve.rates[i] * 1e9)});
    return points;
}

inline constexpr std::array recordedCurves{
    RecordedCurve{"interrupted readings at several sizes",
                  false,
                  {6.029, 809.9, 815.6, 811.6, 815.8, 68.08, 771,   218.6, 218.4, 218,   218.8,
                   218.4, 219.1, 217.5, 219.6, 57,    140.1, 169.7, 128.9, 106.6, 108.9, 110.8,
                   92.05, 90.04, 81.48, 35.8,  50.2,  28.31, 17.92, 17.33, 14.36, 15.87, 15.47}},
    RecordedCurve{"long passes interrupted throughout",
                  false,
                  {642.1, 789.3, 780.8, 816.1, 815.7, 816.5, 770.8, 218.2, 216.8, 219.3, 219.2,
                   219.6, 121.3, 218.4, 219.4, 216.4, 208.2, 181.2, 116.8, 114.2, 101.9, 96.43,
                   112.6, 90.68, 16.53, 12.73, 16.54, 12.63, 14.2,  13.98, 13.86, 13.26, 12.62}},
    RecordedCurve{"nearly every reading interrupted, two processors for one",
                  false,
                  {32.07, 331.5, 267.6, 311.3, 306.8, 315.6, 317.5, 93.56, 88.07, 75.58, 89.74,
                   89.62, 79.66, 84.19, 72.56, 80.22, 55.25, 63.25, 56.16, 47.13, 49.58, 40.52,
                   37.68, 20.15, 35.69, 17.98, 19.26, 15.95, 16.44, 13.93, 14.23, 13.98, 14.94}},
    RecordedCurve{"a busy machine, memory at a third",
                  false,
                  {706.1, 811.1, 814.5, 832.8, 840.6, 839.1, 821.1, 225.8, 218.6, 219,   219,
                   205.9, 219.6, 219.4, 219.5, 216.7, 209.9, 177.2, 122.8, 118.7, 114.3, 106.3,
                   94.87, 90.31, 80.41, 89.1,  78.17, 23.84, 40.34, 23.79, 27.56, 23.73, 24.9}},
    RecordedCurve{"a shared third level, steep", true, {702.7, 886.4, 837.9, 844.6, 865.3, 863.7, 813.2, 230.7, 232.3,
                                                        232.4, 231.6, 232.4, 229.2, 232.3, 232.4, 232.3, 211.3, 181.8,
                                                        129.3, 119.6, 116.9, 118.1, 118.3, 119.2, 118.1, 118.1, 80.51,
                                                        75.67, 70.03, 67.27, 68.3,  67.32, 68.36}},
    RecordedCurve{"a shared third level, gradual", true, {649.1, 833.3, 833.8, 823.8, 833.4, 821.7, 822.2, 232.5, 221.7,
                                                          225.2, 226,   226,   219.3, 224.8, 223.2, 218,   211.1, 178.7,
                                                          132.5, 117.5, 118.6, 115,   110.1, 117.6, 121.7, 107.9, 93.92,
                                                          89.15, 70.01, 67.28, 67.98, 66.12, 67.61}},
};

} // namespace ridgepoint::test
