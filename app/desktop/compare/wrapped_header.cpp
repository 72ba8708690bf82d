// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/compare/wrapped_header.h"

#include <QFontMetrics>
#include <QStyleOptionHeader>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int widestName = 150; ///< pixels, before it goes on in another line

} // namespace

WrappedHeader::WrappedHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent)
{
    setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter | static_cast<Qt::Alignment>(Qt::TextWordWrap));
    setSectionsClickable(false);
}

QSize WrappedHeader::sectionSizeFromContents(int section) const
{
    const QSize oneLine = QHeaderView::sectionSizeFromContents(section);
    const QFontMetrics metrics(font());
    const QString name = model() == nullptr ? QString() : model()->headerData(section, Qt::Horizontal).toString();
    const int around = std::max(0, oneLine.width() - metrics.horizontalAdvance(name)); // what the style puts beside it
    const int width = std::min(oneLine.width() - around, widestName);
    const int height = metrics.boundingRect(QRect(0, 0, std::max(1, width), 10000), Qt::TextWordWrap, name).height();
    return {width + around, oneLine.height() + std::max(0, height - metrics.height())};
}

} // namespace ridgepoint
