// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/message_strip.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "tests/gui/window_support.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <string_view>
#include <utility>

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

/// Presses "Measure it" where nothing that holds is measured yet.
inline void measureIfNeeded(const LessonPanel& panel)
{
    if (panel.measureButton()->text() == QStringLiteral("Measure i&t"))
        panel.measureButton()->click();
}

/// While it lives, answers what the window asks: a question by its button of these words, and where to save by a path.
class Answering {
public:
    explicit Answering(QString words, QString path = {}) : m_words(std::move(words)), m_path(std::move(path))
    {
        QObject::connect(&m_look, &QTimer::timeout, &m_look, [this] { answer(); });
        m_look.start(10);
    }
    /// The last question; empty where there was none.
    [[nodiscard]] const QString& asked() const { return m_asked; }
    /// What stood below it.
    [[nodiscard]] const QString& told() const { return m_told; }
    /// The words of the button that Return would have pressed.
    [[nodiscard]] const QString& usual() const { return m_usual; }

private:
    void answer()
    {
        QWidget* top = QApplication::activeModalWidget();
        if (auto* box = qobject_cast<QMessageBox*>(top)) {
            m_asked = box->text();
            m_told = box->informativeText();
            if (const QPushButton* usual = box->defaultButton())
                m_usual = usual->text().remove(QLatin1Char('&'));
            for (QAbstractButton* button : box->buttons())
                if (button->text().remove(QLatin1Char('&')) == m_words)
                    return button->click();
            box->reject(); // it has no such button
        } else if (auto* files = qobject_cast<QFileDialog*>(top)) {
            if (m_path.isEmpty() || std::exchange(m_isTyped, true))
                return files->reject();
            files->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(m_path);
            QMetaObject::invokeMethod(files, "accept", Qt::QueuedConnection);
        }
    }

    QString m_words;
    QString m_path;
    QString m_asked;
    QString m_told;
    QString m_usual;
    bool m_isTyped = false;
    QTimer m_look;
};

} // namespace ridgepoint::test
