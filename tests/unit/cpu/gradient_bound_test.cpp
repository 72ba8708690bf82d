// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/gradient/gradient_check.h"
#include "core/model/chain_polynomial.h"
#include "core/model/gradient_reference.h"
#include "core/model/rounded.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace ridgepoint;

namespace {

constexpr double epsilon = static_cast<double>(std::numeric_limits<float>::epsilon());

enum class Fault {
    None,
    FactorLeftOut,
    SlopeOfTheNextLink,
    SlopeOfTheLinkBefore,
    SignTurned,
    ValueForSlope,
    ArgumentOfEightBits,
    SlopeSlightlyOff
};
constexpr std::array wrong{Fault::FactorLeftOut, Fault::SlopeOfTheNextLink,  Fault::SignTurned,
                           Fault::ValueForSlope, Fault::ArgumentOfEightBits, Fault::SlopeSlightlyOff};

const char* nameOf(Fault fault)
{
    switch (fault) {
    case Fault::None: return "none";
    case Fault::FactorLeftOut: return "factor left out";
    case Fault::SlopeOfTheNextLink: return "slope of the next link";
    case Fault::SlopeOfTheLinkBefore: return "slope of the link before";
    case Fault::SignTurned: return "sign turned";
    case Fault::ValueForSlope: return "value for slope";
    case Fault::ArgumentOfEightBits: return "argument of eight bits";
    case Fault::SlopeSlightlyOff: return "slope off by 3e-5";
    }
    return "";
}

/// What is wrong with plainBackward, in one link or in all (-1); a kernel is a plain function and cannot be told
/// otherwise.
Fault theFault = Fault::None;
int theLink = 0;

/// x as bf16 would have it.
double ofEightBits(double x)
{
    int exponent = 0;
    const double mantissa = std::frexp(x, &exponent);
    return std::ldexp(std::nearbyint(std::ldexp(mantissa, 8)), exponent - 8);
}

double slopeWithFault(ChainLink link, const std::vector<double>& arguments, std::size_t i,
                      const std::vector<float>& coefficients)
{
    switch (theFault) {
    case Fault::FactorLeftOut: return 1.0;
    case Fault::SlopeOfTheNextLink: return linkSlope(link, arguments[i + 1], coefficients);
    case Fault::SlopeOfTheLinkBefore: return linkSlope(link, arguments[i - std::min<std::size_t>(i, 1)], coefficients);
    case Fault::SignTurned: return -linkSlope(link, arguments[i], coefficients);
    case Fault::ValueForSlope: return linkValue(link, arguments[i], coefficients);
    case Fault::ArgumentOfEightBits: return linkSlope(link, ofEightBits(arguments[i]), coefficients);
    case Fault::SlopeSlightlyOff: return linkSlope(link, arguments[i], coefficients) * (1.0 + 3e-5);
    case Fault::None: break;
    }
    return linkSlope(link, arguments[i], coefficients);
}

/// The backward pass by the book, every result, slope and product rounded to fp32 once.
template <ChainLink link> void plainBackward(const GradientData& data, const GradientPart& part)
{
    const std::vector<float> coefficients(data.coefficients, data.coefficients + data.degree + 1);
    for (std::size_t at = part.begin * 16; at < part.end * 16; ++at) {
        std::vector<double> arguments{static_cast<double>(data.input[at])};
        for (int i = 0; i < data.length; ++i)
            arguments.push_back(
                static_cast<double>(static_cast<float>(linkValue(link, arguments.back(), coefficients))));
        float gradient = data.gradient[at];
        for (int i = data.length - 1; i >= 0; --i) {
            const auto which = static_cast<std::size_t>(i);
            const bool isWrong = theFault != Fault::None && (theLink == i || theLink < 0);
            gradient *= static_cast<float>(isWrong ? slopeWithFault(link, arguments, which, coefficients)
                                                   : linkSlope(link, arguments[which], coefficients));
        }
        data.out[at] = gradient;
    }
}

GradientKernel plainBackwardOf(ChainLink link)
{
    switch (link) {
    case ChainLink::Polynomial: return plainBackward<ChainLink::Polynomial>;
    case ChainLink::Exp: return plainBackward<ChainLink::Exp>;
    case ChainLink::Cos: return plainBackward<ChainLink::Cos>;
    case ChainLink::Gelu: return plainBackward<ChainLink::Gelu>;
    }
    return nullptr;
}

SelftestLine checkWith(ChainLink link, Saving saving, int length, Fault fault, int faultyLink)
{
    theFault = fault;
    theLink = faultyLink;
    return checkGradient({.set = InstructionSet::Scalar,
                          .call = {.link = link, .degree = 7, .length = length, .saving = saving, .elements = 150},
                          .seed = 5,
                          .backward = plainBackwardOf(link)});
}

/// The largest difference of the gradient where every result, slope and product is moved as far as it may: every choice
/// of signs for the results, slopes and products all up or all down.
double worstDifference(ChainLink link, int length, const std::vector<float>& coefficients, double x)
{
    double worst = 0.0;
    const double exact = reference(link, length, coefficients, x, 1.0).gradient.value;
    for (unsigned signs = 0; signs < 1U << static_cast<unsigned>(length); ++signs)
        for (const double way : {-1.0, 1.0}) {
            double argument = x;
            double gradient = 1.0;
            for (int i = 0; i < length; ++i) {
                const LinkRounding rounding = linkRounding(link, argument, coefficients);
                const double slope = linkSlope(link, argument, coefficients);
                gradient *= (slope + std::copysign(rounding.slope.error, slope) * way) * (1.0 + way * epsilon);
                argument = linkValue(link, argument, coefficients)
                         + rounding.value.error * ((signs >> static_cast<unsigned>(i) & 1U) != 0 ? 1.0 : -1.0);
            }
            worst = std::max(worst, std::abs(gradient - exact));
        }
    return worst;
}

std::string text(ChainLink link) { return std::string(ridgepoint::nameOf(link)); }

} // namespace

class GradientBoundTest : public test::Case {
    Q_OBJECT
private slots:
    void derivativesAreThoseOfTheValues()
    {
        const ChainPolynomial polynomial(6);
        for (const ChainLink link : allChainLinks)
            for (const double x : {-0.9, -0.3, 0.0, 0.4, 1.0}) {
                const double step = 1e-5;
                const auto rise = [&](auto function) {
                    return (function(link, x + step, polynomial.coefficients)
                            - function(link, x - step, polynomial.coefficients))
                         / (2.0 * step);
                };
                QVERIFY2(std::abs(rise(linkValue) - linkSlope(link, x, polynomial.coefficients)) < 1e-8,
                         text(link).c_str());
                QVERIFY2(std::abs(rise(linkSlope) - linkCurvature(link, x, polynomial.coefficients)) < 1e-8,
                         text(link).c_str());
            }
    }

    /// The roundings are counted along the formulas that the kernels have, which must be those of the definitions.
    void roundingsAreThoseOfTheSameFormulas()
    {
        for (const int degree : {1, 2, 7, 64, highestDegree}) {
            const ChainPolynomial polynomial(degree);
            for (const ChainLink link : allChainLinks)
                for (double x = -1.0; x <= 1.0; x += 0.03125) {
                    const LinkRounding rounding = linkRounding(link, x, polynomial.coefficients);
                    QVERIFY2(std::abs(rounding.value.value - linkValue(link, x, polynomial.coefficients)) < 1e-14,
                             text(link).c_str());
                    QVERIFY2(std::abs(rounding.slope.value - linkSlope(link, x, polynomial.coefficients)) < 1e-14,
                             text(link).c_str());
                    QVERIFY(rounding.value.error > 0.0 && rounding.slope.error > 0.0);
                }
        }
    }

    /// Twice what Horner's rule may be off by, whatever is rounded (Higham 2002, section 5.1), is never exceeded.
    void aPolynomialsBoundIsWithinThatOfItsCondition()
    {
        for (const int degree : {1, 2, 7, 64, highestDegree}) {
            const ChainPolynomial polynomial(degree);
            for (double x = -1.0; x <= 1.0; x += 0.03125) {
                double condition = 0.0;
                for (int power = 1; power <= degree; ++power)
                    condition += power * static_cast<double>(polynomial.coefficients[static_cast<std::size_t>(power)])
                               * std::pow(std::abs(x), power - 1);
                const double bound = (2.0 * degree + 1.0) * epsilon * condition;
                QVERIFY(linkRounding(ChainLink::Polynomial, x, polynomial.coefficients).slope.error < bound * 1.001);
            }
        }
    }

    /// Of two links the bound is what the worst roundings reach, of more at most that: an early rounding moves several
    /// later slopes, not always to the same side.
    void theWorstRoundingsReachTheBound_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<double>("least");
        QTest::newRow("one link") << 1 << 0.999;
        QTest::newRow("two links") << 2 << 0.999;
        QTest::newRow("four links") << 4 << 0.6;
        QTest::newRow("nine links") << 9 << 0.5;
    }
    void theWorstRoundingsReachTheBound()
    {
        QFETCH(int, length);
        QFETCH(double, least);
        const ChainPolynomial polynomial(64);
        for (const ChainLink link : allChainLinks)
            for (const double x : {-0.95, -0.4, 0.1, 0.5, 0.99}) {
                const double bound = reference(link, length, polynomial.coefficients, x, 1.0).gradient.error;
                const double worst = worstDifference(link, length, polynomial.coefficients, x);
                const std::string what = text(link) + " at " + std::to_string(x) + ": " + std::to_string(worst / bound);
                QVERIFY2(worst < bound * 1.0001, what.c_str()); // the bound is of first order
                QVERIFY2(worst > bound * least, what.c_str());
            }
    }

    /// One number in some twenty million of those drawn from [-1, 1) is zero, and a difference of none must not be
    /// divided by a bound of none.
    void whereTheGradientIsZeroTheBoundIsNot()
    {
        const ChainPolynomial polynomial(64);
        for (const ChainLink link : allChainLinks)
            for (const double x : {0.0, 0.3}) {
                const Rounded gradient = reference(link, 4, polynomial.coefficients, x, 0.0).gradient;
                QCOMPARE(gradient.value, 0.0);
                QVERIFY(gradient.error > 0.0 && gradient.error < 1e-36);
            }
        QVERIFY(reference(ChainLink::Cos, 1, polynomial.coefficients, 0.0, 1.0).gradient.error
                > 0.0); // of a slope of zero
    }

    void aPlainBackwardPassPasses()
    {
        for (const ChainLink link : allChainLinks)
            for (const Saving saving : allSavings)
                for (const int length : {1, 2, 8, longestGradientChain}) {
                    const SelftestLine line = checkWith(link, saving, length, Fault::None, 0);
                    QVERIFY2(line.passed, (line.kernel + ": " + line.detail).c_str());
                }
    }

    void aFaultInOneLinkIsFound_data()
    {
        QTest::addColumn<int>("link");
        QTest::addColumn<int>("fault");
        for (const ChainLink link : allChainLinks)
            for (const Fault fault : wrong)
                QTest::newRow((text(link) + ", " + nameOf(fault)).c_str())
                    << static_cast<int>(link) << static_cast<int>(fault);
    }
    void aFaultInOneLinkIsFound()
    {
        QFETCH(int, link);
        QFETCH(int, fault);
        for (const Saving saving : allSavings)
            for (int faultyLink = 0; faultyLink < 8; ++faultyLink) {
                const SelftestLine line = checkWith(static_cast<ChainLink>(link), saving, 8, static_cast<Fault>(fault),
                                                    faultyLink);
                QVERIFY2(
                    !line.passed && line.detail.find("gradient at") != std::string::npos,
                    (line.kernel + ", link " + std::to_string(faultyLink) + ": " + std::to_string(line.largestError))
                        .c_str());
            }
    }

    /// Later links of a long chain have settled: their arguments, and so their slopes, are the same.
    void aFaultInTheLongestChainIsFound()
    {
        for (const ChainLink link : allChainLinks) {
            for (const Fault fault : {Fault::FactorLeftOut, Fault::SignTurned, Fault::ValueForSlope})
                for (const int faultyLink : {0, 31, longestGradientChain - 1})
                    QVERIFY2(!checkWith(link, Saving::InputOnly, longestGradientChain, fault, faultyLink).passed,
                             nameOf(fault));
            for (const Fault fault : {Fault::SlopeOfTheNextLink, Fault::SlopeOfTheLinkBefore})
                QVERIFY2(!checkWith(link, Saving::InputOnly, longestGradientChain, fault, -1).passed, nameOf(fault));
        }
    }

    /// For most elements: where a slope nearly vanishes, as that of gelu does at -0.75 and of cos at 0, a relative
    /// bound says nothing.
    void theBoundIsTight()
    {
        const ChainPolynomial polynomial(7);
        for (const ChainLink link : allChainLinks)
            for (const int length : {1, 2, 8, longestGradientChain}) {
                int wide = 0;
                for (int i = 0; i < 200; ++i) {
                    const Rounded gradient =
                        reference(link, length, polynomial.coefficients, -0.995 + 0.01 * i, 1.0).gradient;
                    wide += gradient.error > (10.0 + 20.0 * length) * epsilon * std::abs(gradient.value) ? 1 : 0;
                }
                QVERIFY2(wide < 60,
                         (text(link) + ", " + std::to_string(length) + " links: " + std::to_string(wide)).c_str());
            }
    }
};

RIDGEPOINT_TEST(GradientBoundTest)
#include "gradient_bound_test.moc"
