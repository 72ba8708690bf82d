// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/inspector_panel.h"

#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/glossary.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/base/part_focus.h"
#include "app/desktop/inspect/inspector_sections.h"
#include "app/desktop/inspect/levers_view.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

/// Window heights from which a section stands open without being scrolled to.
constexpr int heightForLevers = 700;
constexpr int heightForDoubling = 960;

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

} // namespace

InspectorPanel::InspectorPanel(QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("card"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(8);
    QLabel* head = makeLabel("title", this, tr("What limits this point"));
    head->setToolTip(glossaryTip("regime"));
    column->addWidget(head);
    m_headline = addText(column, "headline", this);
    m_detail = addText(column, "muted", this);
    m_levers = new LeversView(this);
    column->addWidget(m_levers->triedBox()); // beside the sentence, not where the list of levers may be scrolled to
    column->addWidget(m_bar = new SharesBar(this));
    m_shares = addText(column, "muted", this);
    m_whatIf = addText(column, "whatif", this); // below the shares, which are measured and none of it
    m_disagreement = addText(column, "warning", this);
    m_doubt = addText(column, "warning",
                      this); // only its reason is among the remarks, which stay folded: the rest is built on it
    column->addWidget(m_remarksSection = new FoldSection({}, this, FoldSection::foldedAtFirst));
    m_remarks = addText(m_remarksSection->body(), "muted", this);
    m_compared = addText(column, "muted", this); // below what is said of this device
    m_compared->setAccessibleName(tr("The point compared with other devices"));
    showCompared({});
    for (QWidget* part : std::initializer_list<QWidget*>{m_bar, m_shares})
        part->setToolTip(glossaryTip("share"));
    for (QLabel* part : {m_disagreement, m_doubt})
        part->setToolTip(glossaryTip("doubt"));
    m_whatIf->setToolTip(glossaryTip("what-if"));
    m_remarks->setToolTip(glossaryTip("flag"));
    m_remarks->setTextFormat(Qt::RichText);
    column->addWidget(makeRule(this));
    column->addWidget(m_why = new WhySection(this));
    connect(m_why->calculateLink(), &QPushButton::clicked, this, &InspectorPanel::calculationAsked);
    column->addWidget(m_causes = new CausesView(this));
    const auto addSection = [this, column](const QString& title, int openFrom, QWidget* content) {
        column->addWidget(makeRule(this));
        auto* section = new FoldSection(title, this, openFrom);
        section->body()->addWidget(content);
        column->addWidget(section);
        chainFocus({section->head(), content});
    };
    addSection(tr("What would help"), heightForLevers, m_levers);
    addSection(tr("Twice the size"), heightForDoubling, m_doubling = new DoublingView(this));
    column->addWidget(makeRule(this));
    column->addWidget(m_readings = new ReadingsSection(this));
    column->addStretch();
    m_headline->setAccessibleName(tr("Regime of the selected point"));
    show(PointFacts{});
    showLevers(LeverFacts{});
}

void InspectorPanel::setTheme(const Theme& theme)
{
    m_bar->setTheme(theme);
    m_readings->setTheme(theme);
    m_levers->setTheme(theme);
}

void InspectorPanel::setWindowHeight(int height)
{
    for (FoldSection* section : findChildren<FoldSection*>())
        section->setWindowHeight(height);
}

const QLabel* InspectorPanel::outcome() const { return m_why->outcome(); }

QPushButton* InspectorPanel::calculateLink() const { return m_why->calculateLink(); }

const QLabel* InspectorPanel::comparison() const { return m_readings->comparison(); }

void InspectorPanel::show(const PointFacts& facts)
{
    const PointWords words = wordsOf(facts, m_format);
    const bool hasShares = !words.shares.isEmpty();
    m_headline->setText(words.headlineWithWhatIf.isEmpty()
                            ? words.headline
                            : words.headline + QLatin1Char('\n') + words.headlineWithWhatIf);
    m_headline->setToolTip(words.meaning);
    m_detail->setText(words.level.isEmpty() ? words.detail : words.detail + QLatin1Char('\n') + words.level);
    setOrHide(m_whatIf,
              words.whatIfGain.isEmpty() ? words.whatIf : words.whatIf + QLatin1Char('\n') + words.whatIfGain);
    m_bar->show(hasShares ? facts.analysis->shares : std::nullopt);
    m_bar->setVisible(hasShares);
    setOrHide(m_shares, words.shares);
    setOrHide(m_disagreement, words.disagreement);
    m_doubtOfPoint.alone = words.doubt;
    m_doubtOfPoint.besideOffer = words.doubtBesideOffer;
    const auto doubtful = doubtfulRoof(facts);
    m_doubtOfPoint.roof = doubtful ? doubtful->roof : std::string();
    showDoubt();
    m_causes->showShortfall(words.shortfall);
    QStringList remarks = words.exceptions;
    if (!words.doubtReason.isEmpty())
        remarks.prepend(words.doubtReason);
    m_remarks->setText(asList(remarks));
    m_remarksSection->setTitle(tr("Remarks: %1").arg(m_format.whole(remarks.size())));
    m_remarksSection->setVisible(!remarks.isEmpty());
    m_why->show(words);
    m_readings->show(facts, words.readings);
    m_hasWhatIf = facts.hasWhatIf();
    m_limit = facts.named();
}

void InspectorPanel::showCompared(const QStringList& sentences)
{
    setOrHide(m_compared, sentences.join(QLatin1Char('\n')));
}

void InspectorPanel::showLevers(const LeverFacts& facts)
{
    m_levers->show(facts, m_limit, m_hasWhatIf);
    m_causes->show(facts);
    m_doubling->show(facts);
}

void InspectorPanel::setOfferedRoof(const std::string& roof)
{
    m_offeredRoof = roof;
    showDoubt();
}

void InspectorPanel::showDoubt()
{
    const bool isOffered = !m_doubtOfPoint.roof.empty() && m_doubtOfPoint.roof == m_offeredRoof;
    setOrHide(m_doubt, isOffered ? m_doubtOfPoint.besideOffer : m_doubtOfPoint.alone);
}

void InspectorPanel::setPins(const PinList& pins) { m_readings->setPins(pins); }

} // namespace ridgepoint
