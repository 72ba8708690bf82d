// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/kernel_names.h"
#include "tests/support/test_main.h"

#include <QSet>

#include <limits>

using namespace ridgepoint;

namespace {

OwnKernel kernelCalled(const std::string& name, double time = 1.0)
{
    return {.name = name, .flops = Flops(1e9), .bytes = Bytes(1e9), .time = Seconds(time)};
}

/// In how many different ways they are called.
qsizetype differentOnes(const QStringList& names) { return QSet<QString>(names.begin(), names.end()).size(); }

} // namespace

/// What kernels are called where there is little room.
class KernelNamesTest : public test::Case {
    Q_OBJECT
private slots:
    void aCompilersNameIsShortened_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("words");
        QTest::newRow("a template") << "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<"
                                       "float>, std::array<char*, 3ul>>(int, at::native::CUDAFunctor_add<float>)"
                                    << "vectorized_elementwise_kernel";
        QTest::newRow("Nsight Compute's unnamed namespace")
            << "void <unnamed>::softmax_warp_forward<float, 11>(T2 *, int)"
            << "softmax_warp_forward";
        QTest::newRow("unnamed namespace") << "void (anonymous namespace)::softmax<float>(float*)"
                                           << "softmax";
        QTest::newRow("another type") << "std::vector<int> lib::scan(int const*)"
                                      << "scan";
        QTest::newRow("Triton") << "triton_poi_fused_add_relu_0"
                                << "fused_add_relu_0";
        QTest::newRow("Triton's own") << "triton_matmul"
                                      << "triton_matmul";
        QTest::newRow("in C") << "ampere_sgemm_128x64_tn"
                              << "ampere_sgemm_128x64_tn";
        QTest::newRow("words") << "solve (warm), size = 1 Mi"
                               << "solve (warm), size = 1 Mi";
        QTest::newRow("a run") << "triad #3"
                               << "triad #3";
        QTest::newRow("less") << "a < b"
                              << "a < b";
        QTest::newRow("a benchmark of a type") << "BM_Sort<int>/1024" // BM_Sort<double>/1024 is another
                                               << "BM_Sort<int>/1024";
        QTest::newRow("a varied template") << "void triad<float>, size = 1 Mi"
                                           << "triad, size = 1 Mi";
        QTest::newRow("CUTLASS's wrapper")
            << "void cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm_f16_128x128_32x4_tn_align8>("
               "cutlass_80_tensorop_f16_s16816gemm_f16_128x128_32x4_tn_align8::Params)"
            << "cutlass_80_tensorop_f16_s16816gemm_f16_128x128_32x4_tn_align8";
        QTest::newRow("CUTLASS's wrapper without its namespace")
            << "Kernel2<cutlass_80_wmma_tensorop_f16_s161616gemm_f16_16x16_128x2_tn_align8>(T1::Params)"
            << "cutlass_80_wmma_tensorop_f16_s161616gemm_f16_16x16_128x2_tn_align8";
        QTest::newRow("CUTLASS 3's wrapper")
            << "void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cute::tuple<int, int, int, int>, "
               "cutlass::epilogue::collective::DefaultEpilogue<float>>>(T1::Params)"
            << "GemmUniversal";
        QTest::newRow("another Kernel2") << "void mine::Kernel2<float>(float*)"
                                         << "Kernel2";
        QTest::newRow("a wrapper of nothing") << "void cutlass::Kernel2<>()"
                                              << "Kernel2";
        QTest::newRow("a wrapper that is cut off") << "void cutlass::Kernel2<cutlass_80_tensorop"
                                                   << "Kernel2<cutlass_80_tensorop";
        QTest::newRow("nothing else") << "<unknown>"
                                      << "<unknown>";
        QTest::newRow("no name") << ""
                                 << "";
    }
    void aCompilersNameIsShortened()
    {
        QFETCH(QString, name);
        QFETCH(QString, words);
        QCOMPARE(shortKernelName(name), words);
    }
    void whatManyLongNamesShareIsLeftOut()
    {
        QCOMPARE(namesApart({"cutlass_80_tensorop_f16_s16816gemm_f16_128x128_32x4_tn_align8",
                             "cutlass_80_tensorop_s1688gemm_128x64_32x3_nn_align4", "relu",
                             "cutlass_80_tensorop_f16_s16816gemm_f16_256x64_32x4_nn_align8",
                             "cutlass_80_tensorop_f16_s16816gemm_relu_f16_64x64_32x6_tn_align8"}),
                 (QStringList{"cutlass\u2026f16\u2026f16_128x128_32x4_tn_align8",
                              "cutlass\u2026s1688gemm_128x64_32x3_nn_align4", "relu",
                              "cutlass\u2026f16\u2026f16_256x64_32x4_nn_align8",
                              "cutlass\u2026f16\u2026relu_f16_64x64_32x6_tn_align8"}));
    }
    void shortNamesStayAsTheyAre()
    {
        const QStringList names{"ampere_sgemm_128x64_tn", "ampere_sgemm_128x64_nn", "",
                                "the_only_long_name_of_all_of_these_kernels"};
        QCOMPARE(namesApart(names), names);
    }
    void thoseWhoseShortNamesAreAlikeKeepWhatTellsThemApart()
    {
        QCOMPARE(namesApart({"void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>(int)",
                             "void at::native::vectorized_elementwise_kernel<4, at::native::MulFunctor<float>>(int)",
                             "void mine::scan<float>(float*)", "void mine::scan<double>(double*)",
                             "void mine::sum(float*)", "void mine::sum(double*)"}),
                 (QStringList{"vectorized\u2026AddFunctor<float>>", "vectorized\u2026MulFunctor<float>>", "scan<float>",
                              "scan<double>", "void mine::sum(float*)", "void mine::sum(double*)"}));
        // What Triton's compiler did with the same is told where there are both.
        const QStringList both{"triton_poi_fused_add_0", "triton_red_fused_add_0"};
        QCOMPARE(namesApart(both), both);
    }
    void differentNamesAreNeverCalledAlike()
    {
        QStringList names;
        for (const char* chip : {"ampere", "volta"})
            for (const char* what : {"fp16_s16816gemm_fp16", "sgemm", "scudnn_winograd", "h884gemm"})
                for (const char* tile : {"128x128", "128x64", "64x64", "256x128", "1x1"})
                    for (const char* tail : {"ldg8_f2f_stages_32x5_tn", "ldg8_f2f_stages_32x5_tn_v1", "sliced1x2_nn"})
                        names << QStringList{chip, what, tile, tail}.join(QLatin1Char('_'));
        const QString smile = QStringLiteral("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\U0001F600");
        names << smile + QStringLiteral("\U0001F601") << smile + QStringLiteral("\U0001F602");
        names << QString(300, QLatin1Char('x')) << QString(301, QLatin1Char('x'));
        names << QStringLiteral("<<<<") + QString(40, QLatin1Char('('));
        QString longer;
        for (int i = 0; i < 200; ++i) // each begins with the one before it
            names << (longer += QStringLiteral("the_next_part_%1").arg(i));
        const QStringList apart = namesApart(names);
        QCOMPARE(apart.size(), names.size());
        QCOMPARE(differentOnes(apart), names.size());
        for (const QString& name : apart)
            QVERIFY2(name.isValidUtf16(), qPrintable(name));
        QVERIFY2(apart.front().size() < names.front().size(), qPrintable(apart.front()));
    }
    void besideEachOtherWhatDiffersIsLeft()
    {
        const QStringList names{QStringLiteral("sm80…tn_n_tilesize128x128x8_stage3_warpsize2x2x1_cublas"),
                                QStringLiteral("sm80…tn_n_tilesize128x64x8_stage3_warpsize2x2x1_cublas"),
                                QStringLiteral("sm80…nn_n_tilesize256x128x8_stage3_warpsize2x2x1_cublas"),
                                QStringLiteral("relu"),
                                QString(30, QLatin1Char('x')) + QLatin1Char('a'),
                                QString(30, QLatin1Char('x')) + QLatin1Char('b')};
        QCOMPARE(shortenedApart(names, 24),
                 (QStringList{QStringLiteral("sm80…tilesize128x128x8_…"), QStringLiteral("sm80…tilesize128x64x8_s…"),
                              QStringLiteral("sm80…nn_n_tilesize256x1…"), QStringLiteral("relu"),
                              QString(11, QLatin1Char('x')) + QStringLiteral("…") + QString(11, QLatin1Char('x'))
                                  + QLatin1Char('a'),
                              QString(11, QLatin1Char('x')) + QStringLiteral("…") + QString(11, QLatin1Char('x'))
                                  + QLatin1Char('b')}));
        for (const qsizetype most : {24, 16})
            for (const QString& name : shortenedApart(names, most))
                QVERIFY2(name.size() <= most, qPrintable(name));
        QCOMPARE(differentOnes(shortenedApart(names, 24)), names.size());
    }
    void aKernelIsCalledAlikeWhateverItsPlace()
    {
        const std::string shared = "cutlass_80_tensorop_f16_s16816gemm_";
        const std::vector<OwnKernel> kernels{kernelCalled(shared + "128x128"), kernelCalled(""),
                                             kernelCalled(shared + "64x64"),
                                             kernelCalled("odd", std::numeric_limits<double>::quiet_NaN())};
        const KernelNames names(kernels);
        QCOMPARE(names.of(kernels[0], 0), QStringLiteral("cutlass\u2026128x128"));
        QCOMPARE(names.of(kernels[2], 7), QStringLiteral("cutlass\u202664x64"));
        QCOMPARE(names.of(kernels[1], 1), QStringLiteral("kernel 2"));
        QCOMPARE(names.of(kernels[3], 3), QStringLiteral("odd"));
        QCOMPARE(names.of(kernelCalled("of another list"), 0), QStringLiteral("of another list"));
        QCOMPARE(KernelNames().of(kernels[0], 0), QString::fromStdString(kernels[0].name));
    }
    void ofVeryManyTheLongestAreCompared()
    {
        std::vector<OwnKernel> kernels;
        for (int i = 0; i < 100'000; ++i)
            kernels.push_back(kernelCalled("library_with_a_long_name_of_kernels_" + std::to_string(i), 1.0 + i));
        const KernelNames names(kernels);
        QCOMPARE(names.of(kernels.back(), kernels.size() - 1), QStringLiteral("library\u202699999"));
        QCOMPARE(names.of(kernels.front(), 0), QStringLiteral("library_with_a_long_name_of_kernels_0"));
    }
};

RIDGEPOINT_TEST(KernelNamesTest)
#include "kernel_names_test.moc"
