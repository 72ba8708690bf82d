// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/markdown_page.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

namespace ridgepoint {

void spaceParagraphs(QTextDocument& page)
{
    const QFont font = page.defaultFont();
    const double gap = font.pixelSize() > 0 ? font.pixelSize() * 0.6 : font.pointSizeF() * 0.8;
    const auto isCode = [](const QTextBlock& block) {
        return block.isValid() && block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
    };
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        format.setBottomMargin(isCode(block) && isCode(block.next()) ? 0.0 : gap); // each line of code is a block
        QTextCursor(block).setBlockFormat(format);
    }
}

} // namespace ridgepoint
