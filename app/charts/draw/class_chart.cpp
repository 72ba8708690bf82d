// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/class_chart.h"

#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/chart_part.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/texts.h"
#include "core/lesson/lesson_prediction.h"
#include "core/session/csv_writer.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <map>

namespace ridgepoint {
namespace {

/// Half of a bin of half an octave.
const double halfBin = std::exp2(0.25);
/// Of its bin that a bar takes.
constexpr double barShare = 0.86;
// In heights of the type.
constexpr double heightOfRow = 1.75;
constexpr double belowRows = 0.7;
constexpr double besideDot = 0.8;
constexpr double heightOfLeftOut = 1.4;

/// `isWhole`: with the least and the most that was measured.
QString rowWords(const QString& name, const ClassChart::Device& device, const LessonClass& group, const Format& format,
                 bool isWhole)
{
    const std::vector<double>& measured = device.measured;
    const auto words = [&](double value) { return preciseWords(value, group.unit, format); };
    if (measured.empty())
        return ClassChart::tr("%1: not measured").arg(name);
    const QString value = (group.isByRoofs ? ClassChart::tr("%1 by the roofs of %2")
                                           : ClassChart::tr("%1 measured on %2"))
                              .arg(words(device.median()), name);
    if (measured.size() == 1)
        return value;
    const QString people = ClassChart::tr("%1 people").arg(format.whole(std::ssize(measured)));
    return !isWhole || words(measured.front()) == words(measured.back())
             ? ClassChart::tr("%1 (%2)").arg(value, people)
             : ClassChart::tr("%1 (%2 to %3, %4)").arg(value, words(measured.front()), words(measured.back()), people);
}

/// The same without a name.
QString namelessWords(const ClassChart::Device& device, const LessonClass& group, const Format& format)
{
    const QString value = (group.isByRoofs ? ClassChart::tr("%1 by the roofs") : ClassChart::tr("%1 measured"))
                              .arg(preciseWords(device.median(), group.unit, format));
    return device.measured.size() == 1
             ? value
             : ClassChart::tr("%1 (%2)").arg(
                 value, ClassChart::tr("%1 people").arg(format.whole(std::ssize(device.measured))));
}

/// The devices with most people first, those without a colour of their own together at the end.
std::vector<ClassChart::Device> devicesOfClass(const LessonClass& group, const Format& format)
{
    std::map<std::string, int> people;
    for (const LessonClass::Bin& bin : group.bins)
        for (const auto& [name, count] : bin.byDevice)
            people[name] += count;
    for (const auto& [name, values] : group.measured)
        people.try_emplace(name, 0);
    std::vector<std::pair<std::string, int>> order(people.begin(), people.end());
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    // One device too many is shown itself rather than as "others".
    const std::size_t own = order.size() > ClassChart::mostDevices ? ClassChart::mostDevices - 1 : order.size();
    std::vector<ClassChart::Device> devices;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i <= own)
            devices.emplace_back();
        ClassChart::Device& device = devices.back();
        device.names.push_back(order[i].first);
        if (const auto found = group.measured.find(order[i].first); found != group.measured.end())
            device.measured.insert(device.measured.end(), found->second.begin(), found->second.end());
    }
    for (ClassChart::Device& device : devices) {
        std::sort(device.measured.begin(), device.measured.end());
        device.name = device.names.size() > 1
                        ? ClassChart::tr("%1 other devices").arg(format.whole(std::ssize(device.names)))
                    : device.names.front().empty() ? ClassChart::tr("Device without a name")
                                                   : text(device.names.front());
        device.words = rowWords(device.name, device, group, format, true);
    }
    return devices;
}

/// The prefix that the axis' numbers share; 1 of what is written as it is.
AxisScale classAxisScale(const LessonClass& group)
{
    if (group.unit == "%")
        return {0.01, {}};
    if (group.bins.empty() || group.unit == "x" || group.unit == "B" || group.unit.empty())
        return {};
    return axisScale(group.bins.front().centre, group.bins.back().centre);
}

QString classAxisTitle(const LessonClass& group)
{
    if (!group.axis.empty()) {
        const QString axis = catalogueWords(std::string(axisWords(group.axis)));
        return group.isCurves ? ClassChart::tr("Where the predicted curve begins to rise (%1)").arg(axis)
                              : ClassChart::tr("Predicted place (%1)").arg(axis);
    }
    if (group.unit == "x")
        return ClassChart::tr("Predicted factor");
    if (group.unit.empty())
        return ClassChart::tr("Prediction");
    return ClassChart::tr("Prediction (%1)").arg(classAxisScale(group).prefix + text(group.unit));
}

} // namespace

double ClassChart::Device::median() const
{
    if (measured.empty())
        return 0.0;
    const std::size_t middle = measured.size() / 2;
    return measured.size() % 2 == 1 ? measured[middle] : std::sqrt(measured[middle - 1] * measured[middle]);
}

ClassChart::ClassChart(QWidget* parent) : ChartWidget(std::make_unique<ChartPlaces>(), parent)
{
    setAccessibleName(tr("Chart of a class: predictions and measurements"));
    set(&ChartInput::emptyText, tr("There is no prediction that can be drawn."));
    ChartAxis& x = axisOf(*axisRect(), QCPAxis::atBottom);
    ChartAxis& y = axisOf(*axisRect(), QCPAxis::atLeft);
    x.setScaleType(QCPAxis::stLogarithmic);
    x.setTicks([this](const QCPRange& range, double room) {
        if (!m_group.offered.empty() && m_group.predictions > 0)
            return choiceTicks(range);
        const int most = mostTicks(room, 3.6);
        const std::string& unit = m_group.unit;
        if (unit != "x" && unit != "B" && !unit.empty())
            return powerOfTenTicks(range.lower, range.upper, most, classAxisScale(m_group).factor, format());
        std::vector<Tick> ticks = (unit == "B" || m_group.axis == "N" ? powerOfTwoTicks : plainPowerOfTwoTicks)(
            range.lower, range.upper, most, format());
        for (Tick& tick : ticks)
            if (unit == "x")
                tick.label += QChar(0x00D7);
        return ticks;
    });
    y.setTicks([this](const QCPRange& range, double room) {
        std::vector<Tick> ticks = linearTicks(range.lower, range.upper, mostTicks(room, 2.4), 1.0, format());
        std::erase_if(ticks, [](const Tick& tick) { return tick.value != std::round(tick.value); });
        return ticks;
    });
    x.setMeaning({.name = [this] { return classAxisTitle(m_group); }});
    y.setMeaning({.name = [] { return tr("People"); }});
    paintOn(ChartLayer::Ground, [this](QCPPainter* painter) { paintGround(painter); });
    paintOn(ChartLayer::Points, [this](QCPPainter* painter) { paintPoints(painter); });
    paintOn(ChartLayer::Hover, [this](QCPPainter* painter) { paintHover(painter); });
    paintOn(ChartLayer::Frame, [this](QCPPainter* painter) { paintFrame(painter); });
    fitRanges();
}

void ClassChart::setClass(LessonClass group, std::size_t skippedFiles)
{
    m_group = std::move(group);
    m_skippedFiles = skippedFiles;
    m_devices = devicesOfClass(m_group, format());
    m_chosen.reset();
    axisRanges().reset(); // a zoom into one class shows nothing of another
    scheduleRebuild();
}

std::vector<Tick> ClassChart::choiceTicks(const QCPRange& range) const
{
    const QCPAxis& x = *axisRect()->axis(QCPAxis::atBottom);
    std::vector<Tick> ticks;
    for (const LessonClass::Bin& bin : m_group.bins)
        if (bin.predictions > 0 && bin.place() >= range.lower && bin.place() <= range.upper)
            ticks.push_back({bin.place(), bin.choice.empty() ? preciseWords(bin.place(), m_group.unit, format())
                                                             : ridgepoint::text(bin.choice)});
    const QRectF bounds(axisRect()->outerRect());
    const auto pixelOfTick = [&](std::size_t i) { return pixelOf(ticks[i].value); };
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        // Centred, a label reaches half-way to the next tick and no further than the edge.
        const double before = i == 0 ? 2.0 * (pixelOfTick(i) - bounds.left()) : pixelOfTick(i) - pixelOfTick(i - 1);
        const double after = i + 1 == ticks.size() ? 2.0 * (bounds.right() - pixelOfTick(i))
                                                   : pixelOfTick(i + 1) - pixelOfTick(i);
        ticks[i].label = TextPainter::fitted(ticks[i].label, x.tickLabelFont(),
                                             std::max(0.0, std::min(before, after) - theme().fontPixels));
    }
    return ticks;
}

void ClassChart::fitRanges()
{
    int most = 1;
    for (const LessonClass::Bin& bin : m_group.bins)
        most = std::max(most, bin.predictions);
    axisRect()->axis(QCPAxis::atLeft)->setRange(0.0, most * 1.12); // room for the number over the longest
    const double low = m_group.bins.empty() ? 1.0 : m_group.bins.front().centre;
    const double high = m_group.bins.empty() ? 2.0 : m_group.bins.back().centre;
    // Two octaves at least: a class that agrees is one bar, and no wall.
    const double margin = std::max(std::sqrt(2.0), std::sqrt(4.0 * low / high));
    axisRect()->axis(QCPAxis::atBottom)->setRange(low / margin, high * margin);
}

void ClassChart::layoutPlot()
{
    const int em = theme().fontPixels;
    ChartAxis& x = axisOf(*axisRect(), QCPAxis::atBottom);
    ChartAxis& y = axisOf(*axisRect(), QCPAxis::atLeft);
    x.setLabel(classAxisTitle(m_group));
    y.setLabel(tr("People"));
    const double rows = static_cast<double>(m_devices.size()) * rowHeight() + belowRows * em;
    axisRect()->setMargins(
        QMargins(leftMargin(theme(), format().whole(std::llround(y.range().upper)), true),
                 static_cast<int>(titleHeight() + em * 0.5 + rows), static_cast<int>(em * 1.1),
                 bottomMargin(theme(), true)
                     + static_cast<int>(static_cast<double>(leftOutLines().size()) * em * heightOfLeftOut)));
}

QString ClassChart::rowWordsIn(std::size_t device, double room) const
{
    const Device& its = m_devices[device];
    const QFont font = theme().font(1.0, QFont::Medium);
    const auto fits = [&](const QString& words) { return TextPainter::sizeOf(words, font).width() <= room; };
    const auto fewer = [&](const QString& name) { return rowWords(name, its, m_group, format(), false); };
    if (fits(its.words))
        return its.words;
    if (fits(fewer(its.name)))
        return fewer(its.name);
    const double forName = room - TextPainter::sizeOf(fewer({}), font).width() - 2.0; // parts are rounded apart
    return fewer(TextPainter::fitted(its.name, font, std::max(0.0, forName), Qt::ElideMiddle));
}

std::pair<QString, QString> ClassChart::rowWordsBeside(std::size_t device, double left, double right) const
{
    const Device& its = m_devices[device];
    const QFont font = theme().font(1.0, QFont::Medium);
    const auto widthOf = [&](const QString& words) { return TextPainter::sizeOf(words, font).width(); };
    const bool isRight = right >= std::min(widthOf(its.words), left);
    const double room = isRight ? right : left;
    const QString nameless = namelessWords(its, m_group, format());
    if (widthOf(rowWords(its.name, its, m_group, format(), false)) > room && widthOf(its.name) <= std::max(left, right)
        && widthOf(nameless) <= std::min(left, right))
        return right >= left ? std::pair(nameless, its.name) : std::pair(its.name, nameless);
    const QString words = rowWordsIn(device, room);
    return isRight ? std::pair(QString(), words) : std::pair(words, QString());
}

QString ClassChart::leftOutWords() const
{
    QStringList words;
    if (m_group.unpredicted > 0)
        words << (m_group.unpredicted == 1
                      ? tr("One person made no prediction.")
                      : tr("%1 people made no prediction.").arg(format().whole(m_group.unpredicted)));
    if (m_group.leftOut > 0)
        words << (m_group.isCurves
                      ? tr("Curves that are not drawn, because they do not begin to rise or do so far from all others: "
                           "%1.")
                            .arg(format().whole(m_group.leftOut))
                  : m_group.leftOut == 1
                      ? tr("One number is not drawn: it is not positive, has another unit or is far from all others.")
                      : tr("%1 numbers are not drawn: they are not positive, have another unit or are far from all "
                           "others.")
                            .arg(format().whole(m_group.leftOut)));
    if (m_group.doubted > 0)
        words << (m_group.doubted == 1
                      ? tr("One measurement is not counted, because the roofs of its device do not allow it.")
                      : tr("%1 measurements are not counted, because the roofs of their devices do not allow them.")
                            .arg(format().whole(m_group.doubted)));
    if (m_skippedFiles > 0)
        words << (m_skippedFiles == 1 ? tr("One file of the folder holds no answers.")
                                      : tr("%1 files of the folder hold no answers.")
                                            .arg(format().whole(static_cast<std::int64_t>(m_skippedFiles))));
    return words.join(QLatin1Char(' '));
}

QStringList ClassChart::leftOutLines() const
{
    const QString words = leftOutWords();
    return words.isEmpty() ? QStringList()
                           : TextPainter::broken(words, leftOutFont(), viewport().width() - theme().fontPixels * 2.0);
}

/// Under the axis, in files too: a picture of a class that leaves something out without a word is wrong.
void ClassChart::paintFrame(QCPPainter* painter)
{
    const QStringList lines = leftOutLines();
    const double line = theme().fontPixels * heightOfLeftOut;
    double y = viewport().bottom() - line * (static_cast<double>(lines.size()) - 0.5);
    for (const QString& words : lines) {
        text().draw(*painter, QPointF(viewport().left() + theme().fontPixels, y), words,
                    {.font = leftOutFont(), .color = theme().mutedText});
        y += line;
    }
}

double ClassChart::rowHeight() const { return theme().fontPixels * heightOfRow; }

double ClassChart::middleOfRow(std::size_t device) const
{
    const auto below = static_cast<double>(m_devices.size() - device);
    return area().top() - theme().fontPixels * belowRows - (below - 0.5) * rowHeight();
}

QColor ClassChart::colorOf(std::size_t device) const
{
    constexpr std::size_t slate = 3; // looks like the grey of the others
    return m_devices[device].names.size() > 1 ? theme().mutedText
                                              : seriesColor(theme(), device < slate ? device : device + 1);
}

int ClassChart::peopleOf(std::size_t bin, std::size_t device) const
{
    int people = 0;
    for (const std::string& name : m_devices[device].names)
        if (const auto found = m_group.bins[bin].byDevice.find(name); found != m_group.bins[bin].byDevice.end())
            people += found->second;
    return people;
}

QRectF ClassChart::columnOf(std::size_t bin) const
{
    const std::vector<LessonClass::Bin>& bins = m_group.bins;
    const double place = bins[bin].place();
    double half = halfBin;
    for (std::size_t other = 0; other < bins.size(); ++other) // up to the middle between two bars
        if (other != bin && bins[other].predictions > 0)
            half = std::min(half, std::sqrt(std::max(place / bins[other].place(), bins[other].place() / place)));
    return {QPointF(pixelOf(place / half), area().top()), QPointF(pixelOf(place * half), area().bottom())};
}

QRectF ClassChart::partOf(std::size_t bin, std::size_t device) const
{
    int below = 0;
    for (std::size_t i = 0; i < device; ++i)
        below += peopleOf(bin, i);
    const QCPAxis& y = *axisRect()->axis(QCPAxis::atLeft);
    const QRectF column = columnOf(bin);
    const double inset = column.width() * (1.0 - barShare) / 2.0;
    return {QPointF(column.left() + inset, y.coordToPixel(below + peopleOf(bin, device))),
            QPointF(column.right() - inset, y.coordToPixel(below))};
}

std::optional<QPointF> ClassChart::medianOf(std::size_t device) const
{
    if (m_devices[device].measured.empty())
        return std::nullopt;
    const double x = pixelOf(m_devices[device].median());
    return x >= area().left() && x <= area().right() ? std::optional(QPointF(x, middleOfRow(device))) : std::nullopt;
}

void ClassChart::paintGround(QCPPainter* painter) { painter->fillRect(area(), theme().plot); }

void ClassChart::drawBars(QCPPainter* painter) const
{
    for (std::size_t bin = 0; bin < m_group.bins.size(); ++bin)
        for (std::size_t device = 0; device < m_devices.size(); ++device) {
            const QRectF part = partOf(bin, device).intersected(area());
            if (peopleOf(bin, device) == 0 || part.isEmpty())
                continue;
            QColor fill = colorOf(device);
            fill.setAlpha(theme().dark ? 190 : 165);
            painter->setPen(QPen(theme().plot, 1.0)); // neighbours stay apart
            painter->setBrush(fill);
            painter->drawRect(part);
        }
}

QRectF ClassChart::countPlateOf(std::size_t bin) const
{
    const int people = m_group.bins[bin].predictions;
    const QRectF column = columnOf(bin);
    const double top = partOf(bin, m_devices.size() - 1).top();
    const QSizeF size = TextPainter::sizeOf(format().whole(people), countFont());
    if (people == 0 || !area().contains(QPointF(column.center().x(), top)) || size.width() >= column.width())
        return {};
    const double pad = std::min(theme().fontPixels * 0.2, (column.width() - size.width()) / 2.0);
    const double bottom = top - theme().fontPixels * 0.3;
    return QRectF(QPointF(column.center().x() - size.width() / 2.0 - pad, bottom - size.height()),
                  QPointF(column.center().x() + size.width() / 2.0 + pad, bottom))
        .intersected(area());
}

/// Over the bars and over all lines.
void ClassChart::drawCounts(QCPPainter* painter) const
{
    for (std::size_t bin = 0; bin < m_group.bins.size(); ++bin)
        if (const QRectF plate = countPlateOf(bin); !plate.isEmpty()) {
            painter->fillRect(plate, theme().plot);
            text().draw(*painter, {plate.center().x(), plate.bottom()}, format().whole(m_group.bins[bin].predictions),
                        {.font = countFont(), .color = theme().text, .anchor = Qt::AlignHCenter | Qt::AlignBottom});
        }
}

/// From a device's median through the bars.
void ClassChart::drawMedian(QCPPainter* painter, std::size_t device) const
{
    const auto dot = medianOf(device);
    if (!dot)
        return;
    painter->setPen(QPen(theme().plot, theme().lineWidth * 2.4));
    painter->drawLine(QLineF(dot->x(), area().top(), dot->x(), area().bottom()));
    painter->setPen(QPen(colorOf(device), theme().lineWidth * 1.1, Qt::DashLine));
    painter->drawLine(QLineF(dot->x(), dot->y(), dot->x(), area().bottom()));
}

/// What a device measured: from the least to the most, with a dot at the median, and its words beside it.
void ClassChart::drawRow(QCPPainter* painter, std::size_t device) const
{
    const Device& its = m_devices[device];
    const double em = theme().fontPixels;
    const double y = middleOfRow(device);
    const QColor color = colorOf(device);
    const QRectF bounds = QRectF(axisRect()->outerRect()).adjusted(em * 0.8, 0.0, -em * 0.8, 0.0);
    const QFont font = theme().font(1.0, QFont::Medium);
    const auto clamped = [&](double value) { return std::clamp(pixelOf(value), area().left(), area().right()); };
    if (its.measured.empty()) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->drawRect(QRectF(area().left(), y - em * 0.35, em * 0.7, em * 0.7));
        text().draw(*painter, {area().left() + em * 1.3, y},
                    rowWordsIn(device, area().right() - area().left() - em * 1.3),
                    {.font = font, .color = theme().text});
        return;
    }
    const double low = clamped(its.measured.front());
    const double high = clamped(its.measured.back());
    QColor pale = color;
    pale.setAlpha(theme().dark ? 140 : 110);
    painter->setPen(QPen(pale, em * 0.45, Qt::SolidLine, Qt::RoundCap));
    if (high > low) // of no length it would be a path without a point in a PDF, which readers call broken
        painter->drawLine(QLineF(low, y, high, y));
    if (const auto dot = medianOf(device)) {
        painter->setPen(QPen(theme().markerOutline, theme().thinWidth()));
        painter->setBrush(color);
        painter->drawEllipse(*dot, em * 0.5, em * 0.5);
    }
    const double left = std::max(high, clamped(its.median())) + em * besideDot;
    const double right = std::min(low, clamped(its.median())) - em * besideDot;
    const auto [before, after] = rowWordsBeside(device, right - bounds.left(), bounds.right() - left);
    TextStyle style{.font = font, .color = theme().text, .halo = theme().card};
    text().draw(*painter, {left, y}, after, style);
    style.anchor = Qt::AlignRight | Qt::AlignVCenter;
    text().draw(*painter, {right, y}, before, style);
}

void ClassChart::paintPoints(QCPPainter* painter)
{
    if (isEmpty())
        return;
    drawBars(painter);
    for (std::size_t device = 0; device < m_devices.size(); ++device)
        drawMedian(painter, device);
    for (std::size_t device = 0; device < m_devices.size(); ++device)
        drawRow(painter, device); // over the lines of the rows above
    drawCounts(painter);
}

void ClassChart::paintHover(QCPPainter* painter)
{
    if (!m_chosen)
        return;
    painter->setPen(QPen(theme().accent, theme().lineWidth));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(columnOf(*m_chosen).intersected(area()));
}

bool ClassChart::hasSampleInView(std::size_t) const
{
    for (std::size_t bin = 0; bin < m_group.bins.size(); ++bin)
        if (const QRectF bar(partOf(bin, m_devices.size() - 1).topLeft(), partOf(bin, 0).bottomRight());
            m_group.bins[bin].predictions > 0 && bar.intersects(area()))
            return true;
    return false;
}

std::optional<std::size_t> ClassChart::binAt(QPointF pixel) const
{
    for (const bool hasBar : {true, false})
        for (std::size_t bin = 0; bin < m_group.bins.size() && area().contains(pixel); ++bin)
            if ((m_group.bins[bin].predictions > 0) == hasBar && columnOf(bin).contains(pixel))
                return bin;
    return std::nullopt;
}

std::optional<Readout> ClassChart::readoutAt(QPointF mouse) const
{
    const auto bin = binAt(mouse);
    return bin ? std::optional(Readout{mouse, wordsOf(*bin)}) : std::nullopt;
}

QStringList ClassChart::wordsOf(std::size_t bin) const
{
    const LessonClass::Bin& its = m_group.bins[bin];
    const auto words = [&](double value) { return preciseWords(value, m_group.unit, format()); };
    const QString value = its.predictions > 0 && its.least == its.most
                            ? words(its.least)
                            : tr("%1 to %2").arg(words(its.centre / halfBin), words(its.centre * halfBin));
    QStringList lines{its.choice.empty() ? value : tr("%1 (%2)").arg(ridgepoint::text(its.choice), value),
                      its.predictions == 1 ? tr("predicted by one person")
                                           : tr("predicted by %1 people").arg(format().whole(its.predictions))};
    for (std::size_t device = 0; device < m_devices.size(); ++device)
        if (const int people = peopleOf(bin, device); people > 0 && m_devices.size() > 1)
            lines << tr("%1 with %2")
                         .arg(format().whole(people),
                              m_devices[device].names.size() == 1 ? m_devices[device].name : tr("other devices"));
    if (its.measurements > 0 && m_group.isByRoofs)
        lines << (its.measurements == 1
                      ? tr("by the roofs of one person's device")
                      : tr("by the roofs of %1 people's devices").arg(format().whole(its.measurements)));
    else if (its.measurements > 0)
        lines << (its.measurements == 1 ? tr("measured by one person")
                                        : tr("measured by %1 people").arg(format().whole(its.measurements)));
    return lines;
}

void ClassChart::choose(std::optional<std::size_t> bin)
{
    m_chosen = bin;
    replotHover();
    updateAccessibleText();
}

void ClassChart::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = event->position();
    ChartWidget::mousePressEvent(event);
}

void ClassChart::mouseReleaseEvent(QMouseEvent* event)
{
    ChartWidget::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton && QLineF(m_pressedAt, event->position()).length() < clickTolerance)
        choose(binAt(event->position()));
}

void ClassChart::keyPressEvent(QKeyEvent* event)
{
    const bool isBack = event->key() == Qt::Key_Left;
    if ((isBack || event->key() == Qt::Key_Right) && !isEmpty()) {
        const std::size_t last = m_group.bins.size() - 1;
        choose(!m_chosen ? (isBack ? last : 0)
               : isBack  ? *m_chosen - (*m_chosen > 0 ? 1 : 0)
                         : std::min(last, *m_chosen + 1));
        return;
    }
    if (event->key() == Qt::Key_Escape && m_chosen)
        return choose(std::nullopt);
    ChartWidget::keyPressEvent(event);
}

QString ClassChart::chosenWords() const { return m_chosen ? wordsOf(*m_chosen).join(QStringLiteral(", ")) : QString(); }

QString ClassChart::countWords() const
{
    QStringList parts{noteOf(m_group, format())};
    for (const Device& device : m_devices)
        parts << device.words;
    if (const QString words = leftOutWords(); !words.isEmpty())
        parts << words;
    return parts.join(QStringLiteral(". "));
}

QString ClassChart::guideWords() const
{
    return tr("The left and right arrow keys select predictions of one size, and Export writes every number as CSV");
}

std::string ClassChart::dataCsv() const
{
    CsvWriter csv("lesson,what,device,value,low,high,unit,people");
    for (const LessonClass::Bin& bin : m_group.bins)
        for (const auto& [device, people] : bin.byDevice) {
            const bool isOneValue = bin.least == bin.most;
            csv.add(m_group.lesson).add("predicted").add(device).add(bin.place());
            csv.add(isOneValue ? bin.least : bin.centre / halfBin);
            csv.add(isOneValue ? bin.most : bin.centre * halfBin).add(m_group.unit).add(people);
            csv.endLine();
        }
    for (const auto& [device, values] : m_group.measured)
        for (const double value : values) {
            csv.add(m_group.lesson).add(m_group.isByRoofs ? "by roofs" : "measured").add(device).add(value);
            csv.add(value).add(value).add(m_group.unit).add(1);
            csv.endLine();
        }
    return csv.text();
}

std::unique_ptr<ChartWidget> ClassChart::duplicate() const
{
    auto copy = std::make_unique<ClassChart>();
    copy->m_group = m_group;
    copy->m_devices = m_devices;
    copy->m_skippedFiles = m_skippedFiles;
    copy->m_chosen = m_chosen;
    copyTo(*copy);
    return copy;
}

QString noteOf(const LessonClass& group, const Format& format)
{
    const QString predictions = group.predictions == 1
                                  ? ClassChart::tr("One prediction")
                                  : ClassChart::tr("%1 predictions").arg(format.whole(group.predictions));
    return group.measured.empty() ? predictions
                                  : ClassChart::tr("%1, %2 of them %3")
                                        .arg(predictions, format.whole(group.near), catalogueWords(nearWords(group)));
}

QString captionOf(const LessonClass& group, const Format& format)
{
    return (group.isByRoofs
                ? ClassChart::tr("Predictions of a class in the lesson “%1” (bars: people for each half octave, by "
                                 "device) under what the roofs of their devices say (dots: medians, lines: from the "
                                 "least to the most): %2.")
                : ClassChart::tr("Predictions of a class in the lesson “%1” (bars: people for each half octave, by "
                                 "device) under what their devices measured (dots: medians, lines: from the least to "
                                 "the most): %2."))
        .arg(text(group.title.empty() ? group.lesson : group.title), noteOf(group, format));
}

} // namespace ridgepoint
