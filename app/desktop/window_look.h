// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/theme.h"
#include "app/desktop/options.h"

#include <QObject>

namespace ridgepoint {

/// Which theme the program wears: chosen by the user, remembered, put on style sheet and palette at once.
class WindowLook : public QObject {
    Q_OBJECT

public:
    /// `wish` wins over what was remembered, and is not remembered itself.
    explicit WindowLook(std::optional<ThemeChoice> wish, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    [[nodiscard]] Theme theme() const;
    void choose(ThemeChoice choice);
    /// Dresses the application and emits changed.
    void apply();

signals:
    void changed(const ridgepoint::Theme& theme);

private:
    ThemeChoice m_choice;
    bool m_systemIsDark;
};

} // namespace ridgepoint
