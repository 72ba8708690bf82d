// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/buffer.h"
#include "tests/support/test_main.h"

#include <QString>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

using namespace ridgepoint;

class BufferTest : public test::Case {
    Q_OBJECT
private slots:
    void partsAreWholeLinesAndMakeUpTheWhole()
    {
        for (const std::size_t lines : std::initializer_list<std::size_t>{0, 1, 2, 3, 5, 16, 17, 1000, 1001})
            for (int threads = 1; threads <= 9; ++threads) {
                std::size_t at = 0;
                std::size_t smallest = SIZE_MAX;
                std::size_t largest = 0;
                for (int thread = 0; thread < threads; ++thread) {
                    const ByteRange part = partOf(lines * lineBytes, thread, threads);
                    QCOMPARE(part.begin, at);
                    QCOMPARE(part.size() % lineBytes, std::size_t{0});
                    smallest = std::min(smallest, part.size());
                    largest = std::max(largest, part.size());
                    at = part.end;
                }
                QCOMPARE(at, lines * lineBytes);
                QVERIFY(largest - smallest <= lineBytes);
            }
    }
    void partsOfHugeBuffersDoNotOverflow()
    {
        const std::size_t bytes = std::size_t{1} << 60;
        QCOMPARE(partOf(bytes, 255, 256).end, bytes);
        QCOMPARE(partOf(bytes, 128, 256).begin, bytes / 2);
    }
    void padsToWholeLines()
    {
        QCOMPARE(paddedBytes(0), std::size_t{0});
        QCOMPARE(paddedBytes(1), lineBytes);
        QCOMPARE(paddedBytes(64), std::size_t{64});
        QCOMPARE(paddedBytes(65), std::size_t{128});
    }
    void isAlignedToHugePagesAndAtLeastAsLargeAsAsked()
    {
        const auto buffer = Buffer::allocate(100);
        QVERIFY(buffer.ok());
        QCOMPARE(reinterpret_cast<std::uintptr_t>(buffer->data()) % (std::uintptr_t{2} << 20), std::uintptr_t{0});
        QVERIFY(buffer->bytes() >= 100);
    }
    void growingKeepsAddressAndContents()
    {
        auto buffer = Buffer::reserve();
        QVERIFY(buffer.ok() && buffer->grow(4096).ok());
        std::byte* const before = buffer->data();
        before[4095] = std::byte{42};
        QVERIFY(buffer->grow(std::size_t{8} << 20).ok());
        QCOMPARE(buffer->data(), before);
        QCOMPARE(before[4095], std::byte{42});
        before[(std::size_t{8} << 20) - 1] = std::byte{1};
    }
    void manyClaimNoMoreAddressesThanTheyNeed()
    {
        // Each with all the memory's addresses would be past the 128 TiB that a program has.
        const double addresses = 128.0 * 1024 * 1024 * 1024 * 1024;
        const int count = static_cast<int>(
            std::min(addresses / totalMemory().value() + 1.0, 15000.0)); // a program has 65530 mappings
        std::vector<Buffer> buffers;
        for (int i = 0; i < count; ++i) {
            auto buffer = Buffer::allocate(64);
            QVERIFY2(buffer.ok(), qPrintable(QString::number(i)));
            buffers.push_back(std::move(*buffer));
        }
        buffers.clear();
        for (int i = 0; i < count; ++i) {
            auto part = Buffer::reserve(count);
            QVERIFY2(part.ok(), qPrintable(QString::number(i)));
            buffers.push_back(std::move(*part));
        }
        QVERIFY(buffers.front().grow(4096).ok());
    }
    void refusesMoreThanTheMachineHasFreeAndSaysHowMuch()
    {
        auto buffer = Buffer::allocate(static_cast<std::size_t>(totalMemory().value()));
        QVERIFY(!buffer.ok());
        QCOMPARE(buffer.error().kind, ErrorKind::Unavailable);
        QCOMPARE(buffer.error().id, std::string("cpu.memory"));
        QCOMPARE(buffer.error().arguments.size(), std::size_t{2});
        QVERIFY(!Buffer::allocate(SIZE_MAX / 2).ok());
    }
    void aRefusalLeavesTheBufferUsable()
    {
        auto buffer = Buffer::allocate(4096);
        QVERIFY(buffer.ok());
        QVERIFY(!buffer->grow(SIZE_MAX / 2).ok());
        buffer->data()[0] = std::byte{1};
        QVERIFY(buffer->grow(1 << 20).ok());
    }
    void movesWithoutCopying()
    {
        auto first = Buffer::allocate(4096);
        QVERIFY(first.ok());
        std::byte* const data = first->data();
        Buffer second = std::move(first).value();
        QCOMPARE(second.data(), data);
        auto third = Buffer::allocate(64);
        QVERIFY(third.ok());
        *third = std::move(second);
        QCOMPARE(third->data(), data);
    }
    void knowsTheMachinesMemory()
    {
        QVERIFY(totalMemory().value() > 0.0);
        QVERIFY(availableMemory().value() > 0.0);
        QVERIFY(availableMemory() <= totalMemory());
    }
};

RIDGEPOINT_TEST(BufferTest)
#include "buffer_test.moc"
