// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/lecture/lecture_notes.h"

#include "app/desktop/base/labels.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QScreen>
#include <QSignalBlocker>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

/// On a screen of their own, before they fill it.
constexpr QSize usualNotes(760, 520);
/// Of the notes that can be read in the strip, however low the window is.
constexpr int usualLines = 3;
/// A fifth of the window's height is the strip's where it needs no more: the slide has 4 (MainWindow::compose).
constexpr int stretchOfStrip = 1;
constexpr int tickMs = 1000;

/// Asks for the usual lines: a column with texts that wrap gives what is asked for, and QTextBrowser asks for 192
/// pixels. Below an experiment's question it can have one (ExperimentDialog::shareHeight).
class NotesText : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;
    [[nodiscard]] QSize sizeHint() const override { return {QTextBrowser::sizeHint().width(), heightOf(usualLines)}; }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {QTextBrowser::minimumSizeHint().width(), heightOf(1)};
    }

private:
    [[nodiscard]] int heightOf(int lines) const
    {
        return lines * fontMetrics().lineSpacing() + qRound(2.0 * document()->documentMargin());
    }
};

} // namespace

QString clockWords(qint64 seconds)
{
    const auto twoDigits = [](qint64 number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); };
    const qint64 minutes = seconds / 60;
    return minutes < 60
             ? QStringLiteral("%1:%2").arg(minutes).arg(twoDigits(seconds % 60))
             : QStringLiteral("%1:%2:%3").arg(minutes / 60).arg(twoDigits(minutes % 60), twoDigits(seconds % 60));
}

LectureNotes::LectureNotes(QMainWindow* hall)
    : QWidget(hall, Qt::Dialog),
      m_hall(hall),
      m_place(makeColumnText("headline", this)),
      m_elapsed(makeLabel("headline", this)),
      m_doubt(makeColumnText("warning", this)),
      m_notes(new NotesText(this)),
      m_next(makeColumnText("muted", this))
{
    setProperty("surface", QStringLiteral("window"));
    setAttribute(Qt::WA_StyledBackground);
    setAttribute(Qt::WA_ShowWithoutActivating); // the keys belong to what the audience sees
    m_place->setAccessibleName(tr("What is on show"));
    m_elapsed->setAccessibleName(tr("Time since the lecture began"));
    m_doubt->setAccessibleName(tr("Why it is not on show"));
    m_notes->setAccessibleName(tr("Speaker's notes"));
    m_next->setAccessibleName(tr("What comes next"));
    m_notes->setFrameShape(QFrame::NoFrame);
    m_notes->setOpenExternalLinks(true);
    m_doubt->hide();
    auto* head = new QHBoxLayout;
    head->setSpacing(18);
    head->addWidget(m_place, 1);
    head->addWidget(m_elapsed, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 8, 24, 6);
    column->setSpacing(6);
    column->addLayout(head);
    column->addWidget(m_doubt);
    column->addWidget(m_notes, 1);
    column->addWidget(makeRule(this));
    column->addWidget(m_next);
    m_tick.setInterval(tickMs);
    connect(&m_tick, &QTimer::timeout, this, &LectureNotes::showTime);
}

void LectureNotes::begin(const QString& title, int minutes)
{
    setWindowTitle(tr("%1: speaker's notes").arg(title));
    m_minutes = minutes;
    m_since.start();
    showTime();
}

void LectureNotes::show(const State& state)
{
    m_place->setText(tr("%1 · %2").arg(state.place, state.title));
    m_notes->setMarkdown(state.notes.isEmpty() ? tr("*No notes.*") : state.notes);
    m_next->setText(state.next.isEmpty() ? tr("This is the last.") : tr("Next: %1").arg(state.next));
    m_doubt->setText(state.doubt);
    m_doubt->setVisible(!state.doubt.isEmpty());
}

bool LectureNotes::showElsewhere()
{
    const QList<QScreen*> screens = QGuiApplication::screens();
    const auto other = std::find_if(screens.begin(), screens.end(),
                                    [this](const QScreen* screen) { return screen != m_hall->screen(); });
    if (other == screens.end())
        return false;
    if (!isWindow())
        setParent(m_hall, Qt::Dialog); // out of the strip, hidden
    setMaximumHeight(QWIDGETSIZE_MAX);
    if (!isVisible() || screen() == m_hall->screen()) {
        setWindowState(Qt::WindowNoState); // a window that fills a screen does not leave it
        const QRect room = (*other)->availableGeometry();
        setGeometry(QRect(room.topLeft(), usualNotes.boundedTo(room.size())));
        showMaximized();
    }
    return true;
}

void LectureNotes::showBelow(QWidget& slide)
{
    if (parentWidget() != &slide || isWindow()) {
        const QSignalBlocker wished(this); // it is hidden on the way
        setMaximumHeight(QWIDGETSIZE_MAX); // an experiment gave it less
        static_cast<QBoxLayout*>(slide.layout())->addWidget(this, stretchOfStrip);
    }
    show();
}

void LectureNotes::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_tick.start();
    showTime();
    emit shownChanged(true);
}

void LectureNotes::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_tick.stop();
    if (isHidden())
        emit shownChanged(false);
}

void LectureNotes::showTime()
{
    if (m_since.isValid())
        m_elapsed->setText(tr("%1 of %2 min").arg(clockWords(m_since.elapsed() / 1000)).arg(m_minutes));
}

} // namespace ridgepoint
