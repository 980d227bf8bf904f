/// The default identity of a timed effect: its duration and source location.
package struct TimedID<Length: Hashable & Sendable>: Sendable {
    let length: Length
    let place: SourcePlace

    init(_ length: Length, _ place: SourcePlace) {
        self.length = length
        self.place = place
    }
}

extension TimedID: Hashable {
    package static func == (lhs: TimedID, rhs: TimedID) -> Bool { lhs.place == rhs.place && lhs.length == rhs.length }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(length)
        hasher.combine(place.line)
        hasher.combine(place.column)
    }
}

extension TimedID: CustomStringConvertible {
    // Omits the line, so that a recorded table survives moved code.
    package var description: String { "\(length) in \(place.fileID)" }
}

/// A source location.
struct SourcePlace: Equatable, Sendable {
    let fileID: String
    let line: UInt
    let column: UInt

    init(_ fileID: String, _ line: UInt, _ column: UInt) {
        self.fileID = fileID
        self.line = line
        self.column = column
    }
}

extension EffectID {
    /// Returns the given identity, or one made of duration and source location.
    static func timed(
        _ id: (some Hashable & Sendable)?, else length: some Hashable & Sendable, _ place: SourcePlace
    ) -> EffectID {
        id.map { EffectID($0) } ?? EffectID(TimedID(length, place))
    }
}
