// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/glossary_dialog.h"

#include "app/desktop/base/glossary.h"
#include "app/desktop/base/word_search.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QRegularExpression>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int entryRole = Qt::UserRole;      ///< its place in glossary()
constexpr int searchRole = Qt::UserRole + 1; ///< all of its words
constexpr QSize usualSize(720, 460);
constexpr int listWidth = 220;

const GlossaryEntry& entryAt(const QModelIndex& index)
{
    return glossary()[static_cast<std::size_t>(index.data(entryRole).toInt())];
}

QStandardItemModel* makeTerms(QObject* parent)
{
    auto* model = new QStandardItemModel(parent);
    int place = 0;
    for (const GlossaryEntry& entry : glossary()) {
        auto* item = new QStandardItem(entry.term);
        item->setData(place++, entryRole);
        item->setData(QStringList{entry.term, entry.also.join(QLatin1Char('\n')), entry.text, entry.place}.join(
                          QLatin1Char('\n')),
                      searchRole);
        item->setEditable(false);
        model->appendRow(item);
    }
    return model;
}

/// The text with the first mention of each other term as a link to it.
QString linked(const GlossaryEntry& shown)
{
    QStringList terms;
    for (const GlossaryEntry& entry : glossary())
        if (entry.term != shown.term)
            terms << QRegularExpression::escape(entry.term);
    std::sort(terms.begin(), terms.end(),
              [](const QString& a, const QString& b) { return a.size() > b.size(); }); // "cache line" before "line"
    const QRegularExpression any(QStringLiteral("\\b(%1)(s?)\\b").arg(terms.join(QLatin1Char('|'))),
                                 QRegularExpression::CaseInsensitiveOption);
    const QString text = shown.text.toHtmlEscaped();
    QString html;
    QStringList seen;
    qsizetype end = 0;
    for (auto each = any.globalMatch(text); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        const QString term = match.captured(1).toLower();
        if (seen.contains(term))
            continue;
        seen << term;
        html += QStringView(text).mid(end, match.capturedStart() - end);
        html += QStringLiteral("<a href=\"%1\">%2</a>").arg(term, match.captured());
        end = match.capturedEnd();
    }
    return html + text.mid(end);
}

QString htmlOf(const GlossaryEntry& entry)
{
    QString html = QStringLiteral("<h3>%1</h3><p>%2</p>").arg(entry.term.toHtmlEscaped(), linked(entry));
    if (!entry.formula.isEmpty())
        html += QStringLiteral("<p><i>%1</i></p>").arg(entry.formula.toHtmlEscaped());
    if (!entry.place.isEmpty())
        html += QStringLiteral("<p>%1</p>").arg(GlossaryDialog::tr("Where: %1").arg(entry.place.toHtmlEscaped()));
    if (!entry.also.isEmpty())
        html +=
            QStringLiteral("<p>%1</p>")
                .arg(GlossaryDialog::tr("Also called: %1").arg(entry.also.join(QStringLiteral(", ")).toHtmlEscaped()));
    return html;
}

} // namespace

GlossaryDialog* GlossaryDialog::open(QWidget* window)
{
    auto* dialog = window->findChild<GlossaryDialog*>();
    if (dialog == nullptr) {
        dialog = new GlossaryDialog(window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return dialog;
}

GlossaryDialog::GlossaryDialog(QWidget* parent)
    : QDialog(parent),
      m_search(new QLineEdit(this)),
      m_terms(new QListView(this)),
      m_page(new QTextBrowser(this)),
      m_found(new QSortFilterProxyModel(this))
{
    setWindowTitle(tr("Glossary"));
    resize(usualSize);
    m_found->setSourceModel(makeTerms(m_found));
    m_found->setFilterRole(searchRole);
    compose();
    connect(m_search, &QLineEdit::textChanged, this, &GlossaryDialog::find);
    connect(m_terms->selectionModel(), &QItemSelectionModel::currentChanged, this, &GlossaryDialog::showCurrent);
    connect(m_page, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) { choose(link.toString()); });
    find({});
    m_search->setFocus();
}

void GlossaryDialog::compose()
{
    m_search->setPlaceholderText(tr("Search"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Search the glossary"));
    m_search->installEventFilter(this);
    m_terms->setModel(m_found);
    m_terms->setAccessibleName(tr("Terms"));
    m_terms->setFrameShape(QFrame::NoFrame);
    m_terms->setUniformItemSizes(true);
    m_page->setAccessibleName(tr("Entry"));
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->setOpenLinks(false);
    auto* left = new QVBoxLayout;
    left->addWidget(m_search);
    left->addWidget(m_terms, 1);
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addLayout(left);
    row->addWidget(m_page, 1);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_search, m_terms})
        widget->setFixedWidth(listWidth);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Enter in the field closes nothing
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 14, 14, 14);
    column->addLayout(row, 1);
    column->addWidget(buttons);
}

bool GlossaryDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape && !m_search->text().isEmpty()) {
            m_search->clear();
            return true;
        }
        for (const int moving : {Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown})
            if (key->key() == moving) {
                QCoreApplication::sendEvent(m_terms, event);
                return true;
            }
    }
    return QDialog::eventFilter(watched, event);
}

void GlossaryDialog::find(const QString& words)
{
    const QString sought = words.trimmed();
    const QModelIndex before = m_terms->currentIndex();
    const QString shown = before.isValid() ? entryAt(before).term : QString();
    const QRegularExpression all = allTypedWords(sought);
    m_found->setFilterRegularExpression(all);
    // The best of what is found: a term that begins so, one that has all words, one that is also called so, the one
    // that is shown, the first.
    const auto firstOf = [this](auto matches) {
        for (int row = 0; row < m_found->rowCount(); ++row)
            if (const QModelIndex index = m_found->index(row, 0); matches(entryAt(index)))
                return index;
        return QModelIndex();
    };
    const auto begins = [&](const QString& name) { return name.startsWith(sought, Qt::CaseInsensitive); };
    QModelIndex best;
    if (!sought.isEmpty())
        best = firstOf([&](const GlossaryEntry& entry) { return begins(entry.term); });
    if (!sought.isEmpty() && !best.isValid())
        best = firstOf([&](const GlossaryEntry& entry) { return entry.term.contains(all); });
    if (!sought.isEmpty() && !best.isValid())
        best = firstOf(
            [&](const GlossaryEntry& entry) { return std::any_of(entry.also.begin(), entry.also.end(), begins); });
    if (!best.isValid())
        best = firstOf([&](const GlossaryEntry& entry) { return entry.term == shown; });
    m_terms->setCurrentIndex(best.isValid() ? best : m_found->index(0, 0));
    showCurrent();
}

void GlossaryDialog::choose(const QString& term)
{
    m_search->clear(); // or the search may hide it
    for (int row = 0; row < m_found->rowCount(); ++row)
        if (const QModelIndex index = m_found->index(row, 0);
            entryAt(index).term.compare(term, Qt::CaseInsensitive) == 0)
            m_terms->setCurrentIndex(index);
}

void GlossaryDialog::showCurrent()
{
    const QModelIndex current = m_terms->currentIndex();
    const QString none = tr("No entry contains \"%1\". Search for another word, or empty the field (Esc).")
                             .arg(m_search->text().simplified().replace(QLatin1Char(' '), tr("\" and \"")));
    m_page->setHtml(current.isValid() ? htmlOf(entryAt(current))
                                      : QStringLiteral("<p>%1</p>").arg(none.toHtmlEscaped()));
}

} // namespace ridgepoint
