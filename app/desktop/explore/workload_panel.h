// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/session/cursor.h"

#include <QFrame>

class QComboBox;
class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace ridgepoint {

class FiguresView;
class FoldSection;
class ProbeStrip;
class SliderRow;

/// The left panel: where in the cube the window looks, and the figures of that point. What the first hour does not need
/// (precision, launch mode, chain length, threads) is in a fold, which stays as the user left it.
class WorkloadPanel : public QFrame {
    Q_OBJECT

public:
    explicit WorkloadPanel(Cursor& cursor, QWidget* parent = nullptr);

    [[nodiscard]] FiguresView* figures() const { return m_figures; }
    [[nodiscard]] ProbeStrip* strip() const { return m_strip; }
    [[nodiscard]] SliderRow* slider(AxisKind kind) const;
    [[nodiscard]] FoldSection* more() const { return m_more; }
    /// What the folded choices are where they are not the usual ones; empty while they are, or can be seen.
    [[nodiscard]] const QLabel* unusual() const { return m_unusual; }
    /// In a low window its parts stand closer, so that the live probe's trace is in view. The height is in pixels at
    /// type of the usual size.
    void setWindowHeight(int height);

signals:
    /// The user (not a session that was opened) changed the place.
    void userMoved();
    /// A change that the user made here, before userMoved(): what was shown before it, and what was changed, in words.
    void changed(const ridgepoint::Workload& before, const QString& words);

private:
    QComboBox* addChoice(QGridLayout* grid, const QString& name, const QString& tip, const QString& nameTip);
    void addMore(QVBoxLayout* column);
    void refreshUnusual();
    void fillChoices();
    void fillPrecisions();
    void fillThreads();
    void onChoice();
    void onSlider(AxisKind kind, std::int64_t value);
    void refresh();
    void refreshWords();

    Cursor& m_cursor;
    Format m_format;
    SliderRow* m_operations;
    SliderRow* m_depth;
    SliderRow* m_size;
    QComboBox* m_operation;
    FoldSection* m_more;
    QLabel* m_unusual;
    QComboBox* m_precision;
    QComboBox* m_launchMode;
    QComboBox* m_chain;
    QComboBox* m_threads;
    FiguresView* m_figures;
    ProbeStrip* m_strip;
};

/// "Operations per element", "Fusion depth", "Tensor size".
[[nodiscard]] QString sliderName(AxisKind axis);
/// Shows where the cursor stands along an axis: its values, the value in large and what it means.
void showAxis(SliderRow& row, AxisKind axis, const Cursor& cursor, const Format& format);

/// "32 Mi floats" is the name of the size; this is where it lies: "128 MiB · in DRAM", "64 KiB · in L1 or L2"
/// where the roofs do not tell them apart.
[[nodiscard]] QString placeWords(const Workload& workload, const RoofSet* roofs, const Format& format);

} // namespace ridgepoint
