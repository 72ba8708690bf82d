// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_axis.h"
#include "app/charts/draw/chart_callouts.h"
#include "app/charts/draw/chart_input.h"
#include "app/charts/draw/chart_places.h"
#include "app/charts/draw/export.h"
#include "app/charts/draw/range_controller.h"

#include <qcustomplot.h>

#include <QPointer>
#include <QTimer>

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ridgepoint {

class ChartAccessibility;

/// What a chart paints, from the lowest up. The first three stay while samples arrive, the next three change with them,
/// and the last two are the overlay's, which the mouse and the live probe change.
enum class ChartLayer {
    Ground, ///< what lies under the grid
    Model,  ///< roofs and predictions, over the grid
    Frame,  ///< titles, direct labels, keys
    Map,    ///< what lies under the points and changes with them
    Points, ///< what changes as samples arrive
    Border, ///< where regimes end, over the points
    Probe,  ///< the live probe and its trail
    Hover,  ///< what is chosen or under the mouse
};

/// What every chart has in common: layers, theme, selection, hover, zoom, pan and keys. A chart derives from it, turns
/// its input into data and gives each layer a function that paints them; where its workloads are is said by its
/// ChartPlaces, what its axes are of by each ChartAxis.
class ChartWidget : public QCustomPlot {
    Q_OBJECT
public:
    ChartWidget(std::unique_ptr<ChartPlaces> places, QWidget* parent);
    ~ChartWidget() override;

    /// Shows this; what has changed is drawn at most every 33 ms.
    void setInput(ChartInput input);
    /// The same with another value in one field: `chart.set(&ChartInput::cursor, workload)`.
    template <class Field> void set(Field ChartInput::*field, std::type_identity_t<Field> value)
    {
        if (m_input.*field == value)
            return;
        ChartInput input = m_input;
        input.*field = std::move(value);
        setInput(std::move(input));
    }
    [[nodiscard]] const ChartInput& input() const { return m_input; }
    void setTheme(const Theme& theme);
    [[nodiscard]] const Theme& theme() const { return m_theme; }

    /// Where the chart draws workloads, and what it says of them.
    [[nodiscard]] const ChartPlaces& places() const { return *m_places; }
    /// The axes, and what they show, zoom and lock.
    [[nodiscard]] RangeController& axisRanges() { return m_ranges; }
    [[nodiscard]] const RangeController& axisRanges() const { return m_ranges; }
    /// What the chart shows, in words, for those who cannot see it.
    [[nodiscard]] ChartAccessibility& accessibility() const { return *m_accessibility; }
    /// The place under a pixel; nullopt outside the plots.
    [[nodiscard]] std::optional<PlotPlace> placeAt(QPointF pixel) const;
    [[nodiscard]] QPointF pixelAt(const PlotPlace& place) const;
    /// Where the letters and words of the pins stand in the chart's present size.
    [[nodiscard]] PinLayout pinLayout() const;

    /// The word across a chart of which nothing was measured; empty where something was.
    [[nodiscard]] QString watermark() const;
    /// What the card beside the mouse says where it is on no workload, or beside a guess; empty for none.
    [[nodiscard]] QStringList readoutLines() const;
    /// What stands in the chart in place of what it has not; empty where nothing is missing.
    [[nodiscard]] virtual QString missingWords() const { return isEmpty() ? emptyText() : QString(); }
    /// That a plot's locked axes leave none of its samples in view, and on the screen what shows them; empty where they
    /// do not.
    [[nodiscard]] QString outOfViewWords(std::size_t plot) const;

    /// Writes the chart as PDF, SVG or PNG by the path's ending. The widget itself stays as it is.
    [[nodiscard]] Result<void> exportTo(const QString& path, const ExportOptions& options) const;
    /// The chart's numbers as CSV, C locale.
    [[nodiscard]] virtual std::string dataCsv() const = 0;
    /// A new chart with the same data, selection and ranges, for exports.
    [[nodiscard]] virtual std::unique_ptr<ChartWidget> duplicate() const = 0;
    /// Whether a picture of this size has room for the chart with the theme's type; smaller type is chosen for a file
    /// that has not, unless its size was asked for.
    [[nodiscard]] virtual bool fits(QSizeF size, const Theme& theme) const;
    /// For files: the size in pixels and the resolution of images inside; then toPainter().
    void prepareForFile(QSize size, double imageScale);
    /// Draws text as outlines, so that a file needs no fonts.
    void setTextAsPaths(bool asPaths) { m_text.setAsPaths(asPaths); }

    /// Draws at once what is scheduled (tests, exports).
    void flush();
    /// Times that the input was turned into chart data so far.
    [[nodiscard]] int rebuilds() const { return m_rebuilds; }

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

    /// Turns the input into this chart's data. Returns what has to be drawn again.
    virtual Change rebuild() = 0;
    /// Sets the axes to show everything.
    virtual void fitRanges() = 0;
    /// Margins for the present size, the axes' titles and which of them are seen; before every full drawing. Labels are
    /// placed at `afterLayout`, once the axes have their pixels.
    virtual void layoutPlot() = 0;
    [[nodiscard]] virtual bool isEmpty() const = 0;
    /// Where `missingWords` stand.
    [[nodiscard]] virtual QRectF placeOfMissingWords() const { return QRectF(viewport()); }
    /// Whether any of the samples that the chart draws lies within the present axes of a plot.
    [[nodiscard]] virtual bool hasSampleInView(std::size_t plot) const;
    /// What is said of a place where no workload is.
    [[nodiscard]] virtual std::optional<Readout> readoutAt(QPointF) const { return std::nullopt; }

    /// Has this function paint a layer.
    void paintOn(ChartLayer layer, std::function<void(QCPPainter*)> paint);
    /// How the chart draws what all have in common.
    struct Traits {
        bool hasWhatIfInPlot = false; ///< writes a what-if's words into its plot by itself: they take no room
        QColor watermarkInk = {};     ///< for the chart's own ground; invalid takes the theme's
    };
    void setTraits(const Traits& traits) { m_traits = traits; }

    /// Every line that is pinned for this chart, in the order of the pins; for ranges.
    [[nodiscard]] std::vector<ChartPoint> pinnedPoints() const;
    /// Shows these words at the mouse, or none.
    void setReadout(std::optional<Readout> readout);
    void setHovered(std::optional<Workload> hovered);
    /// Widens the range of a logarithmic axis to hold a guess; one that does stays as it is, so that no mark moves.
    static void holdGuess(QCPRange& range, double guess);
    /// Zooms about a pixel where the key is one of those that do; with Ctrl they are for the size of the text.
    bool zoomByKey(const QKeyEvent& event, QPointF about);
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
    /// For a chart without samples.
    [[nodiscard]] QString emptyText() const;
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
    /// The pixels of an axis rectangle; none of one that is not shown, so that nothing is drawn or hit there.
    [[nodiscard]] static QRectF plotRect(const QCPAxisRect& rect)
    {
        return rect.visible() ? QRectF(rect.rect()) : QRectF();
    }
    /// Room for title and note, and for the words of a what-if under them.
    [[nodiscard]] double titleHeight() const;
    /// Room for the words of a what-if, which every chart bears, in the window and in files.
    [[nodiscard]] double whatIfHeight() const;
    void drawWhatIf(QCPPainter* painter, QPointF leftMiddle, double width) const;
    /// Those words, the most first: the first that there is room for are drawn. Of a snapshot that has a what-if.
    [[nodiscard]] virtual QStringList whatIfTexts() const;
    /// The size of those words with the ground around them; empty without a what-if.
    [[nodiscard]] QSizeF whatIfSize() const;
    [[nodiscard]] ChartStyle style() const { return {m_theme, m_format, m_text}; }
    [[nodiscard]] const TextPainter& text() const { return m_text; }
    [[nodiscard]] const Format& format() const { return m_format; }
    [[nodiscard]] std::optional<Workload> hoveredWorkload() const { return m_hovered; }
    /// The trail's places that belong into this chart, by `place` from workload and time to pixels; those outside
    /// `area` are left out.
    template <class Place> [[nodiscard]] std::vector<ProbeDot> probeDots(const QRectF& area, Place place) const
    {
        std::vector<ProbeDot> dots;
        for (const ProbePoint& point : m_input.probe.points)
            if (point.workload.operation == m_input.cursor.operation
                && point.workload.precision == m_input.cursor.precision)
                if (const QPointF at = place(point.workload, point.time); area.contains(at))
                    dots.push_back({at, point.age});
        return dots;
    }
    [[nodiscard]] double probeBeat() const { return m_input.probe.beat; }
    /// Device pixels a unit: of the screen, or of the file that is written.
    [[nodiscard]] double imageScale() const;
    /// Whether it was prepared for a file.
    [[nodiscard]] bool isForFile() const { return m_imageScale > 0.0; }
    void scheduleRebuild();
    void scheduleOverlay();
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
    friend class ChartAccessibility;
    friend class RangeController;

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
        QRectF band;      ///< of a brush, in pixels; null for none
        Workload clicked; ///< measured when m_clickTimer ends
    };

    void addPaintLayers();
    void paint(ChartLayer layer, QCPPainter* painter) const;
    void paintResults(QCPPainter* painter);
    void paintOverlay(QCPPainter* painter);
    /// Whether the chart's data changed.
    bool rebuildNow();
    void drawWatermarks(QCPPainter* painter) const;
    void select(const Workload& workload);
    void drawTitle(QCPPainter* painter) const;
    /// A click that is no drag.
    void choose(QPointF place);
    void drawOnWorkloads(QCPPainter* painter) const;
    void drawAskedPlace(QCPPainter* painter, const std::vector<OrientedBox>& labels) const;
    [[nodiscard]] std::vector<OrientedBox> labelsInView() const;
    [[nodiscard]] PinScene pinScene() const;
    [[nodiscard]] const Sample* presentSample() const;
    [[nodiscard]] std::vector<DrawnWorkload> drawnWorkloads() const;
    /// In the order in which the chart made them, wherever they stand.
    [[nodiscard]] std::vector<QCPAxisRect*> plots() const;
    /// Of these, those that can be seen.
    [[nodiscard]] std::vector<QCPAxisRect*> shownPlots() const;
    [[nodiscard]] QRectF plotRectAt(std::size_t plot) const;
    [[nodiscard]] Workload neighbour(const Workload& from, Qt::Key key) const;
    void brushBy(Qt::Key key);
    /// What the axes have at a pixel: all that is told there while results are hidden.
    [[nodiscard]] std::optional<Readout> axesAt(QPointF pixel) const;
    [[nodiscard]] std::optional<Readout> axesAt(const PlotPlace& place, QPointF pixel) const;
    /// That of the mouse, else of a guess that is not revealed.
    [[nodiscard]] std::optional<Readout> shownReadout() const;
    void takeSnapshot(const SnapshotPointer& before);
    void takeCursor(const Workload& before);
    void takeSelected();
    void takeGuess(const GuessMarks& before);

    std::unique_ptr<ChartPlaces> m_places;
    ChartAccessibility* m_accessibility;
    RangeController m_ranges{*this};
    QCPLayerable* m_model = nullptr;                          ///< paints over the grids of the layer in which both are
    std::array<std::function<void(QCPPainter*)>, 8> m_paints; ///< by ChartLayer
    Traits m_traits;
    std::vector<QPointer<QCPAxisRect>> m_plots;
    ChartInput m_input;
    std::optional<Workload> m_hovered;
    std::optional<Readout> m_readout; ///< under the mouse, where no workload is
    Press m_press;
    QTimer m_clickTimer;
    Due m_due;
    int m_rebuilds = 0;
    bool m_keyboardFocus = false;
    Theme m_theme = Theme::light();
    TextPainter m_text;
    Format m_format;
    double m_imageScale = 0.0; ///< 0 takes the screen's
};

} // namespace ridgepoint
