// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/target.h"

#include <algorithm>

namespace ridgepoint::remote {
namespace {

bool consistsOf(std::string_view text, std::string_view others)
{
    return std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || others.find(c) != std::string_view::npos;
    });
}

} // namespace

Result<std::string> parseTarget(const std::string& text)
{
    constexpr std::size_t longestName = 255;
    const std::string machine = machineOf(text);
    if (text.empty() || text.size() > longestName || machine.empty() || text.front() == '-' || text.front() == '@'
        || machine.front() == '-' || !consistsOf(text, "._:@[]-"))
        return Error{ErrorKind::InvalidInput,
                     "target.bad-name",
                     "\"%1\" is not the name of a machine; write it as for ssh: a host, user@host, or a name in "
                     "~/.ssh/config, of letters, digits and ._:@[]-",
                     {text}};
    return text;
}

std::string machineOf(const std::string& target)
{
    const std::size_t at = target.rfind('@');
    return at == std::string::npos ? target : target.substr(at + 1);
}

Result<std::string> parseSlurmValue(const std::string& text)
{
    if (text.empty() || text.front() == '-' || !consistsOf(text, "._,:+=-"))
        return Error{ErrorKind::InvalidInput,
                     "target.bad-slurm-value",
                     "\"%1\" is no value for srun; write letters, digits and ._,:+=- only",
                     {text}};
    return text;
}

std::vector<std::string> sshCommand(const SshLink& link, const std::string& script)
{
    std::vector<std::string> words{"ssh", "-T", "-e", "none"};
    const auto set = [&words](const std::string& option) {
        words.emplace_back("-o");
        words.push_back(option);
    };
    set(link.mayAsk ? "BatchMode=no" : "BatchMode=yes");
    set("ConnectTimeout=15");
    set("ServerAliveInterval=5"); // a connection that is lost without a word is over after three of these
    set("ServerAliveCountMax=3");
    set("LogLevel=ERROR"); // no banners: what is left are reasons
    // Nothing of this machine is lent to the other one.
    for (const char* off :
         {"ClearAllForwardings=yes", "ForwardAgent=no", "ForwardX11=no", "PermitLocalCommand=no", "RemoteCommand=none"})
        set(off);
    if (link.controlPath.empty()) {
        set("ControlPath=none");
    } else {
        set("ControlMaster=auto");
        set("ControlPath=" + link.controlPath);
        set("ControlPersist=8"); // seconds: from one command to the next, and not much longer
    }
    words.emplace_back("--");
    words.push_back(link.target);
    words.push_back("exec sh -c '" + script + "'");
    return words;
}

std::string controlPathIn(const std::string& folder)
{
    constexpr std::size_t longestAddress = 107; // of sun_path, without its final zero
    constexpr std::size_t hash = 40;            // what %C becomes
    constexpr std::size_t whileMade = 17;       // a dot and sixteen letters
    const std::string name = folder + "/ridgepoint-";
    return folder.empty() || name.size() + hash + whileMade > longestAddress ? std::string() : name + "%C";
}

std::vector<std::string> srunCommand(const SlurmRequest& request, const std::vector<std::string>& program)
{
    // Without --unbuffered what is written comes in pieces of 4 KiB, whenever these are full.
    std::vector<std::string> words{"srun", "--unbuffered", "--ntasks=1", "--job-name=ridgepoint"};
    if (!request.partition.empty())
        words.push_back("--partition=" + request.partition);
    if (!request.gpus.empty())
        words.push_back("--gpus=" + request.gpus);
    if (!request.time.empty())
        words.push_back("--time=" + request.time);
    words.insert(words.end(), request.extra.begin(), request.extra.end());
    words.insert(words.end(), program.begin(), program.end());
    return words;
}

} // namespace ridgepoint::remote
