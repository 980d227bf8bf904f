/// The promises about what is live, written down with arrays and dictionaries.
struct HamletModel {
    struct House: Equatable {
        var key = 0
        var state: Inmate
        /// Tells apart houses that were added under one key; `nil` if the collection was made as a whole.
        var unique: Int?

        static func == (one: Self, other: Self) -> Bool { one.key == other.key && one.state == other.state }
    }
    struct Street: Equatable {
        var token: Int
        var corner: Inmate?
        var houses: [House] = []
    }
    struct State: Equatable {
        var hall: Inmate?
        var houses: [House] = []
        var saved: [House] = []
        var street: Street?
        var isClosed = false
        var activities: Set<Int> = []
        var mood = 0
    }
    enum Place: Hashable { case street, spot(HamletSpot) }
    indirect enum Identity {
        case within(Int, Identity), token(Int), unique(Int?)
        func goesOn(as new: Identity) -> Bool {
            switch (self, new) {
            case (.within(let a, let b), .within(let c, let d)): a == c && b.goesOn(as: d)
            case (.token(let a), .token(let b)): a == b
            case (.unique(let a), .unique(let b)): b == nil || a == b
            default: false
            }
        }
    }
    final class Incarnation {
        var isAlive = true
        var names: Set<Int> = []
        var activities: [Int: String] = [:]
        var work: [Int: String] = [:]
    }
    struct Answer {
        let spot: HamletSpot?
        let effect: Effect

        init(_ spot: HamletSpot?, _ effect: Effect) {
            self.spot = spot
            self.effect = effect
        }
    }
    enum Effect {
        case steps([[Hamlet.Change]]), said(HamletSpot, Int, after: Int), begin(Int, String), cancel(Int), exit(String)
    }

    var state = State()
    var lastUnique = 0
    var incarnations: [Place: Incarnation] = [:]
    var town = Incarnation()
    var lines: [String] = []
    var began: [String: Int] = [:]
    var waiting: [Int] = [], due: [Int] = []
    var hasChanged = false
    var ended: Set<HamletSpot> = []

    var live: [String: Int] {
        var all: [String: Int] = [:]
        for incarnation in Array(incarnations.values) + [town] {
            for label in Array(incarnation.activities.values) + Array(incarnation.work.values) {
                all[label, default: 0] += 1
            }
        }
        return all
    }
    var identities: [Place: Identity] {
        if state.isClosed { return [:] }
        var all: [Place: Identity] = [:]
        if let hall = state.hall { all[.spot(.hall)] = .token(hall.token) }
        for house in state.houses { all[.spot(.house(house.key))] = .unique(house.unique) }
        if let street = state.street {
            all[.street] = .token(street.token)
            if let corner = street.corner { all[.spot(.corner)] = .within(street.token, .token(corner.token)) }
            for house in street.houses {
                all[.spot(.streetHouse(house.key))] = .within(street.token, .unique(house.unique))
            }
        }
        return all
    }
    subscript(spot: HamletSpot) -> Inmate? {
        get {
            switch spot {
            case .hall: state.hall
            case .house(let key): state.houses.first { $0.key == key }?.state
            case .corner: state.street?.corner
            case .streetHouse(let key): state.street?.houses.first { $0.key == key }?.state
            }
        }
        set {
            switch spot {
            case .hall: state.hall = newValue
            case .house(let key): Self.set(newValue, key, &state.houses, &lastUnique)
            case .corner:
                guard !state.isClosed else { return }
                // Each time it is built is a transition of the street.
                if let old = state.street?.corner, old.token != newValue?.token { ended.insert(.corner) }
                state.street?.corner = newValue
            case .streetHouse(let key):
                guard !state.isClosed, var street = state.street else { return }
                Self.set(newValue, key, &street.houses, &lastUnique)
                state.street = street
            }
        }
    }
    static func set(_ new: Inmate?, _ key: Int, _ houses: inout [House], _ last: inout Int) {
        let place = houses.firstIndex { $0.key == key }
        switch (new, place) {
        case (let new?, let place?): houses[place].state = new
        case (let new?, nil):
            last += 1
            houses.append(House(key: key, state: new, unique: last))
        case (nil, let place?): houses.remove(at: place)
        case (nil, nil): break
        }
    }
    /// A child takes an event.
    mutating func take(_ event: Cottage.Event, at spot: HamletSpot, _ effects: inout [Answer]) {
        guard !state.isClosed, var house = self[spot], !house.isTerminal else { return }
        switch event {
        case .say(let number): effects.append(Answer(spot, .said(spot, number, after: house.token)))
        case .said(let number, after: let token): lines.append("\(house.token) hears \(number) of \(token)")
        case .work(let number): effects.append(Answer(spot, .begin(number, "work \(number) of \(house.token)")))
        case .cancel(let number): effects.append(Answer(spot, .cancel(number)))
        case .plan(let activities):
            house.activities = activities
            self[spot] = house
        case .end:
            house.isTerminal = true; self[spot] = house
            effects.removeAll { $0.spot == spot }
            ended.insert(spot)
            effects.append(Answer(nil, .exit("exit of \(house.token)")))
        }
    }
    mutating func transition(_ body: (inout HamletModel, inout [Answer]) -> Void) {
        let (before, past) = (state, identities)
        var effects: [Answer] = []
        ended = []
        body(&self, &effects)
        let present = identities
        for (place, identity) in past {
            if let new = present[place], identity.goesOn(as: new) { continue }
            incarnations[place]?.isAlive = false
            incarnations[place] = nil
        }
        for spot in ended { incarnations[.spot(spot)]?.isAlive = false; incarnations[.spot(spot)] = nil }
        for place in present.keys where incarnations[place] == nil { incarnations[place] = Incarnation() }
        if !(waiting.isEmpty && due.isEmpty), before != state { hasChanged = true }
        // An answer in this transition belongs to the child that is there now.
        let answers = effects.map { answer in (answer.spot.flatMap { incarnations[.spot($0)] }, answer.effect) }
        for (incarnation, effect) in answers { carryOut(effect, incarnation) }
    }
    mutating func carryOut(_ effect: Effect, _ incarnation: Incarnation?) {
        if let incarnation, !incarnation.isAlive { return }
        switch effect {
        case .steps(let steps): take(steps)
        case .said(let spot, let number, after: let token):
            transition { model, effects in model.take(.said(number, after: token), at: spot, &effects) }
        case .begin(let number, let label):
            incarnation?.work[number] = label
            began[label, default: 0] += 1
        case .cancel(let number): incarnation?.work[number] = nil
        case .exit(let label): began[label, default: 0] += 1
        }
    }
    mutating func take(_ steps: [[Hamlet.Change]]) {
        transition { model, effects in
            if steps.count > 1 { effects.append(Answer(nil, .steps(Array(steps.dropFirst())))) }
            for change in steps.first ?? [] {
                switch change {
                case .put(let spot, let house): model[spot] = .init(house)
                case .remove(let spot): model[spot] = nil
                case .replace(let spot, let house):
                    model[spot] = nil
                    model[spot] = .init(house)
                case .street(let token): model.state.street = token.map { Street(token: $0) }
                case .save: model.state.saved = model.state.houses
                case .restore: model.state.houses = model.state.saved
                case .rebuild: for place in model.state.houses.indices { model.state.houses[place].unique = nil }
                case .clear: model.state.houses = []
                case .close(let isClosed): model.state.isClosed = isClosed
                case .plan(let activities): model.state.activities = activities
                case .mood(let mood): model.state.mood = mood
                case .send(let spot, let event): model.take(event, at: spot, &effects)
                }
            }
        }
    }
    mutating func endMacrostep() {
        func revise(_ incarnation: Incarnation, _ named: Set<Int>, _ owner: String) {
            for number in incarnation.names.subtracting(named) { incarnation.activities[number] = nil }
            for number in named.subtracting(incarnation.names) {
                let label = "activity \(number) of \(owner)"
                began[label, default: 0] += 1
                if number % 2 == 0 { incarnation.activities[number] = label }
            }
            incarnation.names = named
        }
        for (place, incarnation) in incarnations {
            guard case .spot(let spot) = place, let house = self[spot] else { continue }
            revise(incarnation, house.isTerminal ? [] : house.activities, "\(house.token)")
        }
        revise(town, state.activities, "town")
        if hasChanged { hasChanged = false; due = waiting + due; waiting = [] }
    }
    mutating func visit(_ number: Int) {
        if state.mood == number % 3 { lines.append("visit \(number)") } else { waiting.append(number) }
        endMacrostep()
    }
    mutating func offer() { while !due.isEmpty { visit(due.removeFirst()) } }
    mutating func process(_ event: Hamlet.Event) {
        switch event {
        case .steps(let steps):
            take(steps)
            endMacrostep()
        case .visit(let number): visit(number)
        default: break
        }
        offer()
    }
}
extension HamletModel {
    struct Inmate: Equatable {
        var token: Int
        var activities: Set<Int>
        var isTerminal: Bool

        init(_ house: Cottage.State) {
            token = house.token
            activities = house.activities
            isTerminal = house.isTerminal
        }
    }
}
