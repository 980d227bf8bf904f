import Oak
public import OakGraph
import OakText

extension GraphPath {
    /// A test that leads the machine along the path and fails unless a requirement is met, as text to paste into a
    /// test file.
    ///
    /// The test calls `expectPath`. Values are written as Swift that compiles; a value without such a spelling, and a
    /// condition that is not given, become placeholders that say what to write.
    ///
    /// - Parameters:
    ///   - name: The requirement, in words; the function is named after it.
    ///   - requirement: The requirement, as source text.
    /// - Returns: A test for Swift Testing.
    package func testSource(named name: String, expecting requirement: String) -> String {
        let lasso = cycle.isEmpty ? "" : "\n        thenForEver: \(list(cycle)),"
        let body = """
                expectPath(
                    of: \(sourceText(ofType: Machine.self)).self, from: \(swiftSource(of: start)),
                    through: \(list(steps)),\(lasso)
                    \(requirement))
            """
        return generatedTest(named: name, body, orElse: "path")
    }

    private func list(_ steps: [Step]) -> String {
        guard !steps.isEmpty else { return "[]" }
        let lines = steps.flatMap { step in
            step.moves.indices.map { place in
                let note = place == step.moves.count - 1 ? "  // \(comment(on: step))" : ""
                return "            \(source(of: step.moves[place])),\(note)\n"
            }
        }
        return "[\n\(lines.joined())        ]"
    }

    private func source(of move: PathMove<Machine.Event>) -> String {
        switch move {
        case .event(let event): return ".event(\(swiftSource(of: event)))"
        case .actionEvents(let events):
            return ".actionEvents(\(list(events.map { swiftSource(of: $0) })))"
        case .answer(let event, of: let mark, let isLast, let hasReturned):
            let end = !isLast ? "isLast: false" : hasReturned ? nil : "hasReturned: false"
            return ".answer(\(list([swiftSource(of: event), identity(of: mark), end, place(of: mark)])))"
        case .result(let event, of: let mark):
            return ".result(\(list([swiftSource(of: event), identity(of: mark), place(of: mark)])))"
        case .ended(let mark): return ".ended(\(list([identity(of: mark), place(of: mark)])))"
        case .failed(let mark, let error):
            let thrown = error.map { "with: \(typedSwiftSource(of: $0))" }
            return ".failed(\(list([identity(of: mark), thrown, place(of: mark)])))"
        }
    }

    private func identity(of mark: EffectMark) -> String? { mark.id.map { "of: \(source(of: $0))" } }
    private func place(of mark: EffectMark) -> String? { mark.place == 0 ? nil : "place: \(mark.place)" }
    private func list(_ arguments: [String?]) -> String { arguments.compactMap(\.self).joined(separator: ", ") }

    private func source(of id: EffectID) -> String {
        id.child.isEmpty ? typedSwiftSource(of: id.base) : swiftSource(of: id)
    }

    private func comment(on step: Step) -> String {
        let state = sourceText(of: step.state).map { $0.isNewline ? " " : String($0) }.joined()
        let shown = state.count > 80 ? state.prefix(80) + "…" : state[...]
        return step.intent == .handled ? "→ \(shown)" : "\(step.intent.rawValue) in \(shown)"
    }
}

extension GraphFinding {
    /// A test that fails in the machine as long as the fault is there, as text to paste into a test file.
    ///
    /// - Parameter condition: The condition of the violated property as source text, such as `{ state in state.count <
    ///   3 }`; without it, the test has a placeholder. Of ``TemporalProperty/never(_:_:)`` give the negation.
    /// - Returns: A test for Swift Testing; `nil` if the fault is something missing, or lies outside of the events that
    ///   a machine takes.
    public func testSource(condition: String? = nil) -> String? {
        guard let path = counterexample else { return nil }
        let name =
            switch subject {
            case .check(let check): check.statement
            case .property(let name), .exemption(let name): name
            }
        return requirement(for: path, swiftSource(of: name), condition).map {
            path.testSource(named: name, expecting: $0)
        }
    }

    private func requirement(for path: GraphPath<Machine>, _ name: String, _ condition: String?) -> String? {
        switch subject {
        // A trap in `update` ends the process of the test.
        case .check(.unexpectedEvents), .check(.refusedEvents), .check(.endlessActions), .check(.consistency),
            .check(.traps):
            ".everyEventIsExpected"
        case .check(.postponedForEver), .check(.unansweredEffects), .check(.outlivingOperations): ".lastEventIsHandled"
        case .check(.deadEnds), .check(.sinks), .check(.termination):
            ".everyState(\(name)) \(Self.condition(excluding: path.end))"
        case .check(.determinism), .check(.reachability), .check(.unhandledEvents), .check(.replacedOperations),
            .check(.undeclaredAnswers), .check(.unhandledFailures), .exemption:
            nil
        case .property where path.cycle.isEmpty && !path.restsAtEnd:
            ".everyState(\(name)) \(condition ?? Self.everyState)"
        case .property:
            ".someState(\(name)) \(condition ?? Self.someState)"
        }
    }

    private static var someState: String { "{ state in \(placeholder("whether state is the one that has to come")) }" }
    private static var everyState: String { "{ state in \(placeholder("whether state is allowed")) }" }

    /// The condition that a state is another one, as source text; a placeholder if states cannot be compared.
    private static func condition(excluding state: Machine.State) -> String {
        state is any Equatable ? "{ state in state != \(swiftSource(of: state)) }" : everyState
    }
}
