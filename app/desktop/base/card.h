// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace ridgepoint {

/// A rounded panel with a title at the top left, a quiet note at the top right and a body.
class Card : public QFrame {
    Q_OBJECT

public:
    explicit Card(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setNote(const QString& note);
    /// Beside the title, in the colour of warnings, with more under the mouse; empty for none.
    void setWarning(const QString& warning, const QString& tip = {});
    [[nodiscard]] QString warning() const;
    void setTitleTip(const QString& tip);
    void setNoteTip(const QString& tip);
    /// Puts a control at the right end of the head.
    void addToHead(QWidget* control);
    [[nodiscard]] QVBoxLayout* body() const { return m_body; }

protected:
    bool eventFilter(QObject* control, QEvent* event) override; ///< of the head: shown or hidden later

private:
    /// A head that says nothing takes no line.
    void refreshHead();

    QLabel* m_title;
    QLabel* m_warning;
    QLabel* m_note;
    QHBoxLayout* m_head;
    QVBoxLayout* m_body;
};

} // namespace ridgepoint
