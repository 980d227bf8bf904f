import Foundation
public import Oak
import OakGraph

/// Checks that a machine continues from a stored state as if it had never stopped.
///
/// In random sequences of events the state is stored at each moment between two events. After each sequence all of
/// these states are read again, and a run from each is compared with the original one: the state is the same, the same
/// children and activities are live, and later events have the same effects and outputs. Effects are compared by their
/// descriptions; their action events are processed, and their functions are not called.
///
/// ```swift
/// import OakTesting
///
/// enum Lamp: EffectTransducer {
///     enum State: Codable, Equatable { case off, on }
///     enum Event: CaseIterable { case pressed, timeUp }
///
///     static func activities(in state: State) -> [Effect] {
///         state == .on ? [.timeout(.seconds(60), sending: .timeUp)] : []
///     }
///
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         switch event {
///         case .pressed: state = state == .on ? .off : .on
///         case .timeUp: state = .off
///         }
///         return nil
///     }
/// }
///
/// checkLaws(
///     ofRestoring: Lamp.self, from: .off, events: .allCases,
///     encode: { state in state == .on ? "1" : "0" }, decode: { text in text == "1" ? .on : .off })
/// ```
///
/// A machine that depends on anything outside of its state does not pass, because a stored state does not contain that.
/// Parts of a state that its `==` ignores need not be stored, as long as the machine does not depend on them. Postponed
/// events are not part of a state, and are left out on both sides.
///
/// A violation is reported once, with a sequence of events that cannot be shortened any more.
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The initial state.
///   - events: The random events.
///   - sequences: The number of sequences to try.
///   - length: The maximum number of random events in a sequence.
///   - seed: Determines all random events.
///   - encode: Encodes a state for storage.
///   - decode: Decodes a stored state.
/// - Complexity: O(*s* · *l*²) transitions for *s* sequences of the length *l*.
public func checkLaws<T: ExecutableTransducer, Archive>(
    ofRestoring machine: T.Type, from state: T.State, events: Generator<T.Event>, sequences: Int = 100,
    length: Int = 20, seed: UInt64 = 42, encode: @escaping (T.State) throws -> Archive,
    decode: @escaping (Archive) throws -> T.State,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    guard sequences > 0, length > 0 else {
        return report("Checking a machine takes one sequence or more, each of one event or more.", at: site)
    }
    let laws = RestoringLaws<T, Archive>(initialState: state, encode: encode, decode: decode)
    var seeds = SeededGenerator(seed: seed)
    for _ in 0..<sequences {
        var random = SeededGenerator(seed: seeds.next())
        guard let finding = laws.finding(in: events.values(length, using: &random)) else { continue }
        return report(laws.text(of: laws.shrunk(finding)), at: site)
    }
}

/// Checks that a machine continues from a state stored as JSON as if it had never stopped.
///
/// States are encoded by `JSONEncoder` and decoded by `JSONDecoder`, and compared as by
/// ``checkLaws(ofRestoring:from:events:sequences:length:seed:encode:decode:fileID:filePath:line:column:)``.
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The initial state.
///   - events: The random events.
///   - sequences: The number of sequences to try.
///   - length: The maximum number of random events in a sequence.
///   - seed: Determines all random events.
/// - Complexity: O(*s* · *l*²) transitions for *s* sequences of the length *l*.
public func checkLaws<T: ExecutableTransducer>(
    ofRestoring machine: T.Type, from state: T.State, events: Generator<T.Event>, sequences: Int = 100,
    length: Int = 20, seed: UInt64 = 42,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where T.State: Codable {
    checkLaws(
        ofRestoring: machine, from: state, events: events, sequences: sequences, length: length, seed: seed,
        encode: { try JSONEncoder().encode($0) }, decode: { try JSONDecoder().decode(T.State.self, from: $0) },
        fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Searches for a moment at which storing and reading the state changes the machine.
struct RestoringLaws<T: ExecutableTransducer, Archive> {
    let initialState: T.State
    let encode: (T.State) throws -> Archive
    let decode: (Archive) throws -> T.State

    enum Law: String {
        case coding = "A state can be stored and read at each moment."
        case state = "A state that was stored and read is the same state."
        case live = "The same children and activities are live in a state that was stored and read."
        case reaction = "A machine that goes on from a stored state does what it would have done."
    }

    /// A law broken by a sequence of events.
    struct Finding {
        let law: Law
        let events: [T.Event]
        /// The number of events before the state was stored.
        let before: Int
        let difference: String
    }

    /// The visible results of one transition.
    struct Reaction {
        let state: T.State
        let effect: EffectDescription<T.Event>?
        /// The output; `nil` for a reply, which has none.
        let output: T.Output?
        let live: LiveState<T>
    }

    /// Searches a sequence of events for a moment at which a law is broken.
    func finding(in events: [T.Event]) -> Finding? {
        var original = initialState
        var moments: [(archive: Archive, state: T.State, live: LiveState<T>)] = []
        var reactions: [[Reaction]] = []
        func finding(_ law: Law, before: Int, after: Int = 0, _ difference: String) -> Finding {
            Finding(law: law, events: Array(events.prefix(before + after)), before: before, difference: difference)
        }
        do {
            while true {
                moments.append((try encode(original), original, LiveState(of: original)))
                guard reactions.count < events.count, !T.isTerminal(original) else { break }
                reactions.append(Self.reactions(of: &original, to: events[reactions.count]))
            }
        } catch {
            return finding(.coding, before: moments.count, "Encoding throws: \(error)")
        }
        // Afterwards, when everything outside of the state has changed, as in another process.
        for (count, moment) in moments.enumerated().reversed() {
            var state: T.State
            do { state = try decode(moment.archive) } catch {
                return finding(.coding, before: count, "Decoding throws: \(error)")
            }
            if !areAlike(moment.state, state) {
                return finding(.state, before: count, OakTesting.difference(from: moment.state, to: state))
            }
            let live = LiveState<T>(of: state)
            if live != moment.live { return finding(.live, before: count, Self.difference(moment.live, live)) }
            for next in reactions.indices[count...] {
                let reactionsNow = Self.reactions(of: &state, to: events[next])
                if let difference = Self.difference(reactions[next], reactionsNow) {
                    return finding(.reaction, before: count, after: next - count + 1, difference)
                }
            }
        }
        return nil
    }

    /// Processes an event and the action events that follow from it, up to the limit of a run, without running effects.
    private static func reactions(of state: inout T.State, to event: T.Event) -> [Reaction] {
        // A misused reply is detected elsewhere; here it is the same on both sides.
        let steps = Macrostep<T>.steps(of: event, in: state, actionLimit: Walk<T>.actionLimit) { _, _ in false }
        if let last = steps.last { state = last.state }
        return steps.map { step in
            Reaction(
                state: step.state, effect: step.effect.map { EffectDescription($0) },
                output: step.effect?.replyKind == nil ? step.output : nil, live: LiveState(of: step.state))
        }
    }

    func shrunk(_ finding: Finding) -> Finding {
        ListShrinker.smallest(of: finding, finding.events) { candidate in
            self.finding(in: candidate).flatMap { $0.law == finding.law ? $0 : nil }
        }
    }

    func text(of finding: Finding) -> String {
        let events = finding.events.map { sourceText(of: $0) }
        var steps = ["began in \(sourceText(of: initialState))", "stored the state and read it"]
        for (sent, place) in [(events.dropFirst(finding.before), 2), (events.prefix(finding.before), 1)] {
            if !sent.isEmpty { steps.insert("sent \(sent.joined(separator: ", "))", at: place) }
        }
        return """
            \(T.self) breaks a law: \(finding.law.rawValue)
            Done: \(steps.joined(separator: "; "))

            \(finding.difference)
            """
    }

    private static func difference(_ expected: LiveState<T>, _ actual: LiveState<T>) -> String {
        let writer = SourceWriter(purpose: .reading)
        let texts = [expected, actual].map { $0.text(by: writer) }.map { $0.isEmpty ? "nothing" : $0 }
        return difference(texts[0], texts[1])
    }

    private static func difference(_ expected: [Reaction], _ actual: [Reaction]) -> String? {
        for (expected, actual) in zip(expected, actual) {
            if !areAlike(expected.state, actual.state) {
                return OakTesting.difference(from: expected.state, to: actual.state)
            }
            if let expected = expected.output, let actual = actual.output, !areAlike(expected, actual) {
                return difference(sourceText(of: expected), sourceText(of: actual))
            }
            if expected.effect != actual.effect {
                return difference(expected.effect?.description ?? "none", actual.effect?.description ?? "none")
            }
            if expected.live != actual.live { return difference(expected.live, actual.live) }
        }
        return expected.count == actual.count
            ? nil : difference("\(expected.count) transitions", "\(actual.count)")
    }

    private static func difference(_ expected: String, _ actual: String) -> String {
        "Before it was stored: \(expected)\nAfter it was read: \(actual)"
    }
}
