// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/fold_section.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace ridgepoint {

FoldSection::FoldSection(const QString& title, QWidget* parent, int openFrom) : QWidget(parent), m_openFrom(openFrom)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    m_head = new QPushButton(this);
    m_head->setProperty("role", QStringLiteral("fold"));
    m_head->setAutoDefault(false); // else Enter in a field of a dialog would press it
    m_head->setToolTip(tr("Show or fold this section"));
    column->addWidget(m_head);
    m_content = new QWidget(this);
    m_body = new QVBoxLayout(m_content);
    m_body->setContentsMargins(0, 0, 0, 0);
    m_body->setSpacing(6);
    column->addWidget(m_content);
    connect(m_head, &QPushButton::clicked, this, [this] { setFolded(!folded()); });
    setTitle(title);
}

void FoldSection::setTitle(const QString& title)
{
    m_title = title;
    m_head->setAccessibleName(title);
    setFolded(folded());
}

bool FoldSection::folded() const { return m_content->isHidden(); }

void FoldSection::setFolded(bool folded)
{
    m_content->setHidden(folded);
    m_head->setText((folded ? QStringLiteral("▸  ") : QStringLiteral("▾  ")) + m_title);
}

void FoldSection::setWindowHeight(int height)
{
    if (const bool fits = height >= m_openFrom; std::exchange(m_fits, fits) != fits)
        setFolded(!fits);
}

} // namespace ridgepoint
