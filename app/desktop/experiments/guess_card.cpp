// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/experiments/guess_card.h"

#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/chart_widget.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/part_focus.h"
#include "app/desktop/experiments/curve_input.h"
#include "app/desktop/experiments/guess_input.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

bool hasMeasured(const ExperimentResult* result)
{
    return result != nullptr
        && (!result->lanes.empty()
            || std::any_of(result->points.begin(), result->points.end(),
                           [](const ExperimentPoint& point) { return point.provenance == Provenance::Measured; }));
}

} // namespace

GuessCard::GuessCard(ChartWidget& chart, QWidget* parent)
    : Card(tr("Your guess"), parent),
      m_chart(chart),
      m_question(addText(body(), "body", this, tr("Question"))),
      m_verdict(addText(body(), "value", this, tr("Your guess and the measurement"))),
      m_row(new QHBoxLayout),
      m_guess(new QPushButton(tr("&Guess"), this)),
      m_skip(new QPushButton(tr("S&kip"), this)),
      m_again(new QPushButton(tr("Guess agai&n"), this))
{
    m_guess->setToolTip(
        tr("Keep this guess; Run measures, and the prediction is shown beside the measurement (Alt+G)"));
    m_skip->setToolTip(tr("Show it without a guess (Alt+K)"));
    m_again->setProperty("role", QStringLiteral("link"));
    m_again->setToolTip(tr("Hide the chart and the findings until a guess is made (Alt+N)"));
    m_row->setSpacing(6);
    for (QPushButton* button : {m_guess, m_skip}) {
        button->setAutoDefault(false);
        m_row->addWidget(button);
    }
    m_row->addStretch();
    body()->addLayout(m_row);
    m_again->setAutoDefault(false);
    addToHead(m_again);
    connect(m_guess, &QPushButton::clicked, this, [this] { take(true); });
    connect(m_skip, &QPushButton::clicked, this, [this] {
        delete std::exchange(m_input, nullptr);
        take(false);
    });
    connect(m_again, &QPushButton::clicked, this, [this] {
        askAgain(m_info->id);
        takeFocus();
    });
    refresh();
}

void GuessCard::setQuestion(const ExperimentInfo& info, const ExperimentParameters& parameters)
{
    const Finding words = questionOf(info.guess, parameters);
    const bool isAsked = asks(info.guess, parameters);
    if (m_info == &info && m_isAsked == isAsked && findingText(m_words) == findingText(words))
        return; // what is half typed stays
    m_info = &info;
    m_words = words;
    m_isAsked = isAsked;
    m_stretch = info.guess.stretch != nullptr ? info.guess.stretch(parameters) : GuessStretch{};
    delete std::exchange(m_input, nullptr);
    m_question->setText(findingWords(m_words, m_format));
    refresh();
}

void GuessCard::setResult(const ExperimentResult* result)
{
    m_result = result;
    if (m_info != nullptr && hasMeasured(result))
        if (Asked& asked = m_all[m_info->id]; !asked.isAgain)
            asked.isSettled = true;
    refresh();
}

void GuessCard::setRunning(bool isRunning)
{
    if (m_isRunning == isRunning)
        return;
    if (isRunning)
        settle();
    m_isRunning = isRunning;
    refresh();
    emit changed();
}

void GuessCard::setPossible(bool isPossible)
{
    if (m_isPossible == isPossible)
        return;
    m_isPossible = isPossible;
    refresh();
    emit changed();
}

void GuessCard::setAskedElsewhere(const AskedElsewhere& asked)
{
    if (m_elsewhere == asked)
        return;
    m_elsewhere = asked;
    refresh();
    emit changed();
}

bool GuessCard::isAskedElsewhere() const { return m_info != nullptr && m_info->id == m_elsewhere.experiment; }

void GuessCard::settle() { take(false); }

bool GuessCard::takeFocus()
{
    if (!isAsking() || m_input == nullptr)
        return false;
    m_input->setFocus();
    return true;
}

void GuessCard::take(bool asItStands)
{
    if (!isAsking())
        return;
    std::optional<Guess> given = m_input != nullptr ? m_input->guess(asItStands) : std::nullopt;
    if (asItStands && !given) {
        m_input->setFocus(); // Guess was pressed, and nothing is there to keep
        return;
    }
    m_all[m_info->id] = {.isSettled = true, .guess = std::move(given), .question = findingText(m_words)};
    refresh();
    emit changed();
}

void GuessCard::askAgain(const std::string& experiment)
{
    m_all[experiment] = {.isAgain = true};
    refresh();
    emit changed();
}

bool GuessCard::isAsking() const
{
    if (m_info == nullptr || !m_isAsked || !m_isPossible || m_isRunning || isAskedElsewhere())
        return false;
    const auto found = m_all.find(m_info->id);
    return found == m_all.end() || !found->second.isSettled;
}

bool GuessCard::hidesPrediction() const
{
    if (isAsking() || isHeldBack())
        return true;
    const bool wasRun = !m_isRunning && m_result != nullptr && !m_result->created.empty();
    return (given() || isAskedElsewhere()) && !wasRun && !hasMeasured(m_result);
}

bool GuessCard::isOpen() const
{
    const bool isOver = !m_isRunning && hasMeasured(m_result);
    return isAsking() || isHeldBack() || ((kept() || isAskedElsewhere()) && !isOver);
}

bool GuessCard::isReadable() const { return m_input == nullptr || m_input->isReadable(); }

std::optional<Guess> GuessCard::given() const
{
    if (m_info == nullptr || isAskedElsewhere())
        return std::nullopt;
    if (isAsking())
        return m_input != nullptr ? m_input->guess(false) : std::nullopt;
    const auto found = m_all.find(m_info->id);
    return found != m_all.end() && found->second.question == findingText(m_words) ? found->second.guess : std::nullopt;
}

std::optional<Guess> GuessCard::kept() const { return isAsking() || !m_isAsked ? std::nullopt : given(); }

std::optional<Guess> GuessCard::guessFor(const ExperimentInfo& info, const ExperimentResult& result) const
{
    const auto parameters = readParameters(info, result.parameters);
    const auto found = m_all.find(info.id);
    return parameters && found != m_all.end() && found->second.isSettled
                && found->second.question == findingText(questionOf(info.guess, *parameters))
             ? found->second.guess
             : std::nullopt;
}

void GuessCard::makeInput()
{
    m_input = new GuessInput(m_info->guess, m_stretch, m_chart, this);
    placeInput();
    chainFocus({m_input, m_guess, m_skip});
    connect(m_input, &GuessInput::edited, this, &GuessCard::edited);
    connect(m_input, &GuessInput::entered, this, [this] { take(true); });
}

void GuessCard::placeInput()
{
    if (m_input == nullptr)
        return;
    body()->removeWidget(m_input);
    m_row->removeWidget(m_input);
    if (m_isPresented)
        m_row->insertWidget(0, m_input, 1);
    else
        body()->insertWidget(body()->indexOf(m_question) + 1, m_input);
}

void GuessCard::setPresented(bool isPresented)
{
    m_isPresented = isPresented;
    placeInput();
    refresh();
}

void GuessCard::refresh()
{
    const bool isWanted = isAsking();
    if (isWanted && m_input == nullptr)
        makeInput();
    else if (!isWanted && m_input != nullptr) {
        if (m_input->curve() != nullptr)
            m_chart.removeEventFilter(m_input->curve()); // nothing more is drawn
        std::exchange(m_input, nullptr)->deleteLater();  // perhaps in the midst of its own signal
    }
    m_why.clear();
    const std::optional<Guess> guess = kept();
    const bool hasGuess = guess.has_value();
    const bool isOver = !m_isRunning && hasMeasured(m_result);
    QString verdict;
    if (guess) {
        const auto answer = isOver ? m_info->guess.answer(*m_result) : std::nullopt;
        QStringList lines;
        for (const Finding& line : guessFindings(m_info->guess, *guess, answer ? &*answer : nullptr))
            lines << findingWords(line, m_format);
        if (answer)
            m_why = answer->why;
        else
            lines << (isOver        ? tr("This run did not measure it.")
                      : m_isRunning ? tr("Being measured.")
                                    : tr("Run measures it."));
        verdict = lines.join(QLatin1Char('\n'));
    }
    m_question->setVisible(isWanted || hasGuess);
    m_guess->setVisible(isWanted);
    m_skip->setVisible(isWanted);
    m_verdict->setText(verdict);
    // A list of many names, or whole sentences, in large type would fill the column.
    const bool isLong = m_info != nullptr
                     && (m_info->guess.kind == GuessKind::Order || m_info->guess.kind == GuessKind::Curve);
    setStyleProperty(m_verdict, "role", isLong ? QStringLiteral("body") : QStringLiteral("value"));
    m_verdict->setVisible(hasGuess);
    m_again->setVisible(!isWanted && !m_isRunning);
    setTitle(isWanted && m_isPresented ? QString() : tr("Your guess")); // a hall's chart needs the line
    setVisible(m_info != nullptr && m_isAsked && m_isPossible && !isAskedElsewhere()
               && (isWanted || hasGuess || !m_isRunning));
}

} // namespace ridgepoint
