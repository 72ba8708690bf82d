// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QListView;
class QSortFilterProxyModel;
class QTextBrowser;

namespace ridgepoint {

/// The glossary beside the window: a search field, the terms that it leaves, and the entry of the chosen one, in which
/// other terms are links. The arrow keys choose a term while one types; Escape empties the field, then closes.
class GlossaryDialog : public QDialog {
    Q_OBJECT

public:
    /// Opens it, or brings the one that is open already to the front.
    static GlossaryDialog* open(QWidget* window);

    explicit GlossaryDialog(QWidget* parent = nullptr);
    [[nodiscard]] QLineEdit* search() const { return m_search; }
    [[nodiscard]] QListView* terms() const { return m_terms; }
    [[nodiscard]] QTextBrowser* page() const { return m_page; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void compose();
    void find(const QString& words);
    void choose(const QString& term);
    void showCurrent();

    QLineEdit* m_search;
    QListView* m_terms;
    QTextBrowser* m_page;
    QSortFilterProxyModel* m_found;
};

} // namespace ridgepoint
