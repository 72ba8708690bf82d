// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/own_kernel_card.h"

#include "app/charts/data/own_kernels.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/calculator/calculator_words.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/device_list.h"
#include "core/session/datasheet.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

/// Whose counts and time they are, and by which roofs they are judged.
QString originWords(const OwnKernel& kernel, const JudgingDevice& judging, const Workload& point, bool isWhatIf,
                    const Format& format)
{
    const QString facts = kernelFactWords(kernel, true, format);
    const QString whose = (kernel.source.empty() ? OwnKernelCard::tr("%1 Counted and timed by you, not measured here.")
                                                 : OwnKernelCard::tr("%1 Imported, not measured here."))
                              .arg(facts);
    const QString roofs = isWhatIf
                            ? OwnKernelCard::tr("Compared with the roofs drawn here: the what-if roofs of %1 for %2 "
                                                "%3. The list of all kernels uses the device named there.")
                            : OwnKernelCard::tr("Compared with the roofs drawn here: those of %1 for %2 %3. The list "
                                                "of all kernels uses the device named there.");
    QStringList sentences{whose, judgedByWords(kernel, judging),
                          roofs.arg(judging.words, text(nameOf(point.precision)), text(nameOf(point.operation)))};
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

} // namespace

OwnKernelCard::OwnKernelCard(RooflineChart& roofline, QWidget& inspector, const LiveSession& session,
                             const Cursor& cursor, QWidget* parent)
    : QFrame(parent), m_roofline(roofline), m_inspector(inspector), m_session(session), m_cursor(cursor)
{
    setProperty("surface", QStringLiteral("card"));
    setAccessibleName(tr("Your own kernel"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(8);
    m_name = addText("title");
    drawAsTyped(m_name);
    m_headline = addText("headline");
    m_headline->setAccessibleName(tr("What limits this kernel"));
    m_level = addText("body");
    m_reach = addText("body");
    m_reach->setAccessibleName(tr("How far it is from each roof"));
    m_levers = addText("body");
    m_levers->setAccessibleName(tr("What would help this kernel"));
    m_slopes = addText("body");
    m_slopes->setAccessibleName(tr("How its time grows"));
    m_origin = addText("muted");
    column->addWidget(makeRule(this));
    column->addWidget(makeLabel("title", this, tr("Why")));
    m_steps = addText("body");
    m_steps->setTextFormat(Qt::RichText);
    QPushButton* list = addLink(tr("All your kernels…"), tr("Open the list of your own kernels (Ctrl+Shift+K)"));
    m_back = addLink(tr("Back to the measured point"),
                     tr("Show what limits the point at the sliders again (Esc in the roofline)"));
    column->addStretch();
    connect(list, &QPushButton::clicked, this, &OwnKernelCard::listAsked);
    connect(m_back, &QPushButton::clicked, this, [this] { m_roofline.chooseKernel(std::nullopt); });
    connect(&roofline, &RooflineChart::kernelChosen, this, &OwnKernelCard::refresh);
    connect(&session, &LiveSession::ownKernelsChanged, this, &OwnKernelCard::refresh);
    connect(&session, &LiveSession::roofsChanged, this, &OwnKernelCard::refresh);
    connect(&session, &LiveSession::replaced, this, [this] { m_roofline.chooseKernel(std::nullopt); });
    connect(&cursor, &Cursor::mapChanged, this, &OwnKernelCard::refresh);
    // Who moves a slider or picks a point looks at that.
    connect(&cursor, &Cursor::moved, this, [this] { m_roofline.chooseKernel(std::nullopt); });
    hide();
}

QLabel* OwnKernelCard::addText(const char* role)
{
    QLabel* label = makeLabel(role, this);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout()->addWidget(label);
    return label;
}

QPushButton* OwnKernelCard::addLink(const QString& text, const QString& tip)
{
    auto* link = new QPushButton(text, this);
    link->setProperty("role", QStringLiteral("link"));
    link->setCursor(Qt::PointingHandCursor);
    link->setAccessibleName(text);
    link->setToolTip(tip);
    static_cast<QVBoxLayout*>(layout())->addWidget(link, 0, Qt::AlignLeft);
    return link;
}

QWidget* OwnKernelCard::withInspector()
{
    auto* both = new QWidget(parentWidget());
    auto* column = new QVBoxLayout(both);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(this);
    column->addWidget(&m_inspector);
    return both;
}

void OwnKernelCard::setWhatIf(const WhatIf& whatIf)
{
    m_whatIf = whatIf;
    refresh();
}

bool OwnKernelCard::hasWhatIf(const RoofSet* roofs) const
{
    return roofs != nullptr && std::any_of(roofs->roofs.begin(), roofs->roofs.end(), [this](const Roof& roof) {
               return m_whatIf.factor(WhatIf::keyOf(roof.id)) != 1.0;
           });
}

const Snapshot* OwnKernelCard::besideOf(const DrawnKernel* drawn) const
{
    const std::vector<Overlay>& overlays = m_roofline.input().overlays;
    return drawn != nullptr && drawn->series > 0 && drawn->series <= overlays.size()
             ? overlays[drawn->series - 1].snapshot.get()
             : nullptr;
}

void OwnKernelCard::showNoVerdict(const QString& headline, const QString& why)
{
    m_headline->setText(headline);
    m_origin->setText(why);
    m_level->hide();
    m_reach->hide();
    m_steps->clear();
    m_levers->clear();
}

void OwnKernelCard::refresh()
{
    const auto chosen = m_roofline.chosenKernel();
    const bool shown = chosen && *chosen < m_session.frame().ownKernels.size();
    m_inspector.setVisible(!shown);
    setVisible(shown);
    if (!shown)
        return;
    const DrawnKernel* drawn = m_roofline.chosenKernelDrawn();
    const bool isSum = drawn != nullptr && drawn->members.size() > 1;
    const OwnKernel& kernel = isSum ? drawn->kernel : m_session.frame().ownKernels[*chosen];
    const QString name = ownName(kernel, *chosen);
    m_name->setText((kernel.source.empty() ? tr("%1 (yours)") : tr("%1 (imported)")).arg(wrappingName(name)));
    m_name->setToolTip(nameTip(name));
    m_slopes->setText(slopeWords(kernel, m_format));
    m_slopes->setVisible(!m_slopes->text().isEmpty());
    const Workload& point = m_cursor.workload();
    // One that stands under the roofs of a device beside is judged by those, which no what-if changes.
    const Snapshot* beside = besideOf(drawn);
    const RoofSet* roofs = beside != nullptr ? &beside->roofs : m_cursor.roofs();
    const DeviceInfo& where = beside != nullptr ? beside->device : m_cursor.deviceInfo();
    const bool isWhatIf = beside == nullptr && hasWhatIf(roofs);
    auto device = roofs != nullptr
                    ? envelopeDevice(beside != nullptr ? *roofs : m_whatIf.applied(*roofs), point.operation,
                                     point.precision, point.launchMode, where.kind)
                    : Result<EnvelopeDevice>(Error{ErrorKind::Unavailable,
                                                   "own.no-roofs",
                                                   "The roofs of this device are not measured yet; press F5.",
                                                   {}});
    if (device && !isWhatIf) // which may make memory slower than it is
        *device = withHighest(*device, *roofs, referenceLines(where, shippedDatasheets()));
    const JudgingDevice judging{.figures = {},
                                .computeRoof = computeRoofId(point.operation, point.precision),
                                .device = where,
                                .words = deviceWords(where)};
    if (ranElsewhere(kernel, judging)) { // until the chart draws what is of the device that was chosen
        showNoVerdict(tr("It ran on another device"), judgedByWords(kernel, judging));
        return;
    }
    const auto verdict = device ? judge(kernel, *device) : Result<OwnKernelVerdict>(device.error());
    if (!verdict) {
        showNoVerdict(tr("Not analysed yet"), errorMessage(verdict.error()));
        return;
    }
    m_headline->setText(isWhatIf ? whatIfHeadline(*verdict, m_format) : kernelHeadline(kernel, *verdict, m_format));
    m_level->setText(levelLimitWords(kernel, *verdict, m_format));
    m_level->setVisible(!m_level->text().isEmpty());
    m_reach->setText(roofDistanceWords(kernel, *verdict, judging.computeRoof, m_format));
    m_reach->setVisible(!m_reach->text().isEmpty());
    m_origin->setText(originWords(kernel, judging, point, isWhatIf, m_format));
    m_steps->setText(asHtml(verdictSteps(kernel, *device, *verdict, m_format)));
    QStringList levers;
    if (!promisesLevers(*verdict))
        levers << leverListWords(kernel, *verdict, m_format);
    else if (std::ranges::any_of(verdict->levers, &Lever::helps))
        levers << tr("What would help, best first:\n%1").arg(leverListWords(kernel, *verdict, m_format));
    levers << vainDoublingWords(*verdict);
    levers.removeAll(QString());
    m_levers->setText(levers.join(QLatin1Char('\n')));
}

} // namespace ridgepoint
