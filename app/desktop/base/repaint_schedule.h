// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <vector>

namespace ridgepoint {

/// Hands out the turns to repaint, one view a turn, so that no turn of the event loop is long; while all cores
/// measure, at most ten turns a second, so that painting does not disturb what it shows.
class RepaintSchedule : public QObject {
    Q_OBJECT

public:
    static constexpr int measuringIntervalMs = 100;
    static constexpr int lightIntervalMs = 33;

    explicit RepaintSchedule(QObject* parent = nullptr);

    /// How much the window may paint.
    enum class Pace {
        Idle,     ///< as fast as turns come
        Light,    ///< something is measured beside a free processor
        AllCores, ///< everything that is painted disturbs what is measured
    };

    /// A view and how it takes over what is new; the number by which mark() knows it.
    int add(std::function<void()> repaint);
    /// One view has something new to show.
    void mark(int view);
    /// Every view has something new to show.
    void markAll();
    /// Paced: views take their turns when takeTurn() is called and at no other time.
    void setPaced(bool paced);
    /// Lets the next view with something new take it over.
    void takeTurn();
    /// Whether a view has something new to show.
    [[nodiscard]] bool pending() const;
    void setPace(Pace pace);
    [[nodiscard]] int views() const { return static_cast<int>(m_views.size()); }
    /// Turns given so far.
    [[nodiscard]] int turns() const { return m_turns; }

private:
    struct View {
        std::function<void()> repaint;
        bool dirty = false;
    };
    void startIfNeeded();

    std::vector<View> m_views;
    std::size_t m_next = 0;
    QTimer m_timer;
    bool m_paced = false;
    int m_turns = 0;
};

} // namespace ridgepoint
