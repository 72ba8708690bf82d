// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/onednn/library_work.h"
#include "tests/support/test_main.h"

#include <string>
#include <vector>

using namespace ridgepoint;

namespace {

std::string fake(const char* name)
{
    return std::string(FAKES "/dnnl_") + name + "/libdnnl.so." + (std::string(name) == "third" ? "3" : "2");
}

Result<std::shared_ptr<OneDnn>> open(const std::string& name) { return OneDnn::open(std::span(&name, 1)); }

std::shared_ptr<CpuDevice> makeDevice() { return std::make_shared<CpuDevice>(*chosenInstructionSet(), 2); }

/// One number of a fake's own account.
int told(const std::string& name, const char* function)
{
    return (*DynamicLibrary::open(name)->function<int (*)()>(function))();
}

/// Makes a fake fail while it lives.
class Failing {
public:
    explicit Failing(const char* at, const char* status = "5")
    {
        qputenv("FAKE_DNNL_FAILS", at);
        qputenv("FAKE_DNNL_STATUS", status);
    }
    ~Failing() { qunsetenv("FAKE_DNNL_FAILS"); }
    Failing(const Failing&) = delete;
    Failing& operator=(const Failing&) = delete;
};

constexpr OperatorKind libraryOperators[] = {OperatorKind::Copy,    OperatorKind::Add,     OperatorKind::Relu,
                                             OperatorKind::Gelu,    OperatorKind::Exp,     OperatorKind::LayerNorm,
                                             OperatorKind::Softmax, OperatorKind::MaxPool, OperatorKind::Transpose};

} // namespace

class OneDnnTest : public test::Case {
    Q_OBJECT
private slots:
    void aLibraryThatIsAbsentIsNamedInOneLine()
    {
        const std::vector<std::string> names{"libridgepoint-nowhere.so.3", "libridgepoint-nowhere.so.2"};
        const auto opened = OneDnn::open(names);
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().kind, ErrorKind::Unavailable);
        QCOMPARE(opened.error().message(), std::string("oneDNN (libdnnl.so) was not found; install the package "
                                                       "libdnnl2 (Debian 12) or libdnnl3 and restart."));
    }
    void aVersionThatIsTooOldSaysWhichIsNeeded()
    {
        const auto opened = open(fake("first"));
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().kind, ErrorKind::Unavailable);
        QVERIFY(opened.error().message().ends_with("is version 1.6 of oneDNN; version 2 or 3 is needed."));
    }
    void aLibraryWithoutTheFunctionsNamesTheFirst()
    {
        const auto opened = open(fake("hollow"));
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().id, std::string("library.no-function"));
        QVERIFY(opened.error().message().find("dnnl_engine_create") != std::string::npos);
    }

    void bothGenerationsPrepareAndRunEveryOperator_data() { generations(); }
    void bothGenerationsPrepareAndRunEveryOperator()
    {
        QFETCH(QString, name);
        const std::string path = fake(qPrintable(name));
        const int before = told(path, "fakeDnnlLiving");
        {
            const auto library = open(path);
            QVERIFY2(library.ok(), library.ok() ? "" : library.error().message().c_str());
            QVERIFY((*library)->version().starts_with("oneDNN "));
            const auto device = makeDevice();
            for (const OperatorKind which : libraryOperators) {
                const auto work = prepareLibraryOperator(device, *library,
                                                         {.which = which, .rows = 64, .columns = 32, .threads = 2});
                QVERIFY2(work.ok(), work.ok() ? "" : work.error().message().c_str());
                // A primitive splits its work when it is made, not when it runs.
                QCOMPARE(told(path, "fakeDnnlThreadsDescribed"), 2);
                QCOMPARE(work->method, (*library)->version());
                const int executions = told(path, "fakeDnnlExecutions");
                QVERIFY(work->work->run(5).ok());
                QCOMPARE(told(path, "fakeDnnlExecutions"), executions + 5);
                QCOMPARE(told(path, "fakeDnnlThreads"), 2);
            }
            for (const MatrixPrecision precision : {MatrixPrecision::Fp32, MatrixPrecision::Bf16}) {
                const auto product = prepareLibraryProduct(
                    device, *library, {.precision = precision, .rows = 8, .columns = 4, .inner = 2, .threads = 1});
                QVERIFY(product.ok());
                QCOMPARE(told(path, "fakeDnnlThreadsDescribed"), 1);
                QVERIFY(product->work->run(1).ok());
            }
        }
        QCOMPARE(told(path, "fakeDnnlLiving"), before); // everything was given back
    }

    void operatorsThatItLacksAreUnsupported()
    {
        const auto library = open(fake("second"));
        QVERIFY(library.ok());
        const auto device = makeDevice();
        for (const OperatorKind which : {OperatorKind::Cos, OperatorKind::Sum}) {
            const auto work = prepareLibraryOperator(device, *library,
                                                     {.which = which, .rows = 8, .columns = 8, .threads = 1});
            QVERIFY(!work.ok());
            QCOMPARE(work.error().kind, ErrorKind::Unsupported);
            QVERIFY(work.error().message().find(std::string(nameOf(which))) != std::string::npos);
        }
    }

    void aFailureAtAnyCallIsAnErrorAndLosesNothing_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("at");
        for (const char* name : {"second", "third"})
            for (const char* at :
                 {"engine", "stream", "layout", "description", "primitive", "memory", "execute", "wait"})
                QTest::addRow("%s generation, %s", name, at) << name << at;
    }
    void aFailureAtAnyCallIsAnErrorAndLosesNothing()
    {
        QFETCH(QString, name);
        QFETCH(QString, at);
        const std::string path = fake(qPrintable(name));
        const int before = told(path, "fakeDnnlLiving");
        {
            const Failing failing(qPrintable(at));
            const auto library = open(path);
            if (at == "engine" || at == "stream") {
                QVERIFY(!library.ok());
            } else {
                QVERIFY(library.ok());
                for (const OperatorKind which : {OperatorKind::Softmax, OperatorKind::MaxPool}) {
                    const auto work = prepareLibraryOperator(makeDevice(), *library,
                                                             {.which = which, .rows = 8, .columns = 8, .threads = 1});
                    QVERIFY(!work.ok());
                    QCOMPARE(work.error().kind, ErrorKind::DeviceFailure);
                    QVERIFY(work.error().message().find("run-time error") != std::string::npos);
                }
            }
        }
        QCOMPARE(told(path, "fakeDnnlLiving"), before);
    }
    void whatIsNotImplementedIsUnsupportedAndNoFailure()
    {
        const Failing failing("description", "3");
        const auto library = open(fake("third"));
        QVERIFY(library.ok());
        const auto work = prepareLibraryOperator(makeDevice(), *library,
                                                 {.which = OperatorKind::Gelu, .rows = 8, .columns = 8, .threads = 1});
        QVERIFY(!work.ok());
        QCOMPARE(work.error().kind, ErrorKind::Unsupported);
    }
    void productsOfOtherPrecisionsAndExtentsAreRefused()
    {
        const auto library = open(fake("second"));
        QVERIFY(library.ok());
        QCOMPARE(prepareLibraryProduct(makeDevice(), *library, {.precision = MatrixPrecision::Fp16, .threads = 1})
                     .error()
                     .kind,
                 ErrorKind::Unsupported);
        QCOMPARE(prepareLibraryProduct(makeDevice(), *library, {.rows = 0, .threads = 1}).error().kind,
                 ErrorKind::InvalidInput);
    }

private:
    static void generations()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("second generation") << "second";
        QTest::newRow("third generation") << "third";
    }
};

RIDGEPOINT_TEST(OneDnnTest)
#include "onednn_test.moc"
