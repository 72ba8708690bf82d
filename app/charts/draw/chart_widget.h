// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "app/charts/draw/chart_axis.h"
#include "app/charts/draw/chart_callouts.h"
#include "app/charts/draw/chart_marks.h"
#include "app/charts/draw/export.h"
#include "app/charts/draw/pin_layout.h"
#include "app/charts/draw/range_controller.h"

#include <qcustomplot.h>

#include <QTimer>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// Another session drawn into the same chart.
struct Overlay {
    SnapshotPointer snapshot;
    QString name;
    QString device = {}; ///< without its origin and what is unlike the cursor, which charts say that draw another line
                         ///< of it; empty for none

    /// The device's where it has one, else the session's: for words that say origin and line by themselves.
    [[nodiscard]] const QString& plainName() const { return device.isEmpty() ? name : device; }
    friend bool operator==(const Overlay&, const Overlay&) = default;
};

class ChartVoice;

/// What every chart has in common: layers, theme, cursor, selection, hover, zoom, pan and keys. Derived classes
/// turn a snapshot into chart data and paint it; the pixels of a point come from the axes of QCustomPlot.
class ChartWidget : public QCustomPlot {
    Q_OBJECT
public:
    explicit ChartWidget(QWidget* parent = nullptr);
    ~ChartWidget() override;

    /// Shows new data; cheap when little changed, and drawn at most every 33 ms.
    void setSnapshot(SnapshotPointer snapshot);
    /// Where the sliders stand: which line or slice of the cube is drawn.
    void setCursor(const Workload& cursor);
    /// The point with the ring; drawn only where the chart has it.
    void setSelected(std::optional<Workload> selected);
    /// The live probe, drawn on a layer of its own; an empty trail takes it away.
    void setProbe(ProbeTrail trail);
    void setTheme(const Theme& theme);
    /// Title at the top left and note at the top right; both empty take no room (the window's card has its own).
    void setTitle(const QString& title, const QString& note = {});
    /// Words for a chart without samples, in place of the default.
    void setEmptyText(const QString& text);
    /// Other sessions drawn into the same chart (roofline and curves all, the map the first, as a difference).
    void setOverlays(std::vector<Overlay> overlays);
    [[nodiscard]] const std::vector<Overlay>& overlays() const { return m_shown.overlays; }
    /// Name of the own session where overlays are drawn.
    void setSessionName(const QString& name);
    /// The word across a chart of which nothing was measured; empty where something was.
    [[nodiscard]] QString watermark() const;
    /// What the card beside the mouse says where it is on no workload; empty for none.
    [[nodiscard]] QStringList readoutLines() const { return m_readout ? m_readout->lines : QStringList(); }
    /// Draws text as outlines, so that a file needs no fonts.
    void setTextAsPaths(bool asPaths);
    /// Leaves the ground unpainted (exports).
    void setTransparent(bool transparent);

    /// What was pinned, drawn grey under the samples and named where there is room; of all pins only the one at the
    /// place `alone`, which keeps its letter and its dashes.
    void setPins(PinList pins, std::optional<std::size_t> alone = std::nullopt);
    /// The workloads that somebody brushed here or elsewhere.
    void setBrushed(Brush brushed);
    /// What is hovered in another chart: the nearest sample here is marked.
    void setLinked(std::optional<Workload> linked);
    /// Hides every result, so that it can be guessed.
    void setConcealed(bool concealed);
    void setGuess(GuessMarks guess);
    [[nodiscard]] const ChartMarks& marks() const { return m_shown.marks; }
    /// Where the letters and words of the pins stand in the chart's present size.
    [[nodiscard]] PinLayout pinLayout() const;

    /// The samples that the chart draws, in drawing order.
    [[nodiscard]] virtual std::vector<ChartPoint> shownPoints() const = 0;
    /// Where the chart draws such a point: a pixel in each of its plots, also beyond their edges; empty where it has no
    /// place here.
    [[nodiscard]] virtual std::vector<QPointF> pixelsOf(const ChartPoint& point) const = 0;
    /// The sample that the chart shows nearest to a workload.
    [[nodiscard]] std::optional<Workload> nearestShown(const Workload& workload) const;
    /// The place under a pixel; nullopt outside the plots.
    [[nodiscard]] std::optional<PlotPlace> placeAt(QPointF pixel) const;
    [[nodiscard]] QPointF pixelAt(const PlotPlace& place) const;

    /// Which directions of the cube the axes are, where somebody can choose; empty where not, and where nothing is
    /// shown yet.
    [[nodiscard]] virtual std::vector<AxisKind> axisKinds() const { return {}; }
    /// What the axes show, zoom and lock.
    [[nodiscard]] RangeController& axisRanges() { return m_ranges; }
    [[nodiscard]] const RangeController& axisRanges() const { return m_ranges; }
    /// The axis on whose labels a pixel lies: left of a plot or below it; null elsewhere.
    [[nodiscard]] QCPAxis* axisLabelledAt(QPointF pixel) const;
    /// What people read at an axis for a coordinate, in SI units, and back.
    [[nodiscard]] virtual double valueOfCoordinate(const QCPAxis&, double coordinate) const { return coordinate; }
    [[nodiscard]] virtual double coordinateOfValue(const QCPAxis&, double value) const { return value; }
    /// The axis' name with its unit, such as "Performance (FLOP/s)".
    [[nodiscard]] virtual QString nameOfAxis(const QCPAxis& axis) const = 0;
    [[nodiscard]] std::vector<QCPAxis*> allAxes() const;
    /// The axes whose ranges can be typed: the horizontal one, which the plots of most charts share, then every
    /// vertical one.
    [[nodiscard]] virtual std::vector<const QCPAxis*> typedAxes() const;
    /// Whether an axis goes with another one whose range is typed.
    [[nodiscard]] virtual bool sharesRange(const QCPAxis& axis, const QCPAxis& typed) const;

    /// What stands in the chart in place of what it has not; empty where nothing is missing.
    [[nodiscard]] virtual QString missingWords() const { return isEmpty() ? m_shown.emptyText : QString(); }
    /// That a plot's locked axes leave none of its samples in view, and on the screen what shows them; empty where they
    /// do not.
    [[nodiscard]] QString outOfViewWords(std::size_t plot) const;
    /// What the chart shows, in words, for those who cannot see it.
    [[nodiscard]] ChartVoice& voice() const { return *m_voice; }

    [[nodiscard]] SnapshotPointer snapshot() const { return m_shown.snapshot; }
    /// Times that the snapshot and cursor were turned into chart data so far.
    [[nodiscard]] int rebuilds() const { return m_rebuilds; }
    [[nodiscard]] const Workload& cursorWorkload() const { return m_shown.cursor; }
    [[nodiscard]] std::optional<Workload> selectedWorkload() const { return m_shown.selected; }
    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] const ProbeTrail& probe() const { return m_shown.probe; }

    /// Writes the chart as PDF, SVG or PNG by the path's ending. The widget itself stays as it is.
    [[nodiscard]] Result<void> exportTo(const QString& path, const ExportOptions& options) const;
    /// The chart's numbers as CSV, C locale.
    [[nodiscard]] virtual std::string dataCsv() const = 0;
    /// A new chart with the same data, selection and ranges, for exports.
    [[nodiscard]] virtual std::unique_ptr<ChartWidget> duplicate() const = 0;

    /// Whether a picture of this size has room for the chart with the theme's type; smaller type is chosen for a file
    /// that has not, unless its size was asked for.
    [[nodiscard]] virtual bool fits(QSizeF size, const Theme& theme) const;

    /// Draws at once what is scheduled (tests, exports).
    void flush();
    /// For files: the size in pixels and the resolution of images inside; then toPainter().
    void prepareForFile(QSize size, double imageScale);

signals:
    void hovered(std::optional<ridgepoint::Workload> workload);
    void selected(ridgepoint::Workload workload);
    /// Somebody clicked a point or a place between, or pressed Enter: measure exactly there. `selected` comes before.
    void measureWanted(ridgepoint::Workload workload);
    /// Somebody brushed these; none: the brush is taken away.
    void brushed(const std::vector<ridgepoint::Workload>& workloads);
    /// A gesture or reset has changed what the axes show.
    void rangesChanged(const ridgepoint::ChartRanges& before, const ridgepoint::ChartRanges& after);
    /// Somebody wants to type the range of an axis (a double-click on its labels).
    void axisRangeWanted(QCPAxis* axis);

protected:
    /// What a change touches: a new snapshot alone redraws only the buffered points and map.
    enum class Change { None, Data, Layout };

    /// Turns the snapshot and cursor into this chart's data. Returns what has to be drawn again.
    virtual Change rebuild() = 0;
    /// What of the cursor the chart's data depend on: the cursor with 1 along the chart's own axes.
    [[nodiscard]] virtual Workload slice(const Workload& cursor) const = 0;
    /// Sets the axes to show everything.
    virtual void fitRanges() = 0;
    /// Margins for the present size, the axes' titles and which of them are seen; before every full drawing.
    virtual void layoutPlot() = 0;
    /// Places of labels, once the axes have their pixels.
    virtual void layoutLabels() {}
    virtual void paintGround(QCPPainter*) {} ///< what lies under the grid
    virtual void paintModel(QCPPainter*) {}  ///< roofs and predictions, over the grid
    virtual void paintFrame(QCPPainter*) {}  ///< titles, direct labels, keys
    virtual void paintMap(QCPPainter*) {}    ///< what lies under the points and changes with them
    virtual void paintPoints(QCPPainter*) {} ///< what changes as samples arrive
    virtual void paintProbe(QCPPainter*) {}  ///< the live probe and its trail
    virtual void paintHover(QCPPainter*) {}
    /// Where `missingWords` stand.
    [[nodiscard]] virtual QRectF placeOfMissingWords() const { return QRectF(viewport()); }
    /// The workload drawn nearest to a pixel, when near enough to be meant.
    [[nodiscard]] virtual std::optional<Workload> workloadAt(QPointF pixel) const = 0;
    /// The workload of a place where nothing is drawn, to be measured there.
    [[nodiscard]] virtual std::optional<Workload> freeWorkloadAt(QPointF) const { return std::nullopt; }
    /// The next workload in the direction of an arrow key, or the same.
    [[nodiscard]] virtual Workload neighbour(const Workload& from, Qt::Key key) const = 0;
    /// One sentence on a workload as this chart shows it, for screen readers and the read-out; empty when not shown.
    [[nodiscard]] virtual QStringList describe(const Workload& workload) const = 0;
    [[nodiscard]] virtual bool isEmpty() const = 0;
    /// Whether any of the samples that the chart draws lies within the present axes of a plot.
    [[nodiscard]] virtual bool hasSampleInView(std::size_t plot) const;
    /// The axis along which the chart's lines go; nullopt for a chart without lines, which draws none of a pin's.
    [[nodiscard]] virtual std::optional<AxisKind> lineAxis() const { return std::nullopt; }
    /// What letters and words of pins stand beside.
    [[nodiscard]] virtual Obstacles obstacles() const = 0;
    [[nodiscard]] bool concealed() const { return m_shown.marks.concealed; }
    /// Every line that is pinned for this chart, in the order of the pins; for ranges.
    [[nodiscard]] std::vector<ChartPoint> pinnedPoints() const;
    [[nodiscard]] virtual std::optional<Readout> readoutAt(QPointF) const { return std::nullopt; }
    /// Shows these words at the mouse, or none.
    void setReadout(std::optional<Readout> readout);
    /// The watermark's ink, for the chart's own ground.
    [[nodiscard]] virtual QColor watermarkColor() const;

    /// Where the zoom of the keys holds the picture fast.
    [[nodiscard]] virtual QPointF placeOfKeys() const
    {
        return axisRect() == nullptr ? QPointF() : QPointF(axisRect()->center());
    }
    /// Copies everything that duplicate() must carry over.
    void copyTo(ChartWidget& other) const;
    [[nodiscard]] EmptyWords emptyWords(const QRectF& plot, const QString& words) const
    {
        return ridgepoint::emptyWords(style(), plot, words);
    }
    void drawEmpty(QCPPainter* painter, const QRectF& plot, const QString& words) const
    {
        ridgepoint::drawEmpty(*painter, style(), plot, words);
    }
    [[nodiscard]] const QString& emptyText() const { return m_shown.emptyText; }
    /// A small card with these lines (the first one bold) beside a place, inside the widget; where the place is an
    /// area, such as a cell, none of it is covered while there is room.
    void drawReadout(QCPPainter* painter, QPointF anchor, const QStringList& lines, const QRectF& area = {}) const
    {
        ridgepoint::drawReadout(*painter, style(), QRectF(viewport()), anchor, lines, area);
    }
    /// The selection's ring: accent on the plot's ground, or dark blue cased in white over the map's colours.
    void drawRing(QCPPainter* painter, QPointF center, bool overColors = false) const
    {
        ridgepoint::drawRing(*painter, m_theme, center, overColors);
    }
    /// Gives a plot our own axes at the bottom and at the left, with grids under `paintModel`, and hides its others.
    QCPAxisRect* withAxes(QCPAxisRect* plot);
    /// One of the two.
    [[nodiscard]] static ChartAxis& axisOf(const QCPAxisRect& plot, QCPAxis::AxisType type)
    {
        return static_cast<ChartAxis&>(*plot.axis(type));
    }
    /// The pixels of an axis rectangle.
    [[nodiscard]] static QRectF plotRect(const QCPAxisRect& rect) { return QRectF(rect.rect()); }
    /// Room for title and note, and for the words of a what-if under them.
    [[nodiscard]] double titleHeight() const;
    /// Room for the words of a what-if, which every chart bears, in the window and in files; none where the chart
    /// writes them into its plot by itself.
    [[nodiscard]] virtual double whatIfHeight() const;
    void drawWhatIf(QCPPainter* painter, QPointF leftMiddle, double width) const;
    /// The size of those words with the ground around them; empty without a what-if.
    [[nodiscard]] QSizeF whatIfSize() const;
    [[nodiscard]] ChartStyle style() const { return {m_theme, m_format, m_text}; }
    [[nodiscard]] const TextPainter& text() const { return m_text; }
    [[nodiscard]] const Format& format() const { return m_format; }
    [[nodiscard]] const QString& sessionName() const { return m_shown.sessionName; }
    [[nodiscard]] std::optional<Workload> hoveredWorkload() const { return m_hovered; }
    /// The trail's places that belong into this chart, by `place` from workload and time to pixels; those outside
    /// `area` are left out.
    template <class Place> [[nodiscard]] std::vector<ProbeDot> probeDots(const QRectF& area, Place place) const
    {
        std::vector<ProbeDot> dots;
        for (const ProbePoint& point : m_shown.probe.points)
            if (point.workload.operation == m_shown.cursor.operation
                && point.workload.precision == m_shown.cursor.precision)
                if (const QPointF at = place(point.workload, point.time); area.contains(at))
                    dots.push_back({at, point.age});
        return dots;
    }
    [[nodiscard]] double probeBeat() const { return m_shown.probe.beat; }
    /// Device pixels a unit: of the screen, or of the file that is written.
    [[nodiscard]] double imageScale() const;
    void scheduleRebuild();
    /// The same where ground, axes and frame stay as they are.
    void scheduleData();
    void replotHover();
    /// The words for assistive programs have changed by what the user did.
    void updateAccessibleText();
    /// A second click followed: the first one measures nothing, and neither does this one's release.
    void dropClick();

    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    friend class ChartVoice;
    friend class RangeController;

    /// What the chart was given to show.
    struct Shown {
        SnapshotPointer snapshot;
        Workload cursor;
        std::optional<Workload> selected;
        ProbeTrail probe;
        std::vector<Overlay> overlays;
        QString sessionName;
        QString title;
        QString note;
        QString emptyText;
        ChartMarks marks;
    };
    /// What of the chart is to be drawn in its turn.
    struct Due {
        bool rebuild = true; ///< the data first
        bool full = true;
        bool overlay = false;
        bool probe = false; ///< the overlay, and nothing of it is told
        QSize laidOut;      ///< for which the axes lie; another one where it was drawn into a picture since
    };
    /// What the mouse does.
    struct Press {
        QPointF at;
        QPointF last;
        bool isDrag = false;
        bool isBand = false;
        bool isDouble = false;
        Workload clicked; ///< measured when m_clickTimer ends
    };

    void addPaintLayers();
    void paintResults(QCPPainter* painter);
    void paintOverlay(QCPPainter* painter);
    /// Whether the chart's data changed.
    bool rebuildNow();
    void setHovered(std::optional<Workload> hovered);
    void drawWatermarks(QCPPainter* painter) const;
    void select(const Workload& workload);
    void drawTitle(QCPPainter* painter) const;
    /// A click that is no drag.
    void choose(QPointF place);
    void drawOnWorkloads(QCPPainter* painter) const;
    [[nodiscard]] PinScene pinScene() const;
    [[nodiscard]] const Sample* presentSample() const;
    [[nodiscard]] std::vector<DrawnWorkload> drawnWorkloads() const;
    [[nodiscard]] QRectF plotRectAt(int plot) const;
    void brushBy(Qt::Key key);
    void askForOverlay();

    ChartVoice* m_voice;
    RangeController m_ranges{*this};
    QCPLayerable* m_model = nullptr; ///< paints over the grids of the layer in which both are
    Shown m_shown;
    std::optional<Workload> m_hovered;
    std::optional<Readout> m_readout; ///< under the mouse, where no workload is
    Press m_press;
    QTimer m_clickTimer;
    Due m_due;
    int m_rebuilds = 0;
    bool m_keyboardFocus = false;
    bool m_transparent = false;
    Theme m_theme = Theme::light();
    TextPainter m_text;
    Format m_format;
    double m_imageScale = 0.0; ///< 0 takes the screen's
};

} // namespace ridgepoint
