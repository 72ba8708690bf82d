// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/export_dialog.h"

#include "app/charts/draw/curves_chart.h"
#include "app/charts/style/format.h"
#include "app/desktop/base/labels.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

constexpr QSize pictureRoom(460, 320);

} // namespace

QString captionCopiedWords(const QString& caption) { return ExportDialog::tr("Caption copied: %1").arg(caption); }

ExportDialog::ExportDialog(Preview preview, QWidget* parent) : QDialog(parent), m_preview(std::move(preview))
{
    setWindowTitle(tr("Export"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(16);
    auto* row = new QHBoxLayout;
    row->setSpacing(24);
    column->addLayout(row);

    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    m_picture = makeLabel("muted", this);
    setStyleProperty(m_picture, "surface", QStringLiteral("preview"));
    m_picture->setAlignment(Qt::AlignCenter);
    m_picture->setWordWrap(true);
    m_picture->setFixedSize(pictureRoom + QSize(16, 16));
    m_picture->setAccessibleName(tr("Preview"));
    m_note = makeLabel("muted", this);
    m_note->setWordWrap(true);
    left->addWidget(m_picture);
    left->addWidget(m_note);
    left->addStretch();
    row->addLayout(left);

    auto* form = m_form = new QFormLayout;
    form->setVerticalSpacing(10);
    form->setHorizontalSpacing(16);
    m_what = addChoice(form, tr("What"),
                       tr("One chart, a report of all charts with what limits the point, or all data"));
    m_what->addItem(tr("Roofline"), static_cast<int>(ExportWhat::Roofline));
    m_what->addItem(tr("Regime map"), static_cast<int>(ExportWhat::Map));
    m_what->addItem(tr("Sweep curves"), static_cast<int>(ExportWhat::Curves));
    m_what->addItem(tr("Lab report"), static_cast<int>(ExportWhat::Report));
    m_what->addItem(tr("All samples"), static_cast<int>(ExportWhat::Data));
    m_what->addItem(tr("Roofs for other tools"), static_cast<int>(ExportWhat::Roofs));
    m_what->addItem(tr("Session"), static_cast<int>(ExportWhat::Session));
    m_format = addChoice(form, tr("Format"), tr("PDF and SVG stay sharp at any size"));
    m_width = addChoice(form, tr("Width"), tr("Width of the chart on paper or on the screen"));
    m_width->addItem(tr("88 mm (one column)"), 88.0 * pixelsPerMillimetre);
    m_width->addItem(tr("180 mm (two columns)"), 180.0 * pixelsPerMillimetre);
    m_width->addItem(tr("760 pixels (slide)"), 760.0);
    m_width->setCurrentIndex(1);
    m_theme = addChoice(form, tr("Theme"), tr("Colours and fonts of the file"));
    m_theme->addItem(tr("Print"), static_cast<int>(ThemeName::Print));
    m_theme->addItem(tr("Light"), static_cast<int>(ThemeName::Light));
    m_theme->addItem(tr("Dark"), static_cast<int>(ThemeName::Dark));
    m_theme->addItem(tr("Presenter"), static_cast<int>(ThemeName::Presenter));
    m_title = new QCheckBox(tr("With title"), this);
    m_title->setChecked(true);
    m_title->setToolTip(tr("Writes the chart's name, the device and the workload above it"));
    m_title->setAccessibleName(tr("With title"));
    form->addRow(QString(), m_title);
    addPartBoxes(form);
    auto* right = new QVBoxLayout;
    right->addLayout(form);
    right->addStretch();
    row->addLayout(right);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_copyCaption = buttons->addButton(tr("Copy caption"), QDialogButtonBox::ActionRole);
    connect(m_copyCaption, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_caption(what()));
        tellCopied(*m_copyCaption); // here alone: the window's strip is behind this dialog
    });
    QPushButton* choose = buttons->addButton(tr("Choose file…"), QDialogButtonBox::AcceptRole);
    setStyleProperty(choose, "role", QStringLiteral("primary"));
    choose->setDefault(true);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_what, &QComboBox::currentIndexChanged, this, &ExportDialog::fillFormats);
    for (QComboBox* box : {m_format, m_width, m_theme})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::refresh);
    connect(m_title, &QCheckBox::toggled, this, &ExportDialog::refresh);
    for (const PartBox& each : m_partBoxes)
        connect(each.box, &QCheckBox::toggled, this, &ExportDialog::refresh);
    offerParts({}, tr("There are no experiments here."), true);
    fillFormats();
}

void ExportDialog::addPartBoxes(QFormLayout* form)
{
    m_partsLabel = makeLabel("muted", this, tr("Also"));
    const struct {
        bool ReportParts::*part;
        QString name;
        QString tip;
    } parts[] = {
        {&ReportParts::experiments, tr("Experiments"), {}},
        {&ReportParts::ownKernels, tr("Your own kernels"),
         tr("A table of your own kernels: share of the time, what limits each, and its best lever")},
        {&ReportParts::everySample, tr("Every measured point"),
         tr("Tables of every point of the curves and the map, and of every number of an experiment")},
        {&ReportParts::comparison, tr("Comparison tables"),
         tr("Ridge points, compared devices with their sources, and pins")},
        {&ReportParts::method, tr("Method and environment"),
         tr("Every roof with how it was measured, the settings, this computer, and how to read the numbers")},
        {&ReportParts::allLevers, tr("Levers without a gain"), tr("Also list changes that are predicted not to help")}};
    for (const auto& each : parts) {
        auto* box = new QCheckBox(each.name, this);
        box->setAccessibleName(each.name);
        box->setToolTip(each.tip);
        if (m_partBoxes.empty())
            form->addRow(m_partsLabel, box);
        else
            form->addRow(QString(), box);
        m_partBoxes.push_back({box, each.part});
    }
}

void ExportDialog::offerParts(const ReportParts& parts, const QString& whyNoExperiments, bool hasSweep,
                              std::size_t ownKernels)
{
    m_ownKernels = ownKernels;
    for (const PartBox& each : m_partBoxes) {
        const QSignalBlocker blocker(each.box);
        each.box->setChecked(parts.*each.part);
        if (each.part == &ReportParts::ownKernels)
            each.box->setText(tr("Your own kernels (%1)").arg(Format().whole(static_cast<std::int64_t>(ownKernels))));
    }
    const bool isNothingElse = whyNoExperiments.isEmpty() && !hasSweep;
    m_whyFixedExperiments = isNothingElse ? tr("There is no sweep, so the report covers the experiments only.")
                                          : whyNoExperiments;
    QCheckBox* box = m_partBoxes.front().box;
    const QSignalBlocker blocker(box);
    if (!m_whyFixedExperiments.isEmpty())
        box->setChecked(isNothingElse);
    // The reason stands where everybody sees it: a control that is off shows nobody its tip who has no mouse.
    box->setText(whyNoExperiments.isEmpty() ? tr("Experiments") : tr("Experiments (none)"));
    box->setToolTip(m_whyFixedExperiments.isEmpty()
                        ? tr("A section for each experiment of the session: its chart, your guess and the findings")
                        : m_whyFixedExperiments);
    box->setAccessibleDescription(box->toolTip());
    refresh();
}

void ExportDialog::offerCaption(std::function<QString(ExportWhat what)> caption)
{
    m_caption = std::move(caption);
    refresh();
}

QComboBox* ExportDialog::addChoice(QFormLayout* form, const QString& name, const QString& tip)
{
    auto* box = new QComboBox(this);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    box->setMinimumContentsLength(20);
    auto* label = makeLabel("muted", this, name);
    label->setBuddy(box);
    form->addRow(label, box);
    return box;
}

void ExportDialog::propose(ExportWhat what) { m_what->setCurrentIndex(m_what->findData(static_cast<int>(what))); }

void ExportDialog::offerShownRows(int shown, int all)
{
    const Format format;
    m_what->insertItem(m_what->findData(static_cast<int>(ExportWhat::Data)),
                       tr("Samples shown in the table (%1 of %2)").arg(format.whole(shown), format.whole(all)),
                       static_cast<int>(ExportWhat::ShownData));
}

ExportWhat ExportDialog::what() const { return static_cast<ExportWhat>(m_what->currentData().toInt()); }

QString ExportDialog::format() const { return m_format->currentData().toString(); }

bool ExportDialog::isPicture() const
{
    return !isSamples() && what() != ExportWhat::Roofs && what() != ExportWhat::Session && what() != ExportWhat::Report
        && format() != QLatin1String("csv");
}

void ExportDialog::fillFormats()
{
    const QSignalBlocker blocker(m_format);
    const QString before = format();
    m_format->clear();
    if (what() == ExportWhat::Report) {
        m_format->addItem(tr("PDF (A4)"), QStringLiteral("pdf"));
        m_format->addItem(tr("HTML (one file)"), QStringLiteral("html"));
    } else if (!isSamples() && what() != ExportWhat::Roofs && what() != ExportWhat::Session) {
        m_format->addItem(tr("PDF (vector)"), QStringLiteral("pdf"));
        m_format->addItem(tr("SVG (vector)"), QStringLiteral("svg"));
        m_format->addItem(tr("PNG (300 dpi)"), QStringLiteral("png"));
    }
    if (what() != ExportWhat::Session && what() != ExportWhat::Report)
        m_format->addItem(tr("CSV (numbers)"), QStringLiteral("csv"));
    else if (what() == ExportWhat::Session)
        m_format->addItem(tr("Ridgepoint session"), QStringLiteral("ridge"));
    if (what() == ExportWhat::Roofs)
        m_format->addItem(tr("JSON (for TraceLens)"), QStringLiteral("json"));
    // Who came from the numbers to a chart wants its picture.
    m_format->setCurrentIndex(before == QLatin1String("csv") ? 0 : std::max(0, m_format->findData(before)));
    refresh();
}

QString ExportDialog::note() const
{
    switch (what()) {
    case ExportWhat::Report:
        return tr("Page 1: verdict and what would help, device and roofs. Page 2: roofline and map as shown. Page 3: "
                  "curves. Ticked parts follow them; so do device and roofs where page 1 is full.")
             + (m_whyFixedExperiments.isEmpty() ? QString() : QLatin1Char(' ') + m_whyFixedExperiments);
    case ExportWhat::ShownData:
        return tr("The samples that the filter of the data table leaves, one per row, with all that is known of them.");
    case ExportWhat::Data:
        return tr("Every sample of the session, one per row, with its cost, shares, regimes and prediction.");
    case ExportWhat::Roofs:
        return format() == QLatin1String("json")
                 ? tr("The architecture that TraceLens takes by --gpu_arch_json_path: bandwidth of DRAM and compute "
                      "rates by precision.")
                 : tr("Every roof of this device, one per row, with its interval, flags and method.");
    case ExportWhat::Session:
        return tr("All measurements, the roofs and this view; Ridgepoint can open it on any machine.");
    default: break;
    }
    if (!isPicture())
        return tr("The numbers of this chart, one point per row.");
    const QSizeF size = options().size;
    const QString millimetres = tr("%1 × %2 mm")
                                    .arg(std::lround(size.width() / pixelsPerMillimetre))
                                    .arg(std::lround(size.height() / pixelsPerMillimetre));
    if (format() != QLatin1String("png"))
        return tr("%1, sharp at any size").arg(millimetres);
    const double dots = options().dpi / 96.0;
    return tr("%1, %2 × %3 pixels")
        .arg(millimetres)
        .arg(std::lround(size.width() * dots))
        .arg(std::lround(size.height() * dots));
}

void ExportDialog::refresh()
{
    m_form->setRowVisible(m_width, isPicture());
    m_form->setRowVisible(m_theme, hasPreview());
    m_form->setRowVisible(m_title, isPicture());
    for (const PartBox& each : m_partBoxes) {
        each.box->setEnabled(what() == ExportWhat::Report);
        each.box->setVisible(what() == ExportWhat::Report
                             && (each.part != &ReportParts::ownKernels || m_ownKernels > 0));
    }
    if (!m_whyFixedExperiments.isEmpty())
        m_partBoxes.front().box->setEnabled(false);
    m_partsLabel->setVisible(what() == ExportWhat::Report);
    m_copyCaption->setVisible(isPicture() && m_caption);
    const QString caption = isPicture() && m_caption ? m_caption(what()) : QString();
    m_copyCaption->setEnabled(!caption.isEmpty());
    m_copyCaption->setToolTip(caption.isEmpty() ? tr("There is no caption: nothing is measured yet.") : caption);
    m_note->setText(note());
    m_note->setMinimumHeight(m_note->heightForWidth(m_picture->width())); // or a shown dialog does not grow for it
    const QImage image = hasPreview() && m_preview ? m_preview(what(), options(), parts(), pictureRoom) : QImage();
    if (image.isNull()) {
        m_picture->clear();
        m_picture->setText(hasPreview() ? QString() : tr("No preview: this format contains numbers."));
    } else {
        m_picture->setPixmap(QPixmap::fromImage(image));
    }
}

ReportParts ExportDialog::parts() const
{
    ReportParts parts;
    for (const PartBox& each : m_partBoxes)
        parts.*each.part = each.box->isChecked();
    return parts;
}

ExportOptions ExportDialog::options() const
{
    ExportOptions options;
    const double width = m_width->currentData().toDouble();
    options.theme = static_cast<ThemeName>(m_theme->currentData().toInt());
    options.withTitle = m_title->isChecked();
    // Axis labels of a column-wide figure are read beside text of 8 to 9 points.
    options.fontPoints = width < 500.0 ? 6.5 : 0.0;
    options.size = QSizeF(width, width * 0.68);
    if (what() == ExportWhat::Curves)
        options.size.setHeight(CurvesChart::heightFor(options));
    return options;
}

} // namespace ridgepoint
