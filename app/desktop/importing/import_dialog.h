// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/importing/import_reader.h"

#include <QDialog>
#include <QStringList>
#include <QTimer>

#include <vector>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace ridgepoint {

class ImportPreview;

/// Reads files and shows their kernels before any is taken. What cannot be read says so beside the file's name, and the
/// decimal mark is asked where a file leaves it open. Nothing reaches the session but by `taken`.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ImportDialog(QWidget* parent = nullptr);

    /// Reads one more file, which is called so, or again one that it has; a `remark` is told with what it holds.
    void read(const QString& path, const QString& name, const QString& remark = {});
    [[nodiscard]] bool isReading() const { return m_reader.isReading(); }

    [[nodiscard]] ImportPreview* preview() const { return m_preview; }
    /// What is said of the files: of each its head, and below what was wrong or left out.
    [[nodiscard]] QStringList notes() const;
    /// "." or "," as data of the choice; hidden unless a file left the decimal mark open.
    [[nodiscard]] QComboBox* decimalMark() const { return m_mark; }
    [[nodiscard]] QPushButton* readAgainButton() const { return m_readAgain; }
    [[nodiscard]] QPushButton* stopButton() const { return m_stop; }
    [[nodiscard]] QPushButton* importButton() const { return m_import; }
    /// Asks for another file; hidden unless nothing can be imported.
    [[nodiscard]] QPushButton* otherFileButton() const { return m_otherFile; }

signals:
    /// These are wanted, out of the files of these names.
    void taken(const std::vector<ridgepoint::OwnKernel>& kernels, const QStringList& files);
    /// None of the files holds a kernel; another is wanted.
    void otherFileAsked();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Source {
        QString path;
        QString name;
        QString remark;
        QLabel* head = nullptr;
        QLabel* problem = nullptr;
        QLabel* remarks = nullptr;
        bool asksMark = false;
        std::vector<OwnKernel> kernels{};
    };

    void composeReading(QVBoxLayout& column);
    void composeQuestion(QVBoxLayout& column);
    void composeButtons(QVBoxLayout& column);
    void onFinished(int number, const Result<ImportedFile>& result);
    void tellRead(Source& source, const ImportedFile& file);
    void tellProblem(Source& source, const Error& error);
    /// All were read: shows what they hold.
    void showKernels();
    void showReading();
    void readAgain();
    void fitNotes();
    void refresh();
    void take();

    std::vector<Source> m_sources;
    ImportReader m_reader;
    QTimer m_poll; ///< while something is read
    QVBoxLayout* m_notes;
    QScrollArea* m_notesArea;
    QWidget* m_question; ///< with m_mark
    QComboBox* m_mark;
    QPushButton* m_readAgain;
    QWidget* m_reading; ///< with m_progress
    QLabel* m_readingWords;
    QProgressBar* m_progress;
    QPushButton* m_stop;
    ImportPreview* m_preview;
    QPushButton* m_copy;
    QPushButton* m_otherFile;
    QPushButton* m_import;
};

} // namespace ridgepoint
