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
std::vector<MapWish> beside(const MapWish& wish)
{
    const Plan& plan = wish.snapshot->plan;
    const Workload slice = mapSlice(plan, wish.cursor);
    std::vector<MapWish> wishes;
    if (wish.snapshot->samples.size() <= plan.cellCount())
        return wishes;
    for (const AxisKind kind : allAxisKinds) {
        const std::int64_t here = coordinate(wish.cursor, kind);
        if (mapSlice(plan, moved(wish.cursor, kind, here == 1 ? 2 : 1)) == slice)
            continue; // an axis of the map itself
        const std::set<std::int64_t> values = valuesAlong(*wish.snapshot, kind);
        const auto add = [&](std::int64_t value) {
            MapWish next = wish;
            next.cursor = moved(wish.cursor, kind, value);
            wishes.push_back(std::move(next));
        };
        if (const auto above = values.upper_bound(here); above != values.end())
            add(*above);
        if (auto below = values.lower_bound(here); below != values.begin())
            add(*--below);
    }
    return wishes;
}

} // namespace

PictureMaker::PictureMaker(QObject* parent, std::size_t mostCells) : QObject(parent), m_mostCells(mostCells) {}

std::size_t PictureMaker::kept() const
{
    const std::lock_guard lock(m_mutex);
    return m_kept.size();
}

MapPicturePointer PictureMaker::keptFor(const MapWish& wish) const
{
    const auto found = std::find_if(m_kept.rbegin(), m_kept.rend(),
                                    [&](const MapPicturePointer& picture) { return answers(*picture, wish); });
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
        return !looksAlike(other->wish, picture->wish)
            || (other->wish.snapshot->generation < picture->wish.snapshot->generation
                && !showsTheSame(*other->wish.snapshot, *picture->wish.snapshot));
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

MapPicturePointer PictureMaker::find(MapWish wish, bool now)
{
    MapPicturePointer known;
    MapPicturePointer newest;
    {
        const std::lock_guard lock(m_mutex);
        wish.number = ++m_number;
        m_latest = wish;
        known = keptFor(wish);
        touch(known);
        newest = m_newest && looksAlike(m_newest->wish, wish) ? m_newest : nullptr;
    }
    if (known || now) {
        m_wanted.reset(); // nobody waits for it any more
        if (!known) {
            ++m_madeAtOnce;
            keep(known = makeMapPicture(wish));
        }
        m_ahead = beside(wish);
        makeAhead();
        return known;
    }
    m_ahead.clear();
    if (m_busy)
        m_passedOver += std::exchange(m_wanted, wish) ? 1 : 0;
    else
        begin(wish, false);
    return newest;
}

void PictureMaker::prepare(const SnapshotPointer& snapshot)
{
    std::optional<MapWish> wish;
    {
        const std::lock_guard lock(m_mutex);
        wish = m_latest;
        if (wish)
            wish->snapshot = snapshot;
        if (!wish || keptFor(*wish))
            return;
    }
    keep(makeMapPicture(*wish));
}

void PictureMaker::begin(MapWish wish, bool ahead)
{
    m_busy = true;
    {
        // All pictures of one cube hold one and the same snapshot of it, whichever map they were requested for.
        const std::lock_guard lock(m_mutex);
        for (const MapPicturePointer& picture : m_kept)
            if (showsTheSame(*picture->wish.snapshot, *wish.snapshot)
                && mapSlice(picture->wish.snapshot->plan, wish.cursor) == mapSlice(wish.snapshot->plan, wish.cursor))
                wish.snapshot = picture->wish.snapshot;
    }
    auto result = std::make_shared<MapPicturePointer>();
    m_thread.run([wish = std::move(wish), result] { *result = makeMapPicture(wish); },
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
        MapWish wish = std::move(m_ahead.back());
        m_ahead.pop_back();
        const bool known = [&] {
            const std::lock_guard lock(m_mutex);
            return keptFor(wish) != nullptr;
        }();
        // One of a size that takes the place of what is looked at would be made again and again.
        if (!known && 3 * wish.snapshot->plan.cellCount() <= m_mostCells)
            begin(std::move(wish), true);
    }
}

} // namespace ridgepoint
