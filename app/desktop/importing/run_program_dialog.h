// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/measure/bench_command.h"

#include <QDialog>
#include <QProcess>
#include <QTemporaryDir>

#include <optional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace ridgepoint {

class ProgramOutput;

/// Runs a program of the user's own under `ridgepoint-bench run`, shows what it writes, which stays to be read, and
/// hands on the kernels that it told of when asked.
class RunProgramDialog : public QDialog {
    Q_OBJECT

public:
    RunProgramDialog(Result<BenchCommand> bench, QWidget* parent = nullptr);
    /// Ends the program that runs.
    ~RunProgramDialog() override;

    /// Runs what the fields say, or says what is wrong with them.
    void run();
    /// Asks the program to end; one that does not within five seconds is ended.
    void stop();
    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    /// While the program runs it is stopped first, and the dialog stays.
    void reject() override;

    [[nodiscard]] QComboBox* command() const { return m_command; }
    [[nodiscard]] QLineEdit* folder() const { return m_folder; }
    [[nodiscard]] QDoubleSpinBox* repeat() const { return m_repeat; }
    /// What is varied, and over which numbers.
    struct Vary {
        QCheckBox* isWanted = nullptr;
        QLineEdit* name = nullptr;
        QLineEdit* from = nullptr;
        QLineEdit* to = nullptr;
        QDoubleSpinBox* count = nullptr;
        QLabel* use = nullptr; ///< where the command takes the value
    };
    [[nodiscard]] const Vary& vary() const { return m_vary; }
    [[nodiscard]] ProgramOutput* output() const { return m_output; }
    /// That the output lacks a part; hidden while it has all.
    [[nodiscard]] QLabel* leftOut() const { return m_leftOut; }
    /// What is wrong, runs, or came of it.
    [[nodiscard]] QLabel* state() const { return m_state; }
    [[nodiscard]] QPushButton* runButton() const { return m_run; }
    /// Hands on the kernels of the program that ended; hidden where it told of none.
    [[nodiscard]] QPushButton* kernelsButton() const { return m_kernels; }

signals:
    /// Nothing else must be measured until `ended`.
    void starting();
    void ended();
    /// The kernels of a program of this name lie in this file, and what is to be said of how it ended.
    void measured(const QString& path, const QString& name, const QString& remark);

private:
    void composeFields(QGridLayout& grid);
    void composeVary(QGridLayout& grid);
    /// What is empty gets a value: the name that of the command's first place for one.
    void fillVary();
    [[nodiscard]] QString variedName() const;
    void tellUse();
    /// The words after `run`; nothing where a field is wrong, which is said.
    [[nodiscard]] std::optional<QStringList> arguments();
    /// "N=1024..1048576:11".
    [[nodiscard]] std::optional<QString> varyWords();
    /// Says what is wrong with a field, which gets the keyboard.
    std::nullopt_t problemWith(QWidget* field, const QString& words);
    /// Of the program that runs, or ran last.
    [[nodiscard]] QString resultsPath() const;
    void remember(const QString& command);
    void askToEnd();
    /// Ends what is left of a program that was stopped.
    void killGroup();
    void onFinished(int status, QProcess::ExitStatus how);
    /// The program is gone, or never was there: says so.
    void end(const QString& words, bool isProblem);
    void say(const QString& words, bool isProblem);
    void showRunning();
    void handOn();

    Result<BenchCommand> m_bench;
    QProcess m_process;
    QTemporaryDir m_results;
    int m_runs = 0;
    QString m_name;       ///< of the program that runs, or ran last
    QString m_remark;     ///< how it ended, unless well
    QString m_runAsTyped; ///< a command that was said to have braces, which are not to be replaced
    bool m_wasStopped = false;
    qint64 m_group = 0; ///< of the processes that were started last; 0: none to end
    QComboBox* m_command;
    QLineEdit* m_folder;
    QDoubleSpinBox* m_repeat;
    Vary m_vary;
    ProgramOutput* m_output;
    QLabel* m_leftOut;
    QLabel* m_state;
    QPushButton* m_run;
    QPushButton* m_kernels;
};

} // namespace ridgepoint
