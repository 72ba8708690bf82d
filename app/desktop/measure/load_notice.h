// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/measure/bench_process.h"
#include "core/model/device.h"

#include <QObject>
#include <QTimer>

namespace ridgepoint {

/// "chromium uses 1.2 of 2 processors"; empty where nothing is taken.
[[nodiscard]] QString loadWords(const OtherLoad& load, const Format& format);

/// What the measuring program says of others that take the processor now: a line that is there while they do.
class LoadNotice : public QObject {
    Q_OBJECT

public:
    explicit LoadNotice(BenchProcess& bench, QObject* parent = nullptr);

    /// Empty while nothing disturbs, or where nothing is known.
    [[nodiscard]] const QString& text() const { return m_text; }

signals:
    void changed(const QString& text);

private:
    void show(const QString& text);

    Format m_format;
    QString m_text;
    QTimer m_unheard; ///< ends a line whose end was never told
};

} // namespace ridgepoint
