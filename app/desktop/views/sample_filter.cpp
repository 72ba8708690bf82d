// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/sample_filter.h"

#include "app/charts/style/format.h"
#include "app/charts/style/texts.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>

namespace ridgepoint {
namespace {

using Relation = FilterTerm::Relation;

Relation relationOf(const QString& sign)
{
    static const std::pair<QString, Relation> signs[] = {{QStringLiteral("<"), Relation::Less},
                                                         {QStringLiteral("<="), Relation::LessOrEqual},
                                                         {QStringLiteral("≤"), Relation::LessOrEqual},
                                                         {QStringLiteral(">"), Relation::Greater},
                                                         {QStringLiteral(">="), Relation::GreaterOrEqual},
                                                         {QStringLiteral("≥"), Relation::GreaterOrEqual},
                                                         {QStringLiteral("!="), Relation::NotEqual},
                                                         {QStringLiteral("≠"), Relation::NotEqual}};
    const auto found = std::find_if(std::begin(signs), std::end(signs),
                                    [&](const auto& each) { return each.first == sign; });
    return found == std::end(signs) ? Relation::Equal : found->second;
}

/// The column whose name begins with what was typed, else the one whose name that begins with ("launch mode is");
/// -1 for none.
int columnNamed(const QString& typed, const std::vector<FilterColumn>& columns)
{
    const auto place = [&](auto matches) {
        const auto found = std::find_if(columns.begin(), columns.end(), matches);
        return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
    };
    const int begun = place([&](const FilterColumn& column) {
        return searchable(column.name).startsWith(typed) || searchable(column.wholeName).startsWith(typed);
    });
    return begun >= 0 ? begun
                      : place([&](const FilterColumn& column) { return typed.startsWith(searchable(column.name)); });
}

QString namesOf(const std::vector<FilterColumn>& columns)
{
    QStringList names;
    for (const FilterColumn& column : columns)
        names << column.name;
    return names.join(QStringLiteral(", "));
}

/// What to try instead of a name that is no column's: "memory size > 1 Mi" is two conditions.
QString unknownColumn(const QString& typed, const std::vector<FilterColumn>& columns)
{
    const QString last = typed.section(QLatin1Char(' '), -1, -1, QString::SectionSkipEmpty);
    return last != typed && columnNamed(searchable(last), columns) >= 0
             ? tr("No column begins with \"%1\"; combine conditions with \"and\", \"or\" or a comma, as in memory and "
                  "size > 1 Mi.")
                   .arg(typed)
             : tr("No column begins with \"%1\"; there are %2.").arg(typed, namesOf(columns));
}

/// The comparison, or nothing with what is wrong with it.
std::optional<FilterTerm> readComparison(const QString& left, const QString& sign, const QString& right,
                                         const std::vector<FilterColumn>& columns, char decimalPoint, QString& problem)
{
    FilterTerm term{.relation = relationOf(sign), .column = -1, .words = searchable(right), .number = {}};
    term.column = left.isEmpty() ? -1 : columnNamed(searchable(left), columns);
    if (term.column < 0) {
        problem = left.isEmpty() ? tr("Begin a comparison with a column, as in size > 1 Mi.")
                                 : unknownColumn(left, columns);
        return std::nullopt;
    }
    if (right.isEmpty())
        return std::nullopt;
    const FilterColumn& column = columns[static_cast<std::size_t>(term.column)];
    term.shown = QStringLiteral("%1 %2 %3").arg(column.name, sign, right);
    if (!column.kind) {
        if (term.relation == Relation::Equal || term.relation == Relation::NotEqual)
            return term;
        problem = tr("%1 holds words, which have no order; compare them with = or !=.").arg(column.name);
        return std::nullopt;
    }
    QString digits = right;
    if (column.isPercent)
        digits.remove(QLatin1Char('%')).remove(QChar(0x00B1));
    const auto number = parseEntry(digits.toStdString(), *column.kind, decimalPoint);
    if (!number) {
        problem = tr("%1: %2").arg(column.name, errorMessage(number.error()));
        return std::nullopt;
    }
    term.number = column.isPercent ? *number / 100.0 : *number;
    return term;
}

/// Of words: the whole cell, one of what it lists ("few readings, throttled") or whole words of one.
bool areAmong(const QString& words, const QString& cell)
{
    const auto apart = [](const QString& listed) { return QLatin1Char(' ') + listed + QLatin1Char(' '); };
    const QStringList all = cell.split(QStringLiteral(", "));
    return words == cell || std::any_of(all.begin(), all.end(), [&](const QString& listed) {
               return apart(listed).contains(apart(words));
           });
}

/// "not" before a condition.
const QRegularExpression& negation()
{
    static const QRegularExpression expression(QStringLiteral("^%1(\\s+|$)").arg(QRegularExpression::escape(tr("not"))),
                                               QRegularExpression::CaseInsensitiveOption);
    return expression;
}

/// What to try instead of "flags busy", "regime not memory" or "time 3 ms", which some column would have to contain as
/// they stand; empty of words that one may. "interval too wide" is a flag.
QString lackOfComparison(const QString& condition, const std::vector<FilterColumn>& columns)
{
    for (const FilterColumn& column : columns)
        for (const QString& name : {column.wholeName, column.name}) { // "launch mode queued" before "launch"
            QString value = condition.mid(name.size()).trimmed();
            const bool isNegated = value.contains(negation());
            value.remove(negation());
            const bool isNamed = condition.startsWith(name + QLatin1Char(' '), Qt::CaseInsensitive);
            if (!isNamed || value.isEmpty() || (column.kind && !value.front().isDigit()))
                continue;
            if (isNegated)
                return tr("\"%1\" has no comparison; write not %2 = %3.").arg(condition, column.name, value);
            return column.kind ? tr("\"%1\" has no comparison; write %2 = %3, %2 < %3 or %2 > %3.")
                                     .arg(condition, column.name, value)
                               : tr("\"%1\" has no comparison; write %2 = %3, or %3 alone to look in every column.")
                                     .arg(condition, column.name, value);
        }
    return {};
}

/// A condition that compares nothing, or nothing with what is wrong with it.
std::optional<FilterTerm> readWords(const QString& condition, const std::vector<FilterColumn>& columns,
                                    QString& problem)
{
    if (const QString lack = lackOfComparison(condition, columns); !lack.isEmpty()) {
        problem = lack;
        return std::nullopt;
    }
    return FilterTerm{.relation = Relation::Contains,
                      .column = -1,
                      .words = searchable(condition),
                      .number = {},
                      .isNegated = false,
                      .shown = QStringLiteral("\"%1\"").arg(condition)};
}

/// The text cut at a word; what follows it may still be to be typed.
QStringList cutAt(const QString& word, const QString& text)
{
    return text.split(QRegularExpression(QStringLiteral("\\s+%1(?:\\s+|$)").arg(QRegularExpression::escape(word)),
                                         QRegularExpression::CaseInsensitiveOption));
}

} // namespace

QString searchable(QString text)
{
    constexpr std::array<std::pair<char16_t, char16_t>, 6> typed{
        {{0x00A0, u' '}, {0x202F, u' '}, {0x2009, u' '}, {0x2212, u'-'}, {0x00B5, u'u'}, {0x03BC, u'u'}}};
    text = text.toLower();
    for (const auto& [shown, key] : typed)
        text.replace(QChar(shown), QChar(key));
    return text;
}

RowFilter readFilter(const QString& text, const std::vector<FilterColumn>& columns, char decimalPoint)
{
    static const QRegularExpression comparison(QStringLiteral("^([^<>=!≤≥≠]*)(<=|>=|==|!=|[<>=≤≥≠])(.*)$"));
    // A comma between digits is part of a number: "1,5 ms".
    static const QRegularExpression comma(QStringLiteral("(?<!\\d),|,(?!\\d)"));
    static const QRegularExpression brackets(QStringLiteral("[()]"));
    static const QRegularExpression quotes(QStringLiteral("[\"“”„]")); // typed as the field's hint shows them
    RowFilter filter;
    const auto termsOf = [&](const QString& alternative) {
        std::vector<FilterTerm> terms;
        for (const QString& each : cutAt(tr("and"), alternative)) {
            QString condition = each.trimmed();
            const bool isNegated = condition.contains(negation());
            condition.remove(negation());
            if (condition.isEmpty())
                continue;
            const QRegularExpressionMatch match = comparison.match(condition);
            auto term = match.hasMatch()
                          ? readComparison(match.captured(1).trimmed(), match.captured(2), match.captured(3).trimmed(),
                                           columns, decimalPoint, filter.problem)
                          : readWords(condition, columns, filter.problem);
            if (!term)
                continue;
            term->isNegated = isNegated;
            if (isNegated)
                term->shown = tr("not %1").arg(term->shown);
            terms.push_back(*term);
        }
        return terms;
    };
    for (const QString& part : QString(text).remove(quotes).split(comma)) {
        if (part.contains(brackets)) {
            filter.problem = tr("Brackets are not read: \"%1\" is left out. A comma is a last \"and\", as in memory or "
                                "compute, size > 1 Mi.")
                                 .arg(part.trimmed());
            continue;
        }
        RowFilter::Alternatives alternatives;
        for (const QString& alternative : cutAt(tr("or"), part))
            if (auto terms = termsOf(alternative); !terms.empty())
                alternatives.push_back(std::move(terms));
        if (!alternatives.empty())
            filter.parts.push_back(std::move(alternatives));
    }
    return filter;
}

QString RowFilter::shown() const
{
    QStringList shownParts;
    for (const Alternatives& alternatives : parts) {
        QStringList each;
        for (const auto& terms : alternatives) {
            QStringList all;
            for (const FilterTerm& term : terms)
                all << term.shown;
            each << all.join(tr(" and "));
        }
        shownParts << each.join(tr(" or "));
    }
    return shownParts.join(QStringLiteral(", "));
}

bool keepsRow(const RowFilter& filter, const std::function<bool(const FilterTerm&)>& holds)
{
    return std::ranges::all_of(filter.parts, [&](const RowFilter::Alternatives& alternatives) {
        return std::ranges::any_of(alternatives, [&](const auto& terms) {
            return std::ranges::all_of(terms, [&](const FilterTerm& term) { return holds(term) != term.isNegated; });
        });
    });
}

bool fulfils(const FilterTerm& term, const QString& words, double number)
{
    const double asked = term.number.value_or(0.0);
    // What is shown is rounded: "4.30 ms" means the rows that show it.
    const bool isEqual = term.number ? number == asked || words == term.words : areAmong(term.words, words);
    switch (term.relation) {
    case Relation::Contains: return words.contains(term.words);
    case Relation::Equal: return isEqual;
    case Relation::NotEqual: return !isEqual;
    case Relation::Less: return number < asked;
    case Relation::LessOrEqual: return number <= asked;
    case Relation::Greater: return number > asked;
    case Relation::GreaterOrEqual: return number >= asked;
    }
    return false;
}

} // namespace ridgepoint
