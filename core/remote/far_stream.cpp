// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/far_stream.h"

#include "core/remote/script.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace ridgepoint::remote {
namespace {

constexpr std::size_t longestFrame = 8192;
constexpr std::size_t keptNoise = 2048;
constexpr std::size_t largestFile = std::size_t{1} << 30U; ///< what is beyond is left out

std::string frame(const std::string& nonce, const std::string& words) { return '\x1e' + nonce + ' ' + words + '\n'; }

std::string frameOfFile(const std::string& nonce, const char* kind, const std::string& name, std::size_t bytes)
{
    return frame(nonce, std::string(kind) + ' ' + encodedWord(name) + ' ' + std::to_string(bytes));
}

std::vector<std::string> decodedWords(std::string_view line)
{
    std::vector<std::string> words;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        words.push_back(decodedWord(line.substr(0, end)).value_or(std::string()));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    words.resize(std::max<std::size_t>(words.size(), 3));
    return words;
}

template <class Number> Number numberIn(const std::string& word, Number otherwise)
{
    Number number{};
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), number);
    return status == std::errc{} && end == word.data() + word.size() ? number : otherwise;
}

} // namespace

std::string readyFrame(const std::string& nonce, const FarReady& ready)
{
    return frame(nonce, "ready " + encodedWord(ready.node));
}

std::string wordsMark(const std::string& nonce) { return frame(nonce, "words"); }

std::string FarWords::feed(std::string_view bytes)
{
    constexpr std::size_t kept = 4096;
    std::string own;
    m_last += bytes;
    if (const std::size_t at = m_areItsOwn ? std::string::npos : m_last.find(m_mark); at != std::string::npos) {
        m_areItsOwn = true;
        m_last.erase(0, at + m_mark.size());
        own = m_last;
    } else if (m_areItsOwn) {
        own = bytes;
    }
    if (m_last.size() > kept)
        m_last.erase(0, m_last.size() - kept);
    return own;
}

std::string fileFrame(const std::string& nonce, const std::string& name, std::size_t bytes)
{
    return frameOfFile(nonce, "file", name, bytes);
}

std::string soFarFrame(const std::string& nonce, const std::string& name, std::size_t bytes)
{
    return frameOfFile(nonce, "sofar", name, bytes);
}

std::string endFrame(const std::string& nonce, int status) { return frame(nonce, "end " + std::to_string(status)); }

void FarStream::handOn(std::string_view bytes, std::vector<FarItem>& items)
{
    if (bytes.empty())
        return;
    if (m_isReady) {
        items.emplace_back(FarOutput{std::string(bytes)});
        return;
    }
    m_noise += bytes;
    if (m_noise.size() > keptNoise)
        m_noise.erase(0, m_noise.size() - keptNoise);
}

/// Takes the frame at the beginning of what waits; false where it is not whole yet.
bool FarStream::takeFrame(std::vector<FarItem>& items)
{
    const std::size_t end = m_waiting.find('\n');
    if (end == std::string::npos && m_waiting.size() < longestFrame)
        return false;
    const std::vector<std::string> words = decodedWords(
        std::string_view(m_waiting).substr(m_mark.size(), end - m_mark.size()));
    if (words[0] == "ready") {
        m_isReady = true;
        items.emplace_back(FarReady{words[1]});
    } else if (words[0] == "end") {
        items.emplace_back(FarEnd{numberIn(words[1], std::uint8_t{3})});
    } else if (words[0] == "file" || words[0] == "sofar") {
        m_file = {words[1], {}, words[0] == "sofar"};
        m_fileBytes = numberIn(words[2], std::size_t{0});
        m_isTooLarge = m_fileBytes > largestFile;
        if (m_fileBytes == 0)
            items.emplace_back(m_file);
    }
    m_waiting.erase(0, end == std::string::npos ? end : end + 1);
    return true;
}

std::vector<FarItem> FarStream::feed(std::string_view bytes)
{
    std::vector<FarItem> items;
    m_waiting += bytes;
    while (!m_waiting.empty()) {
        if (m_fileBytes > 0) {
            const std::size_t taken = std::min(m_fileBytes, m_waiting.size());
            if (!m_isTooLarge)
                m_file.content.append(m_waiting, 0, taken);
            m_waiting.erase(0, taken);
            m_fileBytes -= taken;
            if (m_fileBytes == 0 && !m_isTooLarge)
                items.emplace_back(std::exchange(m_file, {}));
            continue;
        }
        const std::size_t at = m_waiting.find('\x1e');
        handOn(std::string_view(m_waiting).substr(0, at), items);
        m_waiting.erase(0, at);
        if (m_waiting.empty())
            break;
        const std::size_t compared = std::min(m_mark.size(), m_waiting.size());
        if (m_waiting.compare(0, compared, m_mark, 0, compared) != 0) {
            handOn(std::string_view(m_waiting).substr(0, 1), items);
            m_waiting.erase(0, 1);
        } else if (compared < m_mark.size() || !takeFrame(items)) {
            break;
        }
    }
    return items;
}

} // namespace ridgepoint::remote
