// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/exploration.h"

#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/base/cover_panel.h"
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/explore/predict_mode.h"
#include "app/desktop/explore/presenter_bar.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/explore/probe_strip.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/figures_view.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/session/snapshot_feed.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/chart_commands.h"
#include "app/desktop/views/linked_views.h"
#include "app/desktop/views/sample_table.h"

#include <QAction>
#include <QComboBox>
#include <QMainWindow>
#include <QMenuBar>
#include <QShortcut>
#include <QToolButton>

namespace ridgepoint {

Exploration::Exploration(const ExplorationParts& parts, QObject* parent)
    : QObject(parent),
      m_parts(parts),
      m_pins(parts.session),
      m_actions(new ExploreActions(this)),
      m_guessStrip(new MessageStrip(parts.window.centralWidget())),
      m_guessLevel(new QComboBox(m_guessStrip)),
      m_links(new LinkedViews(parts.charts, parts.table, parts.cursor, parts.undo, this)),
      m_commands(new ChartCommands(parts.charts, parts.table, *m_links, parts.files, *m_actions, this)),
      m_predict(new PredictMode(parts.charts, parts.cursor, this)),
      m_presenterBar(new PresenterBar(parts.cursor, parts.window.centralWidget())),
      m_presenter(new PresenterMode(parts.window, parts.charts, *m_presenterBar, parts.look, m_pins, this)),
      m_escape(new QShortcut(QKeySequence(Qt::Key_Escape), &parts.window))
{
    m_actions->fillMenus(parts.window.menuBar());
    connect(m_commands, &ChartCommands::told, this, [this](const QString& words) {
        if (!m_presenter->active()) // an audience sees the chart, not the clipboard
            m_parts.strip.answerBriefly(words);
    });
    connectPins();
    connectPredict();
    connectGuessLevel();
    connectPresenter();
    arrangeShortcuts();
}

void Exploration::setPanels(std::vector<QWidget*> panels, SidePanels& sides)
{
    m_presenter->setPanels(std::move(panels), sides);
}

void Exploration::connectPins()
{
    connect(m_actions->pin, &QAction::triggered, this, &Exploration::pinNow);
    connect(m_actions->removeLastPin, &QAction::triggered, &m_pins, &PinBoard::removeLast);
    connect(m_actions->removeAllPins, &QAction::triggered, &m_pins, &PinBoard::clear);
    connect(m_actions, &ExploreActions::removePin, &m_pins, &PinBoard::remove);
    connect(&m_pins, &PinBoard::changed, this, [this] {
        for (ChartWidget* chart : m_parts.charts.charts())
            chart->set(&ChartInput::pins, m_pins.pins());
        m_parts.inspector.setPins(m_pins.pins());
        if (!m_pins.holds(m_toldPin))
            m_parts.strip.dismiss(m_toldOfPin);
        m_actions->setPins(*m_pins.pins(), m_pins.full());
        m_presenter->refresh(); // the pin on show may be gone
    });
}

void Exploration::pinNow()
{
    const SnapshotPointer snapshot = m_parts.feed.latest();
    const Workload& point = m_parts.cursor.point();
    const SamplePointer sample = m_parts.feed.find(m_parts.cursor.device(), point); // what the snapshot shows of it
    if (!snapshot || snapshot->samples.empty()) {
        m_parts.strip.tell(Severity::Hint, tr("There is nothing to pin yet: measure first (F5)."));
        return;
    }
    const PinBoard::Pinning pinning = m_pins.pin(*snapshot, point, sample.get());
    if (pinning.outcome == PinBoard::Outcome::Full)
        return;
    const QString words =
        pinning.outcome == PinBoard::Outcome::Pinned
            ? tr("Pinned as %1. Move a slider or measure again: the new result is drawn over the pin and compared "
                 "with it.")
            : tr("This point is already pinned as %1 with the same readings. Measure again or move a slider first.");
    m_toldPin = pinning.name;
    m_toldOfPin = words.arg(QString::fromStdString(pinning.name));
    m_parts.strip.tell(Severity::Hint, m_toldOfPin);
}

void Exploration::connectPredict()
{
    const QString words = tr("Hidden until you have guessed.");
    for (QWidget* panel :
         std::initializer_list<QWidget*>{&m_parts.inspector, m_parts.workload.figures(), m_parts.workload.strip(),
                                         &m_parts.table, m_presenterBar->results()})
        m_covers.push_back(new CoverPanel(words, panel));
    connect(m_actions->predict, &QAction::triggered, this, &Exploration::onPredict);
    connect(&m_parts.session, &LiveSession::replaced, m_predict, [this] {
        if (m_predict->state() != PredictMode::State::Off)
            m_predict->leave(); // the guess was of what another session measured
    });
    connect(m_predict, &PredictMode::changed, this, [this] {
        const PredictMode::State state = m_predict->state();
        if (state == PredictMode::State::Guessing)
            m_parts.charts.roofline()->chooseKernel(std::nullopt); // its card would lie over the cover
        for (CoverPanel* cover : m_covers)
            cover->setVisible(state == PredictMode::State::Guessing);
        m_actions->predict->setChecked(state != PredictMode::State::Off);
        if (state == PredictMode::State::Off)
            m_guessStrip->dismiss();
        else
            m_guessStrip->tell(Severity::Hint, m_predict->sentence());
        arrangeShortcuts();
    });
    connect(m_guessStrip->closeButton(), &QAbstractButton::clicked, m_predict, &PredictMode::leave);
    connect(m_escape, &QShortcut::activated, this, &Exploration::onEscape);
}

/// A click leaves the focus in the chart, whose arrow keys guess.
void Exploration::connectGuessLevel()
{
    m_guessLevel->addItem(tr("Help: none"), static_cast<int>(Concealed::Everything));
    m_guessLevel->addItem(tr("Help: roofs"), static_cast<int>(Concealed::ResultsAndBorder));
    m_guessLevel->addItem(tr("Help: roofs and borders"), static_cast<int>(Concealed::Results));
    m_guessLevel->setAccessibleName(tr("What is shown while you guess"));
    m_guessLevel->setToolTip(tr("What is shown while you guess: roofs make it easier, and so do the borders that they "
                                "predict between regimes"));
    m_guessLevel->setFocusPolicy(Qt::TabFocus);
    m_guessStrip->add(m_guessLevel);
    const auto show = [this] {
        m_guessLevel->setCurrentIndex(m_guessLevel->findData(static_cast<int>(m_predict->level())));
        m_guessLevel->setVisible(m_predict->asks());
    };
    connect(m_predict, &PredictMode::changed, this, show);
    connect(m_guessLevel, &QComboBox::activated, this,
            [this] { m_predict->setLevel(static_cast<Concealed>(m_guessLevel->currentData().toInt())); });
    show();
}

/// Once more while results are hidden takes it back; after a guess it asks again.
void Exploration::onPredict()
{
    if (m_predict->state() == PredictMode::State::Guessing)
        m_predict->leave();
    else
        m_predict->begin();
}

void Exploration::connectPresenter()
{
    connect(m_actions->present, &QAction::triggered, this,
            [this] { m_presenter->active() ? m_presenter->leave() : m_presenter->enter(&m_links->currentChart()); });
    connect(m_presenter, &PresenterMode::activeChanged, this, [this](bool active) {
        m_actions->present->setChecked(active);
        arrangeShortcuts();
    });
    // The slider along which the curves go is the one that an audience wants to see move.
    connect(&m_parts.charts, &ChartArea::axisChosen, m_presenterBar, &PresenterBar::chooseAxis);
    connect(m_actions->nextSlide, &QAction::triggered, this, [this] { m_presenter->step(1); });
    connect(m_actions->previousSlide, &QAction::triggered, this, [this] { m_presenter->step(-1); });
}

/// These keys belong to whatever has the focus while nothing here needs them.
void Exploration::arrangeShortcuts()
{
    m_escape->setEnabled(m_presenter->active() || m_predict->state() != PredictMode::State::Off);
    m_actions->nextSlide->setEnabled(m_presenter->active());
    m_actions->previousSlide->setEnabled(m_presenter->active());
}

void Exploration::onEscape()
{
    if (m_predict->state() != PredictMode::State::Off)
        m_predict->leave();
    else
        m_presenter->leave();
}

} // namespace ridgepoint
