import Oak

// C22: a function with an actor of its own receives the environment there, so that has to be `Sendable`.

enum EffectsWithoutSendableEnvironment: EffectTransducer {
    enum State { case idle }
    enum Event: Sendable { case act, operate }
    final class Env { var count = 0 }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .act:
            // says: type 'EffectsWithoutSendableEnvironment.Env' does not conform to the 'Sendable' protocol
            return Effect(action: { @MainActor env in .operate })
        case .operate:
            // says: type 'EffectsWithoutSendableEnvironment.Env' does not conform to the 'Sendable' protocol
            return Effect(operation: { @MainActor env, input in try input.send(.act) })
        }
    }
}

// C21: a conformance that belongs to an actor stays there, and so does an output that is not `Sendable`.

enum MachineOfTheMainActor: @MainActor Transducer {
    @MainActor static var count = 0
    enum State { case idle }
    enum Event: Sendable { case go }

    @MainActor static func update(_ state: inout State, event: Event) { count += 1 }
}

struct SubjectOfTheMainActor: @MainActor Subject {
    func send(_ value: Int, isolated systemActor: isolated any Actor) async throws {}
    @MainActor func finish(throwing error: (any Error)?) {}
}

struct ObserverOfTheMainActor: @MainActor TransducerObserver {
    @MainActor func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {}
}

enum Plain: Transducer {
    enum State { case idle }
    enum Event: Sendable { case go }

    static func update(_ state: inout State, event: Event) -> Int { 1 }
}

/// Keeps the page that it hands out.
enum Pages: Transducer {
    final class Page { var number = 0 }
    struct State { let page = Page() }
    typealias Event = Page

    static func update(_ state: inout State, event: Page) -> Page { state.page }
}

@MainActor func runsOfTheMainActor() async throws {
    try await MachineOfTheMainActor.run(initialState: .idle)
    try await Plain.run(
        initialState: .idle, output: SubjectOfTheMainActor().mapping { (number: Int) in number },
        observer: ObserverOfTheMainActor())
}

actor Elsewhere {}

@MainActor func runsElsewhere(on actor: Elsewhere) async throws {
    // says: conformance of 'MachineOfTheMainActor' to 'ExecutableTransducer' cannot satisfy conformance requirement
    try await MachineOfTheMainActor.run(initialState: .idle, systemActor: actor)
    // says: conformance of 'SubjectOfTheMainActor' to 'Subject' cannot satisfy conformance requirement
    try await Plain.run(initialState: .idle, output: SubjectOfTheMainActor(), systemActor: actor)
    // says: conformance of 'SubjectOfTheMainActor' to 'Subject' cannot satisfy conformance requirement
    try await Plain.run(initialState: .idle, output: FanOut(SubjectOfTheMainActor(), NoCallback()), systemActor: actor)
    let mapped = SubjectOfTheMainActor().mapping { (number: Int) in number }
    // says: does not conform to the 'SendableMetatype' protocol
    try await Plain.run(initialState: .idle, output: mapped, systemActor: actor)
    // says: conformance of 'ObserverOfTheMainActor' to 'TransducerObserver' cannot satisfy conformance requirement
    try await Plain.run(initialState: .idle, observer: ObserverOfTheMainActor(), systemActor: actor)
}

func pipesOfPages(to first: Pages.Proxy, _ second: SyncSuspendingProxy<Pages.Page>) async throws {
    try await Pages.run(initialState: .init(), output: Callback { page in page.number += 1 })
    // says: type 'Pages.Page' does not conform to the 'Sendable' protocol
    try await Pages.run(initialState: .init(), output: first.input)
    // says: type 'Pages.Page' does not conform to the 'Sendable' protocol
    try await Pages.run(initialState: .init(), output: second.input)
    // says: type 'Pages.Page' does not conform to the 'Sendable' protocol
    try await Pages.run(initialState: .init(), output: FanOut(first.input, second.input))
    // says: type 'Pages.Page' does not conform to the 'Sendable' protocol
    try await Pages.run(initialState: .init(), output: [first.input, first.input])
    // says: type 'Pages.Event' (aka 'Pages.Page') does not conform to the 'Sendable' protocol
    _ = first.input.mapping { (number: Int) in Pages.Page() }
    // says: type 'Pages.Page' does not conform to the 'Sendable' protocol
    _ = TransducerHost(of: Pages.self, initialState: .init(), output: first.input)
}
