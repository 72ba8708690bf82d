// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/experiments/experiment_dialog.h"

#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/chart_marks.h"
#include "app/charts/style/format.h"
#include "app/desktop/base/axis_dialog.h"
#include "app/desktop/base/button_keys.h"
#include "app/desktop/base/card.h"
#include "app/desktop/base/chart_menu.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/part_focus.h"
#include "app/desktop/base/presented_part.h"
#include "app/desktop/base/save_dialog.h"
#include "app/desktop/calculator/quantity_field.h"
#include "app/desktop/experiments/answer_row.h"
#include "app/desktop/experiments/curve_input.h"
#include "app/desktop/experiments/findings_card.h"
#include "app/desktop/experiments/guess_card.h"
#include "app/desktop/experiments/guess_input.h"
#include "app/desktop/experiments/page_card.h"
#include "app/desktop/experiments/point_card.h"
#include "core/experiment/registry.h"
#include "core/session/chrome_trace.h"
#include "core/session/text_file.h"

#include <QComboBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr QSize usualExperimentSize(1320, 740);
constexpr QSize largestExperimentSize(2000, 1200);
/// Widths at the usual size of the text.
constexpr int sideWidth = 270;
constexpr int pageWidth = 340;
constexpr int leastChart = 320;
constexpr double usualFontPixels = 12.0;
/// Of a chart that is presented, of the window's height, whatever guess, findings and notes need below it.
constexpr int presentedChartPercent = 60;
/// Of findings below it, before the lecture's notes give them of their lines.
constexpr int presentedFindingLines = 4;

/// No line ends within "GB/s".
QString wholeUnits(QString words)
{
    static const QRegularExpression perSecond(QStringLiteral("(?<=[BPp])/s\\b"));
    return words.replace(perSecond, QStringLiteral("/\u2060s"));
}

/// What is seen, one paragraph a sentence. `first`: why the answer to the guess is what it is.
QStringList sentencesOf(const ExperimentDefinition& experiment, const ExperimentResult& result,
                        std::vector<Finding> first, const Format& format)
{
    QStringList lines;
    const std::vector<Finding> rest = experiment.analyse(result);
    first.insert(first.end(), rest.begin(), rest.end());
    for (const Finding& finding : first)
        lines << wholeUnits(findingWords(finding, format));
    lines.removeDuplicates();
    QStringList missing;
    for (const UnavailablePart& part : result.unavailable)
        missing << wholeUnits(ExperimentDialog::tr("%1 could not be measured: %2")
                                  .arg(catalogueWords(part.part), errorMessage(part.reason)));
    // What is missed in the picture is among the three that are read first.
    constexpr int beforeMissing = 2;
    lines = lines.mid(0, beforeMissing) + missing + lines.mid(beforeMissing);
    for (const std::string& note : result.notes)
        lines << wholeUnits(catalogueWords(note));
    return lines;
}

bool hasPointOf(const ExperimentResult* result, Provenance provenance)
{
    return result != nullptr
        && std::any_of(result->points.begin(), result->points.end(),
                       [provenance](const ExperimentPoint& point) { return point.provenance == provenance; });
}

/// What is drawn where nothing is measured.
QString unmeasuredWords(const ExperimentResult* result, bool isMeasurable)
{
    const bool isPublished = hasPointOf(result, Provenance::Published);
    if (hasPointOf(result, Provenance::Predicted))
        return isMeasurable
                 ? ExperimentDialog::tr("Nothing measured yet; the dashed lines are the prediction.")
                 : ExperimentDialog::tr("Nothing can be measured here; the dashed lines are the prediction.");
    if (isMeasurable)
        return isPublished ? ExperimentDialog::tr("Nothing measured yet; only published results are shown.")
                           : ExperimentDialog::tr("Nothing measured yet.");
    return isPublished ? ExperimentDialog::tr("Only published results are shown; choose a device that can be measured.")
                       : ExperimentDialog::tr("Nothing is known to show here; choose a device that can be measured.");
}

/// What is wrong with a parameter, by the words beside its field: its name is of files and of the command line.
QString problemWords(const ExperimentInfo& info, Error problem)
{
    if (!problem.arguments.empty())
        for (const ExperimentParameter& parameter : info.parameters)
            if (parameter.name == problem.arguments.front()) {
                problem.arguments.front() = catalogueWords(parameter.words).toStdString();
                break;
            }
    return errorMessage(problem);
}

/// "AMD EPYC · 2 threads".
QString whereWords(const ExperimentResult& result, const Format& format)
{
    const QString name = QString::fromStdString(result.deviceName.empty() ? result.device : result.deviceName);
    if (result.threads <= 0)
        return name;
    return result.threads == 1 ? ExperimentDialog::tr("%1 · 1 thread").arg(name)
                               : ExperimentDialog::tr("%1 · %2 threads").arg(name, format.whole(result.threads));
}

} // namespace

ExperimentDialog::ExperimentDialog(QWidget* parent)
    : QDialog(parent),
      m_choice(new QComboBox(this)),
      m_run(new QPushButton(this)),
      m_export(new QPushButton(tr("&Export…"), this)),
      m_about(new QPushButton(tr("A&bout"), this)),
      m_parameters(new ParameterForm(this)),
      m_progress(new ExperimentProgressBar(this)),
      m_message(makeLabel("warning", this)),
      m_answer(new AnswerRow(this)),
      m_findings(new FindingsCard(this)),
      m_point(new PointCard(this)),
      m_chartCard(new Card({}, this)),
      m_chart(new ExperimentChart(m_chartCard)),
      m_page(new PageCard(this)),
      m_guess(new GuessCard(*m_chart, this))
{
    setWindowTitle(tr("Experiments"));
    letKeysPressButtons(*this);
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    compose();
    const QScreen* screen = QGuiApplication::primaryScreen();
    // On a large screen nearly all of it: names and pages then stand whole beside the picture.
    const QSize room = screen == nullptr ? usualExperimentSize : screen->availableGeometry().size() - QSize(24, 60);
    resize(usualExperimentSize.expandedTo(room * 9 / 10).boundedTo(largestExperimentSize).boundedTo(room));
    for (const ExperimentDefinition* one : experimentDefinitions())
        m_choice->addItem(catalogueWords(one->info().title), QString::fromStdString(one->info().id));
    connect(m_choice, &QComboBox::activated, this,
            [this](int row) { emit experimentChosen(m_choice->itemData(row).toString()); });
    connect(m_parameters, &ParameterForm::changed, this, [this] {
        refreshShown();
        refreshRunnable();
        if (m_chosen != nullptr)
            emit parametersChanged();
    });
    connect(m_guess, &GuessCard::edited, this, [this] {
        refreshRunnable();
        markGuess();
    });
    connect(m_chart, &ExperimentChart::placeChosen, this, [this](double x) {
        if (m_guess->input() != nullptr && m_guess->input()->field() != nullptr)
            m_guess->input()->field()->type(QString::number(std::max(1LL, std::llround(x))));
    });
    connect(m_guess, &GuessCard::changed, this, [this] {
        // The field that had the keyboard is gone; of a curve the chart had it, which keeps it once it shows results.
        if (!m_guess->isAsking()
            && (m_guess->isAncestorOf(focusWidget()) || (focusWidget() == m_chart && m_chart->data().empty())))
            m_run->setFocus();
        refreshShown();
        refreshRunnable();
    });
    connect(m_chart, &ExperimentChart::pointChosen, this, &ExperimentDialog::showChosen);
    connect(m_point, &PointCard::calculatorAsked, this, &ExperimentDialog::calculatorAsked);
    m_chart->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_chart, &QWidget::customContextMenuRequested, this, &ExperimentDialog::openMenu);
    connect(m_chart, &ChartWidget::axisRangeWanted, this,
            [this](const QCPAxis* axis) { AxisDialog::ask(*m_chart, axis); });
    // Only where the chart has the focus: words beside it are copied as well.
    connect(new QShortcut(QKeySequence::Copy, m_chart, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated,
            this, &ExperimentDialog::copyChart);
    connect(m_run, &QPushButton::clicked, this, [this] {
        m_guess->settle(); // before anything is drawn
        m_progress->isRunning() ? emit stopAsked() : emit runAsked();
    });
    connect(m_export, &QPushButton::clicked, this, &ExperimentDialog::askExport);
    setRunning(false, 0.0, {});
}

void ExperimentDialog::compose()
{
    m_choice->setAccessibleName(tr("Experiment"));
    m_choice->setToolTip(tr("Which experiment is shown"));
    m_run->setProperty("role", QStringLiteral("primary"));
    m_run->setMinimumWidth(110);
    m_run->setDefault(true);
    m_export->setAutoDefault(false);
    m_export->setToolTip(
        tr("Export the picture (PDF, SVG, PNG), the numbers (CSV) or a timeline (trace for Perfetto) (Alt+E)"));
    m_about->setAutoDefault(false);
    m_about->setCheckable(true);
    m_about->setToolTip(tr("Read about this experiment instead of seeing the chart (Alt+B)"));
    connect(m_about, &QPushButton::toggled, this, &ExperimentDialog::arrange);
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_message->setAccessibleName(tr("Message"));
    auto* parameters = new Card(tr("Parameters"), this);
    parameters->body()->addWidget(m_parameters);
    parameters->body()->addWidget(m_message);
    parameters->body()->addWidget(m_answer);
    m_chartCard->body()->addWidget(m_chart, 1);

    auto* left = new QVBoxLayout;
    left->setSpacing(10);
    left->addWidget(parameters);
    left->addWidget(m_guess);
    left->addWidget(m_findings, 1);
    left->addWidget(m_point);
    auto* side = new QWidget(this);
    side->setLayout(left);
    left->setContentsMargins(0, 0, 0, 0);
    m_side = makeScrolling(side, tr("Parameters and findings"), this);
    side->installEventFilter(this);
    auto* right = new QVBoxLayout;
    right->setSpacing(10);
    right->setContentsMargins(0, 0, 0, 0);
    right->addWidget(m_page);
    auto* beside = new QWidget(this);
    beside->setLayout(right);
    m_right = makeScrolling(beside, tr("About this experiment and findings"), this);
    connect(m_page->more()->head(), &QPushButton::clicked, this, &ExperimentDialog::placeFindings);
    auto* top = new QHBoxLayout;
    top->addWidget(m_choice);
    top->addWidget(m_run);
    top->addSpacing(6);
    top->addWidget(m_progress, 1);
    top->addWidget(m_about);
    top->addWidget(m_export);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(10);
    middle->addWidget(m_side);
    middle->addWidget(m_chartCard, 1);
    middle->addWidget(m_right);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 10, 14, 14);
    column->setSpacing(10);
    column->addLayout(top);
    column->addLayout(middle, 4); // LectureNotes::showBelow adds a strip with 1
}

void ExperimentDialog::arrange()
{
    for (QWidget* widget : std::initializer_list<QWidget*>{m_choice, m_run, m_export, m_parameters})
        widget->setVisible(!m_isPresented);
    refreshParameters();
    // In type for a hall the chart needs the whole width; words stand below it then, side by side.
    auto* middle = static_cast<QBoxLayout*>(layout()->itemAt(1)->layout());
    const int edge = m_isPresented ? 8 : 10; // every line counts on a low screen
    for (QLayout* each : std::initializer_list<QLayout*>{layout(), middle})
        each->setSpacing(edge);
    middle->setDirection(m_isPresented ? QBoxLayout::BottomToTop : QBoxLayout::LeftToRight);
    auto* cards = static_cast<QBoxLayout*>(m_side->widget()->layout());
    cards->setDirection(m_isPresented ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const bool isAnswered = !m_guess->verdict()->isHidden();
    cards->setStretchFactor(m_guess, m_isPresented && (m_guess->isAsking() || isAnswered) ? 1 : 0);
    cards->setAlignment(m_guess, m_isPresented ? Qt::AlignTop : Qt::Alignment()); // no higher than its lines
    m_point->setVisible(!m_isPresented);
    layout()->setContentsMargins(14, edge, 14, m_isPresented ? edge : 14);
    setMinimumHeight(m_isPresented ? 1 : 0); // that of the layout would not fit a lower screen
    if (!m_isPresented)
        m_chart->setMinimumHeight(0);
    if (m_isPresented) {
        for (QWidget* column : {static_cast<QWidget*>(m_side), m_side->widget()}) {
            column->setMinimumWidth(0);
            column->setMaximumWidth(QWIDGETSIZE_MAX);
        }
        m_about->hide();
        m_right->hide();
        m_chartCard->show();
        placeFindings();
        shareHeight();
        return;
    }
    m_side->setMinimumHeight(0);
    m_side->setMaximumHeight(QWIDGETSIZE_MAX);
    const auto scaled = [this](int pixels) { return static_cast<int>(pixels * textScale()); };
    const int scrollBar = m_side->verticalScrollBar()->sizeHint().width();
    const bool fitsBeside = fitsPageBeside();
    const bool isPageAlone = !fitsBeside && m_about->isChecked();
    const int column = std::min(scaled(sideWidth), width() * 2 / 5);
    m_side->setFixedWidth(column + scrollBar);
    m_side->widget()->setFixedWidth(column); // a scroll bar that comes or goes breaks no line anew
    m_right->setMinimumWidth(fitsBeside ? scaled(pageWidth) : 0);
    m_right->setMaximumWidth(fitsBeside ? scaled(pageWidth) : QWIDGETSIZE_MAX);
    m_about->setVisible(!fitsBeside);
    m_chartCard->setVisible(!isPageAlone);
    m_right->setVisible(fitsBeside || isPageAlone);
    placeFindings();
}

void ExperimentDialog::shareHeight()
{
    m_chart->setMinimumHeight((height() * presentedChartPercent + 99) / 100);
    const QMargins around = layout()->contentsMargins();
    int room = height() - around.top() - around.bottom() - m_chartCard->minimumSizeHint().height()
             - layout()->spacing();
    if (const QLayoutItem* top = layout()->itemAt(0); !top->isEmpty())
        room -= top->sizeHint().height() + layout()->spacing();
    const int width = this->width() - around.left() - around.right();
    const QLayoutItem* last = layout()->itemAt(2);
    QWidget* notes = last != nullptr && !last->isEmpty() ? last->widget() : nullptr;
    if (notes != nullptr)
        room -= layout()->spacing();
    const int leastNotes = notes != nullptr ? notes->layout()->totalMinimumHeightForWidth(width) : 0;
    const int usualNotes = notes != nullptr ? notes->layout()->totalHeightForWidth(width) : 0;
    const QLayout& cards = *m_side->widget()->layout();
    const int column = width - m_side->verticalScrollBar()->sizeHint().width();
    const int needed = cards.hasHeightForWidth() ? cards.totalHeightForWidth(column) : cards.totalSizeHint().height();
    // A question is seen whole where the notes can leave it the height; findings leave the notes their lines.
    const int besideNotes = m_guess->isAsking()
                              ? needed
                              : std::max(room - usualNotes, presentedFindingLines * fontMetrics().lineSpacing());
    const int side = std::max(1, std::min({needed, besideNotes, room - leastNotes}));
    m_side->setFixedHeight(side);
    if (notes != nullptr)
        notes->setMaximumHeight(std::max(leastNotes, room - side));
}

bool ExperimentDialog::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest && m_isPresented)
        shareHeight(); // the notes may have come, gone or grown
    return QDialog::event(event);
}

bool ExperimentDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest && m_isPresented && watched == m_side->widget())
        shareHeight(); // what is below the chart has other words
    return QDialog::eventFilter(watched, event);
}

bool ExperimentDialog::fitsPageBeside() const
{
    const int around = layout()->contentsMargins().left() + layout()->contentsMargins().right()
                     + 2 * layout()->spacing() + m_side->verticalScrollBar()->sizeHint().width();
    const auto scaled = [this](int pixels) { return static_cast<int>(pixels * textScale()); };
    return width() >= scaled(sideWidth) + scaled(pageWidth) + scaled(leastChart) + around;
}

void ExperimentDialog::placeFindings()
{
    auto* left = static_cast<QBoxLayout*>(m_side->widget()->layout());
    auto* right = static_cast<QBoxLayout*>(m_right->widget()->layout());
    const bool isRight = !m_isPresented && m_findings->areMeasured() && fitsPageBeside();
    if (isRight && right->indexOf(m_findings) < 0)
        right->addWidget(m_findings);
    else if (!isRight && left->indexOf(m_findings) < 0)
        left->insertWidget(left->indexOf(m_point), m_findings, 1);
    const bool isEmpty = m_guess->hidesPrediction(); // and the chart says why
    m_findings->setVisible(!isEmpty);
    // One card of each column takes what is left of its height; a page that is read has it before findings.
    const bool isPageRead = !m_page->more()->folded();
    left->setStretchFactor(m_point, isRight || isEmpty ? 1 : 0);
    right->setStretchFactor(m_page, isRight && !isPageRead ? 0 : 1);
    right->setStretchFactor(m_findings, isRight && !isPageRead ? 1 : 0);
}

void ExperimentDialog::keyPressEvent(QKeyEvent* event)
{
    if (m_progress->isRunning() && event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier)
        emit stopAsked();
    else
        QDialog::keyPressEvent(event);
}

bool ExperimentDialog::focusNextPrevChild(bool next)
{
    std::vector<QWidget*> parts{m_choice, m_run, m_about, m_export, m_parameters->parentWidget(), m_guess};
    if (m_side->isAncestorOf(m_findings))
        parts.push_back(m_findings);
    parts.insert(parts.end(), {m_point, m_chartCard, m_page});
    if (m_right->isAncestorOf(m_findings))
        parts.push_back(m_findings);
    chainFocus(parts);
    return QDialog::focusNextPrevChild(next);
}

void ExperimentDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    arrange();
}

void ExperimentDialog::choose(const ExperimentDefinition& experiment, const ParameterTexts& texts)
{
    const ExperimentInfo& info = experiment.info();
    m_answer->clear();
    m_chosen = nullptr; // the new fields are no change by the user
    m_choice->setCurrentIndex(m_choice->findData(QString::fromStdString(info.id)));
    m_page->setPage(experimentPage(info.id));
    m_parameters->setInfo(info, texts);
    m_chosen = &experiment;
    m_chartCard->setTitle(catalogueWords(info.title));
    m_chart->setAccessibleName(tr("Chart: %1").arg(catalogueWords(info.title)));
    m_chart->axisRanges().reset();
    m_chart->choosePoint(std::nullopt);
    m_findings->more()->setFolded(true);
    show(nullptr);
    tellWhen({});
    refreshRunnable();
    focusForHall();
}

void ExperimentDialog::show(std::shared_ptr<const ExperimentResult> result)
{
    m_result = std::move(result);
    m_guess->setResult(m_chosen != nullptr ? m_result.get() : nullptr);
    refreshShown();
}

void ExperimentDialog::tellWhen(const QString& moment)
{
    m_chartCard->setWarning(moment.isEmpty() ? QString() : tr("measured %1").arg(moment));
}

void ExperimentDialog::refreshShown()
{
    if (m_chosen == nullptr)
        return;
    const auto parameters = m_parameters->parameters();
    if (parameters)
        m_guess->setQuestion(m_chosen->info(), *parameters);
    const bool isAsking = m_guess->isAsking();
    const bool isHidden = m_guess->hidesPrediction();
    const auto shown = isHidden ? nullptr : m_result;
    const GuessQuestion& question = m_chosen->info().guess;
    const bool asksPlace = isAsking && question.kind == GuessKind::Place;
    const bool asksCurve = isAsking && question.kind == GuessKind::Curve;
    const bool isHeldBack = m_guess->isHeldBack();
    const QString next = isHeldBack ? tr("Answer the lesson's question first; the results are shown after it.")
                       : asksPlace  ? tr("Guess first: type the number, or click its place in the first plot.")
                       : asksCurve  ? tr("Guess first: draw the curve in the first plot, from the cross to the right.")
                       : isAsking   ? m_isPresented ? tr("Guess first, below.") : tr("Guess first, at the left.")
                         : isHidden && m_progress->isRunning()
                           ? tr("Being measured; the prediction appears beside the first number that is measured.")
                       : isHidden && m_isPresented ? tr("Page Down measures, and shows the prediction beside it.")
                       : isHidden && m_guess->isAskedElsewhere()
                           ? tr("Press Measure it in the lesson to measure, and to see the prediction beside it.")
                       : isHidden ? tr("Press Run to measure, and to see the prediction beside it.")
                       : m_progress->isRunning()
                           ? tr("Being measured; the prediction appears as soon as the roofs are known.")
                       : m_isPresented
                           ? tr("Page Down measures. The prediction appears as soon as the roofs are known.")
                           : tr("Press Run to measure. The prediction appears as soon as the roofs are known.");
    m_chart->set(&ChartInput::emptyText,
                 m_guess->isHidden() || m_isPresented ? next : tr("%1 %2").arg(m_guess->question()->text(), next));
    m_chart->setExperiment(&m_chosen->info(), shown);
    std::optional<AskedInPlot> asked;
    // A guess stays on the axes that it was made on until it is measured.
    const bool isCurve = question.kind == GuessKind::Curve;
    if (isHidden && !m_guess->isAskedElsewhere() && (question.kind == GuessKind::Place || isCurve) && parameters)
        asked = AskedInPlot{question.stretch(*parameters), {}};
    if (isCurve && asked)
        asked->multiples = question.multiples;
    m_chart->ask(std::move(asked));
    markGuess();
    m_chartCard->setNote(shown ? withCurve(whereWords(*shown, Format())) : QString());
    const QStringList sentences = shown ? sentencesOf(*m_chosen, *shown, m_guess->why(), Format()) : QStringList();
    if (!sentences.isEmpty())
        m_findings->setFindings(sentences, !shown->lanes.empty() || hasPointOf(shown.get(), Provenance::Measured));
    else
        m_findings->say(isHidden ? QString() : unmeasuredWords(shown.get(), m_runnable != Runnable::Never));
    m_export->setEnabled(shown && (!shown->points.empty() || !shown->lanes.empty()));
    m_page->setGuessing(m_guess->isOpen());
    if (m_isPresented)
        arrange();
    else
        placeFindings();
}

void ExperimentDialog::markGuess()
{
    const GuessQuestion& question = m_chosen->info().guess;
    const auto given = m_guess->given();
    GuessMarks marks;
    if (const CurveInput* input = curveInput())
        marks = input->sketch().marks(0);
    else if (question.kind == GuessKind::Place && given)
        marks = placeMarks({0}, given->number);
    else if (question.kind == GuessKind::Curve && given && !given->curve.empty() && m_result) {
        const auto unit = m_guess->hidesPrediction() ? std::optional(1.0) // in multiples, as it was drawn
                                                     : unitOfCurve(question, *m_result, given->curve.front().x);
        if (unit) {
            marks.lines.emplace_back();
            for (const CurvePlace& place : given->curve)
                marks.lines.front().push_back({0, place.x, place.value * *unit});
        }
    }
    m_chart->set(&ChartInput::guess, marks);
}

const CurveInput* ExperimentDialog::curveInput() const
{
    return m_guess->input() != nullptr ? m_guess->input()->curve() : nullptr;
}

QString ExperimentDialog::withCurve(const QString& note) const
{
    const bool isDrawn = m_chosen != nullptr && m_chosen->info().guess.kind == GuessKind::Curve
                      && !m_chart->input().guess.lines.empty();
    return isDrawn ? tr("%1 · thick dashes: your curve").arg(note) : note;
}

void ExperimentDialog::showChosen()
{
    const ExperimentPoint* point = m_chart->chosenPoint();
    QString value;
    if (point != nullptr && m_chosen != nullptr
        && static_cast<std::size_t>(point->plot) < m_chosen->info().plots.size()) {
        const ExperimentInfo& info = m_chosen->info();
        const ExperimentPlot& plot = info.plots[static_cast<std::size_t>(point->plot)];
        const QStringList lines = m_chart->wordsOf(*point);
        value = lines.mid(0, kindOf(info, plot) == ExperimentChartKind::Bars ? 2 : 3).join(QStringLiteral(" \u00b7 "));
    }
    m_point->show(point, value, m_result ? m_result->roofs : std::vector<Roof>());
}

void ExperimentDialog::setRunning(bool running, double fraction, const QString& what)
{
    if (running && !m_progress->isRunning())
        m_answer->clear(); // what was copied or written is of other numbers
    m_progress->setRunning(running, fraction, what);
    m_run->setText(running ? tr("■ &Stop") : tr("▶ &Run"));
    m_run->setToolTip(running ? tr("Stop the experiment; the results so far are kept (Alt+S)")
                              : tr("Run this experiment on the device selected in the window (Alt+R)"));
    m_run->setAccessibleName(running ? tr("Stop") : tr("Run"));
    refreshParameters();
    m_parameters->setFrozen(running);
    m_choice->setEnabled(!running);
    m_guess->setRunning(running);
    refreshRunnable();
}

void ExperimentDialog::copyChart()
{
    m_answer->say(copyPicture(*m_chart, titles()) ? tr("The chart is copied, as a picture and as numbers.")
                                                  : whyNotCopied());
}

void ExperimentDialog::copyItsNumbers()
{
    m_answer->say(copyNumbers(*m_chart) ? tr("The chart's numbers are copied (CSV).") : whyNotCopied());
}

QString ExperimentDialog::whyNotCopied() const
{
    return m_guess->isAsking() || m_guess->isHeldBack()
             ? tr("Nothing was copied: the results are hidden until you have guessed them.")
             : tr("Nothing was copied: there are no numbers yet.");
}

void ExperimentDialog::tell(const QString& words, Runnable runnable)
{
    m_message->setText(words);
    m_message->setVisible(!words.isEmpty());
    refreshParameters();
    m_runnable = runnable;
    m_guess->setPossible(runnable != Runnable::Never);
    refreshRunnable();
}

void ExperimentDialog::refreshParameters()
{
    auto* card = static_cast<Card*>(m_parameters->parentWidget());
    card->setTitle(m_isPresented ? QString() : tr("Parameters"));
    card->setVisible(!m_isPresented || !m_message->text().isEmpty());
    m_progress->setVisible(!m_isPresented || m_progress->isRunning()); // else a hall's chart has its height
}

void ExperimentDialog::refreshRunnable()
{
    m_run->setEnabled(m_progress->isRunning()
                      || (m_runnable == Runnable::Yes && m_chosen != nullptr && m_guess->isReadable()
                          && m_parameters->parameters().ok()));
}

void ExperimentDialog::setTheme(const Theme& theme)
{
    m_chart->setTheme(theme);
    arrange();
}

double ExperimentDialog::textScale() const { return std::max(1.0, m_chart->theme().fontPixels / usualFontPixels); }

void ExperimentDialog::setPresented(bool isPresented)
{
    if (m_isPresented == isPresented)
        return;
    m_isPresented = isPresented;
    m_findings->setPresented(isPresented);
    m_guess->setPresented(isPresented);
    setWindowState(windowState().setFlag(Qt::WindowFullScreen, isPresented));
    arrange();
    refreshShown();
    focusForHall();
}

void ExperimentDialog::focusForHall()
{
    if (m_isPresented && m_guess->input() != nullptr)
        m_guess->input()->setFocus();
}

bool ExperimentDialog::scrollOn(int by) { return m_isPresented && scrolledOn(*m_side, by); }

Result<void> ExperimentDialog::exportTo(const QString& path) const
{
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return writeTextFile(m_chart->dataCsv(), path.toStdString());
    if (path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        return writeChromeTrace(m_result ? *m_result : ExperimentResult{}, path.toStdString());
    return m_chart->exportTo(path, titles());
}

ExportOptions ExperimentDialog::titles() const
{
    ExportOptions options;
    options.title = m_chosen != nullptr ? catalogueWords(m_chosen->info().title) : QString();
    options.note = m_result ? withCurve(QString::fromStdString(m_result->deviceName)) : QString();
    return options;
}

void ExperimentDialog::openMenu(const QPoint& place)
{
    auto* menu = new QMenu(m_chart);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("&Copy picture and numbers")), &QAction::triggered, this, &ExperimentDialog::copyChart);
    connect(menu->addAction(tr("Copy &numbers only")), &QAction::triggered, this, &ExperimentDialog::copyItsNumbers);
    menu->addSeparator();
    addAxisActions(*menu, *m_chart);
    menu->popup(m_chart->mapToGlobal(place));
}

void ExperimentDialog::askExport()
{
    QList<SaveKind> kinds = chartKinds();
    if (m_result && !m_result->lanes.empty())
        kinds << SaveKind{tr("Timeline as a trace for Perfetto"), QStringLiteral("json")};
    const QString suggestion = usualFolder() + QLatin1Char('/') + QString::fromStdString(m_chosen->info().id)
                             + QStringLiteral(".pdf");
    const QString path = askWhereToSave(this, tr("Export the experiment"), suggestion, kinds);
    if (path.isEmpty())
        return;
    if (const auto written = exportTo(path))
        m_answer->say(tr("Written to %1.").arg(path), path);
    else
        m_answer->warn(errorMessage(written.error()));
}

ParameterForm::ParameterForm(QWidget* parent)
    : QWidget(parent), m_form(nullptr), m_rows(nullptr), m_warning(makeLabel("warning", this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_warning);
    m_warning->setWordWrap(true);
    m_warning->setAccessibleName(tr("Invalid parameters"));
    m_warning->hide();
}

void ParameterForm::setInfo(const ExperimentInfo& info, const ParameterTexts& texts)
{
    m_info = &info;
    m_fields.clear();
    delete m_rows;
    m_rows = new QWidget(this);
    m_form = new QFormLayout(m_rows);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    for (const ExperimentParameter& parameter : info.parameters) {
        const auto given = texts.find(parameter.name);
        addField(parameter, QString::fromStdString(given == texts.end() ? parameter.defaultValue : given->second));
    }
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, m_rows);
    m_rows->show();
    onEdited();
}

void ParameterForm::addField(const ExperimentParameter& parameter, const QString& value)
{
    const QString words = catalogueWords(parameter.words);
    Field field;
    if (parameter.kind == ParameterKind::Choice) {
        auto* box = new QComboBox(m_rows);
        for (const std::string& choice : parameter.choices)
            box->addItem(catalogueWords(choice), QString::fromStdString(choice));
        box->setCurrentIndex(box->findData(value));
        connect(box, &QComboBox::currentIndexChanged, this, &ParameterForm::onEdited);
        field = {box, [box] { return box->currentData().toString(); }};
    } else {
        auto* edit = new QLineEdit(value, m_rows);
        edit->setToolTip(parameter.defaultValue == automaticSize
                             ? tr("A count such as 4096, 4Ki or 16Mi; auto exceeds every cache of the device")
                         : parameter.kind == ParameterKind::Size ? tr("A count such as 4096, 4Ki or 16Mi")
                                                                 : tr("A whole number"));
        connect(edit, &QLineEdit::textChanged, this, &ParameterForm::onEdited);
        field = {edit, [edit] { return edit->text().trimmed(); }};
    }
    field.widget->setAccessibleName(words);
    m_form->addRow(words, field.widget);
    m_fields[parameter.name] = std::move(field);
}

Result<ExperimentParameters> ParameterForm::parameters() const
{
    ParameterTexts texts;
    for (const auto& [name, field] : m_fields)
        texts[name] = field.text().toStdString();
    return m_info != nullptr ? readParameters(*m_info, texts) : Result<ExperimentParameters>(ExperimentParameters{});
}

QWidget* ParameterForm::field(const std::string& name) const
{
    const auto found = m_fields.find(name);
    return found == m_fields.end() ? nullptr : found->second.widget;
}

void ParameterForm::setFrozen(bool frozen)
{
    for (const auto& [name, field] : m_fields)
        field.widget->setEnabled(!frozen);
}

void ParameterForm::onEdited()
{
    const auto read = parameters();
    m_warning->setText(read ? QString() : problemWords(*m_info, read.error()));
    m_warning->setVisible(!read);
    emit changed();
}

} // namespace ridgepoint
