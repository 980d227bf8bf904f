import Oak
@testable import OakGraph
import Testing

/// A sign-in with switches for faults.
enum SignIn: EffectTransducer {
    struct Faults: Hashable, Sendable {
        var forgetsFailure = false
        var keepsOperation = false
        var chains = false
        var isImpure = false
        var waitsForEver = false

        init() {}
        init(_ fault: WritableKeyPath<Faults, Bool>) { self[keyPath: fault] = true }
    }
    enum Phase: Hashable, Sendable { case signedOut, signingIn, signedIn, waiting, ended }
    struct State: Hashable, Sendable, Terminable {
        var phase = Phase.signedOut
        var faults = Faults()
        var isTerminal: Bool { phase == .ended }
    }
    enum Event: CaseIterable, Hashable, Sendable { case submit, cancel, done, failed, quit, chained }
    struct Env: Sendable { var signIn: @Sendable () async throws -> Void }

    nonisolated(unsafe) static var calls = 0

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state.phase, event) {
        case (.signedOut, .submit):
            state.phase = .signingIn
            return Effect(id: "sign in", { env in try await env.signIn() }, success: .done, failure: { _ in .failed })
        case (.signingIn, .done): state.phase = .signedIn
        case (.signingIn, .failed):
            if state.faults.forgetsFailure { return .unexpected }
            state.phase = .signedOut
        case (.signingIn, .cancel):
            state.phase = .signedOut
            return state.faults.keepsOperation ? nil : .cancelTask("sign in")
        case (.signedIn, .cancel): state.phase = .signedOut
        case (.signedIn, .submit) where state.faults.chains: return .event(.chained)
        case (.signedIn, .chained) where state.faults.chains: return .event(.chained)
        case (.signedIn, .submit) where state.faults.waitsForEver: state.phase = .waiting
        case (.waiting, .done): return .postpone
        case (.signedOut, .quit):
            if state.faults.isImpure {
                calls += 1
                if calls % 2 == 0 { return nil }
            }
            state.phase = .ended
        case (.signedOut, .cancel), (.signingIn, .submit), (.signedIn, .submit), (_, .quit), (_, .chained): break
        case (.signedOut, .done), (.signedOut, .failed), (.signedIn, .done), (.signedIn, .failed): return .unexpected
        case (.waiting, _), (.ended, _): break
        }
        return nil
    }
}

struct CheckTests {
    let alphabet: Alphabet<SignIn> = [.submit, .cancel, .quit, .chained]

    func report(_ faults: SignIn.Faults, declaringAnswers: Bool = true) -> GraphReport<SignIn> {
        let events = declaringAnswers ? alphabet.answers(of: "sign in", .done, .failed) : Alphabet.allCases
        return StateGraph(of: SignIn.self, from: [.init(faults: faults)], events: events).check(allowing: [
            .init(.unhandledEvents, on: .chained, because: "Only some faults use it.")
        ])
    }

    func failures(_ report: GraphReport<SignIn>) -> Set<GraphCheck> {
        Set(
            report.findings.compactMap {
                guard case .check(let check) = $0.subject else { return nil }
                return check
            })
    }

    @Test("A sound machine passes every check")
    func soundMachinePasses() {
        let report = report(.init())
        #expect(report.verdict == .holds, "\(report)")
        #expect(report.size.states == 4)
    }

    @Test("An event from any sender is tried in every state, an answer only while its effect is live")
    func eventAnySender() {
        let report = report(.init(), declaringAnswers: false)
        #expect(failures(report) == [.unexpectedEvents, .undeclaredAnswers])
    }

    @Test("Each fault of a machine fails its check")
    func faults() {
        let faults: [(WritableKeyPath<SignIn.Faults, Bool>, GraphCheck)] = [
            (\.keepsOperation, .outlivingOperations), (\.chains, .endlessActions), (\.isImpure, .determinism),
        ]
        for (fault, check) in faults {
            let report = report(.init(fault))
            #expect(failures(report).contains(check), "\(report)")
        }
    }

    @Test("An unhandled answer is found in the state where its effect is live")
    func answerWithoutHandler() throws {
        let report = report(.init(\.forgetsFailure))
        #expect(failures(report) == [.unexpectedEvents, .unhandledEvents, .unansweredEffects], "\(report)")
        let finding = try #require(report.findings.first)
        #expect(finding.path?.events == [.submit])
        #expect(finding.event == .failed)
    }

    @Test("Dead ends and events postponed for ever are found")
    func stateWithoutWay() {
        let graph = StateGraph(of: SignIn.self, from: [.init(faults: .init(\.waitsForEver))], events: .allCases)
        let report = graph.check()
        #expect(failures(report).isSuperset(of: [.deadEnds, .termination, .postponedForEver]), "\(report)")
    }

    @Test("No check holds in an incomplete graph")
    func noCheckHolds() {
        let graph = StateGraph(
            of: SignIn.self, from: [.init()], events: alphabet.answers(of: "sign in", .done, .failed),
            limits: .init(states: 2))
        #expect(graph.cut != nil)
        let report = graph.check(properties: [
            .always("true") { _ in true }, .sometimes("out") { $0.phase == .signedOut },
            .eventually("in") { $0.phase == .signedIn },
        ])
        for entry in report.entries { #expect(entry.verdict != .holds, "\(entry.statement)") }
    }

    @Test("An exemption is printed with its reason, and an exemption without a finding fails")
    func exemptionPrintedReason() {
        let graph = StateGraph(of: SignIn.self, from: [.init()], events: .allCases)
        let report = graph.check(
            [.unexpectedEvents, .deadEnds],
            allowing: [
                .init(.unexpectedEvents, because: "Events of cancelled effects never come."),
                .init(.deadEnds, because: "Nothing."),
            ])
        #expect("\(report)".contains("Events of cancelled effects never come."))
        #expect(report.verdict == .fails)
        #expect(report.findings.count == 1)
    }

    @Test("A property without a witness fails")
    func propertyWithoutWitness() {
        let graph = StateGraph(of: SignIn.self, from: [.init()], events: .allCases)
        #expect(graph.verdict(on: .sometimes("waits") { $0.phase == .waiting }) == .fails)
        #expect(graph.verdict(on: .sometimes("in") { $0.phase == .signedIn }) == .holds)
        #expect(
            graph.verdict(on: .leadsTo("never", from: { $0.phase == .waiting }, to: { _ in true })) == .fails)
    }

    @Test("Fairness towards answers makes progress where no user acts")
    func fairnessTowardsAnswers() {
        let graph = StateGraph(
            of: SignIn.self, from: [.init()], events: alphabet.answers(of: "sign in", .done, .failed))
        let property = { (fairness: Fairness<SignIn>) in
            TemporalProperty<SignIn>.leadsTo(
                "Signing in ends", from: { $0.phase == .signingIn }, to: { $0.phase != .signingIn }, under: fairness)
        }
        #expect(graph.verdict(on: property(.none)) == .fails)
        #expect(graph.verdict(on: property(.answers)) == .holds)
    }

    /// Passes through phase 1 on its way to phase 2.
    private let passing = Script([
        [.input(0): .go(to: 1, .event(0)), .input(1): .go(to: 3)], [.inner(0): .go(to: 2)], [.input(0): .go(to: 0)],
        [:],
    ])

    @Test("States within a macrostep count as causes, consequences and witnesses")
    func statesBetweenTransitions() throws {
        let graph = StateGraph(
            of: ScriptedMachine.self, from: [Position(script: passing)], events: [.input(0), .input(1)])
        let never: TemporalProperty<ScriptedMachine> = .leadsTo(
            "to end", from: { $0.phase == 1 }, to: { $0.phase == 3 })
        let finding = try #require(graph.check([], properties: [never]).findings.first)
        #expect(finding.path?.steps.map(\.event) == [.input(0)])
        #expect(
            graph.verdict(
                on: .leadsTo("to mid", from: { $0.phase == 0 }, to: { $0.phase == 1 || $0.phase == 3 })) == .holds)
        #expect(graph.verdict(on: .sometimes("mid") { $0.phase == 1 }) == .holds)
        #expect(graph.verdict(on: .never("mid") { $0.phase == 1 }) == .fails)
    }

    @Test("An exemption for an event covers that event, even if no state handles it")
    func exemptionExemptsEvent() {
        let graph = StateGraph(
            of: ScriptedMachine.self, from: [Position(script: Script([[:]]))], events: [.input(0), .input(1)])
        let report = graph.check(
            [.unhandledEvents], allowing: [.init(.unhandledEvents, on: .input(0), because: "It is for later.")])
        #expect(report.verdict == .fails)
        #expect(report.findings.map(\.event) == [.input(1)])
    }

    @Test func `An unexpected action event is found at the event that leads to it`() {
        let script = Script([[.input(0): .go(to: 0, .event(0)), .inner(0): .unexpected]])
        let graph = StateGraph(of: ScriptedMachine.self, from: [Position(script: script)], events: [.input(0)])
        #expect(graph.check([.unexpectedEvents]).findings.map(\.event) == [.input(0)])
    }
}

struct AnsweringMachineTests {
    enum Till: Transducer {
        enum State: Hashable { case open }
        enum Event: CaseIterable { case ask, hum }
        static func update(_ state: inout State, event: Event) -> String? { event == .ask ? "12" : nil }
    }

    @Test("An optional output counts as an answer to the event")
    func optionalOutputCounts() {
        let graph = StateGraph(of: Till.self, from: [.open], events: .allCases)
        #expect(graph.model.transitions.map(\.intent) == [.handled, .ignored])
        #expect(graph.model.transitions.map(\.output) == ["\"12\"", nil])
        #expect(graph.verdict(on: .deadEnds) == .holds)
    }
}
