import Oak
import OakText

extension GraphPath: CustomStringConvertible {
    /// The path, event by event, with what each event changes.
    ///
    /// ```
    /// .idle
    /// 1. .load(attempt: 1)
    ///    .idle → .loading(attempt: 1)
    ///    begins operation "load"
    /// 2. .failed, from effect "load"
    ///    ↳ .retry
    ///      .loading.attempt: 1 → 2
    /// ```
    ///
    /// After its number, a step has its event in full and the effect that sends it, if it is one. Below are the parts
    /// of the state that change, the output, the effects that begin and are cancelled, and the action events. The
    /// effects come from `update`, which is called once more for each event.
    ///
    /// - Complexity: O(*l* · *s*) for *l* events and a state of *s* parts.
    public var description: String {
        var lines = [sourceText(of: start)]
        var before = start
        let width = "\(steps.count + cycle.count)".count
        for (index, step) in (steps + cycle).enumerated() {
            if index == steps.count { lines.append("then for ever:") }
            let number = "\(index + 1)"
            let space = String(repeating: " ", count: width - number.count)
            let sender = step.sender.map { ", from effect \($0)" } ?? ""
            lines.append("\(space)\(number). \(sourceText(of: step.event))\(sender)")
            let indent = String(repeating: " ", count: width + 2)
            lines += consequences(of: step, from: before).map { indent + $0 }
            before = step.state
        }
        if restsAtEnd { lines.append("and rests there for ever") }
        return lines.joined(separator: "\n")
    }

    private func consequences(of step: Step, from before: Machine.State) -> [String] {
        let updates = updates(of: step, from: before)
        let shown = 20
        var lines = updates.isEmpty ? [step.intent.words].compactMap(\.self) : []
        var previous = before
        for (index, update) in updates.prefix(shown).enumerated() {
            if index == 0 {
                lines += details(of: update, from: previous, step.intent)
            } else {
                lines.append("↳ \(sourceText(of: update.event))")
                lines += details(of: update, from: previous, update.intent).map { "  \($0)" }
            }
            previous = update.state
        }
        if updates.count > shown { lines.append("↳ … and \(updates.count - shown) more action events") }
        let (ended, begun) = (activities(in: before), activities(in: step.state))
        lines += ended.filter { !begun.contains($0) }.map { "ends activity \(sourceText(of: $0))" }
        lines += begun.filter { !ended.contains($0) }.map { "begins activity \(sourceText(of: $0))" }
        return lines.isEmpty ? ["no visible change"] : lines
    }

    private func activities(in state: Machine.State) -> [EffectID] {
        guard Machine._mayHaveActivities, !Machine.isTerminal(state) else { return [] }
        return Machine.live(in: state).activities.compactMap(\.id)
    }

    /// The updates of a step and its action events, performed again.
    private func updates(of step: Step, from before: Machine.State) -> ArraySlice<Macrostep<Machine>.Step> {
        // The machine would take this process with it.
        guard step.intent != .trapped else { return [] }
        // The graph has compared the states; only its own way of telling them apart gives the same intent again.
        let staysAlike = step.intent != .handled && step.intent.hasTarget
        let steps = Macrostep<Machine>.steps(of: step.event, in: before, actionLimit: 10_000) { _, _ in staysAlike }
        // A chain without end is as informative after some of its events.
        return steps.prefix(1_000)
    }

    private func details(
        of update: Macrostep<Machine>.Step, from before: Machine.State, _ intent: Intent
    ) -> [String] {
        var lines = intent.words.map { [$0] } ?? []
        lines += StateDifference(from: before, to: update.state).changes.map(\.description)
        if let output = update.output, !saysNothing(output) { lines.append("output \(sourceText(of: output))") }
        // Action events have lines of their own.
        if let effect = update.effect, effect.kind != .events {
            lines += GraphModel.Effect(effect).words(limit: 100).map { [$0] } ?? []
        }
        if intent == .unexpected, let child = update.effect?.child, !child.isEmpty {
            lines.append("in child \(child.map { "\($0)" }.joined(separator: "/"))")
        }
        return lines
    }
}

extension Intent {
    /// The intent in the text of a path; `nil` if its consequences say everything.
    fileprivate var words: String? {
        switch self {
        case .handled: nil
        case .ignored: "ignored"
        case .postponed: "postponed"
        case .unexpected: "unexpected"
        case .refused: "refused"
        case .trapped: "update does not return"
        case .endless: "action events without end"
        case .invalid: "inconsistent use of the machine, which ends a run with an error"
        }
    }
}

/// The parts in which two values differ, found by reflection.
struct StateDifference {
    /// One part that differs.
    struct Change: Hashable, CustomStringConvertible {
        /// The way to the part, such as `form.name`; empty for the whole value.
        let path: String
        /// The text before; `nil` for an added element.
        let before: String?
        /// The text after; `nil` for a removed element.
        let after: String?

        var description: String {
            let change =
                switch (before, after) {
                case (let before?, let after?): "\(before) → \(after)"
                case (nil, let after?): "+ \(after)"
                case (let before?, nil): "− \(before)"
                case (nil, nil): ""
                }
            return path.isEmpty ? change : "\(path): \(change)"
        }
    }

    /// The changes, in the order in which the value declares its parts.
    private(set) var changes: [Change] = []

    init(from before: Any, to after: Any) { compare(before, after, at: "", depth: 0) }

    private mutating func compare(_ before: Any, _ after: Any, at path: String, depth: Int) {
        let (old, new) = (sourceText(of: before), sourceText(of: after))
        guard old != new else { return }
        let count = changes.count
        if depth < 12, type(of: before) == type(of: after) { compareParts(before, after, at: path, depth: depth + 1) }
        if changes.count == count { changes.append(Change(path: path, before: old, after: new)) }
    }

    private mutating func compareParts(_ before: Any, _ after: Any, at path: String, depth: Int) {
        if let before = before as? any StateOfTwo, let after = after as? any StateOfTwo {
            compare(before.first, after.first, at: Self.path("first", in: path), depth: depth)
            return compare(before.second, after.second, at: Self.path("second", in: path), depth: depth)
        }
        switch (OpenedValue(before), OpenedValue(after)) {
        case (.enumCase(let name?, let old?), .enumCase(let other?, let new?)) where name == other:
            let (old, new) = (OpenedValue.values(ofPayload: old), OpenedValue.values(ofPayload: new))
            compare(old, new, at: "\(path).\(name)", depth)
        case (.optional(let before?), .optional(let after?)): compare(before, after, at: path, depth: depth)
        case (.structure(let old), .structure(let new)), (.tuple(let old), .tuple(let new)):
            compare(old, new, at: path, depth)
        case (.list(let old), .list(let new)):
            compareEntries(Self.entries(of: old), Self.entries(of: new), at: path, depth)
        case (.dictionary(let old), .dictionary(let new)):
            compareEntries(Self.entries(of: old), Self.entries(of: new), at: path, depth)
        case (.set(let old), .set(let new)):
            let (old, new) = (Self.texts(of: old), Self.texts(of: new))
            for text in old.subtracting(new).sorted() { changes.append(Change(path: path, before: text, after: nil)) }
            for text in new.subtracting(old).sorted() { changes.append(Change(path: path, before: nil, after: text)) }
        case (_, _): return
        }
    }

    private mutating func compare(
        _ before: [OpenedValue.Part], _ after: [OpenedValue.Part], at path: String, _ depth: Int
    ) {
        guard before.map(\.label) == after.map(\.label) else { return }
        for (index, (old, new)) in zip(before, after).enumerated() {
            let name = old.label ?? (before.count == 1 ? "" : "\(index)")
            compare(old.value, new.value, at: Self.path(name, in: path), depth: depth)
        }
    }

    private static func path(_ name: String, in path: String) -> String {
        path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)"
    }

    private mutating func compareEntries(_ before: [Entry], _ after: [Entry], at path: String, _ depth: Int) {
        let new = Dictionary(after.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let old = Set(before.map(\.name))
        for (key, value) in before {
            if let next = new[key] {
                compare(value, next, at: "\(path)[\(key)]", depth: depth)
            } else {
                changes.append(Change(path: "\(path)[\(key)]", before: sourceText(of: value), after: nil))
            }
        }
        for (key, value) in after where !old.contains(key) {
            changes.append(Change(path: "\(path)[\(key)]", before: nil, after: sourceText(of: value)))
        }
    }

    // MARK: - Elements of a collection

    private typealias Entry = (name: String, value: Any)

    private static func entries(of list: Mirror.Children) -> [Entry] {
        list.enumerated().map { ("\($0)", $1.value) }
    }

    private static func entries(of dictionary: some Sequence<(key: Any, value: Any)>) -> [Entry] {
        dictionary.map { (sourceText(of: $0.key), $0.value) }.sorted { $0.name < $1.name }
    }

    private static func texts(of set: Mirror.Children) -> Set<String> { Set(set.map { sourceText(of: $0.value) }) }
}
