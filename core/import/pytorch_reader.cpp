// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"

#include "core/import/pytorch_events.h"
#include "core/import/pytorch_operators.h"
#include "core/session/json_limits.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ridgepoint {
namespace {

using Index = std::uint32_t;

constexpr std::size_t maximumNames = 100000;
/// They are kept to the end, in some 40 bytes each.
constexpr std::size_t maximumTraceEvents = std::size_t{1} << 25U;
constexpr std::size_t maximumNameBytes = std::size_t{1} << 28U;
constexpr std::size_t maximumUsedDevices = 1024;
constexpr double bytesPerGigabyte = 1e9;

/// Numbers names in the order in which they come.
class Names {
public:
    Index of(std::string_view name)
    {
        const auto found = m_places.find(name);
        if (found != m_places.end())
            return found->second;
        m_names.emplace_back(name);
        m_bytes += name.size();
        m_places.emplace(m_names.back(), static_cast<Index>(m_names.size() - 1));
        return static_cast<Index>(m_names.size() - 1);
    }
    [[nodiscard]] const std::string& operator[](Index index) const { return m_names[index]; }
    [[nodiscard]] std::size_t size() const { return m_names.size(); }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    std::size_t m_bytes = 0;
    std::deque<std::string> m_names; // views of them stay valid
    std::unordered_map<std::string_view, Index> m_places;
};

/// What a call of an operator is: calls of one name and one work are of one kind, of which a trace has some hundreds.
struct CallKind {
    Index name = 0;
    std::optional<OperatorWork> work;
};

/// One call of an operator. A long trace has millions: in microseconds, and as few bytes as can be.
struct Call {
    double start = 0.0;
    double duration = 0.0;
    std::uint64_t id = 0;
    Index kind = 0;
    Index thread = 0;
};

/// One launch of a kernel whose work, if any, is that of the call of the same id.
struct Launch {
    double duration = 0.0;
    std::uint64_t id = 0;
    Index name = 0;
    Index device = 0;
};

/// Launches of one name on one device whose work was got in one way.
struct Sum {
    double launches = 0.0;
    double microseconds = 0.0;
    double flops = 0.0;
    double bytes = 0.0;
    bool flopsUnknown = false; ///< of one of them at least, whose bytes are known

    void add(double duration, const OperatorWork& work, double share = 1.0)
    {
        launches += 1.0;
        microseconds += duration;
        flops += work.flops.value() * share;
        bytes += work.bytes.value() * share;
    }
};

/// The sums by name, by how the work was got and by device, of which the processor alone is one.
class Sums {
public:
    Sum& of(Index name, WorkOrigin origin, Index device = 0) { return m_sums[{name, origin, device}]; }
    /// As kernels, the longest first; behind its name each has that of its device.
    [[nodiscard]] std::vector<ImportedKernel> kernels(const Names& names, const std::vector<std::string>& behind,
                                                      std::size_t& untimed) const;
    [[nodiscard]] bool has(WorkOrigin origin) const
    {
        return std::ranges::any_of(m_sums, [&](const auto& sum) { return std::get<WorkOrigin>(sum.first) == origin; });
    }

private:
    std::map<std::tuple<Index, WorkOrigin, Index>, Sum> m_sums;
};

std::vector<ImportedKernel> Sums::kernels(const Names& names, const std::vector<std::string>& behind,
                                          std::size_t& untimed) const
{
    std::vector<ImportedKernel> kernels;
    for (const auto& [key, sum] : m_sums) {
        const auto& [name, origin, device] = key;
        ImportedKernel kernel{.kernel = {.name = names[name] + (device < behind.size() ? behind[device] : ""),
                                         .flops = Flops(sum.flops),
                                         .bytes = Bytes(sum.bytes),
                                         .launches = sum.launches,
                                         .time = Seconds(sum.microseconds * 1e-6)},
                              .work = origin,
                              .profiled = true};
        if (sum.flopsUnknown) {
            kernel.kernel.flops = Flops();
            kernel.kernel.flopsUnknown = sum.bytes > 0.0;
        }
        if (kernel.kernel.time.value() >= limits::shortestTime)
            kernels.push_back(std::move(kernel));
        else
            ++untimed;
    }
    std::ranges::stable_sort(
        kernels, [](const ImportedKernel& a, const ImportedKernel& b) { return a.kernel.time > b.kernel.time; });
    return kernels;
}

/// Takes the events of a trace and makes kernels of them at its end.
class TraceKernels {
public:
    /// False with error() set where an event cannot be taken.
    [[nodiscard]] bool take(const TraceEvent& event);
    [[nodiscard]] ImportedKernels kernels(const std::vector<TraceDevice>& devices);
    [[nodiscard]] const std::string& problem() const { return m_problem; }
    [[nodiscard]] bool isTooLarge() const { return m_isTooLarge; }

private:
    [[nodiscard]] bool refuse(std::string problem);
    [[nodiscard]] bool refuseAsTooLarge(std::string problem);
    void takeCall(const TraceEvent& event);
    void takeLaunch(const TraceEvent& event);
    void takeCopy(const TraceEvent& event);
    [[nodiscard]] Index kindOf(Index name, const std::optional<OperatorWork>& work);
    [[nodiscard]] Index countedOn(double device);
    void addLaunches(Sums& sums);
    void addCalls(Sums& sums);
    void describe(ImportedKernels& result, const Sums& sums, std::size_t untimed) const;

    Names m_names;
    std::vector<CallKind> m_kinds;
    std::map<std::array<double, 4>, Index> m_kindPlaces; // name, FLOP, bytes, products
    std::map<std::pair<double, double>, Index> m_threads;
    // Of millions: without the moment at which a vector that grows is there twice.
    std::deque<Call> m_calls;
    std::deque<Launch> m_launches;
    Sums m_told;                       // what a launch itself tells the work of
    std::map<double, Index> m_devices; // in the order in which they come
    bool m_hasShapes = false;
    bool m_hasCopies = false;
    double m_withoutCall = 0.0;
    std::string m_problem;
    bool m_isTooLarge = false;
};

bool TraceKernels::refuse(std::string problem)
{
    m_problem = std::move(problem);
    return false;
}

bool TraceKernels::refuseAsTooLarge(std::string problem)
{
    m_isTooLarge = true;
    return refuse(std::move(problem));
}

bool TraceKernels::take(const TraceEvent& event)
{
    if (!event.duration || !limits::inRange(*event.duration * 1e-6, 0.0, limits::time))
        return refuse("its duration \"dur\" must be a number of microseconds, from 0 to 1e15");
    if (event.category == TraceCategory::Operator && !event.start)
        return refuse("its start \"ts\" must be a number of microseconds");
    switch (event.category) {
    case TraceCategory::Operator: takeCall(event); break;
    case TraceCategory::Kernel: takeLaunch(event); break;
    case TraceCategory::Copy:
    case TraceCategory::Fill: takeCopy(event); break;
    case TraceCategory::Other: break;
    }
    if (m_calls.size() + m_launches.size() > maximumTraceEvents)
        return refuseAsTooLarge("there are more than " + std::to_string(maximumTraceEvents)
                                + " operators and kernels; profile a shorter part of the program");
    if (m_devices.size() > maximumUsedDevices)
        return refuseAsTooLarge("there are more than " + std::to_string(maximumUsedDevices) + " devices");
    if (m_names.size() > maximumNames || m_names.bytes() > maximumNameBytes)
        return refuseAsTooLarge("there are more than " + std::to_string(maximumNames)
                                + " different names, or very long ones; profile a shorter part of the program");
    return true;
}

Index TraceKernels::kindOf(Index name, const std::optional<OperatorWork>& work)
{
    std::array<double, 4> key{static_cast<double>(name), -1.0, -1.0, 0.0};
    if (work)
        key = {key[0], work->flops.value(), work->bytes.value(), static_cast<double>(work->products)};
    const auto [place, isNew] = m_kindPlaces.try_emplace(key, static_cast<Index>(m_kinds.size()));
    if (isNew)
        m_kinds.push_back({name, work});
    return place->second;
}

Index TraceKernels::countedOn(double device)
{
    return m_devices.try_emplace(device, static_cast<Index>(m_devices.size())).first->second;
}

void TraceKernels::takeCall(const TraceEvent& event)
{
    m_hasShapes = m_hasShapes || !event.inputs.empty();
    const auto thread = m_threads.try_emplace({event.process, event.thread}, static_cast<Index>(m_threads.size()));
    m_calls.push_back({.start = *event.start,
                       .duration = *event.duration,
                       .id = event.id,
                       .kind = kindOf(m_names.of(event.name), workOf(event.name, event.inputs)),
                       .thread = thread.first->second});
}

void TraceKernels::takeLaunch(const TraceEvent& event)
{
    const Index device = countedOn(event.device);
    const Index name = m_names.of(event.name);
    const double flops = event.flops.value_or(0.0);
    const double bytes = event.gigabytes.value_or(0.0) * bytesPerGigabyte;
    if ((flops > 0.0 || bytes > 0.0) && limits::inRange(flops, 0.0, limits::rate)
        && limits::inRange(bytes, 0.0, limits::rate)) {
        Sum& sum = m_told.of(name, WorkOrigin::Formula, device);
        sum.add(*event.duration, {.flops = Flops(flops), .bytes = Bytes(bytes)});
        sum.flopsUnknown = sum.flopsUnknown || flops == 0.0; // Inductor notes them of products alone
    } else {
        m_launches.push_back({.duration = *event.duration, .id = event.id, .name = name, .device = device});
    }
}

void TraceKernels::takeCopy(const TraceEvent& event)
{
    const Index device = countedOn(event.device);
    const double bytes = event.bytes.value_or(0.0);
    const bool isKnown = bytes > 0.0 && limits::inRange(bytes, 0.0, limits::bytes);
    // Within a device's memory each byte is read and written.
    const bool isWithin = event.name.find("DtoD") != std::string::npos;
    m_hasCopies = m_hasCopies || (event.category == TraceCategory::Copy && !isWithin);
    m_told.of(m_names.of(event.name), isKnown ? WorkOrigin::Counted : WorkOrigin::Unknown, device)
        .add(*event.duration, {.bytes = Bytes(isKnown ? bytes * (isWithin ? 2.0 : 1.0) : 0.0)});
}

/// Gives each call's work to the longest launches of its id, as many as it consists of products.
void TraceKernels::addLaunches(Sums& sums)
{
    std::ranges::sort(m_calls, {}, &Call::id);
    std::ranges::sort(m_launches, [](const Launch& a, const Launch& b) {
        return a.id != b.id ? a.id < b.id : a.duration > b.duration;
    });
    for (auto launch = m_launches.begin(); launch != m_launches.end();) {
        const auto end = std::find_if(launch, m_launches.end(),
                                      [&](const Launch& next) { return next.id != launch->id; });
        const auto call = std::ranges::lower_bound(m_calls, launch->id, {}, &Call::id);
        const bool isFound = launch->id > 0 && call != m_calls.end() && call->id == launch->id;
        const std::optional<OperatorWork> work = isFound ? m_kinds[call->kind].work : std::nullopt;
        m_withoutCall += isFound ? 0.0 : static_cast<double>(end - launch);
        const auto sharing = work ? std::min<std::ptrdiff_t>(end - launch, work->products) : 0;
        for (std::ptrdiff_t i = 0; launch != end; ++launch, ++i) {
            if (i < sharing)
                sums.of(launch->name, WorkOrigin::Formula, launch->device)
                    .add(launch->duration, *work, 1.0 / static_cast<double>(sharing));
            else
                sums.of(launch->name, WorkOrigin::Unknown, launch->device).add(launch->duration, {});
        }
    }
}

/// Walks the calls of each thread as they nest; `opened` when one begins, `closed` when it ends, with its place, that
/// of the call around it (or none) and the time of the calls right inside it.
template <class Opened, class Closed>
void walkNested(const std::deque<Call>& calls, const Opened& opened, const Closed& closed)
{
    struct Open {
        std::size_t place;
        double inside;
    };
    std::vector<Open> stack;
    const auto close = [&] {
        const Open last = stack.back();
        stack.pop_back();
        if (!stack.empty())
            stack.back().inside += calls[last.place].duration;
        closed(last.place, stack.empty() ? std::nullopt : std::optional(stack.back().place), last.inside);
    };
    for (std::size_t i = 0; i < calls.size(); ++i) {
        while (!stack.empty()) {
            const Call& around = calls[stack.back().place];
            if (around.thread == calls[i].thread && calls[i].start < around.start + around.duration)
                break;
            close();
        }
        stack.push_back({i, 0.0});
        opened(i);
    }
    while (!stack.empty())
        close();
}

/// The innermost call of known work stands for all that it calls; any other for its own time alone.
void TraceKernels::addCalls(Sums& sums)
{
    std::ranges::sort(m_calls, [](const Call& a, const Call& b) {
        if (a.thread != b.thread)
            return a.thread < b.thread;
        return a.start != b.start ? a.start < b.start : a.duration > b.duration;
    });
    const auto workAt = [&](std::size_t place) -> const std::optional<OperatorWork>& {
        return m_kinds[m_calls[place].kind].work;
    };
    // By call: whether a call inside it does products, or functions of elements.
    std::vector<bool> products(m_calls.size());
    std::vector<bool> functions(m_calls.size());
    walkNested(
        m_calls, [](std::size_t) {},
        [&](std::size_t place, std::optional<std::size_t> around, double /*inside*/) {
            if (!around)
                return;
            const auto& work = workAt(place);
            const bool does = work && work->flops > Flops();
            products[*around] = products[*around] || products[place] || (does && work->kind == WorkKind::Products);
            functions[*around] = functions[*around] || functions[place]
                              || (does && work->kind == WorkKind::ElementWise);
        });
    const auto standsForAll = [&](std::size_t place) {
        const auto& work = workAt(place);
        return work && !products[place] && (work->kind == WorkKind::Products || !functions[place]);
    };
    int standing = 0; // calls around this one that stand for it
    walkNested(
        m_calls, [&](std::size_t place) { standing += standsForAll(place) ? 1 : 0; },
        [&](std::size_t place, std::optional<std::size_t> /*around*/, double inside) {
            const bool all = standsForAll(place);
            standing -= all ? 1 : 0;
            if (standing > 0)
                return;
            const Call& call = m_calls[place];
            const Index name = m_kinds[call.kind].name;
            if (all)
                sums.of(name, WorkOrigin::Formula).add(call.duration, *workAt(place));
            else
                sums.of(name, WorkOrigin::Unknown).add(std::max(0.0, call.duration - inside), {});
        });
}

void TraceKernels::describe(ImportedKernels& result, const Sums& sums, std::size_t untimed) const
{
    const bool hasGpu = !m_devices.empty();
    const auto remark = [&](bool applies, const char* sentence) {
        if (applies)
            result.remarks.emplace_back(sentence);
    };
    remark(!hasGpu && !m_calls.empty(),
           "The trace has no kernels of a GPU: these are operators on the processor. One whose work is known includes "
           "the operators that it calls; any other has its own time only.");
    remark(
        sums.has(WorkOrigin::Formula),
        "Operations follow from the shapes of tensors; bytes are the least possible, with each tensor read or written "
        "once.");
    remark(!m_hasShapes && !m_calls.empty(),
           "The trace has no shapes of tensors. Profile with record_shapes=True to get operations and bytes.");
    remarkOn(result.remarks, static_cast<std::size_t>(m_withoutCall),
             " launch, such as one of a replayed CUDA graph, has no operator in the trace: only its time is known.",
             " launches, such as those of a replayed CUDA graph, have no operator in the trace: only their time is "
             "known.");
    remark(m_hasCopies, "Copies between host and device are limited by the link between them, not by the roofs of the "
                        "device's memory.");
    remarkOn(result.remarks, untimed, " name with a time of zero was left out.",
             " names with a time of zero were left out.");
}

ImportedKernels TraceKernels::kernels(const std::vector<TraceDevice>& devices)
{
    Sums sums = m_told;
    if (m_devices.empty())
        addCalls(sums);
    else
        addLaunches(sums);
    ImportedKernels result;
    result.ofGpu = !m_devices.empty();
    std::vector<std::string> behind(m_devices.size() > 1 ? m_devices.size() : 0);
    std::string all;
    for (const auto& [id, place] : m_devices) {
        const auto device = std::ranges::find(devices, id, &TraceDevice::id);
        const std::string number = "device " + std::to_string(static_cast<long long>(id));
        const bool isNamed = device != devices.end() && !device->name.empty();
        if (m_devices.size() == 1) {
            result.device = isNamed ? device->name : std::string();
            break;
        }
        behind[place] = " (" + (isNamed ? device->name + ", " : std::string()) + number + ")";
        all += (all.empty() ? "" : ", ") + number + (isNamed ? " " + device->name : std::string());
    }
    std::size_t untimed = 0;
    result.kernels = sums.kernels(m_names, behind, untimed);
    if (!all.empty())
        result.remarks.push_back("The trace has kernels of several devices, which stand behind their names: " + all
                                 + ". Compare each with the roofs of its own device.");
    describe(result, sums, untimed);
    return result;
}

bool isPytorchTrace(std::string_view beginning)
{
    const auto has = [&](std::string_view word) { return beginning.find(word) != std::string_view::npos; };
    beginning.remove_prefix(std::min(beginning.find_first_not_of(" \t\r\n"), beginning.size()));
    return beginning.starts_with('{')
        && ((has("\"schemaVersion\"") && (has("\"deviceProperties\"") || has("\"traceEvents\"")))
            || (has("\"traceEvents\"") && has("\"cpu_op\"")));
}

Result<ImportedKernels> readPytorchTrace(ByteSource& source, const ImportOptions& /*options*/)
{
    TraceKernels kernels;
    const auto devices = readTraceEvents(
        source, [&](const TraceEvent& event) { return kernels.take(event) ? std::string() : kernels.problem(); });
    if (!devices) {
        Error error = devices.error();
        if (kernels.isTooLarge())
            error.id = "import.too-large";
        return error;
    }
    ImportedKernels result = kernels.kernels(*devices);
    if (result.kernels.empty())
        return Error{
            ErrorKind::Corrupt,
            "import.no-kernels",
            "This trace has no kernels and no operators. Profile with torch.profiler.profile and export it with "
            "export_chrome_trace.",
            {}};
    return result;
}

} // namespace

ImportFormat pytorchFormat()
{
    return {.id = "pytorch", .program = "PyTorch profiler", .recognises = isPytorchTrace, .read = readPytorchTrace};
}

} // namespace ridgepoint
