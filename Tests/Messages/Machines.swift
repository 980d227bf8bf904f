import Oak

// says: let 'update' return 'Effect?', or '(Effect?, Output)' with 'typealias Output = …'
enum OutputIsNotDeclared: EffectTransducer {
    enum State { case idle }
    enum Event { case go }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) { (nil, 1) }
}

// says: 'update' return 'Effect?', with a question mark, instead of 'Effect'
enum EffectIsNotOptional: EffectTransducer {
    enum State { case idle }
    enum Event { case go }

    static func update(_ state: inout State, event: Event) -> Effect { .event(.go) }
}

// says: 'update' return '(Effect?, Output)', or remove 'Output' from the machine
enum OutputIsNotReturned: EffectTransducer {
    enum State { case idle }
    enum Event { case go }
    typealias Output = Int

    static func update(_ state: inout State, event: Event) -> Effect? { nil }
}

// says: let 'update' return 'Effect?', or '(Effect?, Output)' with 'typealias Output = …'
enum NothingIsReturned: EffectTransducer {
    enum State { case idle }
    enum Event { case go }

    static func update(_ state: inout State, event: Event) {}
}

// says: 'static func update(_ state: inout State, event: Event) -> Effect?', static and with neither 'throws' nor
enum EventIsSending: EffectTransducer {
    enum State { case idle }
    enum Event { case go }

    static func update(_ state: inout State, event: sending Event) -> Effect? { nil }
}

// says: 'static func update(_ state: inout State, event: Event) -> Effect?', static and with neither 'throws' nor
enum UpdateIsMissing: EffectTransducer {
    enum State { case idle }
    enum Event { case go }
}

// says: static and with neither 'throws' nor 'async'
enum UpdateThrows: EffectTransducer {
    enum State { case idle }
    enum Event { case go }

    static func update(_ state: inout State, event: Event) throws -> Effect? { nil }
}

// says: static and with neither 'throws' nor 'async'
enum UpdateIsAsynchronous: EffectTransducer {
    enum State { case idle }
    enum Event { case go }

    static func update(_ state: inout State, event: Event) async -> Effect? { nil }
}

// says: static and with neither 'throws' nor 'async'
struct UpdateIsNotStatic: EffectTransducer {
    enum State { case idle }
    enum Event { case go }

    func update(_ state: inout State, event: Event) -> Effect? { nil }
}

enum ClockIsKeyPath: EffectTransducer {
    enum State { case idle }
    enum Event: Sendable { case go }
    struct Env: Sendable { var clock = ContinuousClock() }

    static func update(_ state: inout State, event: Event) -> Effect? {
        // says: pass a clock, such as 'ContinuousClock()': this one is part of the effect
        Effect(operation: { _, input in try input.send(.go) }, after: .seconds(1), clock: \.clock)
    }
}

enum ClockIsMissing: EffectTransducer {
    enum State { case idle }
    enum Event: Sendable { case go }
    struct Env: Sendable { var clock = ContinuousClock() }

    static func update(_ state: inout State, event: Event) -> Effect? {
        // says: has no member 'klock'
        .timeout(.seconds(1), sending: .go, clock: \.klock)
    }
}

// says: 'static func update(_ state: inout State, event: Event)', static and with neither 'throws' nor 'async'
enum PureUpdateThrows: Transducer {
    enum State { case idle }
    enum Event { case go }

    static func update(_ state: inout State, event: Event) throws {}
}
