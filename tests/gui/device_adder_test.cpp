// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/reference_device.h"
#include "app/desktop/compare/device_adder.h"
#include "tests/gui/mouse_support.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The list of devices to compare with: what adds one, and what only looks at them.
class DeviceAdderTest : public QObject {
    Q_OBJECT

    std::unique_ptr<DeviceAdder> m_adder;
    std::unique_ptr<QSignalSpy> m_chosen;
    std::unique_ptr<QSignalSpy> m_unclear;

    [[nodiscard]] QAbstractItemView* matches() const { return m_adder->completer()->popup(); }
    void type(const QString& words) const { QTest::keyClicks(m_adder->lineEdit(), words); }
    void pressReturn() const { QTest::keyClick(m_adder->lineEdit(), Qt::Key_Return); }

private slots:
    void init()
    {
        failOnWarningsOfTheWindow();
        m_adder = std::make_unique<DeviceAdder>();
        m_adder->fill(shippedDevices());
        m_adder->resize(420, 32);
        m_chosen = std::make_unique<QSignalSpy>(m_adder.get(), &DeviceAdder::chosen);
        m_unclear = std::make_unique<QSignalSpy>(m_adder.get(), &DeviceAdder::unclear);
        m_adder->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_adder.get()));
        m_adder->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_adder.get()));
        m_adder->lineEdit()->setFocus();
    }
    void cleanup()
    {
        m_unclear.reset();
        m_chosen.reset();
        m_adder.reset();
    }

    void steppingOverDevicesAddsNone()
    {
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Up, Qt::Key_PageDown, Qt::Key_PageUp}) {
            QTest::keyClick(m_adder.get(), key);
            QTRY_VERIFY_WITH_TIMEOUT(matches()->isVisible(), patienceMs);
            QCOMPARE(matches()->model()->rowCount(), m_adder->count()); // all of them
            matches()->hide();
        }
        QWheelEvent wheel(QPointF(20, 8), m_adder->mapToGlobal(QPointF(20, 8)), {}, {0, -120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_adder.get(), &wheel);
        pressReturn(); // on nothing
        QVERIFY(m_chosen->isEmpty() && m_unclear->isEmpty());
        QCOMPARE(m_adder->currentIndex(), -1);
    }

    void aDeviceIsFoundByAnyPartOfItsName()
    {
        type(QStringLiteral("a100"));
        QTRY_VERIFY_WITH_TIMEOUT(matches()->isVisible(), patienceMs);
        QVERIFY(matches()->model()->rowCount() > 1);
        for (int row = 0; row < matches()->model()->rowCount(); ++row)
            QVERIFY(matches()->model()->index(row, 0).data().toString().contains("A100"));
        m_adder->lineEdit()->clear();
        type(QStringLiteral("article, curve")); // in the middle of one name only
        pressReturn();
        QCOMPARE(m_chosen->size(), 1);
        QCOMPARE(m_chosen->front().front().toString(), QStringLiteral("published:a100-first-principles"));
        QVERIFY(m_unclear->isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(m_adder->currentText().isEmpty(), patienceMs); // ready for the next one
    }

    void wordsOfNoDeviceOrOfSeveralSaySoAndAddNone()
    {
        type(QStringLiteral("a100"));
        pressReturn();
        QVERIFY(m_unclear->back().front().toString().contains("devices have “a100”"));
        type(QStringLiteral(" no such"));
        pressReturn();
        QVERIFY(m_unclear->back().front().toString().contains("No device has “a100 no such”"));
        QVERIFY(m_chosen->isEmpty());
    }

    void oneOfThoseThatMatchIsTakenOnceByEnter()
    {
        type(QStringLiteral("A100"));
        QTRY_VERIFY_WITH_TIMEOUT(matches()->isVisible(), patienceMs);
        QTest::keyClick(matches(), Qt::Key_Down);
        QVERIFY(m_chosen->isEmpty());
        QTest::keyClick(matches(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(m_adder->currentText().isEmpty(), patienceMs);
        QCOMPARE(m_chosen->size(), 1);
        QVERIFY(m_chosen->front().front().toString().contains("a100"));
    }

    void leavingTheFieldWithANameInItAddsNone()
    {
        QTest::keyClick(m_adder.get(), Qt::Key_Down);
        QTRY_VERIFY_WITH_TIMEOUT(matches()->isVisible(), patienceMs);
        QTest::keyClick(matches(), Qt::Key_Down); // which writes the name into the field
        QTest::keyClick(matches(), Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(!matches()->isVisible(), patienceMs);
        QVERIFY(m_adder->findText(m_adder->currentText()) >= 0);
        QSignalSpy left(m_adder->lineEdit(), &QLineEdit::editingFinished);
        m_adder->lineEdit()->clearFocus();
        QVERIFY(!left.isEmpty());
        QVERIFY(m_chosen->isEmpty());
    }

    void aClickIntoTheEmptyFieldOpensTheWholeList()
    {
        clickAt(m_adder->lineEdit(), m_adder->lineEdit()->rect().center());
        QTRY_VERIFY_WITH_TIMEOUT(matches()->isVisible(), patienceMs);
        QCOMPARE(matches()->model()->rowCount(), m_adder->count());
        clickAt(matches()->viewport(), matches()->visualRect(matches()->model()->index(2, 0)).center());
        QCOMPARE(m_chosen->size(), 1);
        QCOMPARE(m_chosen->front().front().toString(), m_adder->itemData(2).toString());
    }
};

RIDGEPOINT_GUI_TEST(DeviceAdderTest)
#include "device_adder_test.moc"
