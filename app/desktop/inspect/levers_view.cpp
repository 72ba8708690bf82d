// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/levers_view.h"

#include "app/charts/data/lever_list.h"
#include "app/desktop/base/glossary.h"
#include "app/desktop/base/labels.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// A bar never reaches the end of its row, so that it still looks like a part of it.
constexpr double longestBar = 0.92;

QPushButton* makeLink(const QString& text, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setProperty("role", QStringLiteral("link"));
    button->setCursor(Qt::PointingHandCursor);
    button->setAccessibleName(text);
    return button;
}

/// No button that promises nothing.
bool canBeTried(const LeverFact& fact, bool canTry)
{
    return fact.lever.workload.has_value() && canTry && fact.lever.helps();
}

} // namespace

LeverRow::LeverRow(QWidget* parent) : QFrame(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 4, 8, 4);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_name = makeColumnText("body", this), 1); // a long name wraps rather than widening the panel
    row->addWidget(m_factor = makeLabel("strong", this));
    row->addWidget(m_try = makeLink(tr("try"), this));
    column->addLayout(row);
    column->addWidget(m_result = makeColumnText("muted", this));
    connect(m_try, &QPushButton::clicked, this, [this] { emit tried(m_lever); });
}

void LeverRow::show(const LeverFact& fact, const Workload& workload, double best, std::optional<Regime> limit,
                    bool canTry)
{
    m_lever = fact.lever;
    m_limit = limit;
    m_fraction = m_lever.helps() ? longestBar * std::log(m_lever.speedup) / std::log(std::max(best, 2.0)) : 0.0;
    const QString title = leverTitle(m_lever, workload, m_format);
    m_name->setText(title);
    m_factor->setText(m_format.factor(m_lever.helps() || !fact.measured ? m_lever.speedup : fact.measured->factor));
    m_result->setText(fact.measured ? predictedAndMeasured(m_lever.speedup, *fact.measured, m_format) : QString());
    m_result->setVisible(fact.measured.has_value());
    m_try->setVisible(canBeTried(fact, canTry));
    m_try->setAccessibleName(tr("Try: %1, predicted %2").arg(title, m_format.factor(m_lever.speedup)));
    m_try->setToolTip(tr("Move the sliders there and measure it"));
    setToolTip(leverTip(m_lever, workload, m_format));
    setAccessibleName(words());
    update();
}

void LeverRow::setTheme(const Theme& theme)
{
    m_theme = theme;
    setMinimumHeight(static_cast<int>(theme.fontPixels * 2.4)); // with and without a link alike
    update();
}

QString LeverRow::words() const
{
    QStringList parts{m_name->text() + QLatin1Char(' ') + m_factor->text()};
    if (!m_result->text().isEmpty())
        parts << m_result->text();
    return parts.join(QStringLiteral(", "));
}

void LeverRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme.control);
    painter.drawRoundedRect(rect(), 4, 4);
    if (m_fraction <= 0.0)
        return;
    QColor bar = m_limit ? m_theme.regimeColor(*m_limit) : m_theme.accent;
    bar.setAlphaF(m_theme.dark ? 0.34F : 0.30F); // words stand on it
    painter.setClipRect(QRectF(0.0, 0.0, width() * m_fraction, height()));
    painter.setBrush(bar);
    painter.drawRoundedRect(rect(), 4, 4);
}

LeversView::LeversView(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    m_triedBox = new QWidget(this);
    auto* tried = new QHBoxLayout(m_triedBox);
    tried->setContentsMargins(0, 0, 0, 0);
    tried->setSpacing(4);
    tried->addWidget(m_triedWords = makeColumnText("strong", this), 1);
    tried->addWidget(m_back = makeLink(tr("back"), this));
    m_back->setToolTip(tr("Move the sliders back to where this was tried from"));
    m_back->setAccessibleName(tr("Back to where the lever was tried from"));
    m_triedWords->setAccessibleName(tr("Prediction and measurement of the tried lever"));
    m_triedWords->setToolTip(glossaryTip("speed-up"));
    column->addWidget(m_none = makeColumnText("muted", this));
    m_none->setToolTip(glossaryTip("lever"));
    m_list = new QVBoxLayout;
    m_list->setSpacing(4);
    column->addLayout(m_list);
    connect(m_back, &QPushButton::clicked, this, &LeversView::backAsked);
    show(LeverFacts{}, std::nullopt, false);
}

void LeversView::setTheme(const Theme& theme)
{
    m_theme = theme;
    for (LeverRow* row : m_rows)
        row->setTheme(theme);
}

LeverRow* LeversView::addRow()
{
    auto* row = new LeverRow(this);
    row->setTheme(m_theme);
    m_list->addWidget(row);
    // What is made late is the window's last by the Tab key, however early it stands.
    QWidget* before = m_back;
    for (QWidget* each = parentWidget(); each != nullptr && m_rows.empty(); each = each->parentWidget())
        if (const auto* section = qobject_cast<FoldSection*>(each)) {
            before = section->head();
            break;
        }
    setTabOrder(m_rows.empty() ? before : m_rows.back()->tryButton(), row->tryButton());
    const std::size_t place = m_rows.size();
    m_rows.push_back(row);
    connect(row, &LeverRow::tried, this, [this, place](const Lever& lever) {
        // By the time it is measured this place of the list has another lever; the way back is what goes on from here.
        const bool held = holdsFocus();
        emit tried(lever);
        if (held && m_back->isVisibleTo(m_triedBox) && !m_triedBox->isHidden())
            m_back->setFocus(Qt::OtherFocusReason);
        m_focusRow = place; // and where that leads to
    });
    return row;
}

bool LeversView::holdsFocus() const
{
    const QWidget* focus = window()->focusWidget();
    return focus != nullptr && (focus == this || focus == m_back || isAncestorOf(focus));
}

/// To the button of that row, or of the nearest that has one, or to the way back.
void LeversView::giveFocusTo(std::size_t row)
{
    const auto canTake = [this](std::size_t i) {
        return !m_rows[i]->isHidden() && !m_rows[i]->tryButton()->isHidden();
    };
    QWidget* taker = nullptr;
    std::size_t least = m_rows.size();
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (const std::size_t away = i > row ? i - row : row - i; canTake(i) && away < least) {
            taker = m_rows[i]->tryButton();
            least = away;
        }
    if (taker == nullptr && !m_triedBox->isHidden() && !m_back->isHidden())
        taker = m_back;
    if (taker != nullptr)
        taker->setFocus(Qt::OtherFocusReason);
}

void LeversView::showTried(const LeverFacts& facts)
{
    m_triedBox->setVisible(facts.tried.has_value());
    if (!facts.tried)
        return;
    m_triedWords->setText(triedWords(*facts.tried, m_format));
    m_back->setVisible(facts.workload != facts.tried->from);
}

void LeversView::show(const LeverFacts& facts, std::optional<Regime> limit, bool hasWhatIf)
{
    const std::vector<const LeverFact*> shown = leverRows(facts.levers).shown;
    const double best = facts.levers.empty() ? 1.0 : facts.levers.front().lever.speedup;
    const bool canTry = facts.canMeasure && !hasWhatIf;
    const QWidget* focus = window()->focusWidget();
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i]->tryButton() == focus)
            m_focusRow = i;
    // Hiding what has the keyboard hands it to the next widget of the window and scrolls there: held here meanwhile.
    const bool isLost = (focus == m_back && (!facts.tried || facts.workload == facts.tried->from))
                     || (m_focusRow < m_rows.size() && focus == m_rows[m_focusRow]->tryButton()
                         && (m_focusRow >= shown.size() || !canBeTried(*shown[m_focusRow], canTry)));
    if (isLost)
        setFocus(Qt::OtherFocusReason);
    while (m_rows.size() < shown.size())
        addRow();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (i < shown.size())
            m_rows[i]->show(*shown[i], facts.workload, best, limit, canTry);
        m_rows[i]->setVisible(i < shown.size());
    }
    showTried(facts);
    m_none->setText(facts.levers.empty() ? tr("Known once the roofs are measured.")
                    : hasWhatIf          ? tr("Predicted with the what-if roofs; reset the what-if to try a lever.")
                                         : tr("No change is predicted to make this point faster."));
    m_none->setVisible(shown.empty() || hasWhatIf);
    if (window()->focusWidget() == this)
        giveFocusTo(m_focusRow);
    emit tryOffered(
        std::any_of(shown.begin(), shown.end(), [canTry](const LeverFact* fact) { return canBeTried(*fact, canTry); }));
}

std::vector<LeverRow*> LeversView::rows() const
{
    std::vector<LeverRow*> shown;
    std::copy_if(m_rows.begin(), m_rows.end(), std::back_inserter(shown),
                 [](const LeverRow* row) { return !row->isHidden(); });
    return shown;
}

CausesView::CausesView(QWidget* parent) : FoldSection(tr("What else could limit it"), parent)
{
    QVBoxLayout* column = body();
    column->addWidget(m_shortfall = makeColumnText("body", this));
    m_shortfall->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_list = new QVBoxLayout;
    m_list->setSpacing(2);
    column->addLayout(m_list);
    QLabel* again = makeColumnText("muted", this);
    again->setText(tr("Other programs or a lower clock: measured again, the same point takes a different time."));
    column->addWidget(again);
    column->addWidget(m_again = makeLink(tr("Measure this point again"), this), 0, Qt::AlignLeft);
    m_again->setToolTip(tr("Measure this point again; the better of both measurements is kept"));
    connect(m_again, &QPushButton::clicked, this, &CausesView::againAsked);
}

void CausesView::showShortfall(const QString& sentence)
{
    m_shortfall->setText(sentence);
    setVisible(!sentence.isEmpty());
}

void CausesView::addRow()
{
    const std::size_t place = m_rows.size();
    Row row{makeColumnText("muted", this), makeLink({}, this), {}};
    row.words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_list->addWidget(row.words);
    m_list->addWidget(row.measure, 0, Qt::AlignLeft);
    setTabOrder(place == 0 ? head() : m_rows.back().measure, row.measure);
    setTabOrder(row.measure, m_again);
    connect(row.measure, &QPushButton::clicked, this, [this, place] { emit measureAsked(m_rows[place].test); });
    m_rows.push_back(row);
}

void CausesView::show(const LeverFacts& facts)
{
    while (m_rows.size() < facts.causes.size())
        addRow();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        Row& row = m_rows[i];
        const bool isShown = i < facts.causes.size();
        row.words->setVisible(isShown);
        row.measure->setVisible(isShown && facts.canMeasure);
        if (!isShown)
            continue;
        const CauseFact& cause = facts.causes[i];
        row.test = cause.test;
        row.words->setText(causeWords(cause, m_format));
        row.measure->setText(cause.finding                        ? tr("Measure it again")
                             : cause.test.cause == Cause::Threads ? tr("Measure with half the threads")
                                                                  : tr("Measure four times the elements"));
        row.measure->setAccessibleName(row.measure->text());
    }
    m_again->setVisible(facts.canMeasure);
}

std::vector<QLabel*> CausesView::lines() const
{
    std::vector<QLabel*> shown;
    for (const Row& row : m_rows)
        if (!row.words->isHidden())
            shown.push_back(row.words);
    return shown;
}

DoublingView::DoublingView(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_words = makeColumnText("body", this));
    column->addWidget(m_measure = makeLink(tr("Measure twice the size"), this), 0, Qt::AlignLeft);
    column->addWidget(m_caveat = makeColumnText("muted", this));
    m_words->setAccessibleName(tr("Doubling test"));
    m_words->setToolTip(glossaryTip("elasticity"));
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_measure->setToolTip(tr("Measure this point and the same workload with twice the elements"));
    m_caveat->setText(tr("A matrix product with few rows also doubles for free: most of its traffic is the weights, "
                         "which do not grow."));
    connect(m_measure, &QPushButton::clicked, this, &DoublingView::measureAsked);
    show(LeverFacts{});
}

void DoublingView::show(const LeverFacts& facts)
{
    const bool lacks = !facts.doubling && !facts.doublingLacks.empty();
    m_words->setText(facts.doubling ? doublingWords(facts, m_format)
                     : lacks        ? tr("Does twice the size take twice the time? Not measured here yet.")
                                    : tr("There is no larger size to compare with."));
    m_measure->setVisible(lacks && facts.canMeasure);
    m_caveat->setVisible(facts.doubling && facts.doubling->verdict == DoublingVerdict::Overhead);
}

} // namespace ridgepoint
