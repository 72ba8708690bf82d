// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"
#include "core/session/byte_source.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ridgepoint {

/// Internal to core/import. A file as its reader sees it: what gzip packed is unpacked, found by its first two bytes.
class ImportFile {
public:
    /// Unavailable for what is no file that can be read, Corrupt for an empty one.
    [[nodiscard]] static Result<ImportFile> open(const std::filesystem::path& path);
    ImportFile(ImportFile&& other) noexcept;
    ImportFile& operator=(ImportFile&&) = delete;
    ~ImportFile();

    /// The first 64 KiB, or all of a shorter file.
    [[nodiscard]] Result<std::string> beginning();
    /// All bytes from the first, as long as this lives.
    [[nodiscard]] ByteSource bytes(const ImportProgress& progress);
    /// What a failure of these bytes means.
    [[nodiscard]] Error failure(int code) const;

private:
    ImportFile(std::filesystem::path path, int descriptor, std::uint64_t bytes, bool isPacked);

    std::filesystem::path m_path;
    int m_descriptor;
    std::uint64_t m_bytes; // on the disk
    bool m_isPacked;
};

/// The formats, each of one reader in a file of its own.
[[nodiscard]] ImportFormat googleBenchmarkFormat();
[[nodiscard]] ImportFormat hyperfineFormat();
[[nodiscard]] ImportFormat nvbenchFormat();
/// What `ncu --csv` prints: a row a metric, or with `--page raw` a row a launch below a row of units. Launches of one
/// kernel on one device are added up. A kernel has FLOP where all of its launches have the same complete set of
/// instruction counts (additions, multiplications and multiply-adds of a precision), and bytes likewise.
[[nodiscard]] ImportFormat nsightComputeFormat();
/// What `nsys stats --format csv` prints: the table cuda_gpu_kern_sum, else cuda_gpu_kern_gb_sum, else cuda_gpu_trace,
/// found among the other tables of the output. Kernels have launches and time; no work is counted. Tracing changes
/// neither clocks nor caches, so that these times do not count as profiled.
[[nodiscard]] ImportFormat nsightSystemsFormat();
/// The trace of PyTorch's profiler (export_chrome_trace), read event by event. Launches of one name on one device are
/// one kernel, with the device behind its name where there are several; where the work of some of them is known and of
/// others not, two. Work is what the compiler noted (kernel_flop, kernel_num_gb) or follows from the shapes of the
/// operator that launched it (pytorch_operators.h); of several kernels that one operator launched, the longest does it.
/// Copies have the bytes that they move. A trace without kernels of a GPU has the operators themselves: one of known
/// work with all that it calls, any other without.
[[nodiscard]] ImportFormat pytorchFormat();
/// What likwid-perfctr writes as JSON (`-o FILE.json`) and CSV (`-O`, `-o FILE.csv`): a kernel a region, or one for the
/// whole program. FLOP are the rates of all threads times their times, bytes the volumes of all threads (memory's is
/// counted by one thread a socket, the others have none), time that of the slowest thread. Groups of one region are put
/// together: FLOP by precision, each from the first group that has it, bytes from another scaled to as many calls, or
/// where no calls are known to as much time. likwid's own script writes of several regions only the last into JSON.
[[nodiscard]] ImportFormat likwidFormat();
/// What `perf stat -x,` (or another separator) and `perf stat -j` write: one kernel, the whole program. Counts of
/// intervals, sockets, cores and kinds of cores are added up; of repeated runs perf gives the mean. FLOP are those of
/// fp_arith_inst_retired.* times their lanes, bytes those of the memory controllers, which are the whole machine's.
/// Time is duration_time, else the end of the last interval, else task-clock over "CPUs utilized".
[[nodiscard]] ImportFormat perfStatFormat();
/// What `rocprofv3 --pmc … --output-format csv` writes (…counter_collection.csv): a row a counter and dispatch, so that
/// a dispatch's time counts once. Dispatches of one name are one kernel. FLOP = 64 x (add + mul + trans + 2 fma) of
/// SQ_INSTS_VALU_*_F16, F32 and F64, which count waves of 64 lanes, + 512 x SQ_INSTS_VALU_MFMA_MOPS_* of floats; bytes
/// are FETCH_SIZE and WRITE_SIZE, in KiB.
[[nodiscard]] ImportFormat rocprofv3Format();
/// What `advisor --report=survey --format=csv --show-all-columns` prints of Intel Advisor: a row a loop or function,
/// after some lines of its own. Rows of one name are one kernel of one launch. Bytes are those of all loads and stores
/// of the processor, so they are taken as going through the first cache; how much comes from memory is not told.
[[nodiscard]] ImportFormat advisorFormat();
/// The lines that ridgepoint.h and ridgepoint.py write, which resources/ridgepoint.h defines. Regions of one name are
/// one kernel, whose time is that in which at least one of them ran, and which has a count where all of them have it.
/// A torn last line is left out with a remark. Other lines, such as a program's own output, are passed over.
[[nodiscard]] ImportFormat ridgepointRegionsFormat();

/// All of them, in the order in which people are told of them.
[[nodiscard]] std::span<const ImportFormat> importFormats();
/// The one with this id, or null.
[[nodiscard]] const ImportFormat* importFormatOf(std::string_view id);

/// What a file held, ready for a session: each kernel says how its work was got and which file it is from.
struct ImportedFile {
    std::string formatId;
    std::string device; ///< as the file names it; empty where it does not
    std::vector<OwnKernel> kernels;
    std::vector<std::string> remarks; ///< whole sentences for the user to read

    friend bool operator==(const ImportedFile&, const ImportedFile&) = default;
};

/// What was read, as a session can keep it, with a remark about what it cannot: see importKernels(). A kernel that
/// names no device has the file's. `source` is what each kernel names as the place that it is from.
[[nodiscard]] ImportedFile forSession(ImportedKernels read, std::string_view formatId, const std::string& source);

/// Reads a file that another program wrote, also one that gzip made smaller. Its format is found by its first 64 KiB,
/// unless `formatId` names one (InvalidInput where there is no such format). Unavailable where it cannot be read,
/// Corrupt where no format is known or the content is wrong, Cancelled where ImportOptions::progress says so. Kernels
/// that no session could keep (a time of zero, numbers beyond all machines) are left out with a remark. Each error
/// names the file.
[[nodiscard]] Result<ImportedFile> importKernels(const std::filesystem::path& path, const ImportOptions& options = {},
                                                 std::optional<std::string_view> formatId = std::nullopt);

} // namespace ridgepoint
