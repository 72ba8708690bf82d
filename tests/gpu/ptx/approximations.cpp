// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/lanewise.h"
#include "tests/gpu/ptx/operation_table.h"

#include <cmath>
#include <numbers>

namespace ridgepoint::ptx {
namespace {

/// The largest errors that the PTX ISA 9.0 states for its approximations.
namespace error {
constexpr double reciprocal = 0x1p-23;       ///< relative: rcp.approx, 1 ulp
constexpr double exponential = 0x1p-22;      ///< relative: ex2.approx, 2 ulp
constexpr double logarithm = 0x1p-22;        ///< absolute inside [0.5, 2], relative outside: lg2.approx
constexpr double trigonometric = 0x1p-20;    ///< absolute in [-pi, pi]: sin.approx, cos.approx (2^-20.5)
constexpr double hyperbolic = 0x1p-10;       ///< relative: tanh.approx.f32 (2^-11, taken twice as large)
constexpr double root = 0x1p-22;             ///< relative: sqrt.approx, rsqrt.approx (2^-22.9)
constexpr double division = 0x1p-22;         ///< relative: div.approx, div.full, 2 ulp
constexpr double doubleReciprocal = 0x1p-20; ///< relative: rcp.approx.ftz.f64 and rsqrt, only the upper word is right
constexpr double halfExponential = 0x1p-9;   ///< relative: ex2.approx.f16 (2^-9.9)
constexpr double halfHyperbolic = 0x1p-10;   ///< absolute: tanh.approx.f16 (2^-10.987)
constexpr double bfloatExponential = 0x1p-7; ///< relative: ex2.approx.ftz.bf16
constexpr double bfloatHyperbolic = 0x1p-8;  ///< relative: tanh.approx.bf16
} // namespace error

float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x; }

/// One approximation: the exact function with a chosen share of its documented error on top, so that a proof can hold
/// for every hardware that keeps the document.
template <class T, class F>
void approximate(Context& context, const Instruction& instruction, F function, double relative, double absolute)
{
    std::uint64_t* destination = context.slot(instruction.destinations[0]);
    const std::uint64_t* source = context.slot(instruction.sources[0]);
    for (const std::uint32_t lane : context.active) {
        const double exact = function(static_cast<double>(fromRegister<T>(source[lane])));
        destination[lane] = toRegister(
            static_cast<T>(exact + context.approximation * (relative * std::abs(exact) + absolute)));
    }
}

template <class F>
void flushingSingle(Context& context, const Instruction& instruction, F function, double relative, double absolute)
{
    std::uint64_t* destination = context.slot(instruction.destinations[0]);
    const std::uint64_t* source = context.slot(instruction.sources[0]);
    for (const std::uint32_t lane : context.active) {
        const double exact = function(static_cast<double>(flushed(fromRegister<float>(source[lane]))));
        destination[lane] = toRegister(
            flushed(static_cast<float>(exact + context.approximation * (relative * std::abs(exact) + absolute))));
    }
}

template <class F> void addSingle(OperationTable& table, const std::string& name, F)
{
    table.add(name + ".approx.f32", 1, [](Context& context, const Instruction& instruction) {
        approximate<float>(
            context, instruction, [](double x) { return F::exact(x); }, F::relative, F::absolute);
    });
    table.add(name + ".approx.ftz.f32", 1, [](Context& context, const Instruction& instruction) {
        flushingSingle(
            context, instruction, [](double x) { return F::exact(x); }, F::relative, F::absolute);
    });
}

struct Reciprocal {
    static constexpr double relative = error::reciprocal;
    static constexpr double absolute = 0.0;
    static double exact(double x) { return 1.0 / x; }
};
struct Exponential {
    static constexpr double relative = error::exponential;
    static constexpr double absolute = 0.0;
    static double exact(double x) { return std::exp2(x); }
};
struct Logarithm {
    static constexpr double relative = error::logarithm;
    static constexpr double absolute = error::logarithm;
    static double exact(double x) { return std::log2(x); }
};
struct Sine {
    static constexpr double relative = 0.0;
    static constexpr double absolute = error::trigonometric;
    static double exact(double x) { return std::sin(x); }
};
struct Cosine {
    static constexpr double relative = 0.0;
    static constexpr double absolute = error::trigonometric;
    static double exact(double x) { return std::cos(x); }
};
struct Root {
    static constexpr double relative = error::root;
    static constexpr double absolute = 0.0;
    static double exact(double x) { return std::sqrt(x); }
};
struct ReciprocalRoot {
    static constexpr double relative = error::root;
    static constexpr double absolute = 0.0;
    static double exact(double x) { return 1.0 / std::sqrt(x); }
};
struct Hyperbolic {
    static constexpr double relative = error::hyperbolic;
    static constexpr double absolute = 0.0;
    static double exact(double x) { return std::tanh(x); }
};

void divideApproximately(Context& context, const Instruction& instruction)
{
    std::uint64_t* destination = context.slot(instruction.destinations[0]);
    const std::uint64_t* numerator = context.slot(instruction.sources[0]);
    const std::uint64_t* denominator = context.slot(instruction.sources[1]);
    for (const std::uint32_t lane : context.active) {
        const double exact = double{fromRegister<float>(numerator[lane])}
                           / double{fromRegister<float>(denominator[lane])};
        destination[lane] = toRegister(static_cast<float>(exact * (1.0 + context.approximation * error::division)));
    }
}

template <class H> H roundedTo(double x)
{
    if constexpr (std::is_same_v<H, Half>)
        return toHalf(x);
    else
        return toBfloat(x);
}

/// 16-bit approximations, alone and in pairs.
template <class H, class F> void addNarrow(OperationTable& table, const std::string& opcode, F)
{
    static constexpr auto one = [](const Context& context, H x) {
        const double exact = F::exact(toDouble(x));
        return roundedTo<H>(exact + context.approximation * (F::relative * std::abs(exact) + F::absolute));
    };
    table.add(opcode, 1, [](Context& context, const Instruction& instruction) {
        std::uint64_t* destination = context.slot(instruction.destinations[0]);
        const std::uint64_t* source = context.slot(instruction.sources[0]);
        for (const std::uint32_t lane : context.active)
            destination[lane] = toRegister(one(context, fromRegister<H>(source[lane])));
    });
    table.add(opcode + "x2", 1, [](Context& context, const Instruction& instruction) {
        std::uint64_t* destination = context.slot(instruction.destinations[0]);
        const std::uint64_t* source = context.slot(instruction.sources[0]);
        for (const std::uint32_t lane : context.active) {
            const auto pair = fromRegister<Pair<H>>(source[lane]);
            destination[lane] = toRegister(Pair<H>{one(context, pair.low), one(context, pair.high)});
        }
    });
}

struct HalfExponential : Exponential {
    static constexpr double relative = error::halfExponential;
};
struct BfloatExponential : Exponential {
    static constexpr double relative = error::bfloatExponential;
};
struct HalfHyperbolic : Hyperbolic {
    static constexpr double relative = 0.0;
    static constexpr double absolute = error::halfHyperbolic;
};
struct BfloatHyperbolic : Hyperbolic {
    static constexpr double relative = error::bfloatHyperbolic;
};

} // namespace

void addApproximations(OperationTable& table)
{
    addSingle(table, "rcp", Reciprocal{});
    addSingle(table, "ex2", Exponential{});
    addSingle(table, "lg2", Logarithm{});
    addSingle(table, "sin", Sine{});
    addSingle(table, "cos", Cosine{});
    addSingle(table, "sqrt", Root{});
    addSingle(table, "rsqrt", ReciprocalRoot{});
    table.add("tanh.approx.f32", 1, [](Context& context, const Instruction& instruction) {
        approximate<float>(context, instruction, Hyperbolic::exact, Hyperbolic::relative, Hyperbolic::absolute);
    });
    table.add("div.approx.f32", 2, divideApproximately);
    table.add("div.full.f32", 2, divideApproximately);
    table.add("rcp.approx.ftz.f64", 1, [](Context& context, const Instruction& instruction) {
        approximate<double>(context, instruction, Reciprocal::exact, error::doubleReciprocal, 0.0);
    });
    table.add("rsqrt.approx.ftz.f64", 1, [](Context& context, const Instruction& instruction) {
        approximate<double>(context, instruction, ReciprocalRoot::exact, error::doubleReciprocal, 0.0);
    });
    addNarrow<Half>(table, "ex2.approx.f16", HalfExponential{});
    addNarrow<Half>(table, "tanh.approx.f16", HalfHyperbolic{});
    addNarrow<Bfloat>(table, "ex2.approx.ftz.bf16", BfloatExponential{});
    addNarrow<Bfloat>(table, "tanh.approx.bf16", BfloatHyperbolic{});
}

} // namespace ridgepoint::ptx
