// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "core/analysis/entry.h"

#include <QWidget>

#include <optional>

class QLabel;
class QLineEdit;

namespace ridgepoint {

/// A field for one number with its unit. What cannot be read is said in words under it.
class QuantityField : public QWidget {
    Q_OBJECT

public:
    QuantityField(EntryKind quantity, const QString& name, const QString& tip, QWidget* parent = nullptr);

    /// From here on a bare number is no time.
    void requireUnit() { m_needsUnit = true; }
    /// In SI units; nothing while the text is no such number.
    [[nodiscard]] std::optional<double> value() const;
    /// Shows a number, in words of a few digits; value() gives it exactly until the user types.
    void setValue(double value);
    /// As if the user had typed it.
    void type(const QString& text);
    /// Empties the field without a complaint.
    void clear();
    /// Says something else that is wrong with the number; empty takes it back.
    void complain(const QString& words);
    [[nodiscard]] QLineEdit* edit() const { return m_edit; }
    [[nodiscard]] QString complaint() const;
    /// The text as it stands.
    [[nodiscard]] QString shown() const;

signals:
    /// The user typed.
    void edited();
    void returnPressed();

private:
    void read(const QString& text);

    EntryKind m_quantity;
    bool m_needsUnit = false;
    Format m_format;
    std::optional<double> m_value;
    QLineEdit* m_edit;
    QLabel* m_problem;
};

/// The number as such a field shows it: "1.50 TB/s", "16 Mi", "400 billion".
[[nodiscard]] QString quantityText(double value, EntryKind quantity, const Format& format);

} // namespace ridgepoint
