// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/card.h"

#include <QStringList>

class QLabel;

namespace ridgepoint {

class FoldSection;

/// What is seen in an experiment's numbers: three findings, the others under "More".
class FindingsCard : public Card {
    Q_OBJECT

public:
    explicit FindingsCard(QWidget* parent);

    /// A paragraph each, with a heading that tells those of a measurement from those of predictions and published
    /// figures alone.
    void setFindings(const QStringList& findings, bool areMeasured);
    /// A sentence in their place, without a heading.
    void say(const QString& words);
    [[nodiscard]] bool areMeasured() const { return m_areMeasured; }
    /// A hall, in which nobody presses "More", sees all of them.
    void setPresented(bool isPresented);
    /// All that is said, also what is folded.
    [[nodiscard]] QString text() const { return m_findings.join(QStringLiteral("\n\n")); }
    [[nodiscard]] QLabel* first() const { return m_first; }
    [[nodiscard]] FoldSection* more() const { return m_more; }

private:
    void refresh();

    QLabel* m_first;
    FoldSection* m_more;
    QLabel* m_rest;
    QStringList m_findings;
    QString m_heading;
    bool m_areMeasured = false;
    bool m_isPresented = false;
};

} // namespace ridgepoint
