// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/guide_dialog.h"

#include "app/charts/render/guide.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/window_look.h"
#include "app/desktop/base/word_search.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyle>
#include <QTextBlock>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <vector>

namespace ridgepoint {
namespace {

constexpr QSize guideSize(940, 640);
constexpr int leastListWidth = 240;
constexpr int leastPageWidth = 660; ///< with all margins
constexpr int widestPicture = 640;

} // namespace

/// Draws the charts of a page in the theme and for the pixels of its window.
class GuidePageView : public QTextBrowser {
public:
    explicit GuidePageView(const WindowLook& look, QWidget* parent) : QTextBrowser(parent), m_look(look)
    {
        setOpenExternalLinks(true);
        setFrameShape(QFrame::NoFrame);
        setAccessibleName(GuideDialog::tr("Page of the guide"));
        document()->setDocumentMargin(10.0);
    }
    /// Marks the words of what was typed, and scrolls to the first.
    void mark(const QString& typed)
    {
        const QRegularExpression words = anyTypedWord(typed);
        QList<QTextEdit::ExtraSelection> marks;
        QTextCharFormat format;
        format.setBackground(palette().color(QPalette::Highlight));
        format.setForeground(palette().color(QPalette::HighlightedText));
        for (QTextCursor at = document()->find(words); !at.isNull(); at = document()->find(words, at))
            marks.push_back({at, format});
        setExtraSelections(marks);
        if (!marks.empty()) {
            QTextCursor first = marks.front().cursor;
            first.clearSelection();
            setTextCursor(first);
            ensureCursorVisible();
        }
    }

protected:
    QVariant loadResource(int type, const QUrl& name) override
    {
        if (type != QTextDocument::ImageResource || name.scheme() != QLatin1String("chart"))
            return QTextBrowser::loadResource(type, name);
        const int margins = 2 * static_cast<int>(document()->documentMargin());
        const int bar = verticalScrollBar()->sizeHint().width(); // which may come with the picture
        const int room = std::min(widestPicture, viewport()->width() - margins - bar);
        const auto picture = guidePicture(name, std::max(room, 200), devicePixelRatioF(),
                                          m_look.theme().dark ? ThemeName::Dark : ThemeName::Light);
        return picture ? QVariant(*picture) : QVariant();
    }

private:
    const WindowLook& m_look;
};

GuideDialog* GuideDialog::open(QWidget* window, const WindowLook& look)
{
    auto* dialog = window->findChild<GuideDialog*>();
    if (dialog == nullptr) {
        dialog = new GuideDialog(look, window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return dialog;
}

GuideDialog::GuideDialog(const WindowLook& look, QWidget* parent)
    : QDialog(parent),
      m_search(new QLineEdit(this)),
      m_pages(new QListWidget(this)),
      m_view(new GuidePageView(look, this))
{
    setWindowTitle(tr("Guide"));
    const double scale = static_cast<double>(look.theme().fontPixels) / Theme().fontPixels;
    resize((guideSize * scale).boundedTo(screen()->availableGeometry().size() - QSize(24, 60))); // without a frame
    m_search->setPlaceholderText(tr("Search"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Search the guide"));
    m_search->installEventFilter(this);
    m_pages->setAccessibleName(tr("Pages"));
    m_pages->setFrameShape(QFrame::NoFrame);
    m_pages->setWordWrap(true);
    m_pages->setSpacing(3);
    for (std::size_t i = 0; i < guidePages().size(); ++i)
        m_pages->addItem(QString());
    list({});
    auto* left = new QVBoxLayout;
    left->addWidget(m_search);
    left->addWidget(m_pages, 1);
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addLayout(left);
    row->addWidget(m_view, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Enter in the field closes nothing
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 14, 14, 14);
    column->addLayout(row, 1);
    column->addWidget(buttons);
    connect(m_search, &QLineEdit::textChanged, this, &GuideDialog::find);
    connect(m_pages, &QListWidget::currentRowChanged, this, &GuideDialog::showCurrent);
    connect(&look, &WindowLook::changed, this, [this] {
        fitList();
        layout()->activate(); // pictures are as wide as their page
        showCurrent();
    });
    m_pages->setCurrentRow(0);
    m_search->setFocus();
}

QWidget* GuideDialog::page() const { return m_view; }
int GuideDialog::marks() const { return static_cast<int>(m_view->extraSelections().size()); }

/// The pages with the words in their titles first, then the others in their order; without words all of them.
void GuideDialog::list(const QString& sought)
{
    const QRegularExpression words = allTypedWords(sought);
    std::vector<std::size_t> order(guidePages().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_partition(order.begin(), order.end(),
                          [&words](std::size_t page) { return guidePages()[page].title.contains(words); });
    for (std::size_t row = 0; row < order.size(); ++row) {
        const GuidePage& page = guidePages()[order[row]];
        QListWidgetItem& item = *m_pages->item(static_cast<int>(row));
        item.setText(page.title);
        item.setData(Qt::UserRole, static_cast<int>(order[row]));
        item.setHidden(!page.text.contains(words));
    }
    fitList();
}

/// As wide as the longest title, unless the page would be too narrow: then titles are wrapped.
void GuideDialog::fitList()
{
    const QFontMetrics type = m_pages->fontMetrics();
    int widest = 0;
    for (const GuidePage& page : guidePages())
        widest = std::max(widest, type.horizontalAdvance(page.title));
    const int margins = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, m_pages) + 1) + 2;
    const int edges = margins + 2 * m_pages->spacing() + m_pages->verticalScrollBar()->sizeHint().width();
    const int most = std::max(leastListWidth, width() - leastPageWidth);
    const int room = std::clamp(widest + edges, leastListWidth, most);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_search, m_pages})
        widget->setFixedWidth(room);
    for (int row = 0; row < m_pages->count(); ++row) {
        QListWidgetItem& item = *m_pages->item(row);
        const QRect line(0, 0, room - edges, QWIDGETSIZE_MAX);
        item.setSizeHint({room - edges + margins, type.boundingRect(line, Qt::TextWordWrap, item.text()).height()});
    }
}

void GuideDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    fitList();
}

int GuideDialog::current() const
{
    const QListWidgetItem* item = m_pages->currentItem();
    return item != nullptr ? item->data(Qt::UserRole).toInt() : -1;
}

void GuideDialog::find(const QString& words)
{
    const QString sought = words.trimmed();
    const int shown = current();
    int row = -1; // of the page that is shown, else the first
    {
        const QSignalBlocker blocker(m_pages); // the page stays where its row goes
        list(sought);
        for (int i = m_pages->count(); i-- > 0;)
            if (!m_pages->item(i)->isHidden())
                row = i;
        for (int i = 0; i < m_pages->count(); ++i)
            if (m_pages->item(i)->data(Qt::UserRole).toInt() == shown && !m_pages->item(i)->isHidden())
                row = i;
        m_pages->setCurrentRow(row);
    }
    if (current() == shown && shown >= 0)
        m_view->mark(sought);
    else
        showCurrent();
}

void GuideDialog::showCurrent()
{
    const int page = current();
    if (page < 0) {
        const QString words = tr("No page contains \"%1\". Search for another word, or empty the field (Esc).")
                                  .arg(m_search->text().simplified().replace(QLatin1Char(' '), tr("\" and \"")));
        m_view->setHtml(
            QStringLiteral("<p>%1</p>").arg(words.toHtmlEscaped())); // plain text keeps the last letters' look
        return;
    }
    m_view->setMarkdown(guidePages()[static_cast<std::size_t>(page)].text);
    spaceParagraphs(*m_view->document());
    m_view->verticalScrollBar()->setValue(0);
    m_view->mark(m_search->text().trimmed());
}

bool GuideDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape && !m_search->text().isEmpty()) {
            m_search->clear();
            return true;
        }
        if (key == Qt::Key_Up || key == Qt::Key_Down) {
            QCoreApplication::sendEvent(m_pages, event);
            return true;
        }
        if (key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_view, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace ridgepoint
