// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/far_stream.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;
using namespace ridgepoint::remote;

namespace {

const std::string streamNonce = "feedfacefeedface";

std::string wholeStream()
{
    return "Last login: today\n\x1e]0;title\x07 prompt> " + readyFrame(streamNonce, {"c 12"})
         + "{\"a\":1}\nbinary \x1e here\n" + soFarFrame(streamNonce, "map of me.ridge", 3) + "map"
         + fileFrame(streamNonce, "map of me.ridge", 7) + "\x1e" + streamNonce[0] + "ridge\n"[0] + std::string("1234")
         + fileFrame(streamNonce, "empty.csv", 0) + endFrame(streamNonce, 4);
}

/// What came, in words; output in one piece, however it was cut.
QString told(FarStream& stream, const std::string& bytes, std::size_t piece)
{
    QString text;
    QString output;
    for (std::size_t at = 0; at < bytes.size(); at += piece)
        for (const FarItem& item : stream.feed(std::string_view(bytes).substr(at, piece))) {
            if (const auto* ready = std::get_if<FarReady>(&item))
                text += QString::fromStdString("ready " + ready->node + '|');
            else if (const auto* out = std::get_if<FarOutput>(&item))
                output += QString::fromStdString(out->bytes);
            else if (const auto* file = std::get_if<FarFile>(&item))
                text += QStringLiteral("%1 %2 %3|")
                            .arg(file->isSoFar ? "so far" : "file", QString::fromStdString(file->name))
                            .arg(file->content.size());
            else
                text += QStringLiteral("end %1|").arg(std::get<FarEnd>(item).status);
        }
    return text + output;
}

} // namespace

class FarStreamTest : public test::Case {
    Q_OBJECT
private slots:
    void isTakenApartHoweverItIsCut()
    {
        const QString expected = QStringLiteral(
            "ready c 12|so far map of me.ridge 3|file map of me.ridge 7|file empty.csv 0|end 4|"
            "{\"a\":1}\nbinary \x1e here\n");
        for (std::size_t piece = 1; piece <= wholeStream().size(); ++piece) {
            FarStream stream(streamNonce);
            QCOMPARE(told(stream, wholeStream(), piece), expected);
            QVERIFY(stream.isReady());
            QVERIFY(QString::fromStdString(stream.noise()).startsWith("Last login"));
        }
    }
    void wordsAreTheProgramsFromItsMarkOn()
    {
        const std::string whole = "and warns\n" + wordsMark(streamNonce) + "warning: busy\n";
        for (std::size_t piece = 1; piece <= whole.size(); ++piece) {
            FarWords words(streamNonce);
            std::string own;
            for (std::size_t at = 0; at < whole.size(); at += piece)
                own += words.feed(std::string_view(whole).substr(at, piece));
            QCOMPARE(own, std::string("warning: busy\n"));
            QCOMPARE(words.last(), own);
        }
        FarWords shell(streamNonce);
        QVERIFY(shell.feed("Permission denied\n").empty() && !shell.areItsOwn());
        QCOMPARE(shell.last(), std::string("Permission denied\n"));
    }
    void outputIsHandedOnAtOnce()
    {
        FarStream stream(streamNonce);
        static_cast<void>(stream.feed(readyFrame(streamNonce, {})));
        const auto items = stream.feed("half a li");
        QCOMPARE(items.size(), std::size_t{1});
        QCOMPARE(std::get<FarOutput>(items.front()).bytes, std::string("half a li"));
    }
    void aStreamThatIsCutHasNoEnd()
    {
        const std::string whole = wholeStream();
        for (std::size_t length = 0; length < whole.size(); ++length) {
            FarStream stream(streamNonce);
            QVERIFY(!told(stream, whole.substr(0, length), whole.size()).contains("end "));
        }
    }
    void anotherNonceIsNoise()
    {
        FarStream stream(streamNonce);
        QVERIFY(stream.feed(readyFrame("feedfacefeedfac0", {})).empty());
        QVERIFY(!stream.isReady());
        for (int i = 0; i < 1000; ++i)
            QVERIFY(stream.feed("the shell says a lot\n").empty());
        QVERIFY(stream.noise().size() < 4096); // kept for a failure's sentence, in bounded memory
    }
};

RIDGEPOINT_TEST(FarStreamTest)
#include "far_stream_test.moc"
