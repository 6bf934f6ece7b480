/// Whether anybody looks at what is played, as far as the application says.
package struct Attention: Hashable, Sendable {
    /// Whether the application is in the background.
    package var isInBackground = false
    /// Whether the picture stays on the screen even so.
    package var isPictureInPictureActive = false
    /// Whether the background makes no difference.
    package var isUnrestricted = false

    package init() {}

    /// Nothing is uploaded then, and nothing fetched ahead of what the player asks for.
    var isRestricted: Bool { isInBackground && !isPictureInPictureActive && !isUnrestricted }
}
