// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>

namespace ridgepoint {

/// A table's head whose names go on in further lines, so that a long name does not make its column wider than the
/// figures under it need.
class WrappedHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit WrappedHeader(QWidget* parent = nullptr);

protected:
    [[nodiscard]] QSize sectionSizeFromContents(int section) const override;
};

} // namespace ridgepoint
