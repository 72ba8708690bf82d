// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace ridgepoint {

/// A titled part of a panel that folds away under its title.
class FoldSection : public QWidget {
    Q_OBJECT

public:
    explicit FoldSection(const QString& title, QWidget* parent = nullptr);
    [[nodiscard]] QVBoxLayout* body() const { return m_body; }
    [[nodiscard]] QPushButton* head() const { return m_head; }
    void setTitle(const QString& title);
    void setFolded(bool folded);
    [[nodiscard]] bool folded() const;

private:
    QString m_title;
    QPushButton* m_head;
    QWidget* m_content;
    QVBoxLayout* m_body;
};

} // namespace ridgepoint
