// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_json.h"

#include "core/session/json_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

/// More than a profile has that fits maximumWholeBytes: a value with its name takes some ten bytes and more.
constexpr std::size_t maximumImportedValues = std::size_t{1} << 23U;

/// A tree of the parser's events.
class ImportedTree {
public:
    bool value(Json value) { return grown(m_tree.put(std::move(value))); }
    bool number(const Json& number) { return value(number); }
    bool text(std::string& text) { return value(std::move(text)); }
    bool key(const std::string& name)
    {
        m_tree.key(name);
        return true;
    }
    bool open(bool isArray) { return grown(m_tree.open(isArray)); }
    bool close()
    {
        m_tree.close();
        return true;
    }
    void fail(Error error)
    {
        if (!m_error)
            m_error = std::move(error);
    }

    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
    [[nodiscard]] bool complete() const { return m_tree.complete(); }
    [[nodiscard]] Json take() { return m_tree.take(); }

private:
    bool grown(bool fits)
    {
        if (!fits)
            fail(m_tree.limitError());
        return fits;
    }

    JsonTree m_tree{0, maximumImportedValues};
    std::optional<Error> m_error;
};

/// Overwrites the words for numbers that JSON has not, outside of strings, by null and spaces: each byte stays in its
/// place.
void blankNonFinite(std::string& text)
{
    constexpr std::array<std::string_view, 8> words{"-Infinity", "Infinity", "-NaN", "NaN",
                                                    "-nan",      "nan",      "-inf", "inf"};
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            inString = !inString;
        else if (inString)
            i += text[i] == '\\' ? 1 : 0;
        else if (text[i] == '-' || text[i] == 'I' || text[i] == 'N' || text[i] == 'i' || text[i] == 'n') {
            const std::string_view rest = std::string_view(text).substr(i);
            const auto word = std::ranges::find_if(words, [&](std::string_view w) { return rest.starts_with(w); });
            if (word == words.end())
                continue;
            // Three bytes have no room for null, and a number that no reader takes for a value is none.
            const std::string_view instead = word->size() == 3 ? "\"\" " : "null     ";
            text.replace(i, word->size(), instead.substr(0, word->size()));
            i += word->size() - 1;
        }
    }
}

/// The byte that the parser's error names, as line and column, which people find in an editor.
Error atLine(const Error& error, std::string_view text)
{
    if (error.id != "json.syntax" && error.id != "json.number")
        return error;
    std::size_t byte = 0;
    const std::string& digits = error.arguments.front();
    (void)std::from_chars(digits.data(), digits.data() + digits.size(), byte);
    const std::string_view before = text.substr(0, std::min(std::max<std::size_t>(byte, 1) - 1, text.size()));
    const auto line = 1 + std::ranges::count(before, '\n');
    const auto column = before.size() - (before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1) + 1;
    if (byte > text.size())
        return {ErrorKind::Corrupt,
                "import.json-ends",
                "line %1: the file ends in the middle; let the program that writes it end by itself.",
                {std::to_string(line)}};
    return {ErrorKind::Corrupt,
            "import.json",
            error.id == "json.syntax"
                ? "line %1, column %2: this is not JSON; write the file anew with nothing else in it."
                : "line %1, column %2: this number is too large.",
            {std::to_string(line), std::to_string(column)}};
}

const Json emptyArray = Json::array();

} // namespace

Result<std::string> wholeText(ByteSource& source)
{
    std::string text;
    while (!source.atEnd()) {
        const std::string_view piece = source.atHand();
        if (text.size() + piece.size() > maximumWholeBytes)
            return Error{ErrorKind::Corrupt,
                         "import.too-large",
                         "it holds more than %1 MiB, too much for this format; export fewer results at once.",
                         {std::to_string(maximumWholeBytes >> 20U)}};
        text += piece;
        source.skip(piece.size());
    }
    return text;
}

Result<Json> wholeJson(ByteSource& source)
{
    auto text = wholeText(source);
    if (!text)
        return text.error();
    constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
    if (text->starts_with(byteOrderMark))
        text->replace(0, byteOrderMark.size(), byteOrderMark.size(), ' ');
    blankNonFinite(*text);
    ImportedTree tree;
    ByteSource bytes(*text);
    const bool complete = readJson(bytes, tree);
    if (tree.error())
        return atLine(*tree.error(), *text);
    if (!complete || !tree.complete())
        return atLine(jsonSyntaxError(text->size() + 1), *text);
    return tree.take();
}

std::set<std::string, std::less<>> jsonPathsIn(std::string_view text)
{
    constexpr std::size_t deepest = 3;
    constexpr std::size_t longestName = 128; // no format has a longer one
    std::set<std::string, std::less<>> paths;
    const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (first == std::string_view::npos || (text[first] != '{' && text[first] != '['))
        return paths;
    /// How long the path around a level is, and of how many names. Built anew at each colon it would take time with the
    /// square of the depth.
    struct Level {
        std::size_t depth;
        std::size_t bytes;
    };
    std::vector<Level> levels;
    std::string path; // of the member that is being read, while it is not too deep
    std::size_t depth = 0;
    std::string_view word; // the last string, a name where a colon follows
    for (std::size_t i = first; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            const std::size_t begin = ++i;
            while (i < text.size() && text[i] != '"')
                i += text[i] == '\\' ? 2 : 1;
            if (i >= text.size())
                break;
            word = text.substr(begin, i - begin);
        } else if (c == '{' || c == '[') {
            levels.push_back({depth, path.size()});
        } else if (c == '}' || c == ']') {
            if (levels.empty())
                continue;
            depth = levels.back().depth;
            path.resize(levels.back().bytes);
            levels.pop_back();
        } else if (c == ':' && !levels.empty()) {
            depth = levels.back().depth;
            path.resize(levels.back().bytes);
            if (!word.empty())
                depth = word.size() > longestName ? deepest + 1 : depth + 1;
            if (depth > deepest)
                continue;
            if (!word.empty())
                path.append(path.empty() ? "" : ".").append(word);
            paths.insert(path);
        }
    }
    return paths;
}

const Json* memberOf(const Json& object, const char* name)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

std::optional<double> numberIn(const Json& object, const char* name)
{
    const Json* value = memberOf(object, name);
    if (value == nullptr)
        return std::nullopt;
    double number = 0.0;
    if (value->is_number())
        number = value->get<double>();
    else if (value->is_string()) {
        const std::string& text = value->get_ref<const std::string&>();
        const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
        if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size())
            return std::nullopt;
    } else
        return std::nullopt;
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::string textIn(const Json& object, const char* name)
{
    const Json* value = memberOf(object, name);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

const Json& elementsIn(const Json& object, const char* name)
{
    const Json* value = memberOf(object, name);
    return value != nullptr && value->is_array() ? *value : emptyArray;
}

Error wrongInJson(std::string_view place, std::string_view what)
{
    return {ErrorKind::Corrupt, "import.value", "%1: %2", {std::string(place), std::string(what)}};
}

double medianOf(std::vector<double> values)
{
    const std::size_t middle = values.size() / 2;
    std::ranges::sort(values);
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

} // namespace ridgepoint
