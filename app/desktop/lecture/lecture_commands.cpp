// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/lecture/lecture_commands.h"

#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/save_dialog.h"
#include "app/desktop/experiments/experiment_commands.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/lecture/lecture_notes.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/live_session.h"
#include "app/desktop/views/chart_area.h"
#include "core/experiment/registry.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeySequence>
#include <QMainWindow>
#include <QMenu>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

QString withKeys(const QString& words, const QAction& action)
{
    return QStringLiteral("%1 (%2)").arg(words, action.shortcut().toString(QKeySequence::NativeText));
}

std::string shippedLessonIds()
{
    std::string all;
    for (const LessonPage& page : shippedLessonPages())
        all.append(all.empty() ? "" : ", ").append(page.id);
    return all;
}

/// The page "ID.md" of a folder, else one that the program brings along.
Result<Lesson> lessonNamed(const std::string& id, const QString& folder)
{
    const QString file = text(id) + QStringLiteral(".md");
    const QFileInfo own(folder + QLatin1Char('/') + file);
    if (!folder.isEmpty() && own.fileName() == file && own.exists()) {
        const auto page = readSmallFile(own.filePath().toStdString());
        auto lesson = page ? parseLesson(*page, id) : Result<Lesson>(page.error());
        if (!lesson)
            return Error{ErrorKind::InvalidInput,
                         "lecture.own-lesson",
                         "expected a lesson in the file %1. %2",
                         {file.toStdString(), lesson.error().message()}};
        return lesson;
    }
    for (const LessonPage& page : shippedLessonPages())
        if (page.id == id)
            return parseLesson(page.text, id);
    return Error{ErrorKind::InvalidInput,
                 "lecture.no-lesson",
                 "expected a lesson (%1) or the name of a file beside the lecture without its .md, not \"%2\"",
                 {shippedLessonIds(), id}};
}

Result<void> checkExperiment(const std::string& id)
{
    if (findExperiment(id) != nullptr)
        return {};
    std::string all;
    for (const ExperimentDefinition* one : experimentDefinitions())
        all.append(all.empty() ? "" : ", ").append(one->info().id);
    return Error{
        ErrorKind::InvalidInput, "lecture.no-experiment", "expected an experiment (%1), not \"%2\"", {all, id}};
}

} // namespace

LectureCommands::LectureCommands(const LectureParts& parts, QObject* parent)
    : QObject(parent),
      m_parts(parts),
      m_wantNotes(new QAction(tr("Speaker's &notes"), this)),
      m_end(new QAction(tr("End the le&cture"), this))
{
    const auto keys = [](const QString& words) { return QKeySequence(words, QKeySequence::PortableText); };
    auto* open = new QAction(tr("&Open lecture…"), this);
    open->setShortcut(keys(QStringLiteral("Ctrl+Alt+Shift+O")));
    open->setToolTip(withKeys(tr("Present the lessons, charts and experiments that a file lists"), *open));
    connect(open, &QAction::triggered, this, [this] { openFile(); });
    m_actions.push_back(open);
    for (const LessonPage& page : shippedLecturePages()) {
        constexpr std::string_view keysInOrder = "LMPQ";
        const auto lecture = parseLecture(page.text, {});
        if (!lecture || m_actions.size() > keysInOrder.size())
            continue; // a test holds that there is none
        const QString title = text(lecture->title);
        auto* action = new QAction(tr("Lecture: %1").arg(title), this);
        action->setShortcut(
            keys(QStringLiteral("Ctrl+Alt+Shift+%1").arg(QLatin1Char(keysInOrder[m_actions.size() - 1]))));
        action->setToolTip(withKeys(lecture->minutes == 1
                                        ? tr("Present this lecture: 1 minute")
                                        : tr("Present this lecture: %1 minutes").arg(lecture->minutes),
                                    *action));
        connect(action, &QAction::triggered, this, [this, page, title] { begin(page.text, title, {}); });
        m_actions.push_back(action);
    }
    m_wantNotes->setShortcut(keys(QStringLiteral("Ctrl+Alt+N")));
    m_wantNotes->setToolTip(
        withKeys(tr("Show the lecture's notes, on a second screen or else below the slide"), *m_wantNotes));
    m_wantNotes->setCheckable(true);
    connect(m_wantNotes, &QAction::triggered, this, &LectureCommands::wantNotes);
    m_end->setShortcut(keys(QStringLiteral("Ctrl+Alt+W")));
    m_end->setToolTip(withKeys(tr("Leave the lecture and the presenter"), *m_end));
    connect(m_end, &QAction::triggered, this, &LectureCommands::end);
    for (QAction* action : {m_wantNotes, m_end}) {
        action->setEnabled(false);
        m_actions.push_back(action);
    }
    connect(&parts.presenter, &PresenterMode::activeChanged, this, [this](bool active) {
        if (!m_lecture)
            return;
        if (active && m_wantNotes->isChecked())
            return wantNotes(true); // the window may have gone to the screen of the notes
        if (!active && !m_notes->isWindow()) {
            const QSignalBlocker wished(m_notes); // they are back below the slide with it
            m_notes->hide();
        }
    });
    connect(&parts.experiments, &ExperimentCommands::openChanged, this, &LectureCommands::moveNotes);
    connect(&parts.cursor, &Cursor::mapChanged, this, [this] {
        const std::string& device = m_parts.cursor.device();
        if (!m_lecture || std::exchange(m_device, device) == device || current().kind != LectureItem::Kind::Slice)
            return;
        withdrawDoubt();
        showSlice(); // "memory" is another size there
        showNotes();
    });
}

void LectureCommands::fillMenu(QMenu* menu, QAction* openLesson)
{
    menu->addSeparator();
    menu->addAction(openLesson);
    for (QAction* action : m_actions)
        menu->addAction(action);
}

void LectureCommands::openFile()
{
    const QString path = QFileDialog::getOpenFileName(m_parts.window, tr("Open a lecture"), usualFolder(),
                                                      tr("Lectures (*.md)"));
    if (!path.isEmpty())
        openFile(path);
}

void LectureCommands::openFile(const QString& path)
{
    const auto page = readSmallFile(path.toStdString());
    if (!page)
        return m_parts.strip.tell(Severity::Error, tr("%1.").arg(capitalised(errorMessage(page.error()))));
    begin(*page, QFileInfo(path).fileName(), QFileInfo(path).absolutePath());
}

void LectureCommands::begin(std::string_view page, const QString& name, const QString& folder)
{
    std::map<std::string, Lesson> lessons;
    auto lecture = parseLecture(page, [&](const LectureItem& item) -> Result<void> {
        if (item.kind == LectureItem::Kind::Experiment)
            return checkExperiment(item.id);
        const auto lesson = lessonNamed(item.id, folder);
        if (!lesson)
            return lesson.error();
        lessons[item.id] = *lesson;
        return {};
    });
    if (!lecture)
        return m_parts.strip.tell(Severity::Error,
                                  tr("%1 is not a lecture yet. %2").arg(name, errorMessage(lecture.error())));
    if (!m_parts.lessons.mayTeach(lessons))
        return;
    clear(); // a lesson or experiment that was open would be walked first
    m_lecture = std::move(*lecture);
    m_lessons = std::move(lessons);
    m_parts.lessons.forgetShown();
    m_toAsk = experimentsToAsk();
    m_item = 0;
    for (QAction* action : {m_wantNotes, m_end})
        action->setEnabled(true);
    if (m_notes == nullptr) {
        m_notes = new LectureNotes(m_parts.window);
        m_notes->addActions(m_parts.presenterActions);
        m_notes->addActions({m_wantNotes, m_end});
        connect(m_notes, &LectureNotes::shownChanged, m_wantNotes, &QAction::setChecked);
    }
    m_notes->begin(text(m_lecture->title), m_lecture->minutes);
    m_parts.presenter.enter();
    go(0, 1);
    m_notes->showElsewhere();
}

void LectureCommands::end()
{
    if (!m_lecture)
        return;
    clear();
    m_lecture.reset();
    for (QAction* action : {m_wantNotes, m_end})
        action->setEnabled(false);
    m_notes->hide();
    m_wantNotes->setChecked(false); // also where they were out of sight already
    m_parts.presenter.leave();
    emit changed();
}

bool LectureCommands::step(int by)
{
    for (PresentedPart* part : std::initializer_list<PresentedPart*>{&m_parts.experiments, &m_parts.lessons})
        if (part->isOpen() && part->step(by))
            return true;
    if (by < 0 ? m_item == 0 : m_item + 1 == m_lecture->items.size())
        return false;
    clear();
    go(by < 0 ? m_item - 1 : m_item + 1, by);
    return true;
}

void LectureCommands::clear()
{
    m_parts.lessons.end(); // which keeps its answers
    m_parts.experiments.close();
    m_parts.panel.setNote({});
    withdrawDoubt();
}

void LectureCommands::withdrawDoubt()
{
    if (!m_doubt.isEmpty())
        m_parts.strip.dismiss(std::exchange(m_doubt, QString()));
}

std::set<std::string> LectureCommands::experimentsToAsk() const
{
    std::set<std::string> ids;
    const bool goesOn = std::ranges::any_of(
        m_lessons, [this](const auto& each) { return m_parts.lessons.given(each.second).has_value(); });
    for (const LectureItem& item : m_lecture->items)
        if (!goesOn && item.kind == LectureItem::Kind::Experiment)
            ids.insert(item.id);
    return ids;
}

void LectureCommands::go(std::size_t item, int by)
{
    m_item = item;
    m_device = m_parts.cursor.device();
    switch (current().kind) {
    case LectureItem::Kind::Lesson: showLesson(by); break;
    case LectureItem::Kind::Slice: showSlice(); break;
    case LectureItem::Kind::Experiment:
        if (m_toAsk.erase(current().id) > 0)
            m_parts.experiments.askAgain(current().id);
        m_parts.experiments.openAt(current().id);
        break;
    }
    showNotes();
    emit changed();
}

void LectureCommands::showLesson(int by)
{
    const Lesson& lesson = m_lessons.at(current().id);
    const auto given = m_parts.lessons.given(lesson);
    const LessonSection at = by < 0 ? allLessonSections.back() : allLessonSections.front();
    m_doubt = given ? m_parts.lessons.resume(lesson, *given, at) : m_parts.lessons.begin(lesson);
    m_parts.panel.setNote(place());
}

void LectureCommands::showSlice()
{
    const DeviceInfo& device = m_parts.cursor.deviceInfo();
    LessonMachine machine{.roofs = {}, .kind = device.kind, .memory = device.memory, .base = {}, .time = {}};
    machine.base.threads = device.kind == DeviceKind::Cpu ? device.threads : 0;
    if (const RoofSet* roofs = m_parts.session.roofs(m_device, machine.base.threads))
        machine.roofs = *roofs;
    const LectureSlice& slice = current().slice;
    const auto workload = sliceWorkload(slice, std::move(machine));
    if (slice.along)
        m_parts.charts.chooseCurvesAxis(*slice.along);
    if (!workload) {
        m_doubt = errorMessage(workload.error());
        m_parts.strip.tell(Severity::Warning, m_doubt);
        return;
    }
    m_parts.cursor.setWorkload(*workload);
    if (slice.along)
        emit axisAsked(*slice.along); // of a chain that the workload before had not
    emit userMoved();
}

void LectureCommands::showNotes()
{
    const auto& items = m_lecture->items;
    m_notes->show({.place = place(),
                   .title = titleOf(current()),
                   .notes = text(current().notes),
                   .next = m_item + 1 < items.size() ? titleOf(items[m_item + 1]) : QString(),
                   .doubt = m_doubt});
}

void LectureCommands::wantNotes(bool wanted)
{
    if (!wanted)
        m_notes->hide();
    else if (!m_notes->showElsewhere() && m_parts.presenter.active()) // without a slide there is nothing to be below
        m_notes->showBelow(slide());
}

QWidget& LectureCommands::slide() const
{
    return m_parts.experiments.isOpen() ? *m_parts.experiments.dialog() : *m_parts.window->centralWidget();
}

void LectureCommands::moveNotes()
{
    if (!m_lecture)
        return;
    if (m_parts.experiments.isOpen())
        m_parts.experiments.dialog()->addActions({m_wantNotes, m_end}); // whose keys work there, too
    if (m_notes->isBelow())
        m_notes->showBelow(slide());
}

QScrollArea* LectureCommands::side() const { return m_parts.lessons.isOpen() ? m_parts.lessons.side() : nullptr; }

ChartWidget* LectureCommands::chart() const
{
    if (m_parts.lessons.isOpen())
        return m_parts.lessons.chart();
    if (!m_lecture || current().kind != LectureItem::Kind::Slice)
        return nullptr;
    switch (current().slice.chart) {
    case LectureSlice::Chart::Roofline: return m_parts.charts.roofline();
    case LectureSlice::Chart::Map: return m_parts.charts.map();
    case LectureSlice::Chart::Curves: return m_parts.charts.curves();
    }
    return nullptr;
}

std::optional<std::size_t> LectureCommands::plot() const
{
    return m_parts.lessons.isOpen() ? m_parts.lessons.plot() : std::nullopt;
}

QString LectureCommands::caption() const { return !m_lecture || m_parts.lessons.isOpen() ? QString() : place(); }

QString LectureCommands::place() const { return tr("%1 of %2").arg(m_item + 1).arg(m_lecture->items.size()); }

QString LectureCommands::titleOf(const LectureItem& item) const
{
    switch (item.kind) {
    case LectureItem::Kind::Lesson: return text(m_lessons.at(item.id).title);
    case LectureItem::Kind::Experiment: return catalogueWords(findExperiment(item.id)->info().title);
    case LectureItem::Kind::Slice: break;
    }
    const QString chart = item.slice.chart == LectureSlice::Chart::Roofline ? tr("Roofline")
                        : item.slice.chart == LectureSlice::Chart::Map      ? tr("Regime map")
                                                                            : tr("Sweep curves");
    QStringList parts{chart};
    for (const QString& assignment : text(item.slice.work).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QString value = assignment.section(QLatin1Char('='), 1);
        const bool isOperations = assignment.startsWith(QLatin1String("k="));
        parts << (isOperations && value == QLatin1String("1") ? tr("one operation per element")
                  : isOperations                              ? tr("%1 operations per element").arg(value)
                                                              : assignment);
    }
    return parts.join(tr(", "));
}

} // namespace ridgepoint
