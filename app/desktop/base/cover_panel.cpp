// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/cover_panel.h"

#include "app/desktop/base/labels.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace ridgepoint {

CoverPanel::CoverPanel(const QString& words, QWidget* covered) : QFrame(covered)
{
    setProperty("surface", QStringLiteral("card"));
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    QLabel* label = makeLabel("muted", this, words);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignCenter);
    column->addWidget(label);
    covered->installEventFilter(this);
    hide();
}

bool CoverPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && isVisible())
        setGeometry(parentWidget()->rect());
    return QFrame::eventFilter(watched, event);
}

void CoverPanel::showEvent(QShowEvent* event)
{
    setGeometry(parentWidget()->rect());
    raise();
    QFrame::showEvent(event);
}

} // namespace ridgepoint
