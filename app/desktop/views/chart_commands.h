// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMenu;

namespace ridgepoint {

class ChartArea;
class ChartWidget;
class ExploreActions;
class FileCommands;
class LinkedViews;
class SampleTable;

/// What can be done with one chart: copy and export it, type and lock its axes; by the menu, by keys and by its
/// context menu.
class ChartCommands : public QObject {
    Q_OBJECT

public:
    ChartCommands(ChartArea& charts, SampleTable& table, LinkedViews& links, FileCommands& files,
                  ExploreActions& actions, QObject* parent);

    /// Puts on the clipboard what has the focus: the chart as picture and numbers, else the rows selected in the table.
    void copy();
    /// Asks how to export what the user looks at: the chart used last, or the data table.
    void exportShown();

signals:
    /// What came of a command, in words.
    void told(const QString& words);

private:
    void copyRows();
    void copyPicture(ChartWidget& chart);
    void copyNumbers(const ChartWidget& chart);
    /// The sentence that a paper can print under the chart.
    void copyCaption(const ChartWidget& chart);
    [[nodiscard]] QString titleOf(const ChartWidget& chart) const;
    void openMenu(ChartWidget& chart, const QPoint& globalPlace);

    ChartArea& m_charts;
    SampleTable& m_table;
    LinkedViews& m_links;
    FileCommands& m_files;
    ExploreActions& m_actions;
};

} // namespace ridgepoint
