// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace ridgepoint {

class Cursor;
class LiveSession;
class RooflineChart;

/// In the inspector's place while a kernel of the user's own is chosen in the roofline: what limits it by the roofs of the
/// present device, with its terms, and what would help.
class OwnKernelCard : public QFrame {
    Q_OBJECT

public:
    OwnKernelCard(RooflineChart& roofline, QWidget& inspector, const LiveSession& session, const Cursor& cursor, QWidget* parent = nullptr);

    /// This card and the inspector, of which one is shown; owned by the caller.
    [[nodiscard]] QWidget* withInspector();
    [[nodiscard]] const QLabel* headline() const { return m_headline; }
    [[nodiscard]] const QLabel* levers() const { return m_levers; }
    [[nodiscard]] QPushButton* backLink() const { return m_back; }

signals:
    /// The list of own kernels is wanted.
    void listAsked();

private:
    QLabel* addText(const char* role);
    QPushButton* addLink(const QString& text, const QString& tip);
    void refresh();

    RooflineChart& m_roofline;
    QWidget& m_inspector;
    const LiveSession& m_session;
    const Cursor& m_cursor;
    Format m_format;
    QLabel* m_name;
    QLabel* m_headline;
    QLabel* m_origin;
    QLabel* m_steps;
    QLabel* m_leversTitle;
    QLabel* m_levers;
    QPushButton* m_back;
};

} // namespace ridgepoint
