// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "core/analysis/own_kernel.h"

#include <QWidget>

#include <array>

class QLabel;
class QPushButton;

namespace ridgepoint {

class OwnKernelModel;
class QuantityField;

/// The kernel with so much work a launch, which the user typed.
[[nodiscard]] OwnKernel withCounts(OwnKernel kernel, Flops perLaunch, Bytes perLaunchMoved);

/// Of one kernel of the list, or the sum of those of one name: what limits it, how far it is from each roof, what would
/// help, then its time and work with their origin; of one without counts the fields for them; of one that ran on
/// another device which.
class OwnKernelDetails : public QWidget {
    Q_OBJECT

public:
    explicit OwnKernelDetails(QWidget* parent = nullptr);
    void showRow(const OwnKernelModel& model, int row);

    [[nodiscard]] const QLabel* headline() const { return m_headline; }
    /// By which device it is judged, or why it is not.
    [[nodiscard]] const QLabel* judgedBy() const { return m_judgedBy; }
    /// The distance to each roof.
    [[nodiscard]] const QLabel* reach() const { return m_reach; }
    /// What would help, and which doubled roof would not.
    [[nodiscard]] const QLabel* levers() const { return m_levers; }
    /// Its time, launches and work, and how they were got.
    [[nodiscard]] const QLabel* facts() const { return m_facts; }
    /// The terms of the verdict, with FLOP and bytes by level.
    [[nodiscard]] const QLabel* steps() const { return m_steps; }
    /// How its time grows with what was varied; hidden where nothing was.
    [[nodiscard]] const QLabel* slopes() const { return m_slopes; }
    [[nodiscard]] QuantityField* elements() const { return m_fields[0]; }
    [[nodiscard]] QuantityField* operations() const { return m_fields[1]; }
    [[nodiscard]] QuantityField* bytes() const { return m_fields[2]; }
    [[nodiscard]] QPushButton* applyButton() const { return m_apply; }

signals:
    /// The user typed the work of a launch.
    void countsTyped(ridgepoint::Flops flops, ridgepoint::Bytes bytes);

private:
    void composeFields();
    void showVerdict(const OwnKernelModel& model, int row);
    void showFields(const OwnKernelModel& model, int row);
    void apply();

    Format m_format;
    OwnKernel m_kernel;
    QLabel* m_headline;
    QLabel* m_judgedBy;
    QLabel* m_level;
    QLabel* m_reach;
    QLabel* m_levers;
    QLabel* m_slopes;
    QLabel* m_facts;
    QLabel* m_steps;
    QWidget* m_form;
    QLabel* m_formTitle;
    std::array<QuantityField*, 3> m_fields{}; ///< elements a launch, operations and bytes an element
    QPushButton* m_apply;
};

} // namespace ridgepoint
