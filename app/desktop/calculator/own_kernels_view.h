// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "core/analysis/own_kernel.h"

#include <QAbstractTableModel>
#include <QFrame>

#include <array>
#include <optional>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace ridgepoint {

class QuantityField;
class FoldSection;

/// Kernels of the user's own with what a device's numbers say of them, one a row.
class OwnKernelModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Time, Limit, Share, Best, Performance, Bandwidth, Intensity, ColumnCount };
    /// Role of the number behind a cell, to sort by.
    static constexpr int sortRole = Qt::UserRole;

    explicit OwnKernelModel(QObject* parent = nullptr);
    void setKernels(std::vector<OwnKernel> kernels);
    /// Without a device nothing is judged.
    void setDevice(const std::optional<EnvelopeDevice>& device);
    [[nodiscard]] const std::vector<OwnKernel>& kernels() const { return m_kernels; }
    [[nodiscard]] const std::optional<EnvelopeDevice>& device() const { return m_device; }
    /// The verdict of a row; nothing without a device.
    [[nodiscard]] std::optional<OwnKernelVerdict> verdict(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString textOf(std::size_t row, Column column) const;
    [[nodiscard]] QVariant sortKeyOf(std::size_t row, Column column) const;

    Format m_format;
    std::vector<OwnKernel> m_kernels;
    std::optional<EnvelopeDevice> m_device;
};

/// The list of the user's own kernels, and of the selected one why and what would help.
class OwnKernelsView : public QFrame {
    Q_OBJECT

public:
    explicit OwnKernelsView(QWidget* parent = nullptr);
    void setKernels(std::vector<OwnKernel> kernels);
    /// The device to judge by, what it is called, and what the one is called whose roofs the roofline shows, by which
    /// the card beside that judges; empty for none.
    void setDevice(const std::optional<EnvelopeDevice>& device, const QString& words,
                   const QString& shownElsewhere = {});
    /// Selects the last kernel, which has just come.
    void selectLast();

    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] OwnKernelModel* model() const { return m_model; }
    /// By which device the list judges; what is missing where it cannot.
    [[nodiscard]] const QLabel* note() const { return m_note; }
    [[nodiscard]] const QLabel* headline() const { return m_headline; }
    [[nodiscard]] const QLabel* levers() const { return m_levers; }
    [[nodiscard]] QPushButton* removeButton() const { return m_remove; }
    [[nodiscard]] QPushButton* copyButton() const { return m_copy; }

signals:
    /// What is left after some were removed.
    void kernelsLeft(const std::vector<ridgepoint::OwnKernel>& kernels);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showSelected();
    [[nodiscard]] QString noteWords() const;
    void removeSelected();
    void copy() const;
    /// Rows of the model that are selected, ascending.
    [[nodiscard]] std::vector<int> selectedRows() const;

    Format m_format;
    QString m_deviceWords;
    QString m_shownElsewhere; ///< the roofline's device
    OwnKernelModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    QLabel* m_note;
    QLabel* m_headline;
    QLabel* m_levers;
    QLabel* m_steps;
    QPushButton* m_remove;
    QPushButton* m_copy;
};

/// Where kernels of the user's own come in: typed, pasted or out of a file.
class OwnKernelForm : public QFrame {
    Q_OBJECT

public:
    explicit OwnKernelForm(QWidget* parent = nullptr);
    /// Adds what is typed, or says what is missing.
    void addTyped();
    /// Adds what a CSV text holds, or says which line is wrong.
    void addTable(const QString& text);
    /// The same out of a file.
    void addFile(const QString& path);
    void say(const QString& words, bool isProblem);

    [[nodiscard]] QLineEdit* name() const { return m_name; }
    [[nodiscard]] QuantityField* flops() const { return m_flops; }
    [[nodiscard]] QuantityField* bytes() const { return m_bytes; }
    /// What goes through a cache, by cacheLevels; for those who counted it.
    [[nodiscard]] QuantityField* throughCache(std::size_t level) const { return m_throughCaches[level]; }
    [[nodiscard]] FoldSection* levels() const { return m_levels; }
    [[nodiscard]] QuantityField* launches() const { return m_launches; }
    [[nodiscard]] QuantityField* time() const { return m_time; }
    [[nodiscard]] QPushButton* addButton() const { return m_add; }
    [[nodiscard]] QPushButton* pasteButton() const { return m_paste; }
    [[nodiscard]] const QLabel* words() const { return m_words; }

signals:
    void added(const std::vector<ridgepoint::OwnKernel>& kernels);

private:
    [[nodiscard]] std::vector<QuantityField*> fields() const;
    void askForFile();

    QLineEdit* m_name;
    QuantityField* m_flops;
    QuantityField* m_bytes;
    QuantityField* m_launches;
    QuantityField* m_time;
    FoldSection* m_levels;
    std::array<QuantityField*, cacheLevels.size()> m_throughCaches{};
    QPushButton* m_add;
    QPushButton* m_paste;
    QPushButton* m_open;
    QLabel* m_words;
};

} // namespace ridgepoint
