// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"

#include <QFile>
#include <QtTest>

#include <string>

namespace ridgepoint::test {

/// The text of a file in tests/samples/import.
inline std::string sampleText(const char* name)
{
    QFile file(QStringLiteral(RIDGEPOINT_SOURCE_DIR "/tests/samples/import/") + QString::fromLatin1(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// What a format reads in a text.
inline Result<ImportedKernels> readText(const ImportFormat& format, std::string_view text,
                                        const ImportOptions& options = {})
{
    ByteSource source(text);
    return format.read(source, options);
}

/// The message where a text cannot be read, else nothing.
inline QByteArray errorIn(const ImportFormat& format, std::string_view text)
{
    const auto read = readText(format, text);
    return read ? QByteArray() : QByteArray::fromStdString(read.error().message());
}

/// Whether a remark has these words.
inline bool isRemarked(const ImportedKernels& read, std::string_view words)
{
    for (const std::string& remark : read.remarks)
        if (remark.find(words) != std::string::npos)
            return true;
    return false;
}

/// A text with one part replaced, which must be in it.
inline std::string changed(std::string text, std::string_view part, std::string_view with)
{
    const std::size_t at = text.find(part);
    if (at == std::string::npos)
        return {};
    return text.replace(at, part.size(), with);
}

/// Reads a sample cut off after each of its bytes: never more kernels than the whole has, and each error says
/// something.
inline void verifyCutOff(const ImportFormat& format, const char* name)
{
    const std::string text = sampleText(name);
    const auto whole = readText(format, text);
    QVERIFY(whole.ok());
    for (std::size_t size = 0; size < text.size(); ++size) {
        const auto part = readText(format, std::string_view(text).substr(0, size));
        if (part)
            QVERIFY2(part->kernels.size() <= whole->kernels.size(), qPrintable(QString::number(size)));
        else
            QVERIFY2(!part.error().message().empty(), qPrintable(QString::number(size)));
    }
}

} // namespace ridgepoint::test
