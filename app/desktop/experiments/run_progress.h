// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;

namespace ridgepoint {

/// How far a run is and what is measured just now. It keeps its height while nothing runs, so that nothing below it
/// moves when a run begins or ends.
class RunProgress : public QWidget {
    Q_OBJECT

public:
    explicit RunProgress(QWidget* parent);

    /// `fraction` is 0 to 1; `what` is empty where nothing is measured yet.
    void setRunning(bool running, double fraction, const QString& what);
    [[nodiscard]] bool isRunning() const { return m_running; }

private:
    QProgressBar* m_bar;
    QLabel* m_what;
    bool m_running = false;
};

} // namespace ridgepoint
