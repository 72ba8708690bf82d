// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/importing/run_program_dialog.h"

#include "app/charts/style/format.h"
#include "app/desktop/base/button_keys.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/importing/program_output.h"
#include "core/analysis/entry.h"
#include "core/session/session.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDeadlineTimer>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSettings>
#include <QThread>
#include <QTimer>
#include <QVBoxLayout>

#include <chrono>
#include <csignal>
#include <utility>

#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr QSize usualRunSize(980, 640); // wide enough for the table that ends the output
constexpr int keptCommands = 10;
constexpr int leastMessage = 40; ///< letters of a field for a command
constexpr double usualRepeat = 3.0;
constexpr double mostRepeats = 1000.0;
constexpr double usualPlaces = 11.0; // from 1 Ki to 1 Mi each twice the one before
constexpr double mostPlaces = 64.0;
constexpr std::chrono::seconds patience{5};
constexpr unsigned long leftPollMs = 10;
const QString commandsKey = QStringLiteral("program/commands");
const QString folderKey = QStringLiteral("program/folder");

QDoubleSpinBox* makeWholeNumber(double least, double most, double value, const QString& name, QWidget* parent)
{
    auto* field = new QDoubleSpinBox(parent);
    field->setDecimals(0);
    field->setRange(least, most);
    field->setValue(value);
    field->setAccessibleName(name);
    return field;
}

/// The working folder of the program is not that of the window, to which a relative path belongs.
QString absoluteProgram(const QString& program)
{
    return program.contains(QLatin1Char('/')) ? QFileInfo(program).absoluteFilePath() : program;
}

/// What its kernels are said to come from: the command in one line, as far as it fits.
QString shortCommand(const QString& command)
{
    constexpr qsizetype longest = 40;
    const QString line = command.simplified();
    return line.size() <= longest ? line : line.left(longest - 1).trimmed() + QStringLiteral("…");
}

/// The first name in braces of a command line, "size" of "./solve {size}"; empty for none.
QString placeholderIn(const QString& command)
{
    static const QRegularExpression place(
        QStringLiteral("(?<!\\$)\\{([A-Za-z_][A-Za-z0-9_]*)\\}")); // ${N} is the shell's
    return place.match(command).captured(1);
}

QString recordedKernels(std::size_t count)
{
    return count == 1 ? RunProgramDialog::tr("1 kernel")
                      : RunProgramDialog::tr("%1 kernels").arg(Format().whole(static_cast<std::int64_t>(count)));
}

} // namespace

RunProgramDialog::RunProgramDialog(Result<BenchCommand> bench, QWidget* parent)
    : QDialog(parent),
      m_bench(std::move(bench)),
      m_command(new QComboBox(this)),
      m_folder(new QLineEdit(this)),
      m_repeat(makeWholeNumber(1.0, mostRepeats, usualRepeat, tr("Repeat"), this)),
      m_output(new ProgramOutput(this)),
      m_leftOut(makeColumnText("muted", this)),
      m_state(makeColumnText("muted", this)),
      m_run(makeButton({}, tr("Run the program, or stop it"), this)),
      m_kernels(makeButton(tr("Import its &kernels…"),
                           tr("Show the kernels that it recorded; those that you choose are imported (Alt+K)"), this))
{
    setWindowTitle(tr("Run a program"));
    setSizeGripEnabled(true);
    letKeysPressButtons(*this);
    const QScreen* screen = parent == nullptr ? nullptr : parent->screen();
    resize(screen == nullptr ? usualRunSize
                             : usualRunSize.boundedTo(screen->availableGeometry().size() - QSize(24, 60)));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(10);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(1, 1);
    column->addLayout(grid);
    composeFields(*grid);
    composeVary(*grid);
    column->addWidget(m_state);
    m_output->setAccessibleName(tr("What the program writes"));
    column->addWidget(m_output, 1);
    m_leftOut->setText(
        tr("This is not all of the output: the latest %1 lines are kept, and “…” marks where the program wrote "
           "faster than could be shown. Redirect it to a file (> FILE) to keep everything.")
            .arg(Format().whole(ProgramOutput::mostLines)));
    m_leftOut->hide();
    connect(m_output, &ProgramOutput::leftOut, m_leftOut, &QWidget::show);
    column->addWidget(m_leftOut);
    m_kernels->setProperty("role", QStringLiteral("primary"));
    auto* close = makeButton(tr("&Close"), tr("Close this window (Esc)"), this);
    auto* row = new QHBoxLayout;
    row->addWidget(m_run);
    row->addWidget(m_kernels);
    row->addStretch();
    row->addWidget(close);
    column->addLayout(row);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardInputFile(QProcess::nullDevice());
    // The shell alone would get the signal, and end before what it started.
    m_process.setChildProcessModifier([] { ::setsid(); });
    connect(m_run, &QPushButton::clicked, this, [this] { isRunning() ? stop() : run(); });
    connect(m_kernels, &QPushButton::clicked, this, &RunProgramDialog::handOn);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(&m_process, &QProcess::readyRead, this, [this] { m_output->add(m_process.readAll()); });
    connect(&m_process, &QProcess::finished, this, &RunProgramDialog::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(tr("The measuring program could not be started: %1.").arg(m_process.errorString()), true);
    });
    m_kernels->hide();
    showRunning();
    say(tr("The program runs under ridgepoint-bench, which collects the regions marked with ridgepoint.h or "
           "ridgepoint.py. The window measures nothing meanwhile."),
        false);
    m_command->setFocus();
}

RunProgramDialog::~RunProgramDialog()
{
    m_process.disconnect(this);
    if (isRunning()) {
        askToEnd();
        const QDeadlineTimer until(patience);
        m_process.waitForFinished(static_cast<int>(until.remainingTime()));
        while (m_group > 0 && ::kill(static_cast<pid_t>(-m_group), 0) == 0 && !until.hasExpired())
            QThread::msleep(leftPollMs);
    }
    killGroup();
}

void RunProgramDialog::composeFields(QGridLayout& grid)
{
    const auto addRow = [&](const QString& words, QWidget* field) {
        auto* label = makeLabel("body", this, words);
        label->setBuddy(field);
        grid.addWidget(label, grid.rowCount(), 0);
    };
    m_command->setEditable(true);
    m_command->setInsertPolicy(QComboBox::NoInsert);
    m_command->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_command->setMinimumContentsLength(leastMessage);
    m_command->setAccessibleName(tr("Command line"));
    m_command->setToolTip(tr("As in a terminal, for example ./solve --size 4096; the last ten are in the list"));
    m_command->addItems(QSettings().value(commandsKey).toStringList());
    m_command->setCurrentIndex(m_command->count() > 0 ? 0 : -1);
    connect(m_command->lineEdit(), &QLineEdit::returnPressed, this, [this] {
        if (!isRunning())
            run();
    });
    addRow(tr("Command &line"), m_command);
    grid.addWidget(m_command, grid.rowCount() - 1, 1, 1, 2);
    m_folder->setText(QSettings().value(folderKey, QDir::currentPath()).toString());
    m_folder->setAccessibleName(tr("Working folder"));
    auto* choose = makeButton(tr("C&hoose…"), tr("Choose the folder in which the program runs"), this);
    addRow(tr("Working &folder"), m_folder);
    grid.addWidget(m_folder, grid.rowCount() - 1, 1);
    grid.addWidget(choose, grid.rowCount() - 1, 2);
    connect(choose, &QPushButton::clicked, this, [this] {
        const QString chosen = QFileDialog::getExistingDirectory(this, tr("Working folder"), m_folder->text());
        if (!chosen.isEmpty())
            m_folder->setText(chosen);
    });
    addRow(tr("R&epeat"), m_repeat);
    m_repeat->setToolTip(tr("How many times to run the program; more runs make its times more certain"));
    grid.addWidget(m_repeat, grid.rowCount() - 1, 1, Qt::AlignLeft);
}

void RunProgramDialog::composeVary(QGridLayout& grid)
{
    const auto makeField = [this](const QString& name, const QString& example) {
        auto* field = new QLineEdit(this);
        field->setAccessibleName(name);
        field->setPlaceholderText(example);
        return field;
    };
    m_vary.isWanted = new QCheckBox(tr("&Vary"), this);
    m_vary.isWanted->setToolTip(tr("Run the program for each of several values, as ridgepoint-bench run --vary does"));
    m_vary.name = makeField(tr("Name of what is varied"), QStringLiteral("N"));
    m_vary.from = makeField(tr("Smallest value"), QStringLiteral("1 Ki"));
    m_vary.to = makeField(tr("Largest value"), QStringLiteral("1 Mi"));
    m_vary.count = makeWholeNumber(2.0, mostPlaces, usualPlaces, tr("How many values"), this);
    auto* fields = new QWidget(this);
    auto* row = new QHBoxLayout(fields);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_vary.name, 1);
    row->addWidget(makeLabel("muted", fields, tr("from")));
    row->addWidget(m_vary.from, 1);
    row->addWidget(makeLabel("muted", fields, tr("to")));
    row->addWidget(m_vary.to, 1);
    row->addWidget(makeLabel("muted", fields, tr("values:")));
    row->addWidget(m_vary.count);
    const int line = grid.rowCount();
    grid.addWidget(m_vary.isWanted, line, 0);
    grid.addWidget(fields, line, 1, 1, 2);
    m_vary.use = makeColumnText("muted", this);
    grid.addWidget(m_vary.use, line + 1, 1, 1, 2);
    fields->setEnabled(false);
    connect(m_vary.isWanted, &QCheckBox::toggled, fields, &QWidget::setEnabled);
    connect(m_vary.isWanted, &QCheckBox::toggled, this, [this](bool isOn) {
        if (isOn)
            fillVary();
    });
    connect(m_vary.name, &QLineEdit::textChanged, this, &RunProgramDialog::tellUse);
    tellUse();
}

void RunProgramDialog::fillVary()
{
    if (const QString found = placeholderIn(m_command->currentText());
        !found.isEmpty() && m_vary.name->text().isEmpty())
        m_vary.name->setText(found);
    for (QLineEdit* field : {m_vary.name, m_vary.from, m_vary.to})
        if (field->text().isEmpty())
            field->setText(field->placeholderText());
}

QString RunProgramDialog::variedName() const
{
    return m_vary.name->text().isEmpty() ? m_vary.name->placeholderText() : m_vary.name->text();
}

void RunProgramDialog::tellUse()
{
    m_vary.use->setText(tr("Vary runs the program once for each value, which replaces {%1} in the command line: "
                           "./solve --size {%1}. Vary another name in a run of its own.")
                            .arg(variedName()));
}

std::nullopt_t RunProgramDialog::problemWith(QWidget* field, const QString& words)
{
    say(words, true);
    field->setFocus();
    return std::nullopt;
}

std::optional<QString> RunProgramDialog::varyWords()
{
    static const QRegularExpression name(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*$"));
    if (!name.match(m_vary.name->text()).hasMatch())
        return problemWith(m_vary.name, tr("Vary: the name has letters, digits and underscores, for example N."));
    const char point = Format().locale().decimalPoint() == QLatin1String(",") ? ',' : '.';
    const auto from = parseEntry(m_vary.from->text().toStdString(), EntryKind::Count, point);
    if (!from)
        return problemWith(m_vary.from, tr("Vary, from: %1").arg(errorMessage(from.error())));
    const auto to = parseEntry(m_vary.to->text().toStdString(), EntryKind::Count, point);
    if (!to)
        return problemWith(m_vary.to, tr("Vary, to: %1").arg(errorMessage(to.error())));
    if (*from <= 0.0 || *from >= *to)
        return problemWith(m_vary.from,
                           tr("Vary goes from %1 to %2; enter the smaller value first, and both above zero.")
                               .arg(m_vary.from->text(), m_vary.to->text()));
    if (const QString place = QStringLiteral("{%1}").arg(m_vary.name->text());
        !m_command->currentText().contains(place))
        return problemWith(m_command, tr("Vary: write %1 in the command line where the value belongs, for example "
                                         "./solve --size %1.")
                                          .arg(place));
    constexpr int digits = 15;
    return QStringLiteral("%1=%2..%3:%4")
        .arg(m_vary.name->text(), QString::number(*from, 'g', digits), QString::number(*to, 'g', digits))
        .arg(m_vary.count->value());
}

std::optional<QStringList> RunProgramDialog::arguments()
{
    const QString command = m_command->currentText().trimmed();
    if (command.isEmpty())
        return problemWith(m_command, tr("Enter the command line of the program, for example ./solve --size 4096."));
    if (!QFileInfo(m_folder->text()).isDir())
        return problemWith(m_folder,
                           tr("%1 is not a folder; choose the one in which the program runs.").arg(m_folder->text()));
    QStringList words{QStringLiteral("run"), QStringLiteral("--repeat"), QString::number(m_repeat->value())};
    if (m_vary.isWanted->isChecked()) {
        const auto varied = varyWords();
        if (!varied)
            return std::nullopt; // which was said
        words << QStringLiteral("--vary") << *varied;
    } else if (const QString name = placeholderIn(command); !name.isEmpty() && m_runAsTyped != command) {
        m_runAsTyped = command; // it may be another program's: awk '{print}'
        return problemWith(m_command, tr("{%1} is replaced only with Vary on: turn it on, or press Run again to run "
                                         "the command as it is.")
                                          .arg(name));
    }
    return words;
}

void RunProgramDialog::run()
{
    if (!m_bench)
        return say(errorMessage(m_bench.error()), true);
    if (!m_results.isValid())
        return say(tr("No folder for the results could be made: %1.").arg(m_results.errorString()), true);
    const auto words = arguments();
    if (!words)
        return;
    const QString command = m_command->currentText().trimmed();
    remember(command);
    m_name = shortCommand(command);
    ++m_runs;
    killGroup();
    m_wasStopped = false;
    m_output->restart();
    m_leftOut->hide();
    m_kernels->hide();
    m_process.setProgram(absoluteProgram(m_bench->program));
    m_process.setArguments(m_bench->arguments + *words
                           + QStringList{QStringLiteral("--no-roofs"), QStringLiteral("-o"), resultsPath(),
                                         QStringLiteral("--"), QStringLiteral("sh"), QStringLiteral("-c"), command});
    m_process.setWorkingDirectory(m_folder->text());
    emit starting();
    m_process.start();
    m_group = m_process.processId();
    showRunning();
    if (isRunning())
        say(tr("Running. The window measures nothing meanwhile."), false);
}

QString RunProgramDialog::resultsPath() const { return m_results.filePath(QStringLiteral("run-%1.ridge").arg(m_runs)); }

void RunProgramDialog::remember(const QString& command)
{
    QSettings settings;
    QStringList commands = settings.value(commandsKey).toStringList();
    commands.removeAll(command);
    commands.prepend(command);
    commands = commands.mid(0, keptCommands);
    settings.setValue(commandsKey, commands);
    settings.setValue(folderKey, m_folder->text());
    m_command->clear();
    m_command->addItems(commands);
    m_command->setCurrentIndex(0);
}

void RunProgramDialog::stop()
{
    if (!isRunning())
        return;
    askToEnd();
    say(tr("Stopping…"), false);
    QTimer::singleShot(patience, this, [this, run = m_runs] {
        if (run == m_runs)
            killGroup();
    });
}

void RunProgramDialog::askToEnd()
{
    m_wasStopped = true;
    if (m_group == 0 || ::kill(static_cast<pid_t>(-m_group), SIGTERM) != 0)
        m_process.terminate(); // which has no group yet
}

void RunProgramDialog::killGroup()
{
    if (m_wasStopped && m_group > 0)
        ::kill(static_cast<pid_t>(-m_group), SIGKILL);
    m_group = 0;
}

void RunProgramDialog::reject()
{
    if (isRunning())
        stop();
    else
        QDialog::reject();
}

void RunProgramDialog::onFinished(int status, QProcess::ExitStatus how)
{
    m_output->add(m_process.readAll());
    m_output->flush();
    m_output->leaveOut(QStringLiteral("  saved as %1").arg(resultsPath())); // a file of this window's own
    const auto results = QFileInfo::exists(resultsPath()) ? readSession(QFile::encodeName(resultsPath()).toStdString())
                                                          : Result<Session>(Session());
    if (!results)
        return end(errorMessage(results.error()), true);
    const std::size_t count = results->ownKernels.size();
    const bool hasKernels = count > 0;
    const QString words = m_wasStopped               ? tr("Stopped.")
                        : how == QProcess::CrashExit ? tr("The measuring program was ended by a signal.")
                                                     : tr("The program exited with status %1.").arg(status);
    const bool isFine = !m_wasStopped && how == QProcess::NormalExit && status == 0;
    m_kernels->setVisible(hasKernels);
    m_kernels->setText(count == 1 ? tr("Import 1 &kernel…")
                                  : tr("Import %1 &kernels…").arg(Format().whole(static_cast<std::int64_t>(count))));
    m_kernels->setAccessibleName(QString(m_kernels->text()).remove(QLatin1Char('&')));
    m_remark = isFine ? QString() : words;
    if (hasKernels)
        end(isFine ? tr("Finished: %1, not yet in the session.").arg(recordedKernels(count))
                   : tr("%1 The kernels recorded so far were kept.").arg(words),
            !isFine && !m_wasStopped);
    else if (m_wasStopped)
        end(words, false);
    else
        end(tr("%1 No kernels were recorded; the output below may say why.").arg(words), true);
    if (hasKernels && focusWidget() == m_run) // a field that is typed in keeps the keyboard
        m_kernels->setFocus();
}

void RunProgramDialog::end(const QString& words, bool isProblem)
{
    say(words, isProblem);
    showRunning();
    emit ended();
}

void RunProgramDialog::say(const QString& words, bool isProblem)
{
    setStyleProperty(m_state, "role", isProblem ? QStringLiteral("warning") : QStringLiteral("muted"));
    m_state->setText(words);
}

void RunProgramDialog::showRunning()
{
    m_run->setText(isRunning() ? tr("&Stop") : tr("&Run"));
    m_run->setAccessibleName(isRunning() ? tr("Stop") : tr("Run"));
    setStyleProperty(m_run, "role", m_kernels->isHidden() ? QStringLiteral("primary") : QString());
}

void RunProgramDialog::handOn()
{
    accept();
    emit measured(resultsPath(), m_name, m_remark);
}

} // namespace ridgepoint
