// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/labels.h"

#include "app/charts/style/format.h"
#include "app/charts/style/text_painter.h"

#include <QDateTime>
#include <QEvent>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QTextBlock>
#include <QTextBoundaryFinder>
#include <QTextCursor>
#include <QTextDocument>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace ridgepoint {
namespace {

constexpr qsizetype mostNameLetters = 120;
/// No word of more letters is left unbroken.
constexpr int longestWord = 16;

/// With invisible places to break a line.
QString breakable(const QString& name)
{
    constexpr QChar mayBreak(0x200B);
    if (name.size() <= longestWord)
        return name;
    QString result;
    int word = 0;
    for (const QChar letter : name) {
        result += letter;
        word = letter.isSpace() ? 0 : word + 1;
        if (QStringLiteral("_:<,(>").contains(letter) || (word >= longestWord && !letter.isHighSurrogate())) {
            result += mayBreak;
            word = 0;
        }
    }
    return result;
}

/// A line that ends with an ellipsis where it has no room, and then says all of it under the mouse.
class ShortLine : public QLabel {
public:
    using QLabel::QLabel;

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        constexpr int leastLetters = 6;
        return {fontMetrics().averageCharWidth() * leastLetters, QLabel::minimumSizeHint().height()};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(), isEnabled(),
                              fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()),
                              foregroundRole());
    }
    bool event(QEvent* event) override
    {
        const bool isCut = fontMetrics().horizontalAdvance(text()) > contentsRect().width();
        if (event->type() == QEvent::ToolTip && isCut) {
            const QString tip = Qt::mightBeRichText(toolTip()) || toolTip().isEmpty()
                                  ? toolTip()
                                  : Qt::convertFromPlainText(toolTip());
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), Qt::convertFromPlainText(text()) + tip,
                               this);
            return true;
        }
        return QLabel::event(event);
    }
};

/// Layouts take the height from the width; this width only counts where no column gives one.
constexpr int usualWidth = 240;
constexpr int tallest = 1 << 20;
/// One word, however long, does not push the rest of a panel out of sight; in letters, since a presenter's type is
/// larger.
constexpr int mostLetters = 24;

/// What cannot be broken: a line may end at a space and also after a hyphen, as in "memory-bandwidth-bound".
int widestPart(const QString& text, const QFontMetrics& metrics)
{
    QTextBoundaryFinder lineEnds(QTextBoundaryFinder::Line, text);
    int widest = 0;
    for (qsizetype from = 0, to = lineEnds.toNextBoundary(); to >= 0; from = to, to = lineEnds.toNextBoundary())
        widest = std::max(widest, metrics.horizontalAdvance(text.mid(from, to - from).trimmed()));
    return widest;
}

} // namespace

QLabel* makeLabel(const char* role, QWidget* parent, const QString& text)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("role", QLatin1String(role));
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* makeShortLine(const char* role, QWidget* parent)
{
    auto* label = new ShortLine(parent);
    label->setProperty("role", QLatin1String(role));
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* makeColumnText(const char* role, QWidget* parent)
{
    auto* label = new ColumnText(parent);
    label->setProperty("role", QLatin1String(role));
    return label;
}

QLabel* addText(QVBoxLayout* column, const char* role, QWidget* parent, const QString& name)
{
    QLabel* label = makeColumnText(role, parent);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setAccessibleName(name);
    column->addWidget(label);
    return label;
}

QVBoxLayout* makeColumn(QWidget* owner, int spacing)
{
    auto* column = new QVBoxLayout(owner);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(spacing);
    return column;
}

QPushButton* makeButton(const QString& text, const QString& tip, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setToolTip(tip);
    button->setAccessibleName(QString(text).remove(QLatin1Char('&')));
    button->setAutoDefault(false);
    return button;
}

void addButtons(QVBoxLayout& column, std::initializer_list<QPushButton*> buttons)
{
    constexpr int between = 6;
    auto* row = new QHBoxLayout;
    row->setSpacing(between);
    for (QPushButton* button : buttons)
        row->addWidget(button);
    row->addStretch();
    column.addLayout(row);
}

QFrame* makeRule(QWidget* parent)
{
    auto* rule = new QFrame(parent);
    rule->setProperty("surface", QStringLiteral("rule"));
    rule->setFixedHeight(1);
    return rule;
}

QScrollArea* makeScrolling(QWidget* panel, const QString& name, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setWidget(panel);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setAccessibleName(name);
    return area;
}

void setStyleProperty(QWidget* widget, const char* name, const QString& value)
{
    if (widget->property(name).toString() == value)
        return;
    widget->setProperty(name, value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

void tellCopied(QPushButton& button)
{
    constexpr std::chrono::seconds seen{2};
    const char* const isTold = "tellsCopied";
    if (button.property(isTold).toBool())
        return;
    const QString text = button.text();
    const int least = button.minimumWidth();
    button.setProperty(isTold, true);
    button.setMinimumWidth(std::max(least, button.sizeHint().width())); // or what stands beside it would move
    button.setText(QPushButton::tr("Copied"));
    QTimer::singleShot(seen, &button, [&button, text, least, isTold] {
        button.setText(text);
        button.setMinimumWidth(least);
        button.setProperty(isTold, false);
    });
}

QString wrappingName(const QString& name)
{
    constexpr qsizetype half = mostNameLetters / 2;
    return breakable(name.size() <= mostNameLetters ? name : name.left(half) + QChar(0x2026) + name.right(half));
}

void drawAsTyped(QWidget* widget) { widget->setFont(asTyped(QFont())); }

QString nameTip(const QString& name) { return Qt::convertFromPlainText(breakable(name)); }

QString capitalised(QString words)
{
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    return words;
}

QString momentWords(const std::string& moment)
{
    const QDateTime when = QDateTime::fromString(QString::fromStdString(moment), Qt::ISODate);
    return when.isValid() ? Format().locale().toString(when.toLocalTime(), QStringLiteral("d MMM yyyy, HH:mm"))
                          : QString();
}

void spaceParagraphs(QTextDocument& page)
{
    const QFont font = page.defaultFont();
    const double gap = font.pixelSize() > 0 ? font.pixelSize() * 0.6 : font.pointSizeF() * 0.8;
    const auto isCode = [](const QTextBlock& block) {
        return block.isValid() && block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
    };
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        format.setBottomMargin(isCode(block) && isCode(block.next()) ? 0.0 : gap); // each line of code is a block
        QTextCursor(block).setBlockFormat(format);
    }
}

ColumnText::ColumnText(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
}

void ColumnText::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        m_heights.clear();
}

void ColumnText::forgetWhatChanged() const
{
    if (m_text == text() && m_font == font() && m_margins == contentsMargins())
        return;
    m_text = text();
    m_font = font();
    m_margins = contentsMargins();
    m_heights.clear();
    m_leastWidth = 0;
}

int ColumnText::measuredHeight(int width) const
{
    ++m_layouts;
    if (textFormat() != Qt::PlainText)
        return QLabel::heightForWidth(width);
    const int beside = m_margins.left() + m_margins.right() + 2 * margin();
    const int above = m_margins.top() + m_margins.bottom() + 2 * margin();
    const QRect room(0, 0, std::max(1, width - beside), tallest);
    return std::max(fontMetrics().height(), fontMetrics().boundingRect(room, Qt::TextWordWrap, m_text).height())
         + above;
}

int ColumnText::heightForWidth(int width) const
{
    forgetWhatChanged();
    const auto known = std::find_if(m_heights.begin(), m_heights.end(),
                                    [width](const auto& each) { return each.first == width; });
    if (known != m_heights.end())
        return known->second;
    return m_heights.emplace_back(width, measuredHeight(width)).second;
}

QSize ColumnText::minimumSizeHint() const
{
    forgetWhatChanged();
    const QFontMetrics metrics = fontMetrics();
    if (m_leastWidth == 0)
        m_leastWidth = m_margins.left() + m_margins.right()
                     + (textFormat() == Qt::PlainText
                            ? std::min(widestPart(m_text, metrics), metrics.averageCharWidth() * mostLetters)
                            : metrics.averageCharWidth() * 8);
    return {m_leastWidth, metrics.height()};
}

QSize ColumnText::sizeHint() const
{
    return {std::max(minimumSizeHint().width(), usualWidth), minimumSizeHint().height()};
}

} // namespace ridgepoint
