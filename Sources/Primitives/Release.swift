/// What this is a build of.
public enum Release {
    /// The version, by semver.org 2.0.
    ///
    /// The packages carry it too; `make deb` fails where they differ.
    public static let version = "0.1.0"
}
