// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/importing/import_dialog.h"

#include "app/charts/style/format.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/button_keys.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/importing/import_preview.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr QSize usualImportSize(980, 640);
constexpr int mostNotesHeight = 150;
constexpr int progressSteps = 1000;
constexpr int pollMs = 100;

QString writtenBy(const ImportedFile& file)
{
    const ImportFormat* format = importFormatOf(file.formatId);
    return format != nullptr ? text(format->program) : ImportDialog::tr("Ridgepoint session");
}

QString countedKernels(std::size_t count)
{
    return count == 1 ? ImportDialog::tr("1 kernel")
                      : ImportDialog::tr("%1 kernels").arg(Format().whole(static_cast<std::int64_t>(count)));
}

} // namespace

ImportDialog::ImportDialog(QWidget* parent) : QDialog(parent), m_preview(new ImportPreview(this))
{
    setWindowTitle(tr("Import kernels"));
    setSizeGripEnabled(true);
    letKeysPressButtons(*this);
    const QScreen* screen = parent == nullptr ? nullptr : parent->screen();
    resize(screen == nullptr ? usualImportSize
                             : usualImportSize.boundedTo(screen->availableGeometry().size() - QSize(24, 60)));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(10);
    auto* notes = new QWidget(this);
    m_notes = new QVBoxLayout(notes);
    m_notes->setContentsMargins(0, 0, 0, 0);
    m_notes->setSpacing(2);
    m_notesArea = makeScrolling(notes, tr("The files"), this);
    m_notesArea->setFocusPolicy(Qt::TabFocus); // so that keys scroll it
    column->addWidget(m_notesArea);
    composeQuestion(*column);
    composeReading(*column);
    column->addWidget(m_preview, 1);
    column->addStretch();
    composeButtons(*column);
    connect(m_preview, &ImportPreview::changed, this, &ImportDialog::refresh);
    connect(&m_reader, &ImportReader::finished, this,
            [this](int number, const auto& result) { onFinished(number, *result); });
    m_poll.setInterval(pollMs);
    connect(&m_poll, &QTimer::timeout, this, &ImportDialog::showReading);
    showKernels();
}

void ImportDialog::composeQuestion(QVBoxLayout& column)
{
    m_question = new QWidget(this);
    auto* row = new QHBoxLayout(m_question);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    auto* words = makeLabel("strong", m_question, tr("&Decimal mark of the numbers:"));
    m_mark = new QComboBox(m_question);
    m_mark->setAccessibleName(tr("Decimal mark of the numbers"));
    m_mark->addItem(tr("point, as in 1.5"), QStringLiteral("."));
    m_mark->addItem(tr("comma, as in 1,5"), QStringLiteral(","));
    words->setBuddy(m_mark);
    m_readAgain = makeButton(tr("&Read again"), tr("Read the file again with this decimal mark"), m_question);
    row->addWidget(words);
    row->addWidget(m_mark);
    row->addWidget(m_readAgain);
    row->addStretch();
    column.addWidget(m_question);
    connect(m_readAgain, &QPushButton::clicked, this, &ImportDialog::readAgain);
}

void ImportDialog::composeReading(QVBoxLayout& column)
{
    m_reading = new QWidget(this);
    auto* row = new QHBoxLayout(m_reading);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    m_readingWords = makeLabel("muted", m_reading);
    m_progress = new QProgressBar(m_reading);
    m_progress->setRange(0, progressSteps);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("How much of the file was read"));
    m_stop = makeButton(tr("S&top reading"), tr("Stop reading; files read to the end can be imported"), m_reading);
    row->addWidget(m_readingWords);
    row->addWidget(m_progress, 1);
    row->addWidget(m_stop);
    column.addWidget(m_reading);
    connect(m_stop, &QPushButton::clicked, this, [this] { m_reader.cancel(); });
}

void ImportDialog::composeButtons(QVBoxLayout& column)
{
    m_copy = makeButton(tr("&Copy"), tr("Copy the selected kernels, or all that are shown, as CSV (Ctrl+C)"), this);
    m_otherFile = makeButton(tr("Choose another &file…"), tr("Choose a file to import instead of this one (Alt+F)"),
                             this);
    m_otherFile->setProperty("role", QStringLiteral("primary"));
    m_import = makeButton(tr("&Import"), tr("Add the kernels to this session's list (Enter)"), this);
    m_import->setProperty("role", QStringLiteral("primary"));
    m_import->setDefault(true); // Enter imports from the filter too
    auto* cancel = makeButton(tr("Cancel"), tr("Close without importing (Esc)"), this);
    auto* row = new QHBoxLayout;
    row->addWidget(m_copy);
    row->addStretch();
    row->addWidget(m_otherFile);
    row->addWidget(m_import);
    row->addWidget(cancel);
    column.addLayout(row);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        m_preview->rows()->copySelected();
        tellCopied(*m_copy);
    });
    connect(m_otherFile, &QPushButton::clicked, this, &ImportDialog::otherFileAsked);
    connect(m_import, &QPushButton::clicked, this, &ImportDialog::take);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
}

void ImportDialog::read(const QString& path, const QString& name, const QString& remark)
{
    // A file that is here already is read anew, for it may have changed; its kernels come once.
    const auto known = std::ranges::find(m_sources, path, &Source::path);
    const auto number = static_cast<int>(known - m_sources.begin());
    if (known != m_sources.end())
        known->remark = remark;
    else {
        QWidget* parent = m_notesArea->widget();
        Source source{path, name, remark};
        source.head = addText(m_notes, "strong", parent, tr("File"));
        source.problem = addText(m_notes, "warning", parent, tr("Why the file cannot be imported"));
        source.remarks = addText(m_notes, "muted", parent, tr("Remarks on the file"));
        source.problem->hide();
        source.remarks->hide();
        source.head->setText(name);
        m_sources.push_back(std::move(source));
    }
    m_reader.read(number, path);
    showReading();
    refresh();
}

void ImportDialog::readAgain()
{
    const char mark = m_mark->currentData().toString() == QLatin1String(",") ? ',' : '.';
    for (std::size_t i = 0; i < m_sources.size(); ++i)
        if (m_sources[i].asksMark)
            m_reader.read(static_cast<int>(i), m_sources[i].path, mark);
    showReading();
    refresh();
}

void ImportDialog::onFinished(int number, const Result<ImportedFile>& result)
{
    Source& source = m_sources[static_cast<std::size_t>(number)];
    if (result)
        tellRead(source, *result);
    else
        tellProblem(source, result.error());
    if (!m_reader.isReading())
        return showKernels();
    showReading();
    refresh();
}

void ImportDialog::tellRead(Source& source, const ImportedFile& file)
{
    source.kernels = file.kernels;
    for (OwnKernel& kernel : source.kernels) // those of a session that a program's run wrote
        if (kernel.source.empty() && kernel.work != WorkOrigin::Typed)
            kernel.source = source.name.toStdString();
    QStringList parts{source.name, writtenBy(file), text(file.device), countedKernels(file.kernels.size())};
    parts.removeAll(QString());
    source.head->setText(parts.join(betweenParts));
    QStringList remarks{source.remark};
    for (const std::string& remark : file.remarks)
        remarks << QString::fromStdString(remark);
    remarks.removeAll(QString());
    source.remarks->setText(remarks.join(QLatin1Char('\n')));
    source.remarks->setVisible(!remarks.isEmpty());
    source.problem->setVisible(file.kernels.empty());
    if (file.kernels.empty())
        source.problem->setText(file.formatId.empty()
                                    ? tr("It holds no kernels. Mark regions with a name and counts in the program "
                                         "(ridgepoint.h, ridgepoint.py), and run it again.")
                                    : tr("It holds no usable kernels. Profile or benchmark the program again."));
}

void ImportDialog::tellProblem(Source& source, const Error& error)
{
    source.kernels.clear();
    source.asksMark = source.asksMark || error.id == "import.decimal-mark";
    source.head->setText(source.name);
    source.problem->setText(error.kind == ErrorKind::Cancelled
                                ? tr("Reading was stopped; nothing from this file is imported.")
                                : errorMessage(error));
    source.problem->show();
    source.remarks->setText(source.remark);
    source.remarks->setVisible(!source.remark.isEmpty());
}

void ImportDialog::showKernels()
{
    std::vector<std::vector<OwnKernel>> files;
    for (const Source& source : m_sources)
        if (!source.kernels.empty())
            files.push_back(source.kernels);
    m_question->setVisible(std::ranges::any_of(m_sources, &Source::asksMark));
    m_preview->setVisible(!files.empty());
    m_preview->setFiles(files);
    showReading();
    refresh();
    if (m_import->isEnabled()) {
        if (!m_preview->isAncestorOf(focusWidget()))
            m_preview->rows()->filter()->setFocus();
    } else if (m_question->isVisible())
        m_mark->setFocus();
    else if (m_otherFile->isVisible())
        m_otherFile->setFocus();
}

void ImportDialog::showReading()
{
    const bool isReading = m_reader.isReading();
    if (isReading != m_poll.isActive())
        isReading ? m_poll.start() : m_poll.stop();
    m_reading->setVisible(isReading);
    if (!isReading)
        return;
    m_readingWords->setText(tr("Reading %1…").arg(m_sources[static_cast<std::size_t>(m_reader.number())].name));
    m_progress->setValue(static_cast<int>(m_reader.fraction() * progressSteps));
}

void ImportDialog::refresh()
{
    const bool isReading = m_reader.isReading();
    m_readAgain->setEnabled(!isReading);
    m_import->setEnabled(!isReading && m_preview->mayTake());
    const std::size_t count = m_preview->chosenCount();
    const QString words = count == 0 ? tr("&Import")
                        : count == 1 ? tr("&Import 1 kernel")
                                     : tr("&Import %1 kernels").arg(Format().whole(static_cast<std::int64_t>(count)));
    m_import->setText(words);
    m_import->setAccessibleName(QString(words).remove(QLatin1Char('&')));
    m_copy->setVisible(m_preview->isVisibleTo(this));
    const bool isVain = !isReading && !m_sources.empty() && !m_preview->isVisibleTo(this)
                     && !m_question->isVisibleTo(this);
    m_otherFile->setVisible(isVain);
    m_import->setVisible(!isVain);
    fitNotes();
}

void ImportDialog::fitNotes()
{
    const int width = m_notesArea->viewport()->width();
    m_notes->activate();
    const int height = m_notes->hasHeightForWidth() ? m_notes->heightForWidth(width) : m_notes->sizeHint().height();
    m_notesArea->setFixedHeight(std::min(height, mostNotesHeight));
}

void ImportDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    fitNotes();
}

QStringList ImportDialog::notes() const
{
    QStringList lines;
    for (const Source& source : m_sources)
        for (const QLabel* label : {source.head, source.problem, source.remarks})
            if (!label->isHidden())
                lines << label->text();
    return lines;
}

void ImportDialog::take()
{
    QStringList files;
    for (const Source& source : m_sources)
        if (!source.kernels.empty())
            files << source.name;
    emit taken(m_preview->chosen(), files);
    accept();
}

} // namespace ridgepoint
