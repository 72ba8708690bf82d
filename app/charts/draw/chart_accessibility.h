// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTimer>

namespace ridgepoint {

class ChartWidget;

/// What a chart says itself that draws no samples of the cube: a ChartWidget that is one of these too speaks its words.
class ChartSpeech {
public:
    virtual ~ChartSpeech() = default;
    /// The chosen place in words; empty for none.
    [[nodiscard]] virtual QString chosenWords() const = 0;
    /// Its place among all there are, from 1; 0 for none.
    [[nodiscard]] virtual int chosenPlace() const = 0;
    [[nodiscard]] virtual int placesToChoose() const = 0;
    /// What there is, counted.
    [[nodiscard]] virtual QString countWords() const = 0;
    /// How one goes on without seeing it.
    [[nodiscard]] virtual QString guideWords() const = 0;
};

/// Tells assistive programs when what a chart says in words has changed: a chosen point at once, unless the last was
/// told a tenth of a second ago, and arriving samples once a second, so that a running measurement does not talk over
/// the person. The latest words are always told in the end.
class ChartAccessibility : public QObject {
    Q_OBJECT
public:
    explicit ChartAccessibility(ChartWidget& chart);

    /// The user did something: chose a point, dragged a roof.
    void userActed();
    void dataChanged();

    /// What the chart shows: the chosen point, how many points there are in which regime, what is missing, and what the
    /// axes are. Its first sentence is `selectionWords`.
    [[nodiscard]] QString spokenWords() const;
    /// The chosen point's sentence; empty where the chart does not show it.
    [[nodiscard]] QString selectionWords() const;
    /// The place of the chosen point among ChartPlaces::shownPoints, from 1; 0 for none.
    [[nodiscard]] int selectionPlace() const;

signals:
    /// Another point is chosen, and assistive programs have been told so in these words.
    void valueTold(const QString& words);

private:
    void tellLater(const QElapsedTimer& since, int between);
    void tell();
    [[nodiscard]] QString contentWords() const;
    [[nodiscard]] QStringList outOfViewSentences() const;

    ChartWidget& m_chart;
    QTimer m_timer;
    QElapsedTimer m_toldAction;
    QElapsedTimer m_toldData;
    bool m_actionWaits = false;
    QString m_value;
};

/// Teaches Qt's accessibility the charts; once is enough, more does no harm.
void installChartAccessibility();

} // namespace ridgepoint
