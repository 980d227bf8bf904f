import Counters
import Foundation
import LoadingList
import Oak
import Parts
import Shelf
import Timers

// States of machines by the events that lead to them from the beginning, including those that an effect would send.

enum CounterStates {
    static let value = Counter.State(value: -5)
    static let pending = [
        EffectCounter.State(value: 3), EffectCounter.State(value: 3, pending: .increment),
        EffectCounter.State(value: -3, pending: .decrement),
    ]
}

enum TimerStates {
    static let all = state(ticking)
    static let full = state(Array(repeating: .add, count: TimerBoard.State.limit))
    static let samples = [
        all, full, state([.remove(1), .remove(2), .remove(3)]), state(ticking + [.open(1)]),
        state(ticking + [.open(2)]), state(ticking + [.open(3)]),
    ]

    /// One that ticks, one that has been stopped, and one that has terminated.
    private static let ticking: [TimerBoard.Event] = [
        .timer(1, .start), .timer(1, .ping), .timer(2, .start), .timer(2, .ping), .timer(2, .stop),
        .timer(3, .terminate),
    ]

    static func state(_ events: [TimerBoard.Event]) -> TimerBoard.State {
        var state = TimerBoard.State()
        for event in events { _ = TimerBoard.update(&state, event: event) }
        return state
    }
}

enum ListingStates {
    typealias Machine = LoadingList.Transducer

    static let entries = [
        LoadingList.Entry(name: "albums", kind: .folder),
        LoadingList.Entry(name: "<b>.ogg", kind: .file, size: 1234, modified: Date(timeIntervalSince1970: 86_400)),
        // Names that are not UTF-8 may look the same.
        LoadingList.Entry(name: "\u{FFFD}", kind: .link), LoadingList.Entry(name: "\u{FFFD}", kind: .other),
    ]

    static let loading = state([.serviceProgress(LoadingList.Progress(completed: 3, total: 9))])
    static let failing = state([failure])
    static let listed = list(entries)
    static let samples = [
        Machine.State(), state([.cancelLoading]), state([.cancelLoading, .intentShowSheet]), state([]), loading,
        failing, state([failure, .intentAlertConfirm]), listed,
    ]

    private static let failure = Machine.Event.serviceError(LoadingList.DirectoryError.notAFolder("music"))

    static func list(_ entries: [LoadingList.Entry]) -> Machine.State {
        state([.serviceLoaded(LoadingList.Listing(folder: "music", entries: entries))])
    }

    /// A state after a user has asked for a folder.
    private static func state(_ events: [Machine.Event]) -> Machine.State {
        var state = Machine.State()
        let context = Machine.Context(input: Machine.Proxy().input, defaultFolder: ".")
        for event in [.configureContext(context), .intentShowSheet, .intentSheetCommit("music")] + events {
            _ = Machine.update(&state, event: event)
        }
        return state
    }
}

enum ShelfStates {
    static let samples = [
        state(), state(.catalogue(.typed("tree"))), state(.catalogue(.searchAgain), .catalogue(.failed(problem))),
        state(.catalogue(.download("beech.md", .start))), state(start, failure), state(start, failure, .dismissNotice),
        state(.chose(.shelf)), state(.chose(.shelf), .holdings(.failed(problem))), state(open), state(open, opened),
        state(open, opened, edit), state(open, opened, edit, .went([])), state(.newNote), state(.followed(link: "?")),
    ]

    private static let problem = Problem("No.", advice: "Wait.")
    private static let start = Shelf.Event.catalogue(.download("beech.md", .start))
    private static let failure = Shelf.Event.catalogue(.download("beech.md", .failed(problem)))
    private static let open = Shelf.Event.open("oak.md")
    private static let opened = Shelf.Event.editor(.opened(Content(text: "A tree.", card: Card(title: "Oak"))))
    private static let edit = Shelf.Event.editor(.typed(.title, "Oaks"))

    private static func state(_ events: Shelf.Event...) -> Shelf.State {
        var state = Shelf.State()
        let oak = Document(id: "oak.md", title: "Oak", excerpt: "A tree.", bytes: 8)
        let found = [oak, Document(id: "beech.md", title: "Beech")]
        for event in [.catalogue(.found(found)), .holdings(.listed([oak]))] + events {
            _ = Shelf.update(&state, event: event)
        }
        return state
    }
}
