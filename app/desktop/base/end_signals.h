// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace ridgepoint {

/// Turns the first SIGTERM, SIGHUP or SIGINT into an event, so that a session that ends (a log-out, a closed terminal,
/// Ctrl+C) closes the window as its user would. A second one of the same kind ends the program at once.
class EndSignals : public QObject {
    Q_OBJECT

public:
    explicit EndSignals(QObject* parent = nullptr);
    ~EndSignals() override;

signals:
    /// The program was asked to end.
    void asked();

private:
    int m_pipe[2] = {-1, -1};
};

} // namespace ridgepoint
