// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/calculator/kernel_row_table.h"

#include <QFrame>

#include <array>
#include <vector>

class QDoubleSpinBox;
class QLabel;
class QRadioButton;
class QVBoxLayout;

namespace ridgepoint {

/// Kernels that may be imported in a table, where nothing is judged, and the choice which of them are taken.
class ImportPreview : public QFrame {
    Q_OBJECT

public:
    /// Which kernels are taken: all, of those that the filter shows the longest, or all of those.
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

    [[nodiscard]] KernelRowTable* rows() const { return m_rows; }
    [[nodiscard]] QRadioButton* button(Take take) const { return m_takes[static_cast<std::size_t>(take)]; }
    [[nodiscard]] QDoubleSpinBox* longest() const { return m_longest; }
    /// Why not all can be taken; hidden where they can.
    [[nodiscard]] QLabel* limit() const { return m_limit; }

signals:
    /// chosen() or mayTake() may have changed.
    void changed();

private:
    void composeChoice(QVBoxLayout& column);
    void refresh();
    [[nodiscard]] std::size_t room() const;
    [[nodiscard]] Take take() const;

    Format m_format;
    std::size_t m_held = 0;
    KernelRowTable* m_rows;
    std::array<QRadioButton*, 3> m_takes{}; ///< by Take
    QDoubleSpinBox* m_longest;
    QLabel* m_limit;
    Take m_proposed = Take::All; ///< where no filter and no choice says which
    bool m_isPicked = false;     ///< by the user
};

} // namespace ridgepoint
