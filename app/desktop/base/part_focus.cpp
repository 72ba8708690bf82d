// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/part_focus.h"

#include "app/desktop/base/message_strip.h"

#include <QScrollArea>
#include <QWidget>

namespace ridgepoint {
namespace {

bool holds(const QWidget& part, const QWidget* each) { return each == &part || part.isAncestorOf(each); }

/// What the Tab key reaches in a part, in its order, shown or not. The field in a spin box hands the focus to the box.
std::vector<QWidget*> takersIn(const QWidget& part)
{
    std::vector<QWidget*> takers;
    QWidget* const window = part.window();
    for (QWidget* each = window->nextInFocusChain(); each != window; each = each->nextInFocusChain())
        if (holds(part, each) && (each->focusPolicy() & Qt::TabFocus) != 0 && each->focusProxy() == nullptr)
            takers.push_back(each);
    return takers;
}

bool canTake(const QWidget* each) { return each != nullptr && each->isVisible() && each->isEnabled(); }

} // namespace

void chainFocus(const std::vector<QWidget*>& parts)
{
    QWidget* last = nullptr;
    for (const QWidget* part : parts)
        for (QWidget* each : takersIn(*part)) {
            if (last != nullptr)
                QWidget::setTabOrder(last, each);
            last = each;
        }
}

PartFocus::PartFocus(const std::vector<QWidget*>& parts, QObject* parent) : QObject(parent)
{
    for (QWidget* part : parts)
        m_parts.push_back({part, nullptr});
}

void PartFocus::step(int direction)
{
    const int count = static_cast<int>(m_parts.size());
    QWidget* focus = m_parts.front().whole->window()->focusWidget();
    int from = direction > 0 ? -1 : count; // where none has it
    for (int i = 0; i < count; ++i)
        if (Part& part = m_parts[static_cast<std::size_t>(i)]; focus != nullptr && holds(*part.whole, focus)) {
            from = i;
            // A message may have come with a button of its own since.
            part.last = qobject_cast<MessageStrip*>(part.whole) != nullptr ? nullptr : focus;
        }
    for (int away = 1; away <= count; ++away) {
        const Part& part = m_parts[static_cast<std::size_t>(((from + direction * away) % count + count) % count)];
        QWidget* taker = canTake(part.last) ? part.last.data() : nullptr;
        for (QWidget* each : takersIn(*part.whole))
            if (taker == nullptr && canTake(each))
                taker = each;
        if (taker == nullptr)
            continue;
        taker->setFocus(Qt::TabFocusReason); // by which its frame shows
        for (QWidget* each = taker->parentWidget(); each != nullptr; each = each->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(each))
                area->ensureWidgetVisible(taker);
        return;
    }
}

} // namespace ridgepoint
