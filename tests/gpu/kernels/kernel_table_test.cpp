// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/kernel_table.h"
#include "gpu/plan/kernel_list.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <map>
#include <set>

using namespace ridgepoint;

namespace {

/// The parameters of every entry in a PTX text, by kernel.
std::map<std::string, QStringList> entriesOf(const QString& ptx)
{
    static const QRegularExpression entry(QStringLiteral("\\.entry\\s+(\\w+)\\s*\\(([^)]*)\\)"));
    static const QRegularExpression parameter(QStringLiteral("\\.param\\s+\\.(\\w+)"));
    std::map<std::string, QStringList> entries;
    for (auto match = entry.globalMatch(ptx); match.hasNext();) {
        const auto found = match.next();
        QStringList types;
        for (auto each = parameter.globalMatch(found.captured(2)); each.hasNext();)
            types << each.next().captured(1);
        entries[found.captured(1).toStdString()] = types;
    }
    return entries;
}

std::map<std::string, QStringList> entriesForNewestProof()
{
    std::map<std::string, QStringList> all;
    const QDir folder(QStringLiteral(RIDGEPOINT_PROOFS));
    for (const QString& name : folder.entryList({QStringLiteral("*.compute_90.ptx")}, QDir::Files)) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            all.merge(entriesOf(QString::fromUtf8(file.readAll())));
    }
    return all;
}

QString ptxTypeOf(ParameterType type)
{
    switch (type) {
    case ParameterType::Pointer:
    case ParameterType::U64: return QStringLiteral("u64");
    case ParameterType::U32: return QStringLiteral("u32");
    case ParameterType::F32: return QStringLiteral("f32");
    case ParameterType::F64: return QStringLiteral("f64");
    }
    return {};
}

} // namespace

class KernelTableTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void everyKernelOfTheListHasAnAddress()
    {
        QVERIFY(!kernelList().empty());
        for (const KernelInfo& kernel : kernelList())
            QVERIFY2(kernelFunction(kernel.name) != nullptr, kernel.name.c_str());
    }

    void theTableHoldsNothingBesidesTheList()
    {
        for (const KernelEntry& entry : kernelTable())
            QVERIFY2(findKernel(entry.name) != nullptr, std::string(entry.name).c_str());
        QCOMPARE(kernelTable().size(), kernelList().size());
    }

    void noTwoKernelsShareAnAddress()
    {
        std::set<const void*> addresses;
        for (const KernelEntry& entry : kernelTable())
            QVERIFY2(addresses.insert(entry.function).second, std::string(entry.name).c_str());
    }

    void anUnknownNameHasNoAddress()
    {
        QCOMPARE(kernelFunction("rp_chain_fma_f32_k9"), nullptr);
        QCOMPARE(kernelFunction(""), nullptr);
        QVERIFY(findKernel("rp_chain_fma_f32_k9") == nullptr);
    }

    void theDeviceCodeDeclaresTheKernelsOfTheListAndNoOther()
    {
        const auto entries = entriesForNewestProof();
        QCOMPARE(entries.size(), kernelList().size());
        for (const KernelInfo& kernel : kernelList()) {
            const auto entry = entries.find(kernel.name);
            QVERIFY2(entry != entries.end(), kernel.name.c_str());
            QStringList expected;
            for (const ParameterType type : kernel.parameters)
                expected << ptxTypeOf(type);
            QVERIFY2(entry->second == expected,
                     qPrintable(QString::fromStdString(kernel.name) + ": " + entry->second.join(' ')));
        }
    }
};

RIDGEPOINT_TEST(KernelTableTest)
#include "kernel_table_test.moc"
