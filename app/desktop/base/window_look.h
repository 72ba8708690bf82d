// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/theme.h"
#include "app/desktop/base/options.h"

#include <QObject>

namespace ridgepoint {

/// Which theme the program has, how large its text is and how much the charts tell: chosen by the user, remembered,
/// applied at once.
class WindowLook : public QObject {
    Q_OBJECT

public:
    /// `requested` wins over what was remembered, and is not remembered itself.
    /// Gives the application its font; before any widget is made, because style sheets keep the font that they find.
    static void prepare();
    explicit WindowLook(std::optional<ThemeChoice> requested, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    /// The theme, with its type enlarged.
    [[nodiscard]] Theme theme() const;
    void choose(ThemeChoice choice);
    /// 1 for a desk, up to 2 for a lecture hall.
    [[nodiscard]] double textScale() const { return m_textScale; }
    /// One step larger (1) or smaller (-1), as far as there are steps, or back to that of a desk (0).
    void stepText(int direction);
    /// Whether the roofline has the roofs of other precisions and intervals beside its values; not at first.
    [[nodiscard]] bool detailed() const { return m_detailed; }
    void setDetailed(bool detailed);
    /// Type of this many pixels and lines as wide for a hall, in the same colours, until it is set to 0 again; not
    /// remembered.
    void setPresenting(int pixels);
    [[nodiscard]] bool presenting() const { return m_presentingPixels > 0; }
    /// Dresses the application and emits changed.
    void apply();

signals:
    void changed(const ridgepoint::Theme& theme);
    void detailedChanged(bool detailed);

private:
    ThemeChoice m_choice;
    bool m_systemIsDark;
    double m_textScale = 1.0;
    bool m_detailed;
    int m_presentingPixels = 0;
};

} // namespace ridgepoint
