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
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard sequences > 0, length > 0 else {
        return report("Checking a machine takes one sequence or more, each of one event or more.", at: site)
    }
    let laws = RestoringLaws<T, Archive>(initialState: state, encode: encode, decode: decode)
    if let violation = laws.violation(events, sequences: sequences, length: length, seed: seed) {
        report(violation, at: site)
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
        /// The number of events before the state was stored, and the number after it was read.
        let moment: (before: Int, after: Int)
        let events: [T.Event]
        let difference: String
    }

    /// The report of the first violation, if there is one.
    func violation(_ generator: Generator<T.Event>, sequences: Int, length: Int, seed: UInt64) -> String? {
        var seeds = SeededGenerator(seed: seed)
        for _ in 0..<sequences {
            var random = SeededGenerator(seed: seeds.next())
            let events = generator.values(length, using: &random)
            if let finding = finding(in: events) { return text(of: shrunk(finding)) }
        }
        return nil
    }

    func finding(in events: [T.Event]) -> Finding? {
        var original = Rehearsal<T>(from: initialState)
        var moments: [(archive: Archive, rehearsal: Rehearsal<T>, live: LiveState<T>)] = []
        var reactions: [[Rehearsal<T>.Reaction]] = []
        do {
            while true {
                moments.append((try encode(original.state), original, LiveState(of: original.state)))
                guard reactions.count < events.count, !T.isTerminal(original.state) else { break }
                reactions.append(original.take(events[reactions.count]))
            }
        } catch {
            return Finding(
                law: .coding, moment: (moments.count, 0), events: Array(events.prefix(moments.count)),
                difference: "Encoding throws: \(error)")
        }
        // Afterwards, when everything outside of the state has changed, as in another process.
        for count in moments.indices.reversed() {
            let moment = moments[count]
            func finding(_ law: Law, after: Int = 0, _ difference: String) -> Finding {
                Finding(
                    law: law, moment: (count, after), events: Array(events.prefix(count + after)),
                    difference: difference)
            }
            let state: T.State
            do { state = try decode(moment.archive) } catch { return finding(.coding, "Decoding throws: \(error)") }
            if !areAlike(moment.rehearsal.state, state) {
                return finding(.state, OakTesting.difference(from: moment.rehearsal.state, to: state))
            }
            let live = LiveState<T>(of: state)
            if live != moment.live { return finding(.live, Self.difference(from: moment.live, to: live)) }
            var restored = Rehearsal<T>(from: state)
            for next in reactions.indices[count...] {
                let reaction = restored.take(events[next])
                if let difference = Self.difference(from: reactions[next], to: reaction) {
                    return finding(.reaction, after: next - count + 1, difference)
                }
            }
        }
        return nil
    }

    private func shrunk(_ finding: Finding) -> Finding {
        ListShrinker.smallest(of: finding, finding.events) { candidate in
            self.finding(in: candidate).flatMap { $0.law == finding.law ? $0 : nil }
        }
    }

    private func text(of finding: Finding) -> String {
        let before = finding.events.prefix(finding.moment.before).map { sourceText(of: $0) }
        let after = finding.events.dropFirst(finding.moment.before).map { sourceText(of: $0) }
        var steps = ["began in \(sourceText(of: initialState))"]
        if !before.isEmpty { steps.append("sent \(before.joined(separator: ", "))") }
        steps.append("stored the state and read it")
        if !after.isEmpty { steps.append("sent \(after.joined(separator: ", "))") }
        return """
            \(T.self) breaks a law: \(finding.law.rawValue)
            Done: \(steps.joined(separator: "; "))

            \(finding.difference)
            """
    }

    private static func difference(from expected: LiveState<T>, to actual: LiveState<T>) -> String {
        let writer = SourceWriter(purpose: .reading)
        let texts = [expected, actual].map { $0.text(by: writer) }.map { $0.isEmpty ? "nothing" : $0 }
        return lines(expected: texts[0], seen: texts[1])
    }

    private static func difference(
        from expected: [Rehearsal<T>.Reaction], to actual: [Rehearsal<T>.Reaction]
    ) -> String? {
        for (expected, actual) in zip(expected, actual) {
            if !areAlike(expected.state, actual.state) {
                return OakTesting.difference(from: expected.state, to: actual.state)
            }
            if !areAlike(expected.output, actual.output) {
                return lines(expected: sourceText(of: expected.output), seen: sourceText(of: actual.output))
            }
            if expected.effect != actual.effect {
                return lines(
                    expected: expected.effect?.description ?? "none", seen: actual.effect?.description ?? "none")
            }
            if expected.live != actual.live { return difference(from: expected.live, to: actual.live) }
        }
        guard expected.count != actual.count else { return nil }
        return lines(expected: "\(expected.count) transitions", seen: "\(actual.count)")
    }

    private static func lines(expected: String, seen: String) -> String {
        "Before it was stored: \(expected)\nAfter it was read: \(seen)"
    }
}

/// Leads a machine through events, and records its visible reactions without running anything.
struct Rehearsal<T: ExecutableTransducer> {
    /// One transition with its results.
    struct Reaction {
        let state: T.State
        let effect: EffectDescription<T.Event>?
        let output: T.Output
        let live: LiveState<T>
    }

    private(set) var state: T.State

    init(from state: T.State) { self.state = state }

    /// Processes an event and the action events that follow from it, up to the limit of a run.
    mutating func take(_ event: T.Event) -> [Reaction] {
        var reactions: [Reaction] = []
        var pending = ActionStack<T>()
        var next: T.Event? = event
        while let event = next, reactions.count <= Walk<T>.actionLimit {
            let (effect, output) = T.step(&state, event: event)
            reactions.append(
                Reaction(
                    state: state, effect: effect.map { EffectDescription($0) }, output: output,
                    live: LiveState(of: state)))
            if T.isTerminal(state) { break }
            // A misused reply is detected elsewhere; here it is the same on both sides.
            if let effect { _ = pending.push(effect) }
            next = pending.pop()
        }
        return reactions
    }
}
