import LoadingList
import Oak
import Testing

@Suite("The transitions of the loading list")
struct TransitionTests {
    struct Pair: Hashable {
        let place: Place
        let event: EventName

        init(_ place: Place, _ event: EventName) { (self.place, self.event) = (place, event) }
    }

    /// Every pair that does something; all others leave the state as it is.
    static let transitions: [Pair: (Place, EffectKind?)] = [
        Pair(.start, .viewOnAppear): (.start, .isolatedAction),
        Pair(.start, .configureContext): (.nothing, nil),
        Pair(.nothing, .intentShowSheet): (.asking, nil),
        Pair(.failed, .intentShowSheet): (.asking, nil),
        Pair(.listed, .intentShowSheet): (.asking, nil),
        Pair(.failed, .intentRetry): (.loading, .operation),
        Pair(.asking, .intentSheetCommit): (.loading, .operation),
        Pair(.asking, .viewSheetDidDismiss): (.nothing, nil),
        Pair(.loading, .serviceProgress): (.loading, nil),
        Pair(.loading, .serviceLoaded): (.listed, nil),
        Pair(.loading, .serviceError): (.error, nil),
        Pair(.loading, .cancelLoading): (.nothing, .cancelTask),
        Pair(.error, .intentAlertConfirm): (.failed, nil),
        Pair(.error, .intentRetry): (.loading, .operation),
    ]

    let context = Machine.Context(input: Machine.Proxy().input, defaultFolder: ".")

    @Test("Every state handles every event", arguments: Place.allCases, EventName.allCases)
    func pairs(place: Place, name: EventName) {
        var state = place.state(context)
        #expect(Place(state) == place)
        let effect = Machine.update(&state, event: name.event(context))
        let (next, kind) = Self.transitions[Pair(place, name)] ?? (place, nil)
        #expect(Place(state) == next)
        #expect(effect?.kind == kind)
    }

    @Test("Every action of a state changes the state", arguments: Place.allCases)
    func actions(place: Place) {
        let before = place.state(context)
        #expect(place == .start || !before.actions.isEmpty)
        for action in before.actions {
            var state = before
            _ = Machine.update(&state, event: action.event)
            #expect(Place(state) != place)
        }
    }

    @Test("Cancelling a sheet or a loading returns to the previous list")
    func givingUp() {
        let listed = Place.listed.state(context)
        for events in [[EventName.viewSheetDidDismiss], [.intentSheetCommit, .cancelLoading]] {
            var state = listed
            for name in [.intentShowSheet] + events { _ = Machine.update(&state, event: name.event(context)) }
            #expect(Place(state) == .listed)
        }
    }

    @Test("An empty answer stands for the folder that the sheet suggests", arguments: ["", "  \t"])
    func defaultFolder(answer: String) {
        var state = Place.asking.state(Machine.Context(input: context.input, defaultFolder: "/home"))
        _ = Machine.update(&state, event: .intentSheetCommit(answer))
        guard case .modal(_, .loading(let loading), _) = state else {
            Issue.record("not loading: \(state)")
            return
        }
        #expect(loading.folder == "/home")
    }

    @Test("An error without an explanation is still shown")
    func unexplainedError() {
        struct Odd: Error {}
        var state = Place.loading.state(context)
        _ = Machine.update(&state, event: .serviceError(Odd()))
        guard case .modal(_, .error(let failure), _) = state else {
            Issue.record("no error: \(state)")
            return
        }
        #expect(failure.reason.contains("/songs") && failure.reason.contains("Odd"))
        #expect(!failure.advice.isEmpty)
    }
}
