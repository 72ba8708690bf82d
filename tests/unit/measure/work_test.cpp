// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/measure/work.h"

#include "core/measure/backend.h"
#include "tests/support/test_main.h"

#include <QString>

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

using namespace ridgepoint;

namespace {

class NoWork final : public PreparedWork {
public:
    [[nodiscard]] Result<BatchTiming> run(std::int64_t) override { return BatchTiming{.time = Seconds(2.0)}; }
};

/// A device as small as one can be: it says nothing of the kinds of work that it lacks.
class ChainsOnly final : public Backend {
public:
    ChainsOnly() { m_info.id = "toy:0"; }
    [[nodiscard]] const DeviceInfo& info() const override { return m_info; }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest& work) override
    {
        return prepareByKind(work, m_info, [this](const Workload& chain) {
            prepared.push_back(chain);
            return Result<ReadyWork>(ReadyWork{.work = std::make_unique<NoWork>()});
        });
    }
    [[nodiscard]] std::vector<std::string> roofIds() const override { return {}; }
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest&) override { return RoofWork{}; }
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override { return {}; }
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }

    std::vector<Workload> prepared;

private:
    DeviceInfo m_info;
};

const Workload chain{.operation = Operation::Gelu, .precision = Precision::Fp64, .elements = 1000, .chainLength = 3};
const OperatorRequest softmax{{.which = OperatorKind::Softmax, .rows = 8, .columns = 100}, Implementation::Library};
const ProductRequest product{{.precision = MatrixPrecision::Bf16, .rows = 10, .columns = 20, .inner = 30}};
const GradientCall gradient{.link = ChainLink::Cos, .length = 4, .elements = 1000};

/// One of every kind; a kind that joins WorkRequest and is not here is found by everyKindIsTried().
const std::vector<WorkRequest> kinds{chain, softmax, product, gradient};

} // namespace

class WorkTest : public test::Case {
    Q_OBJECT
private slots:
    void everyKindIsTried()
    {
        QCOMPARE(kinds.size(), std::variant_size_v<WorkRequest>);
        for (std::size_t kind = 0; kind < kinds.size(); ++kind)
            QCOMPARE(kinds[kind].index(), kind);
    }
    void aDevicePreparesTheKindThatItKnows()
    {
        ChainsOnly device;
        const auto ready = device.prepare(chain);
        QVERIFY(ready.ok());
        QCOMPARE(device.prepared, std::vector{chain});
        QCOMPARE(ready->run(7)->time.value(), 2.0);
    }
    void everyOtherKindIsUnsupportedByNameOfDeviceAndKind_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("operator") << 1 << "toy:0 has no kernel for the operator softmax; choose another device.";
        QTest::newRow("product") << 2 << "toy:0 has no kernel for a matrix product; choose another device.";
        QTest::newRow("gradient") << 3 << "toy:0 has no kernel for a chain with its gradient; choose another device.";
    }
    void everyOtherKindIsUnsupportedByNameOfDeviceAndKind()
    {
        QFETCH(int, kind);
        ChainsOnly device;
        const auto refused = device.prepare(kinds[static_cast<std::size_t>(kind)]);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().kind, ErrorKind::Unsupported);
        QCOMPARE(refused.error().id, std::string("work.unsupported"));
        QTEST(QString::fromStdString(refused.error().message()), "sentence");
        QVERIFY(device.prepared.empty());
    }
    void aDeviceWithoutAnyKindRefusesChainsToo()
    {
        const auto refused = prepareByKind(chain, DeviceInfo{.id = "toy:1"});
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().message(), std::string("toy:1 has no kernel for gelu fp64; choose another device."));
    }
    void whatIsImpossibleOnEveryDeviceIsInvalid()
    {
        for (const WorkRequest& work : kinds)
            QVERIFY2(validate(work).ok(), describe(work).c_str());
        const std::vector<WorkRequest> impossible{Workload{.elements = 0}, OperatorRequest{{.rows = 0}},
                                                  ProductRequest{{.rows = 0}}, GradientCall{.length = 0}};
        QCOMPARE(impossible.size(), kinds.size());
        for (const WorkRequest& work : impossible) {
            QVERIFY2(!validate(work).ok(), describe(work).c_str());
            QCOMPARE(validate(work).error().kind, ErrorKind::InvalidInput);
        }
    }
    void eachKindHasItsNameAndCost()
    {
        std::vector<std::string> names;
        for (const WorkRequest& work : kinds)
            names.push_back(describe(work));
        const std::vector<std::string> wanted{"gelu fp64", "the operator softmax", "a matrix product",
                                              "a chain with its gradient"};
        QCOMPARE(names, wanted);
        // Three passes of one operation, each read and written in 8 bytes.
        QCOMPARE(nominalCost(chain).flops.value(), 3e3);
        QCOMPARE(nominalCost(chain).bytes.value(), 48e3);
        QCOMPARE(nominalCost(chain).launches, std::int64_t{3});
        // Results are read as well where lines are fetched to be written: at least three times 800 floats.
        QVERIFY(nominalCost(softmax).bytes.value() >= 9600.0);
        QVERIFY(nominalCost(softmax).flops.value() >= 800.0);
        QCOMPARE(nominalCost(product).flops.value(), 12e3);
        QCOMPARE(nominalCost(product).bytes.value(), costOf(product.call).least.total().value());
        QCOMPARE(nominalCost(gradient).bytes.value(), costOf(gradient).moved().value());
        // Of every element four cosines, and on the way back as many sines and multiplications.
        QCOMPARE(nominalCost(gradient).flops.value(), 12e3);
    }
};

RIDGEPOINT_TEST(WorkTest)
#include "work_test.moc"
