// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace ridgepoint {

class GuidePageView;
class WindowLook;

/// The guide beside the window: a search field, the pages that hold its words, and the chosen page with those words
/// marked. Up and Down choose a page while one types; Escape empties the field, then closes.
class GuideDialog : public QDialog {
    Q_OBJECT

public:
    /// Opens it, or brings the one that is open already to the front.
    static GuideDialog* open(QWidget* window, const WindowLook& look);

    explicit GuideDialog(const WindowLook& look, QWidget* parent = nullptr);
    [[nodiscard]] QLineEdit* search() const { return m_search; }
    [[nodiscard]] QListWidget* pages() const { return m_pages; }
    [[nodiscard]] QWidget* page() const;
    /// How often the words that are sought stand on the page that is shown.
    [[nodiscard]] int marks() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitList();
    void find(const QString& words);
    void list(const QString& sought);
    [[nodiscard]] int current() const; ///< which page is chosen; -1 for none
    void showCurrent();

    QLineEdit* m_search;
    QListWidget* m_pages;
    GuidePageView* m_view;
};

} // namespace ridgepoint
