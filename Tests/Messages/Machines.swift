import Oak

/// The state, event and transition shared by the machines of this file.
protocol Small {}
extension Small {
    typealias State = Idle
    typealias Event = Go
}
enum Idle { case idle }
enum Go: Sendable { case go }

// says: let 'update' return 'Effect?', or '(Effect?, Output)' with 'typealias Output = …'
enum OutputIsNotDeclared: EffectTransducer, Small {
    static func update(_ state: inout State, event: Event) -> (Effect?, Int) { (nil, 1) }
}

// says: 'update' return 'Effect?', with a question mark, instead of 'Effect'
enum EffectIsNotOptional: EffectTransducer, Small {
    static func update(_ state: inout State, event: Event) -> Effect { .event(.go) }
}

// says: 'update' return '(Effect?, Output)', or remove 'Output' from the machine
enum OutputIsNotReturned: EffectTransducer, Small {
    typealias Output = Int

    static func update(_ state: inout State, event: Event) -> Effect? { nil }
}

// says: let 'update' return 'Effect?', or '(Effect?, Output)' with 'typealias Output = …'
enum NothingIsReturned: EffectTransducer, Small {
    static func update(_ state: inout State, event: Event) {}
}

// says: 'static func update(_ state: inout State, event: Event) -> Effect?', static and with neither 'throws' nor
enum EventIsSending: EffectTransducer, Small {
    static func update(_ state: inout State, event: sending Event) -> Effect? { nil }
}

// says: 'static func update(_ state: inout State, event: Event) -> Effect?', static and with neither 'throws' nor
enum UpdateIsMissing: EffectTransducer, Small {}

// says: static and with neither 'throws' nor 'async'
enum UpdateThrows: EffectTransducer, Small {
    static func update(_ state: inout State, event: Event) throws -> Effect? { nil }
}

// says: static and with neither 'throws' nor 'async'
enum UpdateIsAsynchronous: EffectTransducer, Small {
    static func update(_ state: inout State, event: Event) async -> Effect? { nil }
}

// says: static and with neither 'throws' nor 'async'
struct UpdateIsNotStatic: EffectTransducer, Small {
    func update(_ state: inout State, event: Event) -> Effect? { nil }
}

enum ClockIsKeyPath: EffectTransducer, Small {
    struct Env: Sendable { var clock = ContinuousClock() }

    static func update(_ state: inout State, event: Event) -> Effect? {
        // says: pass a clock, such as 'ContinuousClock()': this one is part of the effect
        Effect(operation: { _, input in try input.send(.go) }, after: .seconds(1), clock: \.clock)
    }
}

enum ClockIsMissing: EffectTransducer, Small {
    struct Env: Sendable { var clock = ContinuousClock() }

    static func update(_ state: inout State, event: Event) -> Effect? {
        // says: has no member 'klock'
        .timeout(.seconds(1), sending: .go, clock: \.klock)
    }
}

// says: 'static func update(_ state: inout State, event: Event)', static and with neither 'throws' nor 'async'
enum PureUpdateThrows: Transducer, Small {
    static func update(_ state: inout State, event: Event) throws {}
}
