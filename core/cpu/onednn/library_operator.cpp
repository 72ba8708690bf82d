// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/onednn/library_primitive.h"
#include "core/cpu/onednn/library_work.h"
#include "core/cpu/operators/operator_memory.h"
#include "core/cpu/operators/operator_work.h"

#include <string>

namespace ridgepoint {
namespace {

/// What every operator is prepared from.
struct Preparation {
    OperatorCall call;
    OperatorData data;
    LibraryPrimitive made;
};

Error lacks(const OneDnn& library, const OperatorCall& call)
{
    return {ErrorKind::Unsupported,
            "onednn.no-operator",
            "%1 has no operator %2; only the built-in kernel is measured.",
            {library.version(), std::string(nameOf(call.which))}};
}

/// The library writes through this; an input is never written.
void* mutableData(const float* data) { return const_cast<float*>(data); }

/// Finishes what has its description: makes the primitive and keeps the description.
Result<void> finish(Preparation& work, Result<OneDnnObject> description)
{
    if (!description)
        return description.error();
    auto primitive = work.made.library->primitive(*description);
    if (!primitive)
        return primitive.error();
    work.made.primitive = std::move(*primitive);
    work.made.objects.insert(work.made.objects.begin(), std::move(*description));
    return {};
}

Result<void> bindBoth(Preparation& work, const OneDnnLayout& from, const OneDnnLayout& to)
{
    if (const auto bound = work.made.bind(onednn::source, from.get(), mutableData(work.data.first)); !bound)
        return bound;
    return work.made.bind(onednn::result, to.get(), work.data.out);
}

Result<void> prepareFlat(Preparation& work)
{
    const OneDnn& library = *work.made.library;
    const auto layout = work.made.layout(
        {.dimensions = {static_cast<std::int64_t>(work.data.columns)}, .strides = {1}});
    if (!layout)
        return layout.error();
    if (const auto bound = bindBoth(work, **layout, **layout); !bound)
        return bound;
    switch (work.call.which) {
    case OperatorKind::Relu: return finish(work, library.elementwise(library.reluAlgorithm(), **layout, **layout));
    case OperatorKind::Gelu: return finish(work, library.elementwise(library.geluAlgorithm(), **layout, **layout));
    case OperatorKind::Exp: return finish(work, library.elementwise(library.expAlgorithm(), **layout, **layout));
    case OperatorKind::Copy: return finish(work, library.reorder(**layout, **layout));
    case OperatorKind::Add:
        if (const auto bound = work.made.bind(onednn::source1, (*layout)->get(), mutableData(work.data.second)); !bound)
            return bound;
        return finish(work, library.add(**layout, **layout, **layout));
    default: return lacks(library, work.call);
    }
}

OneDnnShape rowsOf(const OperatorData& data)
{
    return {.dimensions = {static_cast<std::int64_t>(data.rows), static_cast<std::int64_t>(data.columns)},
            .strides = {static_cast<std::int64_t>(data.stride), 1}};
}

Result<void> prepareRows(Preparation& work)
{
    const OneDnn& library = *work.made.library;
    // Version 3.2 was seen to read the rows of a layer norm as if they lay close together, whatever the strides.
    if (work.call.which == OperatorKind::LayerNorm && work.data.stride != work.data.columns)
        return Error{
            ErrorKind::Unsupported,
            "onednn.rows",
            "%1 is compared only for LayerNorm over rows of whole cache lines; choose a multiple of 32 instead of %2.",
            {library.version(), std::to_string(work.data.columns)}};
    const auto layout = work.made.layout(rowsOf(work.data));
    if (!layout)
        return layout.error();
    if (const auto bound = bindBoth(work, **layout, **layout); !bound)
        return bound;
    if (work.call.which == OperatorKind::Softmax)
        return finish(work, library.softmax(**layout, **layout));
    const auto row = work.made.layout({.dimensions = {static_cast<std::int64_t>(work.data.columns)}, .strides = {1}});
    if (!row)
        return row.error();
    if (const auto bound = work.made.bind(onednn::scale, (*row)->get(), mutableData(work.data.second)); !bound)
        return bound;
    if (const auto bound = work.made.bind(onednn::shift, (*row)->get(), mutableData(work.data.shift)); !bound)
        return bound;
    return finish(work, library.layerNorm(**layout, **layout));
}

Result<void> prepareTranspose(Preparation& work)
{
    const auto from = work.made.layout(rowsOf(work.data));
    if (!from)
        return from.error();
    const auto to = work.made.layout(
        {.dimensions = {static_cast<std::int64_t>(work.data.rows), static_cast<std::int64_t>(work.data.columns)},
         .strides = {1, static_cast<std::int64_t>(work.data.otherStride)}});
    if (!to)
        return to.error();
    if (const auto bound = bindBoth(work, **from, **to); !bound)
        return bound;
    return finish(work, work.made.library->reorder(**from, **to));
}

/// A pooling over many small planes is the same work, and gives the library pieces to deal to its threads: as many rows
/// a plane as divide the rows, even, and 64 at most.
std::int64_t planeRows(std::int64_t rows)
{
    for (const std::int64_t height : {64, 32, 16, 8})
        if (rows % height == 0)
            return height;
    return rows;
}

OneDnnShape planesOf(const OperatorData& data, std::int64_t planeHeight, bool pooled)
{
    const auto rows = static_cast<std::int64_t>(data.rows);
    const auto stride = static_cast<std::int64_t>(pooled ? data.otherStride : data.stride);
    const std::int64_t height = pooled ? planeHeight / 2 : planeHeight;
    const std::int64_t planes = rows / planeHeight;
    return {.dimensions = {1, planes, height, static_cast<std::int64_t>(pooled ? data.columns / 2 : data.columns)},
            .strides = {planes * height * stride, height * stride, stride, 1}};
}

Result<void> prepareMaxPool(Preparation& work)
{
    const std::int64_t height = planeRows(work.call.rows);
    const auto from = work.made.layout(planesOf(work.data, height, false));
    if (!from)
        return from.error();
    const auto to = work.made.layout(planesOf(work.data, height, true));
    if (!to)
        return to.error();
    if (const auto bound = bindBoth(work, **from, **to); !bound)
        return bound;
    return finish(work, work.made.library->maxPool(**from, **to));
}

Result<void> prepareAny(Preparation& work)
{
    switch (work.call.which) {
    case OperatorKind::LayerNorm:
    case OperatorKind::Softmax: return prepareRows(work);
    case OperatorKind::Transpose: return prepareTranspose(work);
    case OperatorKind::MaxPool: return prepareMaxPool(work);
    case OperatorKind::Cos:
    case OperatorKind::Sum:
    case OperatorKind::AddRow:
    case OperatorKind::Scale:
    case OperatorKind::Dropout:
    case OperatorKind::ScaledSoftmax:
    case OperatorKind::AddRowGelu:
    case OperatorKind::AddDropoutNorm: return lacks(*work.made.library, work.call);
    default: return prepareFlat(work);
    }
}

} // namespace

Result<ReadyWork> prepareLibraryOperator(const std::shared_ptr<CpuDevice>& device,
                                         const std::shared_ptr<OneDnn>& library, const OperatorCall& call)
{
    if (const auto valid = validate(call); !valid)
        return valid.error();
    const auto team = device->team(call.threads);
    if (!team)
        return team.error();
    const auto memory = operatorMemory(**team);
    if (!memory)
        return memory.error();
    const auto data = (*memory)->bind(call);
    if (!data)
        return data.error();
    Preparation work{.call = call, .data = *data, .made = {.library = library, .keeps = {*memory}}};
    library->useThreads(call.threads);
    if (const auto prepared = prepareAny(work); !prepared)
        return prepared.error();
    auto timed = libraryWork(device, std::move(work.made), call.threads);
    if (!timed)
        return timed.error();
    return ReadyWork{.method = library->method(), .cost = costOf(call, Stores::Usual), .work = std::move(*timed)};
}

} // namespace ridgepoint
