// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// e^x, sine and cosine of a vector, to about one unit of the last place. Highway's own take twice the instructions:
// they round by way of whole numbers and scale in two steps.

// Compiled once for each instruction set, so its guard changes sides with every one, as Highway's own headers do.
#if defined(RIDGEPOINT_FUNCTIONS_INL_H) == defined(HWY_TARGET_TOGGLE)
    #ifdef RIDGEPOINT_FUNCTIONS_INL_H
        #undef RIDGEPOINT_FUNCTIONS_INL_H
    #else
        #define RIDGEPOINT_FUNCTIONS_INL_H
    #endif

    #include <hwy/highway.h>

    #include <cstddef>
    #include <limits>
    #include <utility>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {

/// The numbers of one precision. ln 2 and pi are sums of parts, all but the last so short that whole numbers times them
/// are exact also where a multiply-add rounds twice. The polynomials come from Remez' exchange, with their coefficients
/// rounded one after the other from the lowest and the others fitted anew: `power` is that of (e^r - 1 - r) / r^2 over
/// |r| <= ln 2 / 2, for the relative error of e^r (4.3e-9 in fp32, 3.8e-17 in fp64), `sine` that of (sin r - r) / r^3
/// in r^2 over |r| <= pi / 2, for the relative error of sin r (6.2e-9, 3.0e-19).
template <class T> struct FunctionNumbers;

template <> struct FunctionNumbers<float> {
    static constexpr int fractionBits = 23;
    static constexpr float rounder = 12582912.0F; ///< 1.5 * 2^23: added, it rounds to a whole number in the lowest bits
    static constexpr float smallestExponent = -87.33654F,
                           largestExponent = 88.72283F; ///< between them e^x is a normal number
    static constexpr float ln2[] = {0.693145751953125F, 1.42860677e-6F};
    static constexpr float power[] = {0.5F, 0.166664883F, 0.0416655503F, 0.0083722854F, 0.00140357902F};
    static constexpr float pi[] = {3.1416015625F, -8.9071691036224365e-6F, -1.74110315e-9F};
    static constexpr float sine[] = {-0.166666597F, 0.00833306927F, -0.000198097769F, 2.60609568e-6F};
};

template <> struct FunctionNumbers<double> {
    static constexpr int fractionBits = 52;
    static constexpr double rounder = 6755399441055744.0; ///< 1.5 * 2^52
    static constexpr double smallestExponent = -708.39641853226408, largestExponent = 709.78271289338397;
    static constexpr double ln2[] = {0.693147180559890330187045, 5.4979230187083711552e-14};
    static constexpr double power[] = {0.5,
                                       0.16666666666661953,
                                       0.041666666666619924,
                                       0.0083333333365305951,
                                       0.0013888888920535777,
                                       0.00019841262668913117,
                                       2.4801516311100046e-5,
                                       2.7563857323743152e-6,
                                       2.7622198047085837e-7,
                                       2.2977021665045547e-8};
    static constexpr double pi[] = {3.141592681407928466796875, -2.781813535079891153145581e-8,
                                    1.2246467991473532072e-16};
    static constexpr double sine[] = {-0.16666666666666666,    0.0083333333333332066,  -0.00019841269841212479,
                                      2.7557319211569482e-6,   -2.5052106904422932e-8, 1.6058941002326652e-10,
                                      -7.6430193743829739e-13, 2.7214196395936191e-15};
};

/// c[first] + c[first + step] x + c[first + 2 step] x^2 …, by Horner's rule.
template <std::size_t first, std::size_t step, class D, class V, class T, std::size_t n, std::size_t... i>
HWY_INLINE V horner(D d, V x, const T (&c)[n], std::index_sequence<i...>)
{
    namespace hn = hwy::HWY_NAMESPACE;
    constexpr std::size_t highest = first + sizeof...(i) * step;
    V sum = hn::Set(d, c[highest]);
    ((sum = hn::MulAdd(sum, x, hn::Set(d, c[highest - (i + 1) * step]))), ...);
    return sum;
}

/// c[0] + c[1] x + c[2] x^2 …. A long one in two halves, so that what waits for one another is short: a processor's
/// schedulers hold too few vectors to hide a long chain. For a short one the multiplication more costs more than that
/// gains.
template <class D, class V, class T, std::size_t n> HWY_INLINE V polynomial(D d, V x, const T (&c)[n])
{
    namespace hn = hwy::HWY_NAMESPACE;
    if constexpr (n <= 8) {
        return horner<0, 1>(d, x, c, std::make_index_sequence<n - 1>());
    } else {
        const V square = hn::Mul(x, x);
        const V odd = horner<1, 2>(d, square, c, std::make_index_sequence<n / 2 - 1>());
        return hn::MulAdd(odd, x, horner<0, 2>(d, square, c, std::make_index_sequence<(n - 1) / 2>()));
    }
}

/// p 2^n for a whole number n, which lies in the lowest bits of `rounded` too.
template <class D, class V>
HWY_INLINE V timesPowerOfTwo([[maybe_unused]] D d, V p, [[maybe_unused]] V n, [[maybe_unused]] V rounded)
{
    #if HWY_TARGET <= HWY_AVX3
    if constexpr (sizeof(hwy::HWY_NAMESPACE::TFromD<D>) == 4)
        return V{_mm512_scalef_ps(p.raw, n.raw)};
    else
        return V{_mm512_scalef_pd(p.raw, n.raw)};
    #else
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::RebindToUnsigned<D> bits;
    const auto moved = hn::ShiftLeft<FunctionNumbers<hn::TFromD<D>>::fractionBits>(hn::BitCast(bits, rounded));
    return hn::BitCast(d, hn::Add(hn::BitCast(bits, p), moved));
    #endif
}

/// e^x for every x, infinite where it is too large; where it is smaller than any normal number it may be zero. Of what
/// is no number that arithmetic makes the result is none. `mayBeLarge`: whether x may be so large at all, which takes a
/// look at each.
template <bool mayBeLarge = true, class D, class V> HWY_INLINE V exponential(D d, V x)
{
    namespace hn = hwy::HWY_NAMESPACE;
    using T = hn::TFromD<D>;
    using Numbers = FunctionNumbers<T>;
    const V smallest = hn::Set(d, Numbers::smallestExponent);
    [[maybe_unused]] const V largest = hn::Set(d, Numbers::largestExponent);
    #if HWY_TARGET <= HWY_AVX3
    // The instruction that scales makes the infinity and the zero; what it takes must only stay near them.
    const V near = hn::Max(hn::Add(smallest, smallest), hn::Min(hn::Add(largest, largest), x));
    #else
    const V near = x;
    #endif
    const V rounder = hn::Set(d, Numbers::rounder);
    const V rounded = hn::MulAdd(near, hn::Set(d, static_cast<T>(1.4426950408889634)), rounder);
    const V n = hn::Sub(rounded, rounder);
    const V r = hn::NegMulAdd(n, hn::Set(d, Numbers::ln2[1]), hn::NegMulAdd(n, hn::Set(d, Numbers::ln2[0]), near));
    const V one = hn::Set(d, T{1});
    const V power = hn::MulAdd(hn::MulAdd(polynomial(d, r, Numbers::power), r, one), r, one);
    const V scaled = timesPowerOfTwo(d, power, n, rounded);
    #if HWY_TARGET <= HWY_AVX3
    return scaled;
    #else
    const V normal = hn::IfThenZeroElse(hn::Lt(x, smallest), scaled);
    if constexpr (mayBeLarge)
        return hn::IfThenElse(hn::Gt(x, largest), hn::Set(d, std::numeric_limits<T>::infinity()), normal);
    else
        return normal;
    #endif
}

/// (-1)^n sin(x - q pi), where n is the whole number in the lowest bits of `rounded`.
template <class D, class V> HWY_INLINE V sineBeyond(D d, V x, V q, V rounded)
{
    namespace hn = hwy::HWY_NAMESPACE;
    using T = hn::TFromD<D>;
    using Numbers = FunctionNumbers<T>;
    V r = hn::NegMulAdd(q, hn::Set(d, Numbers::pi[0]), x);
    r = hn::NegMulAdd(q, hn::Set(d, Numbers::pi[1]), r);
    r = hn::NegMulAdd(q, hn::Set(d, Numbers::pi[2]), r);
    const V square = hn::Mul(r, r);
    const hn::RebindToUnsigned<D> bits;
    const V sign = hn::BitCast(d, hn::ShiftLeft<static_cast<int>(8 * sizeof(T)) - 1>(hn::BitCast(bits, rounded)));
    const V turned = hn::Xor(r, sign);
    return hn::MulAdd(hn::Mul(square, turned), polynomial(d, square, Numbers::sine), turned);
}

/// sin(x) for |x| <= 6000; beyond it loses digits, and far beyond the result means nothing.
template <class D, class V> HWY_INLINE V sine(D d, V x)
{
    namespace hn = hwy::HWY_NAMESPACE;
    using T = hn::TFromD<D>;
    const V rounder = hn::Set(d, FunctionNumbers<T>::rounder);
    const V rounded = hn::MulAdd(x, hn::Set(d, static_cast<T>(0.31830988618379067)), rounder);
    return sineBeyond(d, x, hn::Sub(rounded, rounder), rounded);
}

/// cos(x), where sine() can: (-1)^(n+1) sin(x - (n + 1/2) pi), which keeps its digits where it is near zero.
template <class D, class V> HWY_INLINE V cosine(D d, V x)
{
    namespace hn = hwy::HWY_NAMESPACE;
    using T = hn::TFromD<D>;
    const V half = hn::Set(d, T{0.5});
    const V rounder = hn::Set(d, FunctionNumbers<T>::rounder + 1); // one more turns the sign
    const V rounded = hn::Add(hn::MulSub(x, hn::Set(d, static_cast<T>(0.31830988618379067)), half), rounder);
    return sineBeyond(d, x, hn::Add(hn::Sub(rounded, rounder), half), rounded);
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#endif
