// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/picture_maker.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace ridgepoint {
namespace {

/// As many as a cube has slices, or nearly.
constexpr std::size_t mostKept = 12;

std::set<std::int64_t> valuesAlong(const Snapshot& snapshot, AxisKind kind)
{
    std::set<std::int64_t> values;
    for (const Sample& sample : snapshot.samples)
        values.insert(coordinate(sample.workload, kind));
    return values;
}

/// The requests for the slices next to one; none where the plan has no map or its samples lie in one slice.
std::vector<MapRequest> beside(const MapRequest& request)
{
    const Plan& plan = request.snapshot->plan;
    const Workload slice = mapSlice(plan, request.cursor);
    std::vector<MapRequest> requests;
    if (request.snapshot->samples.size() <= plan.cellCount())
        return requests;
    for (const AxisKind kind : allAxisKinds) {
        const std::int64_t here = coordinate(request.cursor, kind);
        if (mapSlice(plan, moved(request.cursor, kind, here == 1 ? 2 : 1)) == slice)
            continue; // an axis of the map itself
        const std::set<std::int64_t> values = valuesAlong(*request.snapshot, kind);
        const auto add = [&](std::int64_t value) {
            MapRequest next = request;
            next.cursor = moved(request.cursor, kind, value);
            requests.push_back(std::move(next));
        };
        if (const auto above = values.upper_bound(here); above != values.end())
            add(*above);
        if (auto below = values.lower_bound(here); below != values.begin())
            add(*--below);
    }
    return requests;
}

} // namespace

PictureMaker::PictureMaker(QObject* parent, std::size_t mostCells) : QObject(parent), m_mostCells(mostCells) {}

std::size_t PictureMaker::kept() const
{
    const std::lock_guard lock(m_mutex);
    return m_kept.size();
}

MapPicturePointer PictureMaker::keptFor(const MapRequest& request) const
{
    const auto found = std::find_if(m_kept.rbegin(), m_kept.rend(),
                                    [&](const MapPicturePointer& picture) { return answers(*picture, request); });
    return found == m_kept.rend() ? nullptr : *found;
}

/// What the user looks at is given up last.
void PictureMaker::touch(const MapPicturePointer& picture)
{
    if (const auto place = std::find(m_kept.begin(), m_kept.end(), picture); place != m_kept.end())
        std::rotate(place, place + 1, m_kept.end());
}

void PictureMaker::keep(const MapPicturePointer& picture)
{
    const std::lock_guard lock(m_mutex);
    // Pictures of older samples are nobody's any more.
    std::erase_if(m_kept, [&](const MapPicturePointer& other) {
        return !looksAlike(other->request, picture->request)
            || (other->request.snapshot->generation < picture->request.snapshot->generation
                && !showsTheSame(*other->request.snapshot, *picture->request.snapshot));
    });
    m_kept.push_back(picture);
    const auto allCells = [this] {
        return std::accumulate(
            m_kept.begin(), m_kept.end(), std::size_t{0},
            [](std::size_t sum, const MapPicturePointer& each) { return sum + each->data.cells.size(); });
    };
    // A file may hold a plan of any size, and a dozen pictures of that would fill the memory.
    while (m_kept.size() > 1 && (m_kept.size() > mostKept || allCells() > m_mostCells))
        m_kept.erase(m_kept.begin());
}

MapPicturePointer PictureMaker::find(MapRequest request, bool now)
{
    MapPicturePointer known;
    MapPicturePointer newest;
    {
        const std::lock_guard lock(m_mutex);
        request.number = ++m_number;
        m_latest = request;
        known = keptFor(request);
        touch(known);
        newest = m_newest && looksAlike(m_newest->request, request) ? m_newest : nullptr;
    }
    if (known || now) {
        m_wanted.reset(); // nobody waits for it any more
        if (!known) {
            ++m_madeAtOnce;
            keep(known = makeMapPicture(request));
        }
        m_ahead = beside(request);
        makeAhead();
        return known;
    }
    m_ahead.clear();
    if (m_busy)
        m_passedOver += std::exchange(m_wanted, request) ? 1 : 0;
    else
        begin(request, false);
    return newest;
}

void PictureMaker::prepare(const SnapshotPointer& snapshot)
{
    std::optional<MapRequest> request;
    {
        const std::lock_guard lock(m_mutex);
        request = m_latest;
        if (request)
            request->snapshot = snapshot;
        if (!request || keptFor(*request))
            return;
    }
    keep(makeMapPicture(*request));
}

void PictureMaker::begin(MapRequest request, bool ahead)
{
    m_busy = true;
    {
        // All pictures of one cube hold one and the same snapshot of it, whichever map they were requested for.
        const std::lock_guard lock(m_mutex);
        for (const MapPicturePointer& picture : m_kept)
            if (showsTheSame(*picture->request.snapshot, *request.snapshot)
                && mapSlice(picture->request.snapshot->plan, request.cursor)
                       == mapSlice(request.snapshot->plan, request.cursor))
                request.snapshot = picture->request.snapshot;
    }
    auto result = std::make_shared<MapPicturePointer>();
    m_thread.run([request = std::move(request), result] { *result = makeMapPicture(request); },
                 [this, result, ahead] { onDone(*result, ahead); });
}

void PictureMaker::onDone(const MapPicturePointer& picture, bool ahead)
{
    m_busy = false;
    keep(picture);
    if (!ahead) {
        const std::lock_guard lock(m_mutex);
        m_newest = picture;
    }
    if (m_wanted && answers(*picture, *m_wanted)) {
        m_wanted.reset();
        ahead = false; // it has become what is wanted
    }
    if (m_wanted)
        begin(*std::exchange(m_wanted, std::nullopt), false);
    else
        makeAhead();
    if (!ahead)
        emit ready();
}

void PictureMaker::makeAhead()
{
    while (!m_busy && !m_measuring && !m_ahead.empty()) {
        MapRequest request = std::move(m_ahead.back());
        m_ahead.pop_back();
        const bool known = [&] {
            const std::lock_guard lock(m_mutex);
            return keptFor(request) != nullptr;
        }();
        // One of a size that takes the place of what is looked at would be made again and again.
        if (!known && 3 * request.snapshot->plan.cellCount() <= m_mostCells)
            begin(std::move(request), true);
    }
}

} // namespace ridgepoint
