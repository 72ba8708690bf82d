// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <limits>

class QPushButton;
class QVBoxLayout;

namespace ridgepoint {

/// A titled part of a panel that folds away under its title.
class FoldSection : public QWidget {
    Q_OBJECT

public:
    /// No window is as high: a section that stands folded until the user opens it.
    static constexpr int foldedAtFirst = std::numeric_limits<int>::max();
    /// `openFrom`: the height of the window, in pixels of a text of usual size, from which it stands open by itself.
    explicit FoldSection(const QString& title, QWidget* parent = nullptr, int openFrom = 0);
    [[nodiscard]] QVBoxLayout* body() const { return m_body; }
    [[nodiscard]] QPushButton* head() const { return m_head; }
    void setTitle(const QString& title);
    void setFolded(bool folded);
    [[nodiscard]] bool folded() const;
    /// Folds or opens where the window's height passes `openFrom`; the user's own folding stays until then.
    void setWindowHeight(int height);

private:
    QString m_title;
    QPushButton* m_head;
    QWidget* m_content;
    QVBoxLayout* m_body;
    int m_openFrom;
    bool m_fits = true;
};

} // namespace ridgepoint
