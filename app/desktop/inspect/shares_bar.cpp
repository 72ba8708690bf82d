// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/inspect/shares_bar.h"

#include <QPainter>
#include <QPainterPath>

namespace ridgepoint {

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
    double left = 0.0;
    for (const Regime regime : {Regime::Memory, Regime::Compute, Regime::Overhead, Regime::UnderFilled}) {
        const double width = m_shares->of(regime) * this->width();
        const QRectF part(left, 0.0, width - gap, height());
        left += width;
        if (part.width() <= 0.0)
            continue;
        painter.fillRect(QRectF(part.left(), 0.0, width, height()), m_theme.card);
        painter.fillRect(part, m_theme.regimeColor(regime));
        if (regime == Regime::UnderFilled)
            painter.fillRect(part, QBrush(m_theme.card, Qt::BDiagPattern));
    }
}

} // namespace ridgepoint
