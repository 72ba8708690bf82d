// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// What the program on the other machine writes to its standard output: first a frame with the nonce, before which all
/// is a shell's noise; then its output as it is, and, now and then in between, what a file would hold if it ended now;
/// at the end the files that it has written, and its exit status.
namespace ridgepoint::remote {

/// The program runs.
struct FarReady {
    std::string node; ///< of Slurm; empty without
};
/// Bytes of its standard output.
struct FarOutput {
    std::string bytes;
};
/// A file that it has written, or as it would write it if it ended now.
struct FarFile {
    std::string name;
    std::string content;
    bool isSoFar = false;
};
/// It has ended by itself.
struct FarEnd {
    int status = 0;
};
using FarItem = std::variant<FarReady, FarOutput, FarFile, FarEnd>;

[[nodiscard]] std::string readyFrame(const std::string& nonce, const FarReady& ready);
/// What the program there writes first on standard error, which arrives at another time than standard output: all
/// before it is the shell's.
[[nodiscard]] std::string wordsMark(const std::string& nonce);
/// What stands before a file's bytes.
[[nodiscard]] std::string fileFrame(const std::string& nonce, const std::string& name, std::size_t bytes);
/// The same of a file as it would be if it ended now.
[[nodiscard]] std::string soFarFrame(const std::string& nonce, const std::string& name, std::size_t bytes);
[[nodiscard]] std::string endFrame(const std::string& nonce, int status);

/// Standard error of the way there: first a shell's, or srun's, then the program's own.
class FarWords {
public:
    explicit FarWords(const std::string& nonce) : m_mark(wordsMark(nonce)) {}
    /// What of these bytes the program there wrote.
    [[nodiscard]] std::string feed(std::string_view bytes);
    [[nodiscard]] bool areItsOwn() const { return m_areItsOwn; }
    /// The last 4096 bytes, for a message; without the shell's once the program has begun.
    [[nodiscard]] const std::string& last() const { return m_last; }

private:
    std::string m_mark;
    std::string m_last;
    bool m_areItsOwn = false;
};

/// Takes the stream apart, however it is cut into pieces. Bytes that can be no frame are handed on at once.
class FarStream {
public:
    explicit FarStream(const std::string& nonce) : m_mark('\x1e' + nonce + ' ') {}
    /// What is whole now.
    [[nodiscard]] std::vector<FarItem> feed(std::string_view bytes);
    [[nodiscard]] bool isReady() const { return m_isReady; }
    /// The last of what came before the frame: a shell may have said why it does not start anything.
    [[nodiscard]] const std::string& noise() const { return m_noise; }

private:
    bool takeFrame(std::vector<FarItem>& items);
    void handOn(std::string_view bytes, std::vector<FarItem>& items);

    std::string m_mark;
    std::string m_waiting; ///< not handed on yet
    std::string m_noise;
    bool m_isReady = false;
    FarFile m_file;
    std::size_t m_fileBytes = 0; ///< of m_file that are still to come
    bool m_isTooLarge = false;   ///< m_file, which is left out
};

} // namespace ridgepoint::remote
