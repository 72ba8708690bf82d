// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/report.h"
#include "app/desktop/base/task_thread.h"
#include "app/desktop/session/session_store.h"
#include "app/desktop/session/snapshot_feed.h"

#include <QObject>

#include <functional>
#include <optional>
#include <utility>

class QWidget;

namespace ridgepoint {

class ChartArea;
class ChartWidget;
class SampleTable;
enum class ExportWhat;
struct ExportOptions;

/// The commands of the File menu: asks where, and lets the store or a chart do it.
class FileCommands : public QObject {
    Q_OBJECT

public:
    /// `feed` is what the charts show, also while the picture is locked. `tried` tells of the lever that was tried, for
    /// reports.
    FileCommands(QWidget* window, SessionStore& store, LiveSession& session, SnapshotFeed& feed, ChartArea& charts,
                 std::function<std::optional<TriedLever>()> tried);

    /// Exports can then be of the rows that its filter leaves.
    void setTable(const SampleTable& table) { m_table = &table; }

    /// Reports then say what the user guessed before an experiment.
    void setGuesses(std::function<std::optional<Guess>(const ExperimentResult&)> guesses)
    {
        m_guesses = std::move(guesses);
    }

    void open();
    void save();
    void saveAs();
    /// Asks what, where and how; proposes the chart that was exported just before, else the one that the user looks at,
    /// or where that is null, which stands for the data table, the samples that its filter leaves or all. Without a
    /// sweep it proposes the report.
    void exportShown(const ChartWidget* shown);
    /// The user has gone on to a chart: the next export proposes that one.
    void forgetExported() { m_exported.reset(); }
    /// The same with the lab report proposed.
    void exportReport();
    /// Writes what the dialog asked for, without asking more.
    void exportTo(ExportWhat what, const QString& path, const ExportOptions& options, const ReportParts& parts = {});

    /// The chart of the window that this is of; null where it is of none.
    [[nodiscard]] ChartWidget* chartOf(ExportWhat what) const;
    /// Title, note and caption of a chart of the window, for a picture of it.
    [[nodiscard]] ExportOptions titlesOf(const ChartWidget& chart) const;

signals:
    void done(const QString& path);
    /// What was written was a lab report.
    void reported();
    void failed(const ridgepoint::Error& error);
    /// What came of a command, in words.
    void told(const QString& words);
    /// The dialogs of an export cover the window, or are gone again, after what came of them was told.
    void asking(bool open);

private:
    void ask(ExportWhat first);
    [[nodiscard]] ExportOptions titled(ExportWhat what, ExportOptions options) const;
    /// All samples, or those that the table shows alone.
    void exportSamples(const QString& path, bool shownAlone);
    /// What to do with a document that another program has written since.
    enum class ForeignChange { Cancel, SaveAs, WriteOver };
    [[nodiscard]] ForeignChange askAboutForeignChange();

    QWidget* m_window;
    SessionStore& m_store;
    LiveSession& m_session;
    SnapshotFeed& m_feed;
    ChartArea& m_charts;
    const SampleTable* m_table = nullptr;
    std::function<std::optional<TriedLever>()> m_tried;
    std::function<std::optional<Guess>(const ExperimentResult&)> m_guesses;
    TaskThread m_thread;
    ReportParts m_parts;                  ///< of the report that was exported last
    std::optional<ExportWhat> m_exported; ///< the chart that the next export proposes
};

} // namespace ridgepoint
