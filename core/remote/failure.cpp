// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/failure.h"

#include "core/remote/target.h"

#include <algorithm>
#include <initializer_list>

namespace ridgepoint::remote {
namespace {

bool says(std::string_view words, std::initializer_list<std::string_view> anyOf)
{
    return std::any_of(anyOf.begin(), anyOf.end(),
                       [&](std::string_view part) { return words.find(part) != std::string_view::npos; });
}

/// The last line that says anything, without its "ssh: " and so on; in quotes behind a colon.
std::string lastOf(std::string_view words)
{
    constexpr std::size_t longest = 300;
    std::string last;
    while (!words.empty()) {
        std::string_view line = words.substr(0, words.find('\n'));
        words.remove_prefix(std::min(line.size() + 1, words.size()));
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '.'))
            line.remove_suffix(1);
        if (!line.empty())
            last = line.substr(0, longest);
    }
    return last.empty() ? std::string() : ": \"" + last + '"';
}

} // namespace

Error asError(const TargetFailure& failure)
{
    return {
        .kind = ErrorKind::Unavailable, .id = failure.id, .text = "%1 %2", .arguments = {failure.text, failure.remedy}};
}

TargetFailure failureOfSsh(std::string_view words, const std::string& target)
{
    const std::string machine = machineOf(target);
    if (says(words, {"Could not resolve hostname", "Name or service not known", "nodename nor servname"}))
        return {"target.unknown-host", "There is no machine of the name " + machine + ".",
                "Check the name, or add it to ~/.ssh/config."};
    if (says(words, {"REMOTE HOST IDENTIFICATION HAS CHANGED", "Host key for", "host key mismatch"}))
        return {"target.host-key-changed",
                "The key of " + machine
                    + " is not the one that this machine knows: it was set up anew, or another "
                      "machine answers in its place.",
                "Ask who runs it. If the new key is right, remove the old one: ssh " + target
                    + " in a terminal shows in which line of which file it stands."};
    if (says(words, {"Host key verification failed", "host key is known for", "authenticity of host"}))
        return {"target.host-key-unknown", "The key of " + machine + " is not known here yet.",
                "Connect once with ssh " + target + " in a terminal and compare the key that it shows."};
    if (says(words, {"Permission denied", "Too many authentication failures", "No more authentication methods",
                     "no mutual signature"}))
        return {"target.permission-denied",
                machine + " does not let you in with the keys that ssh has" + lastOf(words) + '.',
                "Connect once with ssh " + target
                    + " in a terminal; load a key with ssh-add, renew an expired one, or "
                      "check the user's name."};
    if (says(words, {"Connection refused"}))
        return {"target.refused", machine + " is there, but nothing answers ssh on that port.",
                "Check the port in ~/.ssh/config, and whether sshd runs there."};
    if (says(words, {"timed out", "Timeout, server", "not responding"}))
        return {"target.timed-out", machine + " did not answer in time.",
                "Check whether it is on, and whether a VPN or a jump host (ProxyJump) is needed."};
    if (says(words, {"No route to host", "Network is unreachable", "Host is down"}))
        return {"target.unreachable", "There is no way to " + machine + " from here" + lastOf(words) + '.',
                "Check the network, and whether a VPN or a jump host (ProxyJump) is needed."};
    if (says(words, {"Bad configuration option", "Bad owner or permissions", "terminating, "}))
        return {"target.ssh-configuration", "ssh does not take its configuration" + lastOf(words) + '.',
                "Mend ~/.ssh/config; ssh " + target + " in a terminal shows the same."};
    return {"target.connection-failed", "The connection to " + machine + " could not be made" + lastOf(words) + '.',
            "Try ssh " + target + " in a terminal; what works there works here."};
}

bool wantsAnswer(const TargetFailure& failure)
{
    return failure.id == "target.permission-denied" || failure.id == "target.host-key-unknown";
}

TargetFailure failureOfShell(std::string_view words, const std::string& target)
{
    return {"target.no-shell", "The shell of " + machineOf(target) + " does not run commands" + lastOf(words) + '.',
            "Try ssh " + target + " uname -sm in a terminal: it must print a line and end."};
}

TargetFailure noProgramFor(const Checked& checked, const std::string& target)
{
    const std::string what = checked.system == "Linux" ? checked.machine : checked.system + " on " + checked.machine;
    if (checked.system != "Linux")
        return {"target.system", machineOf(target) + " runs " + what + "; the measuring program runs on Linux.",
                "Choose another machine."};
    return {"target.architecture",
            machineOf(target) + " is of the architecture " + what + ", for which there is no measuring program here.",
            "Put one, named ridgepoint-bench-" + checked.machine + ", beside ridgepoint-bench."};
}

TargetFailure failureOfStart(std::string_view words, const std::string& target)
{
    const std::string machine = machineOf(target);
    if (says(words, {"GLIBC_", "GLIBCXX_", "not found (required by"}))
        return {"target.glibc",
                "The system of " + machine + " is older than the measuring program needs" + lastOf(words) + '.',
                "Put the portable build beside ridgepoint-bench, named ridgepoint-bench- and the architecture."};
    if (says(words, {"Exec format error", "cannot execute binary file", "cannot execute: required file not found"}))
        return {"target.architecture",
                "The measuring program is for another architecture than " + machine + lastOf(words) + '.',
                "Put one for it beside ridgepoint-bench, named ridgepoint-bench- and the architecture."};
    if (says(words, {"Permission denied"}))
        return {"target.noexec",
                machine + " does not start programs from where the measuring program lies" + lastOf(words) + '.',
                "Set TMPDIR there to a folder from which programs may run."};
    return {"target.not-started", "The measuring program does not start on " + machine + lastOf(words) + '.',
            "Start it there by hand: ~/.cache/ridgepoint has it."};
}

TargetFailure failureOfCopy(const Copied& copied, const std::string& target)
{
    const std::string machine = machineOf(target);
    const std::string why = lastOf(copied.reason);
    if (says(copied.reason, {"No space left", "quota exceeded", "Quota exceeded", "File too large"}))
        return {"target.disk-full", "The measuring program does not fit on the disk of " + machine + why + '.',
                "Make room of 20 MB in your home there, or set TMPDIR there to a folder with room."};
    if (copied.step == "noexec")
        return {"target.noexec",
                "Neither from your home nor from its temporary files does " + machine + " start programs.",
                "Set TMPDIR there to a folder from which programs may run."};
    if (copied.step == "owner")
        return {"target.not-writable",
                "The temporary folder for the measuring program on " + machine + " is somebody else's.",
                "Set TMPDIR there to a folder of your own."};
    if (copied.step == "start")
        return failureOfStart(copied.reason, target);
    if (copied.step == "short" || copied.step.empty())
        return {"target.connection-lost",
                "The connection to " + machine + " ended while the measuring program was copied.",
                "Connect again; what was copied in part is not used."};
    return {"target.not-writable", "The measuring program could not be written on " + machine + why + '.',
            "Check that your home there can be written, or set TMPDIR there to a folder that can."};
}

TargetFailure failureOfSrun(std::string_view words)
{
    if (says(words,
             {"Unable to contact slurm controller", "Unable to establish", "Connection refused", "Socket timed out"}))
        return {"target.slurm-down", "Slurm does not answer" + lastOf(words) + '.',
                "Wait, or ask who runs the cluster; scontrol ping shows when it is back."};
    if (says(words, {"Invalid partition", "invalid partition"}))
        return {"target.slurm-partition", "Slurm has no such partition" + lastOf(words) + '.',
                "sinfo lists the partitions; name one with --partition."};
    if (says(words, {"Invalid account", "Invalid qos", "Invalid Account"}))
        return {"target.slurm-account", "Slurm does not take jobs for that account" + lastOf(words) + '.',
                "Name an account of yours, such as --slurm-extra=--account=NAME; sacctmgr show assoc user=$USER lists "
                "them."};
    if (says(words, {"generic resource", "gres", "Requested node configuration", "Requested time limit", "Node count",
                     "More processors"}))
        return {"target.slurm-request", "Slurm has nothing like what was asked for" + lastOf(words) + '.',
                "Ask for less with --gpus and --time, or for another --partition; sinfo lists what there is."};
    if (says(words, {"execve()", "No such file or directory", "slurmstepd: error: couldn't chdir"}))
        return {"target.slurm-no-program", "The node of Slurm does not see the measuring program" + lastOf(words) + '.',
                "Put it where nodes see it, or add --slurm-extra=--bcast=/tmp/ridgepoint-bench."};
    if (says(words, {"DUE TO TIME LIMIT", "TIME LIMIT"}))
        return {"target.slurm-time", "Slurm ended the job because its time was over.", "Ask for more with --time."};
    if (says(words, {"NODE FAILURE", "Node failure", "NODE_FAIL"}))
        return {"target.died", "The node of Slurm failed in the middle" + lastOf(words) + '.',
                "Start again; another node is chosen."};
    if (says(words, {"revoked", "CANCELLED", "Force Terminated"}))
        return {"target.slurm-cancelled", "Slurm's job was cancelled" + lastOf(words) + '.',
                "Start again, or ask who cancelled it."};
    return {"target.slurm-failed", "Slurm did not run the job" + lastOf(words) + '.',
            "Try the same with srun hostname in a terminal."};
}

TargetFailure stuckInQueue(const std::string& job, const std::string& reason)
{
    return {"target.queue-stuck",
            "The job " + job + " waits for a reason that does not end by itself (" + reason + "); it was cancelled.",
            "Ask for less, or for another partition; scontrol show partition shows the limits."};
}

TargetFailure lost(std::string_view words, const std::string& where, const Came& came, bool sshFailed)
{
    const std::string kept = came.isStream
                               ? " What came until then is kept."
                               : (came.files.empty() ? "" : " Saved before that: " + came.files + '.')
                                     + (came.soFar.empty() ? "" : " Saved what had arrived: " + came.soFar + '.')
                                     + " What it had not sent yet is lost.";
    const std::string again = came.isStream ? "Connect again" : "Start again";
    if (says(words, {"slurmstepd:", "srun: "})) {
        TargetFailure failure = failureOfSrun(words);
        failure.text += kept;
        return failure;
    }
    if (says(words, {"closed by remote host", "Broken pipe", "Connection reset", "Timeout, server", "Connection to",
                     "client_loop"}))
        return {"target.connection-lost", "The connection to " + where + " was lost." + kept, again + '.'};
    if (sshFailed) // which says nothing where another ssh keeps the connection
        return {"target.connection-lost",
                "The connection to " + where + " was lost, or the measuring program there was ended." + kept,
                again + "; if it ends again, that machine may lack memory."};
    return {"target.died", "The measuring program on " + where + " ended in the middle" + lastOf(words) + '.' + kept,
            again + "; if it ends again, the machine may lack memory, or its driver failed."};
}

} // namespace ridgepoint::remote
