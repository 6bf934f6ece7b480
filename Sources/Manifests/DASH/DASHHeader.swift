/// What the `MPD` element says of the whole presentation.
package struct DASHHeader: Sendable {
    /// The MPD has to be read again to see what comes.
    package private(set) var isDynamic = false
    /// Since 1970; what the times of a dynamic MPD count from.
    package private(set) var availabilityStart: Duration?
    package private(set) var duration: Duration?
    package private(set) var updatePeriod: Duration?
    package private(set) var windowLength: Duration?
    package private(set) var longestSegment: Duration?
    /// The player adds parameters to the URLs that it asks for.
    var hasURLParameters = false

    init() {}

    init(_ tag: XMLTag) {
        isDynamic = tag["type"] == "dynamic"
        availabilityStart = tag["availabilityStartTime"].flatMap(DASHTime.date)
        duration = tag["mediaPresentationDuration"].flatMap(DASHTime.duration)
        updatePeriod = tag["minimumUpdatePeriod"].flatMap(DASHTime.duration)
        windowLength = tag["timeShiftBufferDepth"].flatMap(DASHTime.duration)
        longestSegment = tag["maxSegmentDuration"].flatMap(DASHTime.duration)
    }
}
