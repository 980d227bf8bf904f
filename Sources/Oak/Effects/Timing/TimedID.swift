/// The default identity of a timed effect: its duration and source location.
package struct TimedID<Length: Hashable & Sendable>: Hashable, Sendable {
    let length: Length
    let fileID: String
    let line: UInt
    let column: UInt
}

extension TimedID: CustomStringConvertible {
    // Omits the line, so that a recorded table survives moved code.
    package var description: String { "\(length) in \(fileID)" }
}

extension EffectID {
    /// Returns the given identity, or one made of duration and source location.
    static func timed(
        _ id: (some Hashable & Sendable)?, else length: some Hashable & Sendable,
        _ fileID: String, _ line: UInt, _ column: UInt
    ) -> EffectID {
        id.map { EffectID($0) } ?? EffectID(TimedID(length: length, fileID: fileID, line: line, column: column))
    }
}
