// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace ridgepoint {

/// Lies over a panel and says why it is not to be seen.
class CoverPanel : public QFrame {
    Q_OBJECT

public:
    /// Covers `covered`, whose size it follows; hidden at first.
    CoverPanel(const QString& words, QWidget* covered);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
};

} // namespace ridgepoint
