// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/lessons/lesson_panel.h"

#include "app/desktop/base/labels.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

constexpr int wordsHeight = 84; ///< about four lines

bool isEnterKey(const QKeyEvent& event)
{
    return (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter)
        && (event.modifiers() & ~Qt::KeypadModifier) == 0;
}

bool isArrowKey(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Up || event.key() == Qt::Key_Down || event.key() == Qt::Key_Left
        || event.key() == Qt::Key_Right;
}

/// An answer whose words go on in further lines where one has no room for them: Qt's would be cut at the panel's edge.
/// Arrow keys choose, where Qt's only move the focus before one of them is chosen, and Enter goes on.
class ChoiceButton : public QRadioButton {
public:
    ChoiceButton(const QString& words, QPushButton& next, QWidget* parent)
        : QRadioButton(words, parent), m_words(words), m_next(next)
    {
        setProperty("role", QStringLiteral("choice"));
        setAccessibleName(words);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        constexpr int leastLetters = 16;
        return {fontMetrics().averageCharWidth() * leastLetters, QRadioButton::minimumSizeHint().height()};
    }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (isEnterKey(*event)) {
            event->accept(); // or the window would press what has the focus by then (letKeysPressButtons)
            if (!event->isAutoRepeat())
                m_next.click();
            return;
        }
        QRadioButton::keyPressEvent(event);
        if (!isArrowKey(*event) || group() == nullptr)
            return;
        auto* reached = qobject_cast<QAbstractButton*>(window()->focusWidget());
        (group()->buttons().contains(reached) ? reached : this)->setChecked(true);
    }
    void resizeEvent(QResizeEvent* event) override
    {
        QRadioButton::resizeEvent(event);
        wrap();
    }
    void changeEvent(QEvent* event) override
    {
        QRadioButton::changeEvent(event);
        if (event->type() == QEvent::FontChange)
            wrap();
    }

private:
    void wrap()
    {
        const int circle = QRadioButton::sizeHint().width() - fontMetrics().size(Qt::TextShowMnemonic, text()).width();
        QStringList lines{QString()};
        for (const QString& word : m_words.split(QLatin1Char(' '))) {
            const QString longer = lines.back().isEmpty() ? word : lines.back() + QLatin1Char(' ') + word;
            if (lines.back().isEmpty() || fontMetrics().horizontalAdvance(longer) <= width() - circle)
                lines.back() = longer;
            else
                lines << word;
        }
        setText(lines.join(QLatin1Char('\n')));
    }

    QString m_words;
    QPushButton& m_next;
};

} // namespace

LessonPanel::LessonPanel(QWidget* inspector, QWidget* parent)
    : Card(QString(), parent), m_inspector(inspector), m_close(new QToolButton(this))
{
    m_close->setText(QStringLiteral("✕"));
    m_close->setProperty("role", QStringLiteral("flat"));
    m_close->setToolTip(tr("End the lesson"));
    m_close->setAccessibleName(m_close->toolTip());
    addToHead(m_close);
    compose();
    hide();
}

void LessonPanel::compose()
{
    body()->setSpacing(10);
    m_heading = makeLabel("strong", this);
    body()->addWidget(m_heading);
    m_doubt = addText(body(), "strong", this, tr("Whether the measurement holds"));
    m_comparison = addText(body(), "value", this, tr("Prediction and measurement"));
    m_text = addText(body(), "reading", this, tr("Lesson"));
    m_answers = new QWidget(this);
    auto* answers = new QVBoxLayout(m_answers);
    answers->setContentsMargins(0, 4, 0, 4);
    answers->setSpacing(0); // the rows have room in their rings
    body()->addWidget(m_answers);
    m_choices = new QButtonGroup(this);
    m_number = new QLineEdit(this);
    m_number->setAccessibleName(tr("Your prediction"));
    m_number->setToolTip(tr("Your prediction, a number"));
    body()->addWidget(m_number);
    m_complaint = makeColumnText("warning", this);
    m_complaint->hide();
    body()->addWidget(m_complaint);
    m_measure = new QPushButton(tr("Measure i&t"), this);
    m_measure->setProperty("role", QStringLiteral("primary"));
    body()->addWidget(m_measure, 0, Qt::AlignLeft);
    m_status = addText(body(), "muted", this, tr("What is measured"));
    m_chart = new QPushButton(tr("Show the &chart"), this);
    m_chart->setAccessibleName(tr("Show the experiment's chart"));
    body()->addWidget(m_chart, 0, Qt::AlignLeft);
    m_seen = makeWords(tr("In your own words (optional)"), tr("What you saw"));
    m_transfer = makeWords(tr("Your answer (optional)"), tr("Your answer to the last question"));
    m_person = new QLineEdit(this);
    m_person->setPlaceholderText(tr("Your name (optional)"));
    m_person->setAccessibleName(tr("Your name, for the file"));
    body()->addWidget(m_person);
    m_save = new QPushButton(tr("&Save the answers…"), this);
    body()->addWidget(m_save, 0, Qt::AlignLeft);
    m_handout = new QPushButton(tr("Save a handout (P&DF)…"), this);
    m_handout->setAccessibleName(tr("Save the lesson on one page"));
    body()->addWidget(m_handout, 0, Qt::AlignLeft);
    m_back = new QPushButton(tr("&Back"), this);
    m_next = new QPushButton(tr("&Next"), this);
    m_measure->setAccessibleName(tr("Measure what the lesson needs"));
    m_save->setAccessibleName(tr("Save the answers to a file"));
    m_back->setAccessibleName(tr("To the step before"));
    m_next->setAccessibleName(tr("To the next step"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_back);
    row->addStretch(1);
    row->addWidget(m_next);
    body()->addLayout(row);
    body()->addStretch(1);
    connect(m_chart, &QPushButton::clicked, this, &LessonPanel::chartAsked);
    connect(m_choices, &QButtonGroup::idToggled, this, &LessonPanel::answered);
    connect(m_number, &QLineEdit::textChanged, this, &LessonPanel::answered);
    // Later, when the key has gone its way: Enter also presses what has the focus by then (letKeysPressButtons).
    connect(m_number, &QLineEdit::returnPressed, m_next, &QPushButton::click, Qt::QueuedConnection);
}

QPlainTextEdit* LessonPanel::makeWords(const QString& placeholder, const QString& name)
{
    auto* words = new QPlainTextEdit(this);
    words->setPlaceholderText(placeholder);
    words->setAccessibleName(name);
    words->setTabChangesFocus(true);
    words->setFixedHeight(wordsHeight);
    body()->addWidget(words);
    return words;
}

QWidget* LessonPanel::withInspector()
{
    auto* both = new QWidget(parentWidget());
    auto* column = new QVBoxLayout(both);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(this);
    column->addWidget(m_inspector);
    return both;
}

void LessonPanel::begin(const QString& title, const QStringList& choices, const QString& numberOf)
{
    setTitle(title);
    setNote({}); // the place of another one in a lecture
    for (QAbstractButton* button : m_choices->buttons())
        delete button;
    delete m_answers->findChild<QLabel*>();
    m_number->setAccessibleDescription(numberOf);
    if (!numberOf.isEmpty()) {
        auto* label = makeColumnText("body", m_answers);
        label->setText(numberOf);
        label->setBuddy(m_number);
        m_answers->layout()->addWidget(label);
    }
    QWidget* before = m_close;
    for (const QString& choice : choices) {
        auto* button = new ChoiceButton(choice, *m_next, m_answers);
        m_choices->addButton(button, static_cast<int>(m_choices->buttons().size()));
        m_answers->layout()->addWidget(button);
        setTabOrder(before, button); // it is younger than all the window, whose first slider Tab would reach else
        before = button;
    }
    m_number->clear();
    m_number->setEnabled(true);
    m_seen->clear();
    m_transfer->clear();
    m_person->clear();
    m_heading->clear();
    complain({});
    m_inspector->hide();
    setVisible(true);
}

void LessonPanel::show(const State& state)
{
    const bool isOther = m_heading->text() != state.title;
    m_heading->setText(state.title);
    m_text->setText(state.text);
    m_doubt->setText(state.doubt);
    m_doubt->setVisible(!state.doubt.isEmpty());
    m_comparison->setText(state.comparison);
    m_comparison->setVisible(!state.comparison.isEmpty());
    const bool hasChoices = !m_choices->buttons().isEmpty();
    m_answers->setVisible(state.asks && m_answers->layout()->count() > 0);
    m_number->setVisible(state.asks && !hasChoices && !state.draws);
    m_complaint->setVisible(state.asks && !state.draws && !m_complaint->text().isEmpty());
    m_measure->setVisible(state.measures);
    const auto enable = [this](QPushButton* button, bool isEnabled) {
        if (!isEnabled && window()->focusWidget() == button)
            setFocus(Qt::OtherFocusReason); // or Qt would give it to the step back, or to a list beside the charts
        button->setEnabled(isEnabled);
    };
    m_measure->setText(state.isMeasured ? tr("Measure i&t again") : tr("Measure i&t"));
    enable(m_measure, state.canMeasure);
    m_status->setText(state.status);
    m_status->setVisible(!state.status.isEmpty());
    m_chart->setVisible(state.hasChart);
    m_seen->setVisible(state.asksSeen);
    m_transfer->setVisible(state.asksTransfer);
    m_person->setVisible(state.saves);
    m_save->setVisible(state.saves);
    m_handout->setVisible(state.saves);
    m_next->setText(state.isLast ? tr("F&inish") : tr("&Next"));
    enable(m_back, state.canGoBack);
    enable(m_next, state.canGoOn);
    // The step that goes on is the coloured one, but for where measuring does.
    setStyleProperty(m_next, "role", state.canMeasure && !state.isMeasured ? QString() : QStringLiteral("primary"));
    if (isOther || (window()->focusWidget() == this && (state.canGoOn || state.canMeasure)))
        focusOn(state);
}

void LessonPanel::focusOn(const State& state)
{
    QWidget* first = m_next;
    if (state.asks && m_number->isEnabled() && m_choices->buttons().isEmpty() && !state.draws)
        first = m_number;
    else if (state.asks && !m_choices->buttons().isEmpty() && m_choices->buttons().front()->isEnabled())
        first = m_choices->checkedButton() != nullptr ? m_choices->checkedButton() : m_choices->buttons().front();
    else if (state.canMeasure && !state.isMeasured)
        first = m_measure;
    else if (state.asksSeen)
        first = m_seen;
    else if (state.asksTransfer)
        first = m_transfer;
    first->setFocus(Qt::OtherFocusReason);
}

void LessonPanel::end()
{
    hide();
    m_inspector->setVisible(true);
}

void LessonPanel::freeze()
{
    m_number->setEnabled(false);
    for (QAbstractButton* button : m_choices->buttons())
        button->setEnabled(false);
}

void LessonPanel::complain(const QString& words)
{
    m_complaint->setText(words);
    m_complaint->setVisible(!words.isEmpty() && m_number->isVisible());
}

std::optional<std::size_t> LessonPanel::choice() const
{
    const int id = m_choices->checkedId();
    return id < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(id));
}

} // namespace ridgepoint
