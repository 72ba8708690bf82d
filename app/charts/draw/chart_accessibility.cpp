// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/chart_accessibility.h"

#include "app/charts/draw/chart_widget.h"

#include <QAccessibleWidget>

#include <array>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int betweenActions = 100; ///< milliseconds
constexpr int betweenData = 1000;

const ChartSpeech* speechOf(const ChartWidget& chart) { return dynamic_cast<const ChartSpeech*>(&chart); }

/// A chart as assistive programs see it. Its value is the place of the chosen point among those shown, with the point's
/// sentence as the value's text.
class ChartAccessible : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit ChartAccessible(ChartWidget* chart) : QAccessibleWidget(chart, QAccessible::Chart), m_chart(chart) {}

    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        switch (kind) {
        case QAccessible::Name: return m_chart->accessibleName();
        case QAccessible::Description: return m_chart->accessibility().spokenWords();
        case QAccessible::Value: return m_chart->accessibility().selectionWords();
        default: return QAccessibleWidget::text(kind);
        }
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ValueInterface ? static_cast<QAccessibleValueInterface*>(this)
                                                   : QAccessibleWidget::interface_cast(type);
    }
    [[nodiscard]] QVariant currentValue() const override { return m_chart->accessibility().selectionPlace(); }
    /// A point is chosen by the arrow keys or in the data table.
    void setCurrentValue(const QVariant&) override {}
    [[nodiscard]] QVariant minimumValue() const override { return 0; }
    [[nodiscard]] QVariant maximumValue() const override
    {
        const ChartSpeech* speech = speechOf(*m_chart);
        return speech != nullptr ? speech->placesToChoose() : static_cast<int>(m_chart->places().shownPoints().size());
    }
    [[nodiscard]] QVariant minimumStepSize() const override { return 1; }

private:
    ChartWidget* m_chart;
};

QAccessibleInterface* accessibleChart(const QString&, QObject* object)
{
    auto* chart = qobject_cast<ChartWidget*>(object);
    return chart == nullptr ? nullptr : new ChartAccessible(chart);
}

} // namespace

void installChartAccessibility() { QAccessible::installFactory(accessibleChart); }

ChartAccessibility::ChartAccessibility(ChartWidget& chart) : QObject(&chart), m_chart(chart)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &ChartAccessibility::tell);
}

void ChartAccessibility::userActed()
{
    m_actionWaits = true;
    tellLater(m_toldAction, betweenActions);
}

void ChartAccessibility::dataChanged() { tellLater(m_toldData, betweenData); }

void ChartAccessibility::tellLater(const QElapsedTimer& since, int between)
{
    const qint64 wait = since.isValid() ? between - since.elapsed() : 0;
    if (wait <= 0)
        tell();
    else if (!m_timer.isActive() || m_timer.remainingTime() > wait)
        m_timer.start(static_cast<int>(wait));
}

void ChartAccessibility::tell()
{
    m_timer.stop();
    m_toldData.start();
    if (std::exchange(m_actionWaits, false))
        m_toldAction.start();
    if (const QString words = spokenWords(); words != m_chart.accessibleDescription())
        m_chart.setAccessibleDescription(words); // tells that the description changed
    const QString value = selectionWords();
    if (value == std::exchange(m_value, value))
        return;
    QAccessibleValueChangeEvent event(&m_chart, value);
    QAccessible::updateAccessibility(&event);
    emit valueTold(value);
}

QString ChartAccessibility::selectionWords() const
{
    if (const ChartSpeech* speech = speechOf(m_chart))
        return speech->chosenWords();
    return m_chart.input().selected && showsResults(m_chart.input().concealed)
             ? m_chart.places().describe(*m_chart.input().selected).join(QStringLiteral(", "))
             : QString();
}

int ChartAccessibility::selectionPlace() const
{
    if (const ChartSpeech* speech = speechOf(m_chart))
        return speech->chosenPlace();
    if (!m_chart.input().selected || !showsResults(m_chart.input().concealed))
        return 0;
    const std::vector<ChartPoint> points = m_chart.places().shownPoints();
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].workload == *m_chart.input().selected)
            return static_cast<int>(i) + 1;
    return 0;
}

QString ChartAccessibility::contentWords() const
{
    if (const ChartSpeech* speech = speechOf(m_chart))
        return speech->countWords();
    int measured = 0;
    int others = 0;
    std::array<int, 4> regimes{};
    for (const ChartPoint& point : m_chart.places().shownPoints()) {
        if (point.provenance != Provenance::Measured || point.interpolated()) {
            ++others;
            continue;
        }
        ++measured;
        if (point.regime)
            ++regimes[static_cast<std::size_t>(*point.regime)];
    }
    QStringList parts{measured == 1 ? tr("One measured point")
                                    : tr("%1 measured points").arg(m_chart.m_format.whole(measured))};
    for (const Regime regime : {Regime::Memory, Regime::Compute, Regime::Overhead, Regime::UnderFilled})
        if (const int count = regimes[static_cast<std::size_t>(regime)]; count > 0)
            parts << tr("%1 %2").arg(m_chart.m_format.whole(count), regimeWord(regime));
    if (others > 0)
        parts << tr("%1 not measured").arg(m_chart.m_format.whole(others));
    return parts.join(QStringLiteral(", "));
}

QStringList ChartAccessibility::outOfViewSentences() const
{
    QStringList sentences;
    const auto rects = m_chart.plots();
    for (std::size_t plot = 0; plot < rects.size(); ++plot)
        if (QString words = m_chart.outOfViewWords(plot); !words.isEmpty()) {
            words.chop(1);
            sentences << (rects.size() > 1
                              ? tr("%1: %2").arg(axisOf(*rects[plot], QCPAxis::atLeft).meaning().name(), words)
                              : words);
        }
    return sentences;
}

QString ChartAccessibility::spokenWords() const
{
    if (!showsResults(m_chart.input().concealed)) {
        const QString hidden = tr("The results are hidden until you have guessed them.");
        return m_chart.input().asked ? tr("%1 %2").arg(hidden, m_chart.input().asked->words) : hidden;
    }
    QString missing = m_chart.missingWords();
    if (m_chart.isEmpty() && selectionWords().isEmpty())
        return missing.isEmpty() ? m_chart.input().emptyText : missing;
    QStringList sentences;
    if (const QString selection = selectionWords(); !selection.isEmpty())
        sentences << selection;
    if (missing.endsWith(QLatin1Char('.')))
        missing.chop(1);
    if (!missing.isEmpty())
        sentences << missing;
    sentences << outOfViewSentences();
    sentences << (m_chart.watermark().isEmpty() ? contentWords()
                                                : tr("%1: %2").arg(m_chart.watermark(), contentWords()));
    QStringList across;
    QStringList up;
    for (const QCPAxisRect* rect : m_chart.shownPlots())
        for (const auto type : {QCPAxis::atBottom, QCPAxis::atLeft}) {
            QStringList& names = type == QCPAxis::atBottom ? across : up;
            if (const QString name = axisOf(*rect, type).meaning().name(); !name.isEmpty() && !names.contains(name))
                names << name;
        }
    if (!across.isEmpty()) // rows of names have no axis upwards
        sentences
            << (up.isEmpty()
                    ? tr("Across: %1").arg(across.join(QStringLiteral(", ")))
                    : tr("Across: %1; up: %2").arg(across.join(QStringLiteral(", ")), up.join(QStringLiteral(", "))));
    const ChartSpeech* speech = speechOf(m_chart);
    sentences
        << (speech != nullptr
                ? speech->guideWords()
                : tr("Arrow keys move the selection; the data table (Ctrl+T) lists every point in words and numbers."));
    return sentences.join(QStringLiteral(". "));
}

} // namespace ridgepoint
