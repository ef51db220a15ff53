import Foundation

/// Fills each standard descriptor that the caller closed with one that refuses, so that no file of authsh's own gets its number:
/// what is printed would go into that file. Called before anything is opened.
func holdStandardDescriptors() {
  for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
    // The lowest free number is given out, and all lower ones are taken by now.
    if fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", mode) }
  }
}

/// Keeps secrets out of core files, and lets a reader that goes away be noticed as an error instead of a death.
func hardenProcess() {
  // One byte, not none: Linux takes a limit of 1 as "no core" also where cores are piped to a collector.
  var limit = rlimit(rlim_cur: 1, rlim_max: 1)
  setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  signal(SIGPIPE, SIG_IGN)
}
