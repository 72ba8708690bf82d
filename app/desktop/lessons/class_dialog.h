// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/class_chart.h"
#include "app/charts/style/format.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace ridgepoint {

class FolderButton;

/// How a class predicted, one lesson at a time, under the question, with what its people wrote and the files of the
/// folder that are no answers. F11 presents it in large type.
class ClassDialog : public QDialog {
    Q_OBJECT

public:
    explicit ClassDialog(QWidget* parent);

    /// Shows a folder's answers, first of the lesson with most of them; there must be some.
    void show(const GatheredAnswers& gathered, const QString& folder);
    using QDialog::show;
    /// Why another folder cannot be shown, or where a file was written.
    void tell(const QString& words);
    void setTheme(const Theme& theme);
    /// Writes the picture (.pdf, .svg, .png) or the numbers (.csv).
    [[nodiscard]] Result<void> exportTo(const QString& path) const;

    [[nodiscard]] ClassChart* chart() const { return m_chart; }
    [[nodiscard]] QComboBox* choice() const { return m_choice; }
    [[nodiscard]] QLabel* question() const { return m_question; }
    /// What the class saw and answered; hidden where nobody wrote anything.
    [[nodiscard]] QPlainTextEdit* written() const { return m_writtenWords; }
    [[nodiscard]] QPlainTextEdit* skipped() const { return m_skipped; }
    [[nodiscard]] QLabel* message() const { return m_message; }
    [[nodiscard]] QPushButton* exportButton() const { return m_export; }
    [[nodiscard]] QPushButton* folderButton() const { return m_folder; }

    /// Escape leaves the full screen first.
    void reject() override;

protected:
    /// The window manager may leave the full screen, too.
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

signals:
    void folderAsked();
    /// Larger (1), smaller (-1) or usual text (0), by the keys that the main window has for it.
    void textStepAsked(int direction);

private:
    /// Large type over the whole screen, or back.
    void present(bool isPresented);
    void dress();
    /// Of the window's text; while it is presented, of its own.
    void stepText(int direction);
    void compose();
    void showChosen();
    void askExport();

    std::size_t m_skippedFiles = 0;
    std::vector<LessonClass> m_classes;
    Format m_format;
    Theme m_theme;
    double m_hallScale = 1.0; ///< of the type while it is presented
    QComboBox* m_choice;
    QLabel* m_note;
    QLabel* m_question;
    ClassChart* m_chart;
    QPlainTextEdit* m_writtenWords;
    QLabel* m_skippedCount;
    QPlainTextEdit* m_skipped; ///< a line each
    QLabel* m_message;
    FolderButton* m_written;
    QPushButton* m_folder;
    QPushButton* m_export;
};

} // namespace ridgepoint
