// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>

class QScrollArea;

namespace ridgepoint {

/// Lies over a panel and says why it is not to be seen. Meanwhile a panel that can be scrolled takes no more than what
/// is seen of it: a scroll bar would move nothing but the cover, and tell how much is under it.
class CoverPanel : public QFrame {
    Q_OBJECT

public:
    /// Covers `covered`, whose size it follows; hidden at first.
    CoverPanel(const QString& words, QWidget* covered);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void fit();

    QPointer<QScrollArea> m_room; ///< while it is shown, where the panel has no height of its own
};

} // namespace ridgepoint
