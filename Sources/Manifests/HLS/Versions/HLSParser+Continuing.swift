extension HLSParser {
    /// Notes where the parser stands, if this is one of the places that are noted.
    ///
    /// Returns where to read on instead, if the version before goes on from here with the same text.
    mutating func passCheckpoint(at position: Int) -> Int? {
        guard let number = media.progress.nextNumber,
            number.isMultiple(of: checkpointInterval), position <= source.count
        else { return nil }
        let here = HLSCheckpoint(
            position: position, references: references.count, segments: media.media.segments.count,
            parts: media.media.parts.count, preloadHints: media.media.preloadHints.count,
            initSegments: media.media.initSegments.count, progress: media.progress,
            start: media.nextStart, definitions: variables.count, version: version)
        if let resumed = readOn(from: here) { return resumed }
        checkpoints.append(here)
        return nil
    }

    private mutating func readOn(from here: HLSCheckpoint) -> Int? {
        guard var last = last.take(),
            let first = last.checkpoint(like: here, every: checkpointInterval),
            variables.hasSameValues(as: last.variables)
        else { return nil }
        let old = last.checkpoints[first]
        let matched = CommonPrefix.length(
            last.source[old.position...], source[here.position...])
        let end = last.lastCheckpoint(upTo: old.position + matched)
        guard end > first else { return nil }
        let new = last.checkpoints[end]
        guard new.definitions == old.definitions, var lists = last.takeLists() else { return nil }
        let shift = here.shift(from: old)
        continuation = HLSContinuation(
            text: .init(old.position..<new.position, movedBy: shift.text),
            references: .init(old.references..<new.references, movedBy: shift.references),
            segments: .init(old.segments..<new.segments, movedBy: shift.segments),
            checkpoints: .init(first..<end, movedBy: checkpoints.count - first))
        readsQuery = readsQuery || last.readsQuery
        version = new.version
        lists.references.keep(old.references..<new.references, after: references, moved: shift)
        references = lists.references
        lists.checkpoints.keep(first..<end + 1, after: checkpoints, moved: shift)
        checkpoints = lists.checkpoints
        media.goOn(with: &lists.media, from: old, to: new, moved: shift)
        return new.position + shift.text
    }
}

extension HLSPlaylist {
    /// What a later version may go on with.
    fileprivate struct Lists {
        var references: HLSRun<HLSReference>
        var checkpoints: HLSRun<HLSCheckpoint>
        var media: HLSMedia
    }

    /// Gives away what it lists: what only one holds is changed where it is.
    fileprivate mutating func takeLists() -> Lists? {
        guard let media else { return nil }
        defer {
            references = HLSRun()
            checkpoints = HLSRun()
            content = .media(HLSMedia())
        }
        return Lists(references: references, checkpoints: checkpoints, media: media)
    }

    /// The one before the same segment, if all is the same there.
    fileprivate func checkpoint(like other: HLSCheckpoint, every interval: UInt64) -> Int? {
        guard let first = checkpoints.first?.progress.nextNumber,
            let number = other.progress.nextNumber, number >= first,
            let index = Int(exactly: (number - first) / interval),
            index < checkpoints.count, other.continues(checkpoints[index])
        else { return nil }
        return index
    }

    /// The index of the last one that is no further than `position`, which is past the first.
    fileprivate func lastCheckpoint(upTo position: Int) -> Int {
        var range = 0..<checkpoints.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                checkpoints[middle].position <= position
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound - 1
    }
}
