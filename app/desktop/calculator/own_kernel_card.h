// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "core/analysis/what_if.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace ridgepoint {

class Cursor;
class LiveSession;
class RooflineChart;
struct DrawnKernel;
struct Snapshot;

/// In the inspector's place while a kernel of the user's own is chosen in the roofline: what limits it by the roofs of
/// the present device, with its terms, and what would help.
class OwnKernelCard : public QFrame {
    Q_OBJECT

public:
    OwnKernelCard(RooflineChart& roofline, QWidget& inspector, const LiveSession& session, const Cursor& cursor,
                  QWidget* parent = nullptr);

    /// Judges by roofs that are multiplied in thought.
    void setWhatIf(const WhatIf& whatIf);
    /// This card and the inspector, of which one is shown; owned by the caller.
    [[nodiscard]] QWidget* withInspector();
    [[nodiscard]] const QLabel* name() const { return m_name; }
    [[nodiscard]] const QLabel* headline() const { return m_headline; }
    /// Which level of memory limits it; hidden where its bytes were not counted by level.
    [[nodiscard]] const QLabel* level() const { return m_level; }
    [[nodiscard]] const QLabel* levers() const { return m_levers; }
    /// Whose counts and time they are, and by which roofs they are judged.
    [[nodiscard]] const QLabel* origin() const { return m_origin; }
    [[nodiscard]] QPushButton* backLink() const { return m_back; }
    /// The distance to each roof.
    [[nodiscard]] const QLabel* reach() const { return m_reach; }

signals:
    /// The list of own kernels is wanted.
    void listAsked();

private:
    QLabel* addText(const char* role);
    QPushButton* addLink(const QString& text, const QString& tip);
    void refresh();
    /// The device beside under whose roofs it stands; null for the chart's own.
    [[nodiscard]] const Snapshot* besideOf(const DrawnKernel* drawn) const;
    /// Instead of a verdict.
    void showNoVerdict(const QString& headline, const QString& why);
    /// Whether a roof of the present device is multiplied in thought.
    [[nodiscard]] bool hasWhatIf(const RoofSet* roofs) const;

    RooflineChart& m_roofline;
    QWidget& m_inspector;
    const LiveSession& m_session;
    const Cursor& m_cursor;
    WhatIf m_whatIf;
    Format m_format;
    QLabel* m_name;
    QLabel* m_headline;
    QLabel* m_level;
    QLabel* m_reach;
    QLabel* m_slopes;
    QLabel* m_origin;
    QLabel* m_steps;
    QLabel* m_levers;
    QPushButton* m_back;
};

} // namespace ridgepoint
