// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/card.h"
#include "tests/gui/gui_support.h"

#include <QLabel>
#include <QPushButton>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

class CardTest : public Case {
    Q_OBJECT

private slots:
    void aHeadTakesALineOnlyWhileItSaysSomethingOrHoldsWhatIsShown()
    {
        Card card{QString()};
        auto* button = new QPushButton(&card);
        card.addToHead(button);
        const auto isHeadShown = [&] {
            const auto labels = card.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) { return !label->isHidden(); });
        };
        QVERIFY(isHeadShown());
        button->hide();
        QVERIFY(!isHeadShown());
        button->show();
        QVERIFY(isHeadShown());
        button->hide();
        card.setTitle(QStringLiteral("Roofline"));
        QVERIFY(isHeadShown());
    }
};

RIDGEPOINT_GUI_TEST(CardTest)
#include "card_test.moc"
