// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/save_dialog.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

namespace ridgepoint {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("ridgepoint", text); }

bool mayReplace(QWidget* parent, const QString& title, const QString& path)
{
    const QString question = tr("%1 exists already. Replace it?").arg(QFileInfo(path).fileName());
    return QMessageBox::warning(parent, title, question, QMessageBox::Yes | QMessageBox::No, QMessageBox::No) == QMessageBox::Yes;
}

} // namespace

QString askWhereToSave(QWidget* parent, const QString& title, const QString& proposal, const QString& filter, const QString& ending)
{
    QFileDialog dialog(parent, title, proposal, filter);
    const QFileInfo proposed(proposal);
    if (!proposed.isDir()) {
        dialog.setDirectory(proposed.absolutePath());
        dialog.selectFile(proposed.fileName());
    }
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(ending);
    while (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty()) {
        const QString chosen = dialog.selectedFiles().front();
        if (chosen.endsWith(QLatin1Char('.') + ending, Qt::CaseInsensitive))
            return chosen;
        // "a.b" has an ending to the dialog, which asked about that name and not about the one that is written.
        const QString whole = chosen + QLatin1Char('.') + ending;
        if (!QFileInfo::exists(whole) || mayReplace(parent, title, whole))
            return whole;
    }
    return {};
}

} // namespace ridgepoint
