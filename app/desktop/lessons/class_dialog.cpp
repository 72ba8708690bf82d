// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/lessons/class_dialog.h"

#include "app/charts/style/texts.h"
#include "app/desktop/base/button_keys.h"
#include "app/desktop/base/card.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/save_dialog.h"
#include "app/desktop/base/show_in_folder.h"
#include "app/desktop/base/style_sheet.h"
#include "app/desktop/explore/presenter_mode.h"
#include "core/session/text_file.h"

#include <QCloseEvent>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr QSize usualClassSize(1100, 720);
constexpr int mostLinesOfSkipped = 3; ///< the others are scrolled to
constexpr int edgesOfSkipped = 28;    ///< around the lines, in pixels
constexpr int leastOfChoice = 12;     ///< letters, where large type leaves room for no more
constexpr double stepOfHallType = 1.15;
constexpr double mostHallScale = 2.0;
constexpr int sharesOfChart = 4; ///< of the height, to one of what people wrote

/// As high as its lines in its type, at the width of the column that it is in.
void fitSkipped(QPlainTextEdit& list)
{
    const QFontMetrics metrics = list.fontMetrics();
    // Not the layout's room, which is none while something in it is shown or hidden.
    const QMargins around = list.parentWidget()->layout()->contentsMargins();
    const int width = list.parentWidget()->width() - around.left() - around.right() - edgesOfSkipped;
    const int height = metrics.boundingRect(QRect(0, 0, width, 0), Qt::TextWordWrap, list.toPlainText()).height();
    const int lines = (height + metrics.lineSpacing() / 2) / metrics.lineSpacing(); // each is rounded by itself
    list.setFixedHeight(std::clamp(lines, 1, mostLinesOfSkipped) * metrics.lineSpacing() + edgesOfSkipped);
}

/// Without capitals, and without other ways to encode the same letters.
std::string foldedWords(const std::string& words)
{
    return text(words).trimmed().normalized(QString::NormalizationForm_KC).toCaseFolded().toStdString();
}

/// What people wrote under its title, a line for each answer. Equal ones are one line, as the first of them was
/// written, with their count; the most frequent answer comes first.
QString listed(const QString& title, const std::vector<std::string>& written)
{
    QString words = written.empty() ? QString() : title;
    for (const CountedAnswer& answer : countedAnswers(written, foldedWords)) {
        const QString its = text(answer.words).trimmed();
        words += QStringLiteral("\n– ")
               + (answer.people == 1 ? its : ClassDialog::tr("%n × %1", nullptr, answer.people).arg(its));
    }
    return words;
}

} // namespace

ClassDialog::ClassDialog(QWidget* parent)
    : QDialog(parent),
      m_choice(new QComboBox(this)),
      m_note(makeLabel("value", this)),
      m_question(makeLabel("reading", this)),
      m_chart(new ClassChart(this)),
      m_writtenWords(new QPlainTextEdit(this)),
      m_skippedCount(makeLabel("warning", this)),
      m_skipped(new QPlainTextEdit(this)),
      m_message(makeLabel("muted", this)),
      m_written(new FolderButton(this)),
      m_folder(new QPushButton(tr("Another &folder…"), this)),
      m_export(new QPushButton(tr("&Export…"), this))
{
    setWindowTitle(tr("Answers of a class"));
    letKeysPressButtons(*this);
    setWindowFlag(Qt::WindowMaximizeButtonHint); // it is projected
    compose();
    const QScreen* screen = QGuiApplication::primaryScreen();
    resize(screen == nullptr ? usualClassSize
                             : usualClassSize.boundedTo(screen->availableGeometry().size() - QSize(24, 60)));
    connect(m_choice, &QComboBox::currentIndexChanged, this, &ClassDialog::showChosen);
    connect(m_folder, &QPushButton::clicked, this, &ClassDialog::folderAsked);
    connect(m_export, &QPushButton::clicked, this, &ClassDialog::askExport);
    const auto onKeys = [this](const QString& keys, auto act) {
        connect(new QShortcut(QKeySequence(keys, QKeySequence::PortableText), this), &QShortcut::activated, this, act);
    };
    onKeys(QStringLiteral("Ctrl++"), [this] { stepText(1); });
    onKeys(QStringLiteral("Ctrl+-"), [this] { stepText(-1); });
    onKeys(QStringLiteral("Ctrl+0"), [this] { stepText(0); });
    onKeys(QStringLiteral("F11"), [this] { present(!isFullScreen()); });
    // As a remote has them, whatever has the focus.
    QScrollBar* answers = m_writtenWords->verticalScrollBar();
    onKeys(QStringLiteral("PgDown"), [answers] { answers->triggerAction(QAbstractSlider::SliderPageStepAdd); });
    onKeys(QStringLiteral("PgUp"), [answers] { answers->triggerAction(QAbstractSlider::SliderPageStepSub); });
}

void ClassDialog::compose()
{
    m_choice->setAccessibleName(tr("Lesson"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_choice->setMinimumContentsLength(leastOfChoice);
    m_note->setWordWrap(true);
    m_question->setWordWrap(true);
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QPlainTextEdit* list : {m_writtenWords, m_skipped}) {
        list->setReadOnly(true);
        list->setTabChangesFocus(true);
    }
    m_writtenWords->setAccessibleName(tr("What the class wrote"));
    m_skipped->setAccessibleName(tr("Files that were skipped, each with the reason"));
    m_folder->setToolTip(tr("Show the answers in another folder"));
    m_export->setToolTip(tr("Write the chart as PDF, SVG or PNG, or its numbers as CSV"));
    auto* top = new QHBoxLayout;
    top->addWidget(m_choice);
    top->addStretch(1);
    top->addWidget(m_folder);
    top->addWidget(m_export);
    auto* card = new Card({}, this);
    card->body()->addWidget(m_chart, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 10, 14, 14);
    column->setSpacing(10);
    column->addLayout(top);
    column->addWidget(m_note); // which large type wraps, beside nothing that it could push off the screen
    column->addWidget(m_question);
    column->addWidget(card, sharesOfChart);
    column->addWidget(m_writtenWords, 1);
    for (QWidget* each :
         {static_cast<QWidget*>(m_skippedCount), static_cast<QWidget*>(m_skipped), static_cast<QWidget*>(m_message)})
        column->addWidget(each);
    column->addWidget(m_written, 0, Qt::AlignLeft);
    m_message->hide();
}

void ClassDialog::show(const GatheredAnswers& gathered, const QString& folder)
{
    setWindowTitle(tr("Answers of a class: %1").arg(folder));
    m_classes = classesOf(gathered.answers);
    m_skippedFiles = gathered.skipped.size();
    m_message->hide();
    m_written->offer({});
    const auto most = std::max_element(
        m_classes.begin(), m_classes.end(),
        [](const LessonClass& a, const LessonClass& b) { return a.predictions < b.predictions; });
    {
        const QSignalBlocker blocker(m_choice);
        m_choice->clear();
        for (const LessonClass& group : m_classes)
            m_choice->addItem(tr("%1 (%2)").arg(text(group.title.empty() ? group.lesson : group.title),
                                                m_format.whole(group.predictions)));
        m_choice->setCurrentIndex(static_cast<int>(most - m_classes.begin()));
    }
    m_choice->setEnabled(m_classes.size() > 1);
    QStringList skipped;
    for (const std::string& file : gathered.skipped)
        skipped << text(file);
    m_skipped->setPlainText(skipped.join(QLatin1Char('\n')));
    m_skipped->setVisible(!skipped.isEmpty());
    fitSkipped(*m_skipped);
    m_skippedCount->setText(skipped.size() == 1 ? tr("One file was skipped:")
                                                : tr("%1 files were skipped:").arg(m_format.whole(skipped.size())));
    m_skippedCount->setVisible(!skipped.isEmpty());
    showChosen();
}

void ClassDialog::showChosen()
{
    const LessonClass& group = m_classes[static_cast<std::size_t>(m_choice->currentIndex())];
    m_chart->setClass(group); // the skipped files are listed below
    m_note->setText(noteOf(group, m_format));
    m_question->setText(text(group.question));
    m_question->setVisible(!group.question.empty());
    QStringList written{listed(tr("What they saw:"), group.seen),
                        listed(tr("What they answered at the end:"), group.transfer)};
    written.removeAll(QString());
    m_writtenWords->setPlainText(written.join(QStringLiteral("\n\n")));
    m_writtenWords->setVisible(!written.isEmpty());
}

void ClassDialog::tell(const QString& words)
{
    m_message->setText(words);
    m_message->show();
    m_written->offer({});
}

void ClassDialog::setTheme(const Theme& theme)
{
    m_theme = theme;
    dress();
}

void ClassDialog::reject()
{
    if (isFullScreen())
        present(false);
    else
        QDialog::reject();
}

void ClassDialog::present(bool isPresented)
{
    setWindowState(windowState().setFlag(Qt::WindowFullScreen, isPresented));
}

void ClassDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        dress();
}

void ClassDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    fitSkipped(*m_skipped); // whose lines are wrapped
}

void ClassDialog::closeEvent(QCloseEvent* event)
{
    present(false); // or that would be all that closing does
    QDialog::closeEvent(event);
}

void ClassDialog::stepText(int direction)
{
    if (!isFullScreen()) {
        emit textStepAsked(direction);
        return;
    }
    m_hallScale = direction == 0 ? 1.0
                                 : std::clamp(m_hallScale * std::pow(stepOfHallType, direction), 1.0, mostHallScale);
    dress();
}

/// In a style of its own while it is presented: the window behind it keeps its type.
void ClassDialog::dress()
{
    const bool isLarge = isFullScreen();
    const auto pixels = static_cast<int>(
        std::lround(PresenterMode::typePixels(screen()->size().height()) * m_hallScale));
    const Theme theme = isLarge ? m_theme.forHall(pixels) : m_theme;
    setStyleSheet(isLarge ? styleSheetFor(m_theme, static_cast<double>(pixels) / Theme().fontPixels) : QString());
    // To these the style leaves the type of the application.
    for (QWidget* each : std::initializer_list<QWidget*>{m_choice, m_folder, m_export, m_writtenWords, m_skipped})
        each->setFont(isLarge ? theme.font() : QFont());
    fitSkipped(*m_skipped);
    m_chart->setTheme(theme);
}

Result<void> ClassDialog::exportTo(const QString& path) const
{
    m_chart->flush(); // changes are merged for a moment
    const LessonClass& group = m_chart->group();
    const auto whole = m_chart->duplicate();
    static_cast<ClassChart&>(*whole).setClass(group, m_skippedFiles); // a file that leaves anything out is wrong
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return writeTextFile(m_chart->dataCsv(), path.toStdString());
    ExportOptions options;
    options.title = text(group.title.empty() ? group.lesson : group.title);
    options.note = noteOf(group, m_format);
    options.caption = captionOf(group, m_format);
    return whole->exportTo(path, options);
}

void ClassDialog::askExport()
{
    const QString suggestion = usualFolder() + QStringLiteral("/%1-class.pdf").arg(text(m_chart->group().lesson));
    const QString path = askWhereToSave(this, tr("Export the chart of the class"), suggestion, chartKinds());
    if (path.isEmpty())
        return;
    const auto written = exportTo(path);
    tell(written ? tr("Written to %1.").arg(path) : errorMessage(written.error()));
    m_written->offer(written ? path : QString());
}

} // namespace ridgepoint
