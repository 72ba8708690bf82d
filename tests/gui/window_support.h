// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/style/theme.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/window/main_window.h"
#include "tests/gui/gui_support.h"

#include <QApplication>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>

#include <memory>

namespace ridgepoint::test {

/// The whole window over a fake bench, with settings and autosaves of its own.
class WindowUnderTest {
public:
    explicit WindowUnderTest(const QString& folder, const QString& benchOptions = QStringLiteral("--rate 20000"))
        : m_folder(folder)
    {
        options.bench = fakeBenchLine(benchOptions);
        options.theme = ThemeChoice::Light;
        surroundings.autosaveFolder = folder + QStringLiteral("/sessions");
        surroundings.linePauseMs = 1;
    }

    void open(QSize size = {1600, 980})
    {
        loadFonts();
        window = std::make_unique<MainWindow>(options, surroundings);
        window->resize(size);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        window->begin();
    }

    /// First start: waits until everything that it measures by itself is measured and shown.
    void openAndMeasure(QSize size = {1600, 980})
    {
        open(size);
        QTRY_VERIFY_WITH_TIMEOUT(window->engine().bench.state() == BenchState::Ready, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!window->engine().session.samples().empty() && !window->engine().controller.running(),
                                 patienceMs);
        waitForViews();
        // The inspector takes over what is new in a turn of its own.
        QTRY_VERIFY_WITH_TIMEOUT(window->inspector().headline()->text().contains(QStringLiteral("bound")), patienceMs);
    }

    /// The window after either.
    MainWindow& openedWindow(QSize size = {1600, 980}) { return open(size), *window; }
    MainWindow& measuredWindow(QSize size = {1600, 980}) { return openAndMeasure(size), *window; }

    /// Until the latest snapshot holds every sample and every visible chart shows that snapshot: charts are handed
    /// theirs one a tick, so the last of them may lag behind the feed.
    void waitForViews()
    {
        QTRY_VERIFY_WITH_TIMEOUT(window->engine().feed.latest()
                                     && window->engine().feed.latest()->samples.size()
                                            >= window->engine().session.samples().size(),
                                 patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(chartsShowTheLatest(), patienceMs);
    }

    [[nodiscard]] bool chartsShowTheLatest() const
    {
        const auto shows = [this](const ChartWidget* chart) {
            return !chart->isVisible()
                || (chart->input().snapshot
                    && chart->input().snapshot->generation == window->engine().feed.latest()->generation);
        };
        return shows(window->charts().roofline()) && shows(window->charts().map()) && shows(window->charts().curves())
            && (!window->charts().map()->isVisible() || window->charts().map()->isCurrent());
    }

    QString m_folder;
    Options options;
    WindowSurroundings surroundings;
    std::unique_ptr<MainWindow> window;
};

/// Whether all words of a label are seen: within the panel, in as many lines as they take.
inline bool isWhole(const QLabel& label, const QWidget& panel)
{
    const bool hasRoom = label.wordWrap() ? label.height() >= label.heightForWidth(label.width())
                                          : label.width() >= label.sizeHint().width();
    return hasRoom && panel.rect().contains(QRect(label.mapTo(&panel, QPoint()), label.size()));
}

/// Sends a click by hand: QTest::mouseClick misses at scale factors other than 1.
inline void clickAt(QWidget* widget, QPoint place)
{
    for (const QEvent::Type type : {QEvent::MouseMove, QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
        const bool pressed = type == QEvent::MouseButtonPress;
        QMouseEvent event(type, QPointF(place), widget->mapToGlobal(QPointF(place)),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          pressed ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(widget, &event);
    }
}

/// Drags files or folders over a window, which must take them, and lets them go.
inline void dropOn(QWidget& window, const QStringList& paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &drop);
    QVERIFY(drop.isAccepted());
}

} // namespace ridgepoint::test
