// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/calculator/own_kernel_details.h"

#include "app/charts/data/own_kernels.h"
#include "app/charts/style/texts.h"
#include "app/desktop/base/labels.h"
#include "app/desktop/calculator/calculator_words.h"
#include "app/desktop/calculator/own_kernel_model.h"
#include "app/desktop/calculator/quantity_field.h"
#include "core/session/own_kernels_csv.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {

namespace {

/// Why a kernel is not judged, neither by the chosen device nor by its own, and what to do.
QString whyUnjudged(const OwnKernel& kernel, const JudgingDevice& device)
{
    if (!ranElsewhere(kernel, device)) {
        if (kernel.device == unnamedGpu)
            return OwnKernelDetails::tr("It ran on a GPU that its file does not name. Choose that GPU on the left.");
        return kernel.device.empty()
                 ? OwnKernelDetails::tr("Choose the device that ran it, or enter its numbers, on the left.")
                 : OwnKernelDetails::tr("It ran on %1. Choose that device, or enter its numbers, on the left.")
                       .arg(text(kernel.device));
    }
    return judgedByWords(kernel, device) + QLatin1Char(' ')
         + (kernel.device == unnamedGpu
                ? OwnKernelDetails::tr("Choose that GPU on the left.")
                : OwnKernelDetails::tr("No roofs of that device are known here: compare with a session of it, or enter "
                                       "its numbers on the left."));
}

} // namespace

OwnKernel withCounts(OwnKernel kernel, Flops perLaunch, Bytes perLaunchMoved)
{
    const double launches = std::max(kernel.launches, 1.0);
    kernel.flops = perLaunch * launches;
    kernel.bytes = perLaunchMoved * launches;
    kernel.work = WorkOrigin::Typed;
    kernel.flopsUnknown = false;
    return kernel;
}

OwnKernelDetails::OwnKernelDetails(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    m_headline = addText(column, "strong", this, tr("What limits the selected kernel"));
    drawAsTyped(m_headline); // it begins with the name
    m_judgedBy = addText(column, "warning", this, tr("Which device judges it"));
    m_level = addText(column, "body", this, tr("Which level of memory limits it"));
    m_reach = addText(column, "body", this, tr("How far it is from each roof"));
    m_levers = addText(column, "body", this, tr("What would help it"));
    m_slopes = addText(column, "body", this, tr("How its time grows"));
    m_facts = addText(column, "muted", this, tr("Its time, launches and work, and how they were got"));
    m_steps = addText(column, "muted", this, tr("Why"));
    composeFields();
    column->addStretch(1); // lines of one thought stay together
    connect(m_apply, &QPushButton::clicked, this, &OwnKernelDetails::apply);
    for (const QuantityField* field : m_fields)
        connect(field, &QuantityField::returnPressed, this, &OwnKernelDetails::apply);
}

void OwnKernelDetails::composeFields()
{
    m_form = new QWidget(this);
    layout()->addWidget(m_form);
    auto* grid = new QGridLayout(m_form);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_formTitle = makeLabel("title", m_form), 0, 0, 1, 2);
    m_fields = {new QuantityField(EntryKind::Count, tr("Elements per launch"),
                                  tr("Of the tensor that one launch works on, for example 16 Mi"), m_form),
                new QuantityField(EntryKind::Count, tr("Operations per element"),
                                  tr("FLOP for each element, for example 2 for a multiply-add; 0 for a copy"), m_form),
                new QuantityField(EntryKind::Traffic, tr("Bytes per element"),
                                  tr("Read from and written to memory for each element, for example 8 B to read and "
                                     "write one float"),
                                  m_form)};
    for (QuantityField* field : m_fields) {
        QLabel* label = makeLabel("body", m_form, field->edit()->accessibleName());
        label->setBuddy(field);
        const int row = grid->rowCount();
        grid->addWidget(label, row, 0);
        grid->addWidget(field, row, 1, Qt::AlignTop);
    }
    grid->addWidget(m_apply = new QPushButton(m_form), grid->rowCount(), 0, 1, 2, Qt::AlignLeft);
    m_apply->setAutoDefault(false);
    m_apply->setToolTip(tr("Judge the kernel by this work and draw it in the roofline (Enter)"));
}

void OwnKernelDetails::showRow(const OwnKernelModel& model, int row)
{
    const ShownKernel& shown = model.shown(row);
    const bool isAnother = shown.kernel.name != m_kernel.name || shown.kernel.time != m_kernel.time
                        || shown.kernel.source != m_kernel.source;
    m_kernel = shown.kernel;
    const JudgingDevice* by = model.judgeOf(m_kernel);
    const QString judgedBy = by == nullptr ? whyUnjudged(m_kernel, model.device())
                           : by != &model.device() && !m_kernel.device.empty()
                               ? tr("Judged by the device that ran it: %1.").arg(by->words)
                               : judgedByWords(m_kernel, *by);
    m_judgedBy->setText(judgedBy);
    m_judgedBy->setVisible(!judgedBy.isEmpty());
    setStyleProperty(m_judgedBy, "role", by == nullptr ? QStringLiteral("warning") : QStringLiteral("muted"));
    showVerdict(model, row);
    m_slopes->setText(slopeWords(m_kernel, m_format));
    m_slopes->setVisible(!m_slopes->text().isEmpty());
    if (isAnother)
        for (QuantityField* field : m_fields)
            field->clear();
    showFields(model, row);
}

void OwnKernelDetails::showVerdict(const OwnKernelModel& model, int row)
{
    const QString whole = ownName(m_kernel, model.shown(row).members.front());
    const QString name = wrappingName(whole);
    m_headline->setToolTip(nameTip(whole));
    const auto verdict = model.verdict(row);
    for (QLabel* label : {m_reach, m_levers, m_steps})
        label->setVisible(verdict.has_value());
    m_level->setText(verdict ? levelLimitWords(m_kernel, *verdict, m_format) : QString());
    m_level->setVisible(!m_level->text().isEmpty());
    m_facts->setText(kernelFactWords(m_kernel, verdict.has_value(), m_format));
    m_facts->setVisible(!m_facts->text().isEmpty());
    if (!verdict) {
        m_headline->setText(
            tr("%1 · %2, %3").arg(name, launchWords(m_kernel.launches, m_format), m_format.time(m_kernel.time)));
        return;
    }
    QString headline = tr("%1 · %2").arg(name, kernelHeadline(m_kernel, *verdict, m_format));
    if (!hasPlaceOnRoofline(m_kernel) && !mayBeComputing(*verdict)
        && !mayBeMoving(*verdict)) // which say what is missing
        headline += tr(". It needs both FLOP and bytes to appear on the roofline.");
    m_headline->setText(headline);
    const JudgingDevice& by = *model.judgeOf(m_kernel);
    m_reach->setText(roofDistanceWords(m_kernel, *verdict, by.computeRoof, m_format));
    m_reach->setVisible(!m_reach->text().isEmpty());
    QStringList levers;
    if (!promisesLevers(*verdict))
        levers << leverListWords(m_kernel, *verdict, m_format);
    else if (std::ranges::any_of(verdict->levers, &Lever::helps))
        levers << tr("What would help: %1").arg(ownLeverList(m_kernel, *verdict, m_format).join(betweenParts));
    levers << vainDoublingWords(*verdict);
    levers.removeAll(QString());
    m_levers->setText(levers.join(QLatin1Char('\n')));
    m_steps->setText(asPlainText(verdictSteps(m_kernel, *by.figures, *verdict, m_format)).trimmed());
}

void OwnKernelDetails::showFields(const OwnKernelModel& model, int row)
{
    const bool lacks = lacksCounts(m_kernel);
    // What was typed for an imported kernel can be typed again.
    m_form->setVisible(lacks || (m_kernel.work == WorkOrigin::Typed && !m_kernel.source.empty()));
    m_formTitle->setText(lacks ? tr("Its operations and bytes are not known: enter them")
                               : tr("Other operations and bytes"));
    m_apply->setText(model.shown(row).members.size() == 1
                         ? tr("&Use these counts")
                         : tr("&Use for all %1 of this name").arg(launchWords(m_kernel.launches, m_format)));
}

void OwnKernelDetails::apply()
{
    for (QuantityField* field : m_fields)
        if (!field->value() && !field->shown().trimmed().isEmpty()) {
            field->edit()->setFocus();
            return; // the field says what is wrong
        }
    const double count = elements()->value().value_or(0.0);
    const auto complain = [](QuantityField& field, const QString& words) {
        field.complain(words);
        field.edit()->setFocus();
    };
    if (!(count > 0.0)) {
        complain(*elements(), tr("Enter how many elements a launch works on, for example 16 Mi."));
        return;
    }
    const Flops flops(count * operations()->value().value_or(0.0));
    const Bytes moved(count * bytes()->value().value_or(0.0));
    if (flops == Flops() && moved == Bytes()) {
        complain(*operations(), tr("Enter operations or bytes; without them there is nothing to analyse."));
        return;
    }
    if (!isStorable(withCounts(m_kernel, flops, moved))) {
        complain(*elements(), tr("That is more work than a session can hold; check the numbers."));
        return;
    }
    emit countsTyped(flops, moved);
}

} // namespace ridgepoint
