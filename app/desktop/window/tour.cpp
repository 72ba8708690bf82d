// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/window/tour.h"

#include "app/charts/draw/curves_chart.h"
#include "app/desktop/base/fold_section.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/compare/compare_commands.h"
#include "app/desktop/explore/first_steps.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/levers_view.h"
#include "app/desktop/inspect/point_facts.h"
#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/snapshot_feed.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/file_commands.h"
#include "core/analysis/levers.h"
#include "core/model/prediction.h"

#include <QScrollArea>
#include <QSlider>
#include <QTimer>

#include <algorithm>
#include <memory>
#include <utility>

namespace ridgepoint {
namespace {

/// A speed-up that nobody takes for noise.
constexpr double worthShowing = 2.0;
/// Few enough that work does not hide what launching costs.
constexpr std::int64_t fewOperations = 8;
constexpr int roomAround = 12; // pixels

/// Opens the section of the levers, which a low window folds, and scrolls to it.
void bringIntoView(LeversView& levers, QScrollArea& room)
{
    for (QWidget* each = levers.parentWidget(); each != nullptr; each = each->parentWidget())
        if (auto* section = qobject_cast<FoldSection*>(each); section != nullptr && section->folded()) {
            section->setFolded(false);
            // It has its place once the layouts have followed.
            QTimer::singleShot(0, &levers, [&levers, &room] { room.ensureWidgetVisible(&levers, 0, roomAround); });
        }
    room.ensureWidgetVisible(&levers, 0, roomAround);
}

} // namespace

std::optional<Workload> pointThatCanBeHelped(const Cursor& cursor)
{
    const RoofSet* roofs = cursor.roofs();
    const auto& axes = cursor.plan().axes;
    const auto size = std::find_if(axes.begin(), axes.end(),
                                   [](const Axis& axis) { return axis.kind == AxisKind::Size; });
    if (roofs == nullptr || size == axes.end())
        return std::nullopt;
    Workload from = cursor.workload();
    from.operationsPerElement = std::min(from.operationsPerElement, fewOperations);
    return helpableSize(from, size->values, *roofs, cursor.deviceInfo().kind, worthShowing);
}

std::optional<Regime> regimeAt(const Workload& workload, const Cursor& cursor, const SnapshotPointer& latest,
                               const LiveSession& session)
{
    const PointFacts facts = factsOf(workload,
                                     latest != nullptr && latest->plan.device == cursor.device() ? latest : nullptr,
                                     session.lookup(cursor.device()));
    if (facts.isJudged() || cursor.roofs() == nullptr)
        return facts.regime();
    const auto prediction = predict(workload, *cursor.roofs(), cursor.deviceInfo().kind);
    return prediction ? std::optional(prediction->limit) : std::nullopt;
}

void connectTour(const TourParts& parts)
{
    FirstSteps* steps = &parts.steps;
    Cursor* cursor = &parts.cursor;
    const SnapshotFeed* feed = &parts.feed;
    const LiveSession* session = &parts.session;
    Comparison* comparison = &parts.compare.comparison();
    // The slider tells where it is, and the ridge is crossed only from the left.
    struct Passed {
        Workload before;
        Workload now;
    };
    const auto passed = std::make_shared<Passed>(Passed{cursor->workload(), cursor->workload()});
    const auto pass = [cursor, passed] {
        if (cursor->workload() != passed->now)
            passed->before = std::exchange(passed->now, cursor->workload());
    };
    QObject::connect(cursor, &Cursor::moved, steps, pass);
    QObject::connect(cursor, &Cursor::mapChanged, steps, pass);
    QObject::connect(
        parts.workload.slider(AxisKind::Operations), &SliderRow::chosen, steps, [steps, cursor, feed, session, passed] {
            const Workload from = std::exchange(passed->before, passed->now);
            const auto at = [&](const Workload& workload) {
                return regimeAt(workload, *cursor, feed->latest(), *session);
            };
            const auto regime = at(passed->now);
            if (regime && from.operationsPerElement < passed->now.operationsPerElement && at(from) != regime)
                steps->movedTo(*regime);
        });
    // On a small window the curves are a tab, in which three plots would be too flat to see where one bends.
    struct Curves {
        bool areWanted = false;
        bool areOthers = false; ///< what the steps wait for, such as a lesson, may speak of another plot
        bool areRuntimeAlone = false;
    };
    const auto curves = std::make_shared<Curves>();
    const auto giveRuntimeRoom = [curves, area = &parts.charts] {
        if (area->alone() != nullptr)
            return; // what is presented has a plot of its own choice
        const bool isAlone = curves->areWanted && !curves->areOthers && area->room() == ChartArea::Room::Narrow;
        if (std::exchange(curves->areRuntimeAlone, isAlone) || isAlone)
            area->curves()->setPlotAlone(isAlone ? std::optional<std::size_t>(CurvesChart::Runtime) : std::nullopt);
    };
    QObject::connect(steps, &FirstSteps::curvesWanted, &parts.charts, [curves, giveRuntimeRoom](bool wanted) {
        curves->areWanted = wanted;
        giveRuntimeRoom();
    });
    QObject::connect(steps, &FirstSteps::waitingChanged, &parts.charts, [curves, giveRuntimeRoom](bool waiting) {
        curves->areOthers = waiting;
        giveRuntimeRoom();
    });
    QObject::connect(&parts.charts, &ChartArea::arranged, steps, giveRuntimeRoom);
    // A tab that the user has chosen stays.
    ChartArea* charts = &parts.charts;
    using Page = ChartArea::Page;
    QObject::connect(steps, &FirstSteps::curvesWanted, charts, [steps, charts](bool wanted) {
        if (wanted && charts->room() != ChartArea::Room::Wide && charts->page() == Page::Charts) {
            charts->showPage(Page::Curves);
            steps->setInTab(true);
        } else if (!wanted && steps->isInTab()) {
            charts->showPage(Page::Charts);
        }
    });
    QObject::connect(charts, &ChartArea::pageChanged, steps, [steps, charts] {
        if (charts->page() != Page::Curves)
            steps->setInTab(false);
    });
    QSlider* operations = parts.workload.slider(AxisKind::Operations)->slider();
    QObject::connect(steps, &FirstSteps::startAsked, cursor, [cursor, operations] {
        operations->setFocus(Qt::OtherFocusReason); // the step tells of a key there
        Workload start = cursor->workload();
        start.operationsPerElement = 1;
        for (const Axis& axis : cursor->plan().axes)
            if (axis.kind == AxisKind::Size && !axis.values.empty())
                start.elements = axis.values.back();
        cursor->setWorkload(start);
    });
    LeversView* levers = parts.inspector.levers();
    QScrollArea* room = &parts.inspectorRoom;
    QObject::connect(steps, &FirstSteps::leversWanted, levers, [levers, room] { bringIntoView(*levers, *room); });
    QObject::connect(steps, &FirstSteps::helpableAsked, cursor, [steps, cursor, levers, room] {
        if (const auto point = pointThatCanBeHelped(*cursor))
            cursor->setWorkload(*point);
        else
            steps->tried(); // nothing to be shown here: the next step then
        bringIntoView(*levers, *room);
    });
    QObject::connect(levers, &LeversView::tryOffered, steps, &FirstSteps::setTryOffered);
    QObject::connect(levers, &LeversView::tried, steps, &FirstSteps::tried);
    // It also changes with the cursor and the roofs.
    QObject::connect(comparison, &Comparison::changed, steps, [steps, comparison, known = std::size_t{0}]() mutable {
        if (std::exchange(known, comparison->devices().size()) < comparison->devices().size())
            steps->compared();
    });
    QObject::connect(&parts.files, &FileCommands::reported, steps, &FirstSteps::reported);
    QObject::connect(steps, &FirstSteps::compareAsked, comparison, [steps, comparison] {
        if (std::ranges::any_of(comparison->devices(),
                                [](const ComparedDevice& device) { return device.key == QLatin1String(tourDevice); }))
            steps->compared(); // before the tour, or the user went back
        else
            comparison->addReference(tourDevice);
    });
    QObject::connect(steps, &FirstSteps::reportAsked, &parts.files, &FileCommands::exportReport);
}

void tellFirstStart(MessageStrip& strip, const ChartArea& charts, const LiveSession& session,
                    const MeasureController& controller)
{
    const QString purpose = FirstSteps::tr("Ridgepoint measures what this machine can do and names what a kernel waits "
                                           "for: memory, arithmetic or launches.");
    const QString words =
        charts.room() == ChartArea::Room::Wide
            ? FirstSteps::tr("%1 Then a tour of four steps begins: it switches the live probe on.").arg(purpose)
            : FirstSteps::tr("%1 Then a tour of four steps begins: it switches the live probe on and turns to the tab "
                             "“Sweep curves”.")
                  .arg(purpose);
    strip.tell(Severity::Hint, words);
    const auto dismiss = [&strip, words] { strip.dismiss(words); };
    QObject::connect(&session, &LiveSession::sampleAdded, &strip, dismiss, Qt::SingleShotConnection);
    QObject::connect(&session, &LiveSession::replaced, &strip, dismiss, Qt::SingleShotConnection);
    QObject::connect(&controller, &MeasureController::finished, &strip, dismiss, Qt::SingleShotConnection);
}

} // namespace ridgepoint
