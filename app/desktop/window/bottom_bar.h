// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/measure/measure_controller.h"

#include <QFrame>

class QLabel;
class QProgressBar;

namespace ridgepoint {

/// The bottom bar: how far the measurement is, what the device does, whether all is saved.
class BottomBar : public QFrame {
    Q_OBJECT

public:
    explicit BottomBar(QWidget* parent = nullptr);
    void showProgress(const MeasureProgress& progress);
    /// "Host CPU quiet now · 3.4 GHz", "autosaved", and a tool tip: why it is not, and what warnings wait.
    void showState(const QString& device, const QString& saving, const QString& tip = {});
    /// How far a machine elsewhere is on its way; empty while none is.
    void showMachine(const QString& words);
    [[nodiscard]] QString machineText() const;
    /// What takes the processor now; empty where nothing does.
    void showLoad(const QString& words);
    /// That the picture is locked, by which key it is unlocked, and whether something new waits for that.
    void showLock(bool isLocked, const QString& keys, bool isBehind);
    [[nodiscard]] QString lockText() const;
    [[nodiscard]] QString progressText() const;
    [[nodiscard]] QString loadText() const;
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] QString stateTip() const;

private:
    Format m_format;
    QProgressBar* m_bar;
    QLabel* m_progress;
    QLabel* m_machine;
    QLabel* m_load;
    QLabel* m_lock;
    QLabel* m_state;
};

} // namespace ridgepoint
