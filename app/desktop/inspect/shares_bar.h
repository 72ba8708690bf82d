// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/theme.h"
#include "core/model/regime.h"

#include <QWidget>

#include <optional>

namespace ridgepoint {

/// The shares of a point as one bar: memory, compute, overhead, and under-filled hatched.
class SharesBar : public QWidget {
    Q_OBJECT

public:
    explicit SharesBar(QWidget* parent = nullptr);
    void setTheme(const Theme& theme);
    void show(std::optional<Shares> shares);
    [[nodiscard]] QSize sizeHint() const override { return {180, 12}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme = Theme::light();
    std::optional<Shares> m_shares;
};

} // namespace ridgepoint
