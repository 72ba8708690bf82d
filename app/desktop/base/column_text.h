// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QLabel>
#include <QMargins>

#include <utility>
#include <vector>

namespace ridgepoint {

/// A text that wraps in a column whose width is not the text's to choose. QLabel lays a text that can be selected out
/// anew for each width that it is asked about, some ten times whenever a neighbour changes, and a panel of a dozen of
/// them takes longer than the charts. This one works its height out once for a text and a width.
class ColumnText : public QLabel {
    Q_OBJECT

public:
    explicit ColumnText(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;
    /// Times that a text was laid out to find its height, so far.
    [[nodiscard]] int layouts() const { return m_layouts; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void forgetWhatChanged() const;
    [[nodiscard]] int measuredHeight(int width) const;

    mutable QString m_text; ///< of which the heights are
    mutable QFont m_font;
    mutable QMargins m_margins;
    mutable std::vector<std::pair<int, int>> m_heights; ///< by width
    mutable int m_leastWidth = 0;
    mutable int m_layouts = 0;
};

} // namespace ridgepoint
