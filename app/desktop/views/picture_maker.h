// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/map_picture.h"
#include "app/desktop/base/task_thread.h"

#include <QObject>

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace ridgepoint {

/// Makes the pictures of the map: in a thread of its own for whoever moves a slider, in the analysis' thread for new
/// samples. One at a time; of the requests made in the meantime only the newest is worth one. Slices beside the one
/// that is looked at are made ahead, so that the next step of the slider finds its picture there.
class PictureMaker : public QObject, public MapPictures {
    Q_OBJECT

public:
    /// `mostCells`: of all pictures that are kept together; the one made last is always kept.
    explicit PictureMaker(QObject* parent = nullptr, std::size_t mostCells = 400'000);

    [[nodiscard]] MapPicturePointer find(MapRequest request, bool now) override;
    /// Makes the picture of the latest look and place for a new snapshot, so that it is there before anybody asks. Any
    /// thread may call it.
    void prepare(const SnapshotPointer& snapshot);
    /// Whether something is measured: then nothing is made ahead.
    void setMeasuring(bool measuring) { m_measuring = measuring; }

    /// Pictures made so far in the thread of the widgets, which waited for them.
    [[nodiscard]] int madeAtOnce() const { return m_madeAtOnce; }
    /// Requests that a newer one took the place of before their picture was begun.
    [[nodiscard]] int passedOver() const { return m_passedOver; }
    /// Pictures that are kept.
    [[nodiscard]] std::size_t kept() const;
    [[nodiscard]] bool busy() const { return m_busy; }

signals:
    /// A requested picture has been finished.
    void ready();

private:
    [[nodiscard]] MapPicturePointer keptFor(const MapRequest& request) const; // under the mutex
    void touch(const MapPicturePointer& picture);                             // likewise
    void keep(const MapPicturePointer& picture);
    void begin(MapRequest request, bool ahead);
    void onDone(const MapPicturePointer& picture, bool ahead);
    void makeAhead();

    const std::size_t m_mostCells;
    mutable std::mutex m_mutex;
    std::vector<MapPicturePointer> m_kept; ///< in the order made or last asked for
    std::optional<MapRequest> m_latest;    ///< the last request
    MapPicturePointer m_newest;            ///< finished last of those requested for
    std::uint64_t m_number = 0;

    std::optional<MapRequest> m_wanted; ///< what waits until the thread is free
    std::vector<MapRequest> m_ahead;
    bool m_busy = false;
    bool m_measuring = false;
    int m_madeAtOnce = 0;
    int m_passedOver = 0;
    TaskThread m_thread; ///< last: joined before what its tasks report to is gone
};

} // namespace ridgepoint
