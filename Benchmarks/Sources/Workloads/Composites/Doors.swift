import Oak

/// A machine made of doors.
protocol Doors: ExecutableTransducer, SendableMetatype where Proxy == Oak.Proxy<Event> {
    /// The number of doors.
    static var count: Int { get }
    /// The state in which all of them are locked.
    static var locked: State { get }
    static var environment: Env { get }

    /// An event for one of them.
    static func event(_ event: Door.Event, for number: Int) -> Event
}

extension Door: Doors {
    static var count: Int { 1 }
    static var locked: State { .locked(passed: 0) }
    static var environment: Void { () }
    static func event(_ event: Event, for number: Int) -> Event { event }
}

extension Parallel: Doors where First: Doors, Second: Doors {
    static var count: Int { First.count + Second.count }
    static var locked: ProductState<First, Second> { .init(First.locked, Second.locked) }
    static var environment: Pair<First.Env, Second.Env> {
        .init(First.environment, Second.environment)
    }

    static func event(_ event: Door.Event, for number: Int) -> PairEvent<First.Event, Second.Event> {
        number < First.count
            ? .first(First.event(event, for: number)) : .second(Second.event(event, for: number - First.count))
    }
}

typealias Doors2 = Parallel<Door, Door>
typealias Doors4 = Parallel<Doors2, Doors2>
typealias Doors8 = Parallel<Doors4, Doors4>
typealias Doors16 = Parallel<Doors8, Doors8>
typealias Doors32 = Parallel<Doors16, Doors16>

/// A machine around another one that is made of doors.
protocol Building: Doors where Env == Void {
    associatedtype Inner: Doors
    static func holding(_ inner: Inner.State) -> State
    static func handingOn(_ event: Inner.Event) -> Event
}

extension Building {
    static var count: Int { Inner.count }
    static var locked: State { holding(Inner.locked) }
    static var environment: Void { () }
    static func event(_ event: Door.Event, for number: Int) -> Event {
        handingOn(Inner.event(event, for: number))
    }
}

extension Lobby: Building {
    typealias Inner = Door

    static func holding(_ inner: Door.State) -> State { .built(inner) }
    static func handingOn(_ event: Door.Event) -> Event { .door(event) }
}

extension House: Building {
    typealias Inner = Lobby

    static func holding(_ inner: Lobby.State) -> State { .built(inner) }
    static func handingOn(_ event: Lobby.Event) -> Event { .lobby(event) }
}

extension Street: Building {
    typealias Inner = House

    static func holding(_ inner: House.State) -> State { .built(inner) }
    static func handingOn(_ event: House.Event) -> Event { .house(event) }
}

extension Vestibule: Building {
    typealias Inner = Door

    static func holding(_ inner: Door.State) -> State { .init(door: inner) }
    static func handingOn(_ event: Door.Event) -> Event { .door(event) }
}

extension Flat: Building {
    typealias Inner = Vestibule

    static func holding(_ inner: Vestibule.State) -> State { .init(vestibule: inner) }
    static func handingOn(_ event: Vestibule.Event) -> Event { .vestibule(event) }
}

extension Tower: Building {
    typealias Inner = Flat

    static func holding(_ inner: Flat.State) -> State { .init(flat: inner) }
    static func handingOn(_ event: Flat.Event) -> Event { .flat(event) }
}

extension Frame: Building {
    typealias Inner = Door

    static func holding(_ inner: Door.State) -> State { .init(door: inner) }
    static func handingOn(_ event: Door.Event) -> Event { .door(event) }
}

extension Wall: Building {
    typealias Inner = Frame

    static func holding(_ inner: Frame.State) -> State { .init(frame: inner) }
    static func handingOn(_ event: Frame.Event) -> Event { .frame(event) }
}

extension Room: Building {
    typealias Inner = Wall

    static func holding(_ inner: Wall.State) -> State { .init(wall: inner) }
    static func handingOn(_ event: Wall.Event) -> Event { .wall(event) }
}
