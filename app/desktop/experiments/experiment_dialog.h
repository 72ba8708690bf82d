// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/experiment_chart.h"
#include "core/experiment/frame/experiment.h"
#include "core/experiment/frame/experiment_info.h"

#include <QDialog>
#include <QWidget>

#include <functional>
#include <map>
#include <memory>

class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QScrollArea;

namespace ridgepoint {

class AnswerRow;
class Card;
class CurveInput;
class FindingsCard;
class GuessCard;
class PageCard;
class PointCard;
class ExperimentProgressBar;

/// A field for every parameter of one experiment; what cannot be is told under the fields.
class ParameterForm : public QWidget {
    Q_OBJECT

public:
    explicit ParameterForm(QWidget* parent = nullptr);

    /// Fields for this experiment, with these values or the defaults.
    void setInfo(const ExperimentInfo& info, const ParameterTexts& texts);
    /// As they stand; the error of the first that cannot be.
    [[nodiscard]] Result<ExperimentParameters> parameters() const;
    [[nodiscard]] QWidget* field(const std::string& name) const;
    [[nodiscard]] QLabel* warning() const { return m_warning; }
    /// Fields cannot be changed while an experiment runs with them.
    void setFrozen(bool frozen);

signals:
    void changed();

private:
    struct Field {
        QWidget* widget = nullptr;
        std::function<QString()> text;
    };
    void addField(const ExperimentParameter& parameter, const QString& value);
    void onEdited();

    const ExperimentInfo* m_info = nullptr;
    QFormLayout* m_form;
    QWidget* m_rows;
    QLabel* m_warning;
    std::map<std::string, Field> m_fields;
};

/// One experiment at a time, beside the window: its parameters, its picture as it builds up, what is seen in it, and
/// the page that explains it. Decides nothing: what runs and what is shown is told by ExperimentCommands.
class ExperimentDialog : public QDialog {
    Q_OBJECT

public:
    explicit ExperimentDialog(QWidget* parent);

    /// Shows this experiment, its page, and its fields with these values.
    void choose(const ExperimentDefinition& experiment, const ParameterTexts& texts);
    [[nodiscard]] const ExperimentDefinition* chosen() const { return m_chosen; }
    [[nodiscard]] Result<ExperimentParameters> parameters() const { return m_parameters->parameters(); }
    /// Its numbers: the picture, and the sentences where something was measured.
    void show(std::shared_ptr<const ExperimentResult> result);
    using QDialog::show;
    /// When what is shown was measured, beside its title: of a result that was stored. Empty for none.
    void tellWhen(const QString& moment);
    /// Run or Stop, how far it is, and what is measured.
    void setRunning(bool running, double fraction, const QString& what);
    enum class Runnable {
        Yes,
        NotNow, ///< the measuring program is not ready
        Never,  ///< not on this device, so that no guess is asked for
    };
    /// Why it cannot run here, or how the last run ended; empty for neither.
    void tell(const QString& words, Runnable runnable);
    void setTheme(const Theme& theme);
    /// Fills the screen with what an audience needs: the chart, the question, and what was found.
    void setPresented(bool isPresented);
    /// Goes on through what is beside the chart; false where its end is seen.
    bool scrollOn(int by);
    /// Writes the picture (.pdf, .svg, .png), the numbers (.csv) or the timeline as a trace (.json).
    [[nodiscard]] Result<void> exportTo(const QString& path) const;

    [[nodiscard]] ExperimentChart* chart() const { return m_chart; }
    [[nodiscard]] ParameterForm* form() const { return m_parameters; }
    [[nodiscard]] QComboBox* choice() const { return m_choice; }
    [[nodiscard]] QPushButton* runButton() const { return m_run; }
    [[nodiscard]] QPushButton* exportButton() const { return m_export; }
    [[nodiscard]] PageCard* page() const { return m_page; }
    [[nodiscard]] GuessCard* guess() const { return m_guess; }
    [[nodiscard]] FindingsCard* findings() const { return m_findings; }
    [[nodiscard]] QLabel* message() const { return m_message; }
    /// What came of copying or of an export, until another experiment or a run.
    [[nodiscard]] AnswerRow* answer() const { return m_answer; }
    [[nodiscard]] PointCard* pointCard() const { return m_point; }
    /// Shows the page in the chart's place where there is no room for both; hidden where there is.
    [[nodiscard]] QPushButton* aboutButton() const { return m_about; }

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    /// Escape stops what runs, and closes it where nothing does.
    void keyPressEvent(QKeyEvent* event) override;
    /// By Tab in the order that is seen: fields of an experiment are made while the dialog is open.
    bool focusNextPrevChild(bool next) override;

signals:
    /// The user chose another experiment in the list.
    void experimentChosen(const QString& id);
    void parametersChanged();
    /// The calculator is wanted with the chosen number's work.
    void calculatorAsked(const ridgepoint::PointWork& work);
    void runAsked();
    void stopAsked();

private:
    void compose();
    /// Gives the columns their widths, and leaves the page out where the chart would have no room beside it.
    void arrange();
    [[nodiscard]] bool fitsPageBeside() const;
    /// Of the window that is presented: the chart has its part, what is below it the rest, with the lecture's notes.
    void shareHeight();
    /// Findings of a measurement stand below the page, where they have more room, while it is beside the chart.
    void placeFindings();
    /// The card of parameters with the message; a hall sees it while there is a message.
    void refreshParameters();
    /// Draws the place or the curve that is guessed into the chart.
    void markGuess();
    /// Of the type now over the usual one.
    [[nodiscard]] double textScale() const;
    /// What is beside the chart that is presented has the keyboard, where it asks for something.
    void focusForHall();
    void refreshRunnable();
    /// Puts the question in the form's words; while it is asked nothing of the result is shown.
    void refreshShown();
    void showChosen();
    void askExport();
    void copyChart();
    void copyItsNumbers();
    /// Why a copy did not come about.
    [[nodiscard]] QString whyNotCopied() const;
    /// What a curve is drawn with; null where none is asked for.
    [[nodiscard]] const CurveInput* curveInput() const;
    /// A note on the chart, and behind it what the guessed curve looks like where one is drawn.
    [[nodiscard]] QString withCurve(const QString& note) const;
    /// Title and note of a picture of the chart.
    [[nodiscard]] ExportOptions titles() const;
    void openMenu(const QPoint& place);

    const ExperimentDefinition* m_chosen = nullptr;
    std::shared_ptr<const ExperimentResult> m_result;
    QComboBox* m_choice;
    QPushButton* m_run;
    QPushButton* m_export;
    QPushButton* m_about;
    ParameterForm* m_parameters;
    ExperimentProgressBar* m_progress;
    QLabel* m_message;
    AnswerRow* m_answer;
    FindingsCard* m_findings;
    PointCard* m_point;
    Card* m_chartCard;
    ExperimentChart* m_chart;
    PageCard* m_page;
    GuessCard* m_guess;
    QScrollArea* m_side = nullptr;
    QScrollArea* m_right = nullptr;
    bool m_isPresented = false;
    Runnable m_runnable = Runnable::Yes;
};

} // namespace ridgepoint
