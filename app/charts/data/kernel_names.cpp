// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/kernel_names.h"

#include "app/charts/data/own_kernels.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

namespace ridgepoint {
namespace {

constexpr QChar ellipsis(0x2026);
/// A name of so many letters is short enough.
constexpr qsizetype mostLettersWhole = 28;
/// What names share is left out from so many letters on, of which so many must go for the ellipsis to be worth it.
constexpr qsizetype leastLettersShared = 12;
constexpr qsizetype leastLettersLeftOut = 4;
constexpr std::size_t mostNamesCompared = 4000;

/// By a namespace, template arguments with parameters behind them, or the type of nothing. By hand, because a regular
/// expression takes time with the square of a name's length.
bool isOfCompiler(const QString& name)
{
    const QLatin1String voidType("void");
    const qsizetype opened = name.indexOf(QLatin1Char('<'));
    const qsizetype closed = opened < 0 ? -1 : name.indexOf(QLatin1Char('>'), opened);
    return name.contains(QLatin1String("::")) || (closed >= 0 && name.indexOf(QLatin1Char('('), closed) >= 0)
        || (name.startsWith(voidType) && name.size() > voidType.size() && name[voidType.size()].isSpace());
}

const QRegularExpression& anyNamespace()
{
    static const QRegularExpression name(QStringLiteral("\\w+::"));
    return name;
}

/// Without what stands between < and >; as it is where these are no pairs.
QString withoutTemplateArguments(const QString& name)
{
    QString left;
    int depth = 0;
    for (const QChar letter : name) {
        if (letter == QLatin1Char('<'))
            ++depth;
        else if (letter == QLatin1Char('>'))
            --depth;
        else if (depth == 0)
            left += letter;
        if (depth < 0)
            return name;
    }
    return depth == 0 ? left : name;
}

/// Of a kernel of CUTLASS the first template argument of the function that wraps them all; another name as it is.
QString wrappedKernel(const QString& name)
{
    static const QRegularExpression wrapper(QStringLiteral(
        "^(?:void\\s+)?(?:cutlass::(?:Kernel2?|device_kernel)<|(?:Kernel2?|device_kernel)<(?=\\s*cutlass))"));
    const QRegularExpressionMatch match = wrapper.match(name);
    if (!match.hasMatch())
        return name;
    const qsizetype begin = match.capturedEnd();
    int depth = 1;
    for (qsizetype i = begin; i < name.size(); ++i) {
        if (name[i] == QLatin1Char('<'))
            ++depth;
        else if (name[i] == QLatin1Char('>'))
            --depth;
        if (depth == 0 || (depth == 1 && name[i] == QLatin1Char(','))) {
            const QString argument = name.mid(begin, i - begin).trimmed();
            return argument.isEmpty() ? name : argument;
        }
    }
    return name;
}

/// Where a function's parameters begin; the end where it has none.
qsizetype parametersOf(const QString& name)
{
    int depth = 0;
    for (qsizetype i = 0; i < name.size(); ++i) {
        if (name[i] == QLatin1Char('<'))
            ++depth;
        else if (name[i] == QLatin1Char('>'))
            --depth;
        else if (depth == 0 && name[i] == QLatin1Char('('))
            return i;
    }
    return name.size();
}

/// GCC and Clang write the one, Nsight Compute the other.
QString withoutUnnamedNamespaces(QString name)
{
    return name.remove(QStringLiteral("(anonymous namespace)::")).remove(QStringLiteral("<unnamed>::"));
}

/// The short name with its template arguments.
QString withTemplateArguments(const QString& whole)
{
    static const QRegularExpression voidType(QStringLiteral("^void\\s+"));
    QString name = wrappedKernel(whole);
    if (!isOfCompiler(name))
        return name;
    name = withoutUnnamedNamespaces(std::move(name));
    return name.left(parametersOf(name)).trimmed().remove(voidType).remove(anyNamespace());
}

/// Letters, digits and halves of a letter, which must not be parted.
bool isOfAWord(QChar letter) { return letter.isLetterOrNumber() || letter.isSurrogate(); }

/// The beginning of the word in which the letter before a place stands.
qsizetype wordBegin(const QString& name, qsizetype at)
{
    while (at > 0 && isOfAWord(name[at - 1]))
        --at;
    return at;
}

/// The end of the word that has the letter at a place.
qsizetype wordEnd(const QString& name, qsizetype at)
{
    do
        ++at;
    while (at < name.size() && isOfAWord(name[at]));
    return std::min(at, name.size());
}

qsizetype lettersShared(const QString& a, const QString& b)
{
    return std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
}

/// Long names, sorted, and how many letters each begins with that the one before it has, too.
struct SortedNames {
    std::vector<QString> names;
    std::vector<qsizetype> like;
};

/// Puts down the names of these places in their order, all of which have the first `from` letters alike: `begun` stands
/// for these. Where neighbours share more, a first word of it that tells them from the others stays.
void putApart(const SortedNames& sorted, std::size_t begin, std::size_t end, qsizetype from, const QString& begun,
              QStringList& labels)
{
    for (std::size_t first = begin, last = begin; first < end; first = last) {
        last = first + 1;
        while (last < end && sorted.like[last] >= from + leastLettersShared)
            ++last;
        const QString& name = sorted.names[first];
        qsizetype shared = name.size();
        for (std::size_t each = first + 1; each < last; ++each)
            shared = std::min(shared, sorted.like[each]);
        shared = wordBegin(name, shared);
        if (last - first == 1 || shared <= from) {
            for (std::size_t each = first; each < last; ++each)
                labels << begun + sorted.names[each].mid(from);
            continue;
        }
        const qsizetype likeBefore = first > begin ? sorted.like[first] : from;
        const qsizetype likeAfter = last < end ? sorted.like[last] : from;
        const qsizetype head = wordEnd(name, std::max(likeBefore, likeAfter));
        putApart(sorted, first, last, shared,
                 begun
                     + (shared - head < leastLettersLeftOut ? name.mid(from, shared - from)
                                                            : name.mid(from, head - from) + ellipsis),
                 labels);
    }
}

} // namespace

QString shortKernelName(const QString& whole)
{
    static const QRegularExpression ofTriton(QStringLiteral("^triton_[a-z]+_(?=fused_)"));
    static const QRegularExpression returnType(QStringLiteral("^(?:void\\s+|(?:[\\w:]+[\\s*&]+)+(?=[\\w:~]+$))"));
    const QString name = wrappedKernel(whole);
    if (!isOfCompiler(name))
        return QString(name).remove(ofTriton);
    QString left = withoutTemplateArguments(withoutUnnamedNamespaces(name));
    left = left.section(QLatin1Char('('), 0, 0).trimmed(); // a function's parameters
    left.remove(returnType).remove(anyNamespace());
    return left.isEmpty() ? name : left;
}

QStringList namesApart(const QStringList& names)
{
    QStringList apart;
    for (const QString& name : names)
        apart << shortKernelName(name);
    constexpr auto asItIs = +[](const QString& name) { return name; };
    for (const auto longer : {&withTemplateArguments, asItIs}) {
        QHash<QString, int> counts;
        for (const QString& name : std::as_const(apart))
            ++counts[name];
        for (qsizetype i = 0; i < apart.size(); ++i)
            if (counts.value(apart[i]) > 1)
                apart[i] = longer(names[i]);
    }
    std::vector<qsizetype> order;
    for (qsizetype i = 0; i < apart.size(); ++i)
        if (apart[i].size() > mostLettersWhole)
            order.push_back(i);
    std::sort(order.begin(), order.end(), [&apart](qsizetype a, qsizetype b) { return apart[a] < apart[b]; });
    SortedNames sorted;
    for (const qsizetype place : order) {
        sorted.like.push_back(sorted.names.empty() ? 0 : lettersShared(sorted.names.back(), apart[place]));
        sorted.names.push_back(apart[place]);
    }
    QStringList labels;
    putApart(sorted, 0, order.size(), 0, {}, labels);
    for (std::size_t i = 0; i < order.size(); ++i)
        apart[order[i]] = labels[static_cast<qsizetype>(i)];
    return apart;
}

QStringList shortenedApart(const QStringList& names, qsizetype mostLetters)
{
    const auto cutAt = [](const QString& name, qsizetype at) {
        return at > 0 && name[at - 1].isHighSurrogate() ? at - 1 : at; // not within a letter
    };
    QStringList shortened;
    for (const QString& name : names) {
        if (name.size() <= mostLetters) {
            shortened << name;
            continue;
        }
        qsizetype shared = 0;
        for (const QString& other : names)
            if (other != name)
                shared = std::max(shared, lettersShared(name, other));
        const qsizetype from = wordBegin(name, std::min(shared, name.size()));
        const qsizetype head = wordEnd(name, 0);
        QString cut = from > head + 1 && head < mostLetters / 2 ? name.left(head) + ellipsis + name.mid(from) : name;
        if (cut.size() > mostLetters && cut.size() == name.size() && shared >= mostLetters - 1) {
            const qsizetype half = mostLetters / 2;
            cut = name.left(cutAt(name, half - 1)) + ellipsis + name.mid(cutAt(name, name.size() - half));
        }
        shortened << (cut.size() <= mostLetters ? cut : cut.left(cutAt(cut, mostLetters - 1)) + ellipsis);
    }
    return shortened;
}

KernelNames::KernelNames(const std::vector<OwnKernel>& kernels)
{
    std::unordered_map<std::string_view, double> times;
    for (const OwnKernel& kernel : kernels)
        if (!kernel.name.empty())
            times[kernel.name] += std::isfinite(kernel.time.value()) ? kernel.time.value() : 0.0;
    std::vector<std::pair<double, std::string_view>> longest;
    longest.reserve(times.size());
    for (const auto& [name, time] : times)
        longest.emplace_back(time, name);
    const std::size_t count = std::min(longest.size(), mostNamesCompared);
    std::ranges::partial_sort(longest, longest.begin() + static_cast<std::ptrdiff_t>(count), std::greater());
    QStringList names;
    for (const auto& [time, name] : std::span(longest).first(count))
        names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    const QStringList apart = namesApart(names);
    for (std::size_t i = 0; i < count; ++i)
        m_names.emplace(longest[i].second, apart[static_cast<qsizetype>(i)]);
}

QString KernelNames::of(const OwnKernel& kernel, std::size_t place) const
{
    const auto known = m_names.find(kernel.name);
    return known != m_names.end() ? known->second : ownName(kernel, place);
}

} // namespace ridgepoint
