// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/charts/data/report.h"
#include "tests/support/synthetic_snapshot.h"

#include <QDateTime>

namespace ridgepoint::test {

/// When the tests' reports are made.
inline const QDateTime noon(QDate(2026, 1, 2), QTime(12, 0), Qt::UTC);
/// Enough cells for every part of a report.
inline const SyntheticOptions smallMap{.columns = 11, .rows = 12};

inline LabReport reportOf(const ReportSubject& subject) { return labReport(subject, noon, Format(QLocale::c())); }

} // namespace ridgepoint::test
