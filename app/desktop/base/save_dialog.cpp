// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/save_dialog.h"

#include "app/charts/style/texts.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QStandardPaths>

namespace ridgepoint {
namespace {

bool mayReplace(QWidget* parent, const QString& title, const QString& path)
{
    const QString question = tr("%1 exists already. Replace it?").arg(QFileInfo(path).fileName());
    return QMessageBox::warning(parent, title, question, QMessageBox::Yes | QMessageBox::No, QMessageBox::No)
        == QMessageBox::Yes;
}

/// `filters` and `endings` belong together.
QString ask(QWidget* parent, const QString& title, const QString& proposal, const QStringList& filters,
            const QStringList& endings)
{
    QFileDialog dialog(parent, title, proposal, filters.join(QStringLiteral(";;")));
    const QFileInfo proposed(proposal);
    if (!proposed.isDir()) {
        dialog.setDirectory(proposed.absolutePath());
        dialog.selectFile(proposed.fileName());
    }
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(endings.front());
    const auto endingOf = [&endings](const QString& name) {
        for (const QString& ending : endings)
            if (name.endsWith(QLatin1Char('.') + ending, Qt::CaseInsensitive))
                return ending;
        return QString();
    };
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&](const QString& filter) {
        const qsizetype chosen = filters.indexOf(filter);
        if (chosen < 0)
            return;
        const QStringList names = dialog.selectedFiles(); // with the ending of the format before
        dialog.setDefaultSuffix(endings[chosen]);
        if (const QString before = names.isEmpty() ? QString() : endingOf(names.front()); !before.isEmpty())
            dialog.selectFile(QFileInfo(names.front().chopped(before.size()) + endings[chosen]).fileName());
    });
    while (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty()) {
        const QString chosen = dialog.selectedFiles().front();
        if (!endingOf(chosen).isEmpty())
            return chosen;
        // "a.b" has an ending to the dialog, which asked about that name and not about the one that is written.
        const QString whole = chosen + QLatin1Char('.') + dialog.defaultSuffix();
        if (!QFileInfo::exists(whole) || mayReplace(parent, title, whole))
            return whole;
    }
    return {};
}

} // namespace

QString usualFolder()
{
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

QString askWhereToSave(QWidget* parent, const QString& title, const QString& proposal, const QString& filter,
                       const QString& ending)
{
    return ask(parent, title, proposal, {filter}, {ending});
}

QList<SaveKind> chartKinds()
{
    return {{tr("PDF"), QStringLiteral("pdf")},
            {tr("SVG"), QStringLiteral("svg")},
            {tr("PNG"), QStringLiteral("png")},
            {tr("Numbers as CSV"), QStringLiteral("csv")}};
}

QString askWhereToSave(QWidget* parent, const QString& title, const QString& proposal, const QList<SaveKind>& kinds)
{
    QStringList filters;
    QStringList endings;
    for (const SaveKind& kind : kinds) {
        filters << QStringLiteral("%1 (*.%2)").arg(kind.words, kind.ending);
        endings << kind.ending;
    }
    return ask(parent, title, proposal, filters, endings);
}

} // namespace ridgepoint
