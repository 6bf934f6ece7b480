/// The colours of a plot: distinct for eyes that see few of them, and on white.
enum Color: String {
    case paper = "#ffffff"
    case shade = "#f4f6f9"
    case frame = "#c9d0da"
    case grid = "#e8ebf0"
    case text = "#1f2733"
    case faint = "#5c6675"
    case blue = "#0a62c9"
    case orange = "#d9730d"
    case green = "#138a62"
    case gray = "#8b93a1"
    case red = "#c2264b"
}
