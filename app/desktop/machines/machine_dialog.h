// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/remote_machine.h"

#include <QDialog>

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace ridgepoint {

class FoldSection;

/// Asks which machine to measure, and shows what happens on the way there. Closed meanwhile, the way goes on.
class MachineDialog : public QDialog {
    Q_OBJECT

public:
    /// `hosts` complete what is typed.
    explicit MachineDialog(const QStringList& hosts, QWidget* parent = nullptr);

    /// Fills the fields with a machine that is known.
    void setMachine(const Machine& machine);
    /// As the fields say; what is wrong with them checkMachine() tells.
    [[nodiscard]] Machine machine() const;
    /// Shows that a machine is on its way, how far it is (0 to 1; nothing where that is unknown), and how to end it.
    void showProgress(const QString& words, const QString& detail, std::optional<double> fraction);
    /// Shows that nothing is on its way, and why.
    void showFailure(const QString& words);
    /// Nothing is on its way.
    void showIdle();
    [[nodiscard]] bool isConnecting() const { return m_isConnecting; }

    [[nodiscard]] QLineEdit* host() const { return m_host; }
    [[nodiscard]] FoldSection* slurmFold() const { return m_fold; }
    /// The fields of the fold.
    struct SlurmFields {
        QCheckBox* isWanted = nullptr;
        QLineEdit* partition = nullptr;
        QDoubleSpinBox* gpus = nullptr;
        QLineEdit* time = nullptr;
        QLineEdit* extra = nullptr;
    };
    [[nodiscard]] const SlurmFields& slurm() const { return m_slurm; }
    /// What happens, or what is wrong.
    [[nodiscard]] QLabel* state() const { return m_state; }
    [[nodiscard]] QProgressBar* bar() const { return m_bar; }
    /// Connects, or cancels what is on its way.
    [[nodiscard]] QPushButton* connectButton() const { return m_connect; }

signals:
    /// The user wants to measure this machine, whose fields are right.
    void connectAsked(const ridgepoint::Machine& machine);
    void cancelAsked();

private:
    QWidget* composeSlurm();
    void check();
    void connectOrCancel();
    void setConnecting(bool connecting);
    /// The field of the name takes the keys, with all of it selected.
    void offerName();
    void say(const QString& words, bool isProblem);

    QLineEdit* m_host;
    FoldSection* m_fold;
    SlurmFields m_slurm;
    QWidget* m_fields; ///< what cannot be changed on the way
    QLabel* m_state;
    QProgressBar* m_bar;
    QPushButton* m_connect;
    bool m_isConnecting = false;
};

} // namespace ridgepoint
