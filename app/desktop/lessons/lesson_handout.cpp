// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/describe.h"
#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/render/report_files.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/save_dialog.h"
#include "app/desktop/base/show_in_folder.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "app/desktop/lessons/lesson_words.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/live_session.h"
#include "app/desktop/views/chart_area.h"
#include "core/session/text_file.h"

#include <QDateTime>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <tuple>

// What a lesson leaves behind: answers, handout, and the questions before they are lost.
namespace ridgepoint {
namespace {

/// What the person gave, without what was measured meanwhile.
auto givenIn(const LessonAnswers& answers)
{
    return std::tuple(answers.lesson, answers.prediction, answers.curve, answers.seen, answers.transfer,
                      answers.person);
}

} // namespace

LessonAnswers LessonCommands::answers() const
{
    LessonAnswers answers;
    if (!m_lesson)
        return answers;
    answers.lesson = m_lesson->id;
    answers.title = m_lesson->title;
    answers.person = m_parts.panel.person()->text().trimmed().toStdString();
    answers.created = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    answers.device = m_measurement.device();
    answers.unit = m_measurement.unit();
    answers.prediction = m_prediction;
    if (const auto choice = m_parts.panel.choice(); choice && m_prediction)
        answers.choice = static_cast<int>(*choice) + 1;
    answers.curve = m_drawn;
    answers.seen = m_parts.panel.seen()->toPlainText().toStdString();
    answers.transfer = m_parts.panel.transfer()->toPlainText().toStdString();
    if (const DeviceInfo* device = m_parts.session.device(answers.device))
        answers.deviceName = device->name;
    if (const auto here = m_measurement.machine()) {
        answers.question = sectionText(*m_lesson, LessonSection::Predict, here, m_format).simplified().toStdString();
        answers.threads = here->roofs.threads;
        addMeasured(answers, *m_lesson, *here);
        const AnswerGrounds grounds = m_measurement.grounds();
        answers.contradictsRoofs = grounds.contradictsRoofs;
        answers.isDoubted = grounds.doubt.has_value();
    }
    return answers;
}

QString LessonCommands::comparison(const LessonAnswers& answers, const Result<LessonMachine>& here) const
{
    return comparisonWords(*m_lesson, answers, here, m_format, m_measurement.grounds().range,
                           m_measurement.whyNoRange(), answers.isDoubted);
}

QString LessonCommands::doubt() const
{
    return m_isCommitted && m_step >= static_cast<std::size_t>(LessonSection::Do)
             ? doubtWords(*m_lesson, m_measurement.grounds().doubt, m_format)
             : QString();
}

bool LessonCommands::save()
{
    const LessonAnswers now = answers();
    const QString proposal = usualFolder() + QStringLiteral("/%1-answers.json").arg(text(m_lesson->id));
    const QString path = askWhereToSave(m_parts.window, tr("Save the answers"), proposal, tr("Answers (*.json)"),
                                        QStringLiteral("json"));
    if (path.isEmpty())
        return false;
    return tellSaved(writeTextFile(toJson(now) + "\n", path.toStdString()), now, path);
}

bool LessonCommands::tellSaved(const Result<void>& saved, const LessonAnswers& answers, const QString& path)
{
    if (saved) {
        m_past.saved = answers;
        tellWritten(m_parts.strip, tr("Saved to %1.").arg(path), path);
    } else {
        m_parts.strip.tell(Severity::Error, errorMessage(saved.error()));
    }
    return saved.ok();
}

bool LessonCommands::isAnswered() const
{
    const bool isPrediction = m_prediction || !m_drawn.empty();
    return m_lesson && m_isCommitted
        && (isPrediction || !m_parts.panel.seen()->toPlainText().isEmpty()
            || !m_parts.panel.transfer()->toPlainText().isEmpty());
}

bool LessonCommands::mayEnd() { return mayLoseAnswers(tr("End the lesson"), tr("&Finish without saving")); }

bool LessonCommands::mayLoseAnswers(const QString& title, const QString& withoutSaving)
{
    if (m_parts.presenter.active() || !isAnswered() || givenIn(answers()) == givenIn(m_past.saved))
        return true;
    QMessageBox question(QMessageBox::Question, title, tr("Save your answers first?"), QMessageBox::Cancel,
                         m_parts.window);
    auto* file = question.addButton(tr("Save &answers…"), QMessageBox::AcceptRole);
    const auto* page = question.addButton(tr("Save &handout…"), QMessageBox::AcceptRole);
    const auto* without = question.addButton(withoutSaving, QMessageBox::DestructiveRole);
    question.setDefaultButton(file); // which a class can be gathered from
    question.setInformativeText(
        tr("They are in no file yet. “Gather answers…” reads the file of answers; the handout is a page to print."));
    question.exec();
    if (question.clickedButton() != without)
        return m_lesson
            && (question.clickedButton() == file ? save() : question.clickedButton() == page && saveHandout());
    m_past.saved = answers(); // nobody is asked twice
    return true;
}

std::optional<LessonAnswers> LessonCommands::given(const Lesson& lesson) const
{
    const AnswersKey key = keyHere(lesson);
    if (const auto found = m_past.given.find(key); found != m_past.given.end() && !found->second.isAnew)
        return found->second.answers;
    return m_past.shown.contains(key) ? std::optional(LessonAnswers{}) : std::nullopt;
}

LessonCommands::AnswersKey LessonCommands::keyOf(const LessonAnswers& answers)
{
    return {answers.lesson, answers.title, answers.device};
}

LessonCommands::AnswersKey LessonCommands::keyHere(const Lesson& lesson) const
{
    return {lesson.id, lesson.title, m_parts.cursor.device()};
}

bool LessonCommands::isUnsaved(const AnswersKey& key) const
{
    if (isAnswered() && keyOf(answers()) == key)
        return givenIn(answers()) != givenIn(m_past.saved);
    const auto found = m_past.given.find(key);
    return found != m_past.given.end() && givenIn(found->second.answers) != givenIn(found->second.saved);
}

bool LessonCommands::mayTeach(const std::map<std::string, Lesson>& lessons)
{
    std::vector<AnswersKey> answered;
    for (const auto& [id, lesson] : lessons) {
        const AnswersKey key = keyHere(lesson);
        const auto found = m_past.given.find(key);
        if (isUnsaved(key) || (isAnswered() && keyOf(answers()) == key)
            || (found != m_past.given.end() && !found->second.isAnew))
            answered.push_back(key);
    }
    if (answered.empty() || m_parts.presenter.active())
        return true;
    const bool areUnsaved = std::ranges::any_of(answered, [this](const AnswersKey& key) { return isUnsaved(key); });
    const Again again = askHowAgain(true, areUnsaved);
    if (again == Again::Cancel)
        return false;
    end(); // its answers may be among them
    for (const AnswersKey& key : answered) {
        Given& given = m_past.given.at(key);
        given.isAnew = again == Again::Anew;
        if (given.isAnew)
            given.saved = given.answers; // they were given up: nobody is asked twice
    }
    return true;
}

LessonCommands::Again LessonCommands::askHowAgain(bool isLecture, bool areUnsaved) const
{
    QMessageBox question(QMessageBox::Question, isLecture ? tr("Begin the lecture") : tr("Begin the lesson"),
                         isLecture ? tr("You have answered lessons of this lecture before.")
                                   : tr("You have answered this lesson before."),
                         QMessageBox::Cancel, m_parts.window);
    auto* goOn = question.addButton(isLecture ? tr("&Go on with the answers") : tr("&Go on there"),
                                    QMessageBox::AcceptRole);
    auto* anew = question.addButton(tr("&Begin anew"), QMessageBox::DestructiveRole);
    question.setDefaultButton(isLecture ? anew : goOn); // a class is not to see what was predicted in a rehearsal
    if (areUnsaved)
        question.setInformativeText(tr("Your answers are in no file yet, and new ones take their place."));
    question.exec();
    return question.clickedButton() == goOn ? Again::GoOn
         : question.clickedButton() == anew ? Again::Anew
                                            : Again::Cancel;
}

QStringList LessonCommands::unsaved() const
{
    QStringList titles;
    for (const auto& [key, given] : m_past.given)
        if (isUnsaved(key) && !(isAnswered() && keyOf(answers()) == key))
            titles << tr("“%1”").arg(text(given.answers.title));
    titles.removeDuplicates(); // on several devices
    return titles;
}

bool LessonCommands::mayClose()
{
    if (!mayLoseAnswers(tr("Close the window"), tr("&Close without saving")))
        return false;
    const QStringList titles = unsaved();
    if (titles.isEmpty())
        return true;
    const QString words = titles.size() == 1 ? tr("Your answers to %1 are in no file. Open the lesson again to save "
                                                  "them, or close and lose them.")
                                             : tr("Your answers to %1 are in no file. Open the lessons again to save "
                                                  "them, or close and lose them.");
    return QMessageBox::warning(m_parts.window, tr("Close the window"), words.arg(titles.join(tr(", "))),
                                QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Cancel)
        == QMessageBox::Discard;
}

void LessonCommands::finish()
{
    if (mayEnd())
        end();
}

QString LessonCommands::textOf(LessonSection section, const Result<LessonMachine>& here) const
{
    const QString words = sectionText(*m_lesson, section, here, m_format);
    return section == LessonSection::Why && here && m_measurement.grounds().contradictsRoofs
             ? tr("The roofs look out of date: measure them again.") + QStringLiteral("\n\n") + words
             : words;
}

LabReport LessonCommands::handout() const
{
    LabReport page;
    if (!m_lesson)
        return page;
    const LessonAnswers now = answers();
    const auto here = m_measurement.machine();
    page.title = text(m_lesson->title);
    page.subtitle = text(now.deviceName) + betweenParts + QDateTime::currentDateTime().date().toString(Qt::ISODate);
    if (now.person.empty())
        page.nameLine = tr("Name:");
    else
        page.subtitle += betweenParts + text(now.person);
    page.headline = (doubt() + QLatin1Char('\n') + comparison(now, here)).simplified();
    for (const LessonSection section : allLessonSections) {
        if (section == LessonSection::Do)
            continue; // it is done
        page.findings << (section == LessonSection::WhatDidYouSee ? tr("%1 %2") : tr("%1: %2"))
                             .arg(sectionWords(section), textOf(section, here).simplified());
        const auto give = [&](const QString& said, const std::string& words) {
            if (text(words).simplified().isEmpty())
                page.blanks.push_back(page.findings.size() - 1);
            else
                page.findings << said.arg(text(words).simplified());
        };
        if (section == LessonSection::WhatDidYouSee)
            give(tr("You saw: %1"), now.seen);
        else if (section == LessonSection::Transfer)
            give(tr("You answered: %1"), now.transfer);
    }
    return page;
}

std::unique_ptr<ChartWidget> LessonCommands::handoutChart() const
{
    if (!m_lesson)
        return nullptr;
    if (const auto result = m_measurement.experimentResult())
        return chartOf({.info = &m_lesson->experiment->info(), .result = result});
    CurvesChart& curves = *m_parts.charts.curves();
    curves.flush(); // changes are merged for a moment: the file must show what the window is about to
    if (!curves.input().snapshot)
        return nullptr;
    auto chart = curves.duplicate();
    chart->set(&ChartInput::snapshot, m_measurement.asHeld(curves.input().snapshot));
    chart->flush();
    return chart;
}

bool LessonCommands::saveHandout()
{
    const LessonAnswers now = answers();
    const QString proposal = usualFolder() + QStringLiteral("/%1.pdf").arg(text(m_lesson->id));
    const QString path = askWhereToSave(m_parts.window, tr("Save a handout"), proposal, tr("PDF (*.pdf)"),
                                        QStringLiteral("pdf"));
    if (path.isEmpty() || !m_lesson)
        return false;
    const std::unique_ptr<ChartWidget> chart = handoutChart();
    std::vector<ReportChart> charts;
    if (const auto* curves = qobject_cast<const CurvesChart*>(chart.get()))
        charts.push_back(
            {curves, tr("Sweep"), noteFor(*curves->input().snapshot, curves->input().cursor, curves->sharedAxis())});
    else if (const auto result = m_measurement.experimentResult())
        charts.push_back({chart.get(), catalogueWords(m_lesson->experiment->info().title), text(result->deviceName)});
    return tellSaved(exportReport(handout(), charts, path), now, path);
}

} // namespace ridgepoint
