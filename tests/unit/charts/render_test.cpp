// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/render/render.h"
#include "app/charts/render/render_options.h"
#include "core/session/session.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <unistd.h>
#include <QTest>

using namespace ridgepoint;

class RenderTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QVERIFY(writeSession(test::syntheticSession(), file("one.ridge").toStdString()).ok());
        QVERIFY(writeSession(test::syntheticSession({.slowdown = 1.5}), file("two.ridge").toStdString()).ok());
        QVERIFY(writeSession(Session{}, file("empty.ridge").toStdString()).ok());
        QFile broken(file("broken.ridge"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("{\"format\":\"ridgepoint-session\",\"version\":1,");
    }
    void init() { test::failOnQtWarnings(); }

    void drawsEveryChartOfASession_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("output");
        const auto row = [](const char* name, const char* arguments, const char* output) {
            QTest::newRow(name) << QString::fromLatin1(arguments).split(QLatin1Char(' ')) << QString::fromLatin1(output);
        };
        row("a roofline as PDF", "one.ridge --chart roofline", "a.pdf");
        row("a map as PNG", "one.ridge --chart map --width 88mm --dpi 150 --font-size 8pt", "b.png");
        row("curves over size as SVG", "one.ridge --chart curves --x size --theme dark", "c.svg");
        row("a line elsewhere", "one.ridge --chart roofline --at size=4Ki,depth=1", "d.png");
        row("another view", "one.ridge --chart map --view share:compute --transparent --no-title", "e.png");
        row("two sessions overlaid", "one.ridge two.ridge --chart roofline", "f.png");
        row("three sessions of curves", "one.ridge two.ridge one.ridge --chart curves", "g.png");
        row("a difference of two maps", "one.ridge two.ridge --chart map", "h.png");
        row("an operation that was not measured", "one.ridge --chart roofline --at op=cos", "i.png");
        row("values after equals signs", "one.ridge --chart=map --view=runtime", "j.png");
    }
    void drawsEveryChartOfASession()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, output);
        QCOMPARE(run(arguments, output), 0);
        QVERIFY(QFileInfo(file(output)).size() > 1000);
    }
    void writesDataAndCaptionBesideThePicture()
    {
        QCOMPARE(run({QStringLiteral("one.ridge"), QStringLiteral("--chart"), QStringLiteral("map"), QStringLiteral("--data"), QStringLiteral("--caption")}, QStringLiteral("data.png")), 0);
        QFile csv(file("data.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readAll().startsWith("operations_per_element,"));
        QFile caption(file("data.txt"));
        QVERIFY(caption.open(QIODevice::ReadOnly));
        QVERIFY(caption.readAll().contains("2026-01-01"));
    }
    void badInputExitsWithTwoAndWritesNothing_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char* name, const char* arguments) { QTest::newRow(name) << QString::fromLatin1(arguments).split(QLatin1Char(' '), Qt::SkipEmptyParts); };
        row("nothing", "");
        row("no chart", "one.ridge");
        row("an unknown chart", "one.ridge --chart pie");
        row("a session that is not there", "none.ridge --chart map");
        row("a session cut short", "broken.ridge --chart map");
        row("a session without anything", "empty.ridge --chart map");
        row("three sessions in a map", "one.ridge two.ridge one.ridge --chart map");
        row("an unknown option", "one.ridge --chart map --colour red");
        row("an option without its value", "one.ridge --chart map --dpi");
        row("a width without sense", "one.ridge --chart map --width wide");
        row("a negative width", "one.ridge --chart map --width -3px");
        row("a width beyond bounds", "one.ridge --chart map --width 99999mm");
        row("an unknown theme", "one.ridge --chart map --theme neon");
        row("an unknown view", "one.ridge --chart map --view mood");
        row("a regime of a view without one", "one.ridge --chart map --view runtime:compute");
        row("an unknown place", "one.ridge --chart map --at colour=3");
        row("a place that is no count", "one.ridge --chart map --at size=many");
        row("a depth that does not divide", "one.ridge --chart map --at depth=3");
        row("a map of an operation that was not measured", "one.ridge --chart map --at op=cos");
        row("a map of a launch mode that was not measured", "one.ridge --chart map --at launch=graph");
        row("an unknown axis", "one.ridge --chart curves --x time");
        row("an unknown kind of text", "one.ridge --chart curves --svg-text runes");
    }
    void badInputExitsWithTwoAndWritesNothing()
    {
        QFETCH(QStringList, arguments);
        QCOMPARE(run(arguments, QStringLiteral("never.png")), 2);
        QVERIFY(!QFile::exists(file("never.png")));
    }
    void saysWhichOfSeveralSessionsIsBroken()
    {
        const int terminal = ::dup(STDERR_FILENO);
        QFile said(file("said.txt"));
        QVERIFY(said.open(QIODevice::WriteOnly));
        ::dup2(said.handle(), STDERR_FILENO);
        const int status = run({QStringLiteral("one.ridge"), QStringLiteral("broken.ridge"), QStringLiteral("--chart"), QStringLiteral("map")}, QStringLiteral("never.png"));
        ::dup2(terminal, STDERR_FILENO);
        ::close(terminal);
        QCOMPARE(status, 2);
        QFile words(said.fileName());
        QVERIFY(words.open(QIODevice::ReadOnly));
        QVERIFY(words.readAll().contains(file("broken.ridge").toUtf8()));
    }
    void aMissingOutputOrEndingIsBadUsage()
    {
        QVERIFY(!parseRenderOptions({QStringLiteral("a.ridge"), QStringLiteral("--chart"), QStringLiteral("map")}).ok());
        QCOMPARE(run({QStringLiteral("one.ridge"), QStringLiteral("--chart"), QStringLiteral("map")}, QStringLiteral("x.bmp")), 2);
    }
    void lengthsAndHeightsFollowTheContract()
    {
        const auto options = parseRenderOptions({QStringLiteral("a.ridge"), QStringLiteral("--chart"), QStringLiteral("map"), QStringLiteral("--width"), QStringLiteral("88mm"), QStringLiteral("-o"), QStringLiteral("x.pdf")});
        QVERIFY(options.ok());
        QVERIFY(std::abs(options->file.size.width() - 332.6) < 0.1);
        QVERIFY(options->file.size.height() > 100.0);
        QCOMPARE(options->file.dpi, 300.0);
    }

private:
    QString file(const QString& name) const { return m_folder.filePath(name); }
    QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    int run(QStringList arguments, const QString& output)
    {
        for (QString& argument : arguments)
            if (argument.endsWith(QLatin1String(".ridge")))
                argument = file(argument);
        return renderMain(arguments << QStringLiteral("-o") << file(output));
    }
    QTemporaryDir m_folder;
};

QTEST_MAIN(RenderTest)
#include "render_test.moc"
