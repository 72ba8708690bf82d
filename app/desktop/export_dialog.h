// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/export.h"

#include <QDialog>

class QCheckBox;
class QComboBox;

namespace ridgepoint {

/// What an export writes.
enum class ExportWhat { Roofline, Map, Curves, Data, Session };

/// Asks what to export and how it should look; where to is asked after.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ExportDialog(QWidget* parent = nullptr);

    [[nodiscard]] ExportWhat what() const;
    /// "pdf", "svg", "png", "csv" or "ridge".
    [[nodiscard]] QString format() const;
    [[nodiscard]] ExportOptions options() const;

private:
    void fillFormats();
    QComboBox* addChoice(const QString& name, const QString& tip);

    QComboBox* m_what;
    QComboBox* m_format;
    QComboBox* m_width;
    QComboBox* m_theme;
    QCheckBox* m_title;
};

} // namespace ridgepoint
