import Engine
import Manifests

extension TrackFamily {
    /// The family of a playlist that a multivariant one names in this role; nil where that says nothing.
    init?(_ reference: HLSReference, renditionType: String?) {
        switch reference.role {
        case .variant: self = .main
        case .iFrameVariant, .imageVariant: self = .previews
        case .rendition:
            switch renditionType {
            case "AUDIO": self = .audio
            case "VIDEO": self = .alternateVideo
            case "SUBTITLES": self = .subtitles
            default: return nil
            }
        case .renditionReport, .segment, .initSegment, .part, .preloadHint, .key, .licence,
            .sessionData, .steering, .interstitial, .interstitialList:
            return nil
        }
    }
}
