// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_support.h"

#include <QTemporaryDir>

#include <memory>

namespace ridgepoint::test {

/// What most tests of the window begin with: a first start over a fake bench, measured to its end, with settings and a
/// folder of its own.
class MeasuredWindow : public FreshFolder {
protected:
    void begin() override
    {
        FreshFolder::begin();
        openWindow();
    }
    void end() override { m_test.reset(); }
    /// For a class whose begin() opens none, because most of its tests need no window.
    MainWindow& openWindow(QSize size = {1600, 980}, const QString& benchOptions = QStringLiteral("--rate 20000"))
    {
        m_test = std::make_unique<WindowUnderTest>(m_folder->path(), benchOptions);
        m_test->openAndMeasure(size);
        return window();
    }
    /// For a class with an init() of its own. `folder()` and `window()` are there after it.
    void openMeasured() { MeasuredWindow::begin(); }
    /// The same with the live probe off, which would measure meanwhile, and all charts drawn.
    void openAtRest()
    {
        openMeasured();
        window().engine().probe.setOn(false);
        flushCharts();
    }
    void flushCharts() const
    {
        for (ChartWidget* chart : window().charts().charts())
            chart->flush();
    }

    [[nodiscard]] MainWindow& window() const { return *m_test->window; }
    [[nodiscard]] WindowUnderTest& underTest() const { return *m_test; }
    [[nodiscard]] const QTemporaryDir& folder() const { return *m_folder; }

private:
    std::unique_ptr<WindowUnderTest> m_test;
};

} // namespace ridgepoint::test
