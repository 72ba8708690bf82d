// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/inspect/point_words.h"

#include <QWidget>

class QLabel;

namespace ridgepoint {

/// The selected point's time, bandwidth and performance, large enough for the last row.
class FiguresView : public QWidget {
    Q_OBJECT

public:
    explicit FiguresView(QWidget* parent = nullptr);
    void show(const PointFigures& figures);

private:
    QLabel* m_title;
    QLabel* m_time;
    QLabel* m_timeNote;
    QLabel* m_aside;
    QLabel* m_bandwidth;
    QLabel* m_bandwidthNote;
    QLabel* m_performance;
    QLabel* m_performanceNote;
};

} // namespace ridgepoint
