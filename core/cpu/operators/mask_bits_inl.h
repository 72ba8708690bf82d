// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Compiled once for each instruction set, so its guard changes sides with every one, as Highway's own headers do.
#if defined(RIDGEPOINT_MASK_BITS_INL_H) == defined(HWY_TARGET_TOGGLE)
    #ifdef RIDGEPOINT_MASK_BITS_INL_H
        #undef RIDGEPOINT_MASK_BITS_INL_H
    #else
        #define RIDGEPOINT_MASK_BITS_INL_H
    #endif

    #include <hwy/highway.h>

    #include <cstddef>
    #include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {

/// The mask of a vector of floats whose first element is number `bit` (a multiple of its lanes) of a tensor's bits, the
/// lowest first. Eight bytes from there must be readable.
HWY_INLINE hwy::HWY_NAMESPACE::Mask<hwy::HWY_NAMESPACE::ScalableTag<float>> maskAt(const std::uint8_t* bits,
                                                                                   std::size_t bit)
{
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::ScalableTag<float> d;
    if constexpr (hn::MaxLanes(hn::ScalableTag<float>()) >= 8) {
        return hn::LoadMaskBits(d, bits + bit / 8);
    } else {
        const std::uint8_t shifted[8] = {static_cast<std::uint8_t>(bits[bit / 8] >> (bit % 8))};
        return hn::LoadMaskBits(d, shifted);
    }
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#endif
