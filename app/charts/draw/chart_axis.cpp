// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ridgepoint {
namespace {

constexpr double labelScale = 0.95;
constexpr double gap = 0.6; ///< between plot and labels, in heights of the type

class FunctionTicker : public QCPAxisTicker {
public:
    explicit FunctionTicker(std::function<std::vector<Tick>(const QCPRange&)> ticks) : m_ticks(std::move(ticks)) {}

    void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& values, QVector<double>*,
                  QVector<QString>* labels) override
    {
        values.clear();
        QVector<QString> words;
        for (const Tick& tick : m_ticks(range)) {
            values.append(tick.value);
            words.append(tick.label);
        }
        if (labels != nullptr)
            *labels = std::move(words);
    }

private:
    std::function<std::vector<Tick>(const QCPRange&)> m_ticks;
};

} // namespace

ChartAxis::ChartAxis(QCPAxisRect* rect, AxisType type, const TextPainter& text) : QCPAxis(rect, type), m_text(text)
{
    setTicks([](const QCPRange&, double) { return std::vector<Tick>(); });
    setSubTicks(false);
    grid()->setZeroLinePen(Qt::NoPen);
    grid()->setVisible(true);
}

void ChartAxis::setTicks(Ticks ticks)
{
    setTicker(QSharedPointer<FunctionTicker>::create([this, ticks = std::move(ticks)](const QCPRange& range) {
        const QSize size = axisRect()->size();
        return ticks(range, (orientation() == Qt::Horizontal ? size.width() : size.height()) / m_em);
    }));
}

void ChartAxis::goWith(ChartAxis& leader)
{
    m_leader = &leader;
    const auto changed = qOverload<const QCPRange&>(&QCPAxis::rangeChanged); // not emitted where it is the same
    const auto take = qOverload<const QCPRange&>(&QCPAxis::setRange);
    connect(&leader, changed, this, take);
    connect(this, changed, &leader, take);
}

void ChartAxis::layOut(const Theme& theme)
{
    m_em = theme.fontPixels;
    setTickLabelFont(theme.font(labelScale));
    setTickLabelColor(theme.mutedText);
    grid()->setPen(QPen(theme.grid, 1.0));
    setupTickVectors(); // QCustomPlot has done so before it laid out, for the length that the axis had until then
}

void ChartAxis::draw(QCPPainter* painter)
{
    const bool isBelow = orientation() == Qt::Horizontal;
    const QRectF plot(axisRect()->rect());
    const QRectF bounds(axisRect()->outerRect());
    TextStyle style{.font = tickLabelFont(), .color = tickLabelColor(), .anchor = Qt::AlignCenter};
    // In the middle of the plot, but moved along where it would be cut off there.
    const double pad = m_em * 0.3;
    const double first = isBelow ? bounds.left() + pad : plot.top() - m_em;
    const double last = isBelow ? bounds.right() - pad : std::max(bounds.bottom(), plot.bottom() + m_em);
    const QString title = TextPainter::fitted(label(), style.font, last - first);
    const double halfTitle = std::min(TextPainter::sizeOf(title, style.font).width(), last - first) / 2.0;
    const double along = std::clamp(isBelow ? plot.center().x() : plot.center().y(), first + halfTitle,
                                    last - halfTitle);
    const QPointF middle(isBelow ? along : bounds.left() + m_em * 0.85,
                         isBelow ? plot.bottom() + m_em * (gap + 2.05) : along);
    style.rotationDegrees = isBelow ? 0.0 : -90.0;
    m_text.draw(*painter, middle, title, style);
    style.rotationDegrees = 0.0;
    style.anchor = isBelow ? Qt::AlignCenter : Qt::AlignRight | Qt::AlignVCenter;
    // At the edge of the widget a label moves inwards rather than being cut; one that would touch the one before is
    // left out.
    double before = 0.0;
    double halfBefore = -std::numeric_limits<double>::infinity();
    for (qsizetype i = 0; i < mTickVector.size() && tickLabels(); ++i) {
        const double half = isBelow ? TextPainter::sizeOf(mTickVectorLabels[i], style.font).width() / 2.0 : m_em * 0.55;
        const double least = (isBelow ? bounds.left() : bounds.top()) + half + 1.0;
        const double most = (isBelow ? bounds.right() : bounds.bottom()) - half - 1.0;
        const double at = std::clamp(coordToPixel(mTickVector[i]), least, std::max(least, most));
        if (std::abs(at - before) < half + halfBefore + m_em * (isBelow ? 0.5 : 0.2))
            continue;
        const QPointF place(isBelow ? at : plot.left() - m_em * gap,
                            isBelow ? plot.bottom() + m_em * (gap + 0.45) : at);
        m_text.draw(*painter, place, mTickVectorLabels[i], style);
        before = at;
        halfBefore = half;
    }
}

int mostTicks(double room, double each) { return std::max(3, static_cast<int>(room / each)); }

QString widestLabel(const std::vector<Tick>& ticks)
{
    QString widest = QStringLiteral("1000");
    for (const Tick& tick : ticks)
        if (tick.label.size() > widest.size())
            widest = tick.label;
    return widest;
}

int leftMargin(const Theme& theme, const QString& widest, bool hasTitle)
{
    const double labels = TextPainter::sizeOf(widest, theme.font(labelScale)).width() + theme.fontPixels * gap;
    return static_cast<int>(std::ceil(labels + (hasTitle ? theme.fontPixels * 1.9 : theme.fontPixels * 0.5)));
}

int bottomMargin(const Theme& theme, bool hasTitle)
{
    return static_cast<int>(std::ceil(theme.fontPixels * (gap + (hasTitle ? 2.9 : 1.3))));
}

} // namespace ridgepoint
