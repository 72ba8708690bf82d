// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/what_if_bar.h"

#include "app/charts/data/imagine.h"
#include "app/desktop/base/labels.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>

#include <cmath>

namespace ridgepoint {
namespace {

constexpr double turnsAnOctave = 4.0;

} // namespace

FactorBox::FactorBox(QWidget* parent) : QDoubleSpinBox(parent)
{
    setRange(1.0 / WhatIf::largestFactor, WhatIf::largestFactor);
    setDecimals(4);
    setValue(1.0);
    setKeyboardTracking(false);
    setToolTip(tr("Multiply this roof in thought; up and down go by a quarter of an octave, and four steps up are twice as much"));
}

void FactorBox::stepBy(int steps) { setValue(std::exp2((std::round(std::log2(value()) * turnsAnOctave) + steps) / turnsAnOctave)); }

/// Without the sign, which stands in the prefix.
QString FactorBox::textFromValue(double value) const { return timesWords(value, m_format).mid(1); }

WhatIfBar::WhatIfBar(QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("strip"));
    setAccessibleName(tr("What if"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 5, 8, 5);
    row->setSpacing(8);
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        row->addWidget(m_boxes[i] = new FactorBox(this));
        connect(m_boxes[i], &QDoubleSpinBox::valueChanged, this, [this, i](double factor) { emit factorChosen(m_keys[i], factor); });
    }
    row->addWidget(m_words = makeLabel("muted", this), 1);
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // cut rather than widening the window
    m_reset = new QPushButton(tr("Reset"), this);
    m_reset->setProperty("role", QStringLiteral("flat"));
    m_reset->setAccessibleName(tr("Reset what-if"));
    m_reset->setToolTip(tr("All roofs as they are"));
    row->addWidget(m_reset);
    connect(m_reset, &QPushButton::clicked, this, &WhatIfBar::resetAsked);
    show(PointFacts{});
}

void WhatIfBar::show(const PointFacts& facts)
{
    const bool known = facts.prediction.has_value();
    if (known)
        m_keys = {QString::fromStdString(facts.prediction->bandwidthRoof), QString::fromStdString(facts.prediction->computeRoof),
                  QString::fromUtf8(WhatIf::allLaunches.data(), static_cast<qsizetype>(WhatIf::allLaunches.size()))};
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const QSignalBlocker blocker(m_boxes[i]);
        m_boxes[i]->setVisible(known);
        if (!known)
            continue;
        const std::string key = m_keys[i].toStdString();
        m_boxes[i]->setPrefix(QStringLiteral("%1 ×").arg(whatIfKeyWords(key)));
        m_boxes[i]->setAccessibleName(tr("What if: factor of %1").arg(whatIfKeyWords(key)));
        m_boxes[i]->setValue(facts.snapshot->whatIf.factor(key));
    }
    const bool imagining = facts.snapshot && isImagined(*facts.snapshot);
    m_words->setText(!known ? tr("What if: measure the roofs first (F5).") : tr("Or drag a roof in the roofline; double-click restores it."));
    m_words->setToolTip(imagining ? whatIfWords(*facts.snapshot, m_format) : QString());
    m_reset->setEnabled(imagining);
}

} // namespace ridgepoint
