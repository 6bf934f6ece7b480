import Foundation

/// Has the C library keep memory in large pages, and keep what is let go.
///
/// A run reads a little from everywhere in hundreds of megabytes: with pages of four kilobytes a
/// sixth of its time is spent on finding them. A large page that is given back as soon as it is free
/// is asked for again soon, and cleared each time: that took a tenth of a run.
enum LargePages {
    private static let variable = "GLIBC_TUNABLES"
    private static let settings = [
        "hugetlb=1",
        // Bytes: nothing is given back before the end, nor has pages of its own.
        "trim_threshold=17179869184",
        "mmap_threshold=17179869184",
        "top_pad=67108864",
    ]

    /// The settings are read only as a program starts: so this one starts again with them, unless the
    /// environment says something already, as it should under a profiler that follows one process.
    static func use() {
        let value = settings.map { "glibc.malloc.\($0)" }.joined(separator: ":")
        guard ProcessInfo.processInfo.environment[variable] == nil,
            let program = Bundle.main.executablePath, unsafe setenv(variable, value, 1) == 0
        else { return }
        // Where that fails the program goes on as it is.
        unsafe execv(program, CommandLine.unsafeArgv)
    }
}
