// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/own_kernel.h"

#include <QDialog>
#include <QStringList>

#include <array>
#include <optional>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace ridgepoint {

class QuantityField;
class FoldSection;

/// Where kernels of the user's own come in, typed, pasted or out of a file, and where one of them is changed.
class OwnKernelForm : public QDialog {
    Q_OBJECT

public:
    explicit OwnKernelForm(QWidget* parent = nullptr);
    /// Opens it for kernels to be added.
    void openToAdd();
    /// Opens it with the numbers of a kernel, to be changed.
    void openToEdit(const OwnKernel& kernel);
    /// Takes what is typed, or says what is missing.
    void takeTyped();
    /// Adds what a CSV text holds, or says which line is wrong.
    void addTable(const QString& text);
    /// The same out of a file.
    void addFile(const QString& path);
    /// The same out of each of these; of several it says what came of each.
    void addFiles(const QStringList& paths);
    void say(const QString& words, bool isProblem);

    [[nodiscard]] QLineEdit* name() const { return m_name; }
    [[nodiscard]] QuantityField* flops() const { return m_flops; }
    [[nodiscard]] QuantityField* bytes() const { return m_bytes; }
    /// What goes through a cache, by cacheLevels; for those who counted it.
    [[nodiscard]] QuantityField* throughCache(std::size_t level) const { return m_throughCaches[level]; }
    [[nodiscard]] FoldSection* levels() const { return m_levels; }
    [[nodiscard]] QuantityField* launches() const { return m_launches; }
    [[nodiscard]] QuantityField* time() const { return m_time; }
    /// Which changes the kernel where the form was opened for that.
    [[nodiscard]] QPushButton* addButton() const { return m_add; }
    [[nodiscard]] QPushButton* pasteButton() const { return m_paste; }
    [[nodiscard]] const QLabel* words() const { return m_words; }

signals:
    void added(const std::vector<ridgepoint::OwnKernel>& kernels);
    /// The kernel that it was opened with, as it is now.
    void changed(const ridgepoint::OwnKernel& kernel);

protected:
    /// Grows by what is said, so that no field is squeezed.
    bool event(QEvent* event) override;

private:
    void composeFields(QVBoxLayout& column);
    void composeMany();
    [[nodiscard]] std::vector<QuantityField*> fields() const;
    void fill(const OwnKernel& kernel);
    [[nodiscard]] OwnKernel typed() const;
    /// Says what of the fields cannot be taken, and leads there.
    [[nodiscard]] bool isWhole(const OwnKernel& kernel);
    void askForFile();

    std::optional<OwnKernel> m_edited; ///< nothing while kernels are added
    QLineEdit* m_name;
    QuantityField* m_flops;
    QuantityField* m_bytes;
    QuantityField* m_launches;
    QuantityField* m_time;
    FoldSection* m_levels;
    std::array<QuantityField*, cacheLevels.size()> m_throughCaches{};
    QPushButton* m_add;
    QWidget* m_many; ///< where tables come in
    QPushButton* m_paste;
    QLabel* m_words;
};

} // namespace ridgepoint
