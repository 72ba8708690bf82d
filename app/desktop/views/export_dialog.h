// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/report.h"
#include "app/charts/draw/export.h"

#include <QDialog>

#include <functional>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;

namespace ridgepoint {

/// What an export writes.
enum class ExportWhat { Roofline, Map, Curves, Report, ShownData, Data, Roofs, Session }; ///< what goes into the file

/// What is told once a chart's caption is on the clipboard.
[[nodiscard]] QString captionCopiedWords(const QString& caption);

/// Asks what to export and how it should look, and shows how it will; where to is asked after.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// Draws a chart as its file would look, to fit into a room of pixels.
    using Preview =
        std::function<QImage(ExportWhat what, const ExportOptions& options, const ReportParts& parts, QSize room)>;

    explicit ExportDialog(Preview preview, QWidget* parent = nullptr);
    /// Ticks these parts of a report. Experiments are greyed with the reason where there is one why it can have none,
    /// and where there is no sweep, so that the report is of them in any case. The user's own kernels, so many, are
    /// offered where there are any.
    void offerParts(const ReportParts& parts, const QString& whyNoExperiments, bool hasSweep,
                    std::size_t ownKernels = 0);
    /// Offers to copy the sentence that a paper can print under a chart; pictures hold it as well.
    void offerCaption(std::function<QString(ExportWhat what)> caption);
    /// Offers the samples that the data table's filter leaves, so many of all.
    void offerShownRows(int shown, int all);
    /// Asks for this one first.
    void propose(ExportWhat what);

    [[nodiscard]] ExportWhat what() const;
    /// "pdf", "svg", "png", "html", "csv", "json" or "ridge".
    [[nodiscard]] QString format() const;
    [[nodiscard]] ExportOptions options() const;
    /// What a report is to have.
    [[nodiscard]] ReportParts parts() const;
    /// The words under the preview: how large the file's picture is, or what is in it.
    [[nodiscard]] QString note() const;

private:
    void addPartBoxes(QFormLayout* form);
    void fillFormats();
    void refresh();
    [[nodiscard]] bool isPicture() const;
    [[nodiscard]] bool isSamples() const { return what() == ExportWhat::Data || what() == ExportWhat::ShownData; }
    [[nodiscard]] bool hasPreview() const { return isPicture() || what() == ExportWhat::Report; }
    QComboBox* addChoice(QFormLayout* form, const QString& name, const QString& tip);

    Preview m_preview;
    std::function<QString(ExportWhat)> m_caption;
    QPushButton* m_copyCaption;
    QLabel* m_picture;
    QLabel* m_note;
    QFormLayout* m_form; ///< its rows are those that what is exported can have
    QComboBox* m_what;
    QComboBox* m_format;
    QComboBox* m_width;
    QComboBox* m_theme;
    QCheckBox* m_title;
    struct PartBox {
        QCheckBox* box;
        bool ReportParts::*part;
    };
    std::vector<PartBox> m_partBoxes; ///< of reports, experiments first
    QLabel* m_partsLabel;
    std::size_t m_ownKernels = 0;
    QString m_whyFixedExperiments; ///< why their box cannot be changed
};

} // namespace ridgepoint
