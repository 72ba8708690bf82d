// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/regime_map_data.h"
#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/map_legend.h"

#include <utility>

namespace ridgepoint {

/// The measured regimes of a plan's two axes as colours, with iso-lines and the predicted borders over them.
class RegimeMapChart : public ChartWidget {
    Q_OBJECT
public:
    explicit RegimeMapChart(QWidget* parent = nullptr);
    ~RegimeMapChart() override;

    void setView(MapView view);
    /// The regime whose share MapView::Share shows.
    void setShareRegime(Regime regime);
    [[nodiscard]] MapView view() const { return m_choice.view; }
    [[nodiscard]] const MapChoice& choice() const { return m_choice; }
    void setIsoLines(const IsoChoice& iso);
    [[nodiscard]] const IsoChoice& iso() const { return m_iso; }
    /// The lines that are drawn.
    [[nodiscard]] const std::vector<IsoLine>& isoLines() const { return m_picture->isoLines; }
    /// Who makes the pictures; must outlive the chart. Without one the chart makes them itself, when it draws.
    void setPictures(MapPictures* pictures);
    /// A picture has been finished: shows it, if it is what is wanted or nearer to it.
    void takePicture();
    /// Whether the picture shown is that of the snapshot and cursor, and not one from before them.
    [[nodiscard]] bool isCurrent() const { return !input().snapshot || answers(*m_picture, request()); }
    /// Why cells that were measured have no colour in this view; empty where they have one, or will.
    [[nodiscard]] QString colourlessWords() const;
    [[nodiscard]] QString missingWords() const override { return isEmpty() ? emptyText() : colourlessWords(); }
    /// Which slice it shows until the requested one's picture is there, or that nothing of the slice was measured; else
    /// empty.
    [[nodiscard]] QString sliceWords() const;
    /// What stands over it in a file: the view's title, of a difference the names of both sessions.
    [[nodiscard]] QString title() const;
    /// The triangle that explains the colours; none in other views, and where there is no room for it.
    [[nodiscard]] std::optional<TernaryKey> triangle() const { return legend().triangle(); }

    /// The ticks of the colour scale: how far up its bar (0 to 1), and what stands there. None in the regime view.
    [[nodiscard]] std::vector<std::pair<double, QString>> scaleTicks() const { return scale().ticks(); }

    [[nodiscard]] std::string dataCsv() const override;
    [[nodiscard]] std::unique_ptr<ChartWidget> duplicate() const override;
    [[nodiscard]] const RegimeMapData& data() const { return m_picture->data; }

protected:
    Change rebuild() override;
    void fitRanges() override;
    void layoutPlot() override;
    [[nodiscard]] bool isEmpty() const override;
    [[nodiscard]] QRectF placeOfMissingWords() const override { return plot(); }
    /// A part of a cell is enough.
    [[nodiscard]] bool hasSampleInView(std::size_t plot) const override;

    /// Also that the colours are of what was measured, which no what-if changes.
    [[nodiscard]] QStringList whatIfTexts() const override;

private:
    friend class MapPlaces;

    void paintFrame(QCPPainter* painter);
    void paintMap(QCPPainter* painter);
    void paintLines(QCPPainter* painter);
    void paintProbe(QCPPainter* painter);
    void paintHover(QCPPainter* painter);
    [[nodiscard]] MapRequest request() const;
    [[nodiscard]] MapPicturePointer newestPicture();
    [[nodiscard]] MapScene scene() const;
    [[nodiscard]] MapLegend legend() const { return {scene(), style()}; }
    [[nodiscard]] MapScale scale() const { return {scene(), style()}; }
    [[nodiscard]] QRectF plot() const { return plotRect(*axisRect()); }
    [[nodiscard]] bool hasBarePlot() const { return isEmpty() || !showsResults(input().concealed); }
    [[nodiscard]] QPointF pixel(MapPoint point) const;
    [[nodiscard]] QRectF cellRect(std::size_t index) const;
    [[nodiscard]] std::optional<std::size_t> shownCell(const Workload& workload) const;
    [[nodiscard]] bool hasScale() const { return m_choice.view != MapView::Regime; }
    void drawDots(QCPPainter* painter) const;
    /// Which slice the map still shows, while that of the cursor is being made.
    [[nodiscard]] QRectF sliceWordsRect() const;
    void drawSliceWords(QCPPainter* painter) const;
    /// Where the names of lines and regions may stand.
    [[nodiscard]] LabelPlacer freeRoom() const;
    void markInTriangle(QCPPainter* painter) const;
    /// Why no cell has a ratio, and what to try; empty where some have one.
    [[nodiscard]] QString noDifferenceWords() const;
    [[nodiscard]] QString sliceOfMap() const;

    MapPicturePointer m_picture = emptyMapPicture(); ///< the one shown
    MapPictures* m_pictures = nullptr;
    MapChoice m_choice;
    IsoChoice m_iso;
    struct PlotImage {
        MapPicturePointer picture; ///< what the image is of
        double thinWidth = 0.0;    ///< of the theme that it was made for
        QCPRange x;
        QCPRange y;
        QImage image;
    };
    PlotImage m_plotImage; ///< as it was painted last
};

} // namespace ridgepoint
