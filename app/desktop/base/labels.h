// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFrame>
#include <QLabel>
#include <QMargins>
#include <QString>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

class QPushButton;
class QScrollArea;
class QVBoxLayout;
class QTextDocument;

namespace ridgepoint {

/// A label in one of the style sheet's roles: title, muted, body, value, strong, headline, figure, rate, equation,
/// warning.
[[nodiscard]] QLabel* makeLabel(const char* role, QWidget* parent, const QString& text = {});
/// The same for a line that may get less room than it needs: it ends with an ellipsis then.
[[nodiscard]] QLabel* makeShortLine(const char* role, QWidget* parent);
/// The same for a text that wraps in a column of given width.
[[nodiscard]] QLabel* makeColumnText(const char* role, QWidget* parent);
/// At the end of a column: a label that wraps and whose text can be selected, with a name for screen readers.
QLabel* addText(QVBoxLayout* column, const char* role, QWidget* parent, const QString& name);
/// The layout of a widget that stands in a panel: a column without margins.
[[nodiscard]] QVBoxLayout* makeColumn(QWidget* owner, int spacing);
/// A button that Enter in a field of its dialog does not press; screen readers say its text.
[[nodiscard]] QPushButton* makeButton(const QString& text, const QString& tip, QWidget* parent);
/// At the end of a column: buttons beside each other, from the left.
void addButtons(QVBoxLayout& column, std::initializer_list<QPushButton*> buttons);
/// A thin line between two sections.
[[nodiscard]] QFrame* makeRule(QWidget* parent);
/// A panel that scrolls where the window is too low for it; its width is the owner's to set.
[[nodiscard]] QScrollArea* makeScrolling(QWidget* panel, const QString& name, QWidget* parent);
/// Sets a dynamic property that the style sheet looks at, and lets it look again.
void setStyleProperty(QWidget* widget, const char* name, const QString& value);
/// Says on a button that copies, for two seconds, that it has.
void tellCopied(QPushButton& button);
/// A kernel's name for a label that wraps: with places to break a line in a long word, which would make the label as
/// wide as itself, and without the middle of what is longer than 120 letters. The label's tooltip is the whole name.
[[nodiscard]] QString wrappingName(const QString& name);
/// Lets a label or field draw names of kernels as they are typed, "tile_128x64" without ×, in the style sheet's size;
/// tooltips do so by themselves.
void drawAsTyped(QWidget* widget);
/// The whole name as a tooltip that wraps.
[[nodiscard]] QString nameTip(const QString& name);
/// "Memory-bandwidth-bound" of "memory-bandwidth-bound".
[[nodiscard]] QString capitalised(QString words);

/// "27 Nov 2026, 10:42", by this machine's clock, of a moment in ISO 8601; empty of what is none.
[[nodiscard]] QString momentWords(const std::string& moment);

/// Sets the paragraphs of a page apart, and a block of code from them: Markdown comes without room between, which makes
/// half a page one grey block.
void spaceParagraphs(QTextDocument& page);

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
