// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>
#include <QString>

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
/// The whole name as a tooltip that wraps.
[[nodiscard]] QString nameTip(const QString& name);
/// "Memory-bandwidth-bound" of "memory-bandwidth-bound".
[[nodiscard]] QString capitalised(QString words);

/// Sets the paragraphs of a page apart, and a block of code from them: Markdown comes without room between, which makes
/// half a page one grey block.
void spaceParagraphs(QTextDocument& page);

} // namespace ridgepoint
