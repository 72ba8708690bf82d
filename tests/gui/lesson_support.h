// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/message_strip.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "tests/gui/window_support.h"

#include <QAction>

#include <algorithm>
#include <string_view>

namespace ridgepoint::test {

/// The page of a lesson that ships; empty for an unknown id.
inline std::string_view pageOfLesson(std::string_view id)
{
    for (const LessonPage& page : shippedLessonPages())
        if (page.id == id)
            return page.text;
    return {};
}

/// Begins a lesson that ships from the menu.
inline void beginLessonOf(MainWindow& window, std::string_view id)
{
    const auto pages = shippedLessonPages();
    const auto page = std::ranges::find(pages, id, &LessonPage::id);
    QVERIFY(page != pages.end());
    auto& lessons = *window.findChild<LessonCommands*>();
    lessons.actions()[static_cast<std::size_t>(page - pages.begin())]->trigger();
    QVERIFY2(lessons.isActive(), qPrintable(window.strip().text()));
}

} // namespace ridgepoint::test
