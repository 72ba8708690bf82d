// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/calculator/calculator_words.h"
#include "core/analysis/calculator.h"

#include <QFrame>

#include <array>
#include <optional>

class QLabel;
class QPushButton;

namespace ridgepoint {

class QuantityField;

/// What an estimate is made of.
struct EnvelopeQuestion {
    EnvelopeDevice device;
    EnvelopeWork work;
    QString deviceWords;  ///< "Host CPU · 2 threads, measured"
    QString source;       ///< title and address; may be empty
    bool present = false; ///< the numbers are those of the device on which `measured` was measured
};

/// The estimate: its steps with their numbers, and beside it what was measured.
class EnvelopeView : public QFrame {
    Q_OBJECT

public:
    explicit EnvelopeView(QWidget* parent = nullptr);
    /// `measurable`: whether the present device could measure this work now.
    void show(const EnvelopeQuestion& question, const std::optional<MeasuredAnswer>& measured, bool measurable);
    /// In place of an estimate, what is in its way.
    void showProblem(const QString& words);
    /// All of it as plain text; empty without an estimate.
    [[nodiscard]] QString plainText() const { return m_plain; }
    [[nodiscard]] const QLabel* headline() const { return m_headline; }
    [[nodiscard]] const QLabel* steps() const { return m_steps; }
    [[nodiscard]] const QLabel* measured() const { return m_measured; }
    [[nodiscard]] const QLabel* source() const { return m_source; }
    [[nodiscard]] QPushButton* copyButton() const { return m_copy; }
    [[nodiscard]] QPushButton* measureButton() const { return m_measure; }

signals:
    void measureAsked();

private:
    Format m_format;
    QString m_plain;
    QLabel* m_headline;
    QLabel* m_ridge;
    QLabel* m_measured;
    QLabel* m_steps;
    QLabel* m_source;
    QPushButton* m_copy;
    QPushButton* m_measure;
};

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
