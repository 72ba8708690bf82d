// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/inspector_sections.h"

#include "app/charts/style/format.h"
#include "app/desktop/base/glossary.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/readings_view.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QToolTip>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

/// No line of the narrow panel ends within "GB/s".
const QString wholeUnit = QStringLiteral("/\u2060s");
/// Window heights from which the sections stand open without being scrolled to.
constexpr int heightForWhy = 620;
constexpr int heightForReadings = 900;

QPushButton* makeCalculateLink(QWidget* parent)
{
    auto* link = new QPushButton(InspectorPanel::tr("Open in the calculator…"), parent);
    link->setProperty("role", QStringLiteral("link"));
    link->setCursor(Qt::PointingHandCursor);
    link->setAccessibleName(link->text());
    link->setToolTip(InspectorPanel::tr("Open this point in the calculator, step by step and for other devices"));
    return link;
}

} // namespace

SharesBar::SharesBar(QWidget* parent) : QWidget(parent)
{
    setFixedHeight(12);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Shares of the regimes"));
}

void SharesBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void SharesBar::show(std::optional<Shares> shares)
{
    m_shares = shares;
    update();
}

void SharesBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath outline;
    outline.addRoundedRect(rect(), 4, 4);
    painter.setClipPath(outline);
    painter.fillRect(rect(), m_theme.track);
    if (!m_shares)
        return;
    constexpr double gap = 2.0;
    for (const Piece& piece : pieces()) {
        const QRectF part(piece.left, 0.0, piece.width - gap, height());
        if (part.width() <= 0.0)
            continue;
        painter.fillRect(QRectF(piece.left, 0.0, piece.width, height()), m_theme.card);
        painter.fillRect(part, piece.regime ? m_theme.regimeColor(*piece.regime) : m_theme.track);
        if (!piece.regime)
            painter.fillRect(part, QBrush(m_theme.mutedText, Qt::DiagCrossPattern));
        else if (piece.regime == Regime::UnderFilled)
            painter.fillRect(part, QBrush(m_theme.card, Qt::BDiagPattern));
    }
}

std::vector<SharesBar::Piece> SharesBar::pieces() const
{
    std::vector<Piece> all;
    if (!m_shares)
        return all;
    double left = 0.0;
    const auto add = [&](std::optional<Regime> regime, double share) {
        if (share > 0.0)
            all.push_back({regime, left, share * width()});
        left += share * width();
    };
    for (const Regime regime : {Regime::Memory, Regime::Compute, Regime::Overhead, Regime::UnderFilled})
        add(regime, m_shares->of(regime));
    add(std::nullopt, m_shares->unexplained);
    return all;
}

QString SharesBar::wordsAt(double x) const
{
    for (const Piece& piece : pieces())
        if (x >= piece.left && x < piece.left + piece.width) {
            const QString share = Format().percent(piece.width / width());
            return piece.regime ? tr("%1 of the time: %2").arg(share, regimeLabel(*piece.regime))
                                : QStringLiteral("<p>%1</p>%2")
                                      .arg(tr("%1 of the time: unexplained").arg(share), glossaryTip("unexplained"));
        }
    return {};
}

bool SharesBar::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const QString words = wordsAt(help.pos().x());
    QToolTip::showText(help.globalPos(), words.isEmpty() ? toolTip() : words, this);
    return true;
}

QLabel* addText(QVBoxLayout* column, const char* role, QWidget* parent)
{
    QLabel* label = makeColumnText(role, parent);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
    return label;
}

void setOrHide(QLabel* label, const QString& text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

WhySection::WhySection(QWidget* parent) : FoldSection(InspectorPanel::tr("Why"), parent, heightForWhy)
{
    m_equation = addText(body(), "equation", parent);
    m_terms = addText(body(), "muted", parent);
    m_outcome = addText(body(), "strong", parent);
    m_outcome->setAccessibleName(InspectorPanel::tr("Predicted and measured time"));
    for (QLabel* part : {m_equation, m_outcome})
        part->setToolTip(glossaryTip("equation of time"));
    body()->addWidget(m_calculate = makeCalculateLink(parent), 0, Qt::AlignLeft);
}

void WhySection::show(const PointWords& words)
{
    setOrHide(m_equation, words.equation);
    setOrHide(m_terms, words.terms.join(QLatin1Char('\n')).replace(QLatin1String("/s"), wholeUnit));
    m_terms->setToolTip(words.meaningOfTerms);
    setOrHide(m_outcome, words.outcome);
}

ReadingsSection::ReadingsSection(QWidget* parent)
    : FoldSection(InspectorPanel::tr("Readings"), parent, heightForReadings)
{
    body()->addWidget(m_histogram = new ReadingsView(parent));
    m_comparison = addText(body(), "strong", parent);
    m_comparison->setAccessibleName(InspectorPanel::tr("The point compared with the latest pin"));
    m_words = addText(body(), "muted", parent);
    m_histogram->setToolTip(glossaryTip("reading"));
    m_comparison->setToolTip(glossaryTip("pin"));
}

void ReadingsSection::show(const PointFacts& facts, const QStringList& words)
{
    m_sample = facts.sample;
    m_regime = facts.regime();
    m_words->setText(facts.sample       ? words.join(QLatin1Char('\n'))
                     : facts.isRecorded ? InspectorPanel::tr("This recording has no readings of this point.")
                                        : InspectorPanel::tr("No readings yet."));
    m_words->setToolTip(
        glossaryTip(m_sample && m_sample->flags.has(Flag::FewReadings) ? "confidence interval" : "percentile"));
    compare();
}

void ReadingsSection::setPins(const PinList& pins)
{
    m_pins = pins;
    compare();
}

void ReadingsSection::setTheme(const Theme& theme) { m_histogram->setTheme(theme); }

void ReadingsSection::compare()
{
    m_histogram->show(m_sample ? m_sample->keptReadings : std::vector<float>{}, m_regime);
    const Pin* last = m_pins->empty() ? nullptr : &m_pins->back();
    const bool pinned = last != nullptr && last->sample.has_value();
    m_histogram->showPinned(pinned ? QString::fromStdString(last->name) : QString(),
                            pinned ? last->sample->keptReadings : std::vector<float>{});
    m_histogram->setVisible(m_sample && m_sample->keptReadings.size() >= 3); // fewer have no shape
    setOrHide(m_comparison, pinKey(*m_pins, m_sample.get(), Format()).caption);
}

} // namespace ridgepoint
