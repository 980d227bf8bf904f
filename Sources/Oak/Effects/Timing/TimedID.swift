/// The identity of an effect that goes by time and was given no name: how long it takes, and where it is written.
@usableFromInline
package struct TimedID<Length: Hashable & Sendable>: Sendable {
    @usableFromInline let length: Length
    @usableFromInline let place: SourcePlace

    @inlinable
    init(_ length: Length, _ place: SourcePlace) {
        self.length = length
        self.place = place
    }
}

extension TimedID: Hashable {
    @inlinable
    package static func == (lhs: TimedID, rhs: TimedID) -> Bool { lhs.place == rhs.place && lhs.length == rhs.length }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(length)
        hasher.combine(place.line)
        hasher.combine(place.column)
    }
}

extension TimedID: CustomStringConvertible {
    // Without the line, so that a recorded table stays as it is when the code moves.
    @usableFromInline package var description: String { "\(length) in \(place.fileID)" }
}

/// A place in somebody's code.
@usableFromInline
struct SourcePlace: Equatable, Sendable {
    @usableFromInline let fileID: String
    @usableFromInline let line: UInt
    @usableFromInline let column: UInt

    @inlinable
    init(_ fileID: String, _ line: UInt, _ column: UInt) {
        self.fileID = fileID
        self.line = line
        self.column = column
    }
}

extension EffectID {
    /// The name that was given, or one made of time and place.
    @inlinable
    static func timed(
        _ id: (some Hashable & Sendable)?, else length: some Hashable & Sendable, _ place: SourcePlace
    ) -> EffectID {
        id.map { EffectID($0) } ?? EffectID(TimedID(length, place))
    }
}
