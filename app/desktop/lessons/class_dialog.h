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

/// How a class predicted, one lesson at a time, with the files of the folder that are no answers.
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
    [[nodiscard]] QPlainTextEdit* skipped() const { return m_skipped; }
    [[nodiscard]] QLabel* message() const { return m_message; }
    [[nodiscard]] QPushButton* exportButton() const { return m_export; }
    [[nodiscard]] QPushButton* folderButton() const { return m_folder; }

signals:
    void folderAsked();

private:
    void compose();
    void showChosen();
    void askExport();

    std::size_t m_skippedFiles = 0;
    std::vector<LessonClass> m_classes;
    Format m_format;
    QComboBox* m_choice;
    QLabel* m_note;
    ClassChart* m_chart;
    QLabel* m_skippedCount;
    QPlainTextEdit* m_skipped; ///< a line each
    QLabel* m_message;
    FolderButton* m_written;
    QPushButton* m_folder;
    QPushButton* m_export;
};

} // namespace ridgepoint
