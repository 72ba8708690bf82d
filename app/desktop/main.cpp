// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/guide.h"
#include "app/charts/render/render.h"
#include "app/charts/style/format.h"
#include "app/charts/style/theme.h"
#include "app/desktop/base/askpass_dialog.h"
#include "app/desktop/base/heap.h"
#include "app/desktop/base/remote_machine.h"
#include "app/desktop/base/options.h"
#include "app/desktop/base/window_look.h"
#include "app/desktop/window/main_window.h"
#include "core/session/signal_debounce.h"

#include <QApplication>
#include <QFile>
#include <QObject>
#include <QSocketNotifier>
#include <QString>
#include <QTemporaryDir>
#include <QTranslator>
#include <QtGlobal>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr int badUsage = 2;

/// What was not to be had, by the environment, and what needs none.
QString startFailureWords(const QByteArray& platform, const QByteArray& x11, const QByteArray& wayland)
{
    QString what = QStringLiteral("there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set");
    const bool named = !platform.isEmpty() && !platform.startsWith("xcb") && !platform.startsWith("wayland");
    if (named)
        what = QStringLiteral("the platform %1 of QT_QPA_PLATFORM could not be started")
                   .arg(QString::fromLocal8Bit(platform));
    else if (!x11.isEmpty())
        what = QStringLiteral("the display %1 could not be opened").arg(QString::fromLocal8Bit(x11));
    else if (!wayland.isEmpty())
        what = QStringLiteral("the Wayland display %1 could not be opened").arg(QString::fromLocal8Bit(wayland));
    return what + QStringLiteral("; ridgepoint render and packaging/run.sh --headless need no display");
}

QByteArray& heldMessages()
{
    static QByteArray messages;
    return messages;
}

void onMessage(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type != QtFatalMsg) {
        heldMessages() += message.toLocal8Bit() + '\n';
        return;
    }
    const QString words = startFailureWords(qgetenv("QT_QPA_PLATFORM"), qgetenv("DISPLAY"), qgetenv("WAYLAND_DISPLAY"));
    std::fprintf(stderr, "ridgepoint: %s\n", words.toUtf8().constData());
    std::fflush(stderr);
    // Half of Qt stands: nothing of it may be taken down in order.
    _exit(badUsage);
}

/// Qt ends a program that finds no display by abort(), with a text about plugins. While one of these lives, that
/// becomes one line for people and status 2; Qt's other messages wait until then, and come after it where the start
/// succeeds.
class StartFailure {
public:
    StartFailure();
    ~StartFailure();
    StartFailure(const StartFailure&) = delete;
    StartFailure& operator=(const StartFailure&) = delete;
};

StartFailure::StartFailure() { qInstallMessageHandler(onMessage); }

StartFailure::~StartFailure()
{
    qInstallMessageHandler(nullptr);
    std::fputs(std::exchange(heldMessages(), QByteArray()).constData(), stderr);
}

constexpr int endSignals[] = {SIGTERM, SIGHUP, SIGINT};
volatile std::sig_atomic_t writeEnd = -1;

SignalDebounce askedBefore;

/// Only what POSIX allows in a handler.
void onSignal(int number)
{
    const int kept = errno;
    askedBefore.endIfRepeated(number);
    const char byte = 1;
    if (write(writeEnd, &byte, 1) < 0)
        errno = kept;
    errno = kept;
}

/// Turns the first SIGTERM, SIGHUP or SIGINT into a call of `asked`, so that a session that ends (a log-out, a closed
/// terminal, Ctrl+C) closes the window as its user would. A second one of the same kind ends the program at once.
class EndSignals {
public:
    explicit EndSignals(std::function<void()> asked);
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

private:
    int m_pipe[2] = {-1, -1};
    std::unique_ptr<QSocketNotifier> m_notifier;
};

EndSignals::EndSignals(std::function<void()> asked)
{
    if (pipe2(m_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return; // the signals end the program, as they do by default
    writeEnd = m_pipe[1];
    askedBefore.forget();
    m_notifier = std::make_unique<QSocketNotifier>(m_pipe[0], QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, [this, asked = std::move(asked)] {
        char bytes[16];
        if (read(m_pipe[0], bytes, sizeof(bytes)) > 0)
            asked();
    });
    for (const int signal : endSignals) {
        struct sigaction before = {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN)
            continue; // nohup and the like
        struct sigaction action = {};
        action.sa_handler = onSignal;
        action.sa_flags = SA_RESTART;
        sigaction(signal, &action, nullptr);
    }
}

EndSignals::~EndSignals()
{
    if (m_pipe[0] < 0)
        return;
    for (const int signal : endSignals) {
        struct sigaction now = {};
        sigaction(signal, nullptr, &now);
        if (now.sa_handler == onSignal)
            std::signal(signal, SIG_DFL);
    }
    writeEnd = -1;
    m_notifier.reset();
    close(m_pipe[0]);
    close(m_pipe[1]);
}

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

/// Runs `part` with what stands after its name.
int drawIntoFiles(int argc, char** argv, int (*part)(const QStringList&))
{
    // Drawing into files needs no display, and must not fail where there is none.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Outside a login session Qt complains that this is not set; nothing here uses it.
    const QTemporaryDir runtime;
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(runtime.path()));
    QApplication application(argc, argv);
    loadFonts();
    return part(wordsAfter(argc, argv, 2));
}

void translate(QTranslator& language)
{
    if (language.load(QLocale(), QStringLiteral("ridgepoint"), QStringLiteral("_"), QStringLiteral(":/languages")))
        QApplication::installTranslator(&language);
}

/// As ssh starts it: the question is the first word, and never one of Qt's own options.
int askInWindow(int argc, char** argv)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM); // an ssh that was ended takes its question along
    std::optional<StartFailure> starting(std::in_place);
    int onlyProgram = 1;
    QApplication application(onlyProgram, argv);
    starting.reset();
    QApplication::setStyle(QStringLiteral("Fusion"));
    loadFonts();
    QTranslator language;
    translate(language);
    WindowLook::prepare();
    WindowLook look({});
    look.apply();
    return askForSsh(wordsAfter(argc, argv, 1).value(0), qEnvironmentVariable("SSH_ASKPASS_PROMPT"), stdout);
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
    translate(language);
    WindowLook::prepare();
    MainWindow window(options);
    // A dialog that is open goes first, as when the user closes everything.
    const EndSignals signals_([&window] { window.end(); });
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
    if (qEnvironmentVariableIsSet(askpassVariable.toLatin1().constData()))
        return askInWindow(argc, argv);
    if (argc > 1 && std::strcmp(argv[1], "render") == 0)
        return drawIntoFiles(argc, argv, renderMain);
    if (argc > 1 && std::strcmp(argv[1], "guide") == 0)
        return drawIntoFiles(argc, argv, guideMain);
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
