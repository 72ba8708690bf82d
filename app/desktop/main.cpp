// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/render.h"
#include "app/charts/style/theme.h"
#include "app/charts/style/format.h"
#include "app/desktop/base/end_signals.h"
#include "app/desktop/base/heap.h"
#include "app/desktop/base/options.h"
#include "app/desktop/base/window_look.h"
#include "app/desktop/window/main_window.h"
#include "app/desktop/window/start_failure.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTranslator>

#include <cstdio>
#include <cstring>
#include <optional>

namespace ridgepoint {
namespace {

constexpr int badUsage = 2;

void print(std::FILE* file, const QString& text)
{
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), file);
}

QStringList wordsAfter(int argc, char** argv, int first)
{
    QStringList words;
    for (int i = first; i < argc; ++i)
        words << QString::fromLocal8Bit(argv[i]);
    return words;
}

int render(int argc, char** argv)
{
    // Drawing into files needs no display, and must not fail where there is none.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Outside a login session Qt complains that this is not set; nothing here uses it.
    const QTemporaryDir runtime;
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(runtime.path()));
    QApplication application(argc, argv);
    loadFonts();
    return renderMain(wordsAfter(argc, argv, 2));
}

int showWindow(int argc, char** argv, const Options& options)
{
    keepHeapSmall();
    std::optional<StartFailure> starting(std::in_place);
    QApplication application(argc, argv);
    starting.reset();
    QApplication::setStyle(QStringLiteral("Fusion"));
    loadFonts();
    QTranslator language;
    if (language.load(QLocale(), QStringLiteral("ridgepoint"), QStringLiteral("_"), QStringLiteral(":/languages")))
        QApplication::installTranslator(&language);
    WindowLook::prepare();
    MainWindow window(options);
    const EndSignals signals_;
    // A dialog that is open goes first, as when the user closes everything.
    QObject::connect(&signals_, &EndSignals::asked, &window, &MainWindow::end);
    window.show();
    window.begin();
    return QApplication::exec();
}

int runProgram(int argc, char** argv)
{
    QCoreApplication::setOrganizationName(QStringLiteral("ridgepoint"));
    QCoreApplication::setApplicationName(QStringLiteral("ridgepoint"));
    QCoreApplication::setApplicationVersion(QStringLiteral(RIDGEPOINT_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Ridgepoint"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.ridgepoint.Ridgepoint"));
    if (argc > 1 && std::strcmp(argv[1], "render") == 0)
        return render(argc, argv);
    const auto options = parseOptions(wordsAfter(argc, argv, 1));
    if (!options) {
        print(stderr, QStringLiteral("ridgepoint: ") + errorMessage(options.error()) + QLatin1Char('\n'));
        return badUsage;
    }
    if (options->help)
        print(stdout, helpText());
    else if (options->version)
        print(stdout, QStringLiteral("ridgepoint " RIDGEPOINT_VERSION "\n"));
    else
        return showWindow(argc, argv, *options);
    return 0;
}

} // namespace
} // namespace ridgepoint

int main(int argc, char** argv) { return ridgepoint::runProgram(argc, argv); }
