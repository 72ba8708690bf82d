// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/explore/what_if_bar.h"

#include "app/charts/data/apply_what_if.h"
#include "app/desktop/base/glossary.h"
#include "app/desktop/base/labels.h"
#include "core/analysis/entry.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int besideEachOther = 8; ///< pixels
constexpr int belowEachOther = 2;
constexpr int narrowBar = 70; ///< in letters: below it hint and reset stand below the boxes
const QString timesSign(QChar(0x00D7));

} // namespace

FactorBox::FactorBox(QWidget* parent) : QDoubleSpinBox(parent)
{
    setRange(1.0 / WhatIf::largestFactor, WhatIf::largestFactor);
    setDecimals(6);
    setValue(1.0);
    setKeyboardTracking(false);
    setSuffix(timesSign);
    setToolTip(tr("Scale this roof hypothetically by 1/%1 to %1; steps are 1.25, 1.5, 2, 3, 4, 5, 8, 10 …")
                   .arg(WhatIf::largestFactor));
}

void FactorBox::stepBy(int steps) { setValue(WhatIf::stepped(value(), steps)); }

void FactorBox::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && text() != prefix() + textFromValue(value()) + suffix())
        setValue(value());
    else
        QDoubleSpinBox::keyPressEvent(event);
}

/// Without the sign, which is the suffix.
QString FactorBox::textFromValue(double value) const
{
    return whatIfFactorWords(value, m_format).chopped(timesSign.size());
}

double FactorBox::valueFromText(const QString& text) const { return entered(text).value_or(value()); }

/// Any number as the calculator takes it: QDoubleSpinBox would refuse the "e" of "1e9" and make 19 of what is left.
QValidator::State FactorBox::validate(QString& text, int&) const
{
    const auto factor = entered(text);
    return factor && *factor >= minimum() && *factor <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

void FactorBox::fixup(QString& text) const
{
    if (const auto factor = entered(text))
        text = prefix() + textFromValue(std::clamp(*factor, minimum(), maximum())) + suffix();
}

std::optional<double> FactorBox::entered(QString text) const
{
    if (text.startsWith(prefix()))
        text.remove(0, prefix().size());
    text.remove(timesSign);
    const bool hasComma = m_format.locale().decimalPoint() == QLatin1String(",");
    const auto factor = parseEntry(text.toStdString(), EntryKind::Count, hasComma ? ',' : '.');
    return factor ? std::optional(*factor) : std::nullopt;
}

WhatIfBar::WhatIfBar(QWidget* parent) : QFrame(parent)
{
    setProperty("surface", QStringLiteral("strip"));
    setAccessibleName(tr("What if"));
    setToolTip(glossaryTip("what-if"));
    m_rows = new QBoxLayout(QBoxLayout::LeftToRight, this);
    m_rows->setContentsMargins(14, 5, 8, 5);
    m_rows->setSpacing(besideEachOther);
    auto* boxes = new QHBoxLayout;
    auto* rest = new QHBoxLayout;
    m_rows->addLayout(boxes);
    m_rows->addLayout(rest, 1);
    for (QHBoxLayout* row : {boxes, rest})
        row->setSpacing(besideEachOther);
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        boxes->addWidget(m_boxes[i] = new FactorBox(this));
        connect(m_boxes[i], &QDoubleSpinBox::valueChanged, this,
                [this, i](double factor) { emit factorChosen(m_keys[i], factor); });
    }
    rest->addWidget(m_words = makeLabel("muted", this), 1);
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // fewer words rather than a wider window
    m_words->installEventFilter(this);
    m_reset = new QPushButton(tr("Reset"), this);
    m_reset->setProperty("role", QStringLiteral("flat"));
    m_reset->setAccessibleName(tr("Reset what-if"));
    m_reset->setToolTip(tr("Return all roofs to their measured values"));
    rest->addWidget(m_reset);
    connect(m_reset, &QPushButton::clicked, this, &WhatIfBar::resetAsked);
    show(PointFacts{});
}

void WhatIfBar::show(const PointFacts& facts)
{
    const bool known = facts.prediction.has_value();
    if (known)
        m_keys = {QString::fromStdString(facts.prediction->bandwidthRoof),
                  QString::fromStdString(facts.prediction->computeRoof),
                  QString::fromUtf8(WhatIf::allLaunches.data(), static_cast<qsizetype>(WhatIf::allLaunches.size()))};
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const QSignalBlocker blocker(m_boxes[i]);
        m_boxes[i]->setVisible(known);
        if (!known)
            continue;
        const std::string key = m_keys[i].toStdString();
        m_boxes[i]->setPrefix(prefixOf(i));
        m_boxes[i]->setAccessibleName(tr("What if: factor of %1").arg(whatIfKeyWords(key)));
        m_boxes[i]->setValue(facts.snapshot->whatIf.factor(key));
    }
    const bool anyWhatIf = facts.snapshot && hasWhatIf(*facts.snapshot);
    m_hints = known ? QStringList{tr("Or drag a roof in the roofline; double-click restores it."),
                                  tr("Or drag a roof; double-click restores it."), tr("Or drag a roof.")}
                    : QStringList{tr("What if: measure the roofs first (F5).")};
    m_words->setToolTip(anyWhatIf ? whatIfWords(*facts.snapshot, m_format) : m_hints.front());
    m_reset->setEnabled(anyWhatIf);
    fitHint();
}

void WhatIfBar::enter()
{
    FactorBox* first = m_boxes.front();
    if (!first->isVisible())
        return;
    first->setFocus(Qt::ShortcutFocusReason);
    first->selectAll();
}

QString WhatIfBar::prefixOf(std::size_t which) const
{
    const bool isLaunch = m_keys[which].toStdString() == WhatIf::allLaunches;
    return (m_isNarrow && isLaunch ? tr("launch") : whatIfKeyWords(m_keys[which].toStdString())) + QLatin1Char(' ');
}

void WhatIfBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier)
        emit closeAsked();
    else
        QFrame::keyPressEvent(event);
}

void WhatIfBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    const bool isNarrow = width() < narrowBar * fontMetrics().averageCharWidth();
    if (isNarrow != std::exchange(m_isNarrow, isNarrow))
        fitBoxes();
}

void WhatIfBar::fitBoxes()
{
    m_rows->setDirection(m_isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_rows->setSpacing(m_isNarrow ? belowEachOther : besideEachOther);
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        setStyleProperty(m_boxes[i], "narrow", m_isNarrow ? QStringLiteral("true") : QString());
        m_boxes[i]->setSizePolicy(m_isNarrow ? QSizePolicy::Ignored : QSizePolicy::Minimum, QSizePolicy::Fixed);
        if (!m_keys[i].isEmpty())
            m_boxes[i]->setPrefix(prefixOf(i));
    }
}

bool WhatIfBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_words && event->type() == QEvent::Resize)
        fitHint();
    return QFrame::eventFilter(watched, event);
}

void WhatIfBar::fitHint()
{
    const auto fits = [this](const QString& hint) {
        return m_words->fontMetrics().horizontalAdvance(hint) <= m_words->contentsRect().width();
    };
    const auto longest = std::find_if(m_hints.begin(), m_hints.end(), fits);
    m_words->setText(longest == m_hints.end() ? QString() : *longest);
}

} // namespace ridgepoint
