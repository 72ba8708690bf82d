// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include "core/session/byte_source.h"
#include "core/session/experiment_json.h"
#include "core/session/json_convert.h"
#include "core/session/json_reader.h"
#include "core/session/own_kernels_csv.h"
#include "core/session/own_kernels_json.h"
#include "core/session/sample_rows.h"
#include "core/session/session_fields.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

/// The reader's events of a whole file: "samples" goes into rows as it streams by, "own_kernels" is read kernel by
/// kernel, every other field becomes a small tree and is read when it is complete.
class SessionEvents {
public:
    bool value(Json value);
    bool number(Json number) { return m_inSamples ? rows(m_rows.number(number)) : value(std::move(number)); }
    bool text(std::string& text) { return m_inSamples ? rows(m_rows.word(text)) : value(std::move(text)); }
    bool key(std::string_view name);
    bool open(bool isArray);
    bool close();
    bool fail(Error error);

    [[nodiscard]] Result<Session> finish(bool complete);

private:
    bool rows(bool fine) { return fine || fail(*m_rows.error()); }
    bool tree(bool fine) { return fine || fail(m_tree.limitError()); }
    bool completeField();
    bool completeKernel();
    void readField(const JsonFields& fields);
    void checkVersion(const JsonFields& fields);
    void readSettings(const JsonFields& settings);
    void readEnvironment(const JsonFields& fields);
    void readExperiments(const JsonFields& fields);

    Session m_session;
    SampleRows m_rows;
    JsonTree m_tree;
    Json m_unknown = Json::object();
    std::vector<std::string> m_seen;
    std::string m_field; // the top-level field that is being read
    std::size_t m_valuesLeft = maximumJsonValues;
    int m_depth = 0;
    bool m_inSamples = false;
    bool m_inKernels = false;
    std::optional<Error> m_error;
};

Error notASession()
{
    return {ErrorKind::Corrupt,
            "session.not-a-session",
            "This is not a Ridgepoint session; open a file saved by Ridgepoint (.ridge).",
            {}};
}

/// What is no JSON was written by another program, or by this one and damaged since: people do different things about
/// it.
Error explained(Error error, bool beganAsSession)
{
    if (error.id != "json.syntax")
        return error;
    if (!beganAsSession)
        return notASession();
    return {ErrorKind::Corrupt, "session.damaged",
            "This session is damaged or incomplete: it cannot be read from byte %1 on. Open an earlier copy of it.",
            error.arguments};
}

bool SessionEvents::fail(Error error)
{
    if (!m_error)
        m_error = std::move(error);
    return false;
}

bool SessionEvents::key(std::string_view name)
{
    if (m_inSamples)
        return rows(m_rows.key(name));
    if (m_depth > 1) {
        m_tree.key(name);
        return true;
    }
    m_field = name;
    const bool isKnown = isSessionField(m_field);
    if (isKnown && std::find(m_seen.begin(), m_seen.end(), m_field) != m_seen.end())
        return fail({ErrorKind::Corrupt, "session.field-twice", "The field \"%1\" comes twice.", {m_field}});
    if (isKnown)
        m_seen.push_back(m_field);
    m_tree = JsonTree(1, m_valuesLeft);
    return true;
}

bool SessionEvents::value(Json value)
{
    if (m_inSamples)
        return rows(m_rows.value(std::move(value)));
    if (m_depth == 0)
        return fail(notASession());
    if (!tree(m_tree.put(std::move(value))))
        return false;
    return m_depth == 1 ? completeField() : m_inKernels && m_depth == 2 ? completeKernel() : true;
}

bool SessionEvents::open(bool isArray)
{
    if (m_inSamples)
        return rows(m_rows.open(isArray)) && ++m_depth > 0;
    if (m_depth == 0 && isArray)
        return fail(notASession());
    if (m_depth++ == 0)
        return true;
    if (m_depth == 2 && m_field == "samples" && !isArray) {
        m_inSamples = true;
        return true;
    }
    if (m_depth == 2 && m_field == "own_kernels" && isArray) {
        m_inKernels = true;
        m_tree = JsonTree(2);
        return true;
    }
    return tree(m_tree.open(isArray));
}

bool SessionEvents::close()
{
    --m_depth;
    if (m_inSamples && m_depth == 1) {
        m_inSamples = false;
        return true;
    }
    if (m_inSamples)
        return rows(m_rows.close());
    if (m_depth == 0)
        return true;
    if (m_inKernels && m_depth == 1) {
        m_inKernels = false;
        return true;
    }
    m_tree.close();
    return m_depth == 1 ? completeField() : m_inKernels && m_depth == 2 ? completeKernel() : true;
}

/// A hundred thousand of them as one tree would take a hundred megabytes.
bool SessionEvents::completeKernel()
{
    JsonProblem problem;
    const std::size_t index = m_session.ownKernels.size();
    if (index == maximumOwnKernels) {
        problem.report("own_kernels", "an array of at most " + std::to_string(maximumOwnKernels) + " kernels");
        return fail(*problem.error());
    }
    const Json kernel = m_tree.take();
    m_tree = JsonTree(2);
    const JsonFields fields(kernel, "own_kernels[" + std::to_string(index) + ']', problem);
    if (problem.none())
        m_session.ownKernels.push_back(ownKernelFrom(fields));
    return problem.none() || fail(*problem.error());
}

bool SessionEvents::completeField()
{
    m_valuesLeft -= m_tree.values();
    Json object = Json::object();
    object[m_field] = m_tree.take();
    if (!isSessionField(m_field)) {
        m_unknown[m_field] = std::move(object[m_field]);
        return true;
    }
    JsonProblem problem;
    readField(JsonFields(object, {}, problem));
    return problem.none() || fail(*problem.error());
}

void SessionEvents::readField(const JsonFields& fields)
{
    if (m_field == "format" && fields.text("format") != sessionFormat)
        fields.problem().report(notASession());
    else if (m_field == "version")
        checkVersion(fields);
    else if (m_field == "created")
        m_session.created = fields.text("created");
    else if (m_field == "devices")
        m_session.devices = fields.objects("devices", deviceFrom);
    else if (m_field == "roofs")
        m_session.roofs = fields.objects("roofs", roofSetFrom);
    else if (m_field == "environment")
        readEnvironment(fields);
    else if (m_field == "settings")
        readSettings(fields.object("settings"));
    else if (m_field == "samples")
        fields.problem().report("samples", "an object of columns");
    else if (m_field == "own_kernels")
        fields.problem().report("own_kernels", "an array of kernels");
    else if (m_field == "experiments")
        readExperiments(fields);
    else if (m_field == "view")
        m_session.viewJson = fields.objectText("view");
    else if (m_field == "notes")
        m_session.notes = fields.text("notes");
}

void SessionEvents::checkVersion(const JsonFields& fields)
{
    const std::int64_t version = fields.integer("version", 1, std::numeric_limits<std::int32_t>::max());
    if (fields.problem().none() && version > sessionVersion)
        fields.problem().report(
            Error{ErrorKind::Unsupported,
                  "session.newer-version",
                  "This session is of version %1; this program reads up to %2. Open it with a newer Ridgepoint.",
                  {std::to_string(version), std::to_string(sessionVersion)}});
}

void SessionEvents::readSettings(const JsonFields& settings)
{
    if (settings.has("plans"))
        m_session.plans = settings.objects("plans", planFrom);
}

void SessionEvents::readEnvironment(const JsonFields& fields)
{
    const JsonFields environment = fields.object("environment");
    for (const std::string& name : environment.names())
        m_session.environment[name] = environment.text(name.c_str());
}

void SessionEvents::readExperiments(const JsonFields& fields)
{
    m_session.experiments = fields.objects("experiments", experimentResultFrom);
    if (m_session.experiments.size() > maximumExperimentResults)
        fields.problem().report("experiments",
                                "an array of at most " + std::to_string(maximumExperimentResults) + " results");
}

Result<Session> SessionEvents::finish(bool complete)
{
    if (m_error || !complete)
        return explained(m_error.value_or(jsonSyntaxError(0)),
                         std::find(m_seen.begin(), m_seen.end(), "format") != m_seen.end());
    for (const char* required : {"format", "version"})
        if (std::find(m_seen.begin(), m_seen.end(), required) == m_seen.end())
            return notASession();
    auto samples = m_rows.finish();
    if (!samples)
        return samples.error();
    m_session.samples = std::move(samples).value();
    if (!m_unknown.empty())
        m_session.unknownJson = m_unknown.dump();
    return std::move(m_session);
}

Result<Session> parse(ByteSource& source)
{
    SessionEvents events;
    const bool complete = readJson(source, events);
    return events.finish(complete);
}

Error cannotOpen(const std::filesystem::path& path, int code)
{
    return {ErrorKind::Unavailable,
            "session.cannot-open",
            "%1 could not be opened: %2.",
            {path.string(), std::generic_category().message(code)}};
}

Result<Session> readOpen(int descriptor, const std::filesystem::path& path)
{
    struct stat status {};
    if (::fstat(descriptor, &status) != 0)
        return cannotOpen(path, errno);
    if (!S_ISREG(status.st_mode))
        return Error{
            ErrorKind::Unavailable, "session.not-a-file", "%1 is not a file; choose a session file.", {path.string()}};
    if (static_cast<std::size_t>(status.st_size) > maximumSessionBytes)
        return sessionTooLarge(path.string());
    if (status.st_size == 0)
        return Error{ErrorKind::Corrupt,
                     "session.empty",
                     "%1 is empty: nothing was saved in it, or the disk was full. Open an earlier copy of it.",
                     {path.string()}};
    ByteSource source(descriptor, maximumSessionBytes);
    auto session = parse(source);
    if (source.failure() == EFBIG)
        return sessionTooLarge(path.string());
    if (source.failure() != 0)
        return cannotOpen(path, source.failure());
    return session;
}

} // namespace

Result<Session> readSession(const std::filesystem::path& path)
{
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return cannotOpen(path, errno);
    auto session = readOpen(descriptor, path);
    ::close(descriptor);
    return session;
}

Error inFile(const std::filesystem::path& path, Error error)
{
    const std::string name = path.string();
    if (error.message().find(name) != std::string::npos)
        return error;
    error.arguments.push_back(name);
    error.text = "%" + std::to_string(error.arguments.size()) + ": " + error.text;
    return error;
}

Result<Session> parseSession(std::string_view text)
{
    if (text.size() > maximumSessionBytes)
        return sessionTooLarge("The text");
    ByteSource source(text);
    return parse(source);
}

} // namespace ridgepoint
