// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/calculator.h"

#include <QFrame>

#include <array>
#include <optional>

namespace ridgepoint {

class QuantityField;

/// The work whose time is to be estimated: a tensor that is passed over.
class WorkForm : public QFrame {
    Q_OBJECT

public:
    explicit WorkForm(QWidget* parent = nullptr);
    void setWork(const EnvelopeWork& work);
    /// Nothing while a number cannot be read.
    [[nodiscard]] std::optional<EnvelopeWork> work() const;

    enum Field { Elements, BytesPerElement, Accesses, Operations, FlopsPerOperation, Passes, Launches, FieldCount };
    [[nodiscard]] QuantityField* field(Field which) const { return m_fields[static_cast<std::size_t>(which)]; }

signals:
    void changed();

private:
    std::array<QuantityField*, FieldCount> m_fields{};
};

} // namespace ridgepoint
