import Foundation

/// Has the C library keep memory in large pages.
///
/// A run reads a little from everywhere in hundreds of megabytes: with pages of four kilobytes a
/// sixth of its time is spent on finding them.
enum LargePages {
    private static let setting = "GLIBC_TUNABLES"

    /// The setting is read only as a program starts: so this one starts again with it, unless the
    /// environment says something already, as it should under a profiler that follows one process.
    static func use() {
        guard ProcessInfo.processInfo.environment[setting] == nil,
            let program = Bundle.main.executablePath,
            unsafe setenv(setting, "glibc.malloc.hugetlb=1", 1) == 0
        else { return }
        // Where that fails the program goes on as it is.
        unsafe execv(program, CommandLine.unsafeArgv)
    }
}
