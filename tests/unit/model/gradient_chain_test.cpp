// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/gradient_chain.h"
#include "tests/support/test_main.h"

#include <limits>
#include <string>

using namespace ridgepoint;

namespace {

/// Memory at 40 GB/s whichever way, a multiply-add a nanosecond, a multiplication twice as fast.
RoofSet roofs()
{
    RoofSet set{.device = "cpu", .threads = 2};
    const auto put = [&](std::string id, RoofKind kind, double value) {
        set.put({.id = std::move(id), .kind = kind, .value = value, .low = value, .high = value});
    };
    for (const char* id : {"bandwidth.dram.copy", "bandwidth.dram.read", "bandwidth.dram.write"})
        put(id, RoofKind::Bandwidth, 40e9);
    put("compute.fp32.fma", RoofKind::Compute, 2e9);
    put("compute.fp32.mul", RoofKind::Compute, 2e9);
    set.levels = {{.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return set;
}

double amountOf(const PassCost& pass, Operation operation)
{
    double amount = 0.0;
    for (const OperationCount& part : pass.arithmetic)
        if (part.operation == operation)
            amount += part.count.value();
    return amount;
}

} // namespace

class GradientChainTest : public test::Case {
    Q_OBJECT
private slots:
    void everyLinkIsFoundByItsName()
    {
        for (const ChainLink link : allChainLinks)
            QVERIFY(chainLinkNamed(nameOf(link)) == link);
        QVERIFY(!chainLinkNamed("relu"));
    }

    void savingEverythingMovesATensorMoreTwiceALink()
    {
        // 1000 floats are 4000 bytes.
        const GradientCost cost = costOf({.degree = 3, .length = 5, .elements = 1000});
        QCOMPARE(cost.saved.value(), 20000.0);
        QCOMPARE(cost.forward.traffic.read.value(), 4000.0);
        QCOMPARE(cost.forward.traffic.written.value(), 20000.0);
        QCOMPARE(cost.backward.traffic.read.value(), 24000.0); // the gradient and five tensors
        QCOMPARE(cost.backward.traffic.written.value(), 4000.0);
        QCOMPARE(cost.moved().value(), 4000.0 * (2 * 5 + 3));
        QCOMPARE(amountOf(cost.forward, Operation::Fma), 1000.0 * 5 * 6);
        QCOMPARE(amountOf(cost.backward, Operation::Fma), 1000.0 * 5 * 4); // derivatives of degree 2
        QCOMPARE(amountOf(cost.backward, Operation::Mul), 5000.0);
    }

    void recomputingMovesFiveTensorsAndRepeatsTheChain()
    {
        const GradientCost cost = costOf({.degree = 3, .length = 5, .saving = Saving::InputOnly, .elements = 1000});
        QCOMPARE(cost.saved.value(), 4000.0);
        QCOMPARE(cost.moved().value(), 5 * 4000.0);
        QCOMPARE(amountOf(cost.forward, Operation::Fma), 1000.0 * 5 * 6);
        QCOMPARE(amountOf(cost.backward, Operation::Fma), 1000.0 * (4 * 6 + 5 * 4)); // the last result is not needed
    }

    void aChainOfOneHasNothingToRecompute()
    {
        for (const ChainLink link : {ChainLink::Polynomial, ChainLink::Cos, ChainLink::Gelu}) {
            const GradientCost all = costOf({.link = link, .degree = 2, .elements = 7});
            const GradientCost input = costOf({.link = link, .degree = 2, .saving = Saving::InputOnly, .elements = 7});
            QCOMPARE(all.moved().value(), input.moved().value());
            QCOMPARE(all.saved.value(), input.saved.value());
            QCOMPARE(amountOf(all.backward, Operation::Fma), amountOf(input.backward, Operation::Fma));
        }
    }

    void countsFunctionsAsOneOperationAndTheirDerivativesToo()
    {
        const GradientCost cosine = costOf(
            {.link = ChainLink::Cos, .length = 4, .saving = Saving::InputOnly, .elements = 10});
        QCOMPARE(amountOf(cosine.forward, Operation::Cos), 40.0);
        QCOMPARE(amountOf(cosine.backward, Operation::Cos), 70.0); // three again, four derivatives
        // exp is its own derivative, so its last result must be there too.
        const GradientCost all = costOf({.link = ChainLink::Exp, .length = 4, .elements = 10});
        QCOMPARE(amountOf(all.backward, Operation::Exp), 0.0);
        QCOMPARE(amountOf(all.backward, Operation::Mul), 40.0);
        QCOMPARE(
            amountOf(
                costOf({.link = ChainLink::Exp, .length = 4, .saving = Saving::InputOnly, .elements = 10}).backward,
                Operation::Exp),
            40.0);
    }

    void predictsEachPassByItsLargerTerm()
    {
        // A tensor of 4 GB takes 0.1 s: everything (2 k + 3) of them, recomputing 5.
        GradientCall call{.degree = 1, .length = 8, .saving = Saving::Everything, .elements = 1'000'000'000};
        const RoofSet fast = [] {
            RoofSet set = roofs();
            for (Roof& roof : set.roofs)
                if (roof.kind == RoofKind::Compute)
                    roof.value = 1e15;
            return set;
        }();
        const auto all = predict(call, fast);
        QVERIFY(all.ok() && !all->isComputeBound);
        QVERIFY(qAbs(all->time().value() - 1.9) < 1e-9);
        call.saving = Saving::InputOnly;
        QVERIFY(qAbs(predict(call, fast)->time().value() - 0.5) < 1e-9);
        // At 2 GFLOP/s arithmetic decides: 8 s forward, 7 s again and 4 s of products (the derivatives are constants).
        const auto slow = predict(call, roofs());
        QVERIFY(slow.ok() && slow->isComputeBound);
        QVERIFY(qAbs(slow->forward.value() - 8.0) < 1e-9);
        QVERIFY(qAbs(slow->backward.value() - 11.0) < 1e-9);
    }

    void namesTheRoofThatIsMissing()
    {
        const auto prediction = predict({.link = ChainLink::Gelu, .elements = 1000}, roofs());
        QVERIFY(!prediction.ok());
        QCOMPARE(prediction.error().kind, ErrorKind::Unavailable);
        QVERIFY(QString::fromStdString(prediction.error().message()).contains("compute.fp32.gelu"));
    }

    void refusesImpossibleCounts()
    {
        QVERIFY(validate(GradientCall{.elements = 1}).ok());
        QVERIFY(!validate(GradientCall{.length = 0}).ok());
        QVERIFY(!validate(GradientCall{.length = longestGradientChain + 1}).ok());
        QVERIFY(!validate(GradientCall{.degree = 0}).ok());
        QVERIFY(!validate(GradientCall{.degree = highestDegree + 1}).ok());
        QVERIFY(!validate(GradientCall{.elements = 0}).ok());
        QVERIFY(!validate(GradientCall{.elements = maximumOperatorElements + 1}).ok());
    }
};

RIDGEPOINT_TEST(GradientChainTest)
#include "gradient_chain_test.moc"
