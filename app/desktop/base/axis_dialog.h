// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_widget.h"

#include <QDialog>

class QCheckBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace ridgepoint {

/// The ranges of a chart's axes, to be typed, locked and reset. Nothing changes before OK or Reset.
class AxisDialog : public QDialog {
    Q_OBJECT

public:
    /// `first`: the axis whose range has the focus; null for the first.
    AxisDialog(ChartWidget& chart, const QCPAxis* first, QWidget* parent = nullptr);

    /// Opens one over the chart's window; nothing where the chart has no axis to type.
    static void ask(ChartWidget& chart, const QCPAxis* first = nullptr);

    /// The two ends of an axis by its row, from 0.
    [[nodiscard]] QLineEdit* from(std::size_t row) const { return m_rows[row].from; }
    [[nodiscard]] QLineEdit* to(std::size_t row) const { return m_rows[row].to; }
    [[nodiscard]] std::size_t rowCount() const { return m_rows.size(); }
    [[nodiscard]] QCheckBox* lock() const { return m_lock; }
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QDialogButtonBox* buttons() const { return m_buttons; }

    void accept() override;

private:
    struct Row {
        std::size_t axis; ///< place in RangeController::axes()
        QString name;
        QLineEdit* from;
        QLineEdit* to;
        QString fromAsShown; ///< what is not typed over keeps all its digits
        QString toAsShown;
    };
    [[nodiscard]] std::optional<QCPRange> typed(const Row& row, const QCPRange& present);

    ChartWidget& m_chart;
    Format m_format;
    std::vector<Row> m_rows;
    QCheckBox* m_lock;
    QLabel* m_problem;
    QDialogButtonBox* m_buttons;
};

} // namespace ridgepoint
