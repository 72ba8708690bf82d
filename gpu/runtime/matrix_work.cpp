// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/matrix_work.h"

#include "gpu/libraries/matrix_plan.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace ridgepoint {
namespace {

/// Random numbers enough that neither they nor their power draw repeat in sight; the rest of a factor repeats them.
constexpr std::size_t patternBytes = std::size_t{4} << 20U;
constexpr std::uint64_t patternSeed = 20;
/// The heuristics' list is sorted by what they expect: the fastest is among the first.
constexpr int mostAlgorithms = 6;
/// With each algorithm, after one that loads its code.
constexpr int productsTimed = 3;
constexpr std::int64_t smallestSize = 1024;
/// Where a display is attached a product must end within this, at a quarter of the theoretical rate of the plain units.
constexpr Seconds longestDisplayed{0.05};
constexpr double cautiousShare = 0.25;

class MatrixWork final : public PreparedWork {
public:
    MatrixWork(std::shared_ptr<CudaDevice> device, std::shared_ptr<CublasLt> library, const MatrixPlan& plan)
        : m_device(std::move(device)),
          m_library(std::move(library)),
          m_plan(plan),
          m_buffers{{.usefulBytes = plan.places().back(),
                     .bytes = plan.places().back(),
                     .content = InitialContent::Unspecified}},
          m_owner(m_device->memory().newOwner())
    {}

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        if (auto ready = makeReady(); !ready)
            return ready.error();
        return timed(repetitions);
    }

    /// Memory in place and filled, the product prepared, its fastest algorithm chosen, one product as warm-up.
    [[nodiscard]] Result<void> makeReady();

private:
    [[nodiscard]] std::string what() const
    {
        return "the " + std::string(nameOf(m_plan.precision)) + " matrix products";
    }
    [[nodiscard]] Result<void> bind();
    [[nodiscard]] CudaStatus fill();
    [[nodiscard]] CudaStatus fillFrom(std::byte* target, std::size_t bytes);
    [[nodiscard]] Result<void> choose();
    [[nodiscard]] Result<BatchTiming> timed(std::int64_t repetitions);

    std::shared_ptr<CudaDevice> m_device;
    std::shared_ptr<CublasLt> m_library;
    MatrixPlan m_plan;
    std::vector<BufferPlan> m_buffers;
    std::vector<std::byte> m_pattern;
    std::unique_ptr<MatrixProduct> m_product;
    std::uint64_t m_owner;
    std::uint64_t m_generation = 0;
    std::optional<int> m_algorithm;
};

Result<void> MatrixWork::bind()
{
    if (auto reserved = m_device->reserve(m_buffers, what()); !reserved)
        return reserved;
    if (m_product != nullptr && m_generation == m_device->memory().generation())
        return {};
    m_product.reset();
    std::byte* const block = m_device->memory().place(m_buffers).front();
    const auto places = m_plan.places();
    auto product = m_library->prepare(
        m_plan,
        {.a = block + places[0], .b = block + places[1], .d = block + places[2], .workspace = block + places[3]});
    if (!product)
        return product.error();
    m_product = std::move(*product);
    m_generation = m_device->memory().generation();
    if (m_algorithm)
        m_product->choose(std::min(*m_algorithm, m_product->algorithms() - 1));
    return {};
}

CudaStatus MatrixWork::fillFrom(std::byte* target, std::size_t bytes)
{
    CudaApi& api = m_device->api();
    std::size_t filled = std::min(bytes, m_pattern.size());
    CudaStatus status = api.copy(target, m_pattern.data(), filled, CopyDirection::HostToDevice, m_device->stream());
    // What is there is copied behind itself, twice as much each time.
    while (status == cudaOk && filled < bytes) {
        const std::size_t more = std::min(filled, bytes - filled);
        status = api.copy(target + filled, target, more, CopyDirection::DeviceToDevice, m_device->stream());
        filled += more;
    }
    return status;
}

CudaStatus MatrixWork::fill()
{
    if (m_pattern.empty()) {
        m_pattern.resize(patternBytes);
        fillFactor(m_pattern, m_plan.precision, patternSeed, m_plan.numbers);
    }
    std::byte* const block = m_device->memory().place(m_buffers).front();
    const auto places = m_plan.places();
    CudaStatus status = fillFrom(block + places[0], m_plan.firstBytes());
    if (status == cudaOk)
        status = fillFrom(block + places[1], m_plan.secondBytes());
    return status == cudaOk ? m_device->api().wait(m_device->stream()) : status;
}

Result<BatchTiming> MatrixWork::timed(std::int64_t repetitions)
{
    std::optional<Error> refused;
    auto timing = timedInStream(*m_device, "running " + what(), [&] {
        for (std::int64_t i = 0; i < repetitions && !refused; ++i)
            if (auto submitted = m_product->submit(m_device->stream()); !submitted)
                refused = submitted.error();
        return cudaOk;
    });
    if (timing && refused) {
        // What the library refuses is this roof's trouble; the device itself goes on.
        refused->kind = ErrorKind::Unavailable;
        return *refused;
    }
    return timing;
}

Result<void> MatrixWork::choose()
{
    // What is compared by its numbers must not differ by its algorithm: the one that the library expects to be the
    // fastest.
    if (m_plan.numbers != FactorNumbers::Usual) {
        m_algorithm = 0;
        m_product->choose(0);
        return {};
    }
    Seconds best;
    for (int algorithm = 0; algorithm < std::min(m_product->algorithms(), mostAlgorithms); ++algorithm) {
        m_product->choose(algorithm);
        // The first product with an algorithm loads its code; of the others the best counts.
        for (int product = 0; product <= productsTimed; ++product) {
            const auto timing = timed(1);
            if (!timing && m_device->lost())
                return timing.error();
            if (!timing)
                break; // an algorithm that the device refuses is passed over
            if (product > 0 && (!m_algorithm || timing->time < best)) {
                best = timing->time;
                m_algorithm = algorithm;
            }
        }
    }
    if (!m_algorithm)
        return Error{ErrorKind::Unavailable,
                     "cuda.matrix-refused",
                     "none of the library's algorithms for %1 run on this GPU; update libcublasLt and the driver",
                     {what()}};
    m_product->choose(*m_algorithm);
    return {};
}

Result<void> MatrixWork::makeReady()
{
    if (m_device->lost())
        return *m_device->lost();
    if (auto bound = bind(); !bound)
        return bound;
    if (m_device->memory().owner() == m_owner)
        return {};
    m_device->memory().setOwner(0);
    if (auto filled = m_device->check(fill(), "filling the memory of " + what()); !filled)
        return filled;
    if (!m_algorithm)
        if (auto chosen = choose(); !chosen)
            return chosen;
    const auto warmed = timed(1);
    if (!warmed)
        return warmed.error();
    m_device->memory().setOwner(m_owner);
    return {};
}

/// The roofs' usual size, smaller where a display would be held up.
std::int64_t sizeFor(const CudaDeviceSetup& setup)
{
    std::int64_t n = matrixRoofSize;
    if (!setup.kernelsAreTimedOut)
        return n;
    const double rate = setup.highestRate.value() * cautiousShare;
    const auto time = [&](std::int64_t size) {
        return 2.0 * static_cast<double>(size) * static_cast<double>(size) * static_cast<double>(size) / rate;
    };
    while (n > smallestSize && !(time(n) <= longestDisplayed.value()))
        n /= 2;
    return n;
}

Result<RoofWork> prepareMatrix(const std::shared_ptr<CudaDevice>& device, std::shared_ptr<CublasLt> library,
                               MatrixPrecision precision)
{
    const auto plan = matrixPlan(precision, sizeFor(device->setup()));
    if (!plan)
        return plan.error();
    auto work = std::make_unique<MatrixWork>(device, library, *plan);
    if (auto ready = work->makeReady(); !ready)
        return ready.error();
    const std::string n = std::to_string(plan->rows);
    return RoofWork{.kind = RoofKind::Compute,
                    .amount = plan->flops().value(),
                    .method = std::string(nameOf(precision)) + " products of " + n + " x " + n
                            + " matrices by cuBLASLt " + library->version()
                            + ", random numbers, the fastest of its algorithms" + timedByEvents
                            + (precision == MatrixPrecision::Fp8    ? ", fast accumulation"
                               : precision == MatrixPrecision::Int8 ? ", sums of 32 bits"
                                                                    : ""),
                    .work = std::move(work)};
}

Result<ReadyWork> prepareProduct(const std::shared_ptr<CudaDevice>& device, std::shared_ptr<CublasLt> library,
                                 const ProductCall& call)
{
    const auto plan = matrixPlan(call);
    if (!plan)
        return plan.error();
    if (auto reason = displayReason(device->setup(), plan->flops(), plan->words()))
        return *reason;
    auto work = std::make_unique<MatrixWork>(device, library, *plan);
    if (auto ready = work->makeReady(); !ready)
        return ready.error();
    const char* const algorithm = call.numbers == FactorNumbers::Usual
                                    ? "the fastest of its algorithms"
                                    : "the first of its algorithms, whatever the numbers";
    return ReadyWork{.method = "cuBLASLt " + library->version() + ", " + std::string(nameOf(call.precision))
                             + ", by column, the first factor transposed, " + algorithm + timedByEvents,
                     .work = std::move(work)};
}

} // namespace

std::optional<Error> displayReason(const CudaDeviceSetup& setup, Flops operations, const std::string& words)
{
    const Seconds cautious = operations / (setup.highestRate * cautiousShare);
    if (!setup.kernelsAreTimedOut || cautious <= longestDisplayed)
        return std::nullopt;
    return Error{ErrorKind::Unavailable,
                 "cuda.display-product",
                 "A product of %1 may take too long here, because this GPU drives a display; choose a smaller size, "
                 "or a GPU without a display.",
                 {words}};
}

MatrixRoofs matrixRoofs(ComputeCapability capability, MatrixLibrary open)
{
    MatrixRoofs roofs;
    for (const MatrixPrecision precision : matrixPrecisionsOf(capability))
        roofs.ids.push_back(matrixRoofId(precision));
    const auto opened = std::make_shared<std::optional<Result<std::shared_ptr<CublasLt>>>>();
    const auto library = [opened, open = std::move(open)]() -> const Result<std::shared_ptr<CublasLt>>& {
        if (!*opened)
            *opened = open();
        return **opened;
    };
    roofs.prepare = [library](const std::shared_ptr<CudaDevice>& device,
                              const RoofRequest& request) -> Result<RoofWork> {
        const auto precision = matrixPrecisionOfRoof(request.id);
        if (!precision)
            return Error{ErrorKind::Unsupported,
                         "cuda.roof-unknown",
                         "This GPU has no roof \"%1\"; leave it out.",
                         {request.id}};
        const auto& found = library();
        if (!found)
            return found.error();
        return prepareMatrix(device, found.value(), *precision);
    };
    roofs.prepareProduct = [library, capability](const std::shared_ptr<CudaDevice>& device,
                                                 const ProductCall& call) -> Result<ReadyWork> {
        const auto offered = matrixPrecisionsOf(capability);
        if (std::find(offered.begin(), offered.end(), call.precision) == offered.end())
            return Error{ErrorKind::Unsupported,
                         "cuda.matrix-precision",
                         "This GPU has no matrix products in %1; choose another precision.",
                         {std::string(nameOf(call.precision))}};
        const auto& found = library();
        if (!found)
            return found.error();
        return prepareProduct(device, found.value(), call);
    };
    return roofs;
}

} // namespace ridgepoint
