package import Manifests

/// What an operator decides about one site: where it comes from and how it is served.
package struct SiteRule: Sendable {
    /// The first part of its paths.
    package let name: String
    /// Where the rest of its paths is at the origin; ends in a slash.
    package let base: ResolvedURI
    /// For the origin alone; players' own headers never reach it, since what it answers is for all of them.
    package var headers: [(name: String, value: String)] = []
    /// Names of query parameters that never change what the origin serves.
    package var volatileParameters: [String] = []
    /// Who may say what the segments are, in hexadecimal.
    package var publisherKeys: [String] = []
    package var trustsOriginRoots = false
    /// Whether peers may have what is played here.
    package var isUploadEnabled = true
    /// Web pages whose scripts may play; nil is every one.
    package var pages: Set<String>?
    /// Beginnings of paths below the site that are passed through.
    package var bypass: [String] = []
    /// Extensions, in small letters, of media files that are shared.
    package var files: Set<String> = []
    /// Paths below the site that are opened at once and stay open.
    package var prefetch: [String] = []
    /// Whether every segment that those lead to is fetched.
    package var prefetchesWhole = false
    /// Contents that are open at one time.
    package var contents = 64
    /// For how long a content stays open that nobody asks for; nil is as long as there is room.
    package var idle: Duration? = .seconds(90)
    /// Requests that are passed through at one time.
    package var passedThrough = 256

    /// Nil unless the origin is an HTTP URL that ends in a slash, without a query.
    package init?(name: String, base: ResolvedURI) {
        guard base.origin != nil, base.query == nil, base.text.hasSuffix("/") else { return nil }
        self.name = name
        self.base = base
    }
}

extension SiteRule: Equatable {
    package static func == (left: SiteRule, right: SiteRule) -> Bool {
        left.name == right.name && left.base == right.base
            && left.headers.elementsEqual(right.headers) { $0 == $1 }
            && left.volatileParameters == right.volatileParameters
            && left.publisherKeys == right.publisherKeys
            && left.trustsOriginRoots == right.trustsOriginRoots
            && left.isUploadEnabled == right.isUploadEnabled && left.pages == right.pages
            && left.bypass == right.bypass
            && left.files == right.files && left.prefetch == right.prefetch
            && left.prefetchesWhole == right.prefetchesWhole
            && left.contents == right.contents && left.idle == right.idle
            && left.passedThrough == right.passedThrough
    }
}
