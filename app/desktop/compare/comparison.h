// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/compare_table.h"
#include "app/charts/draw/chart_widget.h"
#include "app/desktop/base/task_thread.h"
#include "app/desktop/session/cursor.h"

#include <QObject>
#include <QStringList>

#include <optional>
#include <vector>

namespace ridgepoint {

/// One device that is compared with what the window shows.
struct ComparedDevice {
    QString key;       ///< tells it from the others: a reference's id, or a file and a device in it
    QString name;      ///< without its provenance
    QString told = {}; ///< of a session's what its file's name may not tell: "Xeon, 26 Nov"; empty for none
    Provenance provenance = Provenance::Measured;
    ReferencePointer reference; ///< null for a session's
    SnapshotPointer lines;      ///< for roofline and curves: what was measured or published, else what is predicted
    SnapshotPointer cells;      ///< for the map: of a reference what is predicted

    /// "a · Xeon, 26 Nov": the name and what is told beside it.
    [[nodiscard]] QString wholeName() const;
};

/// What is compared with the window's own session and device: sessions of other files, published devices, datasheets.
/// Files are read, and references predicted for the cursor's map, in a thread.
class Comparison : public QObject {
    Q_OBJECT

public:
    Comparison(const LiveSession& session, const Cursor& cursor, QObject* parent = nullptr);

    /// Adds every device of these session files; `changed` follows, or `failed` for a file that cannot be compared.
    void addFiles(const QStringList& paths);
    void addReference(const std::string& id);
    /// What was compared when a session was saved, in place of what is: devices by their keys, in this order. `missing`
    /// follows for files and devices that are not there any more.
    void restore(const QStringList& keys, const QString& partner);
    void remove(const QString& key);
    void clear();
    /// The device whose times the map's are divided by; the first one where none is chosen.
    void setMapPartner(const QString& key);
    [[nodiscard]] const ComparedDevice* mapPartner() const;
    /// The key that was chosen for it; empty where none was.
    [[nodiscard]] const QString& chosenPartner() const { return m_mapPartner; }
    [[nodiscard]] const std::vector<ComparedDevice>& devices() const { return m_devices; }
    /// For `restore`: the keys of all devices, with those that are still being read for this session.
    [[nodiscard]] QStringList keptKeys() const;

    /// For roofline and curves: all of them, named with what is unlike the cursor's workload.
    [[nodiscard]] std::vector<Overlay> overlays() const;
    /// For the map: the partner, or nothing.
    [[nodiscard]] std::vector<Overlay> mapOverlays() const;
    /// What of a device cannot be drawn beside the cursor's workload, and what to try, or in what the line that is
    /// drawn is another than the cursor's; empty where all is alike.
    [[nodiscard]] QString note(const ComparedDevice& device) const;
    /// Whether more than roofs is drawn of a device beside the cursor's workload: points, or curves that its roofs
    /// predict.
    [[nodiscard]] bool hasPoints(const ComparedDevice& device) const;
    [[nodiscard]] QString ownName() const;
    /// The same for a chart's key, with the cursor's launch mode where another device is drawn in another one.
    [[nodiscard]] QString ownLineName() const;
    /// "Launch modes differ: Host CPU waits for each pass (wait-each), A100 queues launches (queued)." and what to
    /// choose; empty where all that is drawn is in one.
    [[nodiscard]] QString modeWords() const;
    /// Whether the map's partner has no time to divide by: neither measured, published nor predicted.
    [[nodiscard]] bool lacksTimes() const;
    /// Roofs of the own device, then of the compared ones, named as the table shows them.
    [[nodiscard]] std::vector<RoofSet> roofSets() const;

signals:
    void changed();
    void failed(const ridgepoint::Error& error);
    /// What a session compared with and what is not there any more, each with the reason.
    void missing(const QStringList& names);

private:
    void put(ComparedDevice device);
    /// The place of a key among those a session kept; behind them for others.
    [[nodiscard]] qsizetype placeOf(const QString& key) const;
    void readAgain(const QString& path, const QStringList& keys, const std::shared_ptr<QStringList>& lost);
    void predictReferences();
    [[nodiscard]] QString lineName(const ComparedDevice& device) const;
    /// "queued instead of wait-each, 844 Mi instead of 1 Mi": of a line of points that is other work than the cursor's.
    [[nodiscard]] QString insteadOf(const ComparedDevice& device) const;
    /// In which a device is drawn beside the cursor's workload; none where only its roofs are.
    [[nodiscard]] std::optional<LaunchMode> modeOf(const ComparedDevice& device) const;
    [[nodiscard]] QString mapName(const ComparedDevice& device) const;

    const LiveSession& m_session;
    const Cursor& m_cursor;
    std::vector<ComparedDevice> m_devices;
    QStringList m_order;   ///< of the keys that a session kept
    QStringList m_pending; ///< of m_order, in files that are still being read
    QString m_mapPartner;
    std::uint64_t m_restored = 0;   ///< counts what ends readings for a session: restore(), clear()
    std::uint64_t m_generation = 0; ///< of the predictions; those of an older map are dropped
    TaskThread m_thread;            ///< last: joined first
};

} // namespace ridgepoint
