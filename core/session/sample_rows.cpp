// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/sample_rows.h"

#include "core/session/json_limits.h"
#include "core/session/session_fields.h"

#include <charconv>
#include <limits>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::int32_t wordItself = -1;

std::string wordsLimit() { return "a text of at most " + std::to_string(limits::wordBytes) + " bytes"; }

std::string rowName(std::string_view column, std::size_t row)
{
    return "samples." + std::string(column) + '[' + std::to_string(row) + ']';
}

/// A limit as it would be typed: "1e+09".
std::string limitText(double limit)
{
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, limit, std::chars_format::general).ptr};
}

} // namespace

SampleRows::SampleRows() : m_places(columns::words().size())
{
    for (const columns::Whole& column : columns::wholes())
        m_progress.push_back({column.name, column.required, {}});
    for (const columns::Real& column : columns::reals())
        m_progress.push_back({column.name, column.required, {}});
    for (const columns::Word& column : columns::words())
        m_progress.push_back({column.name, column.required, {}});
    m_progress.push_back({columns::keptReadings, false, {}});
}

bool SampleRows::key(std::string_view name)
{
    if (m_kind == Kind::Dictionary && m_depth > 0) {
        m_tree->key(name);
        return true;
    }
    if (m_depth > 0)
        return true; // inside something unknown
    m_name = name;
    choose(m_name);
    if (m_column == nullptr)
        return true;
    if (m_column->rows)
        return fail({ErrorKind::Corrupt, "session.column-twice", "The column %1 comes twice.", {"samples." + m_name}});
    m_column->rows = 0;
    return true;
}

void SampleRows::choose(std::string_view name)
{
    m_column = nullptr;
    m_kind = Kind::Unknown;
    if (name == columns::dictionary) {
        m_kind = Kind::Dictionary;
        m_tree.emplace(2);
        return;
    }
    for (std::size_t i = 0; i < m_progress.size(); ++i) {
        if (m_progress[i].name != name)
            continue;
        const std::size_t wholes = columns::wholes().size();
        const std::size_t reals = wholes + columns::reals().size();
        const std::size_t words = reals + columns::words().size();
        m_column = &m_progress[i];
        m_kind = i < wholes ? Kind::Whole : i < reals ? Kind::Real : i < words ? Kind::Word : Kind::KeptReadings;
        m_index = i < wholes ? i : i < reals ? i - wholes : i < words ? i - reals : 0;
        return;
    }
}

bool SampleRows::open(bool isArray)
{
    ++m_depth;
    if (m_kind == Kind::Dictionary)
        return m_tree->open(isArray) || fail(m_tree->limitError());
    if (m_kind == Kind::Unknown)
        return m_depth + 2 <= maximumJsonDepth || fail(jsonTooDeepError());
    const bool isReadings = m_kind == Kind::KeptReadings && m_depth == 2;
    if (!isArray || (m_depth != 1 && !isReadings))
        return unexpected(m_depth == 1 ? "an array" : "one value a sample");
    m_readings.clear();
    return true;
}

bool SampleRows::close()
{
    --m_depth;
    if (m_kind == Kind::Dictionary) {
        m_tree->close();
        if (m_depth == 0)
            m_dictionary = m_tree->take();
    } else if (m_kind == Kind::KeptReadings && m_depth == 1) {
        Sample* sample = nextRow();
        if (sample == nullptr)
            return false;
        sample->keptReadings.assign(m_readings.begin(), m_readings.end());
    }
    return true;
}

bool SampleRows::value(Json value)
{
    if (m_kind == Kind::Dictionary && m_depth == 0)
        return unexpected("an object");
    if (m_kind == Kind::Dictionary)
        return m_tree->put(std::move(value)) || fail(m_tree->limitError());
    return m_kind == Kind::Unknown || unexpected("an array of numbers or words");
}

bool SampleRows::number(const Json& number)
{
    switch (m_kind) {
    case Kind::KeptReadings: return m_depth == 2 ? reading(number) : unexpected("an array of numbers");
    case Kind::Whole: return m_depth == 1 ? wholeNumber(number) : unexpected("an array");
    case Kind::Real: return m_depth == 1 ? realNumber(number) : unexpected("an array");
    case Kind::Word: return m_depth == 1 ? wordPlace(number) : unexpected("an array");
    default: return value(number);
    }
}

bool SampleRows::wholeNumber(const Json& number)
{
    const columns::Whole& column = columns::wholes()[m_index];
    const auto whole = integerOf(number, column.low, column.high);
    if (!whole)
        return unexpected("a whole number from " + std::to_string(column.low) + " to " + std::to_string(column.high));
    Sample* sample = nextRow();
    if (sample != nullptr)
        column.set(*sample, *whole);
    return sample != nullptr;
}

bool SampleRows::realNumber(const Json& number)
{
    const columns::Real& column = columns::reals()[m_index];
    const auto real = numberOf(number, column.low, column.high);
    if (!real)
        return unexpected("a number from " + limitText(column.low) + " to " + limitText(column.high) + ", in SI units");
    Sample* sample = nextRow();
    if (sample != nullptr)
        column.set(*sample, *real);
    return sample != nullptr;
}

bool SampleRows::reading(const Json& number)
{
    const auto seconds = numberOf(number, 0.0, std::numeric_limits<float>::max());
    if (!seconds)
        return unexpected("numbers that are not negative");
    if (m_readings.size() >= maximumKeptReadings)
        return unexpected("at most " + std::to_string(maximumKeptReadings) + " readings");
    m_readings.push_back(static_cast<float>(*seconds));
    return true;
}

bool SampleRows::wordPlace(const Json& number)
{
    const auto place = integerOf(number, 0, static_cast<std::int64_t>(maximumJsonValues));
    if (!place)
        return unexpected("a word or its place in the dictionary");
    m_places[m_index].push_back(static_cast<std::int32_t>(*place));
    return nextRow() != nullptr;
}

bool SampleRows::word(std::string_view text)
{
    if (m_kind == Kind::Dictionary || m_kind == Kind::Unknown)
        return value(Json(text));
    if (m_kind != Kind::Word || m_depth != 1)
        return unexpected(m_kind == Kind::Word ? "an array" : "a number, not a text");
    if (text.size() > limits::wordBytes)
        return unexpected(wordsLimit());
    const std::string where = place();
    Sample* sample = nextRow();
    if (sample == nullptr)
        return false;
    m_places[m_index].push_back(wordItself);
    return columns::words()[m_index].set(*sample, text)
        || fail({ErrorKind::Corrupt,
                 "session.unknown-word",
                 "%1: there is no \"%2\".",
                 {where, std::string(text.substr(0, 64))}});
}

Sample* SampleRows::nextRow()
{
    const std::size_t row = (*m_column->rows)++;
    if (row >= maximumSessionSamples) {
        (void)fail({ErrorKind::Corrupt,
                    "session.too-many-samples",
                    "A session has at most %1 samples; this one has more.",
                    {std::to_string(maximumSessionSamples)}});
        return nullptr;
    }
    if (row == m_samples.size())
        m_samples.emplace_back();
    return &m_samples[row];
}

bool SampleRows::fail(Error error)
{
    if (!m_error)
        m_error = std::move(error);
    return false;
}

std::string SampleRows::place() const
{
    return m_column != nullptr && m_depth > 0 ? rowName(m_column->name, m_column->rows.value_or(0))
                                              : "samples." + m_name;
}

bool SampleRows::unexpected(std::string_view expected)
{
    return fail({ErrorKind::Corrupt, "session.unexpected", "%1 must be %2.", {place(), std::string(expected)}});
}

Result<std::vector<Sample>> SampleRows::finish()
{
    if (!m_error && checkRows())
        (void)applyDictionary();
    for (std::size_t row = 0; row < m_samples.size() && !m_error; ++row) {
        const Sample& sample = m_samples[row];
        if (const auto valid = validate(sample.workload); !valid)
            (void)fail({ErrorKind::Corrupt,
                        "session.impossible-sample",
                        "Sample %1 is invalid: %2",
                        {std::to_string(row), valid.error().message()}});
        else if (sample.isInverted())
            (void)fail({ErrorKind::Corrupt,
                        "session.impossible-interval",
                        "Sample %1 is invalid: its interval ends at %2 s, before its start at %3 s.",
                        {std::to_string(row), limitText(sample.high.value()), limitText(sample.low.value())}});
    }
    if (m_error)
        return *m_error;
    return std::move(m_samples);
}

bool SampleRows::checkRows()
{
    for (const Progress& column : m_progress) {
        if (!column.rows && column.required && !m_samples.empty())
            return fail({ErrorKind::Corrupt,
                         "session.missing-column",
                         "The column %1 is missing.",
                         {"samples." + std::string(column.name)}});
        if (column.rows && *column.rows != m_samples.size())
            return fail({ErrorKind::Corrupt,
                         "session.column-length",
                         "The column %1 has %2 values, but others have %3.",
                         {"samples." + std::string(column.name), std::to_string(*column.rows),
                          std::to_string(m_samples.size())}});
    }
    return true;
}

bool SampleRows::applyDictionary()
{
    JsonProblem problem;
    if (m_dictionary.is_null())
        m_dictionary = Json::object();
    const JsonFields dictionary(m_dictionary, "samples.dictionary", problem);
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const std::string name(columns::words()[i].name);
        const auto words = dictionary.has(name.c_str()) ? dictionary.texts(name.c_str()) : std::vector<std::string>{};
        if (problem.error())
            return fail(*problem.error());
        if (!applyWords(i, words))
            return false;
    }
    return true;
}

bool SampleRows::applyWords(std::size_t index, const std::vector<std::string>& words)
{
    const columns::Word& column = columns::words()[index];
    const Places& places = m_places[index];
    for (std::size_t word = 0; word < words.size(); ++word)
        if (words[word].size() > limits::wordBytes)
            return fail(
                {ErrorKind::Corrupt,
                 "session.unexpected",
                 "%1 must be %2.",
                 {rowName(std::string(columns::dictionary) + '.' + std::string(column.name), word), wordsLimit()}});
    for (std::size_t row = 0; row < places.size(); ++row) {
        if (places[row] == wordItself)
            continue;
        const auto place = static_cast<std::size_t>(places[row]);
        if (place >= words.size())
            return fail({ErrorKind::Corrupt,
                         "session.dictionary",
                         "%1 names word %2 of a dictionary of %3.",
                         {rowName(column.name, row), std::to_string(place), std::to_string(words.size())}});
        if (!column.set(m_samples[row], words[place]))
            return fail({ErrorKind::Corrupt,
                         "session.unknown-word",
                         "%1: there is no \"%2\".",
                         {rowName(column.name, row), words[place].substr(0, 64)}});
    }
    return true;
}

} // namespace ridgepoint
