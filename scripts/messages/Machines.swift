import Oak

// says: with '-> Effect?', or with '-> (Effect?, Output)' and 'typealias Output = …'
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

// says: with '-> Effect?', or with '-> (Effect?, Output)' and 'typealias Output = …'
enum NothingIsReturned: EffectTransducer {
    enum State { case idle }
    enum Event { case go }

    static func update(_ state: inout State, event: Event) {}
}

// says: declare 'static func update(_ state: inout State, event: Event)'
enum EventIsSending: EffectTransducer {
    enum State { case idle }
    enum Event { case go }

    static func update(_ state: inout State, event: sending Event) -> Effect? { nil }
}

// says: declare 'static func update(_ state: inout State, event: Event)'
enum UpdateIsMissing: EffectTransducer {
    enum State { case idle }
    enum Event { case go }
}
