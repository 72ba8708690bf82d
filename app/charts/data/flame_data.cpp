// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/flame_data.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ridgepoint {
namespace {

/// The spans that can be drawn, and of each which ones it holds.
struct Tree {
    std::vector<const ExperimentPoint*> spans;
    std::vector<std::vector<std::size_t>> held;
    std::vector<std::size_t> outermost;
};

Tree treeOf(const std::vector<ExperimentPoint>& spans)
{
    Tree tree;
    std::map<LabelName, std::size_t> places;
    for (const ExperimentPoint& span : spans)
        if (!span.label.empty() && std::isfinite(span.y) && span.y >= 0.0
            && places.try_emplace(span.label, tree.spans.size()).second)
            tree.spans.push_back(&span);
    tree.held.resize(tree.spans.size());
    for (std::size_t i = 0; i < tree.spans.size(); ++i) {
        const auto holder = places.find(tree.spans[i]->parent);
        if (holder == places.end())
            tree.outermost.push_back(i);
        else if (holder->second != i)
            tree.held[holder->second].push_back(i);
    }
    return tree;
}

double sumOf(const Tree& tree, const std::vector<std::size_t>& held)
{
    double sum = 0.0;
    for (const std::size_t one : held)
        sum += tree.spans[one]->y;
    return sum;
}

} // namespace

std::vector<FlameBox> flameBoxes(const std::vector<ExperimentPoint>& spans)
{
    const Tree tree = treeOf(spans);
    std::vector<FlameBox> boxes;
    std::vector<std::size_t> places; // of each box in the tree
    double end = 0.0;
    for (const std::size_t one : tree.outermost) {
        const double length = tree.spans[one]->y;
        boxes.push_back({.point = *tree.spans[one], .begin = end, .length = length, .outermost = boxes.size()});
        places.push_back(one);
        end += length;
    }
    // Only what is reached from an outermost span is ever placed, so a circle is not.
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const std::vector<std::size_t>& held = tree.held[places[i]];
        const double sum = sumOf(tree, held);
        const double scale = sum > boxes[i].length ? boxes[i].length / sum : 1.0;
        boxes[i].own = std::max(0.0, boxes[i].point.y - sum);
        boxes[i].holds = !held.empty();
        double begin = boxes[i].begin;
        for (const std::size_t one : held) {
            const double length = tree.spans[one]->y;
            const double whole = boxes[boxes[i].outermost].point.y;
            boxes.push_back({.point = *tree.spans[one],
                             .begin = begin,
                             .length = length * scale,
                             .share = whole > 0.0 ? length / whole : 0.0,
                             .depth = boxes[i].depth + 1,
                             .outermost = boxes[i].outermost});
            places.push_back(one);
            begin += length * scale;
        }
    }
    return boxes;
}

int flameRows(const std::vector<FlameBox>& boxes)
{
    int deepest = 0;
    for (const FlameBox& box : boxes)
        deepest = std::max(deepest, box.depth);
    return deepest + 1;
}

double flameLength(const std::vector<FlameBox>& boxes)
{
    double end = 0.0;
    for (const FlameBox& box : boxes)
        end = std::max(end, box.begin + box.length);
    return end;
}

const FlameBox* flameBoxOf(const std::vector<FlameBox>& boxes, const ExperimentPoint& point)
{
    const auto found = std::find_if(boxes.begin(), boxes.end(),
                                    [&](const FlameBox& box) { return box.point.isSamePlace(point); });
    return found == boxes.end() ? nullptr : &*found;
}

} // namespace ridgepoint
