// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/load_notice.h"

#include <chrono>
#include <cmath>

namespace ridgepoint {
namespace {

/// The measuring program says it anew twice a second.
constexpr std::chrono::milliseconds longestSilence{3000};
/// A program with this part of what is taken is named for all of it.
constexpr double nearlyAll = 0.8;

} // namespace

QString loadWords(const OtherLoad& load, const Format& format)
{
    const double tenths = std::round(load.processors * 10.0) / 10.0;
    if (tenths <= 0.0)
        return {};
    const QString taken = format.significant(tenths, tenths < 1.0 ? 1 : tenths < 10.0 ? 2 : 3);
    const QString amount = load.of == 1 ? LoadNotice::tr("%1 of 1 processor").arg(taken)
                                        : LoadNotice::tr("%1 of %2 processors").arg(taken, format.whole(load.of));
    if (load.stolen > load.processors / 2.0)
        return LoadNotice::tr("The host of this virtual machine uses %1").arg(amount);
    if (load.program.empty())
        return LoadNotice::tr("Other programs use %1").arg(amount);
    const QString program = QString::fromStdString(load.program);
    return (load.ofProgram >= nearlyAll * load.processors ? LoadNotice::tr("%1 uses %2")
                                                          : LoadNotice::tr("%1 and others use %2"))
        .arg(program, amount);
}

LoadNotice::LoadNotice(BenchProcess& bench, QObject* parent) : QObject(parent)
{
    m_unheard.setSingleShot(true);
    m_unheard.setInterval(longestSilence);
    connect(&m_unheard, &QTimer::timeout, this, [this] { show({}); });
    connect(&bench, &BenchProcess::stateChanged, this, [this](BenchState state) {
        if (state != BenchState::Ready) // it may have said something before it was ready
            show({});
    });
    connect(&bench, &BenchProcess::notified, this, [this](const protocol::Notification& notification) {
        if (const auto* machine = std::get_if<protocol::MachineLoad>(&notification)) {
            m_unheard.start();
            show(loadWords(machine->load, m_format));
        }
    });
}

void LoadNotice::show(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    emit changed(m_text);
}

} // namespace ridgepoint
