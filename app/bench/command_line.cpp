// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// The only file that includes CLI11, which takes seconds to compile.
#include "app/bench/command_line.h"

#include "app/bench/option_values.h"
#include "app/bench/text_format.h"
#include "app/bench/version.h"
#include "core/model/nearest_word.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <sstream>

namespace ridgepoint {

namespace {

constexpr std::size_t helpColumns = 80;
constexpr std::size_t nameColumns = 28; ///< of options and subcommands, before their descriptions

/// What stands behind the name of an option or subcommand.
std::string beside(const std::string& text) { return wrapped(text, helpColumns - nameColumns); }

std::string footerOf(const Command& command)
{
    std::string text;
    for (const std::string& note : command.notes)
        text += wrapped(note, helpColumns) + "\n\n";
    text += command.examples.size() == 1 ? "Example:" : "Examples:";
    for (const std::string& example : command.examples)
        text += "\n  " + example;
    return text;
}

/// "missing" of an option that must be there, "value missing": how it is written and what it means.
Error lacks(const CLI::Option& option, const std::string& what)
{
    const std::string value = option.get_type_name();
    if (option.get_positional()) // named by its place alone
        return {.id = "arguments.missing-option",
                .text = "%1: missing; give %2",
                .arguments = {option.get_name(), wrapped(option.get_description(), std::string::npos)}};
    return {.id = what == "missing" ? "arguments.missing-option" : "arguments.missing-value",
            .text = "%1: " + what + "; write %2: %3",
            .arguments = {option.get_name(), option.get_name() + (value.empty() ? "" : " " + value),
                          wrapped(option.get_description(), std::string::npos)}};
}

/// Why the values given for an option are not taken; nothing where they are.
std::optional<Error> refusalOf(const CLI::App& app, const CLI::Option& option, const OptionSpec& spec,
                               const std::vector<std::string>& values)
{
    const std::string& name = option.get_name();
    if (values.size() > 1 && !spec.repeats)
        return Error{.id = "arguments.given-twice", .text = "%1: given twice; give it once", .arguments = {name}};
    for (const std::string& value : values) {
        if (option.get_type_size() == 0 && !value.empty())
            return Error{.id = "arguments.unwanted-value",
                         .text = "%1: takes no value; write it without \"=\"",
                         .arguments = {name}};
        // CLI11 takes whatever follows as the value, also the next option, and "=file" of "-o=file".
        const bool isOption = !spec.takesDashes
                           && (value.starts_with("--") || (value.starts_with('-') && app.get_option_no_throw(value)));
        if (!spec.value.empty() && (value.empty() || value.starts_with('=') || isOption))
            return lacks(option, "value missing");
        if (const auto taken = spec.take(value); !taken)
            return option.get_positional() ? taken.error() : about(name, taken.error()); // it quotes what was given
    }
    return std::nullopt;
}

/// Adds a command's options, whose first refusal is put in `refused`, and those that are given in `given`.
void add(CLI::App& app, const Command& command, std::optional<Error>& refused, std::vector<GivenOption>& given)
{
    app.footer(footerOf(command));
    app.set_help_flag("-h,--help", "show this text");
    for (const OptionSpec& spec : command.options) {
        const auto take = [&app, &spec, &refused, &given](const CLI::results_t& values) {
            given.push_back({spec, values});
            if (!refused)
                refused = refusalOf(app, *app.get_option(spec.names.substr(spec.names.find(',') + 1)), spec, values);
            return true;
        };
        const bool isFlag = spec.value.empty() && spec.names.starts_with('-');
        CLI::Option* option = app.add_option(spec.names, CLI::callback_t(take), beside(spec.help));
        option->type_name(spec.value)
            ->type_size(isFlag ? 0 : 1) // not expected(0), which makes "true" of the value that a flag does not have
            ->required(spec.required)
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll); // so that all are seen here
        if (spec.repeats && !spec.names.starts_with('-'))
            option->expected(-1); // one word or more
    }
}

Error unknownWord(const CLI::App& app, const std::string& commandName, const std::string& given)
{
    const bool isOption = given.starts_with('-');
    const bool isFirst = app.get_parent() == nullptr;
    const std::string kind = isOption ? "option" : isFirst ? "subcommand" : "word";
    const std::string word = isOption ? given.substr(0, given.find('=')) : "\"" + given + "\"";
    std::vector<std::string> known;
    for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; }))
        known.push_back(subcommand->get_name());
    for (const CLI::Option* option : app.get_options())
        known.push_back(option->get_name());
    Error error{.id = "arguments.unknown-" + kind, .text = "%1: unknown " + kind, .arguments = {word, commandName}};
    if (const auto nearest = nearestWord(isOption ? word : given, known)) {
        error.text += "; did you mean %2?";
        error.arguments.back() = *nearest;
    } else {
        error.text += isOption && isFirst ? " of %2 itself; write it after the subcommand" : "; try %2 --help";
    }
    return error;
}

/// What CLI11 says in other words: the option, what is wrong with it, and what to write.
Error explain(const CLI::App& program, const CLI::ParseError& failure, std::span<const std::string> words)
{
    const std::vector<CLI::App*> chosen = program.get_subcommands();
    const bool isBefore = chosen.empty() || program.remaining_size() > 0;
    const CLI::App& app = isBefore ? program : *chosen.front();
    const std::string name = isBefore ? program.get_name() : program.get_name() + " " + app.get_name();
    if (const auto unknown = app.remaining(); !unknown.empty() && unknown.front() != "--")
        return unknownWord(app, name, unknown.front());
    if (failure.get_name() == "ArgumentMismatch") // the line ends where a value should be
        if (const CLI::Option* last = app.get_option_no_throw(words.back()))
            return lacks(*last, "value missing");
    for (const CLI::Option* option : app.get_options())
        if (option->get_required() && option->count() == 0)
            return lacks(*option, "missing");
    return {.id = "arguments.not-understood", .text = "%1; try %2 --help", .arguments = {failure.what(), name}};
}

} // namespace

Result<ParsedLine> parseCommandLine(const Command& program, std::span<const Command> subcommands,
                                    std::span<const std::string> words)
{
    // CLI11 would take the next word for the value. Behind "--" words are no options.
    for (const std::string& word :
         words.first(static_cast<std::size_t>(std::ranges::find(words, "--") - words.begin())))
        if (word.starts_with("--") && word.find('=') + 1 == word.size())
            return Error{.id = "arguments.missing-value",
                         .text = "%1: no value after \"=\"; write a value, or leave \"=\" out",
                         .arguments = {word.substr(0, word.size() - 1)}};
    ParsedLine line;
    std::optional<Error> refused;
    CLI::App app(wrapped(program.summary, helpColumns), program.name);
    const auto layout = std::make_shared<CLI::Formatter>();
    layout->column_width(nameColumns);
    layout->label("Usage", "\nUsage");
    layout->label("OPTIONS", "options");
    layout->label("Positionals", "Argument");
    layout->label("REQUIRED", "(required)");
    app.formatter(layout);
    add(app, program, refused, line.given);
    app.set_version_flag("--version", program.name + " " + versionText, "show the version");
    app.require_subcommand(1);
    for (const Command& subcommand : subcommands) {
        CLI::App* added = app.add_subcommand(subcommand.name, beside(subcommand.summary));
        added->callback([&line, &subcommand] { line.command = &subcommand; });
        add(*added, subcommand, refused, line.given);
    }
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::CallForHelp&) {
        return ParsedLine{.text = app.help()};
    } catch (const CLI::CallForVersion& version) {
        return ParsedLine{.text = std::string(version.what()) + "\n"};
    } catch (const CLI::ParseError& failure) {
        // What CLI11 complains of may only follow from a value that is missing before it.
        return refused.value_or(explain(app, failure, words));
    }
    return refused ? Result<ParsedLine>(*refused) : line;
}

} // namespace ridgepoint
