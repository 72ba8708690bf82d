// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/frame/experiment_info.h"

#include <QWidget>

#include <functional>
#include <map>

class QFormLayout;
class QLabel;

namespace ridgepoint {

/// A field for every parameter of one experiment; what cannot be is told under the fields.
class ParameterForm : public QWidget {
    Q_OBJECT

public:
    explicit ParameterForm(QWidget* parent = nullptr);

    /// Fields for this experiment, with these values or the defaults.
    void setInfo(const ExperimentInfo& info, const ParameterTexts& texts);
    /// As they stand; the error of the first that cannot be.
    [[nodiscard]] Result<ExperimentParameters> parameters() const;
    [[nodiscard]] QWidget* field(const std::string& name) const;
    [[nodiscard]] QLabel* warning() const { return m_warning; }
    /// Fields cannot be changed while an experiment runs with them.
    void setFrozen(bool frozen);

signals:
    void changed();

private:
    struct Field {
        QWidget* widget = nullptr;
        std::function<QString()> text;
    };
    void addField(const ExperimentParameter& parameter, const QString& value);
    void onEdited();

    const ExperimentInfo* m_info = nullptr;
    QFormLayout* m_form;
    QWidget* m_rows;
    QLabel* m_warning;
    std::map<std::string, Field> m_fields;
};

} // namespace ridgepoint
