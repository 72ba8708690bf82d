// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/json_fields.h"
#include "core/session/json_reader.h"
#include "core/session/sample_columns.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Turns the events of a session's "samples" object into samples, column after column, without keeping the columns:
/// every value goes into its row at once, so that memory is that of the samples. Each event returns false after an
/// error. Columns of other names are passed over.
class SampleRows {
public:
    SampleRows();

    /// Events inside the object, the object's own brackets excluded.
    [[nodiscard]] bool key(std::string_view name);
    [[nodiscard]] bool open(bool isArray);
    [[nodiscard]] bool close();
    /// true, false and null, which only a column that is passed over may hold.
    [[nodiscard]] bool value(Json value);
    [[nodiscard]] bool number(const Json& number);
    [[nodiscard]] bool word(std::string_view text);

    /// After the object's end: checks that the columns agree and every workload is possible.
    [[nodiscard]] Result<std::vector<Sample>> finish();
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    enum class Kind { None, Whole, Real, Word, KeptReadings, Dictionary, Unknown };
    /// A column of the table and how many of its rows have come; no rows for one that the file has not.
    struct Progress {
        std::string_view name;
        bool required = false;
        std::optional<std::size_t> rows;
    };
    /// The places in the dictionary that a word column named; −1 where the word stood there itself.
    using Places = std::vector<std::int32_t>;

    void choose(std::string_view name);
    [[nodiscard]] bool begin(Kind kind, std::size_t index, std::size_t progress);
    [[nodiscard]] Sample* nextRow();
    [[nodiscard]] bool wholeNumber(const Json& number);
    [[nodiscard]] bool realNumber(const Json& number);
    [[nodiscard]] bool reading(const Json& number);
    [[nodiscard]] bool wordPlace(const Json& number);
    [[nodiscard]] bool fail(Error error);
    [[nodiscard]] bool unexpected(std::string_view expected);
    [[nodiscard]] std::string place() const;
    [[nodiscard]] bool applyDictionary();
    [[nodiscard]] bool applyWords(std::size_t index, const std::vector<std::string>& words);
    [[nodiscard]] bool checkRows();

    std::vector<Sample> m_samples;
    std::vector<Progress> m_progress; // wholes, reals, words, kept readings
    std::vector<Places> m_places;     // one a word column
    std::vector<float> m_readings;    // of the row that is being read
    Json m_dictionary;
    std::optional<JsonTree> m_tree; // of the dictionary, while it is read
    std::string m_name;
    Kind m_kind = Kind::None;
    std::size_t m_index = 0; // in the table of the kind
    Progress* m_column = nullptr;
    int m_depth = 0; // brackets open inside the object
    std::optional<Error> m_error;
};

} // namespace ridgepoint
