// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_accessibility.h"
#include "app/charts/draw/chart_widget.h"
#include "app/charts/style/ticks.h"
#include "core/lesson/class_answers.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ridgepoint {

/// How a class predicted in a lesson: a bar of people for each half octave of predictions, in the colours of their
/// devices, under what those devices measured. It draws no samples of the cube, so its ChartPlaces are empty.
class ClassChart : public ChartWidget, public ChartSpeech {
    Q_OBJECT
public:
    /// Devices beyond these are one row together, so that each colour can be told from the others.
    static constexpr std::size_t mostDevices = 6;

    /// A row above the bars, and the colour of its people in them.
    struct Device {
        QString words;                  ///< "1.02× measured on Ryzen 9 (0.98× to 1.10×, 20 people)"
        QString name;                   ///< "Ryzen 9"
        std::vector<std::string> names; ///< of devices; several of the others together
        std::vector<double> measured;   ///< ascending; empty where nobody measured
        [[nodiscard]] double median() const;
    };

    explicit ClassChart(QWidget* parent = nullptr);

    /// `skippedFiles`: of the class's folder, that hold no answers.
    void setClass(LessonClass group, std::size_t skippedFiles = 0);
    [[nodiscard]] const LessonClass& group() const { return m_group; }
    /// In the order of the rows and of the parts of a bar: the one with most people first.
    [[nodiscard]] const std::vector<Device>& devices() const { return m_devices; }
    /// The part of a bin's bar that is of one device's people; the widget's own pixels.
    [[nodiscard]] QRectF partOf(std::size_t bin, std::size_t device) const;
    /// Where the number over a bin's bar stands, on a plate that hides the lines behind it; empty where it has no room.
    [[nodiscard]] QRectF countPlateOf(std::size_t bin) const;
    /// Where a row's median is drawn; nothing where nobody measured or it lies beyond the axis.
    [[nodiscard]] std::optional<QPointF> medianOf(std::size_t device) const;
    /// The words of a row in so much room, in pixels: without what its device measured from and to, then with a part of
    /// the device's name, where there is not enough for all.
    [[nodiscard]] QString rowWordsIn(std::size_t device, double room) const;
    /// The words left and right of a row's dot, in so much room: all on one side, and the device's name on a side of
    /// its own where it would be cut otherwise.
    [[nodiscard]] std::pair<QString, QString> rowWordsBeside(std::size_t device, double left, double right) const;
    /// What of the class the picture leaves out, and why; empty where it leaves out nothing.
    [[nodiscard]] QString leftOutWords() const;
    /// What is said of a bin: the values that it is of, and who predicted or measured them.
    [[nodiscard]] QStringList wordsOf(std::size_t bin) const;

    [[nodiscard]] std::string dataCsv() const override;
    [[nodiscard]] std::unique_ptr<ChartWidget> duplicate() const override;
    [[nodiscard]] QString chosenWords() const override;
    [[nodiscard]] int chosenPlace() const override { return m_chosen ? static_cast<int>(*m_chosen) + 1 : 0; }
    [[nodiscard]] int placesToChoose() const override { return static_cast<int>(m_group.bins.size()); }
    [[nodiscard]] QString countWords() const override;
    [[nodiscard]] QString guideWords() const override;

protected:
    Change rebuild() override { return Change::Layout; }
    void fitRanges() override;
    void layoutPlot() override;
    [[nodiscard]] std::optional<Readout> readoutAt(QPointF mouse) const override;
    [[nodiscard]] bool isEmpty() const override { return m_group.bins.empty(); }
    [[nodiscard]] bool hasSampleInView(std::size_t plot) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Under each bar of answers to choose from, with the answer's words, cut where its neighbours leave no room.
    [[nodiscard]] std::vector<Tick> choiceTicks(const QCPRange& range) const;
    void paintGround(QCPPainter* painter);
    void paintPoints(QCPPainter* painter);
    void paintHover(QCPPainter* painter);
    void paintFrame(QCPPainter* painter);
    /// The lines of `leftOutWords` in this picture.
    [[nodiscard]] QStringList leftOutLines() const;
    [[nodiscard]] QFont leftOutFont() const { return theme().font(0.92); }
    [[nodiscard]] QFont countFont() const { return theme().font(1.0, QFont::DemiBold); }
    void drawBars(QCPPainter* painter) const;
    void drawCounts(QCPPainter* painter) const;
    void drawMedian(QCPPainter* painter, std::size_t device) const;
    void drawRow(QCPPainter* painter, std::size_t device) const;
    [[nodiscard]] QRectF area() const { return plotRect(*axisRect()); }
    [[nodiscard]] double pixelOf(double value) const
    {
        return axisRect()->axis(QCPAxis::atBottom)->coordToPixel(value);
    }
    /// The width of a bin's bar, half an octave around its place but no further than half-way to the next bar, over the
    /// whole height of the plot.
    [[nodiscard]] QRectF columnOf(std::size_t bin) const;
    [[nodiscard]] double rowHeight() const;
    [[nodiscard]] double middleOfRow(std::size_t device) const;
    [[nodiscard]] QColor colorOf(std::size_t device) const;
    [[nodiscard]] int peopleOf(std::size_t bin, std::size_t device) const;
    [[nodiscard]] std::optional<std::size_t> binAt(QPointF pixel) const;
    void choose(std::optional<std::size_t> bin);

    LessonClass m_group;
    std::size_t m_skippedFiles = 0;
    std::vector<Device> m_devices;
    std::optional<std::size_t> m_chosen; ///< bin
    QPointF m_pressedAt;
};

/// "60 predictions, 20 of them within a factor of 1.5 of what was measured" (nearWords): the note of its chart.
[[nodiscard]] QString noteOf(const LessonClass& group, const Format& format);
/// One sentence with a full stop that a paper can print under the chart.
[[nodiscard]] QString captionOf(const LessonClass& group, const Format& format);

} // namespace ridgepoint
