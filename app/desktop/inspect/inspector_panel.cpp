// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/inspector_panel.h"

#include "app/charts/data/pin.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/inspect/levers_view.h"
#include "app/desktop/inspect/readings_view.h"
#include "app/desktop/inspect/shares_bar.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace ridgepoint {
namespace {

/// No line of the narrow panel ends within "GB/s".
const QString wholeUnit = QStringLiteral("/\u2060s");
/// Window heights from which a section stands open without being scrolled to.
constexpr int heightForWhy = 620;
constexpr int heightForLevers = 700;
constexpr int heightForRemarks = 880; ///< five of them push the levers out of a lower window
constexpr int heightForReadings = 900;
constexpr int heightForDoubling = 960;

QLabel* addText(QVBoxLayout* column, const char* role, QWidget* parent)
{
    QLabel* label = makeColumnText(role, parent);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
    return label;
}

/// One row a sentence, with the second line of a long one under its first word.
QString asList(const QStringList& sentences)
{
    if (sentences.isEmpty())
        return {};
    QString rows;
    for (const QString& sentence : sentences)
        rows += QStringLiteral("<tr><td>•&nbsp;</td><td style=\"padding-bottom:3px\">%1</td></tr>")
                    .arg(sentence.toHtmlEscaped());
    return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"0\">%1</table>").arg(rows);
}

QPushButton* makeCalculateLink(QWidget* parent)
{
    auto* link = new QPushButton(InspectorPanel::tr("Open in the calculator…"), parent);
    link->setProperty("role", QStringLiteral("link"));
    link->setCursor(Qt::PointingHandCursor);
    link->setAccessibleName(link->text());
    link->setToolTip(InspectorPanel::tr("Open this point in the calculator, step by step and for other devices"));
    return link;
}

void setOrHide(QLabel* label, const QString& text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

} // namespace

InspectorPanel::InspectorPanel(QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("card"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(8);
    column->addWidget(makeLabel("title", this, tr("What limits this point")));
    m_headline = addText(column, "headline", this);
    m_detail = addText(column, "muted", this);
    m_levers = new LeversView(this);
    column->addWidget(m_levers->triedBox()); // beside the sentence, not where the list of levers may be scrolled to
    m_whatIf = addText(column, "whatif", this);
    column->addWidget(m_bar = new SharesBar(this));
    m_shares = addText(column, "muted", this);
    m_disagreement = addText(column, "warning", this);
    m_doubt = addText(column, "warning",
                      this); // not among the remarks, which a low window folds: the rest is built on it
    column->addWidget(m_remarksSection = new FoldSection({}, this));
    m_remarks = addText(m_remarksSection->body(), "muted", this);
    m_remarks->setTextFormat(Qt::RichText);
    column->addWidget(makeRule(this));
    column->addWidget(m_whySection = new FoldSection(tr("Why"), this));
    m_equation = addText(m_whySection->body(), "equation", this);
    m_terms = addText(m_whySection->body(), "muted", this);
    m_outcome = addText(m_whySection->body(), "strong", this);
    m_whySection->body()->addWidget(m_calculate = makeCalculateLink(this), 0, Qt::AlignLeft);
    connect(m_calculate, &QPushButton::clicked, this, &InspectorPanel::calculationAsked);
    column->addWidget(makeRule(this));
    column->addWidget(m_leversSection = new FoldSection(tr("What would help"), this));
    m_leversSection->body()->addWidget(m_levers);
    column->addWidget(makeRule(this));
    column->addWidget(m_doublingSection = new FoldSection(tr("Twice the size"), this));
    m_doublingSection->body()->addWidget(m_doubling = new DoublingView(this));
    column->addWidget(makeRule(this));
    column->addWidget(m_readingsSection = new FoldSection(tr("Readings"), this));
    m_readingsSection->body()->addWidget(m_histogram = new ReadingsView(this));
    m_comparison = addText(m_readingsSection->body(), "strong", this);
    m_comparison->setAccessibleName(tr("How the point compares with the latest pin"));
    m_readings = addText(m_readingsSection->body(), "muted", this);
    column->addStretch();
    m_headline->setAccessibleName(tr("Regime of the selected point"));
    m_outcome->setAccessibleName(tr("Predicted and measured time"));
    show(PointFacts{});
}

void InspectorPanel::setTheme(const Theme& theme)
{
    m_bar->setTheme(theme);
    m_histogram->setTheme(theme);
    m_levers->setTheme(theme);
}

void InspectorPanel::setWindowHeight(int height)
{
    const struct {
        FoldSection* section;
        bool& fits;
        int needed;
    } sections[] = {
        {m_remarksSection, m_remarksFit, heightForRemarks},    {m_whySection, m_whyFits, heightForWhy},
        {m_leversSection, m_leversFit, heightForLevers},       {m_doublingSection, m_doublingFits, heightForDoubling},
        {m_readingsSection, m_readingsFit, heightForReadings},
    };
    for (const auto& [section, fits, needed] : sections)
        if (const bool fitsNow = height >= needed; std::exchange(fits, fitsNow) != fitsNow)
            section->setFolded(!fitsNow);
}

void InspectorPanel::show(const PointFacts& facts)
{
    const PointWords words = wordsOf(facts, m_format);
    const bool hasShares = !words.shares.isEmpty();
    m_headline->setText(words.headline);
    m_headline->setToolTip(words.meaning);
    m_detail->setText(words.level.isEmpty() ? words.detail : words.detail + QLatin1Char('\n') + words.level);
    setOrHide(m_whatIf, words.whatIf);
    m_bar->show(hasShares ? facts.analysis->shares : std::nullopt);
    m_bar->setVisible(hasShares);
    setOrHide(m_shares, words.shares);
    setOrHide(m_disagreement, words.disagreement);
    m_doubtAlone = words.doubt;
    m_doubtBesideOffer = words.doubtBesideOffer;
    const auto doubtful = doubtfulRoof(facts);
    m_doubtfulRoof = doubtful ? doubtful->roof : std::string();
    showDoubt();
    m_remarks->setText(asList(words.exceptions));
    m_remarksSection->setTitle(tr("Remarks: %1").arg(m_format.whole(words.exceptions.size())));
    m_remarksSection->setVisible(!words.exceptions.isEmpty());
    setOrHide(m_equation, words.equation);
    setOrHide(m_terms, words.terms.join(QLatin1Char('\n')).replace(QLatin1String("/s"), wholeUnit));
    m_terms->setToolTip(words.meaningOfTerms);
    setOrHide(m_outcome, words.outcome);
    m_sample = facts.sample;
    m_regime = facts.regime();
    showReadings();
    m_imagined = facts.imagined();
    m_limit = facts.named();
    m_readings->setText(facts.sample ? words.readings.join(QLatin1Char('\n')) : tr("No readings yet."));
}

void InspectorPanel::showLevers(const LeverFacts& facts)
{
    m_levers->show(facts, m_limit, m_imagined);
    m_doubling->show(facts);
}

void InspectorPanel::setOfferedRoof(const std::string& roof)
{
    m_offeredRoof = roof;
    showDoubt();
}

void InspectorPanel::showDoubt()
{
    const bool isOffered = !m_doubtfulRoof.empty() && m_doubtfulRoof == m_offeredRoof;
    setOrHide(m_doubt, isOffered ? m_doubtBesideOffer : m_doubtAlone);
}

void InspectorPanel::setPins(const PinList& pins)
{
    m_pins = pins;
    showReadings();
}

void InspectorPanel::showReadings()
{
    m_histogram->show(m_sample ? m_sample->keptReadings : std::vector<float>{}, m_regime);
    const Pin* last = m_pins->empty() ? nullptr : &m_pins->back();
    const bool pinned = last != nullptr && last->sample.has_value();
    m_histogram->showPinned(pinned ? QString::fromStdString(last->name) : QString(),
                            pinned ? last->sample->keptReadings : std::vector<float>{});
    m_histogram->setVisible(m_sample && m_sample->keptReadings.size() >= 3); // fewer have no shape
    setOrHide(m_comparison, pinKey(*m_pins, m_sample.get(), m_format).caption);
}

} // namespace ridgepoint
