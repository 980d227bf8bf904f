/// A model of the promises about live children and activities, made of arrays and dictionaries.
struct LiveModel {
    struct Element: Equatable {
        var key = 0
        var state: Leaf
        /// Differs for each element that is added under one key.
        var unique: Int
        var lineage: Int

        static func == (one: Self, other: Self) -> Bool { one.key == other.key && one.state == other.state }
    }
    struct Elements: Equatable {
        var list: [Element] = []
        var lineage = 0

        static func == (one: Self, other: Self) -> Bool { one.list == other.list }
    }
    struct Inner: Equatable {
        var token: Int
        var innerSingle: Leaf?
        var elements = Elements()
    }
    struct State: Equatable {
        var single: Leaf?
        var elements = Elements()
        var saved = Elements()
        var inner: Inner?
        var isClosed = false
        var activities: Set<Int> = []
        var mode = 0
    }
    enum Location: Hashable { case inner, place(LivePlace) }
    indirect enum Identity {
        case within(Int, Identity), token(Int), unique(Int, Int)
        func goesOn(as new: Identity) -> Bool {
            switch (self, new) {
            case (.within(let a, let b), .within(let c, let d)): a == c && b.goesOn(as: d)
            case (.token(let a), .token(let b)): a == b
            case (.unique(let a, let b), .unique(let c, let d)): a != c || b == d
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
        let place: LivePlace?
        let effect: Effect

        init(_ place: LivePlace?, _ effect: Effect) {
            self.place = place
            self.effect = effect
        }
    }
    enum Effect {
        case steps([[LiveComposite.Change]]), said(LivePlace, Int, after: Int), begin(Int, String), cancel(Int), exit(
            String)
    }

    var state = State()
    var lastUnique = 0
    var incarnations: [Location: Incarnation] = [:]
    var composite = Incarnation()
    var lines: [String] = []
    var began: [String: Int] = [:]
    var waiting: [Int] = [], due: [Int] = []
    var hasChanged = false
    var ended: Set<LivePlace> = []

    var live: [String: Int] {
        var all: [String: Int] = [:]
        for incarnation in Array(incarnations.values) + [composite] {
            for label in Array(incarnation.activities.values) + Array(incarnation.work.values) {
                all[label, default: 0] += 1
            }
        }
        return all
    }
    var identities: [Location: Identity] {
        if state.isClosed { return [:] }
        var all: [Location: Identity] = [:]
        if let single = state.single { all[.place(.single)] = .token(single.token) }
        for element in state.elements.list {
            all[.place(.element(element.key))] = .unique(element.lineage, element.unique)
        }
        if let inner = state.inner {
            all[.inner] = .token(inner.token)
            if let innerSingle = inner.innerSingle {
                all[.place(.innerSingle)] = .within(inner.token, .token(innerSingle.token))
            }
            for element in inner.elements.list {
                all[.place(.innerElement(element.key))] = .within(
                    inner.token, .unique(element.lineage, element.unique))
            }
        }
        return all
    }
    subscript(place: LivePlace) -> Leaf? {
        get {
            switch place {
            case .single: state.single
            case .element(let key): state.elements.list.first { $0.key == key }?.state
            case .innerSingle: state.inner?.innerSingle
            case .innerElement(let key): state.inner?.elements.list.first { $0.key == key }?.state
            }
        }
        set {
            switch place {
            case .single: state.single = newValue
            case .element(let key): Self.set(newValue, key, &state.elements, &lastUnique)
            case .innerSingle:
                guard !state.isClosed else { return }
                // Each time it is built is a transition of the inner.
                if let old = state.inner?.innerSingle, old.token != newValue?.token { ended.insert(.innerSingle) }
                state.inner?.innerSingle = newValue
            case .innerElement(let key):
                guard !state.isClosed, var inner = state.inner else { return }
                Self.set(newValue, key, &inner.elements, &lastUnique)
                state.inner = inner
            }
        }
    }
    static func set(_ new: Leaf?, _ key: Int, _ elements: inout Elements, _ last: inout Int) {
        let index = elements.list.firstIndex { $0.key == key }
        switch (new, index) {
        case (let new?, let index?): elements.list[index].state = new
        case (let new?, nil):
            last += 1
            if elements.lineage == 0 { elements.lineage = last }
            elements.list.append(Element(key: key, state: new, unique: last, lineage: elements.lineage))
        case (nil, let index?): elements.list.remove(at: index)
        case (nil, nil): break
        }
    }
    /// A child takes an event.
    mutating func take(_ event: LiveChild.Event, at place: LivePlace, _ effects: inout [Answer]) {
        guard !state.isClosed, var element = self[place], !element.isTerminal else { return }
        switch event {
        case .say(let number): effects.append(Answer(place, .said(place, number, after: element.token)))
        case .said(let number, after: let token): lines.append("\(element.token) hears \(number) of \(token)")
        case .work(let number): effects.append(Answer(place, .begin(number, "work \(number) of \(element.token)")))
        case .cancel(let number): effects.append(Answer(place, .cancel(number)))
        case .setActivities(let activities):
            element.activities = activities
            self[place] = element
        case .end:
            element.isTerminal = true; self[place] = element
            effects.removeAll { $0.place == place }
            ended.insert(place)
            effects.append(Answer(nil, .exit("exit of \(element.token)")))
        }
    }
    mutating func transition(_ body: (inout LiveModel, inout [Answer]) -> Void) {
        let (before, past) = (state, identities)
        var effects: [Answer] = []
        ended = []
        body(&self, &effects)
        let present = identities
        for (index, identity) in past {
            if let new = present[index], identity.goesOn(as: new) { continue }
            incarnations[index]?.isAlive = false
            incarnations[index] = nil
        }
        for place in ended { incarnations[.place(place)]?.isAlive = false; incarnations[.place(place)] = nil }
        for index in present.keys where incarnations[index] == nil { incarnations[index] = Incarnation() }
        if !(waiting.isEmpty && due.isEmpty), before != state { hasChanged = true }
        // An answer in this transition belongs to the child that is there now.
        let answers = effects.map { answer in (answer.place.flatMap { incarnations[.place($0)] }, answer.effect) }
        for (incarnation, effect) in answers { carryOut(effect, incarnation) }
    }
    mutating func carryOut(_ effect: Effect, _ incarnation: Incarnation?) {
        if let incarnation, !incarnation.isAlive { return }
        switch effect {
        case .steps(let steps): take(steps)
        case .said(let place, let number, after: let token):
            transition { model, effects in model.take(.said(number, after: token), at: place, &effects) }
        case .begin(let number, let label):
            incarnation?.work[number] = label
            began[label, default: 0] += 1
        case .cancel(let number): incarnation?.work[number] = nil
        case .exit(let label): began[label, default: 0] += 1
        }
    }
    mutating func take(_ steps: [[LiveComposite.Change]]) {
        transition { model, effects in
            if steps.count > 1 { effects.append(Answer(nil, .steps(Array(steps.dropFirst())))) }
            for change in steps.first ?? [] {
                switch change {
                case .put(let place, let element): model[place] = .init(element)
                case .remove(let place): model[place] = nil
                case .replace(let place, let element):
                    model[place] = nil
                    model[place] = .init(element)
                case .inner(let token): model.state.inner = token.map { Inner(token: $0) }
                case .save: model.state.saved = model.state.elements
                case .restore: model.state.elements = model.state.saved
                case .rebuild:
                    let old = model.state.elements.list
                    model.state.elements = Elements()
                    for element in old { model[.element(element.key)] = element.state }
                case .clear: model.state.elements.list = []
                case .close(let isClosed): model.state.isClosed = isClosed
                case .setActivities(let activities): model.state.activities = activities
                case .mode(let mode): model.state.mode = mode
                case .send(let place, let event): model.take(event, at: place, &effects)
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
        for (index, incarnation) in incarnations {
            guard case .place(let place) = index, let element = self[place] else { continue }
            revise(incarnation, element.isTerminal ? [] : element.activities, "\(element.token)")
        }
        revise(composite, state.activities, "composite")
        if hasChanged { hasChanged = false; due = waiting + due; waiting = [] }
    }
    mutating func visit(_ number: Int) {
        if state.mode == number % 3 { lines.append("visit \(number)") } else { waiting.append(number) }
        endMacrostep()
    }
    mutating func offer() { while !due.isEmpty { visit(due.removeFirst()) } }
    mutating func process(_ event: LiveComposite.Event) {
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
extension LiveModel {
    struct Leaf: Equatable {
        var token: Int
        var activities: Set<Int>
        var isTerminal: Bool

        init(_ element: LiveChild.State) {
            token = element.token
            activities = element.activities
            isTerminal = element.isTerminal
        }
    }
}
