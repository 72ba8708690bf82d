// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/experiment_key.h"

#include "app/charts/draw/markers.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <set>

namespace ridgepoint {
namespace {

using Row = ExperimentKey::Row;

/// Of the plot's width, at most, before a name is cut.
constexpr double mostOfWidth = 0.6;
double lineOf(const Theme& theme) { return theme.fontPixels * 1.5; }
double indentOf(const Theme& theme) { return theme.markerSize * 1.8; }
/// What an entry of a key in the title's line takes beside its words.
double entryOf(const Theme& theme) { return indentOf(theme) + theme.fontPixels * 1.4; }
/// Of the plot's height, before a key inside it has two columns.
constexpr double mostOfHeight = 0.4;
/// More cannot be told apart by colour; the readout at the mouse names the others.
constexpr std::size_t mostRows = 24;

/// What a key of bars takes for a sign, and a plot of bars for its margins beside the title, in heights of the text.
constexpr double barSignWidth = 2.1;
constexpr double besidePlot = 4.0;
/// What the lines of such a key leave free at both sides.
constexpr double besideBarKey = 2.6;
/// And a plot with an axis at its left.
constexpr double besideAxis = 6.5;
/// Of a key above its plot, or so much of the height that the plot has; a longer one stands in the corner that hides
/// least.
constexpr std::size_t mostKeyLines = 2;
constexpr double mostOfPlot = 0.25;
double barEntryWidth(const QString& words, const Theme& theme)
{
    return TextPainter::sizeOf(words, theme.font(0.92)).width() + barSignWidth * theme.fontPixels;
}

double rowWidth(const Row& row, const Theme& theme, double most)
{
    return std::min(most, TextPainter::sizeOf(row.words, theme.font(0.92)).width()) + entryOf(theme);
}
double widthOfAll(const std::vector<Row>& rows, const Theme& theme, double most)
{
    double width = 0.0;
    for (const Row& row : rows)
        width += rowWidth(row, theme, most);
    return width;
}
QString cutWords() { return tr("interval goes on"); }

QString provenanceWords(Provenance provenance) { return catalogueWords(std::string(nameOf(provenance))); }

/// A row a measured series; what was said of the same names shares one row for each origin, because the colour tells
/// whose it is, and what has a name of its own has a row of its own.
template <class ColorOf>
std::vector<Row> rowsOf(const std::vector<ExperimentSeries>& all, const Theme& theme, ColorOf colorOf)
{
    std::set<SeriesName> measured;
    for (const ExperimentSeries& one : all)
        if (one.provenance == Provenance::Measured)
            measured.insert(one.name);
    std::vector<Row> rows;
    std::vector<Row> shared;
    std::size_t left = 0;
    for (auto series = all.rbegin(); series != all.rend(); ++series) {
        const bool isOfMeasured = series->provenance != Provenance::Measured && measured.contains(series->name);
        if (!isOfMeasured && rows.size() >= mostRows) {
            ++left;
        } else if (!isOfMeasured) {
            const QString words = seriesWords(series->name, series->provenance);
            rows.push_back({series->alike.empty() ? words : tr("%1, as %2").arg(words, catalogueWords(series->alike)),
                            series->provenance, colorOf(series->name)});
        } else if (std::none_of(shared.begin(), shared.end(),
                                [&](const Row& row) { return row.provenance == series->provenance; })) {
            shared.push_back({provenanceWords(series->provenance), series->provenance, theme.mutedText});
        }
    }
    rows.insert(rows.end(), shared.begin(), shared.end());
    if (left > 0)
        rows.push_back({tr("and %1 more").arg(Format().whole(static_cast<std::int64_t>(left))), Provenance::Measured,
                        theme.mutedText});
    return rows;
}

} // namespace

std::vector<ExperimentKey::Row> ExperimentKey::rows() const
{
    std::vector<Row> all = rowsOf(m_data.series, theme(), [&](const SeriesName& name) { return colorOf(name); });
    const auto isMoved = [](const ExperimentPoint& point) { return point.movedX.has_value(); };
    if (m_data.kind == ExperimentChartKind::Roofline
        && std::ranges::any_of(
            m_data.series, [&](const ExperimentSeries& series) { return std::ranges::any_of(series.points, isMoved); }))
        all.push_back({.words = tr("by the bytes that its kernel moves"), .color = theme().mutedText, .isMoved = true});
    if (m_data.cutsIntervals)
        all.push_back({cutWords(), Provenance::Measured, theme().mutedText, true});
    return all;
}

ExperimentKey::Placed ExperimentKey::placed() const
{
    Placed key{.rows = rows()};
    if (key.rows.empty())
        return key;
    if (const double above = height(); above > 0.0) {
        key.starts = startsAbove(key.rows);
        key.mostWords = mostWordsAbove();
        double longest = 0.0;
        double line = 0.0;
        for (std::size_t i = 0; i < key.rows.size(); ++i) {
            line = std::ranges::find(key.starts, i) != key.starts.end() ? 0.0 : line;
            line += rowWidth(key.rows[i], theme(), key.mostWords);
            longest = std::max(longest, line);
        }
        // Under the title; a line that is longer than the plot begins above the labels of its axis.
        const QRectF whole(m_rect.outerRect());
        const double left = std::max(whole.left(), std::min(area().left(), whole.right() - longest));
        key.rect = QRectF(left, area().top() - theme().fontPixels * 0.45 - above, longest, above);
        key.columns = key.rows.size();
        key.inTitle = true;
        return key;
    }
    const QFont font = theme().font(0.92);
    const double most = area().width() * mostOfWidth;
    double widest = 0.0;
    for (const Row& row : key.rows)
        widest = std::max(widest, std::min(most, TextPainter::sizeOf(row.words, font).width()));
    const double together = widthOfAll(key.rows, theme(), most);
    // At the right of the title, where it hides nothing, if there is room for all of it.
    const QString title = catalogueWords(m_data.plot.title);
    const double right = area().right();
    if (area().left() + TextPainter::sizeOf(title, theme().font(1.0, QFont::DemiBold)).width() + theme().fontPixels
            + together
        < right)
        return {.rows = key.rows,
                .rect = QRectF(right - together, area().top() - theme().fontPixels * 1.2 - lineOf(theme()) / 2.0,
                               together, lineOf(theme())),
                .columns = key.rows.size(),
                .inTitle = true,
                .mostWords = most,
                .starts = {0}};

    // Else inside: in two columns where one would take much of the height.
    const double column = theme().fontPixels * 1.6 + indentOf(theme()) + widest;
    const bool isTall = lineOf(theme()) * static_cast<double>(key.rows.size()) > area().height() * mostOfHeight;
    const std::size_t columns = isTall && key.rows.size() > 1 && 2.0 * column < area().width() ? 2 : 1;
    const QSizeF size(column * static_cast<double>(columns),
                      lineOf(theme())
                          * (std::ceil(static_cast<double>(key.rows.size()) / static_cast<double>(columns)) + 0.4));
    // The corner that hides the fewest numbers; the upper left one where none does better.
    const QRectF inside = area().adjusted(2, 2, -2, -2);
    const std::array corners{QRectF(inside.topLeft(), size),
                             QRectF(QPointF(inside.right() - size.width(), inside.bottom() - size.height()), size),
                             QRectF(QPointF(inside.right() - size.width(), inside.top()), size),
                             QRectF(QPointF(inside.left(), inside.bottom() - size.height()), size)};
    const auto hidden = [&](const QRectF& corner) {
        std::ptrdiff_t count = 0;
        const QRectF reach = corner.adjusted(-theme().markerSize, -theme().markerSize, theme().markerSize,
                                             theme().markerSize);
        for (const ExperimentSeries& series : m_data.series)
            count += std::count_if(series.points.begin(), series.points.end(),
                                   [&](const ExperimentPoint& point) { return reach.contains(pixelOf(point)); });
        return count;
    };
    return {.rows = key.rows,
            .rect = *std::min_element(corners.begin(), corners.end(),
                                      [&](const QRectF& a, const QRectF& b) { return hidden(a) < hidden(b); }),
            .columns = columns,
            .mostWords = most};
}

void ExperimentKey::draw(QCPPainter* painter, const Placed& key) const
{
    const std::vector<Row>& rows = key.rows;
    const QFont font = theme().font(0.92);
    const std::size_t lines = key.columns == 0 ? 0 : (rows.size() + key.columns - 1) / key.columns;
    QPointF place(key.rect.left() + theme().fontPixels,
                  key.rect.top() + lineOf(theme()) * (key.inTitle ? 0.5 : 0.7)); // the first sign
    const double top = place.y();
    if (!key.inTitle && !rows.empty()) { // what lies under it stays visible, but does not strike its words out
        QColor ground = theme().plot;
        ground.setAlphaF(0.85F);
        painter->fillRect(key.rect, ground);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const QString words = TextPainter::fitted(rows[i].words, font, key.mostWords,
                                                  Qt::ElideMiddle); // how series differ stands at either end of a name
        if (rows[i].isCut)
            drawCut(painter, place + QPointF(0, theme().fontPixels * 0.25), {0, 1}, rows[i].color);
        else if (rows[i].isMoved)
            drawMovedSign(painter, place, rows[i].color);
        else
            drawSeriesSign(*painter, place, theme(), rows[i].provenance, rows[i].color);
        text().draw(*painter, place + QPointF(indentOf(theme()), 0), words,
                    {.font = font, .color = theme().text, .halo = theme().plot});
        if (key.inTitle && std::ranges::find(key.starts, i + 1) != key.starts.end())
            place = {key.rect.left() + theme().fontPixels, place.y() + lineOf(theme())};
        else if (key.inTitle)
            place.rx() += TextPainter::sizeOf(words, font).width() + entryOf(theme());
        else if ((i + 1) % lines != 0)
            place.ry() += lineOf(theme());
        else
            place = {place.x() + key.rect.width() / static_cast<double>(key.columns), top};
    }
}

/// The small circle with its tail, as beside a dot.
void ExperimentKey::drawMovedSign(QCPPainter* painter, QPointF place, const QColor& color) const
{
    const double radius = theme().markerSize * movedOverMarkers;
    painter->setPen(QPen(color, theme().thinWidth()));
    painter->drawLine(QLineF(place, place + QPointF(theme().markerSize, 0.0)));
    painter->setBrush(theme().plot);
    painter->drawEllipse(place, radius, radius);
}

std::vector<ExperimentKey::BarEntry> ExperimentKey::barEntries() const
{
    constexpr std::size_t mostEntries = 12;
    bool hasPrediction = false;
    std::vector<std::pair<SeriesName, Provenance>> names; // the surest of each
    for (const ExperimentSeries& series : m_data.series) {
        hasPrediction = hasPrediction || series.provenance == Provenance::Predicted;
        if (series.provenance == Provenance::Predicted)
            continue;
        const auto known = std::find_if(names.begin(), names.end(),
                                        [&](const auto& name) { return name.first == series.name; });
        if (known != names.end())
            known->second = std::min(known->second, series.provenance);
        else if (names.size() < mostEntries)
            names.emplace_back(series.name, series.provenance);
    }
    if (m_data.plot.isStacked)
        return entriesOfStacks();
    // Measured bars alone need no key; outlined ones do, which before a run stand alone, and so does a dashed line.
    const bool isOurs = names.size() == 1 && names.front().second == Provenance::Measured;
    std::vector<BarEntry> entries;
    for (std::size_t i = 0; i < names.size() && !isOurs; ++i)
        entries.push_back(
            {m_data.plot.isBySeries ? catalogueWords(names[i].first) : seriesWords(names[i].first, names[i].second),
             colorOf(names[i].first), !m_data.plot.isBySeries && names[i].second != Provenance::Measured});
    if (hasPrediction)
        entries.push_back({provenanceWords(Provenance::Predicted), QColor(), false});
    if (m_data.cutsIntervals)
        entries.push_back({cutWords(), theme().text, false, true});
    return entries;
}

std::vector<ExperimentKey::BarEntry> ExperimentKey::entriesOfStacks() const
{
    std::vector<BarEntry> entries;
    QStringList said;
    for (const ExperimentSeries& series : m_data.series) {
        if (const QString origin = provenanceWords(series.provenance);
            series.provenance != Provenance::Measured && !said.contains(origin))
            said << origin;
        const QString words = catalogueWords(series.name);
        if (std::none_of(entries.begin(), entries.end(), [&](const BarEntry& entry) { return entry.words == words; }))
            entries.push_back({words, colorOf(series.name), false});
    }
    if (!said.isEmpty())
        entries.push_back({said.join(tr(", ")), theme().mutedText, true});
    return entries;
}

double ExperimentKey::height() const
{
    if (hasTime())
        return 0.0;
    const double title =
        TextPainter::sizeOf(catalogueWords(m_data.plot.title), theme().font(1.0, QFont::DemiBold)).width();
    if (hasBars()) {
        const double room = width() - theme().fontPixels * besidePlot;
        const std::vector<std::vector<BarEntry>> lines = barLines();
        double needed = title;
        for (const std::vector<BarEntry>& line : lines)
            for (const BarEntry& entry : line)
                needed += barEntryWidth(entry.words, theme());
        return needed < room ? 0.0 : lineOf(theme()) * static_cast<double>(lines.size());
    }
    // As wide as the plot, or less: what is left between title and right end there.
    const std::vector<Row> rows = this->rows();
    const double beside = width() - theme().fontPixels * besideAxis;
    if (rows.empty() || title + theme().fontPixels + widthOfAll(rows, theme(), beside) < beside)
        return 0.0;
    const std::size_t lines = startsAbove(rows).size();
    const double above = lineOf(theme()) * static_cast<double>(lines);
    const QCustomPlot& picture = *m_rect.parentPlot();
    const double most = mostOfPlot * picture.viewport().height() / std::max(1, picture.plotLayout()->rowCount());
    return lines <= mostKeyLines || above <= most ? above : 0.0;
}

double ExperimentKey::mostWordsAbove() const
{
    return std::max(1.0, width() - theme().fontPixels * 1.2 - entryOf(theme()));
}

std::vector<std::size_t> ExperimentKey::startsAbove(const std::vector<Row>& rows) const
{
    const double room = width() - theme().fontPixels * besideAxis;
    std::vector<std::size_t> starts;
    double x = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double needed = rowWidth(rows[i], theme(), mostWordsAbove());
        if (i == 0 || x + needed > room) {
            starts.push_back(i);
            x = 0.0;
        }
        x += needed;
    }
    return starts;
}

std::vector<std::vector<ExperimentKey::BarEntry>> ExperimentKey::barLines() const
{
    const double room = width() - theme().fontPixels * besideBarKey;
    std::vector<std::vector<BarEntry>> lines;
    double x = 0.0;
    for (const BarEntry& entry : barEntries()) {
        const double needed = barEntryWidth(entry.words, theme());
        if (lines.empty() || (x + needed > room && lines.size() < mostKeyLines)) {
            lines.emplace_back();
            x = 0.0;
        }
        lines.back().push_back(entry);
        x += needed;
    }
    return lines;
}

void ExperimentKey::drawOfBars(QCPPainter* painter) const
{
    const double em = theme().fontPixels;
    const std::vector<std::vector<BarEntry>> lines = barLines();
    const double start = m_rect.outerRect().left() + em * 0.8;
    const double end = start + width() - em * besideBarKey; // values may stand right of the plot
    double y = area().top() - em * 1.2 - lineOf(theme()) * (static_cast<double>(lines.size()) - 1.0);
    for (const std::vector<BarEntry>& line : lines) {
        double all = 0.0;
        for (const BarEntry& entry : line)
            all += barEntryWidth(entry.words, theme());
        double x = std::max(start,
                            end - all); // from the right; where there is too much of it, what does not fit is cut
        for (const BarEntry& entry : line) {
            const double room = end - x - barSignWidth * em;
            if (room < em * 2.0)
                break;
            drawBarSign(painter, entry, {x + em * 1.2, y});
            x += barSignWidth * em;
            const QString words = TextPainter::fitted(entry.words, theme().font(0.92), room + 1.0, Qt::ElideMiddle);
            text().draw(*painter, {x, y}, words, {.font = theme().font(0.92), .color = theme().mutedText});
            x += TextPainter::sizeOf(entry.words, theme().font(0.92)).width();
        }
        y += lineOf(theme());
    }
}

void ExperimentKey::drawBarSign(QCPPainter* painter, const BarEntry& entry, QPointF sign) const
{
    const double em = theme().fontPixels;
    if (entry.isCut) {
        drawCut(painter, sign + QPointF(em * 0.3, 0.0), {1, 0}, entry.color);
    } else if (entry.color.isValid() && hasDots()) {
        painter->setPen(entry.isOutlined ? QPen(theme().mutedText, theme().lineWidth) : QPen(Qt::NoPen));
        painter->setBrush(entry.isOutlined ? theme().plot : entry.color);
        painter->drawEllipse(sign, em * 0.35, em * 0.35);
    } else if (entry.color.isValid()) {
        const QRectF swatch(sign.x() - em * 0.4, sign.y() - em * 0.35, em * 0.8, em * 0.7);
        painter->setPen(QPen(theme().mutedText, std::max(1.2, theme().thinWidth()), Qt::DashDotLine));
        painter->setBrush(Qt::NoBrush);
        if (entry.isOutlined)
            painter->drawRect(swatch);
        else
            painter->fillRect(swatch, entry.color);
    } else {
        painter->setPen(QPen(theme().text, theme().lineWidth, Qt::DashLine));
        painter->drawLine(QLineF(sign.x(), sign.y() - em * 0.6, sign.x(), sign.y() + em * 0.6));
    }
}

} // namespace ridgepoint
