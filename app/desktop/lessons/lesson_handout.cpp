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
#include "app/desktop/inspect/point_facts.h"
#include "app/desktop/inspect/point_words.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/lessons/lesson_panel.h"
#include "app/desktop/lessons/lesson_words.h"
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
    answers.device = m_device;
    answers.unit = m_unit;
    answers.prediction = m_prediction.value_or(0.0);
    if (const auto choice = m_parts.panel.choice(); choice && m_prediction)
        answers.choice = static_cast<int>(*choice) + 1;
    answers.curve = m_drawn;
    answers.seen = m_parts.panel.seen()->toPlainText().toStdString();
    answers.transfer = m_parts.panel.transfer()->toPlainText().toStdString();
    if (const DeviceInfo* device = m_parts.session.device(m_device))
        answers.deviceName = device->name;
    if (const auto here = machine()) {
        answers.threads = here->roofs.threads;
        addMeasured(answers, *m_lesson, *here);
    }
    return answers;
}

SamplePointer LessonCommands::sampleOf(const Workload& workload) const
{
    if (m_held)
        for (const SamplePointer& sample : m_held->samples)
            if (sample->workload == workload)
                return sample;
    return m_parts.session.find(m_device, workload);
}

const RoofSet* LessonCommands::roofs() const
{
    return m_held ? &m_held->roofs : m_parts.session.roofs(m_device, threads());
}

void LessonCommands::holdAnswer()
{
    if (m_held || !m_isCommitted || m_step <= static_cast<std::size_t>(LessonSection::Do) || roofs() == nullptr)
        return;
    const Measured measured = measuredSoFar();
    if (measured.any < neededCount() || (measured.settled < neededCount() && isMeasuring()))
        return;
    Held held{.samples = {}, .roofs = *roofs(), .result = experimentResult()};
    for (const Workload& workload : m_needed)
        held.samples.push_back(sampleOf(workload)); // of which there is one each
    m_held = std::move(held);
}

QString LessonCommands::comparison(const LessonAnswers& answers, const Result<LessonMachine>& here) const
{
    const Measured measured = measuredSoFar();
    const QString whyNoRange = measured.apart > 0 ? tr("of different states of the machine, so without an interval")
                             : measured.loose > 0 ? tr("too few readings for an interval")
                                                  : QString();
    return comparisonWords(*m_lesson, answers, here, m_prediction.has_value(), m_format, answerRange(here), whyNoRange);
}

void LessonCommands::save()
{
    const LessonAnswers now = answers();
    const QString proposal = usualFolder() + QStringLiteral("/%1-answers.json").arg(text(m_lesson->id));
    const QString path = askWhereToSave(m_parts.window, tr("Save the answers"), proposal, tr("Answers (*.json)"),
                                        QStringLiteral("json"));
    if (path.isEmpty())
        return;
    tellSaved(writeTextFile(toJson(now) + "\n", path.toStdString()), now, path);
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
    QMessageBox question(QMessageBox::Question, title, tr("Save the handout first?"), QMessageBox::Cancel,
                         m_parts.window);
    const auto* save = question.addButton(tr("&Save handout…"), QMessageBox::AcceptRole);
    const auto* without = question.addButton(withoutSaving, QMessageBox::DestructiveRole);
    question.setInformativeText(tr("Your answers are in no file yet."));
    question.exec();
    if (question.clickedButton() != without)
        return question.clickedButton() == save && m_lesson && saveHandout();
    m_past.saved = answers(); // nobody is asked twice
    return true;
}

QStringList LessonCommands::unsaved() const
{
    QStringList titles;
    for (const auto& [id, given] : m_past.given)
        if (givenIn(given.answers) != givenIn(given.saved) && !(isAnswered() && m_lesson->id == id))
            titles << tr("“%1”").arg(text(given.answers.title));
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
    return section == LessonSection::Why && here && contradictsRoofs()
             ? tr("The roofs look out of date: measure them again.") + QStringLiteral("\n\n") + words
             : words;
}

bool LessonCommands::contradictsRoofs() const
{
    const SnapshotPointer snapshot = m_parts.charts.roofline()->input().snapshot;
    if (!snapshot || snapshot->device.id != m_device)
        return false;
    return std::any_of(m_needed.begin(), m_needed.end(), [&](const Workload& workload) {
        return workload.threads == snapshot->roofs.threads
            && doubtfulRoof(factsOf(workload, snapshot,
                                    [this](const Workload& one) { return m_parts.session.find(m_device, one); }));
    });
}

LabReport LessonCommands::handout() const
{
    LabReport page;
    if (!m_lesson)
        return page;
    const LessonAnswers now = answers();
    const auto here = machine();
    page.title = text(m_lesson->title);
    page.subtitle = text(now.deviceName) + betweenParts + QDateTime::currentDateTime().date().toString(Qt::ISODate);
    if (!now.person.empty())
        page.subtitle += betweenParts + text(now.person);
    page.headline = comparison(now, here).replace(QLatin1Char('\n'), QLatin1Char(' '));
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

bool LessonCommands::saveHandout()
{
    const LessonAnswers now = answers();
    const QString proposal = usualFolder() + QStringLiteral("/%1.pdf").arg(text(m_lesson->id));
    const QString path = askWhereToSave(m_parts.window, tr("Save a handout"), proposal, tr("PDF (*.pdf)"),
                                        QStringLiteral("pdf"));
    if (path.isEmpty() || !m_lesson)
        return false;
    CurvesChart& curves = *m_parts.charts.curves();
    curves.flush(); // changes are merged for a moment: the file must show what the window is about to
    std::vector<ReportChart> charts;
    std::unique_ptr<ChartWidget> experiment;
    if (const auto result = experimentResult()) {
        const ExperimentInfo& info = m_lesson->experiment->info();
        experiment = chartOf({.info = &info, .result = result});
        charts.push_back({experiment.get(), catalogueWords(info.title), text(result->deviceName)});
    } else if (const SnapshotPointer snapshot = curves.input().snapshot)
        charts.push_back({&curves, tr("Sweep"), noteFor(*snapshot, curves.input().cursor, curves.sharedAxis())});
    return tellSaved(exportReport(handout(), charts, path), now, path);
}

} // namespace ridgepoint
