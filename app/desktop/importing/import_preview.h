// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/importing/import_table_model.h"

#include <QFrame>

#include <array>
#include <vector>

class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QRadioButton;
class QSortFilterProxyModel;
class QTableView;
class QVBoxLayout;

namespace ridgepoint {

/// Kernels that may be imported as a table that sorts and filters, and the choice which of them are taken.
class ImportPreview : public QFrame {
    Q_OBJECT

public:
    /// Which kernels are taken: all, those that take longest, or those that the filter shows.
    enum class Take { All, Longest, Shown };

    explicit ImportPreview(QWidget* parent = nullptr);

    /// The kernels of each file. Where the session has no room for all, those that take longest are proposed.
    void setFiles(const std::vector<std::vector<OwnKernel>>& files);
    /// How many kernels the session has already: there is a limit.
    void setHeld(std::size_t kernels);
    /// As the user does; until then a filter chooses what it shows.
    void choose(Take take);
    [[nodiscard]] std::size_t chosenCount() const;
    /// The kernels that are taken, in the order of the files.
    [[nodiscard]] std::vector<OwnKernel> chosen() const;
    /// Whether some are chosen, and not more than the session has room for.
    [[nodiscard]] bool mayTake() const;
    /// Puts the selected rows, or all that are shown, on the clipboard as CSV.
    void copy() const;

    [[nodiscard]] ImportTableModel* model() const { return m_model; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    [[nodiscard]] QRadioButton* button(Take take) const { return m_takes[static_cast<std::size_t>(take)]; }
    [[nodiscard]] QDoubleSpinBox* longest() const { return m_longest; }
    /// Why not all can be taken; hidden where they can.
    [[nodiscard]] QLabel* limit() const { return m_limit; }

signals:
    /// chosen() or mayTake() may have changed.
    void changed();

protected:
    /// Escape empties the filter; a table of another width gets columns to fit.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void composeTable(QVBoxLayout& column);
    void composeChoice(QVBoxLayout& column);
    void fitColumns();
    void giveRestToName();
    void refresh();
    [[nodiscard]] std::size_t room() const;
    [[nodiscard]] Take take() const;
    /// Rows of the model in the order in which they are shown.
    [[nodiscard]] std::vector<int> shownRows() const;

    Format m_format;
    std::size_t m_held = 0;
    ImportTableModel* m_model;
    QSortFilterProxyModel* m_shown;
    QTableView* m_table;
    QLineEdit* m_filter;
    QLabel* m_count;
    std::array<QRadioButton*, 3> m_takes{}; ///< by Take
    QDoubleSpinBox* m_longest;
    QLabel* m_limit;
    Take m_proposed = Take::All; ///< where no filter and no choice says which
    bool m_isPicked = false;     ///< by the user
};

} // namespace ridgepoint
