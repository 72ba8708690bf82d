// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/elsewhere.h"

#include "app/bench/far_side.h"
#include "app/bench/save_session.h"
#include "app/bench/target_visit.h"
#include "core/remote/failure.h"
#include "core/remote/far_stream.h"
#include "core/remote/queue.h"
#include "core/remote/script.h"
#include "core/session/session.h"
#include "core/session/text_file.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

namespace ridgepoint {
namespace {

using protocol::TargetState;

constexpr Seconds queueAskedAfter{5.0};
constexpr Seconds endGrace{9.0};          ///< of a child whose input has ended
constexpr Seconds longestStart{60.0};     ///< of the program, once it was found there
constexpr Seconds longestSaving{30.0};    ///< after Ctrl+C, without a byte of what is saved
constexpr Seconds signAfter{5.0};         ///< that this side is still there
constexpr int statusWhereSshFailed = 255; ///< of ssh itself
constexpr int leastStatusOfSignal = 128;
/// Handing on a file blocks, so that the node hears no sign meanwhile: a larger one would take a slow line much of the
/// silence after which that ends (longestSilenceMilliseconds).
constexpr std::size_t mostRelayedSoFar = 4 << 20;

/// What the other side wrote, under its name here; elsewhere where the file there was changed meanwhile.
Result<void> saveFarFile(const WordsForElsewhere::File& file, const std::string& content)
{
    std::ostringstream now;
    now << std::ifstream(file.path, std::ios::binary).rdbuf();
    std::error_code unknown;
    const bool isThere = std::filesystem::exists(file.path, unknown);
    if (!isThere || (file.isSent && now.view() == file.content))
        return saveTable(content, file.path);
    const auto refuge = writeToFallback([&](const std::filesystem::path& to) { return writeTextFile(content, to); },
                                        std::filesystem::path(file.path).filename());
    return Error{.kind = ErrorKind::DeviceFailure,
                 .id = "target.file-changed",
                 .text = "%1 was changed while it was measured elsewhere, and is left as it is; %2",
                 .arguments = {file.path, refuge ? "the new one is " + refuge->string() : "the new one is lost"}};
}

/// Beside a file that was there before: that one may be whole.
std::string pathOfIncomplete(const std::filesystem::path& whole)
{
    std::filesystem::path path;
    std::error_code unknown;
    int number = 0;
    do {
        ++number;
        path = whole;
        path.replace_filename(whole.stem().string() + "-incomplete" + (number == 1 ? "" : '-' + std::to_string(number))
                              + whole.extension().string());
    } while (std::filesystem::exists(path, unknown));
    return path.string();
}

/// " with 412 samples (marked as incomplete)" of a session; another file bears no mark.
std::string heldBy(const std::string& content)
{
    const auto session = parseSession(content);
    if (!session)
        return " (incomplete)";
    const std::size_t samples = session->samples.size();
    return " with " + std::to_string(samples) + (samples == 1 ? " sample" : " samples") + " (marked as incomplete)";
}

struct FilesThatCame {
    std::string saved;                        ///< the names of those that were saved here
    std::map<std::string, std::string> soFar; ///< what others would have, by their names there
};

/// One subcommand on the other side, from its start to its end.
class FarRun {
public:
    FarRun(Trip& trip, const remote::TargetOptions& options, WordsForElsewhere request)
        : m_trip(trip), m_options(options), m_request(std::move(request)), m_stream(m_nonce)
    {}

    ExitCode run(const std::vector<std::string>& command);
    /// The words for the program there.
    [[nodiscard]] std::vector<std::string> words() const;

private:
    [[nodiscard]] bool isBySsh() const { return !m_options.target.empty(); }
    /// A job that the other side asks for is that one's to tell of.
    [[nodiscard]] bool isNested() const { return isBySsh() && m_options.slurm; }
    [[nodiscard]] std::string where() const;
    void sendFiles();
    void take(const remote::FarItem& item);
    void takeReady(const remote::FarReady& ready);
    void takeFile(const remote::FarFile& file);
    [[nodiscard]] std::string savedSoFar();
    void takeWords(std::string_view bytes);
    void inputEnded();
    void interrupted();
    void stop();
    void tick();
    void askQueue();
    ExitCode conclude(int status);

    Trip& m_trip;
    const remote::TargetOptions& m_options;
    WordsForElsewhere m_request;
    std::string m_nonce = newNonce();
    remote::FarStream m_stream;
    ChildTalk* m_child = nullptr;
    remote::FarWords m_words{m_nonce}; ///< on its standard error
    std::string m_node;
    FilesThatCame m_came;
    std::optional<int> m_ended; ///< by itself, with this status
    std::string m_job;          ///< that waits in the queue
    Seconds m_queueAsked;
    Seconds m_begun;
    Seconds m_signed;                  ///< when the other side was last told that this one is there
    bool m_isInOwnLine = false;        ///< of `serve`: what came of our own input ends in the middle of a line
    std::optional<Seconds> m_saving;   ///< since when nothing came of what it saves after Ctrl+C
    std::optional<Seconds> m_stopping; ///< since when it should end
    std::optional<remote::TargetFailure> m_failure;
    std::optional<ExitCode> m_notSaved;
    bool m_isInLine = false; ///< what was relayed ends within a line
};

std::string FarRun::where() const
{
    if (isBySsh())
        return remote::machineOf(m_options.target);
    return m_node.empty() ? "a node of Slurm" : "Slurm's node " + m_node;
}

std::vector<std::string> FarRun::words() const
{
    const Surroundings& surroundings = m_trip.surroundings;
    std::string place = surroundings.place;
    if (isBySsh())
        place += (place.empty() ? "" : ", ") + remote::machineOf(m_options.target);
    FarRequest request{.nonce = m_nonce,
                       .place = std::move(place),
                       .isTerminal = surroundings.errIsTerminal,
                       .columns = surroundings.errColumns,
                       .words = m_request.words};
    if (!m_request.files.empty())
        request.files = m_request.sentFiles();
    return farWords(request);
}

void FarRun::sendFiles()
{
    for (const auto& [name, file] : m_request.files)
        if (file.isSent)
            m_child->send(remote::fileFrame(m_nonce, name, file.content.size()) + file.content);
}

void FarRun::takeReady(const remote::FarReady& ready)
{
    m_node = ready.node;
    m_job.clear();
    sendFiles();
    m_child->send(std::exchange(m_trip.early, {}));
    if (m_trip.inputEnded)
        inputEnded();
    if (!isNested())
        m_trip.news.tell({.state = TargetState::Ready, .text = "Measuring on " + where() + '.'});
    m_trip.news.leave();
}

void FarRun::take(const remote::FarItem& item)
{
    Surroundings& surroundings = m_trip.surroundings;
    if (const auto* ready = std::get_if<remote::FarReady>(&item)) {
        takeReady(*ready);
    } else if (const auto* output = std::get_if<remote::FarOutput>(&item)) {
        m_isInLine = !output->bytes.ends_with('\n');
        if (m_trip.isServing) {
            if (!writeWhole(surroundings.serveOutput, output->bytes))
                inputEnded(); // nobody reads
        } else {
            surroundings.out << output->bytes << std::flush;
        }
    } else if (const auto* file = std::get_if<remote::FarFile>(&item)) {
        takeFile(*file);
    } else {
        m_ended = std::get<remote::FarEnd>(item).status;
    }
}

void FarRun::takeFile(const remote::FarFile& file)
{
    const auto known = m_request.files.find(file.name);
    if (known == m_request.files.end() || !known->second.isWritten)
        return; // nothing is written here that was not asked for
    if (file.isSoFar) {
        m_came.soFar[file.name] = file.content; // saved where nothing better comes
        const bool isSmall = file.content.size() <= mostRelayedSoFar;
        if (m_trip.surroundings.sendSoFar && isSmall) // a login node may be lost, too
            m_trip.surroundings.sendSoFar(known->second.path, file.content);
        return;
    }
    m_came.soFar.erase(file.name);
    if (const auto saved = saveFarFile(known->second, file.content); !saved) {
        fail(m_trip.surroundings, saved.error());
        m_notSaved = ExitCode::DeviceFailed;
    } else {
        m_came.saved += (m_came.saved.empty() ? "" : ", ") + known->second.path;
    }
}

/// Saves the files as they were when the other side was lost; their names, with what they hold. A login node hands them
/// on: what it saved would go back as if it were whole.
std::string FarRun::savedSoFar()
{
    std::string names;
    for (const auto& [name, content] : m_came.soFar) {
        WordsForElsewhere::File file = m_request.files.at(name);
        if (m_trip.surroundings.sendSoFar) {
            m_trip.surroundings.sendSoFar(file.path, content);
            continue;
        }
        if (file.isSent)
            file = {.path = pathOfIncomplete(file.path), .content = {}};
        if (const auto saved = saveFarFile(file, content); !saved)
            fail(m_trip.surroundings, saved.error());
        else
            names += (names.empty() ? "" : ", ") + file.path + heldBy(content);
    }
    return names;
}

void FarRun::takeWords(std::string_view bytes)
{
    m_trip.surroundings.err << m_words.feed(bytes) << std::flush;
    if (m_words.areItsOwn() || m_stream.isReady())
        return;
    if (isBySsh()) // what a shell says before the program runs is nobody's
        return;
    if (const auto job = remote::jobFromSrun(m_words.last()); job && m_job.empty()) {
        m_job = *job;
        if (m_trip.inputEnded) // whoever asked has gone meanwhile
            stop();
        else
            askQueue();
    }
}

void FarRun::askQueue()
{
    m_queueAsked = m_trip.surroundings.clock.now();
    const auto state = remote::queueStateFrom(outputOf(remote::squeueCommand(), m_trip.surroundings.clock), m_job);
    const remote::QueueState known = state.value_or(remote::QueueState{});
    if (remote::neverStarts(known.reason)) {
        m_failure = remote::stuckInQueue(m_job, known.reason);
        stop();
        return;
    }
    std::string text = "Waiting in Slurm's queue as job " + m_job;
    if (known.position > 0)
        text += ", place " + std::to_string(known.position);
    if (!known.reason.empty())
        text += " (" + known.reason + ')';
    m_trip.news.tell({.state = TargetState::Queued,
                      .text = text + '.',
                      .job = m_job,
                      .reason = known.reason,
                      .position = known.position,
                      .start = known.start});
}

/// Nothing has started yet, or it does not end.
void FarRun::stop()
{
    if (!m_job.empty())
        static_cast<void>(outputOf({"scancel", m_job}, m_trip.surroundings.clock));
    m_child->terminate();
    m_stopping = m_trip.surroundings.clock.now();
}

void FarRun::inputEnded()
{
    m_trip.inputEnded = true;
    const bool waits = !m_stream.isReady() && (m_trip.early.empty() || !m_job.empty());
    if (waits) {
        stop();
    } else if (m_stream.isReady()) {
        m_child->endInput();
        m_stopping = m_trip.surroundings.clock.now();
    }
}

void FarRun::interrupted()
{
    if (!m_stream.isReady()) {
        stop();
    } else if (m_trip.isServing) {
        inputEnded();
    } else {
        m_child->send("c"); // and what it measured until then comes
        m_saving = m_trip.surroundings.clock.now();
    }
}

void FarRun::tick()
{
    const Seconds now = m_trip.surroundings.clock.now();
    if (!m_stream.isReady() && !m_job.empty() && !m_stopping && now - m_queueAsked >= queueAskedAfter)
        askQueue();
    if (isBySsh() && !m_stream.isReady() && !m_stopping && now - m_begun > longestStart) {
        m_failure = remote::failureOfShell(m_stream.noise() + m_words.last(), m_options.target);
        stop();
    }
    // On a login node the signs of `serve` come from further away, and only those count.
    const bool isRelay = m_trip.isServing && !m_trip.surroundings.place.empty();
    // An empty line in the middle of another would cut that in two.
    if (m_stream.isReady() && !isRelay && !m_isInOwnLine && !m_stopping && now - m_signed >= signAfter) {
        m_signed = now;
        m_child->send(m_trip.isServing ? "\n" : "k");
    }
    if (m_saving && !m_stopping && now - *m_saving > longestSaving)
        inputEnded(); // it hangs: at the end of its input it has four seconds
    m_trip.news.repeat();
    if (m_stopping && now - *m_stopping > endGrace)
        stop();
}

ExitCode FarRun::run(const std::vector<std::string>& command)
{
    auto child = ChildTalk::start(command, isBySsh() ? ChildTalk::Terminal::Shared : ChildTalk::Terminal::None);
    if (!child)
        return m_trip.news.fail(
            isBySsh()
                ? remote::TargetFailure{"target.no-ssh", child.error().message() + '.', "Install OpenSSH's client."}
                : remote::TargetFailure{"target.no-srun",
                                        "There is no Slurm on this machine: " + child.error().message() + '.',
                                        "Leave --slurm out, name a login node with --target, "
                                        "or put srun into PATH in ~/.bashrc there."});
    m_child = &*child;
    m_begun = m_trip.surroundings.clock.now();
    m_trip.news.tell(
        {.state = TargetState::Starting,
         .text = isBySsh() ? "Starting the measuring program on " + where() + '.' : "Asking Slurm for a job."});
    const int status = child->talk({.output =
                                        [this](std::string_view bytes) {
                                            if (m_saving)
                                                m_saving = m_trip.surroundings.clock.now();
                                            for (const remote::FarItem& item : m_stream.feed(bytes))
                                                take(item);
                                        },
                                    .error = [this](std::string_view bytes) { takeWords(bytes); },
                                    .ownInput =
                                        [this](std::string_view bytes) {
                                            m_isInOwnLine = !bytes.ends_with('\n');
                                            if (m_stream.isReady())
                                                m_child->send(bytes);
                                            else
                                                m_trip.early += bytes;
                                        },
                                    .ownInputEnd = [this] { inputEnded(); },
                                    .interrupted = [this] { interrupted(); },
                                    .tick = [this] { tick(); }},
                                   m_trip.surroundings.interruption,
                                   m_trip.isServing && !m_trip.inputEnded ? m_trip.surroundings.serveInput : -1);
    return conclude(status);
}

ExitCode FarRun::conclude(int status)
{
    Surroundings& surroundings = m_trip.surroundings;
    m_trip.news.leave();
    if (m_failure)
        return m_trip.news.fail(*m_failure);
    if (m_ended) {
        if (!m_trip.isServing && !surroundings.out.good())
            return fail(surroundings, outputFailure());
        if (const std::string saved = savedSoFar(); !saved.empty()) // by a login node that lost the one that measured
            fail(surroundings, {.kind = ErrorKind::DeviceFailure,
                                .id = "target.saved-so-far",
                                .text = "Saved what had arrived: %1.",
                                .arguments = {saved}});
        return m_notSaved.value_or(static_cast<ExitCode>(*m_ended));
    }
    if (m_trip.isServing && m_trip.inputEnded)
        return surroundings.interruption.requested() ? ExitCode::Cancelled : ExitCode::Done;
    if (!m_stream.isReady() && surroundings.interruption.requested())
        return fail(surroundings, {.kind = ErrorKind::Cancelled,
                                   .id = "target.cancelled",
                                   .text = "cancelled before anything was measured on %1",
                                   .arguments = {where()}});
    if (m_stream.isReady())
        return m_trip.news.fail(
            remote::lost(m_words.last(), where(),
                         {.isStream = m_trip.isServing, .files = m_came.saved, .soFar = savedSoFar()},
                         isBySsh() && status >= leastStatusOfSignal),
            m_isInLine);
    if (!isBySsh())
        return m_trip.news.fail(remote::failureOfSrun(m_words.last()));
    return m_trip.news.fail(status == statusWhereSshFailed
                                ? remote::failureOfSsh(m_words.last(), m_options.target)
                                : remote::failureOfStart(m_stream.noise() + m_words.last(), m_options.target));
}

} // namespace

ExitCode runElsewhere(const remote::TargetOptions& options, const ParsedLine& line, Surroundings& surroundings)
{
    auto request = wordsForElsewhere(line, !options.target.empty());
    if (!request)
        return fail(surroundings, request.error());
    const bool isServing = line.command->name == "serve";
    Trip trip{.surroundings = surroundings, .news = TargetNews(surroundings, isServing), .isServing = isServing};
    FarRun run(trip, options, std::move(*request));
    if (options.target.empty()) {
        std::error_code unknown;
        std::vector<std::string> program{std::filesystem::read_symlink("/proc/self/exe", unknown).string()};
        for (const std::string& word : run.words())
            program.push_back(remote::encodedWord(word)); // as a script has them
        return run.run(remote::srunCommand(options.request, program));
    }
    TargetVisit visit(trip, options.target);
    if (const auto ended = visit.arrive())
        return *ended;
    return run.run(visit.commandFor(run.words()));
}

} // namespace ridgepoint
