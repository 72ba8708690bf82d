// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/sha256.h"
#include "tests/support/test_main.h"

#include <QCryptographicHash>
#include <QTest>

using namespace ridgepoint;

class Sha256Test : public test::Case {
    Q_OBJECT
private slots:
    void agreesWithQtAtEveryLengthAroundABlock()
    {
        QByteArray bytes;
        for (int length = 0; length < 200; ++length) {
            const QByteArray expected = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
            QCOMPARE(QByteArray::fromStdString(remote::sha256(bytes.toStdString())), expected);
            bytes += static_cast<char>(7 * length);
        }
    }
};

RIDGEPOINT_TEST(Sha256Test)
#include "sha256_test.moc"
