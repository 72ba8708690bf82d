// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/lessons/lesson_commands.h"

#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/save_dialog.h"
#include "app/desktop/base/window_look.h"
#include "app/desktop/explore/predict_mode.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/lessons/class_dialog.h"
#include "app/desktop/lessons/experiment_slide.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "app/desktop/lessons/lesson_words.h"
#include "app/desktop/measure/experiment_controller.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/live_session.h"
#include "app/desktop/views/chart_area.h"
#include "core/analysis/entry.h"
#include "core/analysis/guess.h"
#include "core/model/cost.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int refreshMs = 50; ///< samples may come by the thousand

/// The one direction of the cube in which what is measured differs; nothing where it is none or several.
std::optional<AxisKind> directionOf(const std::vector<Workload>& workloads)
{
    std::optional<AxisKind> direction;
    for (const AxisKind kind : allAxisKinds)
        if (std::ranges::any_of(workloads, [&](const Workload& workload) {
                return coordinate(workload, kind) != coordinate(workloads.front(), kind);
            })) {
            if (direction)
                return std::nullopt;
            direction = kind;
        }
    return direction;
}

/// The one slider that words of a page name; nothing where they name none or several.
std::optional<AxisKind> axisNamedIn(const std::string& words)
{
    const QString line = text(words).simplified();
    std::optional<AxisKind> named;
    for (const AxisKind kind : allAxisKinds)
        if (line.contains(sliderName(kind).toLower())) {
            if (named)
                return std::nullopt;
            named = kind;
        }
    return named;
}

} // namespace

LessonCommands::LessonCommands(const LessonParts& parts, QObject* parent)
    : QObject(parent),
      m_parts(parts),
      m_end(new QAction(tr("&End the lesson"), this)),
      m_gather(new QAction(tr("&Gather answers…"), this)),
      m_slide(new ExperimentSlide(parts.look, &parts.charts)),
      m_measurement(parts.session, parts.controller, parts.experiments, this)
{
    for (const LessonPage& page : shippedLessonPages()) {
        const auto lesson = parseLesson(page.text, std::string(page.id));
        if (!lesson)
            continue; // a test holds that there is none
        const int minutes = lesson->minutes;
        auto* action = new QAction(text(lesson->title), this);
        action->setToolTip(
            (minutes == 1 ? tr("1 minute: %1") : tr("%1 minutes: %2").arg(minutes)).arg(text(lesson->measures)));
        constexpr std::size_t digits = 9; // the others are a letter away in the menu
        if (m_actions.size() < digits) {
            action->setShortcut(
                QKeySequence(QStringLiteral("Ctrl+Shift+%1").arg(m_actions.size() + 1), QKeySequence::PortableText));
            action->setToolTip(QStringLiteral("%1 (%2)").arg(action->toolTip(),
                                                             action->shortcut().toString(QKeySequence::NativeText)));
        }
        connect(action, &QAction::triggered, this, [this, i = m_actions.size()] { open(m_shipped[i]); });
        m_actions.push_back(action);
        m_shipped.push_back(*lesson);
    }
    offerByDevice();
    connect(&parts.cursor, &Cursor::mapChanged, this, &LessonCommands::offerByDevice);
    m_end->setShortcut(QKeySequence(QStringLiteral("Ctrl+Alt+E"), QKeySequence::PortableText));
    m_end->setToolTip(tr("Leave the lesson and show what limits the point again (%1)")
                          .arg(m_end->shortcut().toString(QKeySequence::NativeText)));
    m_end->setEnabled(false);
    connect(m_end, &QAction::triggered, this, &LessonCommands::finish);
    m_gather->setShortcut(QKeySequence(QStringLiteral("Ctrl+Alt+G"), QKeySequence::PortableText));
    m_gather->setToolTip(tr("Show how a class predicted, from a folder of the files that lessons save (%1)")
                             .arg(m_gather->shortcut().toString(QKeySequence::NativeText)));
    connect(m_gather, &QAction::triggered, this, qOverload<>(&LessonCommands::gather));
    connect(&parts.look, &WindowLook::changed, this, [this](const Theme& theme) {
        if (m_class != nullptr)
            m_class->setTheme(theme);
    });
    LessonPanel& panel = parts.panel;
    connect(panel.closeButton(), &QToolButton::clicked, this, &LessonCommands::finish);
    connect(panel.backButton(), &QPushButton::clicked, this, &LessonCommands::goBack);
    connect(panel.nextButton(), &QPushButton::clicked, this, &LessonCommands::goOn);
    connect(panel.measureButton(), &QPushButton::clicked, this, &LessonCommands::measure);
    connect(panel.saveButton(), &QPushButton::clicked, this, &LessonCommands::save);
    connect(panel.handoutButton(), &QPushButton::clicked, this, &LessonCommands::saveHandout);
    const auto read = [this] {
        readPrediction();
        show();
    };
    connect(&panel, &LessonPanel::answered, this, read);
    connect(&panel, &LessonPanel::chartAsked, this, [this] { emit chartAsked(m_lesson->experiment->info().id); });
    connect(&parts.predict, &PredictMode::sketched, this, [this, read] {
        if (!turnToItsAxis())
            m_parts.predict.discardSketch();
        read();
    });
    connect(&parts.predict, &PredictMode::placed, this, [this](double x) {
        if (!turnToItsAxis())
            m_parts.predict.discardSketch();
        else
            m_parts.panel.number()->setText(QString::number(std::max(1LL, std::llround(x))));
    });
    connect(&parts.charts, &ChartArea::axisChosen, this, &LessonCommands::keepMarkInItsPlace);
    connect(&parts.cursor, &Cursor::moved, this, &LessonCommands::keepMarkInItsPlace);
    connect(&parts.predict, &PredictMode::confirmed, panel.nextButton(), &QPushButton::click);
    connect(&parts.predict, &PredictMode::changed, this, [this] {
        if (m_lesson && section() == LessonSection::Predict)
            show(); // who has the results shown goes on without a curve
    });
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshMs);
    connect(&m_refresh, &QTimer::timeout, this, [this] {
        m_measurement.goOn();
        show();
    });
    const auto refresh = [this] {
        if (m_lesson && !m_refresh.isActive())
            m_refresh.start();
    };
    connect(&parts.session, &LiveSession::changed, this, refresh);
    connect(&parts.controller, &MeasureController::runningChanged, this, refresh);
    connect(&parts.controller, &MeasureController::progressChanged, this, refresh);
    connect(&parts.experiments, &ExperimentController::progressChanged, this, refresh);
    connect(&parts.experiments, &ExperimentController::runningChanged, this, refresh);
    connect(&m_measurement, &LessonMeasurement::experimentAsked, this, &LessonCommands::experimentAsked);
    connect(&parts.session, &LiveSession::replaced, this, &LessonCommands::leaveSession);
}

void LessonCommands::offerByDevice()
{
    const DeviceKind kind = m_parts.cursor.deviceInfo().kind;
    for (std::size_t i = 0; i < m_actions.size(); ++i)
        m_actions[i]->setVisible(m_shipped[i].runsOn(kind));
}

QMenu* LessonCommands::fillMenus(QMenuBar* bar)
{
    auto* menu = new QMenu(tr("&Lessons"), bar);
    for (QAction* action : m_actions)
        menu->addAction(action);
    menu->addSeparator();
    menu->addAction(m_end);
    menu->addAction(m_gather);
    menu->setToolTipsVisible(true);
    if (bar->actions().isEmpty())
        bar->addMenu(menu);
    else
        bar->insertMenu(bar->actions().constLast(), menu);
    return menu;
}

void LessonCommands::openFile()
{
    const QString path = QFileDialog::getOpenFileName(m_parts.window, tr("Open a lesson"), usualFolder(),
                                                      tr("Lessons (*.md)"));
    if (!path.isEmpty())
        openFile(path);
}

void LessonCommands::openFile(const QString& path)
{
    const auto page = readSmallFile(path.toStdString());
    if (!page)
        return refuse(Severity::Error, tr("%1.").arg(capitalised(errorMessage(page.error()))));
    auto lesson = parseLesson(*page, QFileInfo(path).completeBaseName().toStdString());
    if (!lesson)
        return refuse(Severity::Error,
                      tr("%1 is not a lesson yet. %2").arg(QFileInfo(path).fileName(), errorMessage(lesson.error())));
    open(*lesson);
}

void LessonCommands::open(const Lesson& lesson)
{
    const AnswersKey key = keyHere(lesson);
    const bool replaces = isUnsaved(key);
    const Again again = !replaces ? Again::Anew : m_parts.presenter.active() ? Again::GoOn : askHowAgain(false, true);
    if (again == Again::Cancel || (again == Again::GoOn && isAnswered() && keyOf(answers()) == key))
        return;
    if (again == Again::GoOn)
        return goOnThere(lesson, key);
    if (!begin(lesson).isEmpty())
        return;
    const auto found = m_past.given.find(key);
    if (found == m_past.given.end())
        return;
    found->second.isAnew = true;
    if (replaces) {
        found->second.saved = found->second.answers; // they were given up: nobody is asked twice
    } else {
        m_past.offer = tr("You have answered this lesson before.");
        m_parts.strip.answer(m_past.offer, tr("Go on there"), [this, lesson, key] { goOnThere(lesson, key); });
    }
}

void LessonCommands::goOnThere(const Lesson& lesson, const AnswersKey& key)
{
    m_past.given.at(key).isAnew = false;
    const Given given = m_past.given.at(key);
    resume(lesson, given.answers, given.at);
}

void LessonCommands::withdrawOffer()
{
    if (!m_past.offer.isEmpty())
        m_parts.strip.dismiss(std::exchange(m_past.offer, QString()));
}

void LessonCommands::refuse(Severity severity, const QString& why)
{
    withdrawRefusal(); // a warning takes no error's place
    m_past.refusal = why;
    m_parts.strip.tell(severity, why);
}

void LessonCommands::withdrawRefusal()
{
    if (!m_past.refusal.isEmpty())
        m_parts.strip.dismiss(std::exchange(m_past.refusal, QString()));
}

void LessonCommands::gather()
{
    const QString folder = QFileDialog::getExistingDirectory(
        m_class != nullptr && m_class->isVisible() ? m_class : m_parts.window, tr("Folder of a class' answers"),
        usualFolder());
    if (!folder.isEmpty())
        gather(folder);
}

void LessonCommands::gather(const QString& folder)
{
    const auto gathered = gatherAnswers(folder.toStdString());
    if (!gathered || gathered->answers.empty()) {
        const QString why = gathered ? errorMessage(noAnswersIn(folder.toStdString(), *gathered))
                                     : tr("%1.").arg(capitalised(errorMessage(gathered.error())));
        // The strip would be behind the class that is shown.
        return m_class != nullptr && m_class->isVisible() ? m_class->tell(why)
                                                          : m_parts.strip.tell(Severity::Warning, why);
    }
    if (m_class == nullptr) {
        m_class = new ClassDialog(m_parts.window);
        m_class->setTheme(m_parts.look.theme());
        connect(m_class, &ClassDialog::folderAsked, this, qOverload<>(&LessonCommands::gather));
        connect(m_class, &ClassDialog::textStepAsked, &m_parts.look, &WindowLook::stepText);
    }
    m_class->show(*gathered, QFileInfo(folder).fileName());
    m_class->show();
    m_class->raise();
    m_class->activateWindow();
}

QString LessonCommands::begin(Lesson lesson)
{
    end();
    m_lesson = std::move(lesson);
    m_measurement.begin(*m_lesson, m_parts.cursor.device());
    const auto here = m_measurement.machine();
    const std::optional<Error> mistake = here ? mistakeOf(*m_lesson, *here) : std::nullopt;
    std::optional<Error> refusal = mistake;
    if (!here)
        refusal = here.error();
    else if (!mistake && m_lesson->experiment != nullptr)
        refusal = m_parts.experiments.refusal(m_lesson->experiment->info().id);
    if (refusal) {
        m_measurement.end();
        m_lesson.reset();
        const QString why = errorMessage(*refusal);
        refuse(mistake ? Severity::Error : Severity::Warning, why);
        return why;
    }
    withdrawRefusal(); // of another page, or of this one, mended since
    m_step = 0;
    m_prediction.reset();
    m_drawn.clear();
    m_past.saved = {};
    m_isCommitted = false;
    QStringList choices;
    for (const LessonChoice& choice : m_lesson->choices)
        choices << text(choice.words);
    m_end->setEnabled(true);
    m_parts.panel.begin(text(m_lesson->title), choices, numberOfWords(*m_lesson));
    m_parts.panel.number()->setPlaceholderText(placeholderWords(*m_lesson, m_measurement.unit(), m_format));
    m_parts.predict.hideForQuestion(hiddenWords(m_lesson->asks),
                                    m_lesson->asks == LessonAsks::Place   ? PredictMode::Asked::Place
                                    : m_lesson->asks == LessonAsks::Curve ? PredictMode::Asked::Curve
                                                                          : PredictMode::Asked::Nothing);
    m_base = here->base;
    m_parts.cursor.setWorkload(m_base);
    const std::optional<AxisKind> named = axisNamedIn(m_lesson->axes);
    const std::optional<AxisKind> direction = m_lesson->stretch ? m_lesson->stretch->axis
                                            : named             ? named
                                                                : directionOf(m_measurement.needed());
    if (direction && m_lesson->experiment == nullptr) // whose chart is in its own window
        m_parts.charts.chooseCurvesAxis(*direction);
    if (direction)
        emit axisAsked(*direction);
    m_parts.charts.setCurvesShown(isInCurves());
    if (isInCurves() && m_parts.charts.room() != ChartArea::Room::Wide)
        m_parts.charts.showPage(chart() == m_parts.charts.curves() ? ChartArea::Page::Curves : ChartArea::Page::Charts);
    emit userMoved();
    emit activeChanged(true); // before the focus goes to the panel, which may have been out of sight
    show();
    return {};
}

QString LessonCommands::resume(Lesson lesson, const LessonAnswers& answers, LessonSection at)
{
    if (const QString why = begin(std::move(lesson)); !why.isEmpty())
        return why;
    const auto found = m_past.given.find(keyHere(*m_lesson));
    if (found != m_past.given.end() && !found->second.isAnew) {
        m_past.saved = found->second.saved;
        m_measurement.hold(found->second.held);
    }
    m_isCommitted = true;
    if (answers.prediction && checkPrediction(*m_lesson, *answers.prediction))
        m_prediction = answers.prediction;
    m_drawn = answers.curve;
    if (auto* chosen = m_parts.panel.choices()->button(answers.choice - 1))
        chosen->setChecked(true);
    m_parts.panel.freeze();
    m_parts.panel.seen()->setPlainText(text(answers.seen));
    m_parts.panel.transfer()->setPlainText(text(answers.transfer));
    m_parts.panel.person()->setText(text(answers.person));
    m_parts.predict.answerQuestion();
    markPrediction();
    m_step = static_cast<std::size_t>(at);
    askForItsAxis();
    show();
    return {};
}

void LessonCommands::end()
{
    if (!m_lesson)
        return;
    const LessonAnswers now = answers();
    const AnswersKey key = keyOf(now);
    if (m_isCommitted)
        m_past.shown.insert(key);
    else
        m_past.shown.erase(key);
    if (isAnswered())
        m_past.given[key] = {now, m_past.saved, section(), m_measurement.held()};
    withdrawOffer();
    m_measurement.end();
    m_slide->take(nullptr, nullptr);
    m_lesson.reset();
    m_refresh.stop();
    m_end->setEnabled(false);
    m_parts.charts.setCurvesShown(true);
    m_parts.predict.answerQuestion();
    if (m_parts.predict.state() == PredictMode::State::Off) // or the sketch is the user's own
        m_parts.charts.curves()->set(&ChartInput::guess, {});
    m_parts.panel.end();
    emit asksAbout({}, false);
    emit activeChanged(false);
}

void LessonCommands::leaveSession()
{
    end();
    m_past.shown.clear();
    for (auto& [key, given] : m_past.given) {
        given.isAnew = true;
        given.held.reset();
        given.at = std::min(given.at, LessonSection::Do);
    }
}

ChartWidget* LessonCommands::chart() const
{
    if (ChartWidget* measured = m_slide->chart())
        return measured;
    if (m_lesson && !m_lesson->stretch && m_lesson->axes.starts_with("performance over"))
        return m_parts.charts.roofline();
    if (m_lesson && !isInCurves())
        return m_parts.charts.roofline(); // whose roofs its explanation argues with
    if (m_lesson && section() == LessonSection::Do && m_lesson->axes.find("roofline") != std::string::npos)
        return m_parts.charts.roofline(); // what is done there moves its roofs or its point
    return m_parts.charts.curves();
}

bool LessonCommands::isInCurves() const { return m_lesson->experiment == nullptr || !m_measurement.needed().empty(); }

std::optional<std::size_t> LessonCommands::plot() const
{
    if (!m_lesson)
        return std::nullopt;
    const std::string quantity = m_lesson->axes.substr(0, m_lesson->axes.find(" over "));
    const auto names = [&](const char* word) { return quantity.find(word) != std::string::npos; };
    return m_lesson->stretch    ? CurvesChart::Runtime // which is what is pointed at or drawn
         : names("bandwidth")   ? CurvesChart::Bandwidth
         : names("performance") ? CurvesChart::Performance
                                : CurvesChart::Runtime;
}

void LessonCommands::goBack()
{
    if (m_step > 0)
        --m_step;
    askForItsAxis();
    show();
}

void LessonCommands::askForItsAxis()
{
    const bool isPointedAt = section() == LessonSection::Predict && m_lesson->stretch;
    const std::optional<AxisKind> axis = isPointedAt ? m_lesson->stretch->axis
                                                     : axisNamedIn(m_lesson->section(section()).text);
    if (axis)
        emit axisAsked(*axis);
}

bool LessonCommands::step(int by)
{
    if (by < 0 ? m_step == 0 : m_step + 1 == allLessonSections.size())
        return false;
    const bool isToMeasure = section() == LessonSection::Do && !m_measurement.isSettled();
    if (by < 0)
        goBack();
    else if (isToMeasure && !m_measurement.wasStarted() && m_parts.controller.canRun()) {
        if (m_measurement.canStart()) // else another experiment runs, and is waited for
            measure();
    } else if (!isToMeasure || !m_measurement.isMeasuring())
        leaveState();
    return true;
}

void LessonCommands::goOn()
{
    if (section() != LessonSection::Predict || isPredicted())
        leaveState();
}

void LessonCommands::leaveState()
{
    if (section() == LessonSection::Predict) {
        m_isCommitted = true;
        withdrawOffer();
        m_parts.panel.freeze();
        m_parts.predict.answerQuestion();
        markPrediction();
    }
    if (m_step + 1 == allLessonSections.size())
        return finish();
    ++m_step;
    askForItsAxis();
    if (section() == LessonSection::Do && isInCurves() && chart() == m_parts.charts.roofline()
        && m_parts.charts.room() != ChartArea::Room::Wide)
        m_parts.charts.showPage(ChartArea::Page::Charts);
    show();
    if (section() == LessonSection::Predict && m_lesson->asks == LessonAsks::Curve && !m_isCommitted)
        m_parts.charts.curves()->setFocus(Qt::OtherFocusReason); // there is nothing to type or to press yet
}

void LessonCommands::measure()
{
    m_measurement.start();
    m_refresh.start();
    show();
}

std::optional<double> LessonCommands::typedNumber()
{
    QString typed = m_parts.panel.number()->text().trimmed();
    if (typed.isEmpty()) {
        m_parts.panel.complain({});
        return std::nullopt;
    }
    const std::string& unit = m_measurement.unit();
    const bool isRatio = unit == "x" || unit == "%";
    if (isRatio
        && (typed.endsWith(QLatin1Char('x')) || typed.endsWith(QChar(0x00D7)) || typed.endsWith(QLatin1Char('%'))))
        typed.chop(1);
    const QString point = m_format.locale().decimalPoint();
    const auto number = parseEntry(typed.toStdString(), isRatio ? EntryKind::Count : entryKindOf(unit),
                                   point.size() == 1 ? point.front().toLatin1() : '.', true);
    m_parts.panel.complain(number    ? QString()
                           : isRatio ? tr("Enter a number above 0, such as 2 or 1.5.")
                                     : errorMessage(number.error()));
    if (!number)
        return std::nullopt;
    const double predicted = unit == "%" ? *number / 100.0 : *number;
    if (const auto possible = checkPrediction(*m_lesson, predicted); !possible) {
        m_parts.panel.complain(errorMessage(possible.error()));
        return std::nullopt;
    }
    return predicted;
}

void LessonCommands::readPrediction()
{
    if (!m_lesson || m_isCommitted)
        return;
    if (m_lesson->asks == LessonAsks::Curve) {
        const auto here = m_measurement.machine();
        m_drawn.clear();
        for (const Workload& workload : here ? stretchWorkloads(*m_lesson, *here) : std::vector<Workload>())
            if (const auto time = m_parts.predict.sketchedTime(workload))
                m_drawn.push_back({static_cast<double>(coordinate(workload, m_lesson->stretch->axis)), time->value()});
        return;
    }
    if (m_lesson->choices.empty()) {
        m_prediction = typedNumber();
        if (m_lesson->asks == LessonAsks::Place && m_prediction)
            m_parts.predict.markPlace(*m_prediction);
        return;
    }
    const auto choice = m_parts.panel.choice();
    const auto here = m_measurement.machine();
    const auto value = choice && here ? evaluate(m_lesson->choices[*choice].value, *here) : LessonValue{};
    m_prediction = choice && here && value ? std::optional(value->number) : std::nullopt;
}

bool LessonCommands::isPredicted() const { return m_prediction.has_value() || m_drawn.size() >= 2 || isTooLate(); }

bool LessonCommands::isTooLate() const
{
    return m_lesson->asks == LessonAsks::Curve && m_parts.predict.state() != PredictMode::State::Guessing;
}

bool LessonCommands::turnToItsAxis()
{
    if (!m_lesson || !m_lesson->stretch)
        return false;
    const bool isThere = m_parts.charts.curves()->sharedAxis() == m_lesson->stretch->axis;
    if (!isThere)
        m_parts.charts.chooseCurvesAxis(m_lesson->stretch->axis);
    return isThere;
}

/// What was predicted is of one axis and of one line along it; on another it would be compared with what it is not
/// about.
void LessonCommands::keepMarkInItsPlace()
{
    if (!m_lesson || !m_lesson->stretch || !m_isCommitted || m_parts.predict.state() != PredictMode::State::Off)
        return;
    const AxisKind axis = m_lesson->stretch->axis;
    const Workload along = moved(m_parts.cursor.workload(), axis, coordinate(m_base, axis));
    if (m_parts.charts.curves()->sharedAxis() == axis && along == m_base)
        markPrediction();
    else
        m_parts.charts.curves()->set(&ChartInput::guess, {});
}

void LessonCommands::markPrediction()
{
    if (m_lesson->asks == LessonAsks::Place && m_prediction)
        return m_parts.predict.markPlace(*m_prediction);
    if (m_lesson->asks != LessonAsks::Curve || m_drawn.empty())
        return;
    GuessMarks marks{.lines = std::vector<std::vector<PlotPlace>>(3), .place = {}};
    const auto here = m_measurement.machine();
    for (const Workload& workload : here ? stretchWorkloads(*m_lesson, *here) : std::vector<Workload>()) {
        const auto x = static_cast<double>(coordinate(workload, m_lesson->stretch->axis));
        const auto seconds = valueAt(m_drawn, x);
        const Cost cost = costOf(workload);
        if (!seconds)
            continue;
        marks.lines[0].push_back({0, x, *seconds});
        marks.lines[1].push_back({1, x, cost.flops.value() / *seconds});
        marks.lines[2].push_back({2, x, cost.bytes.value() / *seconds});
    }
    m_parts.charts.curves()->set(&ChartInput::guess, marks);
}

void LessonCommands::show()
{
    if (!m_lesson)
        return;
    if (m_lesson->experiment != nullptr)
        emit asksAbout(m_lesson->experiment->info().id, m_isCommitted);
    const bool isAfterDo = m_isCommitted && m_step > static_cast<std::size_t>(LessonSection::Do);
    if (isAfterDo)
        m_measurement.hold();
    const bool isItsChartSeen = isAfterDo && !isInCurves() && m_measurement.held().has_value();
    const bool hasOtherChart = isItsChartSeen
                                 ? m_slide->take(&m_lesson->experiment->info(), m_measurement.held()->result)
                                 : m_slide->take(nullptr, nullptr);
    const auto here = m_measurement.machine();
    const bool isPredict = section() == LessonSection::Predict;
    const bool isDo = section() == LessonSection::Do;
    const bool isLast = m_step + 1 == allLessonSections.size();
    LessonPanel::State state;
    state.title = tr("%1 of %2: %3").arg(m_step + 1).arg(allLessonSections.size()).arg(sectionWords(section()));
    state.text = textOf(section(), here);
    state.asks = isPredict;
    state.draws = m_lesson->asks == LessonAsks::Curve;
    state.measures = isDo;
    state.canMeasure = isDo && m_measurement.canStart();
    state.doubt = doubt();
    state.isMeasured = m_measurement.isSettled() && state.doubt.isEmpty();
    state.hasChart = m_lesson->experiment != nullptr && m_isCommitted && m_measurement.experimentResult() != nullptr;
    if (section() == LessonSection::Question)
        state.status = (isInCurves() ? tr("Measured: %1. The charts show %2.")
                                     : tr("Measured: %1. Its chart shows %2."))
                           .arg(text(m_lesson->measures), text(m_lesson->axes));
    else if (isDo)
        state.status = (m_measurement.storedWords() + QLatin1Char(' ') + m_measurement.statusWords()).trimmed();
    else if (isPredict)
        state.status = predictingWords(m_lesson->asks, m_prediction || m_drawn.size() >= 2,
                                       m_isCommitted || isTooLate());
    state.asksSeen = section() == LessonSection::WhatDidYouSee;
    state.asksTransfer = section() == LessonSection::Transfer;
    if (isAfterDo) {
        state.comparison = comparison(answers(), here);
        state.status = m_measurement.storedWords();
    }
    state.saves = isLast;
    state.canGoBack = m_step > 0;
    state.canGoOn = isPredict ? isPredicted() || m_isCommitted
                              : !isDo || m_measurement.isSettled()
                                    || (!m_measurement.isMeasuring() && m_measurement.isComplete());
    state.isLast = isLast;
    m_parts.panel.show(state);
    if (hasOtherChart)
        emit chartChanged();
}

} // namespace ridgepoint
